//! Finding variants of enums by what files call them.

use onefold_reflect::VariantInfo;

/// Index of a variant by name, alias, label or number.
pub(crate) fn find_variant(variants: &[VariantInfo<'_>], name: &str) -> Option<usize> {
    let by_name = variants.iter().position(|variant| variant.name == name);
    by_name
        .or_else(|| variants.iter().position(|variant| variant.aliases.contains(&name)))
        .or_else(|| variants.iter().position(|variant| variant.label == Some(name)))
        .or_else(|| {
            let number = name.parse::<i64>().ok()?;
            variants.iter().position(|variant| variant.value == number)
        })
}
