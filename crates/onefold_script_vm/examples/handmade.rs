//! Times hand-assembled versions of the benchmark programs: the speed limit for the compiler's output.

use onefold_script_bytecode::{
    Class, FuncId, FunctionBuilder, NO_SLOT, Program, Ret, Signature, SlotKind, Storage, StrId, TypeDef,
    TypeId, TypeKind,
};
use onefold_script_vm::{Image, Limits, Vm};

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    type Make = fn() -> Program;
    let programs: [(&str, Make); 7] = [
        ("fib", fib),
        ("mandelbrot", mandelbrot),
        ("methods", methods),
        ("sieve", sieve),
        ("strings", strings),
        ("matmul", matmul),
        ("nbody", nbody),
    ];
    for (name, make) in programs {
        if only.is_empty() || only.iter().any(|only| only == name) {
            let image = Image::link(&make().verify().unwrap()).unwrap();
            let mut vm = Vm::new(image, Limits::default()).unwrap();
            let mut best = f64::MAX;
            let mut sum = 0.0;
            for _ in 0..5 {
                let start = seconds();
                sum = vm.call(FuncId(0), &[]).unwrap().to_f64();
                best = best.min(seconds() - start);
            }
            println!("{name:<11} {best:.4} {sum}");
        }
    }
}

/// Processor time of this thread where the system tells it, else time.
fn seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = spent.and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
    let now = || std::time::UNIX_EPOCH.elapsed().map_or(0.0, |elapsed| elapsed.as_secs_f64());
    nanos.map_or_else(now, |nanos| nanos * 1e-9)
}

fn bench() -> FunctionBuilder {
    FunctionBuilder::new("bench", Signature { params: vec![], ret: Ret::Scalar(1) })
}

fn program(functions: Vec<FunctionBuilder>) -> Program {
    let functions = functions.into_iter().map(|f| f.finish().unwrap()).collect();
    Program { functions, ..Program::default() }
}

fn fib() -> Program {
    let mut main = bench();
    let t = main.scalar();
    main.imm32(t, 32).call(t, FuncId(1), &[t]).i32_to_f64(t, t).ret(t);
    let mut f =
        FunctionBuilder::new("fib", Signature { params: vec![SlotKind::Scalar], ret: Ret::Scalar(1) });
    let n = f.param(0);
    let (t, u, more) = (f.scalar(), f.scalar(), f.label());
    f.j_ge_imm_i32(n, 2, more).ret(n);
    f.bind(more);
    f.add_imm_i32(t, n, -1).call(t, FuncId(1), &[t]);
    f.add_imm_i32(u, n, -2).call(u, FuncId(1), &[u]);
    f.add_i32(t, t, u).ret(t);
    program(vec![main, f])
}

fn mandelbrot() -> Program {
    let mut f = bench();
    let [size, limit, total, py, cy, px, cx, x, y, n, xx, yy, t] = std::array::from_fn(|_| f.scalar());
    let (two, three, four) = (
        f.const_slot(2.0_f32.to_bits().into()),
        f.const_slot(3.0_f32.to_bits().into()),
        f.const_slot(4.0_f32.to_bits().into()),
    );
    let one = f.const_slot(1.0_f32.to_bits().into());
    f.imm32(size, 512).imm32(limit, 200).imm32(total, 0).imm32(py, 0);
    let [rows, rows_if, columns, columns_if, inner, inner_if, out] = std::array::from_fn(|_| f.label());
    f.jump(rows_if);
    f.bind(rows);
    f.i32_to_f32(t, py).mul_f32(cy, two, t).i32_to_f32(t, size).div_f32(cy, cy, t).sub_f32(cy, cy, one);
    f.imm32(px, 0).jump(columns_if);
    f.bind(columns);
    f.i32_to_f32(t, px).mul_f32(cx, three, t).i32_to_f32(t, size).div_f32(cx, cx, t).sub_f32(cx, cx, two);
    f.imm32(x, 0).imm32(y, 0).imm32(n, 0).jump(inner_if);
    f.bind(inner);
    f.mul_f32(xx, x, x).mul_f32(yy, y, y).add_f32(t, xx, yy).j_gt_f32(t, four, out);
    f.mul_f32(t, two, x).mul_f32(t, t, y).add_f32(y, t, cy);
    f.sub_f32(t, xx, yy).add_f32(x, t, cx).add_imm_i32(n, n, 1);
    f.bind(inner_if);
    f.j_lt_i32(n, limit, inner);
    f.bind(out);
    f.add_i32(total, total, n).add_imm_i32(px, px, 1);
    f.bind(columns_if);
    f.j_lt_i32(px, size, columns).add_imm_i32(py, py, 1);
    f.bind(rows_if);
    f.j_lt_i32(py, size, rows).i32_to_f64(t, total).ret(t);
    program(vec![f])
}

