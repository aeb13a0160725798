//! What a panel may look at, and where it puts what it wants done.

use std::sync::Arc;

use eframe::egui;
use formats::Image;
use model::diagnostic::{Place, Severity};
use model::edit::Edit;
use model::{AnyId, Collection, Gesture, Mission, Run};

use crate::action::{Action, Command};
use crate::analysis::Findings;
use crate::breakpoints::Breakpoints;
use crate::document::Document;
use crate::layout::Tab;
use crate::live_link::LiveLink;
use crate::log::Log;
use crate::preview::Preview;
use crate::selection::Selection;
use crate::settings::Settings;

/// What a panel may look at during a frame. Nothing changes while it looks; what it wants done goes
/// into the queue.
pub struct ViewContext<'a> {
    /// The open mission.
    pub document: &'a Document,
    /// What is selected in it.
    pub selection: &'a Selection,
    /// What compiling and checking it found.
    pub findings: &'a Findings,
    /// The run.
    pub preview: &'a Preview,
    /// The link to a game.
    pub link: &'a LiveLink,
    /// Where the run stops.
    pub breakpoints: &'a Breakpoints,
    /// Preferences.
    pub settings: &'a Settings,
    /// What happened.
    pub log: &'a Log,
    /// Tool and camera wishes of the frame, for the viewport.
    pub tool: &'a Tool,
    /// The queue.
    pub actions: &'a mut Vec<Action>,
}

/// What the pointer does in the viewport.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tool {
    /// Picking, moving or turning.
    pub mode: ToolMode,
    /// What the camera is to do next, told once.
    pub camera: Option<CameraWish>,
}

/// What a drag in the viewport does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolMode {
    /// Selects.
    Select,
    /// Moves the selection.
    #[default]
    Move,
    /// Turns the selection.
    Rotate,
}

/// Something that a command asks of the camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraWish {
    /// Show the selection.
    FrameSelection,
    /// Show the selection if it is out of sight, along with what is in sight.
    ShowSelection,
    /// Show everything.
    FrameAll,
    /// Look in perspective, from behind and above.
    Perspective,
    /// Look along an axis.
    Top,
    /// Look along an axis.
    Front,
    /// Look along an axis.
    Side,
}

impl<'a> ViewContext<'a> {
    /// The mission.
    pub fn mission(&self) -> &'a Mission {
        self.document.mission()
    }

    /// The image of the mission as it was compiled last.
    pub fn image(&self) -> Option<&'a Arc<Image>> {
        self.findings.image.as_ref()
    }

    /// Wants something done.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Wants a command carried out.
    pub fn command(&mut self, command: Command) {
        self.act(Action::Command(command));
    }

    /// Wants an edit made, as a step of its own.
    pub fn edit(&mut self, label: impl Into<String>, edit: Edit) {
        self.act(Action::Edit {
            label: label.into(),
            gesture: None,
            edit,
        });
    }

    /// Wants an edit made as part of a movement of the hand, all of which is one step.
    pub fn edit_in(&mut self, gesture: Gesture, label: impl Into<String>, edit: Edit) {
        self.act(Action::Edit {
            label: label.into(),
            gesture: Some(gesture),
            edit,
        });
    }

    /// Wants other records selected.
    pub fn select(&mut self, records: Vec<AnyId>) {
        self.act(Action::Select(records));
    }

    /// Selects a record as a click does: alone, or toggled with Ctrl, or added with Shift.
    pub fn click(&mut self, record: &AnyId, modifiers: egui::Modifiers) {
        let records = if modifiers.command {
            self.selection.toggled(record)
        } else if modifiers.shift {
            self.selection.with([record.clone()])
        } else {
            vec![record.clone()]
        };
        self.select(records);
    }

    /// Wants the text of a record open with the caret at its start: that of a routine, or what a
    /// trigger runs.
    pub fn edit_text(&mut self, record: &AnyId) {
        let mission = self.mission();
        let trigger = mission.triggers.get(&record.id);
        let owner = match trigger.filter(|_| record.collection == Collection::Triggers) {
            Some(trigger) => match &trigger.run {
                Run::Routine(routine) => AnyId::from(routine),
                _ => record.clone(),
            },
            None => record.clone(),
        };
        if mission.body(&owner).is_some() {
            self.go_to(Place::text(owner, 0..0));
        } else {
            self.select(vec![record.clone()]);
            self.act(Action::ShowTab(Tab::Routine));
        }
    }

    /// Wants to go to a place.
    pub fn go_to(&mut self, place: Place) {
        self.act(Action::GoTo(place));
    }

    /// The worst finding about a record.
    pub fn worst(&self, record: &AnyId) -> Option<Severity> {
        self.findings.worst.get(record).copied()
    }
}
