//! Scripts against a host: what the program asks the host for, and what is refused.

use onefold_diag::{Source, SourceMap};
use onefold_script_bytecode::{HostKind, Storage};
use onefold_script_compiler::{
    Compiled, HostEnum, HostFunction, HostGlobal, HostMember, HostSymbols, HostType, HostTypeKind, Options,
    compile,
};

fn method(decl: &str, link: &str) -> HostFunction {
    HostFunction { decl: decl.to_owned(), link: link.to_owned(), is_overridable: false }
}

fn member(ty: &str, name: &str, offset: u16) -> HostMember {
    let (ty, name) = (ty.to_owned(), name.to_owned());
    HostMember { link: name.clone(), name, ty, is_read_only: false, offset }
}

fn host() -> HostSymbols {
    let vec3 = HostType {
        name: "Vec3".to_owned(),
        link: "Vec3".to_owned(),
        kind: HostTypeKind::Value { bytes: 12 },
        members: vec![member("float", "x", 0), member("float", "y", 4), member("float", "z", 8)],
        methods: vec![method("Vec3 opAdd(const Vec3&in) const", "add")],
        ..HostType::default()
    };
    let entity = HostType {
        name: "SceneEntity".to_owned(),
        link: "onefold::SceneEntity".to_owned(),
        members: vec![
            member("string", "name", 0),
            member("Vec3", "position", 0),
            member("bool", "active", 0),
        ],
        methods: vec![method("SceneEntity@ Find(const string&in name, int depth = 3)", "Find")],
        ..HostType::default()
    };
    let character = HostType {
        name: "CharacterSceneEntity".to_owned(),
        aliases: vec!["SECharacterSceneEntity".to_owned()],
        link: "onefold::CharacterSceneEntity".to_owned(),
        base: Some("SceneEntity".to_owned()),
        members: vec![member("float", "speed", 0)],
        methods: vec![
            method("void SetMoveInput(float x, float z)", "SetMoveInput"),
            method("bool Jump()", "Jump"),
        ],
        ..HostType::default()
    };
    let input = HostType {
        name: "Input".to_owned(),
        link: "Input".to_owned(),
        methods: vec![method("bool IsKeyDown(int key) const", "IsKeyDown")],
        ..HostType::default()
    };
    HostSymbols {
        types: vec![vec3, entity, character, input],
        functions: vec![method("float Random(float low = 0, float high = 1)", "Random")],
        globals: vec![HostGlobal {
            name: "gInput".to_owned(),
            ty: "Input".to_owned(),
            link: "gInput".to_owned(),
        }],
        enums: vec![HostEnum {
            name: "Key".to_owned(),
            values: vec![("W".to_owned(), 119), ("S".to_owned(), 115)],
        }],
    }
}

fn build(text: &str) -> (Compiled, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add(Source::new("a.as", text));
    let parsed = onefold_script_syntax::parse(text, file, &onefold_script_syntax::Options::default());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    (compile(&parsed.tree, &sources, &host(), &Options::default()), sources)
}

fn messages(text: &str) -> Vec<String> {
    let (compiled, _) = build(text);
    compiled.diagnostics.iter().map(|message| message.message.clone()).collect()
}

#[test]
fn a_behaviour_uses_members_methods_and_globals() {
    let (compiled, _) = build(
        "class Walker {
            SECharacterSceneEntity@ self;
            float turn = 0;
            Walker(SECharacterSceneEntity@ owner) { @self = owner; }
            void OnUpdate(float dt) {
                float z = gInput.IsKeyDown(Key::W) ? 1 : gInput.IsKeyDown(115) ? -1.0f : 0.0f;
                self.SetMoveInput(0, z);
                self.speed += 2 * dt;
                if (self.active) self.name = self.name + '!';
                self.position.y += Random() + Random(1, 2);
                self.position = self.position + Vec3(0, dt, 0);
                SceneEntity@ other = self.Find('Door');
                if (other !is null && self.Jump()) other.active = false;
            }
        }",
    );
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    let program = compiled.program.unwrap();
    let has =
        |owner: &str, name: &str| program.host.iter().find(|item| item.owner == owner && item.name == name);
    assert!(has("onefold::CharacterSceneEntity", "SetMoveInput").is_some(), "{:?}", program.host);
    assert!(has("onefold::CharacterSceneEntity", "Find").is_some());
    assert!(has("", "Random").is_some());
    assert!(program.host.len() > 5, "{:?}", program.host);
    let position =
        has("onefold::CharacterSceneEntity", "position").unwrap_or_else(|| panic!("{:?}", program.host));
    assert_eq!(position.kind, HostKind::Member(Storage::Bytes(12)));
    assert!(matches!(has("", "gInput").unwrap().kind, HostKind::Global(_)));
    program.verify().unwrap();
}

#[test]
fn what_the_host_does_not_have_is_refused_with_the_nearest_name() {
    let (compiled, _) = build("void f(SceneEntity@ e) { e.nam = 's'; }");
    let message = compiled.diagnostics.iter().next().unwrap();
    assert_eq!(message.message, "`SceneEntity@` has no member `nam`");
    assert_eq!(message.suggestions, ["name"]);
    assert_eq!(
        messages("void f(SceneEntity@ e) { e.active = 1.5; }"),
        ["cannot convert `const double` to `bool`"]
    );
    assert_eq!(messages("void f() { SceneEntity e; }"), ["`SceneEntity` cannot be made"]);
    assert_eq!(messages("void f() { @gInput = null; }"), ["this cannot be assigned: it is no variable"]);
    assert_eq!(
        messages(
            "void f(CharacterSceneEntity@ c) { SceneEntity@ e = c; @c = cast<CharacterSceneEntity>(e); }"
        ),
        [""; 0]
    );
}

#[test]
fn all_errors_come_at_once_in_order_of_place() {
    let found = messages("int a = nope;\nvoid f() { int b = \"s\"; c(); }\nclass D : Missing { }");
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].contains("nope") && found[3].contains("Missing"));
}
