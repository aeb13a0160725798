//! A place in the tokens of a line.

use crate::Collection;

use super::SyntaxProblem;
use crate::routine::ast::{Name, Number, Reference, Selector, Span, Word};
use crate::routine::literal::unquote;
use crate::routine::token::{
    Line, PREFIXES, Token, TokenKind, collection_prefix, is_keyword, prefix_collection,
};

/// Brackets and calls inside one another that an expression may have. The game's stack holds 32
/// values, and reading must not exhaust ours.
const MAX_NESTING: usize = 48;
/// Operators that the expressions of a line may have.
const MAX_OPERATORS: usize = 200;

/// Reads the tokens of a line one after another.
pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    /// Where the line ends, for what is missing there.
    end: usize,
    nesting: usize,
    operators: usize,
}

pub(super) type Parse<T> = Result<T, SyntaxProblem>;

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, line: &'a Line) -> Self {
        let end = line.content().end;
        Self {
            text,
            tokens: &line.tokens,
            at: 0,
            end,
            nesting: 0,
            operators: 0,
        }
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn peek_at(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead)
    }

    pub(super) fn text_of(&self, token: &Token) -> &'a str {
        self.text.get(token.span.clone()).unwrap_or_default()
    }

    pub(super) fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Where the next token stands, or the line ends.
    pub(super) fn here(&self) -> Span {
        self.peek()
            .map_or(self.end..self.end, |token| token.span.clone())
    }

    /// Bytes from `start` to the end of the last token read.
    pub(super) fn since(&self, start: usize) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        start..before.map_or(start, |token| token.span.end.max(start))
    }

    pub(super) fn problem<T>(&self, message: impl Into<String>) -> Parse<T> {
        Err(SyntaxProblem {
            span: self.here(),
            message: message.into(),
        })
    }

    /// The next token as a problem shows it.
    pub(super) fn shown(&self) -> String {
        match self.peek() {
            Some(token) => format!("`{}`", self.text_of(token)),
            None => "the line's end".to_owned(),
        }
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.symbol_at(0) == Some(symbol)
    }

    fn symbol_at(&self, ahead: usize) -> Option<&'static str> {
        match self.peek_at(ahead)?.kind {
            TokenKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    pub(super) fn symbol(&self) -> Option<&'static str> {
        self.symbol_at(0)
    }

    pub(super) fn is_symbol_at(&self, ahead: usize, symbol: &str) -> bool {
        self.symbol_at(ahead) == Some(symbol)
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str, place: &str) -> Parse<()> {
        if self.eat(symbol) {
            Ok(())
        } else {
            self.problem(format!(
                "`{symbol}` is missing {place}, before {}",
                self.shown()
            ))
        }
    }

    /// The next token's text, if it is a name or a keyword.
    pub(super) fn word(&self) -> Option<&'a str> {
        self.word_at(0)
    }

    pub(super) fn word_at(&self, ahead: usize) -> Option<&'a str> {
        let token = self.peek_at(ahead)?;
        (token.kind == TokenKind::Name).then(|| self.text_of(token))
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        if found {
            self.at += 1;
        }
        found
    }

    /// A name, which may be a keyword; `what` says what it is of.
    pub(super) fn any_word(&mut self, what: &str) -> Parse<Word> {
        match (self.peek(), self.word()) {
            (Some(token), Some(word)) => {
                self.at += 1;
                Ok(Word {
                    span: token.span.clone(),
                    text: word.to_owned(),
                })
            }
            _ => self.problem(format!("{what} is missing, before {}", self.shown())),
        }
    }

    /// Whether a number comes next, its minus sign included.
    pub(super) fn is_number(&self) -> bool {
        let number = |token: Option<&Token>| token.is_some_and(|it| it.kind == TokenKind::Number);
        number(self.peek()) || (self.is_symbol("-") && number(self.peek_at(1)))
    }

    pub(super) fn number(&mut self, what: &str) -> Parse<(Span, Number)> {
        let start = self.here().start;
        let negative = self.is_number() && self.eat("-");
        match self.peek() {
            Some(token) if token.kind == TokenKind::Number => {
                self.at += 1;
                let span = start..token.span.end;
                match Number::parse(self.text_of(token), negative) {
                    Ok(number) => Ok((span, number)),
                    Err(message) => Err(SyntaxProblem { span, message }),
                }
            }
            _ => self.problem(format!("{what} is missing, before {}", self.shown())),
        }
    }

    /// A number that is an index or an operand, and so has no width of its own.
    pub(super) fn index(&mut self, what: &str) -> Parse<(Span, u32)> {
        let (span, number) = self.number(what)?;
        if number.width.is_some() {
            let message = format!("{what} takes a plain number, without `b` or `c` behind it");
            return Err(SyntaxProblem { span, message });
        }
        Ok((span, number.value))
    }

    /// An index of one byte.
    pub(super) fn byte(&mut self, what: &str) -> Parse<u8> {
        let (span, value) = self.index(what)?;
        u8::try_from(value).map_err(|_| SyntaxProblem {
            span,
            message: format!("{what} is a number from 0 to 255"),
        })
    }

    pub(super) fn selector(&mut self, what: &str) -> Parse<Selector> {
        if self.is_number() {
            let (span, value) = self.index(what)?;
            Ok(Selector::Number(span, value))
        } else {
            Ok(Selector::Name(self.any_word(what)?))
        }
    }

    /// Quoted text, a byte a character.
    pub(super) fn quoted(&mut self) -> Parse<(Span, Vec<u8>)> {
        match self.peek() {
            Some(token) if token.kind == TokenKind::Text => {
                self.at += 1;
                match unquote(self.text_of(token)) {
                    Ok(bytes) => Ok((token.span.clone(), bytes)),
                    Err((place, message)) => {
                        let start = token.span.start;
                        let span = start + place.start..start + place.end;
                        Err(SyntaxProblem { span, message })
                    }
                }
            }
            _ => self.problem(format!("text is missing, before {}", self.shown())),
        }
    }

    /// An id with or without its prefix; `keywords` allows ids that are keywords to go without.
    pub(super) fn name(&mut self, keywords: bool) -> Parse<Name> {
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Name) else {
            return self.problem(format!("a name is missing, before {}", self.shown()));
        };
        let word = self.text_of(token);
        let colon = self.peek_at(1);
        let id = self.peek_at(2).filter(|id| id.kind == TokenKind::Name);
        if let (Some(colon), Some(id)) = (colon, id)
            && colon.kind == TokenKind::Symbol(":")
            && colon.span.start == token.span.end
            && id.span.start == colon.span.end
        {
            let Some(collection) = prefix_collection(word) else {
                let known: Vec<_> = PREFIXES
                    .iter()
                    .take(6)
                    .map(|(prefix, _)| format!("`{prefix}:`"))
                    .collect();
                return self.problem(format!(
                    "`{word}:` is no prefix; the prefixes are {}",
                    known.join(", ")
                ));
            };
            self.at += 3;
            let id = Word {
                span: id.span.clone(),
                text: self.text_of(id).to_owned(),
            };
            let span = token.span.start..id.span.end;
            return Ok(Name {
                span,
                prefix: Some(collection),
                id,
            });
        }
        if !keywords && is_keyword(word) {
            let prefix = collection_prefix(Collection::Ships).unwrap_or_default();
            return self.problem(format!(
                "`{word}` is a word of the language and means nothing here; \
                 a record of that id takes a prefix, such as `{prefix}:{word}`"
            ));
        }
        self.at += 1;
        let id = Word {
            span: token.span.clone(),
            text: word.to_owned(),
        };
        Ok(Name {
            span: token.span.clone(),
            prefix: None,
            id,
        })
    }

    /// A record by its id or its display name.
    pub(super) fn reference(&mut self, what: &str) -> Parse<Reference> {
        match self.peek().map(|token| token.kind) {
            Some(TokenKind::Text) => {
                let (span, bytes) = self.quoted()?;
                Ok(Reference::Quoted(span, bytes))
            }
            Some(TokenKind::Name) => Ok(Reference::Name(self.name(false)?)),
            _ => self.problem(format!("{what} is missing, before {}", self.shown())),
        }
    }

    /// Goes one bracket or call deeper; [`leave`](Self::leave) comes back.
    pub(super) fn enter(&mut self) -> Parse<()> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.problem(format!(
                "more than {MAX_NESTING} brackets inside one another"
            ));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    pub(super) fn count_operator(&mut self) -> Parse<()> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return self.problem(format!(
                "more than {MAX_OPERATORS} operators on one line; keep parts of it in a global"
            ));
        }
        Ok(())
    }

    /// That nothing more stands on the line.
    pub(super) fn finish(&self) -> Parse<()> {
        match self.peek() {
            None => Ok(()),
            Some(token) if token.kind == TokenKind::Unknown => {
                self.problem(format!("{} is no part of the language", self.shown()))
            }
            Some(_) => self.problem(format!("{} is more than fits here", self.shown())),
        }
    }
}
