//! Lifecycle functions: their canonical names and the shapes they must have.

use quote::ToTokens;
use syn::Ident;

use crate::context::Context;
use crate::signature::{Described, Receiver};
use crate::vocabulary::MethodAttributes;

/// Rust name, canonical name, and the type of the one parameter if there is one.
const FUNCTIONS: [(&str, &str, Option<&str>); 6] = [
    ("on_init", "OnInit", None),
    ("on_update", "OnUpdate", Some("f32")),
    ("on_fixed_update", "OnFixedUpdate", Some("f32")),
    ("on_late_update", "OnLateUpdate", Some("f32")),
    ("on_destroy", "OnDestroy", None),
    ("on_changed", "OnChanged", Some("String")),
];

/// The canonical name of a lifecycle function.
pub fn canonical(ident: &Ident) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(rust, ..)| ident == rust).map(|(_, canonical, _)| *canonical)
}

/// The world calls them by these shapes only.
pub fn check(
    lifecycle: Option<&str>,
    sig: &Described,
    ident: &Ident,
    attrs: &MethodAttributes,
    cx: &mut Context,
) {
    let Some((rust, _, takes)) = FUNCTIONS.iter().find(|(_, canonical, _)| Some(*canonical) == lifecycle)
    else {
        return;
    };
    let param = match takes {
        None => "",
        Some("f32") => "seconds: f32",
        Some(_) => "member: &str",
    };
    let fits_params = match (takes, sig.params.as_slice()) {
        (None, []) => true,
        (Some(want), [one]) => is_type(&one.ty.to_token_stream().to_string(), want),
        _ => false,
    };
    let fits_receiver = matches!(sig.receiver, Receiver::Leaf | Receiver::LeafMut | Receiver::World);
    if !fits_params || !fits_receiver || !sig.output.is_unit {
        let comma = if param.is_empty() { "" } else { ", " };
        let text = format!(
            "a lifecycle function is `fn {rust}(&mut self{comma}{param})` or \
             `fn {rust}(this: Handle<Self>, cx: &mut Cx{comma}{param})` without a result"
        );
        cx.error(ident.span(), text);
    }
    if let Some((_, span)) = &attrs.overload_of {
        cx.error(*span, "a lifecycle function is no overload");
    }
}

fn is_type(tokens: &str, want: &str) -> bool {
    tokens.rsplit("::").next().map(str::trim) == Some(want)
}
