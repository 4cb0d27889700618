//! Which types can take part in cycles of counted references.

use onefold_script_bytecode::{Program, Storage, TypeId, TypeKind};

/// One flag per type: whether an object of it could reach itself.
pub(crate) fn cyclic_types(program: &Program) -> Vec<bool> {
    let count = program.types.len();
    // A handle of a type may hold any type derived from it.
    let mut derived: Vec<Vec<usize>> = vec![Vec::new(); count];
    for index in 0..count {
        for ancestor in program.ancestors(TypeId(index as u32)) {
            derived[ancestor.index()].push(index);
        }
    }
    (0..count).map(|start| reaches_itself(program, &derived, start)).collect()
}

fn reaches_itself(program: &Program, derived: &[Vec<usize>], start: usize) -> bool {
    let mut seen = vec![false; derived.len()];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let storages: Vec<Storage> = match &program.types[at].kind {
            TypeKind::Class(class) => class.fields.iter().map(|field| field.storage).collect(),
            TypeKind::Array(storage) => vec![*storage],
            // A library object or delegate may hold anything.
            TypeKind::Std { .. } | TypeKind::Funcdef(_) => return true,
            TypeKind::Interface(_) | TypeKind::Host { .. } => Vec::new(),
        };
        for storage in storages {
            let (Storage::Handle(ty) | Storage::Object(ty)) = storage else { continue };
            if ty == TypeId::ANY {
                return true;
            }
            for &next in &derived[ty.index()] {
                if next == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
    }
    false
}
