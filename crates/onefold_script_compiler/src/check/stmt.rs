//! Statements.

use onefold_diag::Span;
use onefold_script_syntax::ast::{self, CaseLabel, ForInit};

use super::{Checker, DEEPEST};
use crate::diagnostics;
use crate::hir::{Expr, ExprKind, Stmt, StmtKind};
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    /// The statements of a block in a scope of their own, as one statement.
    fn block(&mut self, block: ast::Block) -> Stmt {
        self.open();
        let used = self.using.len();
        let stmts = self.block_stmts(block);
        self.using.truncate(used);
        self.close();
        Stmt { kind: StmtKind::Block(stmts), span: block.span }
    }

    pub fn block_stmts(&mut self, block: ast::Block) -> Vec<Stmt> {
        self.stmts(block.stmts)
    }

    fn stmts(&mut self, list: ast::List<ast::Stmt>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for id in list.ids() {
            self.stmt(id, &mut stmts);
        }
        stmts
    }

    fn nested(&mut self, id: ast::Id<ast::Stmt>) -> Stmt {
        let span = self.tree()[id].span;
        self.open();
        let mut stmts = Vec::new();
        self.stmt(id, &mut stmts);
        self.close();
        Stmt { kind: StmtKind::Block(stmts), span }
    }

    fn stmt(&mut self, id: ast::Id<ast::Stmt>, out: &mut Vec<Stmt>) {
        if self.depth > DEEPEST {
            return self.report(diagnostics::too_deep(self.tree()[id].span));
        }
        self.depth += 1;
        self.stmt_inner(id, out);
        self.depth -= 1;
    }

    fn stmt_inner(&mut self, id: ast::Id<ast::Stmt>, out: &mut Vec<Stmt>) {
        let node = self.tree()[id];
        let span = node.span;
        let kind = match node.kind {
            ast::StmtKind::Error | ast::StmtKind::Empty => return,
            ast::StmtKind::Block(block) => return out.push(self.block(block)),
            ast::StmtKind::Variables(id) => return self.variables(id, out),
            ast::StmtKind::Expr(expr) => return self.expr_stmt(expr, span, out),
            ast::StmtKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = Box::new(self.nested(then));
                let otherwise = otherwise.map(|otherwise| Box::new(self.nested(otherwise)));
                StmtKind::If(condition, then, otherwise)
            }
            ast::StmtKind::While { condition, body } => {
                let condition = self.condition(condition);
                StmtKind::While(condition, Box::new(self.loop_body(body)))
            }
            ast::StmtKind::DoWhile { body, condition } => {
                let body = self.loop_body(body);
                StmtKind::DoWhile(Box::new(body), self.condition(condition))
            }
            ast::StmtKind::For { init, condition, steps, body } => {
                self.for_loop(init, condition, steps, body, span)
            }
            ast::StmtKind::ForEach { variables, range, body } => {
                return self.for_each(variables, range, body, span, out);
            }
            ast::StmtKind::Switch { value, cases } => self.switch(value, cases),
            ast::StmtKind::Break if self.breakable > 0 => StmtKind::Break,
            ast::StmtKind::Continue if self.continuable > 0 => StmtKind::Continue,
            ast::StmtKind::Break => {
                return self.report(diagnostics::statement(span, "there is nothing to break out of here"));
            }
            ast::StmtKind::Continue => {
                return self.report(diagnostics::statement(span, "there is no loop to continue here"));
            }
            ast::StmtKind::Return { value } => self.return_stmt(value, span),
            ast::StmtKind::Try { body, handler } => {
                let body = self.block(body);
                let handler = self.block(handler);
                StmtKind::Try(Box::new(body), Box::new(handler))
            }
            ast::StmtKind::Using(id) => {
                let node = self.tree()[id];
                let path: Vec<String> = self.tree()[node.path].iter().map(|name| self.text(*name)).collect();
                match self.unit.find_space(&path, false, self.space) {
                    Some(space) => self.using.push(space),
                    None => {
                        self.report(diagnostics::unknown_name(node.span, "namespace", &path.join("::"), []))
                    }
                }
                return;
            }
        };
        out.push(Stmt { kind, span });
    }

    fn expr_stmt(&mut self, expr: ast::Id<ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        if let ast::ExprKind::Call { path, args } = self.tree()[expr].kind {
            let path = self.tree()[path];
            if self.is_ctor && path.scope.is_empty() && self.tree().name(path.name) == "super" {
                return self.super_stmt(args, span, out);
            }
        }
        let value = self.expr(expr);
        if matches!(value.ty.base, Base::FuncSet | Base::Lambda) {
            return self.report(diagnostics::statement(span, "a function has to be called with arguments"));
        }
        let value = self.read(value);
        out.push(Stmt { kind: StmtKind::Expr(value), span });
    }

    fn super_stmt(&mut self, args: ast::List<ast::Arg>, span: Span, out: &mut Vec<Stmt>) {
        let base = self.class.and_then(|class| self.unit.types[class as usize].class()?.base);
        let Some(base) = base else {
            return self.report(diagnostics::statement(span, "the class has no base class"));
        };
        if std::mem::replace(&mut self.has_super, true) {
            return self.report(diagnostics::statement(span, "`super` is called already"));
        }
        let args = self.args(args);
        out.extend(self.super_call(base, args, span));
        out.append(&mut self.after_super);
    }

    pub fn condition(&mut self, id: ast::Id<ast::Expr>) -> Expr {
        let value = self.expr(id);
        self.to_bool(value)
    }

    /// A value that has to be `bool`.
    pub fn to_bool(&mut self, value: Expr) -> Expr {
        let value = self.read(value);
        let span = value.span;
        if value.ty.base == Base::Bool || value.is_error() {
            return value;
        }
        if self.unit.options.level >= 238 || self.conversion_method(&value, Ty::BOOL, false).is_some() {
            let is_explicit = self.unit.options.level >= 238;
            if let Some(func) = self.conversion_method(&value, Ty::BOOL, is_explicit)
                && self.unit.funcs[func as usize].ret.base == Base::Bool
            {
                return self.call_func(func, Some(value), Vec::new(), span);
            }
        }
        let name = self.unit.type_name(value.ty);
        self.report(diagnostics::condition(span, &name));
        Expr::error(span)
    }

    fn loop_body(&mut self, body: ast::Id<ast::Stmt>) -> Stmt {
        self.breakable += 1;
        self.continuable += 1;
        let body = self.nested(body);
        self.breakable -= 1;
        self.continuable -= 1;
        body
    }

    fn for_loop(
        &mut self,
        init: ForInit,
        condition: Option<ast::Id<ast::Expr>>,
        steps: ast::List<ast::Id<ast::Expr>>,
        body: ast::Id<ast::Stmt>,
        span: Span,
    ) -> StmtKind {
        self.open();
        let mut first = Vec::new();
        match init {
            ForInit::Empty => {}
            ForInit::Variables(id) => self.variables(id, &mut first),
            ForInit::Expr(expr) => self.expr_stmt(expr, span, &mut first),
        }
        let condition = condition.map(|condition| self.condition(condition));
        let steps = self.tree()[steps].to_vec();
        let steps = steps
            .into_iter()
            .map(|step| {
                let value = self.expr(step);
                self.read(value)
            })
            .collect();
        let body = self.loop_body(body);
        self.close();
        StmtKind::For(first, condition, steps, Box::new(body))
    }

    fn variables(&mut self, id: ast::Id<ast::Variables>, out: &mut Vec<Stmt>) {
        let node = self.tree()[id];
        let span = self.tree()[node.ty].span;
        let written = self.unit.resolve(node.ty, self.space, self.class);
        if written.is_some_and(Ty::is_void) {
            self.report(diagnostics::bad_type(span, "a variable cannot be `void`"));
        }
        let written = written.map(|ty| if ty.is_void() { Ty::ERROR } else { ty });
        if let Some(ty) = written {
            self.unit.check_value_type(ty, span, false, false);
        }
        for declarator in self.tree()[node.declarators].iter().copied() {
            let name = self.text(declarator.name);
            let span = declarator.name.span;
            if self.scopes.last().is_some_and(|scope| scope.contains_key(&name)) && !name.is_empty() {
                self.report(diagnostics::duplicate(span, &name));
            } else if !name.is_empty() && self.find_local(&name).is_some() {
                self.report(diagnostics::warning(
                    span,
                    format!("`{name}` hides a variable of an outer block"),
                ));
            }
            let (ty, value) = match (written, declarator.init) {
                (Some(mut ty), init) => {
                    let value = match init {
                        ast::Init::None if self.starts_empty(ty) => None,
                        init => Some(self.initial(init, &mut ty, span)),
                    };
                    (ty, value)
                }
                (None, ast::Init::Value(value)) => {
                    let value = self.expr(value);
                    let value = self.read(value);
                    let ty = self.auto_type(node.ty, &value);
                    (ty, Some(self.owned(value, ty)))
                }
                (None, _) => {
                    self.report(diagnostics::declaration(span, "`auto` needs an initial value"));
                    (Ty::ERROR, None)
                }
            };
            let is_unset = value.is_none() && ty.is_primitive();
            let id = self.declare(&name, ty);
            if is_unset {
                self.unset.insert(id);
            }
            out.push(Stmt { kind: StmtKind::Declare(id, value), span });
        }
    }

    /// Whether a variable of the type starts with nothing done.
    fn starts_empty(&self, ty: Ty) -> bool {
        !self.unit.is_by_value_object(ty) && !matches!(ty.base, Base::Value(_))
    }

    fn return_stmt(&mut self, value: Option<ast::Id<ast::Expr>>, span: Span) -> StmtKind {
        let Some(value) = value else {
            if !self.ret.is_void() && !self.ret.is_error() {
                self.report(diagnostics::statement(span, "a value has to be returned"));
            }
            return StmtKind::Return(None);
        };
        let value = self.expr(value);
        if self.ret.is_void() {
            if !value.is_error() {
                self.report(diagnostics::statement(span, "the function returns nothing"));
            }
            return StmtKind::Return(None);
        }
        if self.is_ret_ref {
            return StmtKind::Return(Some(self.returned_ref(value, span)));
        }
        let ret = self.ret;
        StmtKind::Return(Some(self.owned(value, ret)))
    }

    fn returned_ref(&mut self, value: Expr, span: Span) -> Expr {
        if value.is_error() {
            return value;
        }
        if !value.is_place() && !self.unit.is_by_value_object(value.ty)
            || matches!(value.kind, ExprKind::Property(_))
        {
            self.report(diagnostics::statement(
                span,
                "only something that lives on can be returned by reference",
            ));
            return Expr::error(span);
        }
        let is_own = match value.kind {
            ExprKind::Local(id) => self.this != Some(id),
            _ => false,
        };
        if is_own && !value.ty.is_handle {
            self.report(diagnostics::statement(span, "a local variable cannot be returned by reference"));
            return Expr::error(span);
        }
        if value.ty.is_read_only() && !self.ret.is_read_only() {
            self.report(diagnostics::read_only(span));
            return Expr::error(span);
        }
        let ret = self.ret;
        if self.unit.is_by_value_object(ret) {
            return self.convert(value, Ty { is_handle: false, ..ret });
        }
        if value.ty.plain() != ret.plain() {
            return self.convert(value, ret);
        }
        let storage = self.unit.storage(ret);
        Expr::new(ExprKind::RefOf(value.boxed(), storage), ret, span)
    }

    fn switch(&mut self, value: ast::Id<ast::Expr>, cases: ast::List<ast::Case>) -> StmtKind {
        let value = self.expr(value);
        let value = self.read(value);
        let is_fit = value.ty.base.is_integer() || matches!(value.ty.base, Base::Enum(_));
        if !is_fit && !value.is_error() {
            self.report(diagnostics::bad_type(
                value.span,
                "only integers and enumerations can be switched on",
            ));
        }
        let value = if is_fit && value.ty.base.size() < 8 { self.to_number(value, Base::I32) } else { value };
        self.open();
        self.breakable += 1;
        let mut list: Vec<(Option<i64>, Vec<Stmt>)> = Vec::new();
        for case in self.tree()[cases].iter().copied() {
            if list.last().is_some_and(|(label, _)| label.is_none()) {
                self.report(diagnostics::statement(case.label_span, "`default` has to be the last case"));
            }
            let label = match case.label {
                CaseLabel::Default => None,
                CaseLabel::Value(expr) => {
                    let constant = self.expr(expr);
                    let constant = self.read(constant);
                    let found = constant.int();
                    if found.is_none() && !constant.is_error() {
                        self.report(diagnostics::constant(
                            constant.span,
                            "a case has to be a constant integer",
                        ));
                    }
                    Some(found.unwrap_or(i64::MIN + list.len() as i64))
                }
            };
            if list.iter().any(|(known, _)| *known == label) {
                self.report(diagnostics::duplicate(case.label_span, "case"));
            }
            for stmt in &self.tree()[case.stmts] {
                if matches!(stmt.kind, ast::StmtKind::Variables(_)) {
                    self.report(diagnostics::statement(
                        stmt.span,
                        "a declaration in a case needs a block of its own",
                    ));
                }
            }
            let stmts = self.stmts(case.stmts);
            list.push((label, stmts));
        }
        self.breakable -= 1;
        self.close();
        StmtKind::Switch(value, list)
    }

    fn for_each(
        &mut self,
        variables: ast::List<ast::ForEachVariable>,
        range: ast::Id<ast::Expr>,
        body: ast::Id<ast::Stmt>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        self.open();
        let range = self.expr(range);
        let range = self.read(range);
        let mut first = Vec::new();
        let held = Ty { is_const: range.ty.is_const, ..range.ty.to_handle() };
        if range.is_error() || range.ty.obj().is_none() {
            if !range.is_error() {
                let name = self.unit.type_name(range.ty);
                self.report(diagnostics::bad_type(span, format!("`{name}` cannot be walked through")));
            }
            self.close();
            return;
        }
        let range = self.convert(range, held);
        let over = self.declare("", held);
        first.push(Stmt { kind: StmtKind::Declare(over, Some(range)), span });
        let (step, condition, values) = match self.walk(over, span, variables.len(), &mut first) {
            Some(walk) => walk,
            None => {
                let name = self.unit.type_name(held.target());
                self.report(diagnostics::bad_type(span, format!("`{name}` cannot be walked through")));
                self.close();
                return;
            }
        };
        self.breakable += 1;
        self.continuable += 1;
        self.open();
        let mut stmts = Vec::new();
        for (variable, value) in self.tree()[variables].iter().copied().zip(values) {
            let ty = match self.unit.resolve(variable.ty, self.space, self.class) {
                Some(ty) => ty,
                None => self.auto_type(variable.ty, &value),
            };
            let value = self.owned(value, ty);
            let name = self.text(variable.name);
            let id = self.declare(&name, ty);
            stmts.push(Stmt { kind: StmtKind::Declare(id, Some(value)), span: variable.span });
        }
        let body = self.nested(body);
        stmts.push(body);
        self.close();
        self.breakable -= 1;
        self.continuable -= 1;
        let body = Stmt { kind: StmtKind::Block(stmts), span };
        self.close();
        out.push(Stmt { kind: StmtKind::For(first, Some(condition), vec![step], Box::new(body)), span });
    }

    /// How to walk through a container: step, condition and the values of one round.
    fn walk(
        &mut self,
        over: u32,
        span: Span,
        count: usize,
        first: &mut Vec<Stmt>,
    ) -> Option<(Expr, Expr, Vec<Expr>)> {
        let object = self.local(over, span);
        let base = object.ty.base;
        let Base::Obj(id) = base else { return None };
        if let crate::model::TypeKind::Array(element) = self.unit.types[id as usize].kind {
            let at = self.declare("", Ty::UINT);
            first.push(Stmt { kind: StmtKind::Declare(at, Some(Expr::bits(0, Ty::UINT, span))), span });
            let index = self.local(at, span);
            let length = Expr::new(ExprKind::ArrayLen(object.clone().boxed()), Ty::UINT, span);
            let condition = ExprKind::Compare {
                op: crate::hir::CmpOp::Lt,
                left: index.clone().boxed(),
                right: length.boxed(),
            };
            let step = ExprKind::Step { place: index.clone().boxed(), by: 1, is_post: false };
            let storage = self.unit.storage(element);
            let value =
                ExprKind::Elem { array: object.clone().boxed(), index: index.clone().boxed(), storage };
            let element =
                Ty { is_const: element.is_const || object.ty.is_const && !element.is_handle, ..element };
            let mut values = vec![Expr::new(value, element, span), index];
            values.truncate(count);
            let step = Expr::new(step, Ty::UINT, span);
            return Some((step, Expr::new(condition, Ty::BOOL, span), values));
        }
        let method = |checker: &Self, name: &str| checker.unit.methods(base, name).first().copied();
        let begin = method(self, "opForBegin")?;
        let (end, next) = (method(self, "opForEnd")?, method(self, "opForNext")?);
        let start = self.call_func(begin, Some(object.clone()), Vec::new(), span);
        let state = self.declare("", start.ty.plain());
        first.push(Stmt { kind: StmtKind::Declare(state, Some(start)), span });
        let at = self.local(state, span);
        let arg = |value: &Expr| vec![crate::overload::CallArg::of(value.clone())];
        let fitted = self.fit_args(end, arg(&at), span);
        let ended = self.call_func(end, Some(object.clone()), fitted, span);
        let condition = Expr::new(ExprKind::Not(ended.boxed()), Ty::BOOL, span);
        let fitted = self.fit_args(next, arg(&at), span);
        let following = self.call_func(next, Some(object.clone()), fitted, span);
        let step =
            Expr::new(ExprKind::Assign { place: at.clone().boxed(), value: following.boxed() }, at.ty, span);
        let mut values = Vec::new();
        for index in 0..count {
            let func = method(self, &format!("opForValue{index}"))
                .or_else(|| if index == 0 { method(self, "opForValue") } else { None })?;
            let fitted = self.fit_args(func, arg(&at), span);
            values.push(self.call_func(func, Some(object.clone()), fitted, span));
        }
        Some((step, condition, values))
    }

    /// Whether control can come out at the end of the statements.
    pub fn falls_through(stmts: &[Stmt]) -> bool {
        !stmts.iter().any(|stmt| !Self::passes(stmt))
    }

    fn passes(stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Return(_) => false,
            StmtKind::Block(stmts) => Self::falls_through(stmts),
            StmtKind::If(_, then, Some(otherwise)) => Self::passes(then) || Self::passes(otherwise),
            StmtKind::Try(body, handler) => Self::passes(body) || Self::passes(handler),
            StmtKind::DoWhile(body, _) => Self::passes(body),
            StmtKind::Switch(_, cases) => {
                let has_default = cases.iter().any(|(label, _)| label.is_none());
                let ends = |stmts: &[Stmt]| !Self::falls_through(stmts) && !stmts.iter().any(Self::breaks);
                let last = cases.last().is_some_and(|(_, stmts)| ends(stmts));
                !(has_default && last && cases.iter().all(|(_, stmts)| stmts.is_empty() || ends(stmts)))
            }
            StmtKind::Break | StmtKind::Continue => true,
            _ => true,
        }
    }

    fn breaks(stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Break => true,
            StmtKind::Block(stmts) => stmts.iter().any(Self::breaks),
            StmtKind::If(_, then, otherwise) => {
                Self::breaks(then) || otherwise.as_ref().is_some_and(|otherwise| Self::breaks(otherwise))
            }
            StmtKind::Try(body, handler) => Self::breaks(body) || Self::breaks(handler),
            _ => false,
        }
    }
}
