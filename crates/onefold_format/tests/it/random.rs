//! Random values of every kind come back from every format.

use onefold_format::{
    ReadOptions, WriteOptions, read_cooked, read_json, read_xml, write_cooked, write_json, write_xml,
};
use onefold_reflect::{TypedMut, TypedRef};
use onefold_testkit::Random;

use crate::registry;
use crate::types::{Everything, everything};

const TIMES: u64 = 200;

#[test]
fn json_brings_back_what_was_written() {
    let registry = registry::<Everything>();
    for start in 0..TIMES {
        let value = everything(&mut Random::new(start));
        let typed = TypedRef::of(&registry, &value).unwrap();
        for options in [WriteOptions::new(), WriteOptions::new().pretty(), WriteOptions::new().changed(None)]
        {
            let text = write_json(typed, &options);
            serde_json::from_str::<serde_json::Value>(&text).unwrap();
            for read in [ReadOptions::strict(), ReadOptions::lenient()] {
                let mut back = Everything::default();
                let report = read_json(TypedMut::of(&registry, &mut back).unwrap(), &text, &read);
                assert!(report.diagnostics.is_empty(), "{start}: {}\n{text}", report.diagnostics);
                assert!(report.applied && report.kept.is_empty());
                assert_eq!(back, value, "{start}\n{text}");
                assert_eq!(write_json(TypedRef::of(&registry, &back).unwrap(), &options), text);
            }
        }
    }
}

#[test]
fn xml_brings_back_what_was_written() {
    let registry = registry::<Everything>();
    for start in 0..TIMES {
        let value = everything(&mut Random::new(start));
        let typed = TypedRef::of(&registry, &value).unwrap();
        for options in [WriteOptions::new(), WriteOptions::new().pretty(), WriteOptions::new().changed(None)]
        {
            let text = write_xml(typed, &options);
            for read in [ReadOptions::strict(), ReadOptions::lenient()] {
                let mut back = Everything::default();
                let report = read_xml(TypedMut::of(&registry, &mut back).unwrap(), &text, &read);
                assert!(report.diagnostics.is_empty(), "{start}: {}\n{text}", report.diagnostics);
                assert_eq!(back, value, "{start}\n{text}");
                assert_eq!(write_xml(TypedRef::of(&registry, &back).unwrap(), &options), text);
            }
        }
    }
}

#[test]
fn cooked_brings_back_what_was_written() {
    let registry = registry::<Everything>();
    for start in 0..TIMES {
        let value = everything(&mut Random::new(start));
        let typed = TypedRef::of(&registry, &value).unwrap();
        for options in [WriteOptions::new(), WriteOptions::new().changed(None)] {
            let file = write_cooked(typed, &options);
            for read in [ReadOptions::strict(), ReadOptions::lenient()] {
                let mut back = Everything::default();
                let report = read_cooked(TypedMut::of(&registry, &mut back).unwrap(), &file, &read);
                assert!(report.diagnostics.is_empty(), "{start}: {}", report.diagnostics);
                assert!(report.applied);
                assert_eq!(back, value, "{start}");
                assert_eq!(write_cooked(TypedRef::of(&registry, &back).unwrap(), &options), file);
            }
        }
    }
}

/// The class as a program knows it that was built without most of it.
#[derive(onefold_reflect::Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(name = "Everything")]
struct Little {
    i8: u8,
    text: String,
    queue: Vec<LittleInner>,
}

#[derive(onefold_reflect::Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(name = "Inner")]
struct LittleInner {
    b: String,
}

#[test]
fn a_value_goes_through_all_formats() {
    let registry = registry::<Everything>();
    for start in 0..TIMES {
        let value = everything(&mut Random::new(start));
        let (mut one, mut two, mut three) =
            (Everything::default(), Everything::default(), Everything::default());
        let options = WriteOptions::new();
        let json = write_json(TypedRef::of(&registry, &value).unwrap(), &options);
        read_json(TypedMut::of(&registry, &mut one).unwrap(), &json, &ReadOptions::strict());
        let xml = write_xml(TypedRef::of(&registry, &one).unwrap(), &options);
        read_xml(TypedMut::of(&registry, &mut two).unwrap(), &xml, &ReadOptions::strict());
        let cooked = write_cooked(TypedRef::of(&registry, &two).unwrap(), &options);
        read_cooked(TypedMut::of(&registry, &mut three).unwrap(), &cooked, &ReadOptions::strict());
        assert_eq!(three, value, "{start}");
    }
}

#[test]
fn what_a_program_does_not_know_survives_it_in_every_format() {
    let (whole, little) = (registry::<Everything>(), registry::<Little>());
    type Write = fn(TypedRef<'_>, &WriteOptions<'_>) -> Vec<u8>;
    type Read = fn(TypedMut<'_>, &[u8], &ReadOptions<'_>) -> onefold_format::ReadReport;
    let formats: [(Write, Read); 3] = [
        (
            |value, options| write_json(value, options).into_bytes(),
            |target, input, options| read_json(target, input, options),
        ),
        (
            |value, options| write_xml(value, options).into_bytes(),
            |target, input, options| read_xml(target, input, options),
        ),
        (write_cooked, |target, input, options| read_cooked(target, input, options)),
    ];
    for start in 0..TIMES / 4 {
        let value = everything(&mut Random::new(start));
        for (from, (write, read)) in formats.iter().enumerate() {
            for (to, (write_back, read_back)) in formats.iter().enumerate() {
                let file = write(TypedRef::of(&whole, &value).unwrap(), &WriteOptions::new());
                let mut known = Little::default();
                let report = read(TypedMut::of(&little, &mut known).unwrap(), &file, &ReadOptions::lenient());
                assert!(report.applied && known.text == value.text, "{}", report.diagnostics);
                let options = WriteOptions::new().kept(&report.kept);
                let file = write_back(TypedRef::of(&little, &known).unwrap(), &options);
                let mut back = Everything::default();
                let report =
                    read_back(TypedMut::of(&whole, &mut back).unwrap(), &file, &ReadOptions::strict());
                assert!(report.diagnostics.is_empty(), "{start} {from} {to}: {}", report.diagnostics);
                assert_eq!(back, value, "{start} {from} {to}");
            }
        }
    }
}
