//! A small world of described classes, written by hand as a derive would write them.

use std::mem::offset_of;

use glam::{Mat4, Quat, Vec2, Vec3};
use onefold_reflect::call::{self, Args, Status};
use onefold_reflect::{
    Access, AssetPath, BaseInfo, Cx, EnumInfo, EnumOps, Handle, MemberAttrs, MemberFlags, MemberInfo, Method,
    MethodFlags, MethodInfo, ParamInfo, ParamMode, Receiver, Reflect, Shape, Slot, StructInfo, TypeFlags,
    TypeInfo, TypeLink, TypeName, ValueOps, VariantInfo,
};
use onefold_script_bytecode::FuncId;
use onefold_script_vm::{Outcome, Scripts, Value};

/// The base class.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Thing {
    pub id: i32,
    pub label: String,
}

/// A value kept in place.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Inner {
    pub a: f32,
    pub v: Vec2,
}

#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub enum Kind {
    #[default]
    Point,
    Spot,
    Sun,
}

/// One member of every width; the base lies at the end to make offsets count.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Light {
    pub on: bool,
    pub i8: i8,
    pub u8: u8,
    pub i16: i16,
    pub u16: u16,
    pub i32: i32,
    pub u32: u32,
    pub i64: i64,
    pub u64: u64,
    pub f32: f32,
    pub f64: f64,
    pub ch: char,
    pub kind: Kind,
    pub v2: Vec2,
    pub v3: Vec3,
    pub q: Quat,
    pub m: Mat4,
    pub text: String,
    pub path: AssetPath,
    pub target: Handle<Thing>,
    pub locked: i32,
    pub list: Vec<i32>,
    pub inner: Inner,
    pub watts: f32,
    pub name: String,
    pub spots: [i32; 4],
    pub thing: Thing,
}

/// Another class, no light.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Camera {
    pub thing: Thing,
}

const fn link<T: Reflect>() -> TypeLink<'static> {
    T::LINK
}

const fn field<T: Reflect>(name: &'static str, offset: usize) -> MemberInfo<'static> {
    MemberInfo::field(name, link::<T>(), offset)
}

const fn param<T: Reflect>(name: &'static str) -> ParamInfo<'static> {
    ParamInfo::new(name, link::<T>())
}

const fn out<T: Reflect>(name: &'static str) -> ParamInfo<'static> {
    ParamInfo { mode: ParamMode::InOut, ..ParamInfo::new(name, link::<T>()) }
}

const fn computed<T: Reflect>(
    name: &'static str,
    get: Option<&'static str>,
    set: Option<&'static str>,
    index: Option<TypeLink<'static>>,
) -> MemberInfo<'static> {
    MemberInfo { access: Access::Computed { get, set, index }, ..MemberInfo::field(name, link::<T>(), 0) }
}

/// A thunk for a body of that receiver.
macro_rules! thunk {
    (leaf $this:ident: $class:ty, $args:ident -> $ret:ty $body:block) => {{
        unsafe extern "C" fn thunk(cx: *mut Cx, _: *const Method, this: Slot, io: *mut Slot) -> Status {
            // SAFETY: the guarantees of the call shape.
            unsafe { call::leaf::<$class, $ret>(cx, this, io, |$this: &$class, $args: &mut Args| $body) }
        }
        thunk
    }};
    (leaf_mut $this:ident: $class:ty, $args:ident -> $ret:ty $body:block) => {{
        unsafe extern "C" fn thunk(cx: *mut Cx, _: *const Method, this: Slot, io: *mut Slot) -> Status {
            // SAFETY: the guarantees of the call shape.
            unsafe {
                call::leaf_mut::<$class, $ret>(cx, this, io, |$this: &mut $class, $args: &mut Args| $body)
            }
        }
        thunk
    }};
    (free $args:ident -> $ret:ty $body:block) => {{
        unsafe extern "C" fn thunk(cx: *mut Cx, _: *const Method, _: Slot, io: *mut Slot) -> Status {
            // SAFETY: the guarantees of the call shape.
            unsafe { call::free::<$ret>(cx, io, |$args: &mut Args| $body) }
        }
        thunk
    }};
    (world $this:ident: $class:ty, $cx:ident, $args:ident -> $ret:ty $body:block) => {{
        unsafe extern "C" fn thunk(cx: *mut Cx, _: *const Method, this: Slot, io: *mut Slot) -> Status {
            // SAFETY: the guarantees of the call shape.
            unsafe {
                call::world::<$class, $ret>(
                    cx,
                    this,
                    io,
                    |$this: Handle<$class>, $cx: &mut Cx, $args: &mut Args| $body,
                )
            }
        }
        thunk
    }};
    (world_static $cx:ident, $args:ident -> $ret:ty $body:block) => {{
        unsafe extern "C" fn thunk(cx: *mut Cx, _: *const Method, _: Slot, io: *mut Slot) -> Status {
            // SAFETY: the guarantees of the call shape.
            unsafe { call::world_static::<$ret>(cx, io, |$cx: &mut Cx, $args: &mut Args| $body) }
        }
        thunk
    }};
}

// SAFETY: every member is described at its offset with its type.
unsafe impl Reflect for Thing {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("test", "Thing"),
        Shape::Struct(StructInfo::new(&[
            field::<i32>("id", offset_of!(Self, id)),
            field::<String>("label", offset_of!(Self, label)),
        ])),
        ValueOps::full::<Self>(),
    )
    .flags(TypeFlags::OBJECT)
    .methods(&[MethodInfo::new(
        "Id",
        Receiver::Leaf,
        thunk!(leaf this: Thing, _args -> i32 { this.id }),
    )
    .ret(link::<i32>())]);
}

// SAFETY: as above.
unsafe impl Reflect for Inner {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("test", "Inner"),
        Shape::Struct(StructInfo::new(&[
            field::<f32>("a", offset_of!(Self, a)),
            field::<Vec2>("v", offset_of!(Self, v)),
        ])),
        ValueOps::full::<Self>(),
    );
}

