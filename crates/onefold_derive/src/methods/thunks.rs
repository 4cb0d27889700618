//! The thunk and the record of one method.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;

use super::{Method, at};
use crate::signature::{Param, Pass, Receiver};
use crate::vocabulary::{MemberAttributes, flag_tokens, list, option};

/// The parts of a thunk.
pub struct Thunk {
    /// The function in the local trait.
    pub declaration: TokenStream,
    /// The function in the impl.
    pub definition: TokenStream,
    /// Statements of the constant that refuses objects by value.
    pub checks: TokenStream,
}

fn thunk_name(at: usize) -> Ident {
    format_ident!("t{at}")
}

/// The thunk of a method of the type the local trait is implemented for.
pub fn thunk_tokens(number: usize, method: &Method) -> Thunk {
    let name = thunk_name(number);
    let cfgs = &method.cfgs;
    let head = quote! {
        #(#cfgs)*
        unsafe extern "C" fn #name(
            cx: *mut __r::Cx,
            method: *const __r::Method,
            this: __r::Slot,
            io: *mut __r::Slot,
        ) -> __r::Status
    };
    let ident = if method.attrs.overridable {
        format_ident!("{}_base", method.ident, span = method.ident.span())
    } else {
        method.ident.clone()
    };
    let call = thunk_body(&quote!(Self::#ident), method);
    let links = refusals(method);
    let checks = quote!(#(#cfgs)* { #links });
    Thunk {
        declaration: quote!(#head;),
        definition: quote!(#head { let () = Self::CHECK; let _ = (method, this); unsafe { #call } }),
        checks,
    }
}

/// The call of the helper that runs a function with the arguments of a frame.
pub fn thunk_body(function: &TokenStream, method: &Method) -> TokenStream {
    let sig = &method.sig;
    let vars: Vec<Ident> = (0..sig.params.len()).map(|at| format_ident!("a{at}")).collect();
    let reads = sig.params.iter().zip(&vars).map(|(param, var)| read(param, var));
    let passes = sig.params.iter().zip(&vars).map(|(param, var)| pass(param, var));
    let args = if sig.params.is_empty() { quote!(_) } else { quote!(args) };
    let lead = match sig.receiver {
        Receiver::None => quote!(),
        Receiver::Leaf | Receiver::LeafMut => quote!(this,),
        Receiver::World => quote!(this, cx,),
        Receiver::WorldStatic => quote!(cx,),
    };
    let call = quote!(#function(#lead #(#passes),*));
    let call = match sig.output.owned_by {
        Some(convert) => {
            let convert = Ident::new(convert, Span::call_site());
            quote!((#call).#convert())
        }
        None => call,
    };
    let closure = quote!(|#lead #args| { #(#reads)* #call });
    match sig.receiver {
        Receiver::None => quote!(__r::call::free(cx, io, #closure)),
        Receiver::Leaf => quote!(__r::call::leaf::<Self, _>(cx, this, io, #closure)),
        Receiver::LeafMut => quote!(__r::call::leaf_mut::<Self, _>(cx, this, io, #closure)),
        Receiver::World => quote!(__r::call::world::<Self, _>(cx, this, io, #closure)),
        Receiver::WorldStatic => quote!(__r::call::world_static(cx, io, #closure)),
    }
}

fn read(param: &Param, var: &Ident) -> TokenStream {
    let ty = &param.ty;
    let span = at(syn::spanned::Spanned::span(&param.written));
    match param.pass {
        Pass::Value => quote_spanned!(span=> let #var = args.get::<#ty>();),
        Pass::Ref | Pass::Slice => quote_spanned!(span=> let #var = args.get_ref::<#ty>();),
        Pass::Text => quote!(let #var = args.text();),
        Pass::Mut => quote_spanned!(span=> let mut #var = args.get_mut::<#ty>();),
    }
}

fn pass(param: &Param, var: &Ident) -> TokenStream {
    match param.pass {
        Pass::Value | Pass::Text => quote!(#var),
        Pass::Ref | Pass::Slice => quote!(&#var),
        Pass::Mut => quote!(&mut #var),
    }
}

/// Statements that refuse, while compiling, objects by value or by reference.
pub fn refusals(method: &Method) -> TokenStream {
    let params = method.sig.params.iter().map(|param| {
        let ty = &param.ty;
        quote_spanned!(at(syn::spanned::Spanned::span(&param.written))=> __r::__private::refuse_object::<#ty>();)
    });
    let output = (!method.sig.output.is_unit).then(|| {
        let ty = &method.sig.output.value;
        quote_spanned!(at(method.sig.output.span)=> __r::__private::refuse_object::<#ty>();)
    });
    quote!(#(#params)* #output)
}

/// The record of a method whose thunk is a function of the local trait.
pub fn method_tokens(number: usize, method: &Method) -> TokenStream {
    let name = thunk_name(number);
    info_tokens(method, &quote!(<Self as Thunks>::#name))
}

/// The record of a method or function.
pub fn info_tokens(method: &Method, thunk: &TokenStream) -> TokenStream {
    let Method { name, attrs, sig, cfgs, .. } = method;
    let doc = &attrs.doc;
    let receiver = Ident::new(sig.receiver.name(), Span::call_site());
    let params = sig.params.iter().zip(&method.params).map(|(param, attrs)| param_tokens(param, attrs));
    let ret = if sig.output.is_unit {
        quote!(::core::option::Option::None)
    } else {
        let ty = &sig.output.ty;
        quote_spanned!(at(sig.output.span)=> <#ty as __r::call::Return>::LINK)
    };
    let private = method.private.then_some("PRIVATE");
    let flags: Vec<&str> = attrs.flags.iter().copied().chain(private).collect();
    let flags = flag_tokens("MethodFlags", &flags);
    let label = option(&attrs.label);
    let aliases = list(&attrs.aliases);
    let (availability, meta) = (&attrs.availability, &attrs.meta);
    quote! {
        #(#cfgs)*
        __r::MethodInfo {
            name: #name,
            doc: #doc,
            receiver: __r::Receiver::#receiver,
            params: &[#(#params),*],
            ret: #ret,
            thunk: #thunk,
            data: 0,
            flags: #flags,
            label: #label,
            aliases: #aliases,
            availability: #availability,
            meta: #meta,
        }
    }
}

fn param_tokens(param: &Param, attrs: &MemberAttributes) -> TokenStream {
    let name = attrs.name.clone().unwrap_or_else(|| {
        let ident = syn::ext::IdentExt::unraw(&param.ident).to_string();
        ident.trim_start_matches('_').to_owned()
    });
    let ty = &param.ty;
    let link = quote_spanned!(at(syn::spanned::Spanned::span(&param.written))=> <#ty as __r::Reflect>::LINK);
    let mode = if param.pass == Pass::Mut { quote!(InOut) } else { quote!(In) };
    let default = option(&attrs.default);
    let attrs = &attrs.tokens;
    quote! {
        __r::ParamInfo {
            name: #name,
            link: #link,
            mode: __r::ParamMode::#mode,
            default: #default,
            attrs: #attrs,
        }
    }
}

/// Thunk, record and holder of a free function.
pub fn function_tokens(method: &Method, space: &str) -> TokenStream {
    let ident = &method.ident;
    let call = thunk_body(&quote!(#ident), method);
    let info = info_tokens(method, &quote!(thunk));
    let checks = refusals(method);
    let name = &method.name;
    quote! {
        const _: () = { #checks };
        unsafe extern "C" fn thunk(
            cx: *mut __r::Cx,
            method: *const __r::Method,
            this: __r::Slot,
            io: *mut __r::Slot,
        ) -> __r::Status {
            let _ = (method, this);
            unsafe { #call }
        }
        fn holder() -> &'static __r::TypeInfo<'static> {
            const METHODS: &[__r::MethodInfo<'static>] = &[#info];
            const HOLDER: &__r::TypeInfo<'static> = &__r::__private::holder(#space, #name, METHODS);
            HOLDER
        }
    }
}
