//! Scripts of a host's world: several texts built as one program and linked to the host's registry.

use std::fmt::Write as _;
use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, Diagnostics, Source, SourceMap};
use onefold_reflect::Registry;
use onefold_script_bytecode::{FuncId, Program, TypeKind};
use onefold_script_compiler::{HostSymbols, compile};
use onefold_script_syntax::{Options, Resolver, parse_files};
use onefold_script_vm::Image;

/// The program does not fit the registry, or the compiler made one that cannot run.
const SCRIPT_LINK: Code = Code("script_link");

/// Hands out the texts of one build by their number.
struct Numbered<'s>(&'s [Source]);

impl Resolver for Numbered<'_> {
    fn resolve(&mut self, name: &str, _from: &str) -> Result<Source, String> {
        let found = name.parse::<usize>().ok().and_then(|at| self.0.get(at));
        found.cloned().ok_or_else(|| format!("there is no file `{name}` here"))
    }
}

/// Builds several texts as one program and links it to a registry. `glue` is script text of the host's own that may use
/// what the others declare.
///
/// # Errors
/// All messages, when one of them is an error; with file, line and column filled in.
pub fn build_hosted(
    texts: &[Source],
    glue: &str,
    host: &HostSymbols,
    registry: &Arc<Registry>,
) -> Result<Arc<Image>, Diagnostics> {
    let mut sources = SourceMap::new();
    let mut root = String::new();
    for at in 0..texts.len() {
        // A number and not a name: the names of texts may hold anything.
        let _ = writeln!(root, "#include \"{at}\"");
    }
    root.push_str(glue);
    let root = sources.add(Source::new("<host>", root));
    let parsed = parse_files(root, &mut sources, &mut Numbered(texts), &Options::default());
    let chosen = onefold_script_compiler::Options { module: "world".to_owned(), level: 239 };
    let compiled = compile(&parsed.tree, &sources, host, &chosen);
    let mut found = Diagnostics::new();
    found.extend(parsed.diagnostics.into_iter().chain(compiled.diagnostics).map(|one| one.resolve(&sources)));
    let Some(program) = compiled.program.filter(|_| !found.has_errors()) else { return Err(found) };
    let fault = |text: String| Diagnostics::from(Diagnostic::error(SCRIPT_LINK, text));
    let verified = program.verify().map_err(|wrong| {
        let first: Vec<String> = wrong.iter().take(3).map(ToString::to_string).collect();
        fault(format!("the compiler made a program that cannot run: {}", first.join("; ")))
    })?;
    Image::link_host(&verified, registry).map_err(|wrong| {
        wrong.into_iter().map(|one| Diagnostic::error(SCRIPT_LINK, one.to_string())).collect()
    })
}

/// Names of the script classes of a program.
pub fn classes(program: &Program) -> impl Iterator<Item = &str> {
    program.types.iter().filter(|ty| matches!(ty.kind, TypeKind::Class(_))).map(|ty| ty.name.as_str())
}

/// The method of a class, or of the nearest base that has it, with so many parameters.
#[must_use]
pub fn find_method(program: &Program, class: &str, name: &str, params: usize) -> Option<FuncId> {
    let class = program.types.iter().find_map(|ty| match &ty.kind {
        TypeKind::Class(found) if ty.name == class => Some(found),
        _ => None,
    })?;
    class.vtable.iter().rev().copied().find(|func| {
        let function = &program.functions[func.index()];
        let bare = function.name.rsplit("::").next().unwrap_or(&function.name);
        bare == name && function.signature.params.len() == params + 1
    })
}

/// A free function by name.
#[must_use]
pub fn find_function(program: &Program, name: &str) -> Option<FuncId> {
    program.functions.iter().position(|function| function.name == name).map(|at| FuncId(at as u32))
}
