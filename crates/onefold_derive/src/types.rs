//! `#[derive(Reflect)]`: from a type definition to its description.

mod enums;
mod structs;

use onefold_attributes::TypeKind;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, GenericParam, Generics, Ident, parse_quote};

use crate::attributes::Attributes;
use crate::context::Context;
use crate::vocabulary::{TypeAttributes, flag_tokens, list, option};

/// The parts of a description that depend on the kind of type.
pub struct Shape {
    /// An expression of type `Shape`.
    pub shape: TokenStream,
    /// Flags of the base, as an expression of type `TypeFlags`.
    pub base_flags: Option<TokenStream>,
    /// Items that stand beside the impl.
    pub items: TokenStream,
}

/// Expands the derive. With errors, a description without members stands in, so that nothing else fails for want of it.
pub fn derive(input: &DeriveInput) -> TokenStream {
    let mut cx = Context::new();
    let found = Attributes::read(&input.attrs, &mut cx);
    let kind = if matches!(input.data, Data::Enum(_)) { TypeKind::Enum } else { TypeKind::Struct };
    let attrs = TypeAttributes::read(found, &input.ident, kind, &mut cx);
    check_generics(&input.generics, &mut cx);
    check_repr(input, &mut cx);
    let shape = match &input.data {
        Data::Struct(data) => structs::shape(input, data, &attrs, &mut cx),
        Data::Enum(data) => enums::shape(input, data, &attrs, &mut cx),
        Data::Union(data) => {
            cx.error(
                data.union_token.span(),
                "a union cannot be described: nobody knows which field is present",
            );
            structs::nothing()
        }
    };
    if cx.has_errors() {
        // A borrowed type could not have even an empty description.
        let borrows = input.generics.lifetimes().next().is_some();
        let stand_in = (!borrows).then(|| emit(input, &TypeAttributes::none(), structs::nothing(), &cx));
        let errors = cx.into_errors();
        return quote!(#errors #stand_in);
    }
    emit(input, &attrs, shape, &cx)
}

fn check_generics(generics: &Generics, cx: &mut Context) {
    for param in &generics.params {
        match param {
            GenericParam::Type(_) => {}
            GenericParam::Lifetime(it) => {
                cx.error(it.span(), "a described type owns all it has: no lifetimes")
            }
            GenericParam::Const(it) => cx.error(it.span(), "a described type has no constant parameters"),
        }
    }
}

fn check_repr(input: &DeriveInput, cx: &mut Context) {
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let packed = attr.meta.to_token_stream().to_string().contains("packed");
        if packed {
            cx.error(
                attr.span(),
                "members of a packed type cannot be reached in place, so it cannot be described",
            );
        }
    }
}

/// The generics of an impl: every type parameter is a described value.
pub fn with_bounds(generics: &Generics, krate: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(parse_quote!(#krate::Reflect));
        param.bounds.push(parse_quote!(::core::default::Default));
        param.bounds.push(parse_quote!(::core::clone::Clone));
        param.bounds.push(parse_quote!(::core::cmp::PartialEq));
    }
    generics
}

fn emit(input: &DeriveInput, attrs: &TypeAttributes, shape: Shape, cx: &Context) -> TokenStream {
    let krate = &cx.krate;
    let ident = &input.ident;
    let generics = with_bounds(&input.generics, krate);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = input.generics.split_for_impl();
    let name = type_name(ident, &input.generics, attrs);
    let doc = &attrs.doc;
    let (label, icon, color, global) =
        (option(&attrs.label), option(&attrs.icon), option(&attrs.color), option(&attrs.global));
    let aliases = list(&attrs.aliases);
    let (availability, meta) = (&attrs.availability, &attrs.meta);
    let flags = flags(attrs, shape.base_flags.as_ref());
    let (default, factory) = default_op(ident, &ty_generics, &impl_generics, where_clause, attrs);
    let Shape { shape, items, .. } = shape;
    let register = input.generics.params.is_empty().then(|| register(&quote!(info), &quote!(#ident)));
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use #krate::{self as __r, ProbeMissing as _};
            #items
            #factory
            #[automatically_derived]
            unsafe impl #impl_generics __r::Reflect for #ident #ty_generics #where_clause {
                const INFO: &'static __r::TypeInfo<'static> = &__r::TypeInfo {
                    name: #name,
                    doc: #doc,
                    shape: #shape,
                    ops: __r::ValueOps {
                        default: #default,
                        clone: __r::Probe::<Self>::CLONE,
                        equals: __r::Probe::<Self>::EQUALS,
                        ..__r::ValueOps::of::<Self>()
                    },
                    rust_type: ::core::option::Option::Some(::core::any::TypeId::of::<Self>()),
                    flags: #flags,
                    label: #label,
                    icon: #icon,
                    color: #color,
                    aliases: #aliases,
                    global: #global,
                    availability: #availability,
                    meta: #meta,
                    methods: __r::Probe::<Self>::METHODS,
                };
            }
            #register
        };
    }
}

fn type_name(ident: &Ident, generics: &Generics, attrs: &TypeAttributes) -> TokenStream {
    let space = attrs.space.clone().unwrap_or_else(crate_name);
    let name = attrs.name.clone().unwrap_or_else(|| ident.to_string());
    let args = generics.type_params().map(|param| {
        let param = &param.ident;
        quote!(<#param as __r::Reflect>::LINK)
    });
    quote!(__r::TypeName { space: #space, ident: #name, args: &[#(#args),*], len: 0 })
}

/// The name of the crate being compiled, as paths write it.
pub fn crate_name() -> String {
    std::env::var("CARGO_PKG_NAME").unwrap_or_default().replace('-', "_")
}

fn flags(attrs: &TypeAttributes, base: Option<&TokenStream>) -> TokenStream {
    let mut flags = flag_tokens("TypeFlags", &attrs.flags);
    if let Some(base) = base {
        flags.extend(quote!(.with(#base)));
    }
    flags
}

/// The default operation, and what has to stand beside the impl for it.
fn default_op(
    ident: &Ident,
    ty_generics: &impl ToTokens,
    impl_generics: &impl ToTokens,
    where_clause: Option<&syn::WhereClause>,
    attrs: &TypeAttributes,
) -> (TokenStream, TokenStream) {
    if attrs.is_abstract {
        return (quote!(::core::option::Option::None), TokenStream::new());
    }
    let Some(factory) = &attrs.factory else {
        return (quote!(__r::Probe::<Self>::DEFAULT), TokenStream::new());
    };
    let item = quote! {
        trait Factory { unsafe fn make(at: *mut u8); }
        impl #impl_generics Factory for #ident #ty_generics #where_clause {
            unsafe fn make(at: *mut u8) {
                let fresh: Self = #factory();
                unsafe { at.cast::<Self>().write(fresh) }
            }
        }
    };
    (quote!(::core::option::Option::Some(<Self as Factory>::make)), item)
}

/// Leaves a registration in the binary: of a type (`info`) or of a holder of functions (`functions`).
pub fn register(what: &TokenStream, ty: &TokenStream) -> TokenStream {
    let from = crate_name();
    let (info, functions) = match what.to_string().as_str() {
        "info" => (quote!(Some(<#ty as __r::Reflect>::info)), quote!(None)),
        _ => (quote!(None), quote!(Some(#ty))),
    };
    quote! {
        __r::inventory::submit! {
            __r::Registration {
                info: ::core::option::Option::#info,
                functions: ::core::option::Option::#functions,
                from_crate: #from,
            }
        }
    }
}
