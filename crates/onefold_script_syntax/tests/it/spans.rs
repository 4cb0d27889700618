//! The places of nodes.

use onefold_diag::{FileId, Span};
use onefold_script_syntax::ast::{
    Block, Expr, ExprKind, Function, Id, Item, ItemKind, Member, Name, Param, Path, Stmt, StmtKind, Tree,
    Type,
};
use onefold_script_syntax::{Options, Symbol, lex, parse};

use crate::cases::{options_of, scripts};

#[test]
fn names_stand_where_they_are_written() {
    for (path, text) in scripts("ok") {
        let tree = parse(&text, FileId(3), &options_of(&text)).tree;
        let check = |name: Name| {
            assert_eq!(name.span.file, FileId(3));
            let written = &text[name.span.start as usize..name.span.end as usize];
            assert_eq!(tree.name(name), written, "{}", path.display());
        };
        tree.all::<Name>().for_each(|(_, name)| check(*name));
        tree.all::<Path>().for_each(|(_, path)| check(path.name));
        tree.all::<Function>().for_each(|(_, function)| check(function.signature.name));
        tree.all::<Param>().filter_map(|(_, param)| param.name).for_each(check);
    }
}

#[test]
fn nodes_start_and_end_with_tokens() {
    for (path, text) in scripts("ok") {
        let options = options_of(&text);
        let tree = parse(&text, FileId(0), &options).tree;
        let tokens = lex(&text, FileId(0), &options).tokens;
        let check = |span: Span| {
            let starts = tokens.iter().any(|token| token.start == span.start);
            let ends = tokens.iter().any(|token| token.end == span.end);
            assert!(starts && ends && span.start < span.end, "{}: {span:?}", path.display());
        };
        tree.all::<Expr>().for_each(|(_, expr)| check(expr.span));
        tree.all::<Stmt>().for_each(|(_, stmt)| check(stmt.span));
        tree.all::<Type>().for_each(|(_, ty)| check(ty.span));
        tree.all::<Item>().for_each(|(_, item)| check(item.span));
        tree.all::<Member>().for_each(|(_, member)| check(member.span));
    }
}

/// Walks blocks and expressions and checks that each lies in its parent.
struct Inside<'a> {
    tree: &'a Tree,
    nodes: usize,
}

impl Inside<'_> {
    fn block(&mut self, block: Block) {
        for stmt in &self.tree[block.stmts] {
            self.inside(stmt.span, block.span);
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::Expr(expr) | StmtKind::Return { value: Some(expr) } => self.expr(expr, stmt.span),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition, stmt.span);
                for branch in [Some(then), otherwise].into_iter().flatten() {
                    let branch = &self.tree[branch];
                    self.inside(branch.span, stmt.span);
                    self.stmt(branch);
                }
            }
            _ => {}
        }
    }

    fn expr(&mut self, id: Id<Expr>, parent: Span) {
        let expr = self.tree[id];
        self.inside(expr.span, parent);
        match expr.kind {
            ExprKind::Binary { left, right, op_span, .. } => {
                self.expr(left, expr.span);
                self.expr(right, expr.span);
                self.inside(op_span, expr.span);
                assert!(
                    self.tree[left].span.end <= op_span.start && op_span.end <= self.tree[right].span.start
                );
            }
            ExprKind::Assign { target, value, .. } => {
                self.expr(target, expr.span);
                self.expr(value, expr.span);
            }
            ExprKind::Call { args, path } => {
                self.inside(self.tree[path].span, expr.span);
                for arg in &self.tree[args] {
                    self.inside(arg.span, expr.span);
                    self.expr(arg.value, arg.span);
                }
            }
            _ => {}
        }
    }

    fn inside(&mut self, child: Span, parent: Span) {
        self.nodes += 1;
        assert!(parent.start <= child.start && child.end <= parent.end, "{child:?} is not inside {parent:?}");
    }
}

#[test]
fn nodes_lie_inside_their_parents() {
    let mut nodes = 0;
    for (_, text) in scripts("ok") {
        let tree = parse(&text, FileId(0), &options_of(&text)).tree;
        let mut inside = Inside { tree: &tree, nodes: 0 };
        for (_, function) in tree.all::<Function>() {
            if let Some(body) = function.body {
                inside.block(body);
            }
        }
        nodes += inside.nodes;
    }
    assert!(nodes > 500, "only {nodes} nodes were looked at");
}

#[test]
fn doc_comments_stand_directly_above() {
    let text = "// not this\n\n/// Adds.\n/// Twice.\nint add() { return 1; }\n/** Block. */\n[meta]\nint a; // behind\n\
                int b;\n/* c */\n\n// d\nint d;";
    let tree = parse(text, FileId(0), &Options::default()).tree;
    let docs: Vec<_> = tree[tree.sections[0].items]
        .iter()
        .map(|item| {
            let start = tree[item.metadata].first().map_or(item.span.start, |first| first.span.start);
            tree.sections[0].doc_comment(text, start)
        })
        .collect();
    assert_eq!(
        docs,
        [Some("Adds.\nTwice.".to_owned()), Some("Block.".to_owned()), None, Some("d".to_owned()),]
    );
}

#[test]
fn a_missing_name_is_the_missing_symbol() {
    let parsed = parse("class {} void f() {}", FileId(0), &Options::default());
    assert!(parsed.diagnostics.has_errors());
    let ItemKind::Class(class) = parsed.tree[parsed.tree.sections[0].items][0].kind else {
        panic!("no class")
    };
    assert_eq!(parsed.tree[class].name.symbol, Symbol::MISSING);
    assert_eq!(parsed.tree.name(parsed.tree[class].name), "");
}
