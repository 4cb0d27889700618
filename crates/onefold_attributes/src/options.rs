//! Named values of an integer, as in `options("Low = 3", "High = 10")`.

/// Longest list that is read.
const MOST: usize = 4096;

/// Reads entries into labels and values, or says why they are invalid.
///
/// All entries are `Label`, numbered from zero, or all are `Label = integer`. An integer is decimal or `0x…`, with an
/// optional sign, and lies within `limits`. Neither labels nor values repeat, and no label is empty. A label may hold
/// `=`; the last one counts.
///
/// # Errors
/// One sentence naming the first entry that breaks a rule: then none of the options are in force.
pub fn parse_options<T: AsRef<str>>(entries: &[T], limits: (i128, i128)) -> Result<Vec<(String, i64)>, String> {
    if entries.is_empty() {
        return Err("there are no options".into());
    }
    if entries.len() > MOST {
        return Err(format!("there are more than {MOST} options"));
    }
    let explicit = entries[0].as_ref().contains('=');
    let mut options: Vec<(String, i64)> = Vec::with_capacity(entries.len());
    let mut labels = std::collections::HashSet::new();
    let mut values = std::collections::HashMap::new();
    for (at, entry) in entries.iter().map(AsRef::as_ref).enumerate() {
        let (label, value) = match entry.rsplit_once('=') {
            Some(_) if !explicit => return Err(mixed(entry)),
            Some((label, number)) => (label.trim(), parse_int(number.trim()).ok_or_else(|| {
                format!("`{}` in option `{entry}` is not a whole number of 64 bits", number.trim())
            })?),
            None if explicit => return Err(mixed(entry)),
            None => (entry.trim(), at as i64),
        };
        if label.is_empty() {
            return Err(format!("option {} has no label", at + 1));
        }
        if i128::from(value) < limits.0 || i128::from(value) > limits.1 {
            return Err(format!("the value {value} of option `{label}` does not fit {} to {}", limits.0, limits.1));
        }
        if !labels.insert(label) {
            return Err(format!("the label `{label}` stands twice"));
        }
        if let Some(other) = values.insert(value, label) {
            return Err(format!("options `{other}` and `{label}` have the same value {value}"));
        }
        options.push((label.to_owned(), value));
    }
    Ok(options)
}

fn mixed(entry: &str) -> String {
    format!("option `{entry}` does not match the first one: give a value to all of them or to none")
}

fn parse_int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((digits, 10), |digits| (digits, 16));
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let value = i128::from_str_radix(digits, radix).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}

#[cfg(test)]
mod tests;
