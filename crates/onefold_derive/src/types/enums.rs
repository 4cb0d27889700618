//! Enums, with and without data.

use onefold_attributes::Named;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DataEnum, DeriveInput, Fields, Ident, Member, Variant};

use super::Shape;
use super::structs::{self, Written, check, field_tokens, name_of, nothing, plain_name};
use crate::attributes::Attributes;
use crate::context::Context;
use crate::vocabulary::{MemberAttributes, TypeAttributes, VariantAttributes, list, option};

/// A variant with what its attributes say.
struct Described<'i> {
    variant: &'i Variant,
    name: String,
    attrs: VariantAttributes,
    /// The described fields of the payload.
    fields: Vec<structs::Described<'i>>,
}

pub fn shape(input: &DeriveInput, data: &DataEnum, attrs: &TypeAttributes, cx: &mut Context) -> Shape {
    if data.variants.is_empty() {
        cx.error(input.ident.span(), "an enum without variants has no values, so it cannot be described");
        return nothing();
    }
    let described: Vec<Described<'_>> = data.variants.iter().map(|one| describe(one, attrs, cx)).collect();
    check_names(&described, cx);
    check_skips(&described, cx);
    let has_data = data.variants.iter().any(|variant| !variant.fields.is_empty());
    let variants = values(&data.variants.iter().collect::<Vec<_>>(), has_data);
    let variants = described.iter().zip(variants).map(|(one, value)| variant_tokens(one, &value));
    let shape = quote! {
        __r::Shape::Enum(__r::EnumInfo {
            variants: &[#(#variants),*],
            ops: __r::EnumOps {
                variant: <Self as Switch>::variant,
                create: <Self as Switch>::create,
                payload: <Self as Switch>::payload,
            },
        })
    };
    Shape { shape, base_flags: None, items: switch(input, &described, cx) }
}

fn describe<'i>(variant: &'i Variant, ty: &TypeAttributes, cx: &mut Context) -> Described<'i> {
    let found = Attributes::read(&variant.attrs, cx);
    let attrs = VariantAttributes::read(found, &variant.ident, cx);
    let own = plain_name(&variant.ident);
    let name = attrs
        .name
        .clone()
        .unwrap_or_else(|| ty.rename_all.map_or_else(|| own.clone(), |rule| rule.apply(&own)));
    let mut written = Vec::new();
    for (at, field) in variant.fields.iter().enumerate() {
        let found = Attributes::read(&field.attrs, cx);
        if found.span_of("skip", cx).is_some() {
            MemberAttributes::check(&found, field.span(), cx);
            continue;
        }
        if let Some(span) = found.span_of("base", cx) {
            cx.error(span, "a variant has no base");
        }
        let member = field.ident.clone().map_or_else(|| Member::Unnamed(at.into()), Member::Named);
        let name = match &member {
            // Skipped fields leave no gap in the numbers.
            Member::Unnamed(_) => found.name().unwrap_or_else(|| written.len().to_string()),
            Member::Named(_) => name_of(&found, &member, attrs.rename_all),
        };
        written.push(Written { field, member, name, found });
    }
    Described { variant, name, attrs, fields: check(written, true, cx) }
}

