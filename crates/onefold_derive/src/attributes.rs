//! From `#[reflect(…)]` tokens and doc comments to the neutral tree that `onefold_attributes` checks.

use onefold_attributes::{AttrArg, AttrItem, AttrValue};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Lit, Meta, RangeLimits, Token, UnOp};

use crate::context::Context;

/// The attributes of one item.
pub struct Attributes {
    /// As the checks want them.
    pub items: Vec<AttrItem>,
    /// The doc comment, joined and trimmed.
    pub doc: String,
    /// There was a `#[reflect]`, with or without arguments.
    pub mentioned: bool,
}

impl Attributes {
    /// Reads the attributes of an item and takes `crate = …` out of them into the context.
    pub fn read(attrs: &[Attribute], cx: &mut Context) -> Self {
        let mut found = Self { items: Vec::new(), doc: doc_of(attrs), mentioned: false };
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("reflect")) {
            found.mentioned = true;
            match &attr.meta {
                Meta::Path(_) => {}
                Meta::List(list) => found.read_list(list.tokens.clone(), cx),
                Meta::NameValue(pair) => cx.error(pair.span(), "write `#[reflect(name = value)]`"),
            }
        }
        found
    }

    /// Reads the arguments of the attribute macro itself.
    pub fn read_list(&mut self, tokens: TokenStream, cx: &mut Context) {
        match Punctuated::<RawItem, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(items) => {
                for item in items {
                    match item.crate_path {
                        Some(path) => cx.krate = path,
                        None => self.items.push(item.into_tree(cx)),
                    }
                }
            }
            Err(error) => cx.syn_error(error),
        }
    }

    /// The canonical name that the attributes give.
    pub fn name(&self) -> Option<String> {
        let item = self.items.iter().find(|item| item.name == "name")?;
        match &item.args.first()?.value {
            AttrValue::Text(text) | AttrValue::Word(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// Where an attribute stands, when it is there.
    pub fn span_of(&self, name: &str, cx: &Context) -> Option<Span> {
        self.items.iter().find(|item| item.name == name).map(|item| cx.span(item.span))
    }
}

/// The doc comment of an item, joined and trimmed.
fn doc_of(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(lit) = &pair.value
            && let Lit::Str(text) = &lit.lit
        {
            let text = text.value();
            lines.extend(
                text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()),
            );
            if text.is_empty() {
                lines.push(String::new());
            }
        }
    }
    lines.join("\n").trim().to_owned()
}

/// Removes the attributes that only this macro understands.
pub fn strip(attrs: &mut Vec<Attribute>) {
    attrs.retain(|attr| !attr.path().is_ident("reflect"));
}

struct RawItem {
    name: String,
    span: Span,
    args: Vec<RawArg>,
    crate_path: Option<TokenStream>,
}

struct RawArg {
    key: Option<String>,
    value: RawValue,
    span: Span,
}

enum RawValue {
    Known(AttrValue),
    Wrong(syn::Error),
}

impl Parse for RawItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ident = Ident::parse_any(input)?;
        let mut item =
            Self { name: ident.unraw().to_string(), span: ident.span(), args: Vec::new(), crate_path: None };
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if item.name == "crate" {
                item.crate_path = Some(crate_path(input)?);
                return Ok(item);
            }
            item.args.push(value_arg(input)?);
        } else if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            let args = Punctuated::<RawArg, Token![,]>::parse_terminated(&content)?;
            item.args.extend(args);
        }
        if !input.is_empty() && !input.peek(Token![,]) {
            return Err(input.error("expected `,`"));
        }
        Ok(item)
    }
}

/// `crate = path` or `crate = "path"`.
fn crate_path(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    if input.peek(syn::LitStr) {
        let text: syn::LitStr = input.parse()?;
        return Ok(text.parse_with(syn::Path::parse_mod_style)?.into_token_stream());
    }
    Ok(syn::Path::parse_mod_style(input)?.into_token_stream())
}

