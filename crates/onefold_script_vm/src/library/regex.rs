//! `regexFind`: regular expressions of the ECMAScript kind over bytes, by backtracking with a step limit.

use crate::fault::Fault;

/// Most instructions of a compiled expression.
const MOST_CODE: usize = 20_000;
/// Most steps of one search.
const MOST_STEPS: u32 = 5_000_000;
/// Most choices open at a time.
const MOST_UNDO: usize = 500_000;
/// Deepest nesting of groups.
const MOST_DEPTH: u32 = 100;

/// What the reference says when the C++ library throws.
fn refused() -> Fault {
    Fault::text("Caught an exception from the application")
}

#[derive(Clone, Debug)]
enum Inst {
    Set(Box<[bool; 256]>),
    /// Goes on at the first; comes back to the second.
    Split(usize, usize),
    Jump(usize),
    /// Notes the position in a register.
    Save(usize),
    /// Fails when the position is still that of the register: an empty round of a loop.
    Progress(usize),
    Start,
    End,
    /// At a word boundary, or not.
    Word(bool),
    /// The text of a group again.
    Back(usize),
    /// What follows up to the `Match` before the target does, or does not, match here.
    Look(bool, usize),
    Match,
}

/// Start and length of the first match at or after `start`.
pub(super) fn find(pattern: &[u8], text: &[u8], start: usize) -> Result<Option<(usize, usize)>, Fault> {
    let program = compile(pattern)?;
    let mut steps = 0;
    for at in start..=text.len() {
        let mut registers = vec![usize::MAX; program.registers];
        if let Some(end) = run(&program.code, text, 0, at, &mut registers, &mut steps)? {
            return Ok(Some((at, end - at)));
        }
    }
    Ok(None)
}

struct Program {
    code: Vec<Inst>,
    registers: usize,
}

fn compile(pattern: &[u8]) -> Result<Program, Fault> {
    // Two registers per group come first, whole match included; loops add theirs.
    let groups = 1 + pattern.iter().filter(|&&byte| byte == b'(').count();
    let mut compiler =
        Compiler { pattern, at: 0, code: Vec::new(), groups: 1, registers: groups * 2, depth: 0 };
    compiler.alternatives()?;
    if compiler.at < pattern.len() {
        return Err(refused());
    }
    compiler.push(Inst::Match)?;
    Ok(Program { code: compiler.code, registers: compiler.registers })
}

struct Compiler<'a> {
    pattern: &'a [u8],
    at: usize,
    code: Vec<Inst>,
    groups: usize,
    registers: usize,
    depth: u32,
}

