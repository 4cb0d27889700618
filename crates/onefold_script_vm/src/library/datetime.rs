//! `datetime`: seconds since 1970 in one slot, UTC.

use std::cmp::Ordering;

use crate::fault::Fault;
use crate::native::{Native, NativeFn};

const DAY: i64 = 86_400;

/// Days since 1970 of a date of the Gregorian calendar.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month and day of days since 1970.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days - era * 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

fn date(year: u32, month: u32, day: u32) -> Option<i64> {
    let (year, month, day) = (i64::from(year), i64::from(month), i64::from(day));
    let days = days_from_civil(year, month.clamp(1, 12), day);
    (civil_from_days(days) == (year, month, day)).then_some(days * DAY)
}

fn time(hour: u32, minute: u32, second: u32) -> Option<i64> {
    (hour < 24 && minute < 60 && second < 60).then(|| i64::from((hour * 60 + minute) * 60 + second))
}

fn now(n: &mut Native<'_>) -> i64 {
    n.state.clock.as_mut().map_or(0, |clock| clock.unix_seconds())
}

fn make(n: &mut Native<'_>) -> Result<(), Fault> {
    let date = date(n.get(0), n.get(1), n.get(2));
    let time = time(n.get(3), n.get(4), n.get(5));
    let value = match (date, time) {
        (Some(date), Some(time)) => date + time,
        _ => now(n),
    };
    n.set(value);
    Ok(())
}

/// Part of a date or time.
fn part(n: &mut Native<'_>, f: impl FnOnce((i64, i64, i64), i64) -> i64) -> Result<(), Fault> {
    let value: i64 = n.get(0);
    let part = f(civil_from_days(value.div_euclid(DAY)), value.rem_euclid(DAY));
    n.set(part as u32);
    Ok(())
}

/// Sets the date or the time; what is not one leaves the value as it is.
fn set(n: &mut Native<'_>, is_date: bool) -> Result<(), Fault> {
    let value: i64 = n.get(0);
    let (a, b, c) = (n.get(1), n.get(2), n.get(3));
    let new = match is_date {
        true => date(a, b, c).map(|date| date + value.rem_euclid(DAY)),
        false => time(a, b, c).map(|time| value - value.rem_euclid(DAY) + time),
    };
    n.put(4, new.is_some())?;
    n.set(new.unwrap_or(value));
    Ok(())
}

fn with(n: &mut Native<'_>, f: impl FnOnce(i64, i64) -> i64) -> Result<(), Fault> {
    let value = f(n.get(0), n.get(1));
    n.set(value);
    Ok(())
}

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        600 => |n| {
            let value = now(n);
            n.set(value);
            Ok(())
        },
        601 => |_| Ok(()),
        602 => make,
        604 => |n| part(n, |date, _| date.0),
        605 => |n| part(n, |date, _| date.1),
        606 => |n| part(n, |date, _| date.2),
        607 => |n| part(n, |_, time| time / 3600),
        608 => |n| part(n, |_, time| time / 60 % 60),
        609 => |n| part(n, |_, time| time % 60),
        610 => |n| {
            let days = n.get::<i64>(0).div_euclid(DAY);
            n.set((days + 4).rem_euclid(7) as u32);
            Ok(())
        },
        611 => |n| set(n, true),
        612 => |n| set(n, false),
        613 | 617 | 619 => |n| with(n, i64::wrapping_sub),
        614..=616 => |n| with(n, i64::wrapping_add),
        618 => |n| with(n, |value, seconds| seconds.wrapping_sub(value)),
        620 => |n| {
            let equal = n.bits(0) == n.bits(1);
            n.set(equal);
            Ok(())
        },
        621 => |n| {
            let order = match n.get::<i64>(0).cmp(&n.get(1)) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            };
            n.set::<i32>(order);
            Ok(())
        },
        _ => return None,
    })
}
