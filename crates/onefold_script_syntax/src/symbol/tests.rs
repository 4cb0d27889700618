//! Many names, and names that look alike.

use crate::symbol::{Symbol, Symbols};

#[test]
fn equal_texts_are_equal_symbols() {
    let mut symbols = Symbols::new();
    let names: Vec<String> = (0..5_000).map(|n| format!("name_{n}")).collect();
    let first: Vec<Symbol> = names.iter().map(|name| symbols.intern(name)).collect();
    let second: Vec<Symbol> = names.iter().map(|name| symbols.intern(name)).collect();
    assert_eq!(first, second);
    assert_eq!(symbols.len(), names.len() + 1);
    for (name, symbol) in names.iter().zip(first) {
        assert_eq!(symbols.text(symbol), name);
        assert_eq!(symbols.get(name), Some(symbol));
    }
    assert_eq!(symbols.get("other"), None);
}

#[test]
fn the_empty_text_is_the_missing_symbol() {
    let mut symbols = Symbols::new();
    assert_eq!(symbols.intern(""), Symbol::MISSING);
    assert_eq!(symbols.get(""), Some(Symbol::MISSING));
    assert_eq!(symbols.text(Symbol::MISSING), "");
    assert_ne!(symbols.intern("a"), Symbol::MISSING);
    let (a, b) = (symbols.intern("12345678"), symbols.intern("1234567\u{0}"));
    assert_ne!(a, b);
}
