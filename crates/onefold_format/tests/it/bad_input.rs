//! Mangled input: a described error or a good value, never a panic, and the target untouched when strict.

use onefold_format::{
    CookedReader, Limits, ReadOptions, ReadReport, WriteOptions, parse_json_document, parse_xml_document,
    read_cooked, read_json, read_xml, write_cooked, write_json, write_xml,
};
use onefold_reflect::{TypedMut, TypedRef};
use onefold_testkit::Random;

use crate::registry;
use crate::types::{Everything, Tree, everything};

type Read = fn(TypedMut<'_>, &[u8], &ReadOptions<'_>) -> ReadReport;

/// Changes some bytes: flips, cuts, doubles, swaps, and pieces that mean something.
fn mangle(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    const PIECES: [&[u8]; 16] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b",",
        b":",
        b"null",
        b"-",
        b"1e999",
        b"\\u",
        b"\xff",
        b"<a>",
        b"</",
        b"&#0;",
        b"\0\0\0\xff",
    ];
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        let to = (at + random.below(40)).min(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.next_u64() as u8,
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..to)),
            3 => {
                let twice = bytes[at..to].to_vec();
                bytes.splice(at..at, twice);
            }
            4 => bytes[at] ^= 1 << random.below(8),
            _ => drop(bytes.splice(at..at, random.pick(&PIECES).iter().copied())),
        }
    }
    bytes
}

/// Makes the checksum of a cooked file right again, so that what is behind it is read.
fn seal(file: &mut [u8]) {
    // A reader says what is wrong before it looks at the rest, so the sum is found by asking the writer's own function:
    // bytes 16 to 24 are XXH64 of what follows, seeded with bytes 8 to 16.
    if file.len() < 24 {
        return;
    }
    let seed = u64::from_le_bytes(file[8..16].try_into().unwrap());
    let sum = xxh64(&file[24..], seed);
    file[16..24].copy_from_slice(&sum.to_le_bytes());
}

/// XXH64, written from its description, apart from the crate's own.
fn xxh64(data: &[u8], seed: u64) -> u64 {
    const P: [u64; 5] = [
        11_400_714_785_074_694_791,
        14_029_467_366_897_019_727,
        1_609_587_929_392_839_161,
        9_650_029_242_287_828_579,
        2_870_177_450_012_600_261,
    ];
    let read = |at: usize| u64::from_le_bytes(data[at..at + 8].try_into().unwrap());
    let round =
        |acc: u64, lane: u64| acc.wrapping_add(lane.wrapping_mul(P[1])).rotate_left(31).wrapping_mul(P[0]);
    let mut at = 0;
    let mut acc = if data.len() < 32 {
        seed.wrapping_add(P[4])
    } else {
        let mut lanes = [
            seed.wrapping_add(P[0]).wrapping_add(P[1]),
            seed.wrapping_add(P[1]),
            seed,
            seed.wrapping_sub(P[0]),
        ];
        while at + 32 <= data.len() {
            for (lane, value) in lanes.iter_mut().enumerate() {
                *value = round(*value, read(at + lane * 8));
            }
            at += 32;
        }
        let mut acc = 0_u64;
        for (lane, turn) in lanes.iter().zip([1, 7, 12, 18]) {
            acc = acc.wrapping_add(lane.rotate_left(turn));
        }
        for lane in lanes {
            acc = (acc ^ round(0, lane)).wrapping_mul(P[0]).wrapping_add(P[3]);
        }
        acc
    };
    acc = acc.wrapping_add(data.len() as u64);
    while at + 8 <= data.len() {
        acc = (acc ^ round(0, read(at))).rotate_left(27).wrapping_mul(P[0]).wrapping_add(P[3]);
        at += 8;
    }
    if at + 4 <= data.len() {
        let four = u64::from(u32::from_le_bytes(data[at..at + 4].try_into().unwrap()));
        acc = (acc ^ four.wrapping_mul(P[0])).rotate_left(23).wrapping_mul(P[1]).wrapping_add(P[2]);
        at += 4;
    }
    for byte in &data[at..] {
        acc = (acc ^ u64::from(*byte).wrapping_mul(P[4])).rotate_left(11).wrapping_mul(P[0]);
    }
    acc = (acc ^ (acc >> 33)).wrapping_mul(P[1]);
    acc = (acc ^ (acc >> 29)).wrapping_mul(P[2]);
    acc ^ (acc >> 32)
}

