//! Every attribute of a member, parameter, method and type arrives in the description.

use expect_test::expect;
use onefold_reflect::{AssetPath, MemberAttrs, MemberFlags, MethodFlags, Reflect, Shape, TypeFlags, reflect};

use crate::island;

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object, abstract, global("gDecor"), variant_of = "Other", since = "2.0.0", feature = "NEW")]
pub struct Decorated {
    #[reflect(range(0.5..=9.5, soft = 1..=5, step = 0.25), unit = "m", label = "Size", order = -2)]
    pub size: f32,
    #[reflect(range(..=7), group = "G", subgroup = "S", show_if = "size > 1.5")]
    pub count: i8,
    #[reflect(color(rgba))]
    pub tint: glam::Vec4,
    #[reflect(color(hdr))]
    pub light: glam::Vec3,
    #[reflect(multiline, enable_if = "count == 3 && size < 2")]
    pub text: String,
    #[reflect(code, hidden)]
    pub script: String,
    #[reflect(asset("texture", "model"), read_only)]
    pub file: AssetPath,
    #[reflect(options("Low = 3", "High = 10"), transient)]
    pub level: i32,
    #[reflect(inspector_read_only, default = 4, meta(gizmo = "cone", weight = 3))]
    pub rank: u16,
    #[reflect(until = "3.0.0", deprecated("gone", replacement = "rank"))]
    pub old: bool,
}

#[reflect]
impl Decorated {
    #[reflect(button = "Press me", since = "1.2.0", meta(icon = "x"))]
    pub fn press(&mut self) {}

    pub fn place(
        &mut self,
        #[reflect(range(0.0..=1.0), label = "Left")] x: f32,
        #[reflect(name = "top", unit = "m", default = -1.5)] _y: f32,
        #[reflect(default = "a \"b\"")] note: &str,
    ) -> String {
        format!("{x} {_y} {note}")
    }
}

fn shown(attrs: &MemberAttrs<'_>) -> String {
    // Only what differs from no attribute at all.
    let (own, none) = (format!("{attrs:#?}"), format!("{:#?}", MemberAttrs::NONE));
    let none: Vec<&str> = none.lines().collect();
    let lines = own.lines().filter(|line| !none.contains(line)).map(str::trim);
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn attributes_of_members_arrive() {
    let Shape::Struct(info) = &Decorated::INFO.shape else { panic!() };
    let text: String =
        info.members.iter().map(|member| format!("{}: {}\n", member.name, shown(&member.attrs))).collect();
    expect![[r#"
        size: label: Some( "Size", range: Some( Range { min: 0.5, max: 9.5, soft_min: 1.0, soft_max: 5.0, step: 0.25, }, unit: Some( "m", order: -2,
        count: group: Some( "G", subgroup: Some( "S", range: Some( Range { min: -inf, max: 7.0, soft_min: -inf, soft_max: 7.0, step: 0.0, }, show_if: Some( "size > 1.5",
        tint: 192,
        light: 320,
        text: 16, enable_if: Some( "count == 3 && size < 2",
        script: 36,
        file: 1, asset: [ "texture", "model", ],
        level: 8, options: [ ( "Low", 3, ), ( "High", 10, ), ],
        rank: 2, default: Some( "4", meta: [ ( "gizmo", "cone", ), ( "weight", "3", ), ],
        old: until: Some( "3.0.0", ), deprecated: Some( "gone", ), replacement: Some( "rank", ),
    "#]].assert_eq(&text);
    let flags: Vec<MemberFlags> = info.members[2..9].iter().map(|member| member.attrs.flags).collect();
    let want = [
        MemberFlags::COLOR.with(MemberFlags::COLOR_ALPHA),
        MemberFlags::COLOR.with(MemberFlags::COLOR_HDR),
        MemberFlags::MULTILINE,
        MemberFlags::CODE.with(MemberFlags::HIDDEN),
        MemberFlags::READ_ONLY,
        MemberFlags::TRANSIENT,
        MemberFlags::INSPECTOR_READ_ONLY,
    ];
    assert_eq!(flags, want);
}

#[test]
fn attributes_of_types_methods_and_parameters_arrive() {
    let info = Decorated::INFO;
    assert!(info.flags.has(TypeFlags::OBJECT) && info.flags.has(TypeFlags::ABSTRACT));
    assert_eq!((info.global, info.availability.variant_of), (Some("gDecor"), Some("Other")));
    assert_eq!(info.availability.feature, Some("NEW"));
    let [press, place] = info.methods else { panic!() };
    assert!(press.flags.has(MethodFlags::BUTTON));
    assert_eq!((press.label, press.availability.since), (Some("Press me"), Some("1.2.0")));
    assert_eq!(press.meta, [("icon", "x")]);
    assert_eq!((place.params[0].attrs.label, place.params[0].attrs.range.unwrap().max), (Some("Left"), 1.0));
    assert_eq!((place.params[1].name, place.params[1].attrs.unit), ("top", Some("m")));
    assert_eq!(place.params[1].default, Some("-1.5"));
}

#[test]
fn an_abstract_class_is_not_created_and_defaults_are_filled_in() {
    let mut cx = island::<Decorated>();
    assert_eq!(cx.create("Decorated").unwrap_err().code.0, "type_abstract");
    let object = cx.insert(Decorated::default()).unwrap();
    assert_eq!(cx.invoke(object.any(), "place", &[2.into()]), Ok("2 -1.5 a \"b\"".into()));
}
