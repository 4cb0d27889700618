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
