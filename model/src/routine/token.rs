//! Tokens of the script language, and where they stand.
//!
//! A line is what a statement stands on: its indentation counts spaces and tabs alike as one, `#`
//! starts a comment, and a carriage return before the line's end is dropped (interop 1.1).

use std::ops::Range;

use crate::Collection;

/// What a run of the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name, a keyword, the mnemonic of an instruction.
    Name,
    /// A number, or what starts like one.
    Number,
    /// Text in quotation marks, which may lack its end.
    Text,
    /// An operator or a bracket.
    Symbol(&'static str),
    /// `#3` behind `push_constant`: an index into the constant table.
    Index,
    /// A comment, from its `#` to the line's end.
    Comment,
    /// A character that the language has no use for.
    Unknown,
}

/// A run of the text that belongs together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Bytes of the text.
    pub span: Range<usize>,
}

/// A line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Spaces and tabs before its first token.
    pub indent: usize,
    /// Bytes of the text, its indentation included and its end excluded.
    pub span: Range<usize>,
    /// Its tokens, without the comment.
    pub tokens: Vec<Token>,
    /// Its comment.
    pub comment: Option<Range<usize>>,
}

impl Line {
    /// Bytes from its first token to its last; empty at the line's end where it has none.
    pub fn content(&self) -> Range<usize> {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.span.end..self.span.end,
        }
    }
}

/// Words that no record can be called by, unless a prefix stands before them (`ship:if`).
pub const KEYWORDS: [&str; 25] = [
    "and", "arg", "asm", "below", "call", "either", "else", "event", "false", "flag", "if", "in",
    "last", "local", "not", "null", "or", "pass", "percent", "random", "result", "return", "spawn",
    "true", "yield",
];

/// The words that say which collection a name is of, first the one that is printed.
pub const PREFIXES: [(&str, Collection); 7] = [
    ("ship", Collection::Ships),
    ("group", Collection::FlightGroups),
    ("squad", Collection::Squads),
    ("curve", Collection::Curves),
    ("global", Collection::Globals),
    ("routine", Collection::Routines),
    ("flight_group", Collection::FlightGroups),
];

/// Operators and brackets, those that others start with first.
const SYMBOLS: [&str; 34] = [
    "+=.", "-=.", "*=.", "/=.", ">=.", "<=.", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "+.",
    "-.", "*.", "/.", ">.", "<.", "=", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ",", ".",
    ":",
];

/// Whether a word is a keyword.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The collection that a prefix names.
pub fn prefix_collection(word: &str) -> Option<Collection> {
    PREFIXES
        .iter()
        .find(|(prefix, _)| *prefix == word)
        .map(|&(_, collection)| collection)
}

/// The prefix of a collection, where scripts can name its records.
pub fn collection_prefix(collection: Collection) -> Option<&'static str> {
    PREFIXES
        .iter()
        .find(|&&(_, of)| of == collection)
        .map(|&(prefix, _)| prefix)
}

/// Whether an id can stand without a prefix: it is no keyword and reads as one token.
pub fn is_bare_name(id: &str) -> bool {
    !is_keyword(id) && name_len(id) == id.len() && id.starts_with(is_name_start)
}

/// Every token of a text in order, comments included.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for line in lines(text) {
        tokens.extend(line.tokens);
        tokens.extend(line.comment.map(|span| Token {
            kind: TokenKind::Comment,
            span,
        }));
    }
    tokens
}

/// The lines of a text, empty ones included.
pub fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        lines.push(read_line(content, start));
        start += line.len();
    }
    lines
}

fn read_line(content: &str, start: usize) -> Line {
    let indent = content.len() - content.trim_start_matches([' ', '\t']).len();
    let mut line = Line {
        indent,
        span: start..start + content.len(),
        tokens: Vec::new(),
        comment: None,
    };
    let mut at = indent;
    while let Some(rest) = content.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        if blank > 0 {
            at += blank;
            continue;
        }
        let (kind, len) = read_token(rest, content, at, start, &line.tokens);
        let span = start + at..start + at + len;
        if kind == TokenKind::Comment {
            line.comment = Some(span);
        } else {
            line.tokens.push(Token { kind, span });
        }
        at += len;
    }
    line
}

