//! The `Reflect` derive and the `reflect` attribute: from Rust items to their descriptions, as constant data.
//!
//! Use both through `onefold_reflect`, whose types the generated code names; `#[reflect(crate = path)]` redirects it.
//!
//! ```
//! use onefold_reflect::{Cx, Handle, Reflect, RegistryBuilder, reflect};
//!
//! /// A lamp.
//! #[derive(Reflect, Default, Clone, PartialEq)]
//! #[reflect(object, icon = "bulb")]
//! pub struct Lamp {
//!     /// How bright it is.
//!     #[reflect(range(0.0..=100.0), alias("m_Intensity"))]
//!     pub intensity: f32,
//! }
//!
//! #[reflect(rename_all = "PascalCase")]
//! impl Lamp {
//!     /// Sees its own object only.
//!     pub fn dim(&mut self, #[reflect(default = 0.5)] by: f32) {
//!         self.intensity *= by;
//!     }
//!     /// Sees every object; a script class may replace it.
//!     #[reflect(overridable)]
//!     pub fn on_touched(this: Handle<Self>, cx: &mut Cx) -> f32 {
//!         cx.get(this).map_or(0.0, |lamp| lamp.intensity)
//!     }
//! }
//!
//! let registry = RegistryBuilder::new().register::<Lamp>().resolve().unwrap();
//! let mut cx = Cx::new(registry);
//! let lamp = cx.insert(Lamp { intensity: 8.0 }).unwrap();
//! cx.invoke(lamp.any(), "Dim", &[]).unwrap();
//! assert_eq!(Lamp::on_touched(lamp, &mut cx), Ok(4.0));
//! assert_eq!(Lamp::on_touched_base(lamp, &mut cx), 4.0);
//! ```
//!
//! What is described:
//! - every field of a struct that does not say `skip`, and the one that says `base` as the base class;
//! - of an attributed impl block (one for each type) every public method that does not say `skip`, every private one
//!   that says `reflect`, and the lifecycle functions (`on_init`, `on_update`, …), which have fixed names;
//! - a `get` or `set` method as a computed member, and itself as `get_…` or `set_…`;
//! - parameters by value, `&T`, `&mut T`, `&str` and `&[T]`; results by value, `&T`, `&str`, `&[T]` (given back as
//!   copies) and `Result` of a value.
//!
//! Type parameters get the bounds `Reflect + Default + Clone + PartialEq`, since a generic type cannot find out what
//! its arguments offer; a concrete type needs none of these and is described with what it has.
//!
//! Does not: describe unions, packed or borrowing types, constant parameters, generic or async functions, trait impls,
//! or a second impl block; check a condition against members of a base; know anything of files, scripts or panels.
#![forbid(unsafe_code)]

mod attributes;
mod context;
mod functions;
mod kinds;
mod methods;
mod signature;
mod types;
mod vocabulary;

use proc_macro::TokenStream;
use syn::{DeriveInput, Item, parse_macro_input};

/// Describes a struct or an enum; see the [crate](self).
///
/// Attributes of the type, its fields and variants stand in `#[reflect(…)]` after the derive; their vocabulary is that
/// of `onefold_attributes`. All that is wrong with a type is said at once, each at its token.
#[proc_macro_derive(Reflect, attributes(reflect))]
pub fn derive_reflect(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    types::derive(&input).into()
}

/// Describes the methods of an impl block, or a free function; see the [crate](self).
///
/// An `overridable` method's written body becomes `<name>_base`; `<name>` gives a `Result` and reaches the body of the
/// object's most derived class.
#[proc_macro_attribute]
pub fn reflect(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = args.into();
    match parse_macro_input!(item as Item) {
        Item::Impl(block) => methods::expand(args, block).into(),
        Item::Fn(function) => functions::expand(args, function).into(),
        other => {
            let text = "`#[reflect]` stands on an impl block or a function; a type has `#[derive(Reflect)]` before it";
            let error = syn::Error::new_spanned(&other, text).to_compile_error();
            quote::quote!(#error #other).into()
        }
    }
}
