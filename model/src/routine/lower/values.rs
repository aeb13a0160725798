//! Values of events, variables of the game, arguments.

use std::ops::Range;

use formats::catalogue::{
    Condition, closest, condition, condition_by_name, conditions, variable_by_name, variables,
};
use formats::script::{Instruction, Opcode, Operand};

use super::Lowering;
use super::flow::counted;
use crate::Collection;
use crate::routine::ast::{Last, Object, Selector, Word};
use crate::routine::resolve::{Meaning, Wanted};

impl Lowering<'_> {
    /// A value of the event that runs the text.
    pub(super) fn event(&mut self, label: &Word) {
        let Some(condition) = self.scope.condition() else {
            self.error(
                "script-unknown-event-value",
                label.span.clone(),
                "no one event runs this text, so its values have no labels here; `local[0]` to \
                 `local[4]` are those of whichever event did",
            );
            return;
        };
        if let Some(index) = self.event_value(condition, label) {
            self.push(Instruction::byte(Opcode::PushLocal, index));
        }
    }

    /// The place of a condition's value, by its label.
    fn event_value(&mut self, condition: &Condition, label: &Word) -> Option<u8> {
        if let Some(index) = condition.value_by_label(&label.text) {
            let index = u8::try_from(index).ok()?;
            self.note_word(
                &label.span,
                Meaning::EventValue(condition.index, Some(index)),
            );
            return Some(index);
        }
        let labels: Vec<_> = condition
            .values
            .iter()
            .map(|value| value.symbol())
            .collect();
        let known = match labels.as_slice() {
            [] => "it has none".to_owned(),
            labels => format!("its values are {}", labels.join(", ")),
        };
        let message = format!(
            "{} has no value `{}`; {known}",
            condition.symbol(),
            label.text
        );
        self.error("script-unknown-event-value", label.span.clone(), message);
        None
    }

    pub(super) fn last(&mut self, last: &Last, span: &Range<usize>) {
        let condition_index = match &last.condition {
            Selector::Number(span, number) => self.byte(*number, span),
            Selector::Name(word) => match condition_by_name(&word.text) {
                Some(condition) => {
                    let meaning = Meaning::EventValue(condition.index, None);
                    self.note_word(&word.span, meaning);
                    Some(condition.index)
                }
                None => {
                    self.unknown_condition(word);
                    None
                }
            },
        };
        let found = condition_index.and_then(condition);
        let value = match &last.value {
            Selector::Number(span, number) => self.byte(*number, span),
            Selector::Name(word) => match found {
                Some(condition) => self.event_value(condition, word),
                None if condition_index.is_some() => {
                    let message = "a condition that has no name has no labels; write a number";
                    self.error("script-unknown-event-value", word.span.clone(), message);
                    None
                }
                None => None,
            },
        };
        if let Some(condition) = found
            && condition.keeps_last_event.is_none()
        {
            let message = format!(
                "objects keep the values of ShotAt and Destroyed, and not those of {}",
                condition.symbol()
            );
            self.warning("script-last", span.clone(), message);
        }
        let object = match &last.object {
            Object::Id(span, id) => self.byte(*id, span),
            Object::Record(reference) => {
                let found = self.reference(reference, Wanted::Object);
                found.and_then(|(collection, index)| {
                    self.object_byte(collection, index, reference.span())
                })
            }
        };
        if let (Some(condition), Some(value), Some(object)) = (condition_index, value, object) {
            let operand = Operand::EventValue {
                condition,
                value,
                object,
            };
            self.push(Instruction {
                opcode: Opcode::PushEventValue,
                operand,
            });
        }
    }

    pub(super) fn unknown_condition(&mut self, word: &Word) {
        let names: Vec<_> = conditions()
            .iter()
            .map(|condition| condition.symbol())
            .collect();
        let mut message = format!("`{}` is no trigger condition", word.text);
        if let Some(near) = closest(&word.text, names.iter().map(String::as_str)) {
            message = format!("{message}; did you mean `{near}`?");
        }
        self.error("script-unknown-name", word.span.clone(), message);
    }

    /// A record's object ID, which an instruction holds in one byte.
    pub(super) fn object_byte(
        &mut self,
        collection: Collection,
        index: usize,
        span: &Range<usize>,
    ) -> Option<u8> {
        let id = self.scope.object_id(collection, index)?;
        let byte = u8::try_from(id).ok();
        if byte.is_none() {
            let message = format!(
                "this {} has the object ID {id}, and kept events can be asked of IDs up to 255; \
                 give it a lower one",
                collection.noun()
            );
            self.error("script-width", span.clone(), message);
        }
        byte
    }

    /// The number of a variable of the game.
    pub(super) fn variable(&mut self, selector: &Selector) -> Option<u8> {
        let word = match selector {
            Selector::Number(span, number) => return self.byte(*number, span),
            Selector::Name(word) => word,
        };
        if let Some(variable) = variable_by_name(&word.text) {
            self.note_word(&word.span, Meaning::Variable(variable.number));
            return Some(variable.number);
        }
        let names = variables()
            .iter()
            .filter_map(|variable| variable.name.as_deref());
        let mut message = format!("the game has no variable `{}`", word.text);
        if let Some(near) = closest(&word.text, names) {
            message = format!("{message}; did you mean `{near}`?");
        } else if self.scope.mission.globals.contains(&word.text) {
            message = format!("{message}; the global is written without `flag[…]`");
        }
        self.error("script-unknown-variable", word.span.clone(), message);
        None
    }

    /// The number of an argument of the routine.
    pub(super) fn argument(&mut self, selector: &Selector) -> Option<u8> {
        let names = self.scope.arguments();
        match selector {
            Selector::Number(span, number) => {
                if usize::try_from(*number).is_ok_and(|number| number >= names.len()) {
                    let message = match self.scope.routine() {
                        Some(routine) => format!(
                            "{} has {}, and argument {number} lies past them",
                            routine.id,
                            counted(names.len(), "argument")
                        ),
                        None => "only a routine has arguments".to_owned(),
                    };
                    self.warning("script-argument", span.clone(), message);
                }
                self.byte(*number, span)
            }
            Selector::Name(word) => {
                let found = names.iter().position(|name| *name == word.text);
                if let Some(index) = found {
                    let byte = self.index_byte(index, &word.span, "this argument")?;
                    self.note_word(&word.span, Meaning::Argument(byte));
                    return Some(byte);
                }
                let message = match names {
                    [] if self.scope.routine().is_none() => {
                        "only a routine has arguments".to_owned()
                    }
                    [] => format!("this routine has no arguments, and so no `{}`", word.text),
                    names => format!(
                        "this routine has no argument `{}`; it has {}",
                        word.text,
                        names.join(", ")
                    ),
                };
                self.error("script-unknown-argument", word.span.clone(), message);
                None
            }
        }
    }
}