fn methods() -> Program {
    let mut class = Class::default();
    let value = class.add_field("value", "int", Storage::I32) as u16;
    let ty = TypeId(0);
    let this = SlotKind::Handle(ty);
    let mut add = FunctionBuilder::new(
        "Counter::add",
        Signature { params: vec![this, SlotKind::Scalar], ret: Ret::Void },
    );
    let (this_slot, n, t) = (add.param(0), add.param(1), add.scalar());
    add.get32(t, this_slot, value).add_i32(t, t, n).set32(this_slot, value, t).ret_void();
    let mut get = FunctionBuilder::new("Counter::get", Signature { params: vec![this], ret: Ret::Scalar(1) });
    let (this_slot, t) = (get.param(0), get.scalar());
    get.get32(t, this_slot, value).ret(t);
    let mut f = bench();
    let (c, seen, i, t) = (f.slot(this), f.scalar(), f.scalar(), f.scalar());
    let end = f.const_slot(5_000_000);
    f.new_object(c, ty).imm32(seen, 0).imm32(i, 0);
    let (body, test) = (f.label(), f.label());
    f.jump(test);
    f.bind(body);
    f.rem_imm_i32(t, i, 4).call_method(NO_SLOT, FuncId(1), &[c, t]);
    f.call_method(t, FuncId(2), &[c]).sub_i32(seen, t, seen).add_imm_i32(i, i, 1);
    f.bind(test);
    f.j_lt_i32(i, end, body);
    f.call_method(t, FuncId(2), &[c]).add_i32(t, t, seen).i32_to_f64(t, t).ret(t);
    let mut program = program(vec![f, add, get]);
    program.types.push(TypeDef { name: "Counter".into(), kind: TypeKind::Class(class) });
    program
}

fn sieve() -> Program {
    let mut f = bench();
    let array = f.slot(SlotKind::Handle(TypeId(0)));
    let [limit, count, round, i, j, t, one] = std::array::from_fn(|_| f.scalar());
    f.imm32(limit, 3_000_000).imm32(count, 0).imm32(round, 0).imm32(one, 1);
    let [rounds, outer, outer_if, next, inner, inner_if] = std::array::from_fn(|_| f.label());
    f.bind(rounds);
    f.add_imm_i32(t, limit, 1).new_array(array, t, TypeId(0)).imm32(count, 0).imm32(i, 2).jump(outer_if);
    f.bind(outer);
    f.at_u8(t, array, i).j_true(t, next).add_imm_i32(count, count, 1).shl_imm_i32(j, i, 1).jump(inner_if);
    f.bind(inner);
    f.put8(array, j, one).add_i32(j, j, i);
    f.bind(inner_if);
    f.j_le_u32(j, limit, inner);
    f.bind(next);
    f.add_imm_i32(i, i, 1);
    f.bind(outer_if);
    f.j_le_u32(i, limit, outer).add_imm_i32(round, round, 1).j_lt_imm_i32(round, 2, rounds);
    f.i32_to_f64(t, count).ret(t);
    let mut program = program(vec![f]);
    program.types.push(TypeDef { name: "array<bool>".into(), kind: TypeKind::Array(Storage::U8) });
    program
}

