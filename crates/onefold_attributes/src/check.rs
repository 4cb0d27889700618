//! The checks: from neutral items to typed attributes, with everything that is wrong with them.

use onefold_diag::Diagnostics;

use crate::attrs::{ImplAttrs, MemberAttrs, MethodAttrs, ParamAttrs, TypeAttrs, VariantAttrs};
use crate::context::{MemberContext, MethodContext, Origin, ParamContext, TypeContext, VariantContext};
use crate::tree::AttrItem;

/// Attributes of a type.
#[must_use]
pub fn check_type(_items: &[AttrItem], _cx: &TypeContext<'_>) -> (TypeAttrs, Diagnostics) {
    (TypeAttrs::default(), Diagnostics::new())
}

/// Attributes of a block of methods.
#[must_use]
pub fn check_impl(_items: &[AttrItem], _origin: Origin) -> (ImplAttrs, Diagnostics) {
    (ImplAttrs::default(), Diagnostics::new())
}

/// Attributes of a member.
#[must_use]
pub fn check_member(_items: &[AttrItem], _cx: &MemberContext<'_>) -> (MemberAttrs, Diagnostics) {
    (MemberAttrs::default(), Diagnostics::new())
}

/// Attributes of a method or free function.
#[must_use]
pub fn check_method(_items: &[AttrItem], _cx: &MethodContext<'_>) -> (MethodAttrs, Diagnostics) {
    (MethodAttrs::default(), Diagnostics::new())
}

/// Attributes of a parameter.
#[must_use]
pub fn check_param(_items: &[AttrItem], _cx: &ParamContext<'_>) -> (ParamAttrs, Diagnostics) {
    (ParamAttrs::default(), Diagnostics::new())
}

/// Attributes of a variant.
#[must_use]
pub fn check_variant(_items: &[AttrItem], _cx: &VariantContext<'_>) -> (VariantAttrs, Diagnostics) {
    (VariantAttrs::default(), Diagnostics::new())
}
