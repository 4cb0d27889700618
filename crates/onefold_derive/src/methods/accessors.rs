//! Computed members: `get` and `set` methods that look like a member from outside.

use onefold_attributes::Spanned;
use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::Method;
use crate::context::Context;
use crate::signature::{Param, Pass, Receiver};
use crate::vocabulary::{MethodAttributes, list, option};

/// A member computed by methods.
pub struct Computed {
    pub name: String,
    pub span: Span,
    pub aliases: Vec<Spanned<String>>,
    get: Option<usize>,
    set: Option<usize>,
}

/// The canonical name of an accessor method, `get_…` or `set_…` as AngelScript has it; none for other methods.
pub fn method_name(attrs: &MethodAttributes) -> Option<String> {
    let accessor = attrs.accessor.as_ref()?;
    let prefix = if accessor.writes { "set_" } else { "get_" };
    Some(format!("{prefix}{}", accessor.member.0))
}

/// Gathers the computed members of an impl block in the order of their first accessor.
pub fn computed(methods: &[Method], cx: &mut Context) -> Vec<Computed> {
    let mut members: Vec<Computed> = Vec::new();
    for (at, method) in methods.iter().enumerate() {
        let Some(accessor) = &method.attrs.accessor else { continue };
        let (name, span) = accessor.member.clone();
        let getter = !accessor.writes;
        check_shape(method, getter, span, cx);
        let place = members.iter().position(|member| member.name == name).unwrap_or_else(|| {
            let aliases = Vec::new();
            members.push(Computed {
                name: name.clone(),
                span: method.ident.span(),
                aliases,
                get: None,
                set: None,
            });
            members.len() - 1
        });
        let member = &mut members[place];
        let slot = if getter { &mut member.get } else { &mut member.set };
        if slot.replace(at).is_some() {
            let what = if getter { "reads" } else { "writes" };
            cx.error(span, format!("another method already {what} `{name}`"));
        }
        member.aliases.extend(accessor.aliases.iter().cloned());
    }
    for member in &members {
        check_pair(member, methods, cx);
    }
    members
}

/// What the attribute checks cannot see: whether the receiver may change the object.
fn check_shape(method: &Method, getter: bool, span: Span, cx: &mut Context) {
    let sig = &method.sig;
    match (getter, sig.receiver) {
        (true, Receiver::LeafMut) => cx.error(span, "a `get` method takes `&self`: reading changes nothing"),
        (false, Receiver::Leaf) => cx.error(span, "a `set` method takes `&mut self`"),
        _ => {}
    }
    if let Some(param) = sig.params.iter().find(|param| param.pass == Pass::Mut) {
        cx.error(param.ident.span(), "an accessor has no `&mut` parameter");
    }
}

/// Getter and setter agree on the types of value and index.
fn check_pair(member: &Computed, methods: &[Method], cx: &mut Context) {
    let (Some(get), Some(set)) = (member.get, member.set) else { return };
    let (get, set) = (&methods[get].sig, &methods[set].sig);
    let Some((value, index)) = set.params.split_last() else { return };
    if value.ty.to_string() != get.output.value.to_string() {
        let text = format!("`{}` is read as `{}`, so it is written as that", member.name, get.output.value);
        cx.error(syn::spanned::Spanned::span(&value.written), text);
    }
    let types = |params: &[Param]| params.iter().map(|param| param.ty.to_string()).collect::<Vec<_>>();
    if types(index) != types(&get.params) {
        cx.error(member.span, "reading and writing take the same index");
    }
}

impl Computed {
    /// Its `MemberInfo`.
    pub fn tokens(&self, methods: &[Method]) -> TokenStream {
        let getter = self.get.map(|at| &methods[at]);
        let setter = self.set.map(|at| &methods[at]);
        let Some(first) = getter.or(setter) else { return TokenStream::new() };
        let name = &self.name;
        let doc = &first.attrs.doc;
        let link = match (getter, setter) {
            (Some(getter), _) => type_link(&getter.sig.output.value),
            (None, Some(setter)) => {
                setter.sig.params.last().map(|param| type_link(&param.ty)).unwrap_or_default()
            }
            (None, None) => TokenStream::new(),
        };
        let index = match (getter, setter) {
            (Some(getter), _) => getter.sig.params.first(),
            (None, Some(setter)) => setter.sig.params.first().filter(|_| setter.sig.params.len() == 2),
            (None, None) => None,
        };
        let index = option(&index.map(|param| type_link(&param.ty)));
        let get = option(&getter.map(|method| method.name.clone()));
        let set = option(&setter.map(|method| method.name.clone()));
        let aliases = list(&self.aliases);
        let cfgs = &first.cfgs;
        let attrs = first.attrs.accessor.as_ref().map(|accessor| &accessor.tokens);
        quote! {
            #(#cfgs)*
            __r::MemberInfo {
                name: #name,
                doc: #doc,
                link: #link,
                access: __r::Access::Computed { get: #get, set: #set, index: #index },
                aliases: #aliases,
                attrs: #attrs,
            }
        }
    }
}

fn type_link(ty: &TokenStream) -> TokenStream {
    quote!(<#ty as __r::Reflect>::LINK)
}
