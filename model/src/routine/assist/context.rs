//! What stands before a place in a text.

use std::ops::Range;

use crate::routine::token::{Line, Token, TokenKind, lines};

/// The line that a place is on, and what stands before the word that is typed there.
pub(super) struct Context<'a> {
    pub(super) text: &'a str,
    pub(super) lines: Vec<Line>,
    /// Index of the line.
    pub(super) line: usize,
    /// The tokens before the word.
    pub(super) before: Vec<Token>,
    /// The word, or the text in quotation marks, that the place is in or behind; empty at the place
    /// where there is none.
    pub(super) word: Range<usize>,
    /// What of the word stands before the place.
    pub(super) typed: String,
    /// Whether the word is text in quotation marks.
    pub(super) in_text: bool,
    /// Whether the place is in a comment.
    pub(super) in_comment: bool,
}

/// A bracket that is open at a place.
pub(super) struct OpenCall<'a> {
    /// The words before it, the nearest last: `Wait`, or `call` and the routine.
    pub(super) callee: Vec<&'a str>,
    /// Commas between it and the place.
    pub(super) commas: usize,
}

impl<'a> Context<'a> {
    pub(super) fn new(text: &'a str, offset: usize) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let lines = lines(text);
        // Behind the last line end there is one more line, which holds nothing.
        let line = lines
            .iter()
            .position(|line| offset <= line.span.end)
            .unwrap_or(lines.len());
        let mut context = Self {
            text,
            line,
            before: Vec::new(),
            word: offset..offset,
            typed: String::new(),
            in_text: false,
            in_comment: false,
            lines,
        };
        let Some(line) = context.lines.get(line) else {
            return context;
        };
        context.in_comment = line
            .comment
            .as_ref()
            .is_some_and(|span| offset > span.start);
        for token in &line.tokens {
            let Range { start, end } = token.span.clone();
            let is_text = token.kind == TokenKind::Text;
            let is_word = matches!(token.kind, TokenKind::Name | TokenKind::Number);
            let closed = is_text && end - start > 1 && text.get(end - 1..end) == Some("\"");
            if start < offset && ((is_word && offset <= end) || (is_text && offset < end))
                || (is_text && offset == end && !closed)
            {
                context.word = token.span.clone();
                context.typed = text.get(start..offset).unwrap_or_default().to_owned();
                context.in_text = is_text;
            } else if end <= offset {
                context.before.push(token.clone());
            }
        }
        context
    }

    pub(super) fn text_of(&self, token: &Token) -> &'a str {
        self.text.get(token.span.clone()).unwrap_or_default()
    }

    /// The text of the token so many before the word, the nearest being 0.
    pub(super) fn back(&self, count: usize) -> Option<&'a str> {
        let at = self.before.len().checked_sub(count + 1)?;
        self.before.get(at).map(|token| self.text_of(token))
    }

    pub(super) fn first(&self) -> Option<&'a str> {
        self.before.first().map(|token| self.text_of(token))
    }

    /// Whether the tokens before the word, and the word, touch one another.
    pub(super) fn touches_word(&self) -> bool {
        match self.before.as_slice() {
            [.., prefix, colon] => {
                prefix.span.end == colon.span.start && colon.span.end == self.word.start
            }
            _ => false,
        }
    }

    /// The innermost bracket that is open before the word.
    pub(super) fn open_call(&self) -> Option<OpenCall<'a>> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (at, token) in self.before.iter().enumerate() {
            match self.text_of(token) {
                "(" => open.push((at, 0)),
                ")" => {
                    open.pop();
                }
                "," => {
                    if let Some((_, commas)) = open.last_mut() {
                        *commas += 1;
                    }
                }
                _ => {}
            }
        }
        let (at, commas) = open.pop()?;
        let callee = self
            .before
            .get(at.saturating_sub(2)..at)
            .unwrap_or_default()
            .iter()
            .map(|token| self.text_of(token))
            .collect();
        Some(OpenCall { callee, commas })
    }

    /// How far the line is indented, or would be if the place were its first word.
    fn indent(&self) -> usize {
        match self.lines.get(self.line) {
            Some(line) if !line.tokens.is_empty() => line.indent,
            Some(line) => self.word.start.saturating_sub(line.span.start),
            None => 0,
        }
    }

    fn lines_above(&self) -> impl Iterator<Item = &Line> {
        let above = self.lines.get(..self.line).unwrap_or_default();
        above.iter().rev().filter(|line| !line.tokens.is_empty())
    }

    fn words(&self, line: &Line) -> Vec<&'a str> {
        line.tokens
            .iter()
            .map(|token| self.text_of(token))
            .collect()
    }

    /// The first word of the line that opens the block that the place is in.
    pub(super) fn opener(&self) -> Option<&'a str> {
        let indent = self.indent();
        let opener = self.lines_above().find(|line| line.indent < indent)?;
        let words = self.words(opener);
        (words.last() == Some(&":")).then(|| words.first().copied())?
    }

    /// The words of the nearest line above at the same place that the block between allows.
    pub(super) fn sibling(&self) -> Option<Vec<&'a str>> {
        let indent = self.indent();
        let sibling = self.lines_above().find(|line| line.indent <= indent)?;
        (sibling.indent == indent).then(|| self.words(sibling))
    }
}
