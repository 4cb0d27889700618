//! The signature of a described function: what it is called on, how each parameter travels, what it gives back.

use onefold_attributes::AttrItem;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Ident, Pat, PathArguments, ReturnType, Signature, Type,
    TypeReference,
};

use crate::attributes::{Attributes, strip};
use crate::context::Context;

/// What a function is called on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    None,
    Leaf,
    LeafMut,
    World,
    WorldStatic,
}

impl Receiver {
    /// Name of the value in the description.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Leaf => "Leaf",
            Self::LeafMut => "LeafMut",
            Self::World => "World",
            Self::WorldStatic => "WorldStatic",
        }
    }
}

/// How a parameter is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// `T`
    Value,
    /// `&T`
    Ref,
    /// `&str`
    Text,
    /// `&[T]`
    Slice,
    /// `&mut T`
    Mut,
}

/// One described parameter.
pub struct Param {
    pub ident: Ident,
    pub pass: Pass,
    /// The described type: `String` for `&str`, `Vec<T>` for `&[T]`.
    pub ty: TokenStream,
    /// The type as written.
    pub written: Type,
    pub attrs: Vec<AttrItem>,
}

/// What a function gives back.
pub struct Output {
    /// The described type, inside a `Result` if there is one.
    pub ty: TokenStream,
    /// Nothing is given back.
    pub is_unit: bool,
    /// The value inside the `Result` if there is one, else the whole.
    pub value: TokenStream,
    /// Turns a borrowed result into an owned one: `to_owned`, `to_vec`, `clone`.
    pub owned_by: Option<&'static str>,
    pub span: Span,
}

/// A signature that a description can express.
pub struct Described {
    pub receiver: Receiver,
    pub params: Vec<Param>,
    pub output: Output,
}

/// Reads a signature, and takes the attributes off its parameters; none when a call shape cannot express it.
pub fn read(sig: &mut Signature, in_impl: bool, cx: &mut Context) -> Option<Described> {
    let mut fine = check_kind(sig, cx);
    let receiver = receiver_of(sig, in_impl, cx);
    let skip = match receiver {
        Some(Receiver::World) => 2,
        Some(Receiver::None) => 0,
        _ => 1,
    };
    let mut params = Vec::new();
    for input in sig.inputs.iter_mut().skip(skip) {
        match input {
            FnArg::Typed(typed) => {
                let attrs = Attributes::read(&typed.attrs, cx);
                strip(&mut typed.attrs);
                match param(&typed.pat, &typed.ty, attrs.items, cx) {
                    Some(param) => params.push(param),
                    None => fine = false,
                }
            }
            FnArg::Receiver(it) => {
                cx.error(it.span(), "a receiver comes first");
                fine = false;
            }
        }
    }
    let output = output(&sig.output, cx)?;
    (fine && receiver.is_some()).then_some(Described { receiver: receiver?, params, output })
}

fn check_kind(sig: &Signature, cx: &mut Context) -> bool {
    let mut fine = true;
    let mut refuse = |span: Span, text: &str| {
        cx.error(span, text);
        fine = false;
    };
    if let Some(token) = &sig.asyncness {
        refuse(token.span(), "an async function cannot be described; mark it `#[reflect(skip)]`");
    }
    if let Some(token) = &sig.unsafety {
        refuse(token.span(), "an unsafe function cannot be described; mark it `#[reflect(skip)]`");
    }
    if let Some(token) = &sig.variadic {
        refuse(token.span(), "a variadic function cannot be described");
    }
    for generic in &sig.generics.params {
        if !matches!(generic, GenericParam::Lifetime(_)) {
            refuse(generic.span(), "a generic function cannot be described; mark it `#[reflect(skip)]`");
        }
    }
    fine
}

fn receiver_of(sig: &Signature, in_impl: bool, cx: &mut Context) -> Option<Receiver> {
    let mut inputs = sig.inputs.iter();
    match inputs.next() {
        Some(FnArg::Receiver(it)) if !in_impl => {
            cx.error(it.span(), "put `#[reflect]` on the impl block; its methods are described there");
            None
        }
        Some(FnArg::Receiver(it)) => match (&it.reference, &it.mutability) {
            (Some(_), Some(_)) if it.colon_token.is_none() => Some(Receiver::LeafMut),
            (Some(_), None) if it.colon_token.is_none() => Some(Receiver::Leaf),
            _ => {
                let text =
                    "a described method takes `&self`, `&mut self` or `this: Handle<Self>, cx: &mut Cx`";
                cx.error(it.span(), text);
                None
            }
        },
        Some(FnArg::Typed(first)) if in_impl && is_named(&first.pat, "this") => match inputs.next() {
            Some(FnArg::Typed(second)) if is_cx(&second.ty) && is_path_to(&first.ty, "Handle") => {
                Some(Receiver::World)
            }
            _ => {
                cx.error(first.span(), "a world method starts with `this: Handle<Self>, cx: &mut Cx`");
                None
            }
        },
        Some(FnArg::Typed(first)) if is_cx(&first.ty) => Some(Receiver::WorldStatic),
        _ => Some(Receiver::None),
    }
}

