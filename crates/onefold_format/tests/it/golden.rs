//! Whole files, as people see them.

use expect_test::expect;
use onefold_format::{
    DocumentWriter, ReadOptions, WriteOptions, json_text, parse_json_document, parse_xml_document, read_xml,
    write_json, write_node, write_xml, xml_text,
};
use onefold_reflect::{TypedMut, TypedRef};

use crate::registry;
use crate::types::{Effect, Everything, Inner, LightEntity, LightType, Tree};

fn value() -> Everything {
    Everything {
        yes: true,
        f32: 0.1,
        letter: 'ß',
        text: " a<b>&\"c\"\n\u{1} ".into(),
        vec3: glam::Vec3::new(1.0, 0.93, 0.8),
        light: LightType::Spot,
        effect: Effect::Glow { strength: 2.0, tint: None },
        nested: Some(None),
        list: vec![1.0, 2.5],
        queue: vec![Inner { a: 1, b: "x".into(), flags: vec![true, false] }].into(),
        by_name: [("first key".to_owned(), Inner::default())].into(),
        by_number: [(10, "ten".to_owned()), (-9, "minus nine".to_owned())].into(),
        by_pair: [((1, true), 'x')].into(),
        tree: Tree { value: 1, children: vec![Tree::default()], first: Some(Box::default()) },
        ..Everything::default()
    }
}

