//! Names for the values of an integer: `options("Low", "High")` or `options("Low = 3", "High = 10")`.
//!
//! Without numbers the values count from zero in order. All entries have the same form; labels and values differ; each
//! value fits the integer. Where a rule is broken the whole list is invalid, so that a reader shows the number instead.

use crate::scan::{Number, Scanner};

/// Most entries.
const COUNT_LIMIT: usize = 4096;

/// Why a list of options is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsFault {
    /// One clause for people.
    pub reason: String,
    /// Index of the entry at fault, if it is one entry.
    pub entry: Option<usize>,
}

/// Labels and values of entries as written, for an integer from `min` to `max`.
///
/// # Errors
/// Every fault there is, in the order of the entries.
pub fn parse_options(
    entries: &[&str],
    min: i128,
    max: i128,
) -> Result<Vec<(String, i64)>, Vec<OptionsFault>> {
    let mut faults = Vec::new();
    let mut fault = |entry, reason| faults.push(OptionsFault { reason, entry });
    if entries.is_empty() {
        fault(None, "it names no option".to_owned());
    }
    if entries.len() > COUNT_LIMIT {
        fault(None, format!("it has more than {COUNT_LIMIT} options"));
        return Err(faults);
    }
    let explicit = entries.first().is_some_and(|entry| entry.contains('='));
    let mixed = entries.iter().position(|entry| entry.contains('=') != explicit);
    if let Some(other) = mixed {
        let reason = format!(
            "`{}` and `{}` differ in form: give all options a number, or none",
            entries[0], entries[other]
        );
        fault(Some(other), reason);
    }
    let mut labels: Vec<&str> = Vec::new();
    let mut options: Vec<(String, i64)> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let (label, number) = match entry.split_once('=') {
            Some((label, number)) => (label.trim(), whole_number(number.trim()).map(Some)),
            // Beside entries with numbers, nobody knows which one is meant.
            None => (entry.trim(), Ok(mixed.is_none().then_some(at as i64))),
        };
        if label.is_empty() {
            fault(Some(at), format!("option {} has no label", at + 1));
        } else if labels.contains(&label) {
            fault(Some(at), format!("the label `{label}` is there twice"));
        }
        labels.push(label);
        let value = match number {
            Ok(Some(value)) => value,
            Ok(None) => continue,
            Err(reason) => {
                fault(Some(at), reason);
                continue;
            }
        };
        if i128::from(value) < min || i128::from(value) > max {
            fault(Some(at), format!("{value} does not fit the integer, which goes from {min} to {max}"));
        }
        if let Some((other, _)) = options.iter().find(|(_, have)| *have == value) {
            fault(Some(at), format!("`{label}` and `{other}` have the same value {value}"));
        }
        options.push((label.to_owned(), value));
    }
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

/// A whole number, also negative or hexadecimal.
fn whole_number(text: &str) -> Result<i64, String> {
    let mut scan = Scanner::new(text);
    let number = scan.number();
    match number {
        Some(Ok(Number::Int(value))) if scan.rest().is_empty() => Ok(value),
        Some(Err(fault)) => Err(fault),
        _ => Err(format!("`{text}` is not a whole number")),
    }
}

#[cfg(test)]
mod tests;