unsafe fn kind_variant(at: *const u8) -> u32 {
    // SAFETY: the contract of enum operations.
    unsafe { *at.cast::<Kind>() as u32 }
}

unsafe fn kind_create(at: *mut u8, variant: u32) -> bool {
    let kind = [Kind::Point, Kind::Spot, Kind::Sun][variant as usize];
    // SAFETY: the contract of enum operations.
    unsafe { at.cast::<Kind>().write(kind) };
    true
}

unsafe fn kind_payload(at: *const u8, _: u32) -> *const u8 {
    at
}

// SAFETY: the variants are those of the type, with numbers of their own.
unsafe impl Reflect for Kind {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("test", "Kind"),
        Shape::Enum(EnumInfo {
            variants: &[
                VariantInfo::unit("Point", 0),
                VariantInfo::unit("Spot", -5),
                VariantInfo::unit("Sun", 70_000),
            ],
            ops: EnumOps { variant: kind_variant, create: kind_create, payload: kind_payload },
        }),
        ValueOps::full::<Self>(),
    );
}

// SAFETY: as above.
unsafe impl Reflect for Camera {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("test", "Camera"),
        Shape::Struct(StructInfo {
            base: Some(BaseInfo { link: link::<Thing>(), offset: offset_of!(Self, thing) }),
            ..StructInfo::new(&[])
        }),
        ValueOps::full::<Self>(),
    );
}

const LOCKED: MemberAttrs<'static> = MemberAttrs { flags: MemberFlags::READ_ONLY, ..MemberAttrs::NONE };

