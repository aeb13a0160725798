//! The panels: each looks at the mission and asks for what it wants done.

mod add_menu;
mod breakpoints;
mod debug;
mod history;
mod inspector;
mod limits;
mod live;
mod log;
mod outline;
mod preview;
mod problems;
mod routine;
mod triggers;
mod viewport;
mod why;

use std::sync::Arc;

use eframe::egui::Ui;
use model::diagnostic::Place;
use model::{AnyId, Mission};

use crate::action::Command;
use crate::addition::Site;
use crate::layout::{Preset, Tab};
use crate::preview::by_hand::ByHand;
use crate::selection::Selection;
use crate::view_context::ViewContext;

/// The state that panels keep between frames; none of it is the mission's.
pub struct Panels {
    outline: outline::Outline,
    viewport: viewport::Viewport,
    inspector: inspector::Inspector,
    triggers: triggers::Triggers,
    routine: routine::RoutinePanel,
    problems: problems::Problems,
    preview: preview::PreviewPanel,
    debug: debug::Debug,
    log: log::LogPanel,
    why: why::WhyPanel,
}

impl Panels {
    /// Panels that show nothing yet. Without GL, the viewport draws no picture.
    pub fn new(gl: Option<Arc<eframe::glow::Context>>) -> Self {
        Self {
            outline: outline::Outline::default(),
            viewport: viewport::Viewport::new(gl),
            inspector: inspector::Inspector::default(),
            triggers: triggers::Triggers::default(),
            routine: routine::RoutinePanel::default(),
            problems: problems::Problems::default(),
            preview: preview::PreviewPanel::default(),
            debug: debug::Debug::default(),
            log: log::LogPanel::default(),
            why: why::WhyPanel::default(),
        }
    }

    /// A panel's title, with a count where one says something.
    pub fn title(&self, tab: Tab, context: &ViewContext<'_>) -> String {
        let title = tab.title();
        match tab {
            Tab::Problems => match context.findings.diagnostics.len() {
                0 => title.to_owned(),
                count => format!("{title} ({count})"),
            },
            _ => title.to_owned(),
        }
    }

    /// Draws a panel.
    pub fn ui(&mut self, tab: Tab, ui: &mut Ui, context: &mut ViewContext<'_>) {
        match tab {
            Tab::Outline => self.outline.ui(ui, context),
            Tab::Viewport => self.viewport.ui(ui, context),
            Tab::Inspector => self.inspector.ui(ui, context),
            Tab::Triggers => self.triggers.ui(ui, context, &mut self.debug),
            Tab::Routine => self.routine.ui(ui, context),
            Tab::Problems => self.problems.ui(ui, context),
            Tab::Breakpoints => breakpoints::ui(ui, context),
            Tab::WhyNot => self.why.ui(ui, context),
            Tab::Preview => {
                self.debug.update(ui, context);
                self.preview.ui(ui, context, &self.debug.chronicle);
            }
            Tab::Threads | Tab::Values | Tab::Objects | Tab::Events => {
                self.debug.ui(tab, ui, context);
            }
            Tab::Live => live::ui(ui, context),
            Tab::Log => self.log.ui(ui, context),
            Tab::Limits => limits::ui(ui, context),
            Tab::History => history::ui(ui, context),
        }
    }

    /// Opens the form of what is handed in to the run.
    pub fn hand_in(&mut self, what: ByHand, to: Option<AnyId>, mission: &Mission) {
        self.debug.hand_in.ask(what, to, mission);
    }

    /// Draws the form of what is handed in to the run, if it is open.
    pub fn forms(&mut self, egui: &eframe::egui::Context, context: &mut ViewContext<'_>) {
        self.debug.hand_in.ui(egui, context);
    }

    /// Shows of panels with several faces the one that an arrangement is for.
    pub fn arranged(&mut self, preset: Preset) {
        self.triggers.show_states(preset == Preset::Debug);
    }

    /// Draws the mission in space, without any control.
    pub fn picture(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        self.viewport.picture(ui, context);
    }

    /// Where a place of the mission was on the screen in the last frame, if the viewport showed it.
    pub fn viewport_point(&self, at: model::Vec3) -> Option<eframe::egui::Pos2> {
        self.viewport.point(at)
    }

    /// Where something new goes that nobody pointed a place for: where the viewport looks.
    pub fn viewport_site(&self) -> Site {
        self.viewport.site()
    }

    /// The command that the viewport's view came from, if it is one of theirs.
    pub fn viewport_view(&self) -> Option<Command> {
        self.viewport.view()
    }

    /// Brings a place into view in the panel that shows it.
    pub fn go_to(&mut self, place: &Place) {
        self.routine.go_to(place);
    }

    /// Brings a line of a text into view, whatever is selected in the mission.
    pub fn show_line(
        &mut self,
        owner: model::AnyId,
        span: std::ops::Range<usize>,
        mission: &Mission,
        selection: &Selection,
    ) {
        self.routine.show_line(owner, span, (mission, selection));
    }

    /// Forgets what was about the mission that is no longer open.
    pub fn forget_mission(&mut self) {
        self.routine = routine::RoutinePanel::default();
        self.outline = outline::Outline::default();
        self.viewport.forget_mission();
        self.preview = preview::PreviewPanel::default();
        self.debug = debug::Debug::default();
    }

    /// The text that is open in the routine panel, and the place of the caret in it.
    pub fn routine_caret(&self) -> Option<(model::AnyId, usize)> {
        self.routine.caret()
    }

    /// Whether the viewport takes single keys, as while flying or dragging.
    pub fn viewport_has_keys(&self) -> bool {
        self.viewport.has_keys()
    }

    /// Whether a drag in the viewport is going on, which no command may cut short.
    pub fn viewport_is_dragging(&self) -> bool {
        self.viewport.is_dragging()
    }
}