#[test]
fn pretty_json() {
    let registry = registry::<Everything>();
    let value = value();
    let typed = TypedRef::of(&registry, &value).unwrap();
    expect![[r#"
        {
          "yes": true,
          "f32": 0.1,
          "letter": "ß",
          "text": " a<b>&\"c\"\n\u0001 ",
          "vec3": [1.0, 0.93, 0.8],
          "light": "Spot",
          "effect": {
            "Glow": {
              "strength": 2.0,
              "tint": null
            }
          },
          "nested": {
            "some": null
          },
          "list": [1.0, 2.5],
          "queue": [
            {
              "a": 1,
              "b": "x",
              "flags": [true, false]
            }
          ],
          "by_name": {
            "first key": {
              "a": 0,
              "b": "",
              "flags": []
            }
          },
          "by_number": {
            "-9": "minus nine",
            "10": "ten"
          },
          "by_pair": [
            [[1, true], "x"]
          ],
          "tree": {
            "value": 1,
            "children": [
              {
                "value": 0,
                "children": [],
                "first": null
              }
            ],
            "first": {
              "a": 0,
              "b": "",
              "flags": []
            }
          }
        }"#]]
    .assert_eq(&write_json(typed, &WriteOptions::new().pretty().changed(None)));
}

#[test]
fn pretty_xml() {
    let registry = registry::<Everything>();
    let value = value();
    let typed = TypedRef::of(&registry, &value).unwrap();
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <Everything>
          <yes>true</yes>
          <f32>0.1</f32>
          <letter>ß</letter>
          <text is="coded"> a&lt;b&gt;&amp;\"c\"\n\u0001 </text>
          <vec3>{ 1.0 , 0.93 , 0.8 }</vec3>
          <light>Spot</light>
          <effect>
            <Glow>
              <strength>2.0</strength>
              <tint is="null"/>
            </Glow>
          </effect>
          <nested>
            <some is="null"/>
          </nested>
          <list is="list">
            <item>1.0</item>
            <item>2.5</item>
          </list>
          <queue is="list">
            <item>
              <a>1</a>
              <b>x</b>
              <flags is="list">
                <item>true</item>
                <item>false</item>
              </flags>
            </item>
          </queue>
          <by_name>
            <entry name="first key">
              <a>0</a>
              <b></b>
              <flags is="list"/>
            </entry>
          </by_name>
          <by_number>
            <entry name="-9">minus nine</entry>
            <entry name="10">ten</entry>
          </by_number>
          <by_pair is="list">
            <item is="list">
              <item is="list">
                <item>1</item>
                <item>true</item>
              </item>
              <item>x</item>
            </item>
          </by_pair>
          <tree>
            <value>1</value>
            <children is="list">
              <item>
                <value>0</value>
                <children is="list"/>
                <first is="null"/>
              </item>
            </children>
            <first>
              <a>0</a>
              <b></b>
              <flags is="list"/>
            </first>
          </tree>
        </Everything>
    "#]]
    .assert_eq(&write_xml(typed, &WriteOptions::new().pretty().changed(None)));
}

#[test]
fn xml_in_setechs_text_form_is_read_too() {
    let registry = registry::<LightEntity>();
    let mut light = LightEntity::default();
    let text = "<light><m_LightType>Directional</m_LightType><m_Color>{ 1 , 0.93 , 0.8 }</m_Color>\
                <m_bCastsShadow>True</m_bCastsShadow></light>";
    let report = read_xml(TypedMut::of(&registry, &mut light).unwrap(), text, &ReadOptions::strict());
    assert!(report.applied, "{}", report.diagnostics);
    assert!(light.casts_shadow && light.color.y == 0.93 && light.light_type == LightType::Directional);
    let wrong = "<light><m_Colour>x</m_Colour>\n<m_Intensity>bright</m_Intensity></light>";
    let report =
        read_xml(TypedMut::of(&registry, &mut light).unwrap(), wrong, &ReadOptions::strict().file("l.xml"));
    expect![[r#"
        l.xml:1:8: m_Colour: error: LightEntity has no member `m_Colour`; got m_Colour; did you mean `m_Color`, `color`? [member_unknown]
        l.xml:2:1: intensity: error: a text does not fit f32; got bright; expected f32 [value_type]"#]].assert_eq(&report.diagnostics.to_string());
}

#[test]
fn a_scene_is_put_together_and_taken_apart() {
    let registry = registry::<LightEntity>();
    let light = LightEntity { intensity: 0.8, ..LightEntity::default() };
    let typed = TypedRef::of(&registry, &light).unwrap();
    let mut writer = DocumentWriter::json(true);
    writer.begin_object();
    writer.key("entities");
    writer.begin_list();
    writer.item();
    writer.begin_object();
    writer.key("type");
    writer.text("LightEntity");
    writer.key("members");
    writer.members(typed, None, &WriteOptions::new());
    writer.key("extra");
    writer.raw("[1,  2]");
    writer.end_object();
    writer.end_list();
    writer.end_object();
    let text = writer.finish();
    expect![[r#"
        {
          "entities": [
            {
              "type": "LightEntity",
              "members": {
                "intensity": 0.8
              },
              "extra": [1,  2]
            }
          ]
        }"#]]
    .assert_eq(&text);

    let options = ReadOptions::strict().file("s.scene");
    let document = parse_json_document(text.as_bytes(), &options).unwrap();
    let entity = &document.root.get("entities").unwrap().items().unwrap()[0];
    let mut back = LightEntity::default();
    let members = entity.get("members").unwrap();
    let path = "entities[0].members";
    let report = document.read(TypedMut::of(&registry, &mut back).unwrap(), members, path, &options);
    assert!(report.applied);
    assert_eq!(back, light);
    assert_eq!(document.json_of(entity.get("extra").unwrap()), "[1,  2]");

    // A wrong scene names file, line and the path from the top.
    let wrong = text.replace("intensity", "intensty");
    let document = parse_json_document(wrong.as_bytes(), &options).unwrap();
    let entity = &document.root.get("entities").unwrap().items().unwrap()[0];
    let members = entity.get("members").unwrap();
    let report = document.read(TypedMut::of(&registry, &mut back).unwrap(), members, path, &options);
    expect!["s.scene:6:9: entities[0].members.intensty: error: LightEntity has no member `intensty`; got intensty; did you mean `intensity`, `m_Intensity`? [member_unknown]"].assert_eq(&report.diagnostics.to_string());

    // The same as nodes, through XML and back.
    let document = parse_json_document(text.as_bytes(), &options).unwrap();
    let xml = xml_text(&document.root, "scene", true);
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <scene>
          <entities is="list">
            <item>
              <type>LightEntity</type>
              <members>
                <intensity is="number">0.8</intensity>
              </members>
              <extra is="list">
                <item is="number">1</item>
                <item is="number">2</item>
              </extra>
            </item>
          </entities>
        </scene>
    "#]]
    .assert_eq(&xml);
    let again = parse_xml_document(xml.as_bytes(), &options).unwrap();
    assert_eq!(json_text(&again.root, true), json_text(&document.root, true));
    assert_eq!(
        json_text(&write_node(typed, &WriteOptions::new()), false),
        write_json(typed, &WriteOptions::new())
    );
}

#[test]
fn names_given_twice_are_found_in_documents() {
    let registry = registry::<LightEntity>();
    let mut light = LightEntity::default();
    let options = ReadOptions::strict().file("s");
    let text =
        br#"{"name": "a", "name": "b", "members": {"intensity": 1, "intensity": 2, "m_Intensity": 3}}"#;
    let document = parse_json_document(text, &options).unwrap();
    let own = document.twice(&document.root, "");
    assert_eq!(own.iter().map(|one| &*one.message).collect::<Vec<_>>(), ["`name` is given twice"]);
    let members = document.root.get("members").unwrap();
    let report = document.read(TypedMut::of(&registry, &mut light).unwrap(), members, "members", &options);
    assert!(!report.applied);
    let messages: Vec<&str> = report.diagnostics.iter().map(|one| &*one.message).collect();
    assert_eq!(messages, ["`intensity` is given twice", "`m_Intensity` is given twice"]);
}