fn strings() -> Program {
    let mut f = bench();
    let [total, round, i, end, t] = std::array::from_fn(|_| f.scalar());
    let (s, u, comma) = (f.slot(SlotKind::Str), f.slot(SlotKind::Str), f.slot(SlotKind::Str));
    f.imm32(total, 0).imm32(round, 0).imm32(end, 50_000);
    let [rounds, body, test] = std::array::from_fn(|_| f.label());
    f.bind(rounds);
    f.clear_str(s).imm32(i, 0).jump(test);
    f.bind(body);
    f.str_const(u, StrId(0))
        .i32_to_i64(t, i)
        .str_cat_i64(u, u, t)
        .str_const(comma, StrId(1))
        .str_cat(u, u, comma);
    f.str_cat(s, s, u).add_imm_i32(i, i, 1);
    f.bind(test);
    f.j_lt_i32(i, end, body);
    f.str_len(t, s).add_i32(total, total, t).add_imm_i32(round, round, 1).j_lt_imm_i32(round, 20, rounds);
    f.u32_to_f64(t, total).ret(t);
    let mut program = program(vec![f]);
    program.strings = vec![b"item ".to_vec(), b",".to_vec()];
    program
}

fn matmul() -> Program {
    let mut f = bench();
    let ty = TypeId(0);
    let [a, b, c] = std::array::from_fn(|_| f.slot(SlotKind::Handle(ty)));
    let [n, nn, i, j, k, sum, t, u, v, total, zero] = std::array::from_fn(|_| f.scalar());
    f.imm32(n, 220).mul_i32(nn, n, n).imm32(zero, 0);
    f.new_array(a, nn, ty).new_array(b, nn, ty).new_array(c, nn, ty).imm32(i, 0);
    let fill = f.here();
    f.rem_imm_u32(t, i, 7)
        .u32_to_f64(t, t)
        .put64(a, i, t)
        .rem_imm_u32(t, i, 5)
        .u32_to_f64(t, t)
        .put64(b, i, t);
    f.add_imm_i32(i, i, 1).j_lt_u32(i, nn, fill).imm32(i, 0);
    let rows = f.here();
    f.imm32(j, 0);
    let columns = f.here();
    f.mov(sum, zero).imm32(k, 0);
    let inner = f.here();
    f.mul_i32(t, i, n).add_i32(t, t, k).at64(u, a, t).mul_i32(t, k, n).add_i32(t, t, j).at64(v, b, t);
    f.mul_f64(u, u, v).add_f64(sum, sum, u).add_imm_i32(k, k, 1).j_lt_u32(k, n, inner);
    f.mul_i32(t, i, n).add_i32(t, t, j).put64(c, t, sum);
    f.add_imm_i32(j, j, 1).j_lt_u32(j, n, columns).add_imm_i32(i, i, 1).j_lt_u32(i, n, rows);
    f.mov(total, zero).imm32(i, 0);
    let add = f.here();
    f.at64(t, c, i).add_f64(total, total, t).add_imm_i32(i, i, 1).j_lt_u32(i, nn, add).ret(total);
    let mut program = program(vec![f]);
    program.types.push(TypeDef { name: "array<double>".into(), kind: TypeKind::Array(Storage::F64) });
    program
}

