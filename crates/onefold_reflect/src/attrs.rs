//! Attributes as the description carries them; the vocabulary and its rules are `onefold_attributes`.

macro_rules! flags {
    ($(#[$doc:meta])* $name:ident { $($(#[$flag_doc:meta])* $flag:ident = $bit:expr;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(u32);
        impl $name {
            /// No flag.
            pub const NONE: Self = Self(0);
            $($(#[$flag_doc])* pub const $flag: Self = Self(1 << $bit);)*

            /// These and those.
            #[must_use]
            pub const fn with(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// True when all of `other` are set.
            #[must_use]
            pub const fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }
    };
}

flags! {
    /// What a type is.
    TypeFlags {
        /// Lives in an object table and is passed as a handle only.
        OBJECT = 0;
        /// Cannot be created, only derived from.
        ABSTRACT = 1;
        /// Not offered for creation; still created by name.
        HIDDEN = 2;
        /// Made at run time by a script.
        SCRIPT = 3;
        /// Its integer values may be outside the listed variants.
        OPEN = 4;
    }
}

flags! {
    /// What may be done with a member, and how it is shown.
    MemberFlags {
        /// Neither edited nor saved.
        READ_ONLY = 0;
        /// Saved, but not edited in a panel.
        INSPECTOR_READ_ONLY = 1;
        /// Saved, but not shown.
        HIDDEN = 2;
        /// Not saved.
        TRANSIENT = 3;
        /// Text of several lines.
        MULTILINE = 4;
        /// Text in a programming language.
        CODE = 5;
        /// An RGB color.
        COLOR = 6;
        /// The color has an alpha channel.
        COLOR_ALPHA = 7;
        /// The color may go beyond 1.
        COLOR_HDR = 8;
    }
}

flags! {
    /// What a method is for.
    MethodFlags {
        /// A derived class may replace it; callers dispatch.
        OVERRIDABLE = 0;
        /// Shown as a button.
        BUTTON = 1;
        /// Not listed for people.
        HIDDEN = 2;
        /// Private in Rust; described all the same.
        PRIVATE = 3;
        /// Backs a computed member.
        ACCESSOR = 4;
    }
}

/// Limits of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Least allowed; negative infinity when open.
    pub min: f64,
    /// Greatest allowed; infinity when open.
    pub max: f64,
    /// Least on a slider.
    pub soft_min: f64,
    /// Greatest on a slider.
    pub soft_max: f64,
    /// Step of a slider; 0 for none.
    pub step: f64,
}

/// From which API version to which an item is there; versions are names that the host orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Availability<'a> {
    /// First version that has it.
    pub since: Option<&'a str>,
    /// Last version that has it.
    pub until: Option<&'a str>,
    /// Why not to use it any more.
    pub deprecated: Option<&'a str>,
    /// What to use instead.
    pub replacement: Option<&'a str>,
    /// The item this is a variant of.
    pub variant_of: Option<&'a str>,
    /// Switch that must be on.
    pub feature: Option<&'a str>,
}

impl Availability<'_> {
    /// There in every version.
    pub const ALWAYS: Availability<'static> = Availability {
        since: None,
        until: None,
        deprecated: None,
        replacement: None,
        variant_of: None,
        feature: None,
    };
}

/// What the type of a member or parameter cannot say.
#[derive(Clone, Copy, Debug)]
pub struct MemberAttrs<'a> {
    /// What may be done with it and how it is shown.
    pub flags: MemberFlags,
    /// Name for eyes only.
    pub label: Option<&'a str>,
    /// Header it stands under.
    pub group: Option<&'a str>,
    /// Header inside the group.
    pub subgroup: Option<&'a str>,
    /// Limits.
    pub range: Option<Range>,
    /// Unit of the number.
    pub unit: Option<&'a str>,
    /// Kinds of asset it may name; empty for any.
    pub asset: &'a [&'a str],
    /// Shown only while this condition over sibling members holds.
    pub show_if: Option<&'a str>,
    /// Edited only while this condition over sibling members holds.
    pub enable_if: Option<&'a str>,
    /// Names for the values of an integer.
    pub options: &'a [(&'a str, i64)],
    /// Why the options are invalid, for types made at run time: readers fall back to the number.
    pub options_fault: Option<&'a str>,
    /// Text of the default, where it differs from what the type's constructor sets.
    pub default: Option<&'a str>,
    /// Place among its siblings in a panel; equal values keep declaration order.
    pub order: i32,
    /// From which API version to which it is there.
    pub availability: Availability<'a>,
    /// Further metadata as key and value.
    pub meta: &'a [(&'a str, &'a str)],
}

impl MemberAttrs<'_> {
    /// No attribute.
    pub const NONE: MemberAttrs<'static> = MemberAttrs {
        flags: MemberFlags::NONE,
        label: None,
        group: None,
        subgroup: None,
        range: None,
        unit: None,
        asset: &[],
        show_if: None,
        enable_if: None,
        options: &[],
        options_fault: None,
        default: None,
        order: 0,
        availability: Availability::ALWAYS,
        meta: &[],
    };

    /// True when files hold the member.
    #[must_use]
    pub const fn is_saved(&self) -> bool {
        !self.flags.has(MemberFlags::READ_ONLY) && !self.flags.has(MemberFlags::TRANSIENT)
    }
}
