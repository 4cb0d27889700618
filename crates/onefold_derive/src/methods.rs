//! `#[reflect] impl`: from an impl block to the descriptions of its methods and computed members.

mod accessors;
mod lifecycle;
mod overridable;
mod thunks;

use onefold_attributes::{Case, Named};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl, Type, Visibility};

use crate::attributes::{Attributes, strip};
use crate::context::Context;
use crate::signature::{self, Described};
use crate::types::with_bounds;
use crate::vocabulary::{MemberAttributes, MethodAttributes, impl_rename};

pub use thunks::function_tokens;
use thunks::{method_tokens, thunk_tokens};

/// A method that is described.
pub struct Method {
    /// Its Rust name: what the thunk calls.
    pub ident: syn::Ident,
    /// Its canonical name.
    pub name: String,
    pub attrs: MethodAttributes,
    pub params: Vec<MemberAttributes>,
    pub sig: Described,
    pub private: bool,
    /// Its `cfg` attributes, repeated on everything made for it.
    pub cfgs: Vec<Attribute>,
}

/// Expands the attribute on an impl block.
pub fn expand(args: TokenStream, mut block: ItemImpl) -> TokenStream {
    let mut cx = Context::new();
    let mut found = Attributes::read(&block.attrs, &mut cx);
    found.read_list(args, &mut cx);
    strip(&mut block.attrs);
    let rename = impl_rename(&found, &mut cx);
    check_block(&block, &mut cx);
    let mut methods = Vec::new();
    let mut wrappers = Vec::new();
    for item in &mut block.items {
        match item {
            ImplItem::Fn(function) => {
                if let Some(method) = describe(function, rename, &mut cx) {
                    if method.attrs.overridable {
                        wrappers.push(overridable::split(function, &method, &mut cx));
                    }
                    methods.push(method);
                }
            }
            other => refuse_attributes(other, &mut cx),
        }
    }
    block.items.extend(wrappers.into_iter().flatten().map(ImplItem::Fn));
    name_overloads(&mut methods, &mut cx);
    let computed = accessors::computed(&methods, &mut cx);
    check_names(&methods, &computed, &mut cx);
    if cx.has_errors() {
        let errors = cx.into_errors();
        return quote!(#errors #block);
    }
    let tokens = emit(&block, &methods, &computed, &cx);
    quote!(#block #tokens)
}

fn check_block(block: &ItemImpl, cx: &mut Context) {
    if let Some((_, path, _)) = &block.trait_ {
        cx.error(path.span(), "describe the type's own impl block; trait impls have no description");
    }
    if !matches!(&*block.self_ty, Type::Path(_)) {
        cx.error(block.self_ty.span(), "only the impl block of a struct or enum can be described");
    }
}

fn refuse_attributes(item: &mut ImplItem, cx: &mut Context) {
    let attrs = match item {
        ImplItem::Const(item) => &mut item.attrs,
        ImplItem::Type(item) => &mut item.attrs,
        ImplItem::Macro(item) => &mut item.attrs,
        _ => return,
    };
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("reflect")) {
        cx.error(attr.span(), "only methods are described");
    }
    strip(attrs);
}

/// The description of a method, if it has one: public methods, lifecycle functions, and those that ask for it.
fn describe(function: &mut ImplItemFn, rename: Option<Case>, cx: &mut Context) -> Option<Method> {
    let found = Attributes::read(&function.attrs, cx);
    strip(&mut function.attrs);
    let private = !matches!(function.vis, Visibility::Public(_));
    let ident = function.sig.ident.clone();
    let lifecycle = lifecycle::canonical(&ident);
    let skipped = found.span_of("skip", cx).is_some();
    if skipped || (private && !found.mentioned && lifecycle.is_none()) {
        MethodAttributes::check(&found, ident.span(), cx);
        strip_params(function, skipped, cx);
        return None;
    }
    let sig = signature::read(&mut function.sig, true, cx)?;
    let attrs = MethodAttributes::read(found, &ident, &sig, cx);
    let params = params(&sig, cx);
    let name = name_of(&ident, &attrs, rename, lifecycle, cx);
    lifecycle::check(lifecycle, &sig, &ident, &attrs, cx);
    check_overridable(&attrs, &sig, cx);
    let cfgs = signature::cfgs(&function.attrs).into_iter().cloned().collect();
    Some(Method { ident, name, attrs, params, sig, private, cfgs })
}

/// Attributes on the parameters of a method that is not described would be unknown to the compiler.
fn strip_params(function: &mut ImplItemFn, skipped: bool, cx: &mut Context) {
    for input in &mut function.sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            let found = typed.attrs.iter().find(|attr| attr.path().is_ident("reflect"));
            if let Some(attr) = found.filter(|_| !skipped) {
                cx.error(attr.span(), "the method is private: add `#[reflect]` to it to have it described");
            }
            strip(&mut typed.attrs);
        }
    }
}

