//! `#[reflect] fn`: free functions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, ItemFn, Visibility};

use crate::attributes::{Attributes, strip};
use crate::context::Context;
use crate::methods::{Method, function_tokens, params};
use crate::signature::{self, Described};
use crate::types::{crate_name, register};
use crate::vocabulary::MethodAttributes;

/// Expands the attribute on a free function.
pub fn expand(args: TokenStream, mut function: ItemFn) -> TokenStream {
    let mut cx = Context::new();
    let mut found = Attributes::read(&function.attrs, &mut cx);
    found.read_list(args, &mut cx);
    strip(&mut function.attrs);
    let ident = function.sig.ident.clone();
    let sig = signature::read(&mut function.sig, false, &mut cx);
    let method = sig.map(|sig| describe(found, ident, sig, &function, &mut cx));
    let (Some(method), false) = (method, cx.has_errors()) else {
        let errors = cx.into_errors();
        return quote!(#errors #function);
    };
    let cfgs = signature::cfgs(&function.attrs);
    let krate = &cx.krate;
    let space = method.attrs.space.clone().unwrap_or_else(crate_name);
    let body = function_tokens(&method, &space);
    let register = register(&quote!(functions), &quote!(holder));
    quote! {
        #function
        #(#cfgs)*
        const _: () = {
            use #krate as __r;
            #body
            #register
        };
    }
}

fn describe(found: Attributes, ident: Ident, sig: Described, function: &ItemFn, cx: &mut Context) -> Method {
    let attrs = MethodAttributes::read(found, &ident, &sig, cx);
    if attrs.overridable {
        cx.error(ident.span(), "only a method of a class can be overridden");
    }
    if attrs.accessor.is_some() {
        cx.error(ident.span(), "only a method can stand for a member");
    }
    let params = params(&sig, cx);
    let own = syn::ext::IdentExt::unraw(&ident).to_string();
    let overload_of = attrs.overload_of.as_ref().map(|(of, _)| of.clone());
    let name = attrs.name.clone().or(overload_of).unwrap_or(own);
    let private = !matches!(function.vis, Visibility::Public(_));
    // The whole description stands under the function's `cfg`, so its parts need none.
    Method { ident, name, attrs, params, sig, private, cfgs: Vec::new() }
}
