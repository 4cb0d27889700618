//! Leaf and static methods: arguments, results, defaults, overloads, errors.

use std::fmt;

use glam::Vec3;
use onefold_diag::Retry;
use onefold_reflect::{Handle, MethodFlags, ParamMode, Receiver, Reflect, TypedMut, Value, reflect};

use crate::{codes, island, registry};

#[derive(Reflect, Default, Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    #[default]
    Add,
    Times,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object)]
pub struct Counter {
    pub total: i64,
    pub words: Vec<String>,
}

/// An error of the author's own.
#[derive(Debug)]
pub struct TooMuch(i64);

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is too much", self.0)
    }
}

#[reflect(rename_all = "PascalCase")]
impl Counter {
    /// Not a method: passes through untouched.
    pub const LIMIT: i64 = 100;

    /// Adds or multiplies.
    pub fn change(&mut self, by: i64, #[reflect(default = Times)] mode: Mode) -> i64 {
        match mode {
            Mode::Add => self.total += by,
            Mode::Times => self.total *= by,
        }
        self.total
    }

    #[reflect(overload_of = "change")]
    pub fn change_text(&mut self, word: &str) -> i64 {
        self.words.push(word.to_owned());
        self.words.len() as i64
    }

    #[reflect(overload_of = "Change")]
    pub fn change_three(&mut self, a: u8, b: u8, c: u8) -> i64 {
        self.total = i64::from(a) + i64::from(b) + i64::from(c);
        self.total
    }

    pub fn join(&self, between: &str, more: &[String], last: &Option<String>) -> String {
        let mut words = self.words.clone();
        words.extend_from_slice(more);
        words.extend(last.clone());
        words.join(between)
    }

    pub fn first(&self) -> &str {
        self.words.first().map_or("none", String::as_str)
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }

    pub fn split(&self, whole: &mut i64, rest: &mut i64, text: &mut String, place: &mut Vec3) {
        *rest = *whole % 10;
        *whole /= 10;
        text.push('!');
        place.x += 1.0;
    }

    pub fn take(&mut self, amount: i64) -> Result<i64, TooMuch> {
        if amount > self.total {
            return Err(TooMuch(amount));
        }
        self.total -= amount;
        Ok(self.total)
    }

    pub fn check(&self) -> Result<(), String> {
        if self.total < 0 { Err("negative".into()) } else { Ok(()) }
    }

    pub fn explode(&mut self, why: &str) {
        self.total = -1;
        panic!("because {why}");
    }

    pub fn sum(values: Vec<i64>, scale: Option<f32>) -> f32 {
        values.iter().sum::<i64>() as f32 * scale.unwrap_or(1.0)
    }

    pub fn grow(place: Vec3, by: f32, letters: [char; 2], pair: (u8, bool)) -> Vec3 {
        assert_eq!((letters, pair), (['a', 'b'], (3, true)));
        place * by
    }

    pub fn same(one: Handle<Self>, other: Handle<Counter>) -> bool {
        one == other
    }

    #[reflect]
    fn private(&self) -> u8 {
        42
    }

    fn not_described(&self) -> u8 {
        self.private()
    }

    #[reflect(skip)]
    pub fn generic<T: Default>(&self) -> T {
        let _ = self.not_described();
        T::default()
    }

    #[reflect(hidden, alias("old_tick"))]
    pub fn tick(&mut self) {
        self.total += 1;
    }
}

#[test]
fn the_record_of_a_method_says_what_the_source_says() {
    let registry = registry::<Counter>();
    let entry = registry.entry_of::<Counter>().unwrap();
    let names: Vec<&str> = entry.method_names().collect();
    let want = [
        "Change", "Change", "Change", "Join", "First", "Words", "Split", "Take", "Check", "Explode", "Sum",
        "Grow", "Same", "Private", "Tick",
    ];
    assert_eq!(names, want);
    let change = entry.methods()[0].info();
    assert_eq!((change.doc, change.receiver), ("Adds or multiplies.", Receiver::LeafMut));
    assert_eq!((change.params[0].name, change.params[1].name), ("by", "mode"));
    assert_eq!(change.params[1].default, Some("Times"));
    assert_eq!(entry.methods()[0].required_params(), 1);
    let split = entry.methods()[6].info();
    assert!(split.params.iter().all(|param| param.mode == ParamMode::InOut));
    assert!(split.ret.is_none() && entry.methods()[8].ret().is_none());
    assert_eq!(entry.methods()[10].receiver(), Receiver::None);
    assert!(entry.methods()[13].info().flags.has(MethodFlags::PRIVATE));
    assert!(entry.methods()[14].info().flags.has(MethodFlags::HIDDEN));
    assert_eq!(entry.overloads("old_tick").count(), 1);
}

