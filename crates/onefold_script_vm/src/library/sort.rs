//! Sorting with comparisons that can fail, in the very order the reference's library produces.

use crate::fault::Fault;

/// Whether the first comes before the second.
type Less<'a> = dyn FnMut(u64, u64) -> Result<bool, Fault> + 'a;

/// Ranges up to this size are sorted by insertion.
const SMALL: usize = 16;

/// The introsort of the C++ standard library as GNU implements it, step by step, so that equal elements
/// end up in the same order. An inconsistent order ends at the edges instead of running past them.
pub(super) fn introsort(items: &mut [u64], less: &mut Less<'_>) -> Result<(), Fault> {
    if items.is_empty() {
        return Ok(());
    }
    let depth = 2 * items.len().ilog2();
    partition_all(items, 0, items.len(), depth, less)?;
    if items.len() <= SMALL {
        return insertion(items, 0, items.len(), less);
    }
    insertion(items, 0, SMALL, less)?;
    (SMALL..items.len()).try_for_each(|index| sink(items, index, less))
}

fn partition_all(
    items: &mut [u64],
    first: usize,
    mut last: usize,
    mut depth: u32,
    less: &mut Less<'_>,
) -> Result<(), Fault> {
    while last - first > SMALL {
        if depth == 0 {
            return heapsort(&mut items[first..last], less);
        }
        depth -= 1;
        let middle = first + (last - first) / 2;
        median_to_first(items, first, [first + 1, middle, last - 1], less)?;
        let cut = partition(items, first + 1, last, first, less)?;
        partition_all(items, cut, last, depth, less)?;
        last = cut;
    }
    Ok(())
}

fn median_to_first(items: &mut [u64], to: usize, of: [usize; 3], less: &mut Less<'_>) -> Result<(), Fault> {
    let [a, b, c] = of;
    let median = if less(items[a], items[b])? {
        if less(items[b], items[c])? {
            b
        } else if less(items[a], items[c])? {
            c
        } else {
            a
        }
    } else if less(items[a], items[c])? {
        a
    } else if less(items[b], items[c])? {
        c
    } else {
        b
    };
    items.swap(to, median);
    Ok(())
}

fn partition(
    items: &mut [u64],
    mut first: usize,
    mut last: usize,
    pivot: usize,
    less: &mut Less<'_>,
) -> Result<usize, Fault> {
    let end = last;
    loop {
        while first < end - 1 && less(items[first], items[pivot])? {
            first += 1;
        }
        last -= 1;
        while last > pivot + 1 && less(items[pivot], items[last])? {
            last -= 1;
        }
        if first >= last {
            return Ok(first.max(pivot + 1));
        }
        items.swap(first, last);
        first += 1;
    }
}

fn insertion(items: &mut [u64], first: usize, last: usize, less: &mut Less<'_>) -> Result<(), Fault> {
    for index in first + 1..last {
        if less(items[index], items[first])? {
            items[first..=index].rotate_right(1);
        } else {
            sink(items, index, less)?;
        }
    }
    Ok(())
}

/// Moves an item down to where nothing in front of it comes after it.
fn sink(items: &mut [u64], mut index: usize, less: &mut Less<'_>) -> Result<(), Fault> {
    while index > 0 && less(items[index], items[index - 1])? {
        items.swap(index, index - 1);
        index -= 1;
    }
    Ok(())
}

fn heapsort(items: &mut [u64], less: &mut Less<'_>) -> Result<(), Fault> {
    for parent in (0..items.len() / 2).rev() {
        let value = items[parent];
        adjust(items, parent, items.len(), value, less)?;
    }
    for end in (1..items.len()).rev() {
        let value = items[end];
        items[end] = items[0];
        adjust(items, 0, end, value, less)?;
    }
    Ok(())
}

/// Lets a hole fall to the bottom and the value rise from there, as `__adjust_heap` does.
fn adjust(items: &mut [u64], top: usize, len: usize, value: u64, less: &mut Less<'_>) -> Result<(), Fault> {
    let mut hole = top;
    let mut child = hole;
    while child < (len - 1) / 2 {
        child = 2 * (child + 1);
        if less(items[child], items[child - 1])? {
            child -= 1;
        }
        items[hole] = items[child];
        hole = child;
    }
    if len.is_multiple_of(2) && child == (len - 2) / 2 {
        child = 2 * (child + 1);
        items[hole] = items[child - 1];
        hole = child - 1;
    }
    while hole > top && less(items[(hole - 1) / 2], value)? {
        items[hole] = items[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    items[hole] = value;
    Ok(())
}

/// Insertion sort as the reference sorts by a script function, which calls it in the same order; large
/// ranges are merged, with the same result for a consistent order.
pub(super) fn insertion_or_merge(items: &mut [u64], less: &mut Less<'_>) -> Result<(), Fault> {
    if items.len() <= 64 {
        return (1..items.len()).try_for_each(|index| sink(items, index, less));
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    insertion_or_merge(left, less)?;
    insertion_or_merge(right, less)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        if less(right[r], left[l])? {
            merged.push(right[r]);
            r += 1;
        } else {
            merged.push(left[l]);
            l += 1;
        }
    }
    merged.extend_from_slice(&left[l..]);
    merged.extend_from_slice(&right[r..]);
    items.copy_from_slice(&merged);
    Ok(())
}
