//! One description of every class, and what can be done with it alone: registry, typed access, values, patches,
//! objects behind handles, and the one call shape.
//!
//! A class author derives [`Reflect`]; every reader (files, panel, scripts, agent, plugins) reads the [`TypeInfo`] that
//! makes. [`RegistryBuilder`] gathers descriptions and resolves them to [`TypeEntry`]s.
//!
//! ```
//! use onefold_reflect::{RegistryBuilder, TypedMut, Value};
//!
//! let registry = RegistryBuilder::new().register::<glam::Vec3>().resolve().unwrap();
//! let mut place = glam::Vec3::new(1.0, 2.0, 3.0);
//! let mut typed = TypedMut::of(&registry, &mut place).unwrap();
//! typed.set(&Value::List(vec![4.into(), 5.into(), 6.5.into()])).unwrap();
//! assert_eq!(place, glam::Vec3::new(4.0, 5.0, 6.5));
//! ```
//!
//! Does not: read or write files, know scripts, worlds or windows, or keep any global state.
#![expect(
    unsafe_code,
    reason = "the trait Reflect is unsafe; modules that use unsafe code say why themselves"
)]

mod asset;
mod attrs;
pub mod call;
mod convert;
mod cx;
mod describe;
mod entry;
mod handle;
mod impls;
mod info;
mod invoke;
mod lifecycle;
mod mask;
mod name;
mod ops;
mod owned;
mod owned_value;
mod patch;
mod path;
mod registry;
mod resolve;
mod slot;
mod table;
mod typed;
mod value;

pub use asset::AssetPath;
pub use attrs::{Availability, MemberAttrs, MemberFlags, MethodFlags, Range, TypeFlags};
pub use call::{CallError, Pass, Status, Thunk};
pub use convert::{VALUE_ENUM, VALUE_RANGE, VALUE_TYPE};
pub use cx::{CALL_DEPTH, Cx, HANDLE_STALE, HANDLE_TYPE, METHOD_UNKNOWN, Service};
pub use entry::{Ancestor, Member, Method, Param, Place, TypeEntry, TypeIndex};
pub use handle::{AnyHandle, Handle};
pub use info::{
    Access, BaseInfo, EnumInfo, LanesInfo, LanesRole, MemberInfo, MethodInfo, ParamInfo, ParamMode, Receiver,
    Scalar, Shape, StructInfo, TypeInfo, TypeLink, VariantInfo,
};
pub use invoke::{ARITY, OVERLOAD_AMBIGUOUS};
pub use lifecycle::{Lifecycle, LifecycleMask};
pub use mask::MemberMask;
pub use name::{TypeKey, TypeName, fnv1a64};
pub use ops::{EnumOps, ListOps, MapOps, OptionOps, Probe, ProbeMissing, SetOps, ValueOps};
pub use owned::{InfoRef, OwnedInfo};
pub use owned_value::OwnedValue;
pub use patch::{Change, Edit, Patch};
pub use path::{MEMBER_UNKNOWN, PATH_INVALID, Path, PreparedPath, Step};
pub use registry::{Registration, Registry, RegistryBuilder, TYPE_AMBIGUOUS, TYPE_UNKNOWN};
pub use resolve::{
    DESCRIPTION_INVALID, MAX_ARGS, NAME_CLASH, TYPE_COLLISION, TYPE_CYCLE, TYPE_MISSING, TYPE_TWICE,
};
pub use slot::Slot;
pub use table::{NOT_CLONE, ObjectSlot, ObjectTable, TABLE_FULL, TYPE_ABSTRACT};
pub use typed::{EnumRef, LanesRef, ListRef, MapRef, SetRef, TypeRef, TypedMut, TypedRef, View};
pub use value::Value;

#[doc(hidden)]
pub use bumpalo;
#[doc(hidden)]
pub use inventory;

/// A type that describes itself. Derive it.
///
/// # Safety
/// `info` describes `Self` exactly: size, alignment and operations are `Self`'s own, every member lies at its offset
/// with its type, and `PASS` equals [`Pass::of`] of shape, size and alignment. A type whose `PASS` is not
/// `Pointer` is `Copy` in all but name: it has nothing to drop. Wrong descriptions lead to undefined behaviour.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no description",
    label = "this type is not described",
    note = "add `#[derive(Reflect)]` to `{Self}`, or put `#[reflect(skip)]` on the field that uses it"
)]
pub unsafe trait Reflect: Sized + Send + 'static {
    /// The description.
    const INFO: &'static TypeInfo<'static>;
    /// How values travel in a call.
    const PASS: Pass = Pass::of(&Self::INFO.shape, size_of::<Self>(), align_of::<Self>());

    /// The description, as a function: what other descriptions link to.
    fn info() -> &'static TypeInfo<'static> {
        Self::INFO
    }

    /// A link to this type's description.
    const LINK: TypeLink<'static> = TypeLink::Static(Self::info);
}

/// The methods of a type's attributed impl block. Implemented by `#[reflect] impl`.
pub trait ReflectMethods {
    /// The methods.
    const METHODS: &'static [MethodInfo<'static>];
    /// Members computed by methods, appended to the type's own.
    const COMPUTED: &'static [MemberInfo<'static>] = &[];
}