impl Compiler<'_> {
    fn push(&mut self, inst: Inst) -> Result<usize, Fault> {
        if self.code.len() >= MOST_CODE {
            return Err(refused());
        }
        self.code.push(inst);
        Ok(self.code.len() - 1)
    }

    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.pattern[self.at..].starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn alternatives(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(refused());
        }
        let mut ends = Vec::new();
        loop {
            let start = self.code.len();
            self.sequence()?;
            if !self.eat(b"|") {
                break;
            }
            let branch = self.code.split_off(start);
            self.push(Inst::Split(start + 1, start + branch.len() + 2))?;
            self.append(branch, 1)?;
            ends.push(self.push(Inst::Jump(0))?);
        }
        let end = self.code.len();
        ends.iter().for_each(|&at| self.code[at] = Inst::Jump(end));
        self.depth -= 1;
        Ok(())
    }

    /// Appends code that was compiled `shift` instructions further up.
    fn append(&mut self, code: Vec<Inst>, shift: usize) -> Result<(), Fault> {
        for inst in code {
            self.push(match inst {
                Inst::Split(a, b) => Inst::Split(a + shift, b + shift),
                Inst::Jump(a) => Inst::Jump(a + shift),
                Inst::Look(wanted, a) => Inst::Look(wanted, a + shift),
                other => other,
            })?;
        }
        Ok(())
    }

    fn sequence(&mut self) -> Result<(), Fault> {
        while self.peek().is_some_and(|byte| byte != b'|' && byte != b')') {
            let start = self.code.len();
            let repeats = self.atom()?;
            let (least, most) = match self.peek() {
                Some(b'*') => (0, None),
                Some(b'+') => (1, None),
                Some(b'?') => (0, Some(1)),
                Some(b'{') => match self.counts()? {
                    Some(counts) => counts,
                    None => continue,
                },
                _ => continue,
            };
            if !repeats {
                return Err(refused());
            }
            self.at += 1;
            let lazy = self.eat(b"?");
            let body = self.code.split_off(start);
            self.repeat(&body, start, least, most, !lazy)?;
        }
        Ok(())
    }

    /// `{m}`, `{m,}` or `{m,n}`; leaves the closing brace. A brace that is none of these is itself.
    fn counts(&mut self) -> Result<Option<(usize, Option<usize>)>, Fault> {
        let rest = &self.pattern[self.at + 1..];
        let Some(end) = rest.iter().position(|&byte| byte == b'}') else { return Err(refused()) };
        let inner = std::str::from_utf8(&rest[..end]).map_err(|_| refused())?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| refused());
        let counts = match inner.split_once(',') {
            None => (number(inner)?, Some(number(inner)?)),
            Some((least, "")) => (number(least)?, None),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        if counts.0 > 1000 || counts.1.is_some_and(|most| most > 1000 || most < counts.0) {
            return Err(refused());
        }
        self.at += 1 + end;
        Ok(Some(counts))
    }

    fn repeat(
        &mut self,
        body: &[Inst],
        from: usize,
        least: usize,
        most: Option<usize>,
        greedy: bool,
    ) -> Result<(), Fault> {
        let split =
            |first, second| if greedy { Inst::Split(first, second) } else { Inst::Split(second, first) };
        for _ in 0..least {
            self.append(body.to_vec(), self.code.len() - from)?;
        }
        match most {
            Some(most) => {
                let mut splits = Vec::new();
                for _ in least..most {
                    splits.push(self.push(Inst::Match)?);
                    self.append(body.to_vec(), self.code.len() - from)?;
                }
                let end = self.code.len();
                splits.iter().for_each(|&at| self.code[at] = split(at + 1, end));
            }
            None => {
                let register = self.registers;
                self.registers += 1;
                let top = self.push(Inst::Match)?;
                self.push(Inst::Save(register))?;
                self.append(body.to_vec(), self.code.len() - from)?;
                self.push(Inst::Progress(register))?;
                self.push(Inst::Jump(top))?;
                let end = self.code.len();
                self.code[top] = split(top + 1, end);
            }
        }
        Ok(())
    }

    /// One atom; whether it may be repeated.
    fn atom(&mut self) -> Result<bool, Fault> {
        let byte = self.peek().ok_or_else(refused)?;
        self.at += 1;
        match byte {
            b'(' => return self.group(),
            b'^' | b'$' => {
                self.push(if byte == b'^' { Inst::Start } else { Inst::End })?;
                return Ok(false);
            }
            b'.' => self.set(|byte| byte != b'\n' && byte != b'\r')?,
            b'[' => self.class()?,
            b'\\' => return self.escape(),
            b'*' | b'+' | b'?' | b'{' => return Err(refused()),
            _ => self.set(|found| found == byte)?,
        }
        Ok(true)
    }

    fn set(&mut self, test: impl Fn(u8) -> bool) -> Result<(), Fault> {
        let set = std::array::from_fn(|byte| test(byte as u8));
        self.push(Inst::Set(Box::new(set))).map(|_| ())
    }

    fn group(&mut self) -> Result<bool, Fault> {
        let look = if self.eat(b"?=") { Some(true) } else { self.eat(b"?!").then_some(false) };
        let (before, register) = match look {
            Some(wanted) => (Some(self.push(Inst::Look(wanted, 0))?), None),
            None if self.eat(b"?:") => (None, None),
            None => {
                let group = self.groups;
                self.groups += 1;
                self.push(Inst::Save(group * 2))?;
                (None, Some(group * 2 + 1))
            }
        };
        self.alternatives()?;
        if !self.eat(b")") {
            return Err(refused());
        }
        if let Some(register) = register {
            self.push(Inst::Save(register))?;
        }
        if let (Some(at), Some(wanted)) = (before, look) {
            self.push(Inst::Match)?;
            self.code[at] = Inst::Look(wanted, self.code.len());
        }
        Ok(look.is_none())
    }

    fn escape(&mut self) -> Result<bool, Fault> {
        let byte = self.peek().ok_or_else(refused)?;
        self.at += 1;
        match byte {
            b'b' | b'B' => {
                self.push(Inst::Word(byte == b'b'))?;
                return Ok(false);
            }
            b'1'..=b'9' => {
                let group = usize::from(byte - b'0');
                if group >= self.groups {
                    return Err(refused());
                }
                self.push(Inst::Back(group))?;
            }
            _ => match named_set(byte) {
                Some(test) => self.set(test)?,
                None => {
                    let byte = self.single(byte)?;
                    self.set(|found| found == byte)?;
                }
            },
        }
        Ok(true)
    }

    /// The byte an escape stands for.
    fn single(&mut self, byte: u8) -> Result<u8, Fault> {
        Ok(match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'f' => 0x0c,
            b'v' => 0x0b,
            b'0' => 0,
            b'x' => {
                let digits = self.pattern.get(self.at..self.at + 2).ok_or_else(refused)?;
                self.at += 2;
                let digits = std::str::from_utf8(digits).map_err(|_| refused())?;
                u8::from_str_radix(digits, 16).map_err(|_| refused())?
            }
            byte if byte.is_ascii_alphanumeric() => return Err(refused()),
            byte => byte,
        })
    }

    fn class(&mut self) -> Result<(), Fault> {
        let negated = self.eat(b"^");
        let mut set = [false; 256];
        while !self.eat(b"]") {
            match self.class_item()? {
                Ok(test) => {
                    (0..=255).filter(|&byte| test(byte)).for_each(|byte| set[usize::from(byte)] = true)
                }
                Err(first) => {
                    let ranged = self.peek() == Some(b'-')
                        && self.pattern.get(self.at + 1).is_some_and(|&b| b != b']');
                    let mut last = first;
                    if ranged {
                        self.at += 1;
                        last = self.class_item()?.err().filter(|&last| last >= first).ok_or_else(refused)?;
                    }
                    (first..=last).for_each(|byte| set[usize::from(byte)] = true);
                }
            }
        }
        self.set(|byte| set[usize::from(byte)] != negated)
    }

    /// A named set, or a single byte as the error.
    #[expect(clippy::type_complexity, reason = "either of two, used in one place")]
    fn class_item(&mut self) -> Result<Result<fn(u8) -> bool, u8>, Fault> {
        let byte = self.peek().ok_or_else(refused)?;
        self.at += 1;
        if byte != b'\\' {
            return Ok(Err(byte));
        }
        let byte = self.peek().ok_or_else(refused)?;
        self.at += 1;
        match named_set(byte) {
            Some(test) => Ok(Ok(test)),
            None if byte == b'b' => Ok(Err(8)),
            None => self.single(byte).map(Err),
        }
    }
}

