//! The token grammar: what reaches the checks, and what is refused before them.

use onefold_attributes::AttrValue;
use syn::parse_quote;

use super::Attributes;
use crate::context::Context;

fn read(attrs: &[syn::Attribute]) -> (Vec<String>, String) {
    let mut cx = Context::new();
    let found = Attributes::read(attrs, &mut cx);
    let items = found.items.iter().map(ToString::to_string).collect();
    (items, cx.into_errors().to_string())
}

#[test]
fn values_of_every_form_are_read() {
    let (items, errors) = read(&[
        parse_quote!(#[reflect(flag, label = "a \"b\"", order = -3, step = 1.5e1, on = true)]),
        parse_quote!(#[reflect(base = a::B<C>, default = [1, "x"], meta(key = 1, "odd key" = -2.5))]),
        parse_quote!(#[reflect(range(..=7), soft(0.5..), deprecated("why", replacement = "b"), r#type)]),
    ]);
    let want = [
        "flag",
        r#"label = "a \"b\"""#,
        "order = -3",
        "step = 15.0",
        "on = true",
        "base = a::B<C>",
        r#"default = [1, "x"]"#,
        r#"meta(key = 1, "odd key" = -2.5)"#,
        "range = ..=7.0",
        "soft = 0.5..",
        r#"deprecated("why", replacement = "b")"#,
        "type",
    ];
    assert_eq!(items, want);
    assert_eq!(errors, "");
}

#[test]
fn malformed_attributes_are_errors_and_the_rest_is_kept() {
    for (attr, says) in [
        (parse_quote!(#[reflect(range(0..7), unit = "m")]), "write `..=`"),
        (parse_quote!(#[reflect(order = 99999999999999999999, unit = "m")]), "does not fit 64 bits"),
        (parse_quote!(#[reflect(range("a"..=2), unit = "m")]), "expected a number"),
    ] {
        let (items, errors) = read(&[attr]);
        assert!(errors.contains(says), "{errors}");
        assert_eq!(items.last().map(String::as_str), Some(r#"unit = "m""#));
    }
    for attr in [parse_quote!(#[reflect(unit "m")]), parse_quote!(#[reflect = "unit"])] {
        let (items, errors) = read(&[attr]);
        assert!(items.is_empty() && errors.contains("compile_error"), "{errors}");
    }
}

#[test]
fn the_crate_path_is_taken_out() {
    for attr in [parse_quote!(#[reflect(crate = a::b, x)]), parse_quote!(#[reflect(x, crate = "a::b")])] {
        let mut cx = Context::new();
        let found = Attributes::read(&[attr], &mut cx);
        assert_eq!((found.items.len(), cx.krate.to_string().replace(' ', "")), (1, "a::b".to_owned()));
    }
}

#[test]
fn doc_comments_are_joined_and_trimmed() {
    let item: syn::ItemStruct = parse_quote! {
        /// One.
        ///
        ///   Indented.
        #[doc = "Two.\nThree. "]
        struct S;
    };
    let mut cx = Context::new();
    let found = Attributes::read(&item.attrs, &mut cx);
    assert_eq!(found.doc, "One.\n\n  Indented.\nTwo.\nThree.");
    assert!(!found.mentioned && found.items.is_empty());
    let marked: syn::ItemStruct = parse_quote!(
        #[reflect]
        struct S;
    );
    assert!(Attributes::read(&marked.attrs, &mut cx).mentioned);
    let text: syn::Attribute = parse_quote!(#[reflect(x = "t")]);
    let found = Attributes::read(&[text], &mut cx);
    assert_eq!(found.items[0].args[0].value, AttrValue::Text("t".into()));
}