// SAFETY: as above.
unsafe impl Reflect for Light {
    const INFO: &'static TypeInfo<'static> = &TypeInfo {
        global: Some("sun"),
        ..TypeInfo::of::<Self>(
            TypeName::new("test", "Light"),
            Shape::Struct(StructInfo {
                base: Some(BaseInfo { link: link::<Thing>(), offset: offset_of!(Self, thing) }),
                members: &[
                    field::<bool>("on", offset_of!(Self, on)),
                    field::<i8>("i8", offset_of!(Self, i8)),
                    field::<u8>("u8", offset_of!(Self, u8)),
                    field::<i16>("i16", offset_of!(Self, i16)),
                    field::<u16>("u16", offset_of!(Self, u16)),
                    field::<i32>("i32", offset_of!(Self, i32)),
                    field::<u32>("u32", offset_of!(Self, u32)),
                    field::<i64>("i64", offset_of!(Self, i64)),
                    field::<u64>("u64", offset_of!(Self, u64)),
                    field::<f32>("f32", offset_of!(Self, f32)),
                    field::<f64>("f64", offset_of!(Self, f64)),
                    field::<char>("ch", offset_of!(Self, ch)),
                    field::<Kind>("kind", offset_of!(Self, kind)),
                    field::<Vec2>("v2", offset_of!(Self, v2)),
                    field::<Vec3>("v3", offset_of!(Self, v3)).aliases(&["m_V3"]),
                    field::<Quat>("q", offset_of!(Self, q)),
                    field::<Mat4>("m", offset_of!(Self, m)),
                    field::<String>("text", offset_of!(Self, text)),
                    field::<AssetPath>("path", offset_of!(Self, path)),
                    field::<Handle<Thing>>("target", offset_of!(Self, target)),
                    field::<i32>("locked", offset_of!(Self, locked)).attrs(LOCKED),
                    field::<Vec<i32>>("list", offset_of!(Self, list)),
                    field::<Inner>("inner", offset_of!(Self, inner)),
                ],
                computed: &[
                    computed::<f32>("power", Some("Power"), Some("SetPower"), None),
                    computed::<String>("name", Some("Name"), Some("SetName"), None),
                    computed::<i32>("age", Some("Age"), None, None),
                    computed::<i32>("spot", Some("Spot"), Some("SetSpot"), Some(link::<u32>())),
                ],
                tuple: false,
            }),
            ValueOps::full::<Self>(),
        )
        .methods(METHODS)
    };
}

/// The function a world method enters the machine by.
fn reenter(cx: &mut Cx, func: u32, args: &[Value]) -> Result<i32, String> {
    let scripts = Scripts::of(cx).ok_or("no scripts")?;
    let value =
        scripts.call(cx, FuncId(func), args).map_err(|exception| exception.fault.message().to_owned())?;
    Ok(value.to_i32())
}