fn named_set(byte: u8) -> Option<fn(u8) -> bool> {
    Some(match byte {
        b'd' => |byte| byte.is_ascii_digit(),
        b'D' => |byte| !byte.is_ascii_digit(),
        b'w' => is_word,
        b'W' => |byte| !is_word(byte),
        b's' => is_space,
        b'S' => |byte| !is_space(byte),
        _ => return None,
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// What to come back to.
enum Undo {
    Branch(usize, usize),
    Register(usize, usize),
}

/// The end of a match that starts at `at` with instruction `pc`.
fn run(
    code: &[Inst],
    text: &[u8],
    mut pc: usize,
    mut at: usize,
    registers: &mut [usize],
    steps: &mut u32,
) -> Result<Option<usize>, Fault> {
    let mut undo = Vec::new();
    loop {
        *steps += 1;
        if *steps > MOST_STEPS || undo.len() > MOST_UNDO {
            return Err(refused());
        }
        let word = |at: usize| text.get(at).is_some_and(|&byte| is_word(byte));
        let goes_on = match &code[pc] {
            Inst::Match => return Ok(Some(at)),
            Inst::Set(set) => {
                let fits = text.get(at).is_some_and(|&byte| set[usize::from(byte)]);
                at += usize::from(fits);
                fits
            }
            Inst::Split(first, second) => {
                undo.push(Undo::Branch(*second, at));
                pc = *first;
                continue;
            }
            Inst::Jump(target) => {
                pc = *target;
                continue;
            }
            Inst::Save(register) => {
                undo.push(Undo::Register(*register, registers[*register]));
                registers[*register] = at;
                true
            }
            Inst::Progress(register) => registers[*register] != at,
            Inst::Start => at == 0,
            Inst::End => at == text.len(),
            Inst::Word(wanted) => ((at > 0 && word(at - 1)) != word(at)) == *wanted,
            Inst::Back(group) => {
                let (start, end) = (registers[group * 2], registers[group * 2 + 1]);
                let part = if start <= end { text.get(start..end) } else { None }.unwrap_or_default();
                let fits = text[at..].starts_with(part);
                at += if fits { part.len() } else { 0 };
                fits
            }
            Inst::Look(wanted, target) => {
                let mut inner = registers.to_vec();
                let found = run(code, text, pc + 1, at, &mut inner, steps)?.is_some();
                if found == *wanted {
                    pc = *target;
                    continue;
                }
                false
            }
        };
        if goes_on {
            pc += 1;
            continue;
        }
        loop {
            match undo.pop() {
                None => return Ok(None),
                Some(Undo::Register(register, value)) => registers[register] = value,
                Some(Undo::Branch(branch, position)) => {
                    (pc, at) = (branch, position);
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn finds_what_ecmascript_finds() {
        type Found = Option<(usize, usize)>;
        let cases: &[(&str, &str, Found)] = &[
            ("b+", "abbbc", Some((1, 3))),
            ("b+?", "abbbc", Some((1, 1))),
            ("a|bc|d", "xbcd", Some((1, 2))),
            ("(a|ab)(c|bcd)(d*)", "abcd", Some((0, 4))),
            ("[^a-c\\d]+", "ab1xyz2", Some((3, 3))),
            ("^\\w+@\\w+\\.com$", "me@site.com", Some((0, 11))),
            ("\\bcat\\b", "concat cat", Some((7, 3))),
            ("(\\w)\\1", "hello", Some((2, 2))),
            ("a{2,3}", "aaaa", Some((0, 3))),
            ("(a*)*b", "aaab", Some((0, 4))),
            ("(a*)*b", "aaac", None),
            ("x(?=y)", "xxy", Some((1, 1))),
            ("x(?!y)", "xyxz", Some((2, 1))),
            ("", "abc", Some((0, 0))),
            ("[\\]\\-x]+", "a]-x", Some((1, 3))),
            ("(?:ab)+", "xababa", Some((1, 4))),
            (".", "\n", None),
            ("\\x41", "xA", Some((1, 1))),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(
                find(pattern.as_bytes(), text.as_bytes(), 0).unwrap(),
                *expected,
                "{pattern} in {text}"
            );
        }
        assert_eq!(find(b"a", b"aba", 1).unwrap(), Some((2, 1)));
    }

    #[test]
    fn refuses_what_is_no_expression_or_too_much() {
        for pattern in
            ["(", ")", "[a", "*", "a{3,1}", "\\", "\\9", "a{5000}", "[z-a]", "((a{100}){100}){100}"]
        {
            assert!(find(pattern.as_bytes(), b"aaa", 0).is_err(), "{pattern}");
        }
        let deep = "(".repeat(5000);
        assert!(find(deep.as_bytes(), b"a", 0).is_err());
        let text = "a".repeat(40);
        assert!(find(b"(a|a)*b", text.as_bytes(), 0).is_err());
    }
}