fn nbody() -> Program {
    let mut class = Class::default();
    let fields = ["x", "y", "z", "vx", "vy", "vz", "mass"];
    let offsets: Vec<u16> =
        fields.iter().map(|name| class.add_field(name, "double", Storage::F64) as u16).collect();
    let (body_ty, array_ty) = (TypeId(0), TypeId(1));
    let signature = Signature { params: vec![SlotKind::Handle(array_ty), SlotKind::Scalar], ret: Ret::Void };
    let mut f = FunctionBuilder::new("advance", signature);
    let (bodies, dt) = (f.param(0), f.param(1));
    let (a, b) = (f.slot(SlotKind::Handle(body_ty)), f.slot(SlotKind::Handle(body_ty)));
    let [n, i, j, t, u, d2, mag, am, bm] = std::array::from_fn(|_| f.scalar());
    let d: [_; 3] = std::array::from_fn(|_| f.scalar());
    f.array_len(n, bodies).imm32(i, 0);
    let [inner, inner_if] = std::array::from_fn(|_| f.label());
    let outer = f.here();
    f.at_handle(a, bodies, i).add_imm_i32(j, i, 1).jump(inner_if);
    f.bind(inner);
    f.at_handle(b, bodies, j);
    for axis in 0..3 {
        f.get64(t, a, offsets[axis]).get64(u, b, offsets[axis]).sub_f64(d[axis], t, u);
    }
    f.mul_f64(d2, d[0], d[0])
        .mul_f64(t, d[1], d[1])
        .add_f64(d2, d2, t)
        .mul_f64(t, d[2], d[2])
        .add_f64(d2, d2, t);
    f.f64_to_f32(t, d2).sqrt_f32(t, t).f32_to_f64(t, t).mul_f64(t, d2, t).div_f64(mag, dt, t);
    f.get64(t, a, offsets[6]).mul_f64(am, t, mag).get64(t, b, offsets[6]).mul_f64(bm, t, mag);
    for axis in 0..3 {
        f.mul_f64(t, d[axis], bm).get64(u, a, offsets[3 + axis]).sub_f64(u, u, t).set64(
            a,
            offsets[3 + axis],
            u,
        );
    }
    for axis in 0..3 {
        f.mul_f64(t, d[axis], am).get64(u, b, offsets[3 + axis]).add_f64(u, u, t).set64(
            b,
            offsets[3 + axis],
            u,
        );
    }
    f.add_imm_i32(j, j, 1);
    f.bind(inner_if);
    f.j_lt_u32(j, n, inner).add_imm_i32(i, i, 1).j_lt_u32(i, n, outer).imm32(i, 0);
    let last = f.here();
    f.at_handle(a, bodies, i);
    for axis in 0..3 {
        f.get64(t, a, offsets[3 + axis]).mul_f64(t, dt, t).get64(u, a, offsets[axis]).add_f64(u, u, t);
        f.set64(a, offsets[axis], u);
    }
    f.add_imm_i32(i, i, 1).j_lt_u32(i, n, last).ret_void();
    let mut main = bench();
    let (bodies, body) = (main.slot(SlotKind::Handle(array_ty)), main.slot(SlotKind::Handle(body_ty)));
    let [t, i, dt] = std::array::from_fn(|_| main.scalar());
    let data: [[f64; 7]; 5] = [
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.47],
        [4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.037],
        [8.34, 4.12, -0.40, -1.01, 1.82, 0.008, 0.011],
        [12.89, -15.11, -0.22, 1.08, 0.868, -0.010, 0.0017],
        [15.37, -25.91, 0.179, 0.979, 0.594, -0.034, 0.0020],
    ];
    main.imm32(t, 5).new_array(bodies, t, array_ty);
    for (index, row) in data.iter().enumerate() {
        main.new_object(body, body_ty);
        for (value, &offset) in row.iter().zip(&offsets) {
            main.imm64(t, value.to_bits()).set64(body, offset, t);
        }
        main.imm32(t, index as i32).put_handle(bodies, t, body);
    }
    main.imm64(dt, 0.001_f64.to_bits()).imm32(i, 100_000);
    let again = main.here();
    main.call(NO_SLOT, FuncId(1), &[bodies, dt]).add_imm_i32(i, i, -1).j_gt_imm_i32(i, 0, again);
    main.imm32(t, 0).at_handle(body, bodies, t).get64(t, body, offsets[0]).ret(t);
    let mut program = program(vec![main, f]);
    program.types.push(TypeDef { name: "Body".into(), kind: TypeKind::Class(class) });
    program
        .types
        .push(TypeDef { name: "array<Body@>".into(), kind: TypeKind::Array(Storage::Handle(body_ty)) });
    program
}