/// Mangles what `write` gives, and reads it in both modes.
fn survive(
    write: impl Fn(TypedRef<'_>, &WriteOptions<'_>) -> Vec<u8>,
    read: Read,
    seal: fn(&mut [u8]),
) -> usize {
    let registry = registry::<Everything>();
    let mut random = Random::new(99);
    let mut described = 0;
    for start in 0..300 {
        let value = everything(&mut Random::new(start % 10));
        let options = if start % 2 == 0 { WriteOptions::new() } else { WriteOptions::new().pretty() };
        let mut bytes = mangle(&mut random, &write(TypedRef::of(&registry, &value).unwrap(), &options));
        seal(&mut bytes);
        let before = everything(&mut Random::new(1000 + start));
        let mut target = before.clone();
        let report = read(TypedMut::of(&registry, &mut target).unwrap(), &bytes, &ReadOptions::strict());
        assert_eq!(report.applied, !report.diagnostics.has_errors());
        if !report.applied {
            described += 1;
            assert_eq!(target, before, "{start}");
        }
        let report = read(TypedMut::of(&registry, &mut target).unwrap(), &bytes, &ReadOptions::lenient());
        assert!(report.applied || report.diagnostics.has_errors());
    }
    described
}

fn keep(_: &mut [u8]) {}

#[test]
fn mangled_json_is_described() {
    let write = |value: TypedRef<'_>, options: &WriteOptions<'_>| write_json(value, options).into_bytes();
    assert!(survive(write, |target, bytes, options| read_json(target, bytes, options), keep) > 200);
}

#[test]
fn mangled_xml_is_described() {
    let write = |value: TypedRef<'_>, options: &WriteOptions<'_>| write_xml(value, options).into_bytes();
    assert!(survive(write, |target, bytes, options| read_xml(target, bytes, options), keep) > 200);
}

#[test]
fn mangled_cooked_files_are_described() {
    let read: Read = |target, bytes, options| read_cooked(target, bytes, options);
    assert!(survive(write_cooked, read, keep) == 300);
}

#[test]
fn cooked_files_with_a_right_checksum_and_wrong_bytes_are_described() {
    let read: Read = |target, bytes, options| read_cooked(target, bytes, options);
    assert!(survive(write_cooked, read, seal) > 200);
}

#[test]
fn sealing_gives_the_checksum_that_files_have() {
    let registry = registry::<Everything>();
    let file = write_cooked(TypedRef::of(&registry, &Everything::default()).unwrap(), &WriteOptions::new());
    let mut sealed = file.clone();
    sealed[16..24].fill(0);
    seal(&mut sealed);
    assert_eq!(sealed, file);
}

