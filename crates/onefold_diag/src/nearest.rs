//! Nearest valid names for a wrong one.

/// Most names that [`nearest`] returns.
const MOST: usize = 3;

/// Optimal string alignment distance in characters, ignoring ASCII case (Damerau 1964, restricted form).
#[must_use]
pub fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let mut cost = (last[j] + usize::from(a[i] != b[j])).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The names close enough to `wrong` to be what was meant, best first, at most three, never `wrong` itself.
///
/// A name is close when a third of its characters or fewer differ, or when one is the other with a
/// prefix or an underscore spelling (`m_Intensity`, `castsShadow`).
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    const LONGEST: usize = 100;
    if wrong.chars().count() > LONGEST {
        return Vec::new();
    }
    let flat = |s: &str| s.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    let wrong_flat = flat(wrong);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in names {
        if name == wrong || name.len() > LONGEST {
            continue;
        }
        let flat_name = flat(name);
        let distance = if flat_name == wrong_flat {
            0
        } else if wrong_flat.len() > 3
            && flat_name.len() > 3
            && (flat_name.ends_with(&wrong_flat) || wrong_flat.ends_with(&flat_name))
        {
            1
        } else {
            edit_distance(wrong, name).min(edit_distance(&wrong_flat, &flat_name))
        };
        let allowed = (wrong_flat.chars().count().max(flat_name.chars().count())).div_ceil(3);
        if distance <= allowed && distance < flat_name.chars().count().max(1) {
            found.push((distance, name));
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().take(MOST).map(|(_, name)| name.to_owned()).collect()
}
