//! What each word of a text is, for its colour.

use std::collections::HashMap;
use std::ops::Range;

use formats::catalogue::command_by_name;

use crate::Collection;
use crate::routine::lower::name_uses;
use crate::routine::parse::{BYTES, DEFAULT_ARM, parse};
use crate::routine::resolve::Meaning;
use crate::routine::scope::Scope;
use crate::routine::token::{TokenKind, is_keyword, lines, prefix_collection};

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// A word of the language.
    Keyword,
    /// A command of the game.
    Command,
    /// A record, by its id.
    Record(Collection),
    /// A name of the catalogue: a condition, an AI mode, a pilot.
    Symbol,
    /// A variable of the game.
    Variable,
    /// A value of an event, an argument of the routine.
    Value,
    /// An instruction of an `asm:` block.
    Instruction,
    /// A label of an `asm:` block.
    Label,
    /// A number.
    Number,
    /// Text, or a display name.
    Text,
    /// A comment.
    Comment,
    /// An operator or a bracket.
    Operator,
    /// A word that means nothing.
    Unknown,
}

/// Words that belong to the language in one place only.
const CONTEXTUAL: [&str; 5] = ["component", "hex", "extra", BYTES, DEFAULT_ARM];

/// Every word of a text with what it is, in order and without overlaps.
pub fn highlight(text: &str, scope: &Scope<'_>) -> Vec<(Range<usize>, TokenClass)> {
    let uses: HashMap<usize, Meaning> = name_uses(text, scope)
        .into_iter()
        .map(|name| (name.span.start, name.meaning))
        .collect();
    let problems = parse(text).errors;
    let mut classes = Vec::new();
    for line in lines(text) {
        let broken = problems.iter().any(|problem| {
            line.span.start <= problem.span.start && problem.span.start <= line.span.end
        });
        let mut tokens = line.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            let class = match token.kind {
                TokenKind::Number | TokenKind::Index => TokenClass::Number,
                TokenKind::Text => TokenClass::Text,
                TokenKind::Symbol(_) => TokenClass::Operator,
                TokenKind::Comment => TokenClass::Comment,
                TokenKind::Unknown => TokenClass::Unknown,
                TokenKind::Name => {
                    let word = text.get(token.span.clone()).unwrap_or_default();
                    let next = tokens.peek().map(|next| next.kind);
                    match uses.get(&token.span.start) {
                        Some(meaning) => of_meaning(meaning),
                        None if is_word_of_language(word, next) => TokenClass::Keyword,
                        // On a line that cannot be read yet, words are taken for what they look like.
                        None if broken => guess(word, next, scope),
                        None => TokenClass::Unknown,
                    }
                }
            };
            classes.push((token.span.clone(), class));
        }
        classes.extend(line.comment.map(|span| (span, TokenClass::Comment)));
    }
    classes
}

fn of_meaning(meaning: &Meaning) -> TokenClass {
    match meaning {
        Meaning::Record(id) => TokenClass::Record(id.collection),
        Meaning::Symbol(..) | Meaning::EventValue(_, None) => TokenClass::Symbol,
        Meaning::EventValue(_, Some(_)) | Meaning::Argument(_) => TokenClass::Value,
        Meaning::Command(_) => TokenClass::Command,
        Meaning::Variable(_) => TokenClass::Variable,
        Meaning::Instruction(_) => TokenClass::Instruction,
        Meaning::Label => TokenClass::Label,
    }
}

fn is_word_of_language(word: &str, next: Option<TokenKind>) -> bool {
    let is_prefix = prefix_collection(word).is_some() && next == Some(TokenKind::Symbol(":"));
    is_keyword(word) || is_prefix || CONTEXTUAL.contains(&word)
}

fn guess(word: &str, next: Option<TokenKind>, scope: &Scope<'_>) -> TokenClass {
    if next == Some(TokenKind::Symbol("(")) && command_by_name(word).is_some() {
        return TokenClass::Command;
    }
    Collection::ALL
        .into_iter()
        .find(|&collection| scope.contains(collection, word))
        .map_or(TokenClass::Unknown, TokenClass::Record)
}
