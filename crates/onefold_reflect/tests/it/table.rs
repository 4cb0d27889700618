//! Random operations on an object table against a plain model of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use onefold_reflect::{AnyHandle, Cx, Handle, Reflect};
use onefold_testkit::{Random, sequence};

use crate::registry;

/// Counts itself, so that the model knows whether every object is dropped exactly once.
#[derive(Clone, Debug)]
pub struct Token(Arc<AtomicI64>);

impl Default for Token {
    fn default() -> Self {
        Self::on(&Arc::default())
    }
}

impl Token {
    fn on(count: &Arc<AtomicI64>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count.clone())
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Reflect, Default, Debug)]
#[reflect(object)]
pub struct Small {
    pub id: u64,
    #[reflect(skip)]
    _token: Token,
}

#[derive(Reflect, Default, Debug)]
#[reflect(base = Small)]
pub struct Big {
    pub pad: [u64; 9],
    #[reflect(base)]
    small: Small,
    pub names: Vec<String>,
}

#[derive(Clone, Debug)]
enum Op {
    InsertSmall,
    InsertBig,
    Remove(usize),
    RemoveAgain(usize),
    Write(usize, u64),
    Read(usize),
    Mark(usize, usize),
}

fn op(random: &mut Random) -> Op {
    let at = random.below(1000);
    match random.below(9) {
        0 | 1 => Op::InsertSmall,
        2 | 3 => Op::InsertBig,
        4 => Op::Remove(at),
        5 => Op::RemoveAgain(at),
        6 => Op::Write(at, random.next_u64()),
        7 => Op::Mark(at, random.below(5)),
        _ => Op::Read(at),
    }
}

struct Model {
    cx: Cx,
    count: Arc<AtomicI64>,
    alive: Vec<AnyHandle>,
    gone: Vec<AnyHandle>,
    ids: HashMap<AnyHandle, (u64, bool, Vec<usize>)>,
    next: u64,
}

impl Model {
    fn run(&mut self, op: &Op) -> Result<(), String> {
        let pick = |from: &[AnyHandle], at: usize| (!from.is_empty()).then(|| from[at % from.len()]);
        match *op {
            Op::InsertSmall | Op::InsertBig => {
                self.next += 1;
                let big = matches!(op, Op::InsertBig);
                let small = Small { id: self.next, _token: Token::on(&self.count) };
                let handle = if big {
                    let big = Big { pad: [self.next; 9], small, names: vec![self.next.to_string()] };
                    self.cx.insert(big).map(Handle::any)
                } else {
                    self.cx.insert(small).map(Handle::any)
                };
                let handle = handle.map_err(|err| err.to_string())?;
                if self.ids.insert(handle, (self.next, big, Vec::new())).is_some() {
                    return Err(format!("{handle:?} was given out twice"));
                }
                self.alive.push(handle);
            }
            Op::Remove(at) => {
                let Some(handle) = pick(&self.alive, at) else { return Ok(()) };
                self.alive.retain(|have| *have != handle);
                self.gone.push(handle);
                if !self.cx.remove(handle) {
                    return Err(format!("{handle:?} could not be removed"));
                }
            }
            Op::RemoveAgain(at) => {
                let Some(handle) = pick(&self.gone, at) else { return Ok(()) };
                if self.cx.remove(handle) || self.cx.objects().is_alive(handle) {
                    return Err(format!("{handle:?} was removed twice"));
                }
            }
            Op::Write(at, id) => {
                let Some(handle) = pick(&self.alive, at) else { return Ok(()) };
                self.cx.get_mut::<Small>(handle.typed()).map_err(|err| err.to_string())?.id = id;
                self.ids.entry(handle).and_modify(|entry| entry.0 = id);
            }
            Op::Mark(at, member) => {
                let Some(handle) = pick(&self.alive, at) else { return Ok(()) };
                let Some(mask) = self.cx.objects_mut().mask_mut(handle) else { return Err("no mask".into()) };
                mask.set(member);
                let len = mask.len();
                self.ids.entry(handle).and_modify(|entry| {
                    if member < len && !entry.2.contains(&member) {
                        entry.2.push(member);
                        entry.2.sort_unstable();
                    }
                });
            }
            Op::Read(at) => {
                if let Some(handle) = pick(&self.gone, at)
                    && self.cx.get::<Small>(handle.typed()).is_ok()
                {
                    return Err(format!("{handle:?} is stale and was read"));
                }
            }
        }
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        let objects = self.cx.objects();
        let (count, alive) = (self.count.load(Ordering::Relaxed), self.alive.len());
        if count != alive as i64 || objects.len() != alive || objects.iter().count() != alive {
            return Err(format!("{alive} should be alive; {count} tokens, {} objects", objects.len()));
        }
        for handle in &self.alive {
            let (id, big, marks) = &self.ids[handle];
            let small = self.cx.get::<Small>(handle.typed()).map_err(|err| err.to_string())?;
            let as_big = self.cx.get::<Big>(handle.typed());
            let set: Vec<usize> = objects.mask(*handle).map(|mask| mask.iter().collect()).unwrap_or_default();
            let intact = as_big.as_ref().map_or(true, |big| big.names == [big.pad[0].to_string()]);
            if small.id != *id || as_big.is_ok() != *big || !intact || set != *marks {
                return Err(format!("{handle:?} holds {small:?}, marks {set:?}, not id {id} and {marks:?}"));
            }
        }
        Ok(())
    }
}

#[test]
fn a_table_keeps_what_it_is_given_and_drops_it_once() {
    let registry = registry::<Big>();
    sequence::check(60, 200, op, |ops| {
        let count = Arc::new(AtomicI64::new(0));
        let mut model = Model {
            cx: Cx::new(registry.clone()),
            count: count.clone(),
            alive: Vec::new(),
            gone: Vec::new(),
            ids: HashMap::new(),
            next: 0,
        };
        ops.iter().try_for_each(|op| model.run(op))?;
        drop(model);
        match count.load(Ordering::Relaxed) {
            0 => Ok(()),
            left => Err(format!("{left} objects outlive their table")),
        }
    });
}