fn is_named(pat: &Pat, name: &str) -> bool {
    matches!(pat, Pat::Ident(ident) if ident.ident == name)
}

fn is_cx(ty: &Type) -> bool {
    matches!(ty, Type::Reference(TypeReference { mutability: Some(_), elem, .. }) if is_path_to(elem, "Cx"))
}

fn is_path_to(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

fn param(pat: &Pat, ty: &Type, attrs: Vec<AttrItem>, cx: &mut Context) -> Option<Param> {
    let Pat::Ident(name) = pat else {
        cx.error(pat.span(), "a described parameter needs a name");
        return None;
    };
    if is_cx(ty) {
        cx.error(ty.span(), "`cx` comes first, or after `this: Handle<Self>`");
        return None;
    }
    let (pass, described) = passed(ty, cx)?;
    Some(Param { ident: name.ident.clone(), pass, ty: described, written: ty.clone(), attrs })
}

fn passed(ty: &Type, cx: &mut Context) -> Option<(Pass, TokenStream)> {
    let Type::Reference(reference) = ty else { return plain(ty, cx).map(|ty| (Pass::Value, ty)) };
    if reference.mutability.is_some() {
        return plain(&reference.elem, cx).map(|ty| (Pass::Mut, ty));
    }
    borrowed(reference, cx).map(|(pass, ty, _)| (pass, ty))
}

/// What a shared reference stands for, and how it becomes owned.
fn borrowed(reference: &TypeReference, cx: &mut Context) -> Option<(Pass, TokenStream, &'static str)> {
    match &*reference.elem {
        Type::Path(path) if path.path.is_ident("str") => {
            Some((Pass::Text, quote!(::std::string::String), "to_owned"))
        }
        Type::Slice(slice) => {
            let item = plain(&slice.elem, cx)?;
            Some((Pass::Slice, quote!(::std::vec::Vec<#item>), "to_vec"))
        }
        other => plain(other, cx).map(|ty| (Pass::Ref, ty, "clone")),
    }
}

/// A type that can have a description at all.
fn plain(ty: &Type, cx: &mut Context) -> Option<TokenStream> {
    let what = match ty {
        Type::Path(path) if path.path.is_ident("str") => "`&mut str`",
        Type::Path(_) | Type::Array(_) | Type::Tuple(_) | Type::Macro(_) => {
            return Some(ty.to_token_stream());
        }
        Type::Paren(inner) => return plain(&inner.elem, cx),
        Type::Group(inner) => return plain(&inner.elem, cx),
        Type::TraitObject(_) => "a trait object",
        Type::ImplTrait(_) => "an `impl Trait`",
        Type::Slice(_) => "a slice behind `&mut`",
        Type::Reference(_) => "a reference inside a reference",
        Type::Ptr(_) => "a raw pointer",
        Type::BareFn(_) => "a function pointer",
        Type::Never(_) => "`!`",
        _ => "this type",
    };
    let text = format!("{what} cannot travel in a described call; mark the function `#[reflect(skip)]`");
    cx.error(ty.span(), text);
    None
}

fn output(output: &ReturnType, cx: &mut Context) -> Option<Output> {
    let unit = |span| Output { ty: quote!(()), is_unit: true, value: quote!(()), owned_by: None, span };
    let ReturnType::Type(_, ty) = output else { return Some(unit(Span::call_site())) };
    if is_unit(ty) {
        return Some(unit(ty.span()));
    }
    if let Type::Reference(reference) = &**ty {
        if reference.mutability.is_some() {
            cx.error(ty.span(), "a described function gives values back, not references");
            return None;
        }
        let (_, described, owned_by) = borrowed(reference, cx)?;
        let value = described.clone();
        return Some(Output {
            ty: described,
            is_unit: false,
            value,
            owned_by: Some(owned_by),
            span: ty.span(),
        });
    }
    let value = inside_result(ty).unwrap_or(ty);
    let is_unit = is_unit(value);
    let described = plain(value, cx)?;
    Some(Output { ty: described.clone(), is_unit, value: described, owned_by: None, span: ty.span() })
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// The `T` of a `Result<T, …>`.
fn inside_result(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    args.args.iter().find_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The `cfg` attributes of an item, to be repeated on what is generated for it.
pub fn cfgs(attrs: &[Attribute]) -> Vec<&Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}