/// A value of an enum without described data travels as its number alone, so nothing may hide beside that.
fn check_skips(described: &[Described<'_>], cx: &mut Context) {
    if described.iter().any(|one| !one.fields.is_empty()) {
        return;
    }
    if let Some(field) = described.iter().find_map(|one| one.variant.fields.iter().next()) {
        cx.error(field.span(), "an enum with data describes some of it: not all of it can be skipped");
    }
}

fn check_names(described: &[Described<'_>], cx: &mut Context) {
    let named = described.iter().map(|one| Named {
        what: "variant",
        name: &one.name,
        aliases: &one.attrs.aliases,
        span: cx.span_id(one.variant.ident.span()),
        shares: false,
    });
    let named: Vec<Named<'_>> = named.collect();
    cx.clashes(&named);
}

/// The number of each variant, as an expression of type `i64`.
fn values(variants: &[&Variant], has_data: bool) -> Vec<TokenStream> {
    let mut start = quote!(0);
    let mut past = 0_i64;
    let mut out = Vec::new();
    for variant in variants {
        let ident = &variant.ident;
        if !has_data {
            let empty = match &variant.fields {
                Fields::Unit => TokenStream::new(),
                Fields::Named(_) => quote!({}),
                Fields::Unnamed(_) => quote!(()),
            };
            out.push(quote!(Self::#ident #empty as i64));
            continue;
        }
        if let Some((_, value)) = &variant.discriminant {
            start = quote!((#value));
            past = 0;
        }
        out.push(if past == 0 { quote!(#start as i64) } else { quote!(#start as i64 + #past) });
        past += 1;
    }
    out
}

fn variant_tokens(one: &Described<'_>, value: &TokenStream) -> TokenStream {
    let Described { name, attrs, fields, variant } = one;
    let doc = &attrs.doc;
    let label = option(&attrs.label);
    let aliases = list(&attrs.aliases);
    let availability = &attrs.availability;
    let tuple = matches!(variant.fields, Fields::Unnamed(_));
    // Payload fields have no fixed offset: they are reached through `EnumOps::payload`.
    let fields = fields.iter().map(|field| field_tokens(field, &quote!(usize::MAX)));
    quote! {
        __r::VariantInfo {
            name: #name,
            doc: #doc,
            label: #label,
            aliases: #aliases,
            value: #value,
            fields: &[#(#fields),*],
            tuple: #tuple,
            availability: #availability,
        }
    }
}

/// The functions that read and switch the enum, in a local trait so that they may use its type parameters.
fn switch(input: &DeriveInput, described: &[Described<'_>], cx: &Context) -> TokenStream {
    let ident = &input.ident;
    let generics = super::with_bounds(&input.generics, &cx.krate);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = input.generics.split_for_impl();
    let numbers = described.iter().enumerate().map(|(at, one)| {
        let (name, at) = (&one.variant.ident, at as u32);
        quote!(Self::#name { .. } => #at)
    });
    let creates =
        described.iter().enumerate().map(|(at, one)| create_arm(one.variant, at as u32, &one.fields));
    let payloads = described.iter().filter(|one| !one.fields.is_empty()).map(payload_arm);
    quote! {
        trait Switch {
            unsafe fn variant(at: *const u8) -> u32;
            unsafe fn create(at: *mut u8, variant: u32) -> bool;
            unsafe fn payload(at: *const u8, field: u32) -> *const u8;
        }
        impl #impl_generics Switch for #ident #ty_generics #where_clause {
            unsafe fn variant(at: *const u8) -> u32 {
                match unsafe { &*at.cast::<Self>() } { #(#numbers,)* }
            }
            unsafe fn create(at: *mut u8, variant: u32) -> bool {
                let fresh: Self = match variant {
                    #(#creates)*
                    _ => return false,
                };
                unsafe { at.cast::<Self>().write(fresh) };
                true
            }
            unsafe fn payload(at: *const u8, field: u32) -> *const u8 {
                match unsafe { &*at.cast::<Self>() } {
                    #(#payloads)*
                    #[allow(unreachable_patterns)]
                    _ => { let _ = field; ::core::ptr::null() }
                }
            }
        }
    }
}

fn create_arm(variant: &Variant, at: u32, described: &[structs::Described<'_>]) -> TokenStream {
    let ident = &variant.ident;
    let mut lets = TokenStream::new();
    let mut inits = TokenStream::new();
    for (place, field) in variant.fields.iter().enumerate() {
        let var = format_ident!("f{place}");
        let ty = &field.ty;
        let span = Span::call_site().located_at(ty.span());
        lets.extend(if described.iter().any(|one| std::ptr::eq(one.field, field)) {
            quote_spanned! {span=>
                let ::core::option::Option::Some(#var) = __r::__private::default_of::<#ty>() else { return false };
            }
        } else {
            quote_spanned!(span=> let #var = <#ty as ::core::default::Default>::default();)
        });
        match &field.ident {
            Some(name) => inits.extend(quote!(#name: #var,)),
            None => {
                let index = syn::Index::from(place);
                inits.extend(quote!(#index: #var,));
            }
        }
    }
    quote!(#at => { #lets Self::#ident { #inits } })
}

fn payload_arm(one: &Described<'_>) -> TokenStream {
    let ident = &one.variant.ident;
    let vars: Vec<Ident> = (0..one.fields.len()).map(|at| format_ident!("f{at}")).collect();
    let binds = one.fields.iter().zip(&vars).map(|(field, var)| {
        let member = &field.member;
        quote!(#member: #var)
    });
    let arms = vars.iter().enumerate().map(|(at, var)| {
        let at = at as u32;
        quote!(#at => __r::__private::part_of(at, #var))
    });
    quote! {
        Self::#ident { #(#binds,)* .. } => match field { #(#arms,)* _ => ::core::ptr::null() },
    }
}
