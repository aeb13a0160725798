//! Which panels there are, and how they are arranged.

use eframe::egui::{Id, Ui, WidgetText};
use egui_dock::tab_viewer::OnCloseResponse;
use egui_dock::{DockArea, DockState, NodeIndex, Style, TabViewer};
use serde::{Deserialize, Serialize};

use crate::panels::Panels;
use crate::view_context::ViewContext;

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
    Log,
    Limits,
    History,
}

impl Tab {
    /// Every panel.
    pub const ALL: [Self; 10] = [
        Self::Outline,
        Self::Viewport,
        Self::Inspector,
        Self::Triggers,
        Self::Routine,
        Self::Problems,
        Self::Preview,
        Self::Log,
        Self::Limits,
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

    fn state(self) -> DockState<Tab> {
        let below = vec![
            Tab::Triggers,
            Tab::Routine,
            Tab::Problems,
            Tab::Preview,
            Tab::Limits,
            Tab::Log,
            Tab::History,
        ];
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

/// The panels as they are arranged.
#[derive(Debug, Clone)]
pub struct Dock {
    state: DockState<Tab>,
}

impl Default for Dock {
    fn default() -> Self {
        Self {
            state: Preset::Edit.state(),
        }
    }
}

impl Dock {
    /// The arrangement as it was stored, or as it comes where there is none or it is damaged.
    pub fn restore(stored: Option<DockState<Tab>>) -> Self {
        match stored {
            Some(state) if state.iter_all_tabs().next().is_some() => Self { state },
            _ => Self::default(),
        }
    }

    /// The arrangement, to be stored.
    pub fn state(&self) -> &DockState<Tab> {
        &self.state
    }

    /// Arranges the panels anew.
    pub fn arrange(&mut self, preset: Preset) {
        self.state = preset.state();
    }

    /// Brings a panel to the front, opening it if it is closed.
    pub fn show_tab(&mut self, tab: Tab) {
        match self.state.find_tab(&tab) {
            Some(path) => {
                // A path that was just found names a tab.
                let _ = self.state.set_active_tab(path);
            }
            None => self.state.push_to_focused_leaf(tab),
        }
    }

    /// Whether a panel is open, in front or behind.
    pub fn has_tab(&self, tab: Tab) -> bool {
        self.state.find_tab(&tab).is_some()
    }

    /// Draws the panels.
    pub fn ui(&mut self, ui: &mut Ui, panels: &mut Panels, context: &mut ViewContext<'_>) {
        let style = Style::from_egui(ui.style());
        DockArea::new(&mut self.state)
            .style(style)
            // A slip of the hand must not close a panel; the tab's own menu does.
            .show_close_buttons(false)
            .show_leaf_collapse_buttons(false)
            .show_leaf_close_all_buttons(false)
            .show_inside(ui, &mut Viewer { panels, context });
    }
}

struct Viewer<'a, 'c> {
    panels: &'a mut Panels,
    context: &'a mut ViewContext<'c>,
}

impl TabViewer for Viewer<'_, '_> {
    type Tab = Tab;

    fn id(&mut self, tab: &mut Tab) -> Id {
        Id::new(("panel", *tab))
    }

    fn title(&mut self, tab: &mut Tab) -> WidgetText {
        self.panels.title(*tab, self.context).into()
    }

    fn ui(&mut self, ui: &mut Ui, tab: &mut Tab) {
        self.panels.ui(*tab, ui, self.context);
    }

    fn on_close(&mut self, _tab: &mut Tab) -> OnCloseResponse {
        OnCloseResponse::Close
    }

    fn scroll_bars(&self, _tab: &Tab) -> [bool; 2] {
        // Each panel scrolls what it has to.
        [false, false]
    }
}
