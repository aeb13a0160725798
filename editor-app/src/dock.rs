//! The panels as the author arranges them.

use eframe::egui::{CornerRadius, Id, Ui, WidgetText};
use egui_dock::tab_viewer::OnCloseResponse;
use egui_dock::{DockArea, DockState, NodeIndex, NodePath, Style, TabViewer};

use crate::action::Action;
use crate::layout::{Preset, Tab};
use crate::panels::Panels;
use crate::view_context::ViewContext;

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
            None => self.open(tab),
        }
    }

    /// Opens a panel where it belongs: beside its like, or at its own edge of the window.
    fn open(&mut self, tab: Tab) {
        let among = |tabs: &[Tab]| {
            let mut found = tabs
                .iter()
                .filter_map(|tab| self.state.find_main_surface_tab(tab));
            found.next().map(|(node, _)| node)
        };
        let (below, viewport) = (among(&Tab::BELOW), among(&[Tab::Viewport]));
        let inspecting = among(&Tab::OF_MOMENT);
        let tree = self.state.main_surface_mut();
        if tree.is_empty() {
            self.state.push_to_focused_leaf(tab);
            return;
        }
        // What tells of the moment stands with the like of it, where there is any.
        if let (true, Some(node)) = (Tab::OF_MOMENT.contains(&tab), inspecting) {
            if let Ok(leaf) = tree.leaf_mut(node) {
                leaf.append_tab(tab);
            }
            if let Some(path) = self.state.find_tab(&tab) {
                let _ = self.state.set_active_tab(path);
            }
            return;
        }
        match (tab, below, viewport) {
            (Tab::Outline, ..) => {
                tree.split_left(NodeIndex::root(), 0.2, vec![tab]);
            }
            (Tab::Inspector, ..) => {
                tree.split_right(NodeIndex::root(), 0.76, vec![tab]);
            }
            (Tab::Viewport, Some(node), _) => {
                tree.split_above(node, 0.62, vec![tab]);
            }
            (Tab::Viewport, ..) => {
                tree.split_right(NodeIndex::root(), 0.24, vec![tab]);
            }
            (_, Some(node), _) => {
                if let Ok(leaf) = tree.leaf_mut(node) {
                    leaf.append_tab(tab);
                }
            }
            (_, None, Some(node)) => {
                tree.split_below(node, 0.62, vec![tab]);
            }
            _ => self.state.push_to_focused_leaf(tab),
        }
        if let Some(path) = self.state.find_tab(&tab) {
            let _ = self.state.set_active_tab(path);
        }
    }

    /// Closes a panel, unless it is the last.
    pub fn close_tab(&mut self, tab: Tab) {
        if self.count() > 1
            && let Some(path) = self.state.find_tab(&tab)
        {
            self.state.remove_tab(path);
        }
    }

    /// How many panels are open.
    pub fn count(&self) -> usize {
        self.state.iter_all_tabs().count()
    }

    /// Whether a panel is open, in front or behind.
    pub fn has_tab(&self, tab: Tab) -> bool {
        self.state.find_tab(&tab).is_some()
    }

    /// Draws the panels.
    pub fn ui(&mut self, ui: &mut Ui, panels: &mut Panels, context: &mut ViewContext<'_>) {
        let mut style = Style::from_egui(ui.style());
        // Rounded corners would let what is behind the panels show.
        style.tab_bar.corner_radius = CornerRadius::ZERO;
        style.tab.tab_body.corner_radius = CornerRadius::ZERO;
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

    fn context_menu(&mut self, ui: &mut Ui, tab: &mut Tab, _path: NodePath) {
        if ui.button("Close").clicked() {
            self.context.act(Action::CloseTab(*tab));
            ui.close();
        }
        ui.weak("View > Panels opens it again.");
    }

    fn allowed_in_windows(&self, _tab: &mut Tab) -> bool {
        // A panel that floats has no way back among the others.
        false
    }

    fn on_close(&mut self, _tab: &mut Tab) -> OnCloseResponse {
        OnCloseResponse::Close
    }

    fn scroll_bars(&self, _tab: &Tab) -> [bool; 2] {
        // Each panel scrolls what it has to.
        [false, false]
    }
}