#[test]
fn arguments_are_converted_defaulted_and_picked_by_overload() {
    let mut cx = island::<Counter>();
    let counter = cx.insert(Counter { total: 5, ..Counter::default() }).unwrap().any();
    let mut call = |args: &[Value]| cx.invoke(counter, "Change", args);
    assert_eq!(call(&[2.into(), Value::variant("Add")]), Ok(7.into()));
    assert_eq!(call(&[2.into()]), Ok(14.into()));
    assert_eq!(call(&[2.0.into(), "Add".into()]), Ok(16.into()));
    assert_eq!(call(&["word".into()]), Ok(1.into()));
    assert_eq!(call(&[1.into(), 2.into(), 3.into()]), Ok(6.into()));
    assert_eq!(codes(&call(&[]).unwrap_err()), ["arity"]);
    assert!(call(&[2.5.into(), "Add".into()]).is_err());
    assert!(call(&[1.into(), 2.into(), 256.into()]).is_err());
    assert!(call(&[1.into(), "Divide".into()]).is_err());
    let unknown = cx.invoke(counter, "Chagne", &[]).unwrap_err();
    assert_eq!(unknown.iter().next().unwrap().suggestions, ["Change"]);
}

#[test]
fn references_and_slices_are_read() {
    let mut cx = island::<Counter>();
    let counter = Counter { words: vec!["a".into()], ..Counter::default() };
    let counter = cx.insert(counter).unwrap().any();
    let more = Value::List(vec!["b".into(), "c".into()]);
    assert_eq!(cx.invoke(counter, "Join", &["-".into(), more, "d".into()]), Ok("a-b-c-d".into()));
    assert_eq!(cx.invoke(counter, "First", &[]), Ok("a".into()));
    assert_eq!(cx.invoke(counter, "Words", &[]), Ok(Value::List(vec!["a".into()])));
}

#[test]
fn mut_arguments_are_written_back() {
    let mut cx = island::<Counter>();
    let counter = cx.insert(Counter::default()).unwrap().any();
    let place = Value::List(vec![1.into(), 2.into(), 3.into()]);
    let (result, outs) =
        cx.invoke_out(counter, "Split", &[123.into(), 0.into(), "hey".into(), place]).unwrap();
    assert_eq!(result, Value::Null);
    let moved = Value::List(vec![2f32.into(), 2f32.into(), 3f32.into()]);
    assert_eq!(outs, [(0, 12.into()), (1, 3.into()), (2, "hey!".into()), (3, moved)]);
}

#[test]
fn errors_and_panics_become_call_errors() {
    let mut cx = island::<Counter>();
    let counter = cx.insert(Counter { total: 10, ..Counter::default() }).unwrap();
    assert_eq!(cx.invoke(counter.any(), "Take", &[4.into()]), Ok(6.into()));
    let error = cx.invoke(counter.any(), "Take", &[40.into()]).unwrap_err();
    let error = error.iter().next().unwrap();
    assert_eq!((error.code.0, error.message.as_str()), ("call_failed", "40 is too much"));
    assert_eq!(cx.invoke(counter.any(), "Check", &[]), Ok(Value::Null));
    let error = cx.invoke(counter.any(), "Explode", &["it can".into()]).unwrap_err();
    let error = error.iter().next().unwrap();
    assert_eq!((error.code.0, error.retry), ("call_panicked", Retry::Never));
    assert!(error.message.contains("because it can"), "{}", error.message);
    assert_eq!(codes(&cx.invoke(counter.any(), "Check", &[]).unwrap_err()), ["call_failed"]);
    assert!(cx.take_fault().is_none() && !cx.in_leaf());
}

#[test]
fn static_methods_are_called_without_an_object() {
    let mut cx = island::<Counter>();
    let numbers = Value::List(vec![1.into(), 2.into()]);
    assert_eq!(cx.invoke_static("Counter::Sum", &[numbers.clone(), 0.5.into()]), Ok(1.5f32.into()));
    assert_eq!(cx.invoke_static("onefold_reflect::Counter::Sum", &[numbers, Value::Null]), Ok(3f32.into()));
    let letters = Value::List(vec!['a'.into(), 'b'.into()]);
    let pair = Value::List(vec![3.into(), true.into()]);
    let place = Value::List(vec![1.into(), 2.into(), 3.into()]);
    let grown = Value::List(vec![2f32.into(), 4f32.into(), 6f32.into()]);
    assert_eq!(cx.invoke_static("Counter::Grow", &[place, 2.into(), letters, pair]), Ok(grown));
    let counter: Value = cx.insert(Counter::default()).unwrap().any().into();
    assert_eq!(cx.invoke_static("Counter::Same", &[counter.clone(), counter.clone()]), Ok(true.into()));
    assert_eq!(cx.invoke_static("Counter::Same", &[counter, Value::Null]), Ok(false.into()));
    assert!(cx.invoke_static("Counter::Take", &[1.into()]).is_err());
}

#[test]
fn a_value_outside_any_table_can_be_called() {
    let mut cx = island::<Counter>();
    let mut counter = Counter::default();
    let registry = cx.registry().clone();
    let typed = TypedMut::of(&registry, &mut counter).unwrap();
    assert_eq!(cx.invoke_on(typed, "Private", &[]), Ok(42.into()));
    cx.invoke_on(TypedMut::of(&registry, &mut counter).unwrap(), "Tick", &[]).unwrap();
    assert_eq!(counter.total, 1);
    assert_eq!(Counter::LIMIT + counter.generic::<i64>(), 100);
}