fn name_of(
    ident: &syn::Ident,
    attrs: &MethodAttributes,
    rename: Option<Case>,
    lifecycle: Option<&'static str>,
    cx: &mut Context,
) -> String {
    let own = syn::ext::IdentExt::unraw(ident).to_string();
    if let Some(canonical) = lifecycle {
        if attrs.name.is_some() {
            cx.error(ident.span(), format!("this lifecycle function is always called `{canonical}`"));
        }
        return canonical.to_owned();
    }
    if let Some(name) = accessors::method_name(attrs) {
        return name;
    }
    attrs.name.clone().unwrap_or_else(|| rename.map_or(own.clone(), |rule| rule.apply(&own)))
}

/// The checked attributes of parameters.
pub fn params(sig: &Described, cx: &mut Context) -> Vec<MemberAttributes> {
    let params = sig.params.iter().map(|param| MemberAttributes::of_param(param, cx)).collect();
    check_defaults(sig, cx);
    params
}

/// Parameters with a default come last: a call leaves arguments out from the end.
fn check_defaults(sig: &Described, cx: &mut Context) {
    let mut seen = false;
    for param in &sig.params {
        let has = param.attrs.iter().any(|item| item.name == "default");
        if seen && !has {
            cx.error(param.ident.span(), "a parameter after one with a default needs a default too");
        }
        if has && param.pass == signature::Pass::Mut {
            cx.error(param.ident.span(), "a `&mut` parameter has no default: its result would be lost");
        }
        seen |= has;
    }
}

fn check_overridable(attrs: &MethodAttributes, sig: &Described, cx: &mut Context) {
    if attrs.overridable && sig.output.owned_by.is_some() {
        cx.error(sig.output.span, "an overridable method gives back an owned value");
    }
}

/// Gives overloads the name of the method they belong to.
fn name_overloads(methods: &mut [Method], cx: &mut Context) {
    let known: Vec<(String, String, bool)> = methods
        .iter()
        .map(|method| (method.ident.to_string(), method.name.clone(), method.attrs.overload_of.is_some()))
        .collect();
    for method in methods.iter_mut() {
        let Some((of, span)) = method.attrs.overload_of.clone() else { continue };
        let own = method.ident.to_string();
        let firsts = || known.iter().filter(|(ident, _, overload)| !overload && *ident != own);
        match firsts().find(|(ident, name, _)| *ident == of || *name == of) {
            Some((_, name, _)) => method.name.clone_from(name),
            None => {
                let text = format!("this impl block has no other method `{of}` to be an overload of");
                cx.unknown(span, text, &of, firsts().map(|(ident, _, _)| ident.as_str()));
            }
        }
    }
}

fn check_names(methods: &[Method], computed: &[accessors::Computed], cx: &mut Context) {
    let mut named: Vec<Named<'_>> = Vec::new();
    for method in methods {
        named.push(Named {
            what: "method",
            name: &method.name,
            aliases: &method.attrs.aliases,
            span: cx.span_id(method.ident.span()),
            // Methods of one `cfg` may stand in for those of another, so only the registry can tell whether they clash.
            shares: method.attrs.overload_of.is_some() || !method.cfgs.is_empty(),
        });
    }
    for member in computed {
        named.push(Named {
            what: "member",
            name: &member.name,
            aliases: &member.aliases,
            span: cx.span_id(member.span),
            shares: false,
        });
    }
    cx.clashes(&named);
}

fn emit(block: &ItemImpl, methods: &[Method], computed: &[accessors::Computed], cx: &Context) -> TokenStream {
    let krate = &cx.krate;
    let ty = &block.self_ty;
    let generics = with_bounds(&block.generics, krate);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let thunks: Vec<_> = methods.iter().enumerate().map(|(at, method)| thunk_tokens(at, method)).collect();
    let declarations = thunks.iter().map(|thunk| &thunk.declaration);
    let definitions = thunks.iter().map(|thunk| &thunk.definition);
    let checks = thunks.iter().map(|thunk| &thunk.checks);
    let infos = methods.iter().enumerate().map(|(at, method)| method_tokens(at, method));
    let computed = computed.iter().map(|member| member.tokens(methods));
    // For a type without parameters the check runs even where nobody uses the description.
    let run = block.generics.params.is_empty().then(|| quote!(const _: () = <#ty as Thunks>::CHECK;));
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use #krate::{self as __r, Reflect as _};
            trait Thunks: Sized {
                const CHECK: ();
                #(#declarations)*
            }
            impl #impl_generics Thunks for #ty #where_clause {
                const CHECK: () = { #(#checks)* };
                #(#definitions)*
            }
            #[automatically_derived]
            impl #impl_generics __r::ReflectMethods for #ty #where_clause {
                const METHODS: &'static [__r::MethodInfo<'static>] = &[#(#infos),*];
                const COMPUTED: &'static [__r::MemberInfo<'static>] = &[#(#computed),*];
            }
            #run
        };
    }
}

/// A place in generated code that errors point at, with names resolved as in the rest of it.
pub fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}
