//! The verifier: one linear pass that decides whether a program may run.
//!
//! What passes cannot touch memory outside its frames, objects and tables, whoever wrote it: slot kinds
//! are declared, every operand is checked against them, jumps hit instructions, tables are in range,
//! and classes extend their bases. Nothing is said about whether the program does something useful.

mod code;
mod signatures;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::program::{FuncId, Program, TypeId, TypeKind};

/// Something that keeps a program from running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// Function it is in, if it is in one.
    pub function: Option<FuncId>,
    /// Word of the instruction, where there is one.
    pub pc: Option<u32>,
    /// What is wrong.
    pub text: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.function, self.pc) {
            (Some(function), Some(pc)) => write!(out, "function {} at {pc}: {}", function.0, self.text),
            (Some(function), None) => write!(out, "function {}: {}", function.0, self.text),
            _ => out.write_str(&self.text),
        }
    }
}

impl std::error::Error for VerifyError {}

/// A program the verifier has passed. Only [`Program::verify`] makes one.
#[derive(Clone, Debug)]
pub struct VerifiedProgram(Arc<Program>);

impl VerifiedProgram {
    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.0
    }
}

/// Most errors reported for one program.
const MOST: usize = 100;

impl Program {
    /// Checks the whole program.
    ///
    /// # Errors
    /// Everything that is wrong with it, up to a hundred findings.
    pub fn verify(self) -> Result<VerifiedProgram, Vec<VerifyError>> {
        let program = Arc::new(self);
        let ancestors = (0..program.types.len()).map(|ty| program.ancestors(TypeId(ty as u32))).collect();
        let mut verifier = Verifier { program: &program, ancestors, errors: Vec::new() };
        verifier.tables();
        // Code is checked against the tables, so they have to be sound first.
        if verifier.errors.is_empty() {
            for index in 0..program.functions.len() {
                verifier.function(FuncId(index as u32));
            }
        }
        let errors = verifier.errors;
        if errors.is_empty() { Ok(VerifiedProgram(program)) } else { Err(errors) }
    }
}

struct Verifier<'a> {
    program: &'a Program,
    /// Per type itself and every type it may stand for, sorted.
    ancestors: Vec<Vec<TypeId>>,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn report(&mut self, function: Option<FuncId>, pc: Option<u32>, text: String) {
        if self.errors.len() < MOST {
            self.errors.push(VerifyError { function, pc, text });
        }
    }

    fn is_a(&self, from: TypeId, to: TypeId) -> bool {
        if from == to || to == TypeId::ANY {
            return true;
        }
        self.ancestors.get(from.index()).is_some_and(|ancestors| ancestors.binary_search(&to).is_ok())
    }

    fn kind(&self, ty: TypeId) -> Option<&TypeKind> {
        self.program.types.get(ty.index()).map(|def| &def.kind)
    }

    fn name(&self, ty: TypeId) -> &str {
        match self.program.types.get(ty.index()) {
            Some(def) => &def.name,
            None if ty == TypeId::ANY => "any",
            None => "an unknown type",
        }
    }
}
