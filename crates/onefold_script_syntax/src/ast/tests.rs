//! The sizes that decide how much memory a tree takes.

use std::mem::size_of;

use crate::ast::{Expr, Id, List, Name, Stmt, Type};
use crate::token::Token;

#[test]
fn common_nodes_stay_small() {
    assert_eq!(size_of::<Token>(), 12);
    assert_eq!(size_of::<Id<Expr>>(), 4);
    assert_eq!(size_of::<List<Expr>>(), 8);
    assert_eq!(size_of::<Name>(), 16);
    assert!(size_of::<Expr>() <= 56, "an expression takes {} bytes", size_of::<Expr>());
    assert!(size_of::<Stmt>() <= 56, "a statement takes {} bytes", size_of::<Stmt>());
    assert!(size_of::<Type>() <= 40, "a type takes {} bytes", size_of::<Type>());
}
