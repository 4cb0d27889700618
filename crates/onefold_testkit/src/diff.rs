//! A small line difference for messages of failed tests.

/// Unchanged lines shown before and after a change.
const CONTEXT: usize = 2;

/// Above this many pairs of lines only the differing middle is shown, unaligned.
const MOST_PAIRS: usize = 1 << 22;

/// Above this many lines a difference is cut.
const MOST_LINES: usize = 60;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    Same,
    Removed,
    Added,
}

/// The lines that differ, `-` from `expected` and `+` from `actual`, with a little context.
/// Empty if the texts are equal.
///
/// ```
/// assert_eq!(onefold_testkit::diff("a\nb\n", "a\nc\n"), "  a\n- b\n+ c\n");
/// ```
pub fn diff(expected: &str, actual: &str) -> String {
    if expected == actual {
        return String::new();
    }
    let old: Vec<&str> = expected.lines().collect();
    let new: Vec<&str> = actual.lines().collect();
    if old == new {
        return "the texts differ only in the end of the last line\n".into();
    }
    shown(&edits(&old, &new))
}

/// Keeps the changes and the lines near them.
fn shown(edits: &[(Edit, &str)]) -> String {
    let is_near = |at: usize| {
        let from = at.saturating_sub(CONTEXT);
        let to = (at + CONTEXT + 1).min(edits.len());
        edits[from..to].iter().any(|(edit, _)| *edit != Edit::Same)
    };
    let mut text = String::new();
    let mut lines = 0;
    let mut in_gap = false;
    for (at, (edit, line)) in edits.iter().enumerate() {
        if !is_near(at) {
            in_gap = true;
            continue;
        }
        if lines == MOST_LINES {
            text.push_str("… (cut)\n");
            break;
        }
        if in_gap {
            text.push_str("…\n");
            in_gap = false;
        }
        let sign = match edit {
            Edit::Same => ' ',
            Edit::Removed => '-',
            Edit::Added => '+',
        };
        text.push_str(format!("{sign} {line}").trim_end());
        text.push('\n');
        lines += 1;
    }
    text
}

/// The shortest edit script, found by the longest common subsequence of the differing middle.
fn edits<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(Edit, &'t str)> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_mid, new_mid) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);

    let mut edits: Vec<_> = old[..start].iter().map(|&line| (Edit::Same, line)).collect();
    edits.extend(middle(old_mid, new_mid));
    edits.extend(old[old.len() - end..].iter().map(|&line| (Edit::Same, line)));
    edits
}

fn middle<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(Edit, &'t str)> {
    let removed = |lines: &[&'t str]| lines.iter().map(|&line| (Edit::Removed, line)).collect::<Vec<_>>();
    let added = |lines: &[&'t str]| lines.iter().map(|&line| (Edit::Added, line)).collect::<Vec<_>>();
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        return [removed(old), added(new)].concat();
    }
    // common[i][j]: length of the longest common subsequence of old[i..] and new[j..].
    let width = new.len() + 1;
    let mut common = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let mut edits = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            edits.push((Edit::Same, old[i]));
            (i, j) = (i + 1, j + 1);
        } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
            edits.push((Edit::Removed, old[i]));
            i += 1;
        } else {
            edits.push((Edit::Added, new[j]));
            j += 1;
        }
    }
    edits.extend(removed(&old[i..]));
    edits.extend(added(&new[j..]));
    edits
}

#[cfg(test)]
mod tests;
