//! Which members of a type files hold, found out once per type and writing.

use std::rc::Rc;

use onefold_reflect::{Shape, TypeEntry, TypeKey};

use crate::json::write::quote;

/// The members of one type that files hold, in the order of the walk.
pub(crate) struct Plan {
    of: TypeKey,
    description: u64,
    /// The names as JSON writes them before a value, one after the other.
    quoted: Box<[u8]>,
    pub(crate) members: Box<[PlanMember]>,
}

/// One member of a plan.
#[derive(Clone, Copy)]
pub(crate) struct PlanMember {
    /// Its index in the type's members.
    pub(crate) at: u32,
    start: u32,
    end: u32,
}

impl Plan {
    fn new(entry: &TypeEntry) -> Self {
        let is_tuple = matches!(entry.shape(), Shape::Struct(info) if info.tuple);
        let mut quoted = Vec::new();
        let mut members = Vec::new();
        for (at, member) in entry.members().iter().enumerate() {
            let info = member.info();
            if member.offset().is_none() || !(is_tuple || info.attrs.is_saved()) {
                continue;
            }
            let start = quoted.len() as u32;
            quote(&mut quoted, info.name);
            quoted.push(b':');
            members.push(PlanMember { at: at as u32, start, end: quoted.len() as u32 });
        }
        let (quoted, members) = (quoted.into(), members.into());
        Self { of: entry.key(), description: entry.description_hash(), quoted, members }
    }

    /// The member's name in quotes, with the colon.
    #[inline]
    pub(crate) fn quoted(&self, member: PlanMember) -> &[u8] {
        &self.quoted[member.start as usize..member.end as usize]
    }
}

/// The plans of one writing, by index of the type.
#[derive(Default)]
pub(crate) struct Plans(Vec<Option<Rc<Plan>>>);

impl Plans {
    #[inline]
    pub(crate) fn of(&mut self, entry: &TypeEntry) -> Rc<Plan> {
        let index = entry.index().0 as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        match &self.0[index] {
            // The same index means another type in another registry.
            Some(plan) if plan.of == entry.key() && plan.description == entry.description_hash() => {
                Rc::clone(plan)
            }
            _ => {
                let plan = Rc::new(Plan::new(entry));
                self.0[index] = Some(Rc::clone(&plan));
                plan
            }
        }
    }
}
