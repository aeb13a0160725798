//! What could be typed at a place.

use std::ops::Range;

use formats::catalogue::{
    Condition, Kinds, command, command_by_name, commands, condition, condition_by_name, conditions,
    kind_title, variables,
};
use formats::script::{Opcode, Shape};

use super::context::{Context, OpenCall};
use crate::routine::asm::record_name;
use crate::routine::lower::indexed_collection;
use crate::routine::parse::BYTES;
use crate::routine::resolve::{Slot, Wanted};
use crate::routine::scope::Scope;
use crate::routine::token::{TokenKind, collection_prefix, is_bare_name, prefix_collection};
use crate::{AnyId, Collection};

/// What could be typed at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// What an item takes the place of.
    pub replace: Range<usize>,
    /// The items, the likeliest first.
    pub items: Vec<CompletionItem>,
}

/// Something that could be typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    /// What a list shows.
    pub label: String,
    /// What is put into the text.
    pub insert: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words on it; may be empty.
    pub detail: String,
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// A command of the game.
    Command,
    /// A record.
    Record(Collection),
    /// A name of the catalogue: a condition, an AI mode, a pilot.
    Symbol,
    /// A variable of the game.
    Variable,
    /// A value of an event, an argument of the routine.
    Value,
    /// An instruction.
    Instruction,
}

/// The commands whose result says something: when the player last jumped, and which ship it is
/// (script-vm V86).
const TELLING: [u8; 2] = [0x1E, 0x45];

/// What could be typed at a place, in the order of how well it fits.
pub fn complete(text: &str, offset: usize, scope: &Scope<'_>) -> Completion {
    let context = Context::new(text, offset);
    let mut offers = Offers {
        scope,
        rank: 0,
        items: Vec::new(),
    };
    // A number is complete as far as it is typed: a name with the digit in it is not meant.
    let number = !context.in_text && context.typed.starts_with(|c: char| c.is_ascii_digit());
    if !context.in_comment && !number {
        offers.at(&context);
    }
    let typed = context.typed.trim_start_matches('"').to_ascii_lowercase();
    let mut ranked: Vec<(usize, usize, CompletionItem)> = offers
        .items
        .into_iter()
        .filter_map(|(rank, item)| Some((match_of(&item.label, &typed)?, rank, item)))
        .collect();
    // The sort is stable: what fits alike stays in the mission's order.
    ranked.sort_by_key(|(matched, rank, _)| (*matched, *rank));
    let items = ranked.into_iter().map(|(.., item)| item).collect();
    Completion {
        replace: context.word,
        items,
    }
}

/// How well a label matches what was typed: from its start, from the start of one of its words, or
/// anywhere.
fn match_of(label: &str, typed: &str) -> Option<usize> {
    let label = label.to_ascii_lowercase();
    if label.starts_with(typed) {
        Some(0)
    } else if label
        .split(['_', '-', ':', ' '])
        .any(|word| word.starts_with(typed))
    {
        Some(1)
    } else {
        label.contains(typed).then_some(2)
    }
}

struct Offers<'a> {
    scope: &'a Scope<'a>,
    rank: usize,
    items: Vec<(usize, CompletionItem)>,
}

