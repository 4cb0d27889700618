//! Statements.

use onefold_diag::Span;

use super::Parser;
use super::lookahead::is_primitive;
use crate::ast::{
    Block, Case, CaseLabel, Expr, ExprKind, ForEachVariable, ForInit, Id, List, Stmt, StmtKind, Variables,
};
use crate::diagnostics;
use crate::token::TokenKind::*;

impl Parser<'_> {
    /// `'{' {statement} '}'`
    pub(super) fn block(&mut self, what: &str) -> Block {
        let opening = self.here();
        self.bump();
        let stmts = self.stmts();
        self.expect_closing(CloseBrace, opening, what);
        Block { span: self.span_from(opening.start), stmts }
    }

    pub(super) fn missing_block(&mut self) -> Block {
        self.expected("`{`");
        Block { span: self.report.span(self.end(), self.end()), stmts: List::EMPTY }
    }

    /// Statements up to a `}` or the end of the file.
    fn stmts(&mut self) -> List<Stmt> {
        let begin = self.begin_list::<Stmt>();
        while !matches!(self.kind(), CloseBrace | End) {
            let stmt = self.stmt_moving_on();
            self.push(stmt);
        }
        self.finish_list(begin)
    }

    /// A statement; where it reads nothing, a token is skipped, so that loops come to an end.
    fn stmt_moving_on(&mut self) -> Stmt {
        let before = self.at;
        let stmt = self.stmt();
        if self.at == before {
            self.skip_statement();
        }
        if self.at == before && !self.is(CloseBrace) {
            self.bump();
        }
        stmt
    }

    fn stmt(&mut self) -> Stmt {
        let start = self.start();
        if !self.enter() {
            return Stmt { span: self.span_from(start), kind: StmtKind::Error };
        }
        let kind = self.stmt_kind();
        self.leave();
        Stmt { span: self.span_from(start), kind }
    }

    fn stmt_kind(&mut self) -> StmtKind {
        match self.kind() {
            Semicolon => {
                self.bump();
                StmtKind::Empty
            }
            OpenBrace => StmtKind::Block(self.block("the block")),
            If => self.if_stmt(),
            For => self.for_stmt(),
            Foreach => self.for_each(),
            While => self.while_stmt(),
            Do => self.do_while(),
            Switch => self.switch(),
            Try => self.try_stmt(),
            Return => self.return_stmt(),
            Break => {
                self.bump();
                self.expect_semicolon("`break`");
                StmtKind::Break
            }
            Continue => {
                self.bump();
                self.expect_semicolon("`continue`");
                StmtKind::Continue
            }
            Using => {
                let using = self.using();
                StmtKind::Using(self.add(using))
            }
            Else | Catch | Case | Default => self.word_alone(),
            Class | Interface | Enum | Funcdef | Typedef | Namespace | Mixin | Import => {
                self.declared_inside()
            }
            Const | Auto => self.declaration(),
            kind if is_primitive(kind)
                && !matches!(self.nth(1), OpenParen | OpenBracket | Semicolon | CloseBrace) =>
            {
                self.declaration()
            }
            _ if self.is_declaration() => self.declaration(),
            _ => self.expr_stmt(),
        }
    }

    /// A word that belongs to a statement which is not there.
    fn word_alone(&mut self) -> StmtKind {
        let (span, kind) = (self.here(), self.kind());
        let (word, needs) = match kind {
            Else => ("else", "`if`"),
            Catch => ("catch", "`try`"),
            Case => ("case", "`switch`"),
            _ => ("default", "`switch`"),
        };
        self.error(diagnostics::word_alone(span, word, needs));
        self.bump();
        match kind {
            Case => {
                self.conditional();
                self.eat(Colon);
            }
            Default => {
                self.eat(Colon);
            }
            _ => {}
        }
        StmtKind::Error
    }

    /// A declaration that cannot stand in a function.
    fn declared_inside(&mut self) -> StmtKind {
        let (span, word) = (self.here(), self.text_at(self.at));
        self.error(diagnostics::type_in_function(span, word));
        self.bump();
        self.skip_statement();
        StmtKind::Error
    }

    /// `type name [init] {',' name [init]} ';'`
    fn declaration(&mut self) -> StmtKind {
        match self.opt_variables() {
            Some(variables) => {
                self.expect_semicolon("the declaration");
                StmtKind::Variables(variables)
            }
            None => StmtKind::Error,
        }
    }

    /// Variables without the `;`; nothing where the text is so wrong that it was skipped.
    fn opt_variables(&mut self) -> Option<Id<Variables>> {
        let ty = self.parse_type();
        if !self.is(Identifier) {
            self.expected_name("a name for the variable");
            self.skip_statement();
            return None;
        }
        if self.nth(1) == OpenParen
            && let Some(after) = self.skip_parens(self.at + 1)
            && self.kind_at(after) == OpenBrace
        {
            let span = self.here();
            self.error(diagnostics::function_in_function(span));
            self.at = after;
            self.skip_balanced();
            return None;
        }
        Some(self.variables(ty))
    }

    /// `[expression] ';'`
    fn expr_stmt(&mut self) -> StmtKind {
        let before = self.at;
        let expr = self.assignment();
        if self.at == before {
            // The message was given; the caller skips what cannot be read.
            return StmtKind::Error;
        }
        self.expect_semicolon("the expression");
        StmtKind::Expr(expr)
    }

    /// A statement as the body of another one.
    fn body(&mut self, of: &str) -> Id<Stmt> {
        let stmt = match self.kind() {
            CloseBrace | End | Else | Case | Default | Catch => {
                self.expected("a statement");
                Stmt { span: self.report.span(self.end(), self.end()), kind: StmtKind::Error }
            }
            _ => self.stmt_moving_on(),
        };
        if let StmtKind::Variables(_) = stmt.kind {
            self.error(diagnostics::declaration_as_body(stmt.span, of));
        }
        self.add(stmt)
    }

    /// `'(' expression ')'`
    fn condition(&mut self, of: &str) -> Id<Expr> {
        let opening = self.here();
        if !self.expect(OpenParen, &format!("after {of}")) {
            return if self.is(OpenBrace) { self.missing_expr() } else { self.condition_without_parens() };
        }
        let value = self.assignment();
        self.close_head(opening, of);
        value
    }

    /// What stands where a condition in parentheses should; the message was given.
    fn condition_without_parens(&mut self) -> Id<Expr> {
        if self.is_on_new_line() {
            return self.missing_expr();
        }
        let value = self.assignment();
        self.eat(CloseParen);
        value
    }

    pub(super) fn missing_expr(&mut self) -> Id<Expr> {
        let span = self.report.span(self.end(), self.end());
        self.add_expr_at(span, ExprKind::Error)
    }

    /// The `)` at the end of the head of a statement; where it is missing, whatever stands before it is left out.
    fn close_head(&mut self, opening: Span, of: &str) {
        if self.expect_closing(CloseParen, opening, &format!("the parenthesis after {of}")) {
            return;
        }
        let mut ahead = 0;
        while !matches!(self.nth(ahead), CloseParen | OpenBrace | CloseBrace | Semicolon | End) {
            ahead += 1;
        }
        match self.nth(ahead) {
            CloseParen => self.at += ahead + 1,
            OpenBrace => self.at += ahead,
            _ => {}
        }
    }

    /// `'if' condition statement ['else' statement]`, with chains of `else if` read in a loop.
    fn if_stmt(&mut self) -> StmtKind {
        let depth = self.depth;
        let mut links: Vec<(u32, Id<Expr>, Id<Stmt>)> = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.start();
            self.bump();
            let condition = self.condition("`if`");
            let then = self.body("`if`");
            links.push((start, condition, then));
            if !self.eat(Else) {
                break;
            }
            if !self.is(If) {
                otherwise = Some(self.body("`else`"));
                break;
            }
            self.depth += 1;
            if self.depth >= super::DEEPEST_TREE {
                let span = self.here();
                self.cut_off(span);
                break;
            }
        }
        self.depth = depth;
        let mut kind = StmtKind::Empty;
        for (at, (start, condition, then)) in links.into_iter().enumerate().rev() {
            kind = StmtKind::If { condition, then, otherwise };
            if at > 0 {
                let span = self.span_from(start);
                otherwise = Some(self.add(Stmt { span, kind }));
            }
        }
        kind
    }

    /// `'while' condition statement`
    fn while_stmt(&mut self) -> StmtKind {
        self.bump();
        let condition = self.condition("`while`");
        let body = self.body("`while`");
        StmtKind::While { condition, body }
    }

    /// `'do' statement 'while' condition ';'`
    fn do_while(&mut self) -> StmtKind {
        self.bump();
        let body = self.body("`do`");
        if !self.eat(While) {
            self.expected("`while` after the body of `do`");
            let condition = self.missing_expr();
            return StmtKind::DoWhile { body, condition };
        }
        let condition = self.condition("`while`");
        self.expect_semicolon("the condition of `do`");
        StmtKind::DoWhile { body, condition }
    }

    /// `'for' '(' (declaration | [expression] ';') [expression] ';' [expression {',' expression}] ')' statement`
    fn for_stmt(&mut self) -> StmtKind {
        self.bump();
        let opening = self.here();
        if !self.expect(OpenParen, "after `for`") {
            let body = self.body("`for`");
            return StmtKind::For { init: ForInit::Empty, condition: None, steps: List::EMPTY, body };
        }
        let init = self.for_init();
        let condition = if self.is(Semicolon) { None } else { Some(self.assignment()) };
        self.expect_in_head("the condition of `for`");
        let steps = self.for_steps();
        self.close_head(opening, "`for`");
        let body = self.body("`for`");
        StmtKind::For { init, condition, steps, body }
    }

    fn for_init(&mut self) -> ForInit {
        if self.eat(Semicolon) {
            return ForInit::Empty;
        }
        let is_typed =
            matches!(self.kind(), Const | Auto) || (is_primitive(self.kind()) && self.nth(1) != OpenParen);
        let init = if is_typed || self.is_declaration() {
            let ty = self.parse_type();
            ForInit::Variables(self.variables(ty))
        } else {
            ForInit::Expr(self.assignment())
        };
        self.expect_in_head("the first part of `for`");
        init
    }

    /// The `;` between the parts of a `for`; where it is missing, the parts before it go on.
    fn expect_in_head(&mut self, after: &str) {
        if self.eat(Semicolon) {
            return;
        }
        let before = self.report.span(self.end(), self.end());
        let (span, found) = (self.here(), self.found());
        self.error(diagnostics::semicolon_missing(span, after, &found, before));
        let mut ahead = 0;
        while !matches!(self.nth(ahead), Semicolon | CloseParen | OpenBrace | CloseBrace | End) {
            ahead += 1;
        }
        if self.nth(ahead) == Semicolon {
            self.at += ahead + 1;
        }
    }

    fn for_steps(&mut self) -> List<Id<Expr>> {
        let begin = self.begin_list::<Id<Expr>>();
        if !self.is(CloseParen) && !self.is(OpenBrace) {
            loop {
                let step = self.assignment();
                self.push(step);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.finish_list(begin)
    }

    /// `'foreach' '(' type name {',' type name} ':' expression ')' statement`
    fn for_each(&mut self) -> StmtKind {
        self.bump();
        let opening = self.here();
        self.expect(OpenParen, "after `foreach`");
        let begin = self.begin_list::<ForEachVariable>();
        loop {
            let start = self.start();
            let ty = self.parse_type();
            let ty = self.add(ty);
            let name = self.name("a name for the variable");
            let span = self.span_from(start);
            self.push(ForEachVariable { span, ty, name });
            if !self.eat(Comma) {
                break;
            }
        }
        let variables = self.finish_list(begin);
        let range = if self.expect(Colon, "and what to walk through") {
            self.assignment()
        } else {
            self.missing_expr()
        };
        self.close_head(opening, "`foreach`");
        let body = self.body("`foreach`");
        StmtKind::ForEach { variables, range, body }
    }

    /// `'return' [expression] ';'`
    fn return_stmt(&mut self) -> StmtKind {
        self.bump();
        let value = match self.kind() {
            Semicolon => None,
            _ => Some(self.assignment()),
        };
        self.expect_semicolon("`return`");
        StmtKind::Return { value }
    }

    /// `'try' block 'catch' block`
    fn try_stmt(&mut self) -> StmtKind {
        self.bump();
        let body = if self.is(OpenBrace) { self.block("`try`") } else { self.statement_as_block() };
        if !self.eat(Catch) {
            self.expected("`catch` after the block of `try`");
            let handler = Block { span: self.report.span(self.end(), self.end()), stmts: List::EMPTY };
            return StmtKind::Try { body, handler };
        }
        if self.is(OpenParen) {
            let span = self.here();
            self.error(diagnostics::catch_variable(span));
            if let Some(after) = self.skip_parens(self.at) {
                self.at = after;
            }
        }
        let handler = if self.is(OpenBrace) { self.block("`catch`") } else { self.statement_as_block() };
        StmtKind::Try { body, handler }
    }

    /// One statement where a block should be.
    fn statement_as_block(&mut self) -> Block {
        let start = self.start();
        self.expected("`{`");
        let begin = self.begin_list::<Stmt>();
        if !matches!(self.kind(), CloseBrace | End | Catch) {
            let stmt = self.stmt_moving_on();
            self.push(stmt);
        }
        let stmts = self.finish_list(begin);
        Block { span: self.span_from(start), stmts }
    }

    /// `'switch' condition '{' {case} '}'`
    fn switch(&mut self) -> StmtKind {
        self.bump();
        let value = self.condition("`switch`");
        let opening = self.here();
        if !self.expect(OpenBrace, "and the cases of `switch`") {
            return StmtKind::Switch { value, cases: List::EMPTY };
        }
        let begin = self.begin_list::<Case>();
        while !matches!(self.kind(), CloseBrace | End) {
            if matches!(self.kind(), Case | Default) {
                let case = self.case();
                self.push(case);
            } else {
                self.expected("`case`, `default` or `}`");
                self.stmt_moving_on();
            }
        }
        let cases = self.finish_list(begin);
        self.expect_closing(CloseBrace, opening, "`switch`");
        StmtKind::Switch { value, cases }
    }

    /// `('case' expression | 'default') ':' {statement}`
    fn case(&mut self) -> Case {
        let start = self.start();
        let label = if self.eat(Default) {
            CaseLabel::Default
        } else {
            self.bump();
            CaseLabel::Value(self.conditional())
        };
        self.expect(Colon, "after the label");
        let label_span = self.span_from(start);
        let begin = self.begin_list::<Stmt>();
        let mut is_ended = false;
        while !matches!(self.kind(), Case | Default | CloseBrace | End) {
            if is_ended {
                let span = self.here();
                self.error(diagnostics::statement_after_break(span));
                is_ended = false;
            }
            let stmt = self.stmt_moving_on();
            if let StmtKind::Variables(_) = stmt.kind {
                self.error(diagnostics::declaration_in_case(stmt.span));
            }
            is_ended |= stmt.kind == StmtKind::Break;
            self.push(stmt);
        }
        let stmts = self.finish_list(begin);
        Case { span: self.span_from(start), label, label_span, stmts }
    }
}
