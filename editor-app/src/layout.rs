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
    Breakpoints,
    WhyNot,
    Log,
    Limits,
    History,
}

impl Tab {
    /// Every panel.
    pub const ALL: [Self; 12] = [
        Self::Outline,
        Self::Viewport,
        Self::Inspector,
        Self::Triggers,
        Self::Routine,
        Self::Problems,
        Self::Preview,
        Self::Breakpoints,
        Self::WhyNot,
        Self::Log,
        Self::Limits,
        Self::History,
    ];

    /// Those that stand below the viewport.
    pub(crate) const BELOW: [Self; 9] = [
        Self::Triggers,
        Self::Routine,
        Self::Problems,
        Self::Preview,
        Self::Breakpoints,
        Self::WhyNot,
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
            Self::Breakpoints => "Breakpoints",
            Self::WhyNot => "Why Not?",
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
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 2] = [Self::Edit, Self::Script];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Edit => "Edit",
            Self::Script => "Script",
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
        }
    }
}
