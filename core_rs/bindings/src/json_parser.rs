//! The parser of strict JSON.
//!
//! It is written here because `cornerwise/strict_json.py` must report the same errors at the same
//! positions, and because the limits apply while it reads. Beyond RFC 8259 it refuses duplicate names,
//! numbers beyond the range of floats, lone surrogates, and deep nesting.

use std::hash::{BuildHasher, RandomState};

use crate::json::{Entry, JsonError, Limits, Parsed};

pub(crate) fn parse(body: &[u8], limits: Limits) -> Result<Parsed, JsonError> {
    let text = std::str::from_utf8(body).map_err(|error| {
        let (line, column) = position(&body[..error.valid_up_to()]);
        JsonError { message: "the text is not UTF-8".to_owned(), line, column, is_too_large: false }
    })?;
    // A state has a value or a name for every six bytes; a list that grows is copied.
    let parsed = Parsed { entries: Vec::with_capacity(body.len() / 6), unescaped: String::new() };
    let mut parser = Parser { text, bytes: body, at: 0, limits, values: 0, parsed };
    parser.document().map_err(|fault| {
        let (line, column) = position(&body[..fault.at]);
        JsonError { message: fault.message, line, column, is_too_large: fault.is_too_large }
    })?;
    Ok(parser.parsed)
}

/// The line and the column after `before`, both from 1; columns are characters.
fn position(before: &[u8]) -> (usize, usize) {
    let mut lines = before.split(|&byte| byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    let is_first_byte = |byte: &&u8| **byte & 0xC0 != 0x80;
    (lines.count() + 1, last.iter().filter(is_first_byte).count() + 1)
}

struct Fault {
    message: String,
    at: usize,
    is_too_large: bool,
}

fn fault(message: impl Into<String>, at: usize) -> Fault {
    Fault { message: message.into(), at, is_too_large: false }
}

const VALUE_EXPECTED: &str =
    "a value is expected: an object, a list, a string, a number, true, false or null";

/// The bytes that end a run of characters which stand for themselves in a string.
const ENDS_PLAIN: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        ends[byte] = true;
        byte += 1;
    }
    ends[b'"' as usize] = true;
    ends[b'\\' as usize] = true;
    ends
};

/// The number of at most two digits that begins a text, the usual ones in a state, and how many digits
/// it has; none if what follows belongs to the number too.
#[inline]
fn small_number(text: &[u8]) -> Option<(i64, usize)> {
    let digit = |byte: u8| i64::from(byte - b'0');
    let ends = |next: Option<&u8>| !matches!(next, Some(b'0'..=b'9' | b'.' | b'e' | b'E'));
    match *text {
        [one @ b'0'..=b'9', ..] if ends(text.get(1)) => Some((digit(one), 1)),
        [ten @ b'1'..=b'9', one @ b'0'..=b'9', ..] if ends(text.get(2)) => {
            Some((10 * digit(ten) + digit(one), 2))
        }
        _ => None,
    }
}

