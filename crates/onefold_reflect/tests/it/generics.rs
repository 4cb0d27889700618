//! Generic types, described by use.

use onefold_reflect::{Reflect, RegistryBuilder, TypedMut, TypedRef, Value, reflect};

use crate::registry;

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Pool<T> {
    pub items: Vec<T>,
    pub best: Option<T>,
    pub one: T,
}

#[reflect]
impl<T: Reflect> Pool<T> {
    pub fn count(&self) -> u32 {
        self.items.len() as u32
    }

    pub fn push(&mut self, item: T) -> &T {
        self.items.push(item);
        self.items.last().unwrap_or(&self.one)
    }
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub enum Either<A, B> {
    #[default]
    Neither,
    Left(A),
    Right {
        value: B,
    },
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Holder {
    pub numbers: Pool<f32>,
    pub words: Pool<String>,
    pub nested: Pool<Either<i32, Pool<u8>>>,
}

#[test]
fn each_use_has_its_own_description() {
    let registry = registry::<Holder>();
    let entry = registry.entry_of::<Holder>().unwrap();
    let types: Vec<&str> = entry.members().iter().map(|member| registry.entry(member.ty()).name()).collect();
    let want = [
        "onefold_reflect::Pool<f32>",
        "onefold_reflect::Pool<String>",
        "onefold_reflect::Pool<onefold_reflect::Either<i32, onefold_reflect::Pool<u8>>>",
    ];
    assert_eq!(types, want);
    assert_eq!(registry.find("Pool<f32>").unwrap().name(), want[0]);
    let mut holder = Holder::default();
    let value = Value::Variant(
        "Right".into(),
        Box::new(Value::Struct(vec![(
            "value".into(),
            Value::Struct(vec![("items".into(), Value::List(vec![1.into(), 2.into()]))]),
        )])),
    );
    let typed = TypedMut::of(&registry, &mut holder).unwrap();
    typed.get("nested").unwrap().get("one").unwrap().set(&value).unwrap();
    let Either::Right { value } = holder.nested.one else { panic!() };
    assert_eq!(value.items, [1, 2]);
}

#[test]
fn methods_of_generic_types_are_called() {
    let registry = RegistryBuilder::new().register::<Pool<String>>().resolve().unwrap();
    let mut cx = onefold_reflect::Cx::new(registry.clone());
    let mut pool = Pool::<String>::default();
    let result = cx.invoke_on(TypedMut::of(&registry, &mut pool).unwrap(), "push", &["a".into()]);
    assert_eq!(result, Ok("a".into()));
    assert_eq!(cx.invoke_on(TypedMut::of(&registry, &mut pool).unwrap(), "count", &[]), Ok(1.into()));
    assert_eq!(pool.items, ["a"]);
    let copy = TypedRef::of(&registry, &pool).unwrap().to_owned().unwrap();
    assert_eq!(copy.as_ref().downcast::<Pool<String>>(), Some(&pool));
}