impl Offers<'_> {
    fn add(&mut self, label: &str, insert: &str, kind: CompletionKind, detail: &str) {
        let item = CompletionItem {
            label: label.to_owned(),
            insert: insert.to_owned(),
            kind,
            detail: detail.to_owned(),
        };
        self.items.push((self.rank, item));
    }

    fn words(&mut self, words: &[&str]) {
        for word in words {
            let label = word.trim_end_matches(['(', '[', '.', ' ', ':']);
            self.add(label, word, CompletionKind::Keyword, "");
        }
    }

    fn at(&mut self, context: &Context<'_>) {
        if context.before.is_empty() && !context.in_text {
            self.statement(context);
        } else if context.opener() == Some("asm") {
            self.operand(context);
        } else {
            self.value(context);
        }
    }

    /// The start of a line.
    fn statement(&mut self, context: &Context<'_>) {
        match context.opener() {
            Some("asm") => {
                for opcode in Opcode::ALL {
                    self.add(
                        opcode.name(),
                        opcode.name(),
                        CompletionKind::Instruction,
                        "",
                    );
                }
                self.add(
                    BYTES,
                    BYTES,
                    CompletionKind::Instruction,
                    "bytes as they are",
                );
                return;
            }
            Some("random") => {
                self.words(&["below ", "else:"]);
                return;
            }
            _ => {}
        }
        match context.sibling().as_deref() {
            Some(["if", ..] | ["else", "if", ..]) => {
                self.words(&["else:"]);
                self.add("else if", "else if ", CompletionKind::Keyword, "");
            }
            Some(["either" | "or", ..]) => self.words(&["or:"]),
            _ => {}
        }
        self.words(&[
            "if ", "call ", "spawn ", "yield", "return", "random:", "either:", "pass", "asm:",
            "flag[", "arg.",
        ]);
        self.rank = 1;
        self.records(Wanted::Only(Collection::Globals));
        self.rank = 2;
        self.commands(|_| true);
    }

    fn commands(&mut self, fits: impl Fn(u8) -> bool) {
        for command in commands().iter().filter(|command| fits(command.index)) {
            let insert = match command.params.as_slice() {
                [] => format!("{}()", command.name),
                _ => format!("{}(", command.name),
            };
            let (name, detail) = (&command.name, command.signature());
            self.add(name, &insert, CompletionKind::Command, &detail);
        }
    }

    /// Anything behind the start of a line.
    fn value(&mut self, context: &Context<'_>) {
        let last = context.back(0);
        if context.touches_word()
            && last == Some(":")
            && let Some(collection) = context.back(1).and_then(prefix_collection)
        {
            self.ids(collection);
            return;
        }
        match (context.back(1), last) {
            (Some("flag"), Some("[")) => return self.variables(),
            (Some("local"), Some("[")) => return,
            (Some("event"), Some(".")) => {
                if let Some(condition) = self.scope.condition() {
                    self.labels(condition);
                }
                return;
            }
            (Some("arg"), Some(".")) => {
                for name in self.scope.arguments() {
                    self.add(
                        name,
                        name,
                        CompletionKind::Value,
                        "argument of this routine",
                    );
                }
                return;
            }
            (Some(of), Some(".")) => {
                match condition_by_name(of) {
                    Some(condition) if context.back(3) == Some("last") => self.labels(condition),
                    _ => self.words(&["component("]),
                }
                return;
            }
            (_, Some("call" | "spawn")) if context.before.len() == 1 => {
                self.records(Wanted::Only(Collection::Routines));
                return;
            }
            (_, Some("else")) if context.before.len() == 1 => return self.words(&["if "]),
            (_, Some("below")) => return,
            (_, Some("in")) => return self.records(Wanted::Slot(Slot::Container)),
            (_, Some("not")) => return self.words(&["in "]),
            _ => {}
        }
        if ends_value(context) {
            if context.in_text || matches!(context.first(), Some("call" | "spawn")) {
                return;
            }
            return self.words(&["and ", "or ", "in ", "not in "]);
        }
        match context.open_call() {
            Some(open) => self.argument(context, &open),
            None if context.before.len() == 1
                && !matches!(context.first(), Some("if" | "return")) => {}
            None => self.in_slot(Slot::Operand, context.in_text),
        }
    }

    /// A value between the brackets of a call.
    fn argument(&mut self, context: &Context<'_>, open: &OpenCall<'_>) {
        // Behind an operator the parameter says nothing about what follows.
        let starts_argument = matches!(context.back(0), Some("(" | ","));
        let callee = open.callee.last().copied().unwrap_or_default();
        let is_call =
            open.callee.len() > 1 && matches!(open.callee.first(), Some(&("call" | "spawn")));
        match callee {
            "component" => {}
            "percent" if open.commas > 0 => {}
            "last" if open.commas == 0 => {
                for condition in conditions()
                    .iter()
                    .filter(|it| it.keeps_last_event.is_some())
                {
                    let symbol = condition.symbol();
                    self.add(&symbol, &format!("{symbol}."), CompletionKind::Symbol, "");
                }
            }
            "last" => self.records(Wanted::Object),
            _ if !starts_argument || is_call => self.in_slot(Slot::Operand, context.in_text),
            _ => {
                let slot = command_by_name(callee).map_or(Slot::Operand, |command| {
                    Slot::of_parameter(command, open.commas)
                });
                self.in_slot(slot, context.in_text);
            }
        }
    }

    /// A value, by where it stands.
    fn in_slot(&mut self, slot: Slot, in_text: bool) {
        let wanted = Wanted::Slot(slot);
        if in_text {
            self.display_names(wanted);
            return;
        }
        if let Slot::Parameter { param, .. } = slot {
            if param.is_boolean() {
                self.words(&["true", "false"]);
            }
            for (symbol, value) in wanted.symbols() {
                if is_bare_name(&symbol) {
                    self.add(&symbol, &symbol, CompletionKind::Symbol, &value.to_string());
                }
            }
            self.records(wanted);
            if param.takes_null() {
                self.words(&["null"]);
            }
            if param.kinds.intersects(Kinds::FILE_NAME | Kinds::TEXT) {
                self.add("\"…\"", "\"", CompletionKind::Keyword, "text");
            }
            self.rank = 1;
            for collection in wanted.fallback() {
                self.collection(wanted, collection);
            }
        } else {
            self.records(wanted);
        }
        self.rank = 2;
        self.words(&["flag[", "result", "percent(", "last("]);
        if self.scope.condition().is_some() {
            self.words(&["event."]);
        }
        if !self.scope.arguments().is_empty() {
            self.words(&["arg."]);
        }
        if !matches!(slot, Slot::Parameter { .. }) {
            self.words(&["null", "true", "false"]);
        }
        self.commands(|index| TELLING.contains(&index));
    }

    /// The records that a name may be of.
    fn records(&mut self, wanted: Wanted) {
        for collection in wanted.collections() {
            self.collection(wanted, collection);
        }
    }

    /// The records of a collection, as they are written where a name of it may stand.
    fn collection(&mut self, wanted: Wanted, collection: Collection) {
        for id in self.scope.mission.ids(collection) {
            let Some(name) = record_name(self.scope, wanted, collection, &id.id) else {
                continue;
            };
            let insert = match name.prefix.and_then(collection_prefix) {
                Some(prefix) => format!("{prefix}:{}", id.id),
                None => id.id.to_string(),
            };
            let detail = self.detail(&id);
            self.add(&id.id, &insert, CompletionKind::Record(collection), &detail);
        }
    }

    /// The ids of a collection, behind its prefix.
    fn ids(&mut self, collection: Collection) {
        for id in self.scope.mission.ids(collection) {
            if self.scope.index(collection, &id.id).is_some() {
                let detail = self.detail(&id);
                self.add(&id.id, &id.id, CompletionKind::Record(collection), &detail);
            }
        }
    }

    fn display_names(&mut self, wanted: Wanted) {
        for collection in wanted.collections() {
            for id in self.scope.mission.ids(collection) {
                if let Some(name) = self.scope.mission.display_name(&id) {
                    let bytes: Option<Vec<u8>> = name
                        .chars()
                        .map(|c| u8::try_from(u32::from(c)).ok())
                        .collect();
                    let Some(bytes) = bytes else { continue };
                    let insert = crate::routine::literal::quote(&bytes);
                    let detail = id.to_string();
                    self.add(name, &insert, CompletionKind::Record(collection), &detail);
                }
            }
        }
    }

    fn detail(&self, id: &AnyId) -> String {
        let noun = id.collection.noun();
        let mission = self.scope.mission;
        match id.collection {
            Collection::Ships => match mission.ships.get(&id.id) {
                Some(ship) => format!("{noun}, {}", kind_title(ship.kind)),
                None => noun.to_owned(),
            },
            Collection::Routines => match mission.routines.get(&id.id) {
                Some(routine) if !routine.arguments.is_empty() => {
                    format!("{noun} ({})", routine.arguments.join(", "))
                }
                _ => noun.to_owned(),
            },
            _ => noun.to_owned(),
        }
    }

    fn variables(&mut self) {
        for variable in variables() {
            let number = variable.number.to_string();
            match &variable.name {
                Some(name) => self.add(name, name, CompletionKind::Variable, &variable.meaning),
                None => self.add(
                    &number,
                    &number,
                    CompletionKind::Variable,
                    &variable.meaning,
                ),
            }
        }
    }

    fn labels(&mut self, condition: &Condition) {
        for value in &condition.values {
            let label = value.symbol();
            let detail = format!("a {} of {}", value.kinds, condition.symbol());
            self.add(&label, &label, CompletionKind::Value, &detail);
        }
    }

    /// An operand of an instruction.
    fn operand(&mut self, context: &Context<'_>) {
        let Some(opcode) = context.first().and_then(Opcode::from_name) else {
            return;
        };
        if let Some(prefix) = context.back(1).and_then(prefix_collection)
            && context.touches_word()
        {
            return self.ids(prefix);
        }
        let place = context
            .before
            .iter()
            .filter(|it| it.kind == TokenKind::Symbol(","))
            .count();
        match (opcode.shape(), place) {
            (Shape::Displacement, 0) => self.labels_of_block(context),
            (Shape::Arms, _) => {
                self.labels_of_block(context);
                self.words(&["default", "below "]);
            }
            (Shape::EventValue, 0) => {
                for index in 0..=u8::MAX {
                    let Some(condition) = condition(index) else {
                        break;
                    };
                    let symbol = condition.symbol();
                    self.add(&symbol, &symbol, CompletionKind::Symbol, "");
                }
            }
            (Shape::EventValue, 2) => self.records(Wanted::Object),
            (_, 0) => match (opcode, indexed_collection(opcode)) {
                (_, Some(collection)) => self.records(Wanted::Only(collection)),
                (Opcode::Command, _) => {
                    for index in 0..=u8::MAX {
                        let Some(command) = command(index) else { break };
                        let detail = command.signature();
                        self.add(
                            &command.name,
                            &command.name,
                            CompletionKind::Command,
                            &detail,
                        );
                    }
                }
                (Opcode::PushArray | Opcode::SelectArray, _) => self.variables(),
                _ => {}
            },
            _ => {}
        }
    }

    /// The labels below the place, since branches only lead forward.
    fn labels_of_block(&mut self, context: &Context<'_>) {
        let indent = context
            .lines
            .get(context.line)
            .map_or(0, |line| line.indent);
        let below = context.lines.get(context.line + 1..).unwrap_or_default();
        for line in below.iter().filter(|line| !line.tokens.is_empty()) {
            if line.indent < indent {
                break;
            }
            if let [label, colon] = line.tokens.as_slice()
                && colon.kind == TokenKind::Symbol(":")
            {
                let label = context.text_of(label);
                self.add(label, label, CompletionKind::Value, "label");
            }
        }
    }
}

/// Whether a value ends right before the word, so that an operator has to follow.
fn ends_value(context: &Context<'_>) -> bool {
    let Some(last) = context.before.last() else {
        return false;
    };
    match last.kind {
        TokenKind::Number | TokenKind::Text => true,
        TokenKind::Symbol(symbol) => matches!(symbol, ")" | "]"),
        TokenKind::Name => {
            let word = context.text_of(last);
            !matches!(word, "if" | "return" | "and" | "or" | "in" | "not" | "else")
                && context.before.len() > 1
        }
        _ => false,
    }
}