/// The index of the first byte that ends a run of plain characters, if one of eight does.
///
/// Eight bytes are compared at once, because the length of a text cannot be predicted: a loop over
/// its bytes takes longer to end than to run. In each comparison the bytes above the first match
/// can be wrong, but the first match cannot.
#[inline]
fn end_of_plain(bytes: [u8; 8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(bytes);
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
    let equals = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let found = (below(word, 0x20) | equals(b'"') | equals(b'\\')) & (ONES * 0x80);
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    limits: Limits,
    values: usize,
    parsed: Parsed,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        self.value(0)?;
        self.skip_blanks();
        if self.at < self.bytes.len() {
            return Err(fault("only one value is allowed", self.at));
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<(), Fault> {
        self.values += 1;
        if self.values > self.limits.values {
            let message = format!("more than {} values", self.limits.values);
            return Err(Fault { is_too_large: true, ..fault(message, self.at) });
        }
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{') => self.map(depth + 1),
            Some(b'[') => self.list(depth + 1),
            Some(b't') => self.word("true", Entry::Bool(true)),
            Some(b'f') => self.word("false", Entry::Bool(false)),
            Some(b'n') => self.word("null", Entry::Null),
            _ => Err(fault(VALUE_EXPECTED, self.at)),
        }
    }

    fn word(&mut self, word: &str, entry: Entry) -> Result<(), Fault> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(fault(VALUE_EXPECTED, self.at));
        }
        self.at += word.len();
        self.parsed.entries.push(entry);
        Ok(())
    }

    /// Begins a list or a map, and returns the index of its entry.
    fn open(&mut self, depth: usize) -> Result<usize, Fault> {
        if depth > self.limits.depth {
            let message = format!("nested more than {} levels deep", self.limits.depth);
            return Err(fault(message, self.at));
        }
        self.at += 1;
        self.parsed.entries.push(Entry::Null);
        self.skip_blanks();
        Ok(self.parsed.entries.len() - 1)
    }

    fn list(&mut self, depth: usize) -> Result<(), Fault> {
        let index = self.open(depth)?;
        let mut len = 0;
        if !self.take(b']') {
            loop {
                self.value(depth)?;
                len += 1;
                self.skip_blanks();
                if self.take(b']') {
                    break;
                }
                if !self.take(b',') {
                    return Err(fault("',' or ']' is expected", self.at));
                }
                self.skip_blanks();
            }
        }
        let end = self.parsed.entries.len() as u32;
        self.parsed.entries[index] = Entry::List { len, end };
        Ok(())
    }

    fn map(&mut self, depth: usize) -> Result<(), Fault> {
        let start = self.at;
        let index = self.open(depth)?;
        let mut len = 0;
        if !self.take(b'}') {
            loop {
                if self.peek() != Some(b'"') {
                    return Err(fault("a name in double quotes is expected", self.at));
                }
                self.string()?;
                self.skip_blanks();
                if !self.take(b':') {
                    return Err(fault("':' is expected", self.at));
                }
                self.skip_blanks();
                self.value(depth)?;
                len += 1;
                self.skip_blanks();
                if self.take(b'}') {
                    break;
                }
                if !self.take(b',') {
                    return Err(fault("',' or '}' is expected", self.at));
                }
                self.skip_blanks();
            }
        }
        let end = self.parsed.entries.len() as u32;
        self.parsed.entries[index] = Entry::Map { len, end };
        match self.repeated_name(index, len as usize) {
            None => Ok(()),
            Some(name) => {
                let shown: String = self.name(name).chars().take(40).collect();
                Err(fault(format!("an object has the name '{shown}' twice"), start))
            }
        }
    }

    fn name(&self, index: usize) -> &str {
        match self.parsed.entries[index] {
            Entry::Text(start, end) => &self.text[start as usize..end as usize],
            Entry::Unescaped(start, end) => &self.parsed.unescaped[start as usize..end as usize],
            _ => "",
        }
    }

    /// The indices of the names of a map.
    fn names(&self, index: usize, len: usize) -> impl Iterator<Item = usize> {
        let mut next = index + 1;
        (0..len).map(move |_| {
            let name = next;
            next = match self.parsed.entries[name + 1] {
                Entry::List { end, .. } | Entry::Map { end, .. } => end as usize,
                _ => name + 2,
            };
            name
        })
    }

    /// The first name of a map that an earlier one equals.
    fn repeated_name(&self, index: usize, len: usize) -> Option<usize> {
        const FEW: usize = 16;
        if len <= FEW {
            let mut seen = [""; FEW];
            for (count, name) in self.names(index, len).enumerate() {
                let text = self.name(name);
                if seen[..count].contains(&text) {
                    return Some(name);
                }
                seen[count] = text;
            }
            return None;
        }
        // Sorted hashes need an eighth of the memory of a set. They are keyed, so that no client can
        // choose names with equal ones.
        let state = RandomState::new();
        let hash = |name| state.hash_one(self.name(name)) & !0xFFFF_FFFF;
        let mut hashed: Vec<u64> =
            self.names(index, len).map(|name| hash(name) | name as u64).collect();
        hashed.sort_unstable();
        let mut first = None;
        for same in hashed.chunk_by(|a, b| a >> 32 == b >> 32) {
            for (count, name) in same.iter().enumerate() {
                let name = (name & 0xFFFF_FFFF) as usize;
                let equals =
                    |other: &u64| self.name((other & 0xFFFF_FFFF) as usize) == self.name(name);
                if same[..count].iter().any(equals) {
                    first = Some(first.map_or(name, |first: usize| first.min(name)));
                    break;
                }
            }
        }
        first
    }

    fn digits(&mut self) -> Result<(), Fault> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(fault("a digit is expected", self.at));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if let Some((number, digits)) = small_number(&self.bytes[start..]) {
            self.at += digits;
            self.parsed.entries.push(Entry::Int(number));
            return Ok(());
        }
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        let mut is_integer = true;
        if self.take(b'.') {
            is_integer = false;
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            is_integer = false;
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        let text = &self.text[start..self.at];
        let integer = if is_integer { text.parse().ok() } else { None };
        let entry = match integer {
            Some(number) => Entry::Int(number),
            None => Entry::Float(text.parse().unwrap_or(f64::INFINITY)),
        };
        if let Entry::Float(number) = entry
            && !number.is_finite()
        {
            return Err(fault("the number is too large", start));
        }
        self.parsed.entries.push(entry);
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        let quote = self.at;
        self.at += 1;
        let start = self.at;
        self.plain_characters();
        if self.take(b'"') {
            self.parsed.entries.push(Entry::Text(start as u32, self.at as u32 - 1));
            return Ok(());
        }
        let first = self.parsed.unescaped.len() as u32;
        let mut from = start;
        loop {
            self.parsed.unescaped.push_str(&self.text[from..self.at]);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let character = self.escape()?;
                    self.parsed.unescaped.push(character);
                }
                Some(_) => {
                    let message = "a control character in a string must be written as an escape";
                    return Err(fault(message, self.at));
                }
                None => return Err(fault("the string does not end", quote)),
            }
            from = self.at;
            self.plain_characters();
        }
        self.at += 1;
        self.parsed.entries.push(Entry::Unescaped(first, self.parsed.unescaped.len() as u32));
        Ok(())
    }

    /// Skips the characters of a string that stand for themselves.
    fn plain_characters(&mut self) {
        while let Some(&bytes) = self.bytes[self.at..].first_chunk() {
            if let Some(end) = end_of_plain(bytes) {
                self.at += end;
                return;
            }
            self.at += bytes.len();
        }
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| ENDS_PLAIN[byte as usize]).unwrap_or(rest.len());
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let start = self.at;
        self.at += 2;
        Ok(match self.bytes.get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(start),
            _ => return Err(fault("the escape sequence is unknown", start)),
        })
    }

    fn unicode_escape(&mut self, start: usize) -> Result<char, Fault> {
        let unpaired = || fault("the escape sequence is one half of a surrogate pair", start);
        let first = self.hex(start)?;
        let code = match first {
            0xD800..0xDC00 => {
                if !self.bytes[self.at..].starts_with(b"\\u") {
                    return Err(unpaired());
                }
                self.at += 2;
                let second = self.hex(self.at - 2)?;
                if !(0xDC00..0xE000).contains(&second) {
                    return Err(unpaired());
                }
                0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
            }
            _ => first,
        };
        char::from_u32(code).ok_or_else(unpaired)
    }

    /// The four digits of an escape sequence that begins at `start`.
    fn hex(&mut self, start: usize) -> Result<u32, Fault> {
        let digits = self.bytes.get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for &digit in digits {
            let value = char::from(digit).to_digit(16);
            code = value.map_or(u32::MAX, |value| (code & 0xFFF) << 4 | value);
            if code == u32::MAX {
                break;
            }
        }
        if digits.len() < 4 || code > 0xFFFF {
            return Err(fault("the escape sequence needs four hexadecimal digits", start));
        }
        self.at += 4;
        Ok(code)
    }
}
