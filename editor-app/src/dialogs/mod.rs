//! Questions to the author, and choosing files.

mod browser;
mod help;
mod picker;
mod question;

use std::path::PathBuf;

use eframe::egui::Context;
use model::AnyId;

use crate::action::Action;
use crate::document::Document;
use crate::settings::Settings;

pub use picker::Purpose;
pub use question::Question;

/// What is to be done once a question is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// A new mission.
    New,
    /// The bundled example.
    Example,
    /// Choose a file to open.
    ChooseFile,
    /// Open a file.
    Open(PathBuf),
    /// Leave.
    Quit,
}

/// An answer to a question, or to a choice of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Save, then go on.
    SaveAnd(Then),
    /// Go on without saving.
    DiscardAnd(Then),
    /// Take the file on disk.
    Reload,
    /// Keep what is open, whatever the file on disk says.
    KeepOurs,
    /// Take records out although others refer to them.
    Delete(Vec<AnyId>),
    /// A file was chosen; what was to be done after a save comes with it.
    Picked(Purpose, PathBuf, Option<Then>),
    /// Nothing is to be done.
    Never,
}

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