/// The token that `rest` starts with, which is not empty, and its length in bytes.
fn read_token(
    rest: &str,
    content: &str,
    at: usize,
    start: usize,
    before: &[Token],
) -> (TokenKind, usize) {
    let word = |token: &Token| {
        let span = token.span.start.checked_sub(start)?..token.span.end.checked_sub(start)?;
        content.get(span)
    };
    let Some(first) = rest.chars().next() else {
        return (TokenKind::Unknown, 0);
    };
    if first == '#' {
        let digits = leading(rest.get(1..).unwrap_or_default(), |c| c.is_ascii_digit());
        let names_constant = matches!(before, [only] if word(only)
            .is_some_and(|word| matches!(word, "push_constant" | "push_constant_wide")));
        return if names_constant && digits > 0 {
            (TokenKind::Index, 1 + digits)
        } else {
            (TokenKind::Comment, rest.len())
        };
    }
    if first == '"' {
        return (TokenKind::Text, text_len(rest));
    }
    if is_name_start(first) {
        // Behind a prefix any id can be written, also one that ends in a hyphen.
        let follows_prefix = match before {
            [.., prefix, colon] => {
                colon.kind == TokenKind::Symbol(":")
                    && colon.span.end == start + at
                    && prefix.span.end == colon.span.start
                    && word(prefix).is_some_and(|word| prefix_collection(word).is_some())
            }
            _ => false,
        };
        let len = if follows_prefix {
            leading(rest, |c| is_name_part(c) || c == '-')
        } else {
            name_len(rest)
        };
        return (TokenKind::Name, len);
    }
    if first.is_ascii_digit() {
        return (TokenKind::Number, leading(rest, is_name_part));
    }
    let mut symbols = SYMBOLS.iter().filter(|symbol| symbol.starts_with(first));
    match symbols.find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => (TokenKind::Symbol(symbol), symbol.len()),
        None => (TokenKind::Unknown, first.len_utf8()),
    }
}

/// Bytes of the characters at the start of a text that are as asked.
fn leading(text: &str, asked: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(asked).len()
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Bytes of the name that a text starts with; a hyphen belongs to it between two of its characters.
fn name_len(text: &str) -> usize {
    let mut len = 0;
    loop {
        let rest = text.get(len..).unwrap_or_default();
        len += leading(rest, is_name_part);
        match text.get(len..).and_then(|rest| rest.strip_prefix('-')) {
            Some(rest) if len > 0 && rest.starts_with(is_name_part) => len += 1,
            _ => return len,
        }
    }
}

/// Bytes of the quoted text that `rest` starts with, up to its closing mark or the line's end.
fn text_len(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text)
            .into_iter()
            .map(|token| (token.kind, &text[token.span]))
            .collect()
    }

    #[test]
    fn a_hyphen_joins_names_where_it_touches_both() {
        use TokenKind::{Name, Number, Symbol};
        assert_eq!(words("a-b"), [(Name, "a-b")]);
        assert_eq!(words("a-1"), [(Name, "a-1")]);
        assert_eq!(
            words("a - b"),
            [(Name, "a"), (Symbol("-"), "-"), (Name, "b")]
        );
        assert_eq!(
            words("a -b"),
            [(Name, "a"), (Symbol("-"), "-"), (Name, "b")]
        );
        assert_eq!(
            words("a- b"),
            [(Name, "a"), (Symbol("-"), "-"), (Name, "b")]
        );
        assert_eq!(
            words("1-b"),
            [(Number, "1"), (Symbol("-"), "-"), (Name, "b")]
        );
    }

    #[test]
    fn behind_a_prefix_any_id_reads() {
        let words = words("ship:a--b- ship : a");
        assert_eq!(words[2], (TokenKind::Name, "a--b-"));
        assert_eq!(words.len(), 6);
        assert!(is_bare_name("a-b") && !is_bare_name("a-") && !is_bare_name("if"));
        assert!(!is_bare_name("") && !is_bare_name("1a") && !is_bare_name("a--b"));
    }

    #[test]
    fn comments_texts_and_indices() {
        assert_eq!(
            words("x \"a # \\\" b\" # rest"),
            [
                (TokenKind::Name, "x"),
                (TokenKind::Text, "\"a # \\\" b\""),
                (TokenKind::Comment, "# rest")
            ]
        );
        assert_eq!(words("push_constant #3 # c")[1], (TokenKind::Index, "#3"));
        assert_eq!(words("push_constant # 3")[1], (TokenKind::Comment, "# 3"));
        assert_eq!(words("push_byte #3")[1], (TokenKind::Comment, "#3"));
        assert_eq!(words("\"open")[0], (TokenKind::Text, "\"open"));
    }

    #[test]
    fn longer_symbols_win() {
        let symbols: Vec<_> = words("+=. +. += >=. >. >= a.b")
            .into_iter()
            .map(|it| it.1)
            .collect();
        assert_eq!(
            symbols,
            ["+=.", "+.", "+=", ">=.", ">.", ">=", "a", ".", "b"]
        );
        assert_eq!(words("a & b")[1].0, TokenKind::Unknown);
    }

    #[test]
    fn lines_count_spaces_and_tabs_alike() {
        let lines = lines("a\r\n\t  b # c\n\n");
        assert_eq!(lines.len(), 3);
        assert_eq!((lines[0].indent, lines[0].content()), (0, 0..1));
        assert_eq!((lines[1].indent, lines[1].content()), (3, 6..7));
        assert_eq!(lines[1].comment, Some(8..11));
        assert!(lines[2].tokens.is_empty());
    }
}
