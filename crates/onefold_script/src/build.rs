//! From texts to a program that can run.

use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, Diagnostics, Source, SourceMap};
use onefold_script_bytecode::Program;
use onefold_script_compiler::{HostSymbols, compile};
use onefold_script_syntax::{Level, Options, Resolver, parse_files};
use onefold_script_vm::Image;

/// A program the verifier or the linker refused, which is a mistake of the compiler.
const SCRIPT_INTERNAL: Code = Code("script_internal");

/// What a host chooses about a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Name of the module.
    pub module: String,
    /// The version of the language.
    pub level: Level,
    /// Words that `#if` finds defined.
    pub defined: Vec<String>,
    /// What the host offers.
    pub host: HostSymbols,
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        let (module, defined) = ("script".to_owned(), Vec::new());
        BuildOptions { module, level: Level::default(), defined, host: HostSymbols::default() }
    }
}

/// A script that is ready to run.
#[derive(Clone)]
pub struct Script {
    image: Arc<Image>,
    /// Warnings and the like.
    pub diagnostics: Diagnostics,
}

impl std::fmt::Debug for Script {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Script").field("diagnostics", &self.diagnostics).finish_non_exhaustive()
    }
}

impl Script {
    /// The linked program, for machines of one's own.
    #[must_use]
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.image.program()
    }
}

/// What a build gives: the script, or everything that is wrong.
pub type Built = Result<Script, Diagnostics>;

/// A resolver for hosts without included files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn resolve(&mut self, _name: &str, _from: &str) -> Result<Source, String> {
        Err("there are no files to include".to_owned())
    }
}

/// Builds one text that includes nothing.
///
/// # Errors
/// All messages, when one of them is an error; with file, line and column filled in.
pub fn build_text(name: &str, text: &str, options: &BuildOptions) -> Built {
    let mut sources = SourceMap::new();
    let root = sources.add(Source::new(name, text));
    build(root, &mut sources, &mut NoFiles, options)
}

/// Builds a file and those it includes.
///
/// # Errors
/// All messages, when one of them is an error; with file, line and column filled in.
pub fn build(
    root: onefold_diag::FileId,
    sources: &mut SourceMap,
    resolver: &mut dyn Resolver,
    options: &BuildOptions,
) -> Built {
    let syntax = Options { level: options.level, defined: options.defined.clone(), ..Options::default() };
    let parsed = parse_files(root, sources, resolver, &syntax);
    let level = if options.level == Level::V235 { 235 } else { 239 };
    let chosen = onefold_script_compiler::Options { module: options.module.clone(), level };
    let mut messages: Vec<Diagnostic> = parsed.diagnostics.into_iter().collect();
    let has_syntax_errors = messages.iter().any(Diagnostic::is_error);
    let compiled = compile(&parsed.tree, sources, &options.host, &chosen);
    messages.extend(compiled.diagnostics);
    let mut diagnostics = Diagnostics::new();
    diagnostics.extend(messages.into_iter().map(|message| message.resolve(sources)));
    let Some(program) = compiled.program.filter(|_| !has_syntax_errors) else { return Err(diagnostics) };
    match link(program) {
        Ok(image) => Ok(Script { image, diagnostics }),
        Err(text) => {
            diagnostics.push(Diagnostic::error(SCRIPT_INTERNAL, text));
            Err(diagnostics)
        }
    }
}

fn link(program: Program) -> Result<Arc<Image>, String> {
    let verified = program.verify().map_err(|errors| {
        let listed: Vec<String> = errors.iter().take(5).map(ToString::to_string).collect();
        format!("the compiler made a program that cannot run: {}", listed.join("; "))
    })?;
    Image::link(&verified).map_err(|error| format!("the program cannot be linked: {error:?}"))
}

/// A message as `script run` writes it: `file(line,col): TYPE: text`.
#[must_use]
pub fn message_line(message: &Diagnostic) -> String {
    let kind = match message.severity {
        onefold_diag::Severity::Error => "ERROR",
        onefold_diag::Severity::Warning => "WARNING",
        onefold_diag::Severity::Info => "INFO",
    };
    let file = message.place.file.as_deref().unwrap_or("");
    let (line, column) = message.place.start.map_or((0, 0), |start| (start.line, start.column));
    let mut text = message.message.clone();
    if let Some(nearest) = message.suggestions.first() {
        text.push_str(&format!("; did you mean `{nearest}`?"));
    }
    format!("{file}({line},{column}): {kind}: {text}")
}
