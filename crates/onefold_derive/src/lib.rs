//! The `Reflect` derive and the `reflect` attribute: from Rust items to their descriptions.
#![forbid(unsafe_code)]

mod attributes;
mod context;
mod functions;
mod kinds;
mod methods;
mod names;
mod signature;
mod types;
mod vocabulary;

use proc_macro::TokenStream;
use syn::{DeriveInput, Item, parse_macro_input};

/// Describes a struct or an enum.
#[proc_macro_derive(Reflect, attributes(reflect))]
pub fn derive_reflect(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    types::derive(&input).into()
}

/// Describes the methods of an impl block, or a free function.
#[proc_macro_attribute]
pub fn reflect(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = args.into();
    match parse_macro_input!(item as Item) {
        Item::Impl(block) => methods::expand(args, block).into(),
        Item::Fn(function) => functions::expand(args, function).into(),
        other => {
            let text = "`#[reflect]` stands on an impl block or a function; a type has `#[derive(Reflect)]` before it";
            let error = syn::Error::new_spanned(&other, text).to_compile_error();
            quote::quote!(#error #other).into()
        }
    }
}
