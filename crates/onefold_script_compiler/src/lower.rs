//! Lowering: the typed tree of one function to bytecode.

use onefold_diag::Span;
use onefold_script_bytecode::{Function, FunctionBuilder, Label, Slot, SlotKind, TypeId};

use crate::hir::{Body, Local, LocalId, LocalKind};
use crate::model::{Func, TypeKind};
use crate::types::{Base, Ty};
use crate::unit::Unit;

mod call;
mod expr;
mod number;
mod place;
mod stmt;

/// The bytecode of a checked body.
pub(crate) fn lower(unit: &mut Unit<'_>, func: &Func, body: Body) -> Function {
    let signature = unit.signature(func);
    let mut builder = FunctionBuilder::new(&func.shown, signature);
    builder.declare(&unit.func_decl(func));
    let count = body.locals.len();
    let mut lower = Lower {
        unit,
        f: builder,
        slots: vec![None; count],
        locals: body.locals,
        loops: Vec::new(),
        alive: Vec::new(),
        temps: Vec::new(),
        line: Span::default(),
    };
    if let Some(span) = body.span {
        lower.at(span);
    }
    lower.copy_changed_params();
    lower.alive.push(Vec::new());
    lower.stmts(&body.stmts);
    if let Some(end) = body.end {
        lower.at(end);
    }
    // Labels may be bound here even where control cannot come to.
    lower.finish_function(func);
    match lower.f.finish() {
        Ok(function) => function,
        Err(error) => {
            let span = body.span.unwrap_or_default();
            unit.report(crate::diagnostics::statement(span, error.to_string()));
            Function::default()
        }
    }
}

/// Where `break` and `continue` go, and how many scopes are open there.
struct Loop {
    on_break: Label,
    on_continue: Option<Label>,
    depth: usize,
}

struct Lower<'u, 'a> {
    unit: &'u mut Unit<'a>,
    f: FunctionBuilder,
    locals: Vec<Local>,
    slots: Vec<Option<Slot>>,
    loops: Vec<Loop>,
    /// Variables of the open scopes.
    alive: Vec<Vec<LocalId>>,
    /// Temporaries of the statement under way.
    temps: Vec<Slot>,
    line: Span,
}

impl Lower<'_, '_> {
    fn at(&mut self, span: Span) {
        if span == self.line {
            return;
        }
        self.line = span;
        let (file, line, column) = self.unit.place(span);
        if line > 0 {
            self.f.line(file, line, column);
        }
    }

    /// New slots for a value that live as long as the function.
    fn new_slots(&mut self, ty: Ty) -> Slot {
        let (kind, count) = self.unit.slots(ty);
        if count > 1 { self.f.scalars(count) } else { self.f.slot(kind) }
    }

    /// A temporary for the statement under way.
    fn temp(&mut self, ty: Ty) -> Slot {
        let (kind, count) = self.unit.slots(ty);
        if count > 1 { self.f.scalars(count) } else { self.temp_kind(kind) }
    }

    fn temp_kind(&mut self, kind: SlotKind) -> Slot {
        let slot = self.f.temp(kind);
        self.temps.push(slot);
        slot
    }

    fn temp_scalar(&mut self) -> Slot {
        self.temp_kind(SlotKind::Scalar)
    }

    /// Gives back the temporaries made since `mark`, releasing objects.
    fn release(&mut self, mark: usize) {
        let is_live = self.f.falls_through();
        for slot in self.temps.split_off(mark) {
            if let SlotKind::Handle(ty) = self.f.kind(slot)
                && is_live
                && self.is_noticed(ty)
            {
                self.f.clear_handle(slot);
            }
            self.f.free(slot);
        }
    }

    /// Whether scripts can notice when an object of the type goes.
    fn is_noticed(&self, ty: TypeId) -> bool {
        if ty == TypeId::ANY {
            return true;
        }
        match &self.unit.types[ty.index()].kind {
            TypeKind::Class(_) | TypeKind::Interface(_) => true,
            TypeKind::Array(element) => matches!(element.base, Base::Obj(_) | Base::Ref),
            TypeKind::Funcdef(_) => true,
            TypeKind::Std { name, .. } => *name != "weakref" && *name != "const_weakref",
            TypeKind::Host { .. } => false,
        }
    }

    /// Slot of a variable or by-value parameter.
    fn slot_of(&mut self, local: LocalId) -> Slot {
        if let Some(slot) = self.slots[local as usize] {
            return slot;
        }
        let info = &self.locals[local as usize];
        let slot = match info.kind {
            LocalKind::Param(slot) | LocalKind::Place(slot) => Slot(slot),
            LocalKind::Var => {
                let (ty, name) = (info.ty, info.name.clone());
                let slot = self.new_slots(ty);
                if !name.is_empty() {
                    let type_name = self.unit.type_name(ty);
                    self.f.variable(&name, &type_name, slot);
                }
                slot
            }
        };
        self.slots[local as usize] = Some(slot);
        slot
    }

    /// Parameters that are assigned to move to slots of their own.
    fn copy_changed_params(&mut self) {
        for at in 0..self.locals.len() {
            let local = self.locals[at].clone();
            if let LocalKind::Param(from) = local.kind {
                let (kind, _) = self.unit.slots(local.ty);
                if local.is_changed && kind != SlotKind::Scalar {
                    let slot = self.new_slots(local.ty);
                    self.copy(slot, Slot(from), local.ty);
                    self.slots[at] = Some(slot);
                }
                if !local.name.is_empty() {
                    let type_name = self.unit.type_name(local.ty);
                    let slot = self.slots[at].unwrap_or(Slot(from));
                    self.f.variable(&local.name, &type_name, slot);
                }
            }
        }
    }

    /// `to = from` for values of a type.
    fn copy(&mut self, to: Slot, from: Slot, ty: Ty) {
        if to == from {
            return;
        }
        match self.unit.slots(ty) {
            (SlotKind::Str, _) => self.f.move_str(to, from),
            (SlotKind::Handle(_), _) => self.f.move_handle(to, from),
            (_, 1) => self.f.mov(to, from),
            (_, count) => self.f.move_n(to, from, count),
        };
    }

    /// The empty value of a type.
    fn clear(&mut self, slot: Slot, ty: Ty) {
        match self.unit.slots(ty) {
            (SlotKind::Str, _) => {
                self.f.clear_str(slot);
            }
            (SlotKind::Handle(_), _) => {
                self.f.clear_handle(slot);
            }
            (_, count) => (0..count).for_each(|at| {
                self.f.imm32(slot.nth(at), 0);
            }),
        }
    }
}
