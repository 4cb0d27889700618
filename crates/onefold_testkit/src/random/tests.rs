//! The sequence is the published one, and every helper stays within its bounds.

use super::Random;

#[test]
fn the_sequence_is_that_of_splitmix64() {
    // The first outputs of the reference implementation for the start 1234567.
    let mut random = Random::new(1_234_567);
    let first: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
    assert_eq!(
        first,
        [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
    );
}

#[test]
fn bounds_are_reached_and_never_passed() {
    let mut random = Random::new(1);
    let (mut below, mut within) = ([false; 5], [false; 3]);
    for _ in 0..1000 {
        below[random.below(5)] = true;
        within[(random.within(-1..=1) + 1) as usize] = true;
        assert!((0.0..1.0).contains(&random.unit()));
        random.within(i64::MIN..=i64::MAX);
        assert!(random.text(9).chars().count() <= 9);
        random.any_i64();
    }
    assert_eq!((below, within), ([true; 5], [true; 3]));
    assert_eq!(random.within(4..=4), 4);
}

#[test]
fn chances_are_about_right() {
    let mut random = Random::new(2);
    let hits = (0..10_000).filter(|_| random.chance(1, 4)).count();
    assert!((2300..2700).contains(&hits), "{hits}");
}

#[test]
fn special_floats_turn_up() {
    let mut random = Random::new(3);
    let floats: Vec<f64> = (0..1000).map(|_| random.any_f64()).collect();
    assert!(floats.iter().any(|float| float.is_nan()));
    assert!(floats.iter().any(|float| float.is_infinite()));
    assert!(floats.iter().any(|float| *float == 0.0 && float.is_sign_negative()));
}

#[test]
fn shuffling_keeps_the_items() {
    let mut items: Vec<usize> = (0..20).collect();
    Random::new(4).shuffle(&mut items);
    assert!(!items.is_sorted());
    items.sort_unstable();
    assert_eq!(items, (0..20).collect::<Vec<_>>());
}
