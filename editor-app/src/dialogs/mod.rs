//! Questions to the author, and choosing files.

mod browser;
mod help;
mod picker;
mod question;

use eframe::egui::Context;

use crate::action::Action;
use crate::answer::{Purpose, Then};
use crate::document::Document;
use crate::settings::Settings;

pub use question::Question;

/// What asks for the author's attention.
#[derive(Default)]
pub struct Dialogs {
    question: Option<Question>,
    picker: Option<picker::Picker>,
    help: Option<help::Page>,
}

impl Dialogs {
    /// Asks a question; one that is open already stays.
    pub fn ask(&mut self, question: Question) {
        if self.question.is_none() {
            self.question = Some(question);
        }
    }

    /// Whether a question or a choice is open.
    pub fn is_open(&self) -> bool {
        self.question.is_some() || self.picker.is_some()
    }

    /// Lets the author choose a file, by the desktop's dialog or by our own.
    pub fn pick(
        &mut self,
        context: &Context,
        purpose: Purpose,
        then: Option<Then>,
        document: &Document,
        settings: &Settings,
    ) {
        if self.picker.is_none() {
            self.picker = Some(picker::Picker::start(
                context, purpose, then, document, settings,
            ));
        }
    }

    /// Shows every key.
    pub fn show_keys(&mut self) {
        self.help = Some(help::Page::Keys);
    }

    /// Says what this is.
    pub fn show_about(&mut self) {
        self.help = Some(help::Page::About);
    }

    /// Draws what is open, and pushes the answers.
    pub fn ui(&mut self, context: &Context, actions: &mut Vec<Action>) {
        if let Some(question) = &self.question
            && let Some(answer) = question.ui(context)
        {
            self.question = None;
            actions.push(Action::Answer(answer));
        }
        if let Some(picker) = &mut self.picker
            && let Some(picked) = picker.ui(context)
        {
            self.picker = None;
            actions.extend(picked.map(Action::Answer));
        }
        if let Some(page) = self.help
            && !page.ui(context)
        {
            self.help = None;
        }
    }
}