fn refusal(read: Read, bytes: &[u8], options: &ReadOptions<'_>) -> String {
    let registry = registry::<Tree>();
    let mut tree = Tree::default();
    let report = read(TypedMut::of(&registry, &mut tree).unwrap(), bytes, options);
    assert!(!report.applied);
    report
        .diagnostics
        .iter()
        .map(|one| format!("{} [{}]", one.message, one.code.0))
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn limits_hold() {
    let json: Read = |target, bytes, options| read_json(target, bytes, options);
    let xml: Read = |target, bytes, options| read_xml(target, bytes, options);
    let deep = "{\"children\":[".repeat(100_000);
    let options = ReadOptions::strict();
    let want = "the input has more than 128 levels of nesting [input_limit]";
    assert_eq!(refusal(json, deep.as_bytes(), &options), want);
    assert_eq!(refusal(xml, "<a>".repeat(100_000).as_bytes(), &options), want);
    let small = options.limits(Limits { bytes: 10, count: 3, messages: 2, ..Limits::DEFAULT });
    assert_eq!(refusal(json, b"{\"value\": 123}", &small), "the input has more than 10 bytes [input_limit]");
    let small = options.limits(Limits { count: 3, messages: 2, ..Limits::DEFAULT });
    let want = "the input has more than 3 values [input_limit]";
    assert_eq!(refusal(json, b"{\"children\": [1,2,3]}", &small), want);
    assert_eq!(refusal(xml, b"<a><b/><b/><b/></a>", &small), want);
    let many = options.limits(Limits { messages: 2, ..Limits::DEFAULT });
    assert_eq!(
        refusal(json, b"{\"q\": 1, \"w\": 2, \"e\": 3, \"r\": 4}", &many),
        "Tree has no member `q` [member_unknown]; Tree has no member `w` [member_unknown]; \
         2 more messages are left out [messages_cut]"
    );
}

#[test]
fn deep_values_within_the_limit_come_back() {
    let registry = registry::<Tree>();
    let deep =
        (0..60).fold(Tree::default(), |inner, value| Tree { value, children: vec![inner], first: None });
    let typed = TypedRef::of(&registry, &deep).unwrap();
    let mut back = Tree::default();
    let options = ReadOptions::strict();
    assert!(
        read_json(
            TypedMut::of(&registry, &mut back).unwrap(),
            write_json(typed, &WriteOptions::new()),
            &options
        )
        .applied
    );
    assert_eq!(back, deep);
    let deeper =
        (0..70).fold(Tree::default(), |inner, value| Tree { value, children: vec![inner], first: None });
    let typed = TypedRef::of(&registry, &deeper).unwrap();
    let cooked = write_cooked(typed, &WriteOptions::new());
    let report = read_cooked(TypedMut::of(&registry, &mut back).unwrap(), cooked, &options);
    assert!(!report.applied && report.diagnostics.has_errors());
}

#[test]
fn syntax_errors_have_a_place() {
    let registry = registry::<Tree>();
    let mut tree = Tree::default();
    let options = ReadOptions::strict().file("t.json");
    for (text, line, column, message) in [
        ("", 1, 1, "the text ends too early"),
        ("{\"value\": }", 1, 11, "this is no value of JSON"),
        ("{\n \"value\": 1\n \"children\": []}", 3, 2, "`,` or `}` is missing"),
        ("{\"value\": 1,}", 1, 13, "a string is missing"),
        ("{\"value\": 01}", 1, 11, "a number has no leading zeros"),
        ("{\"é\" 1}", 1, 6, "`:` is missing"),
        ("{} x", 1, 4, "something follows the value"),
        ("{\"value\": nul}", 1, 11, "this is no value of JSON"),
    ] {
        let report = read_json(TypedMut::of(&registry, &mut tree).unwrap(), text, &options);
        let one = report.diagnostics.iter().next().unwrap();
        let start = one.place.start.unwrap();
        assert_eq!((start.line, start.column, &*one.message), (line, column, message), "{text}");
        assert_eq!(one.place.file.as_deref(), Some("t.json"));
    }
    let report = read_json(TypedMut::of(&registry, &mut tree).unwrap(), b"{\"a\": \"\xff\"}", &options);
    assert_eq!(report.diagnostics.iter().next().unwrap().message, "byte 7 is not part of a UTF-8 text");
}

#[test]
fn documents_are_parsed_or_described() {
    let options = ReadOptions::strict().file("d");
    let mut random = Random::new(4);
    for _ in 0..300 {
        let bytes =
            mangle(&mut random, br#"{"entities": [{"type": "A", "members": {"x": [1, 2.5, null]}}]}"#);
        if let Err(errors) = parse_json_document(&bytes, &options) {
            assert!(errors.has_errors());
        }
        let bytes = mangle(
            &mut random,
            b"<scene><entities is=\"list\"><item type=\"A\"><x>1 &amp; 2</x></item></entities></scene>",
        );
        if let Err(errors) = parse_xml_document(&bytes, &options) {
            assert!(errors.has_errors());
        }
        let noise: Vec<u8> = (0..random.below(60)).map(|_| random.next_u64() as u8).collect();
        assert!(CookedReader::open(&noise, &options).is_err());
    }
}

#[test]
fn json_is_accepted_exactly_where_serde_json_accepts_it() {
    let mut random = Random::new(17);
    let options = ReadOptions::strict();
    let mut accepted = 0;
    for _ in 0..6000 {
        let seed = br#"{"a": [1, -2.5e3, "x\u00e9\n", true, {"b": null}], "c": "", "d": [[], {}]}"#;
        let bytes = mangle(&mut random, seed);
        let theirs = serde_json::from_slice::<serde_json::Value>(&bytes).is_ok();
        let ours = parse_json_document(&bytes, &options).is_ok();
        // They refuse numbers beyond a double; here those are refused when a type is known.
        let huge = String::from_utf8_lossy(&bytes).contains("999");
        assert!(ours == theirs || (ours && huge), "ours {ours}: {:?}", String::from_utf8_lossy(&bytes));
        accepted += usize::from(ours);
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn a_name_given_twice_refuses_a_list_too() {
    let registry = registry::<Vec<Tree>>();
    let mut trees = vec![Tree::default()];
    let text = r#"[{"value": 1, "value": 2}]"#;
    let report = read_json(TypedMut::of(&registry, &mut trees).unwrap(), text, &ReadOptions::strict());
    assert!(!report.applied && report.diagnostics.len() == 1);
    assert_eq!(trees, [Tree::default()]);
}

#[test]
fn many_mistakes_take_no_longer_than_many_values() {
    let registry = registry::<Everything>();
    let mut value = Everything::default();
    let names: Vec<String> =
        (0..100_000).map(|at| format!("\"unknown_member_{at}\": \"Directionol\"")).collect();
    let text = format!("{{{}}}", names.join(","));
    let start = std::time::Instant::now();
    let report = read_json(TypedMut::of(&registry, &mut value).unwrap(), &text, &ReadOptions::strict());
    assert!(!report.applied && report.diagnostics.len() == 1001);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
