//! Bytes, read from the front, never past the end.

use onefold_diag::Diagnostic;

use crate::diagnostics;

/// The bytes are not what they should be.
#[derive(Debug)]
pub(crate) struct Damage {
    pub(crate) why: &'static str,
}

impl Damage {
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        diagnostics::cooked(self.why)
    }
}

#[derive(Clone)]
pub(crate) struct Bytes<'b> {
    rest: &'b [u8],
}

impl<'b> Bytes<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    #[cold]
    pub(crate) fn fail<T>(&self, why: &'static str) -> Result<T, Damage> {
        Err(Damage { why })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'b [u8], Damage> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => self.fail("the file ends too early"),
        }
    }

    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(*taken)
            }
            None => self.fail("the file ends too early"),
        }
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8, Damage> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    #[inline]
    pub(crate) fn u64(&mut self) -> Result<u64, Damage> {
        self.array().map(u64::from_le_bytes)
    }

    #[inline]
    pub(crate) fn text(&mut self) -> Result<&'b str, Damage> {
        let len = self.u32()? as usize;
        let bytes = self.take(len)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(_) => self.fail("a text is not UTF-8"),
        }
    }

    #[inline]
    pub(crate) fn bool(&mut self) -> Result<bool, Damage> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => self.fail("a bool is neither 0 nor 1"),
        }
    }

    pub(crate) fn char(&mut self) -> Result<char, Damage> {
        let code = self.u32()?;
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None => self.fail("a char is none"),
        }
    }
}
