//! Structs, tuple structs and unit structs.

use onefold_attributes::{Case, Named, Sibling, Siblings};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DataStruct, DeriveInput, Field, Fields, Index, Member, Type};

use super::Shape;
use crate::attributes::Attributes;
use crate::context::Context;
use crate::kinds::field_kind;
use crate::vocabulary::{MemberAttributes, TypeAttributes, list};

/// A field that is to be described.
pub struct Written<'i> {
    pub field: &'i Field,
    pub member: Member,
    pub name: String,
    pub found: Attributes,
}

/// A field with its checked attributes.
pub struct Described<'i> {
    pub field: &'i Field,
    pub member: Member,
    pub name: String,
    pub attrs: MemberAttributes,
}

/// The shape of a struct without members.
pub fn nothing() -> Shape {
    let shape = quote!(__r::Shape::Struct(__r::StructInfo::new(&[])));
    Shape { shape, base_flags: None, items: TokenStream::new() }
}

pub fn shape(input: &DeriveInput, data: &DataStruct, attrs: &TypeAttributes, cx: &mut Context) -> Shape {
    let mut base = None;
    let mut written = Vec::new();
    for (at, field) in data.fields.iter().enumerate() {
        let found = Attributes::read(&field.attrs, cx);
        if found.span_of("skip", cx).is_some() {
            MemberAttributes::check(&found, field.span(), cx);
            continue;
        }
        let member = field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(at)), Member::Named);
        if let Some(span) = found.span_of("base", cx) {
            MemberAttributes::check(&found, field.span(), cx);
            match base {
                None => base = Some((field, member, span)),
                Some(_) => cx.error(span, "a type has one base"),
            }
            continue;
        }
        let name = name_of(&found, &member, attrs.rename_all);
        written.push(Written { field, member, name, found });
    }
    let described = check(written, base.is_none(), cx);
    let tuple = matches!(data.fields, Fields::Unnamed(_));
    let (base, base_flags, items) = base_tokens(input, base, attrs, cx);
    let members = described.iter().map(member_tokens);
    let shape = quote! {
        __r::Shape::Struct(__r::StructInfo {
            base: #base,
            members: &[#(#members),*],
            computed: __r::Probe::<Self>::COMPUTED,
            tuple: #tuple,
        })
    };
    Shape { shape, base_flags, items }
}

/// The canonical name of a field: needed before its attributes are checked, since conditions speak of siblings.
pub fn name_of(found: &Attributes, member: &Member, rename: Option<Case>) -> String {
    if let Some(given) = found.name() {
        return given;
    }
    match member {
        Member::Named(ident) => {
            rename.map_or_else(|| plain_name(ident), |rule| rule.apply(&plain_name(ident)))
        }
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Checks the attributes and names of fields; `complete` when they have no base beside them.
pub fn check<'i>(written: Vec<Written<'i>>, complete: bool, cx: &mut Context) -> Vec<Described<'i>> {
    let names: Vec<String> = written.iter().map(|one| one.name.clone()).collect();
    let known: Vec<Sibling<'_>> = names
        .iter()
        .zip(&written)
        .map(|(name, one)| Sibling { name, kind: field_kind(&one.field.ty) })
        .collect();
    let siblings = Siblings { known: &known, complete };
    let mut described = Vec::new();
    for Written { field, member, name, found } in written {
        let own = match &member {
            Member::Named(ident) => plain_name(ident),
            Member::Unnamed(index) => index.index.to_string(),
        };
        let attrs = MemberAttributes::read(found, &own, &field.ty, member.span(), siblings, cx);
        described.push(Described { field, member, name, attrs });
    }
    let named = described.iter().map(|one| Named {
        what: "member",
        name: &one.name,
        aliases: &one.attrs.aliases,
        span: cx.span_id(one.member.span()),
        shares: false,
    });
    let named: Vec<Named<'_>> = named.collect();
    cx.clashes(&named);
    described
}

/// An identifier without `r#`.
pub fn plain_name(ident: &syn::Ident) -> String {
    syn::ext::IdentExt::unraw(ident).to_string()
}

fn member_tokens(one: &Described<'_>) -> TokenStream {
    let member = &one.member;
    field_tokens(one, &quote!(::core::mem::offset_of!(Self, #member)))
}

/// A `MemberInfo` of a field.
pub fn field_tokens(one: &Described<'_>, offset: &TokenStream) -> TokenStream {
    let Described { field, name, attrs, .. } = one;
    let link = link(&field.ty);
    let doc = &attrs.doc;
    let aliases = list(&attrs.aliases);
    let attrs = &attrs.tokens;
    quote! {
        __r::MemberInfo {
            name: #name,
            doc: #doc,
            link: #link,
            access: __r::Access::Field { offset: #offset },
            aliases: #aliases,
            attrs: #attrs,
        }
    }
}

/// The link to a type, with errors at the type.
pub fn link(ty: &Type) -> TokenStream {
    quote_spanned!(Span::call_site().located_at(ty.span())=> <#ty as __r::Reflect>::LINK)
}

type Base<'i> = Option<(&'i Field, Member, Span)>;

/// The base, its flags, and the check that the type names it rightly.
fn base_tokens(
    input: &DeriveInput,
    base: Base<'_>,
    attrs: &TypeAttributes,
    cx: &mut Context,
) -> (TokenStream, Option<TokenStream>, TokenStream) {
    let none = quote!(::core::option::Option::None);
    match (base, &attrs.base) {
        (None, None) => (none, None, TokenStream::new()),
        (None, Some((_, span))) => {
            cx.error(*span, "the field that holds the base is missing: mark it `#[reflect(base)]`");
            (none, None, TokenStream::new())
        }
        (Some((field, _, span)), None) => {
            let ty = crate::attributes::type_text(&field.ty);
            cx.error(span, format!("name the base on the type too: `#[reflect(base = {ty})]`"));
            (none, None, TokenStream::new())
        }
        (Some((field, member, _)), Some((named, _))) => {
            let ty = &field.ty;
            let link = link(ty);
            let tokens = quote! {
                ::core::option::Option::Some(__r::BaseInfo {
                    link: #link,
                    offset: ::core::mem::offset_of!(Self, #member),
                })
            };
            let flags = quote!(__r::__private::inherited_flags::<#ty>());
            let at = Span::call_site().located_at(named.span());
            let check = input.generics.params.is_empty().then(|| {
                quote_spanned! {at=>
                    const _: fn(#ty) -> #named = |base| base;
                }
            });
            (tokens, Some(flags), check.unwrap_or_default())
        }
    }
}
