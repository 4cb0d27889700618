//! Checked attributes, ready to be written into a description.

use onefold_attributes::{
    Availability, Case, ColorKind, MemberAttrs, MemberContext, MethodContext, Origin, ParamContext, Receiver,
    Siblings, Spanned, TypeContext, TypeKind, VariantContext,
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Ident, Type};

use crate::attributes::Attributes;
use crate::context::Context;
use crate::kinds::kind_of;
use crate::signature::{self, Described};

/// Attributes of a type.
pub struct TypeAttributes {
    pub doc: String,
    pub name: Option<String>,
    pub space: Option<String>,
    pub rename_all: Option<Case>,
    pub base: Option<(syn::Path, Span)>,
    pub factory: Option<syn::Path>,
    pub is_abstract: bool,
    pub flags: Vec<&'static str>,
    pub label: Option<String>,
    pub icon: Option<String>,
    pub color: Option<String>,
    pub global: Option<String>,
    pub aliases: Vec<Spanned<String>>,
    pub availability: TokenStream,
    pub meta: TokenStream,
}

impl TypeAttributes {
    /// None at all.
    pub fn none() -> Self {
        Self::of(onefold_attributes::TypeAttrs::default(), String::new(), &mut Context::new())
    }

    pub fn read(found: Attributes, ident: &Ident, kind: TypeKind, cx: &mut Context) -> Self {
        let name = ident.to_string();
        let context = TypeContext { name: &name, kind, origin: Origin::Rust };
        let is_object = found.span_of("object", cx).is_some();
        let (mut attrs, errors) = onefold_attributes::check_type(&found.items, &context);
        cx.diagnostics(errors, ident.span());
        // A class with a base gets the flag from it: the base may be a plain value.
        attrs.object = is_object;
        Self::of(attrs, found.doc, cx)
    }

    fn of(attrs: onefold_attributes::TypeAttrs, doc: String, cx: &mut Context) -> Self {
        let flags = [(attrs.object, "OBJECT"), (attrs.is_abstract, "ABSTRACT"), (attrs.hidden, "HIDDEN")];
        let base = attrs.base.and_then(|base| path(&base, cx));
        Self {
            doc,
            name: value(attrs.name),
            space: value(attrs.space),
            rename_all: attrs.rename_all,
            base,
            factory: attrs.factory.and_then(|factory| path(&factory, cx)).map(|(path, _)| path),
            is_abstract: attrs.is_abstract,
            flags: names_of(&flags),
            label: attrs.label,
            icon: attrs.icon,
            color: attrs.color,
            global: value(attrs.global),
            aliases: attrs.aliases,
            availability: availability(&attrs.availability),
            meta: pairs(&attrs.meta),
        }
    }
}

/// A path that an attribute names, with its place.
fn path(text: &Spanned<String>, cx: &mut Context) -> Option<(syn::Path, Span)> {
    let span = cx.span(text.span);
    let parsed = syn::parse_str::<TokenStream>(&text.value)
        .map(|tokens| respan(tokens, span))
        .and_then(syn::parse2::<syn::Path>);
    match parsed {
        Ok(path) => Some((path, span)),
        Err(error) => {
            cx.error(span, format!("`{}` is no path: {error}", text.value));
            None
        }
    }
}

/// Tokens read from text, moved to the place of that text and resolved as if they were written there.
fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let proc_macro2::TokenTree::Group(group) = &token {
                let mut moved = proc_macro2::Group::new(group.delimiter(), respan(group.stream(), span));
                moved.set_span(span);
                return moved.into();
            }
            token.set_span(span);
            token
        })
        .collect()
}

/// The rule of an impl block.
pub fn impl_rename(found: &Attributes, cx: &mut Context) -> Option<Case> {
    let (attrs, errors) = onefold_attributes::check_impl(&found.items, Origin::Rust);
    cx.diagnostics(errors, Span::call_site());
    attrs.rename_all
}

/// Attributes of a member or parameter.
pub struct MemberAttributes {
    pub doc: String,
    pub name: Option<String>,
    pub aliases: Vec<Spanned<String>>,
    pub default: Option<String>,
    /// An expression of type `MemberAttrs`.
    pub tokens: TokenStream,
}

impl MemberAttributes {
    /// Of a field.
    pub fn read(
        found: Attributes,
        name: &str,
        ty: &Type,
        span: Span,
        siblings: Siblings<'_>,
        cx: &mut Context,
    ) -> Self {
        let (kind, item) = kind_of(ty);
        let context = MemberContext { name, kind, item, siblings, origin: Origin::Rust };
        let (attrs, errors) = onefold_attributes::check_member(&found.items, &context);
        cx.diagnostics(errors, span);
        Self::of(attrs, found.doc)
    }

    /// Reports what is wrong with the attributes of a field that is not described as a member.
    pub fn check(found: &Attributes, span: Span, cx: &mut Context) {
        let (_, errors) = onefold_attributes::check_member(&found.items, &MemberContext::default());
        cx.diagnostics(errors, span);
    }

