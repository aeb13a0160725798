//! Which panels there are, and their ready arrangements.

use egui_dock::{DockState, NodeIndex};
use serde::{Deserialize, Serialize};

/// A panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Tab {
    Outline,
    Viewport,
    Inspector,
    Triggers,
    Routine,
    Problems,
    Preview,
    Live,
    Breakpoints,
    WhyNot,
    Threads,
    Values,
    Objects,
    Events,
    Log,
    Limits,
    History,
}

impl Tab {
    /// Every panel.
    pub const ALL: [Self; 17] = [
        Self::Outline,
        Self::Viewport,
        Self::Inspector,
        Self::Triggers,
        Self::Routine,
        Self::Problems,
        Self::Preview,
        Self::Live,
        Self::Breakpoints,
        Self::WhyNot,
        Self::Threads,
        Self::Values,
        Self::Objects,
        Self::Events,
        Self::Log,
        Self::Limits,
        Self::History,
    ];

    /// Those that stand below the viewport.
    pub(crate) const BELOW: [Self; 10] = [
        Self::Triggers,
        Self::Routine,
        Self::Problems,
        Self::Preview,
        Self::Live,
        Self::Breakpoints,
        Self::WhyNot,
        Self::Limits,
        Self::Log,
        Self::History,
    ];

    /// Those that tell of the moment of a run.
    pub(crate) const OF_MOMENT: [Self; 3] = [Self::Threads, Self::Values, Self::Objects];

    /// Those that stand below the text while a run is looked into.
    const OF_RUN: [Self; 10] = [
        Self::Preview,
        Self::Events,
        Self::Triggers,
        Self::Breakpoints,
        Self::WhyNot,
        Self::Live,
        Self::Problems,
        Self::Limits,
        Self::Log,
        Self::History,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Outline => "Outline",
            Self::Viewport => "Viewport",
            Self::Inspector => "Inspector",
            Self::Triggers => "Triggers",
            Self::Routine => "Routine",
            Self::Problems => "Problems",
            Self::Preview => "Preview",
            Self::Live => "Live",
            Self::Breakpoints => "Breakpoints",
            Self::WhyNot => "Why Not?",
            Self::Threads => "Threads",
            Self::Values => "Values",
            Self::Objects => "Objects",
            Self::Events => "Events",
            Self::Log => "Log",
            Self::Limits => "Limits",
            Self::History => "History",
        }
    }
}

/// A ready arrangement of the panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// For placing things.
    Edit,
    /// For writing routines.
    Script,
    /// For looking into a run.
    Debug,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 3] = [Self::Edit, Self::Script, Self::Debug];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Edit => "Edit",
            Self::Script => "Script",
            Self::Debug => "Debug",
        }
    }

    /// The panels, arranged so.
    pub(crate) fn state(self) -> DockState<Tab> {
        let below = Tab::BELOW.to_vec();
        match self {
            Self::Edit => {
                let mut state = DockState::new(vec![Tab::Viewport]);
                let tree = state.main_surface_mut();
                let [centre, _] = tree.split_right(NodeIndex::root(), 0.76, vec![Tab::Inspector]);
                let [centre, _] = tree.split_left(centre, 0.24, vec![Tab::Outline]);
                tree.split_below(centre, 0.62, below);
                state
            }
            Self::Script => {
                let mut state = DockState::new(vec![Tab::Routine]);
                let tree = state.main_surface_mut();
                let [centre, right] =
                    tree.split_right(NodeIndex::root(), 0.62, vec![Tab::Viewport]);
                tree.split_below(right, 0.5, vec![Tab::Inspector]);
                let [centre, _] = tree.split_left(centre, 0.28, vec![Tab::Outline]);
                let below = below
                    .into_iter()
                    .filter(|tab| *tab != Tab::Routine)
                    .collect();
                tree.split_below(centre, 0.62, below);
                state
            }
            Self::Debug => {
                // The text that runs and the ships that it moves stand largest; what the run holds
                // is on the right, what happened and what it was told to below.
                let mut state = DockState::new(vec![Tab::Routine]);
                let tree = state.main_surface_mut();
                let values = vec![Tab::Threads, Tab::Values, Tab::Objects, Tab::Inspector];
                let [left, right] = tree.split_right(NodeIndex::root(), 0.64, vec![Tab::Viewport]);
                tree.split_below(right, 0.42, values);
                let [routine, _] = tree.split_below(left, 0.5, Tab::OF_RUN.to_vec());
                tree.split_left(routine, 0.26, vec![Tab::Outline]);
                state
            }
        }
    }
}
