//! Overridable methods: the body goes to `<name>_base`, and the name dispatches.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, ImplItemFn, Pat};

use super::Method;
use crate::context::Context;
use crate::signature::{Param, Pass};

/// Renames the written function to `<name>_base` and gives the one that dispatches.
pub fn split(function: &mut ImplItemFn, method: &Method, cx: &mut Context) -> Option<ImplItemFn> {
    let mut wrapper = function.clone();
    let ident = &method.ident;
    function.sig.ident = format_ident!("{}_base", ident, span = ident.span());
    wrapper.attrs.retain(|attr| !attr.path().is_ident("must_use"));
    let krate = &cx.krate;
    let value = &method.sig.output.value;
    wrapper.sig.output = syn::parse_quote!(-> ::core::result::Result<#value, #krate::CallError>);
    for input in &mut wrapper.sig.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &mut *typed.pat
        {
            name.mutability = None;
        }
    }
    let mut names = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some(name.ident.clone()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let (this, island) = (names.next()?, names.next()?);
    let args = method.sig.params.iter().map(arg);
    let owned = method.sig.params.iter().filter_map(owned);
    let canonical = &method.name;
    wrapper.block = syn::parse_quote!({
        #(#owned)*
        #krate::call::Frame::new::<#value>()
            #(#args)*
            .dispatch::<#value>(#island, #this.any(), <Self as #krate::Reflect>::info, #canonical)
    });
    Some(wrapper)
}

/// Borrowed text and slices travel as the owned types of their description.
fn owned(param: &Param) -> Option<TokenStream> {
    let ident = &param.ident;
    match param.pass {
        Pass::Text => Some(quote!(let #ident = ::std::string::String::from(#ident);)),
        Pass::Slice => Some(quote!(let #ident = #ident.to_vec();)),
        _ => None,
    }
}

fn arg(param: &Param) -> TokenStream {
    let (ident, ty) = (&param.ident, &param.ty);
    match param.pass {
        Pass::Value | Pass::Text | Pass::Slice => quote!(.arg::<#ty>(&#ident)),
        Pass::Ref => quote!(.arg::<#ty>(#ident)),
        Pass::Mut => quote!(.arg_mut::<#ty>(#ident)),
    }
}