    /// Of a parameter.
    pub fn of_param(param: &signature::Param, cx: &mut Context) -> Self {
        let (kind, item) = kind_of(&param.written);
        let name = param.ident.to_string();
        let context = ParamContext { name: &name, kind, item, origin: Origin::Rust };
        let (attrs, errors) = onefold_attributes::check_param(&param.attrs, &context);
        cx.diagnostics(errors, param.ident.span());
        Self::of(attrs, String::new())
    }

    fn of(attrs: MemberAttrs, doc: String) -> Self {
        let tokens = member_tokens(&attrs);
        Self {
            doc,
            name: value(attrs.name),
            aliases: attrs.aliases,
            default: attrs.default.map(|default| default.text),
            tokens,
        }
    }
}

/// The `MemberAttrs` of a description; only what is set is written.
fn member_tokens(attrs: &MemberAttrs) -> TokenStream {
    let mut fields = TokenStream::new();
    let mut set = |name: &str, value: TokenStream| {
        let name = Ident::new(name, Span::call_site());
        fields.extend(quote!(#name: #value,));
    };
    let is_color = |kinds: &[ColorKind]| attrs.color.is_some_and(|color| kinds.contains(&color));
    let flags = names_of(&[
        (attrs.read_only, "READ_ONLY"),
        (attrs.inspector_read_only, "INSPECTOR_READ_ONLY"),
        (attrs.hidden, "HIDDEN"),
        (attrs.transient, "TRANSIENT"),
        (attrs.multiline, "MULTILINE"),
        (attrs.code, "CODE"),
        (attrs.color.is_some(), "COLOR"),
        (is_color(&[ColorKind::Rgba]), "COLOR_ALPHA"),
        (is_color(&[ColorKind::Hdr]), "COLOR_HDR"),
    ]);
    if !flags.is_empty() {
        set("flags", flag_tokens("MemberFlags", &flags));
    }
    let texts = [
        ("label", &attrs.label),
        ("group", &attrs.group),
        ("subgroup", &attrs.subgroup),
        ("unit", &attrs.unit),
    ];
    for (name, text) in texts.into_iter().filter(|(_, text)| text.is_some()) {
        set(name, option(text));
    }
    for (name, condition) in [("show_if", &attrs.show_if), ("enable_if", &attrs.enable_if)] {
        if let Some(condition) = condition {
            set(name, option(&Some(&condition.value)));
        }
    }
    if let Some(default) = &attrs.default {
        set("default", option(&Some(&default.text)));
    }
    if let Some(range) = &attrs.range {
        let numbers = [range.min, range.max, range.soft_min, range.soft_max, range.step].map(number);
        let [min, max, soft_min, soft_max, step] = numbers;
        let range = quote!(__r::Range {
            min: #min, max: #max, soft_min: #soft_min, soft_max: #soft_max, step: #step
        });
        set("range", quote!(::core::option::Option::Some(#range)));
    }
    if let Some(kinds) = attrs.asset.as_ref().filter(|kinds| !kinds.is_empty()) {
        set("asset", quote!(&[#(#kinds),*]));
    }
    if !attrs.options.is_empty() {
        let options = attrs.options.iter().map(|(name, value)| quote!((#name, #value)));
        set("options", quote!(&[#(#options),*]));
    }
    if attrs.order != 0 {
        let order = attrs.order;
        set("order", quote!(#order));
    }
    if attrs.availability != Availability::default() {
        set("availability", availability(&attrs.availability));
    }
    if !attrs.meta.is_empty() {
        set("meta", pairs(&attrs.meta));
    }
    if fields.is_empty() {
        quote!(__r::MemberAttrs::NONE)
    } else {
        quote!(__r::MemberAttrs { #fields ..__r::MemberAttrs::NONE })
    }
}

fn number(value: f64) -> TokenStream {
    if value.is_finite() {
        return value.to_token_stream();
    }
    if value > 0.0 { quote!(f64::INFINITY) } else { quote!(f64::NEG_INFINITY) }
}

/// A computed member that a method backs.
#[derive(Clone)]
pub struct AccessorAttributes {
    pub writes: bool,
    pub member: (String, Span),
    pub aliases: Vec<Spanned<String>>,
    /// An expression of type `MemberAttrs`.
    pub tokens: TokenStream,
}

/// Attributes of a method or function.
#[derive(Clone)]
pub struct MethodAttributes {
    pub doc: String,
    pub name: Option<String>,
    pub flags: Vec<&'static str>,
    pub overridable: bool,
    pub label: Option<String>,
    pub aliases: Vec<Spanned<String>>,
    pub accessor: Option<AccessorAttributes>,
    pub overload_of: Option<(String, Span)>,
    pub space: Option<String>,
    pub availability: TokenStream,
    pub meta: TokenStream,
}

impl MethodAttributes {
    /// Reports what is wrong with the attributes of a method that is not described.
    pub fn check(found: &Attributes, span: Span, cx: &mut Context) {
        let (_, errors) = onefold_attributes::check_method(&found.items, &MethodContext::default());
        cx.diagnostics(errors, span);
    }

    pub fn read(found: Attributes, ident: &Ident, sig: &Described, cx: &mut Context) -> Self {
        let name = syn::ext::IdentExt::unraw(ident).to_string();
        let getter = found.items.iter().any(|item| item.name == "get");
        let value = if getter {
            syn::parse2(sig.output.value.clone()).ok()
        } else {
            sig.params.last().map(|param| param.written.clone())
        };
        let (kind, item) = value.as_ref().map(kind_of).unwrap_or_default();
        let context = MethodContext {
            name: &name,
            receiver: receiver(sig.receiver),
            params: sig.params.len(),
            returns: !sig.output.is_unit,
            value: kind,
            item,
            siblings: Siblings::default(),
            origin: Origin::Rust,
        };
        let (attrs, errors) = onefold_attributes::check_method(&found.items, &context);
        cx.diagnostics(errors, ident.span());
        let flags = names_of(&[
            (attrs.overridable, "OVERRIDABLE"),
            (attrs.button, "BUTTON"),
            (attrs.hidden, "HIDDEN"),
            (attrs.accessor.is_some(), "ACCESSOR"),
        ]);
        Self {
            doc: found.doc,
            name: self::value(attrs.name),
            flags,
            overridable: attrs.overridable,
            label: attrs.label,
            aliases: attrs.aliases,
            accessor: attrs.accessor.map(|accessor| AccessorAttributes {
                writes: accessor.writes,
                member: (accessor.member.value, cx.span(accessor.member.span)),
                tokens: member_tokens(&accessor.attrs),
                aliases: accessor.attrs.aliases,
            }),
            space: self::value(attrs.space),
            overload_of: attrs.overload_of.map(|of| (of.value, cx.span(of.span))),
            availability: availability(&attrs.availability),
            meta: pairs(&attrs.meta),
        }
    }
}

fn receiver(receiver: signature::Receiver) -> Receiver {
    match receiver {
        signature::Receiver::None => Receiver::None,
        signature::Receiver::Leaf => Receiver::Leaf,
        signature::Receiver::LeafMut => Receiver::LeafMut,
        signature::Receiver::World => Receiver::World,
        signature::Receiver::WorldStatic => Receiver::WorldStatic,
    }
}

/// Attributes of a variant.
pub struct VariantAttributes {
    pub doc: String,
    pub name: Option<String>,
    pub label: Option<String>,
    pub aliases: Vec<Spanned<String>>,
    pub rename_all: Option<Case>,
    pub availability: TokenStream,
}

impl VariantAttributes {
    pub fn read(found: Attributes, ident: &Ident, cx: &mut Context) -> Self {
        let name = ident.to_string();
        let context = VariantContext { name: &name, origin: Origin::Rust };
        let (attrs, errors) = onefold_attributes::check_variant(&found.items, &context);
        cx.diagnostics(errors, ident.span());
        Self {
            doc: found.doc,
            name: value(attrs.name),
            label: attrs.label,
            aliases: attrs.aliases,
            rename_all: attrs.rename_all,
            availability: availability(&attrs.availability),
        }
    }
}

fn value(spanned: Option<Spanned<String>>) -> Option<String> {
    spanned.map(|spanned| spanned.value)
}

fn names_of(flags: &[(bool, &'static str)]) -> Vec<&'static str> {
    flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect()
}

/// An expression of a flags type.
pub fn flag_tokens(ty: &str, flags: &[&str]) -> TokenStream {
    let ty = Ident::new(ty, Span::call_site());
    let flags = flags.iter().map(|flag| Ident::new(flag, Span::call_site()));
    quote!(__r::#ty::NONE #(.with(__r::#ty::#flags))*)
}

/// An expression of an `Option`.
pub fn option(value: &Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// A slice of names.
pub fn list(names: &[Spanned<String>]) -> TokenStream {
    let names = names.iter().map(|name| &name.value);
    quote!(&[#(#names),*])
}

fn pairs(pairs: &[(String, String)]) -> TokenStream {
    let pairs = pairs.iter().map(|(key, value)| quote!((#key, #value)));
    quote!(&[#(#pairs),*])
}

fn availability(from: &Availability) -> TokenStream {
    let text = |spanned: &Option<Spanned<String>>| spanned.as_ref().map(|one| one.value.clone());
    let fields = [
        ("since", text(&from.since)),
        ("until", text(&from.until)),
        ("deprecated", from.deprecated.clone()),
        ("replacement", from.replacement.clone()),
        ("variant_of", text(&from.variant_of)),
        ("feature", from.feature.clone()),
    ];
    if fields.iter().all(|(_, value)| value.is_none()) {
        return quote!(__r::Availability::ALWAYS);
    }
    let fields = fields.iter().filter(|(_, value)| value.is_some()).map(|(name, value)| {
        let name = Ident::new(name, Span::call_site());
        let value = option(value);
        quote!(#name: #value,)
    });
    quote!(__r::Availability { #(#fields)* ..__r::Availability::ALWAYS })
}