const METHODS: &[MethodInfo<'static>] = &[
    MethodInfo::new(
        "Scalars",
        Receiver::LeafMut,
        thunk!(leaf_mut this: Light, args -> f64 {
            this.on = args.get();
            this.i8 = args.get();
            this.u8 = args.get();
            this.i16 = args.get();
            this.u16 = args.get();
            this.i32 = args.get();
            this.u32 = args.get();
            this.i64 = args.get();
            this.u64 = args.get();
            this.f32 = args.get();
            this.f64 = args.get();
            this.ch = args.get();
            this.f64 * 2.0
        }),
    )
    .params(&[
        param::<bool>("on"),
        param::<i8>("i8"),
        param::<u8>("u8"),
        param::<i16>("i16"),
        param::<u16>("u16"),
        param::<i32>("i32"),
        param::<u32>("u32"),
        param::<i64>("i64"),
        param::<u64>("u64"),
        param::<f32>("f32"),
        param::<f64>("f64"),
        param::<char>("ch"),
    ])
    .ret(link::<f64>()),
    MethodInfo::new("Neg8", Receiver::Leaf, thunk!(leaf _this: Light, args -> i8 { args.get::<i8>().wrapping_neg() }))
        .params(&[param::<i8>("x")])
        .ret(link::<i8>()),
    MethodInfo::new(
        "SetKind",
        Receiver::LeafMut,
        thunk!(leaf_mut this: Light, args -> Kind { std::mem::replace(&mut this.kind, args.get()) }),
    )
    .params(&[param::<Kind>("kind")])
    .ret(link::<Kind>()),
    MethodInfo::new(
        "Move",
        Receiver::LeafMut,
        thunk!(leaf_mut this: Light, args -> Vec3 {
            let by: Vec3 = args.get();
            let factor: f32 = args.get();
            this.v3 += by * factor;
            this.v3
        }),
    )
    .params(&[param::<Vec3>("by"), param::<f32>("factor")])
    .ret(link::<Vec3>()),
    MethodInfo::new(
        "Transform",
        Receiver::Leaf,
        thunk!(leaf this: Light, args -> Mat4 { *args.get_ref::<Mat4>() * this.m }),
    )
    .params(&[param::<Mat4>("by")])
    .ret(link::<Mat4>()),
    MethodInfo::new(
        "Greet",
        Receiver::Leaf,
        thunk!(leaf this: Light, args -> String { format!("{}{} {}", args.text(), this.text, args.get::<i32>()) }),
    )
    .params(&[param::<String>("hello"), param::<i32>("times")])
    .ret(link::<String>()),
    MethodInfo::new(
        "Outs",
        Receiver::Leaf,
        thunk!(leaf _this: Light, args -> () {
            let mut number = args.get_mut::<i16>();
            let mut kind = args.get_mut::<Kind>();
            let mut vector = args.get_mut::<Vec3>();
            let mut text = args.get_mut::<String>();
            let mut thing = args.get_mut::<Handle<Thing>>();
            let add: Handle<Thing> = args.get();
            *number -= 1;
            *kind = Kind::Spot;
            *vector *= 2.0;
            text.push('!');
            *thing = add;
        }),
    )
    .params(&[
        out::<i16>("number"),
        out::<Kind>("kind"),
        out::<Vec3>("vector"),
        out::<String>("text"),
        out::<Handle<Thing>>("thing"),
        param::<Handle<Thing>>("add"),
    ]),
    MethodInfo::new("Asset", Receiver::LeafMut, thunk!(leaf_mut this: Light, args -> AssetPath {
        std::mem::replace(&mut this.path, args.get())
    }))
    .params(&[param::<AssetPath>("path")])
    .ret(link::<AssetPath>()),
    MethodInfo::new("Forged", Receiver::Leaf, thunk!(leaf _this: Light, args -> Handle<Thing> {
        onefold_reflect::AnyHandle::from_bits(args.get()).typed()
    }))
    .params(&[param::<u64>("bits")])
    .ret(link::<Handle<Thing>>()),
    MethodInfo::new("Panic", Receiver::Leaf, thunk!(leaf _this: Light, args -> String { panic!("no {}", args.text()) }))
        .params(&[param::<String>("what")])
        .ret(link::<String>()),
    MethodInfo::new(
        "Fail",
        Receiver::Leaf,
        thunk!(leaf _this: Light, args -> Result<String, String> { Err(args.text().to_owned()) }),
    )
    .params(&[param::<String>("why")])
    .ret(link::<String>()),
    MethodInfo::new("Over", Receiver::Leaf, thunk!(leaf _this: Light, args -> i32 { args.get::<i32>() + 1 }))
        .params(&[param::<i32>("a")])
        .ret(link::<i32>()),
    MethodInfo::new("Over", Receiver::Leaf, thunk!(leaf _this: Light, args -> f32 { args.get::<f32>() + 0.5 }))
        .params(&[param::<f32>("a")])
        .ret(link::<f32>()),
    MethodInfo::new("Over", Receiver::Leaf, thunk!(leaf _this: Light, _args -> i32 { 7 })).ret(link::<i32>()),
    MethodInfo::new("Items", Receiver::Leaf, thunk!(leaf this: Light, _args -> Vec<i32> { this.list.clone() }))
        .ret(link::<Vec<i32>>()),
    MethodInfo::new("Make", Receiver::None, thunk!(free args -> i32 { args.get::<i32>() * 3 }))
        .params(&[param::<i32>("x")])
        .ret(link::<i32>()),
    // World methods.
    MethodInfo::new("Kill", Receiver::World, thunk!(world this: Light, cx, _args -> bool { cx.remove(this.any()) }))
        .ret(link::<bool>()),
    MethodInfo::new(
        "Spawn",
        Receiver::WorldStatic,
        thunk!(world_static cx, args -> Result<Handle<Light>, String> {
            let light = Light { i32: args.get(), thing: Thing { id: 9, ..Thing::default() }, ..Light::default() };
            cx.insert(light).map_err(|why| why.message.clone())
        }),
    )
    .params(&[param::<i32>("value")])
    .ret(link::<Handle<Light>>()),
    MethodInfo::new(
        "Enter",
        Receiver::World,
        thunk!(world this: Light, cx, args -> Result<i32, String> {
            let (func, arg): (u32, i32) = (args.get(), args.get());
            reenter(cx, func, &[Value::from(this.any()), arg.into()])
        }),
    )
    .params(&[param::<u32>("func"), param::<i32>("arg")])
    .ret(link::<i32>()),
    MethodInfo::new(
        "Coroutine",
        Receiver::WorldStatic,
        thunk!(world_static cx, args -> Result<i32, String> {
            let scripts = Scripts::of(cx).ok_or("no scripts")?;
            let mut context = scripts.context(FuncId(args.get()), &[args.get::<i32>().into()]);
            let mut times = 0;
            loop {
                match scripts.resume(cx, &mut context) {
                    Outcome::Suspended => times += 1,
                    Outcome::Finished(value) => return Ok(times * 1000 + value.to_i32()),
                    Outcome::Exception(exception) => return Err(exception.fault.message().to_owned()),
                }
            }
        }),
    )
    .params(&[param::<u32>("func"), param::<i32>("arg")])
    .ret(link::<i32>()),
    MethodInfo::new("DropScripts", Receiver::WorldStatic, thunk!(world_static cx, _args -> bool {
        cx.take_service::<Scripts>().is_some()
    }))
    .ret(link::<bool>()),
    MethodInfo::new(
        "OnTouched",
        Receiver::World,
        thunk!(world this: Light, cx, args -> Result<String, String> {
            let by: Handle<Thing> = args.get();
            let mut note = args.get_mut::<String>();
            let mut count = args.get_mut::<i16>();
            let add: Vec3 = args.get();
            note.push_str(&format!("base {} ", add.x));
            *count -= 1;
            let light = cx.get(this).map_err(|why| why.to_string())?.i32;
            let id = cx.get(by).map_err(|why| why.to_string())?.id;
            Ok(format!("light {light} by {id}"))
        }),
    )
    .params(&[param::<Handle<Thing>>("by"), out::<String>("note"), out::<i16>("count"), param::<Vec3>("add")])
    .ret(link::<String>())
    .flags(MethodFlags::OVERRIDABLE),
    // Accessors.
    MethodInfo::new("Power", Receiver::Leaf, thunk!(leaf this: Light, _args -> f32 { this.watts }))
        .ret(link::<f32>())
        .flags(MethodFlags::ACCESSOR),
    MethodInfo::new("SetPower", Receiver::LeafMut, thunk!(leaf_mut this: Light, args -> Result<(), String> {
        let watts = args.get::<f32>();
        if watts < 0.0 { return Err("power is not negative".to_owned()) }
        this.watts = watts;
        Ok(())
    }))
    .params(&[param::<f32>("value")])
    .flags(MethodFlags::ACCESSOR),
    MethodInfo::new("Name", Receiver::Leaf, thunk!(leaf this: Light, _args -> String { this.name.clone() }))
        .ret(link::<String>())
        .flags(MethodFlags::ACCESSOR),
    MethodInfo::new("SetName", Receiver::LeafMut, thunk!(leaf_mut this: Light, args -> () { this.name = args.get() }))
        .params(&[param::<String>("value")])
        .flags(MethodFlags::ACCESSOR),
    MethodInfo::new("Age", Receiver::Leaf, thunk!(leaf _this: Light, _args -> i32 { 41 }))
        .ret(link::<i32>())
        .flags(MethodFlags::ACCESSOR),
    MethodInfo::new("Spot", Receiver::Leaf, thunk!(leaf this: Light, args -> Result<i32, String> {
        this.spots.get(args.get::<u32>() as usize).copied().ok_or_else(|| "no such spot".to_owned())
    }))
    .params(&[param::<u32>("index")])
    .ret(link::<i32>())
    .flags(MethodFlags::ACCESSOR),
    MethodInfo::new("SetSpot", Receiver::LeafMut, thunk!(leaf_mut this: Light, args -> () {
        let at = args.get::<u32>() as usize;
        this.spots[at] = args.get();
    }))
    .params(&[param::<u32>("index"), param::<i32>("value")])
    .flags(MethodFlags::ACCESSOR),
];