impl Parse for RawArg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let keyed = (input.peek(Ident::peek_any) || input.peek(syn::LitStr))
            && input.peek2(Token![=])
            && !input.peek2(Token![==]);
        if !keyed {
            return value_arg(input);
        }
        let (key, span) = if input.peek(syn::LitStr) {
            let text: syn::LitStr = input.parse()?;
            (text.value(), text.span())
        } else {
            let ident = Ident::parse_any(input)?;
            (ident.unraw().to_string(), ident.span())
        };
        input.parse::<Token![=]>()?;
        let value = value_arg(input)?;
        Ok(Self { key: Some(key), span, ..value })
    }
}

fn value_arg(input: ParseStream<'_>) -> syn::Result<RawArg> {
    let expr: Expr = input.parse()?;
    let span = expr.span();
    let value = match value_of(&expr) {
        Ok(value) => RawValue::Known(value),
        Err(error) => RawValue::Wrong(error),
    };
    Ok(RawArg { key: None, value, span })
}

impl RawItem {
    fn into_tree(self, cx: &mut Context) -> AttrItem {
        let mut args = Vec::new();
        for arg in self.args {
            match arg.value {
                RawValue::Known(value) => {
                    args.push(AttrArg { key: arg.key, value, span: cx.span_id(arg.span) })
                }
                RawValue::Wrong(error) => cx.syn_error(error),
            }
        }
        AttrItem { name: self.name, args, span: cx.span_id(self.span) }
    }
}

fn value_of(expr: &Expr) -> syn::Result<AttrValue> {
    Ok(match expr {
        Expr::Lit(lit) => lit_value(&lit.lit, false)?.unwrap_or_else(|| source(expr)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(lit) => lit_value(&lit.lit, true)?.unwrap_or_else(|| source(expr)),
            _ => source(expr),
        },
        Expr::Path(path) if path.qself.is_none() => AttrValue::Word(path_text(&path.path)),
        Expr::Range(range) => {
            if matches!((&range.limits, &range.end), (RangeLimits::HalfOpen(_), Some(_))) {
                return Err(syn::Error::new(
                    range.limits.span(),
                    "both ends belong to the range: write `..=`",
                ));
            }
            let end = |end: &Option<Box<Expr>>| end.as_deref().map(number).transpose();
            AttrValue::Range(end(&range.start)?, end(&range.end)?)
        }
        Expr::Array(array) => AttrValue::List(array.elems.iter().map(value_of).collect::<syn::Result<_>>()?),
        Expr::Group(group) => value_of(&group.expr)?,
        _ => source(expr),
    })
}

fn source(expr: &Expr) -> AttrValue {
    AttrValue::Expr(expr.to_token_stream().to_string())
}

/// A type as people write it: without the blanks that tokens print with.
pub fn type_text(ty: &syn::Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// A path as people write it: without the blanks that tokens print with.
pub fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

fn lit_value(lit: &Lit, negative: bool) -> syn::Result<Option<AttrValue>> {
    Ok(Some(match lit {
        Lit::Str(text) if !negative => AttrValue::Text(text.value()),
        Lit::Bool(value) if !negative => AttrValue::Bool(value.value),
        Lit::Int(int) => {
            let digits = format!("{}{}", if negative { "-" } else { "" }, int.base10_digits());
            match digits.parse() {
                Ok(value) => AttrValue::Int(value),
                Err(_) => return Err(syn::Error::new(int.span(), "the number does not fit 64 bits")),
            }
        }
        Lit::Float(float) => {
            let value: f64 = float.base10_parse()?;
            AttrValue::Float(if negative { -value } else { value })
        }
        _ => return Ok(None),
    }))
}

fn number(expr: &Expr) -> syn::Result<f64> {
    match value_of(expr)? {
        AttrValue::Int(value) => Ok(value as f64),
        AttrValue::Float(value) => Ok(value),
        _ => Err(syn::Error::new(expr.span(), "expected a number")),
    }
}
