//! The window: what stands in it, and one frame of it.

mod dispatch;
mod game_files;
mod history;
mod link;
mod of_run;
mod status;
mod tests_of_runs;

use std::path::PathBuf;

use eframe::egui::{self, Context, KeyboardShortcut, MenuBar, Ui, ViewportCommand};
use egui_notify::Toasts;

use crate::action::{Action, Command, Menu};
use crate::analysis::Analysis;
use crate::breakpoints::Breakpoints;
use crate::dialogs::{Dialogs, Question};
use crate::dock::Dock;
use crate::document::Document;
use crate::file_watch::FileWatch;
use crate::layout::{Preset, Tab};
use crate::live_link::LiveLink;
use crate::log::{Level, Log};
use crate::order::moved;
use crate::panels::Panels;
use crate::preview::Preview;
use crate::scene_from_mission::places_of;
use crate::selection::Selection;
use crate::settings::Settings;
use crate::terminal::{Outcome, tell};
use crate::theme;
use crate::view_context::{Tool, ToolMode, ViewContext};

/// Where the platform keeps our settings.
const APP_ID: &str = "sortie";
/// Names of what is kept there.
const SETTINGS_KEY: &str = "settings";
const DOCK_KEY: &str = "dock";
/// A folder for settings other than the platform's, for tests and for portable use.
const SETTINGS_FOLDER: &str = "SORTIE_SETTINGS_DIR";

/// The editor.
pub struct App {
    pub(crate) document: Document,
    pub(crate) selection: Selection,
    pub(crate) analysis: Analysis,
    pub(crate) preview: Preview,
    pub(crate) link: LiveLink,
    pub(crate) breakpoints: Breakpoints,
    pub(crate) panels: Panels,
    pub(crate) dock: Dock,
    pub(crate) settings: Settings,
    pub(crate) dialogs: Dialogs,
    pub(crate) log: Log,
    pub(crate) toasts: Toasts,
    pub(crate) tool: Tool,
    pub(crate) may_quit: bool,
    watch: FileWatch,
    said: status::Said,
    /// A step of the run that has not come to its end.
    stepping: Option<of_run::Stepping>,
    /// Where the run stood when it was last shown.
    stood: Option<runtime::debug::Position>,
    /// The mission and the revision of its breakpoints that the settings have.
    kept_breakpoints: (String, u64),
    /// Whether something happened to the open file that was not looked at yet.
    outside: bool,
    actions: Vec<Action>,
    title: String,
}

/// Opens the window, and comes back when it is closed.
pub fn run(file: Option<PathBuf>) -> Outcome {
    if let Some(told) = no_display() {
        tell(told);
        return Outcome::Refused;
    }
    let mut options = native_options();
    options.viewport = options.viewport.with_min_inner_size([800.0, 500.0]);
    if let Some(folder) = std::env::var_os(SETTINGS_FOLDER) {
        options.persistence_path = Some(PathBuf::from(folder).join("settings.ron"));
    }
    let opened = eframe::run_native(
        APP_ID,
        options,
        Box::new(|creation| {
            let mut app = App::new(&creation.egui_ctx, creation.storage, creation.gl.clone());
            if let Some(file) = file {
                app.open(&file);
            }
            Ok(Box::new(app))
        }),
    );
    match opened {
        Ok(()) => Outcome::Fine,
        Err(error) => {
            tell(format!(
                "sortie could not open a window ({error}); without one, `sortie --help` lists \
                 commands that need none"
            ));
            Outcome::Refused
        }
    }
}

/// What a window of ours asks of the desktop.
pub fn native_options() -> eframe::NativeOptions {
    eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Sortie")
            .with_app_id(APP_ID)
            .with_inner_size([1280.0, 800.0]),
        depth_buffer: 24,
        multisampling: 4,
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    }
}

/// What to say where there is no display to open a window on.
pub(crate) fn no_display() -> Option<&'static str> {
    let unix = cfg!(all(unix, not(target_os = "macos")));
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    (unix && !set("DISPLAY") && !set("WAYLAND_DISPLAY") && !set("WAYLAND_SOCKET")).then_some(
        "sortie: no display to open a window on; without one, use build, decompile, check, info, \
         sections, ships, triggers, strings, parts, script, preview, why, test, engine or link (see \
         `sortie --help`)",
    )
}

impl App {
    /// The editor on the bundled example, with what was stored of earlier runs. Without GL, as in a
    /// test, the viewport draws no picture.
    pub fn new(
        context: &Context,
        storage: Option<&dyn eframe::Storage>,
        gl: Option<std::sync::Arc<eframe::glow::Context>>,
    ) -> Self {
        let settings: Settings = storage
            .and_then(|it| eframe::get_value(it, SETTINGS_KEY))
            .unwrap_or_default();
        let dock = Dock::restore(storage.and_then(|it| eframe::get_value(it, DOCK_KEY)));
        theme::install_fonts(context);
        theme::install(context, settings.dark);
        context.set_zoom_factor(settings.zoom);
        let document = Document::example();
        let analysis = Analysis::start(context, document.revision(), document.mission());
        let breakpoints = settings.breakpoints_of(&document.key());
        let tool = Tool {
            mode: ToolMode::Move,
            camera: Some(crate::view_context::CameraWish::FrameAll),
        };
        Self {
            document,
            selection: Selection::default(),
            analysis,
            preview: Preview::new(),
            link: LiveLink::default(),
            breakpoints,
            panels: Panels::new(gl),
            dock,
            settings,
            dialogs: Dialogs::default(),
            log: Log::default(),
            toasts: Toasts::default()
                .with_anchor(egui_notify::Anchor::BottomRight)
                .with_shadow(theme::NOTE_EDGE)
                .with_margin(egui::vec2(8.0, 34.0)),
            tool,
            may_quit: false,
            watch: FileWatch::default(),
            said: status::Said::default(),
            stepping: None,
            stood: None,
            kept_breakpoints: (String::new(), 0),
            outside: false,
            actions: Vec::new(),
            title: String::new(),
        }
    }

    /// The open mission.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The run.
    pub fn preview_state(&self) -> &Preview {
        &self.preview
    }

    /// The link to a game.
    pub fn link_state(&self) -> &LiveLink {
        &self.link
    }

    /// The breakpoints.
    pub fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    /// What compiling and checking found last.
    pub fn findings(&self) -> &crate::analysis::Findings {
        self.analysis.findings()
    }

    /// The panels.
    pub fn panels(&self) -> &Panels {
        &self.panels
    }

    /// Whether a question or a choice of a file is open.
    pub fn has_dialog(&self) -> bool {
        self.dialogs.is_open()
    }

    /// What the window is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Asks for something as a panel does; it is done at the end of the next frame.
    pub fn ask(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Draws one frame and carries out what it asked for.
    pub fn frame(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.analysis
            .update(self.document.revision(), &self.document.shared());
        self.mind_breakpoints();
        self.mind_link(&context);
        self.preview.update(
            self.document.revision(),
            &self.document.shared(),
            self.analysis.findings(),
            &self.breakpoints,
        );
        self.go_where_the_run_stands();
        self.mind_steps();
        self.mind_tests();
        self.look_outside(&context);
        self.take_shortcuts(&context);
        egui::Panel::top("menu").show(ui, |ui| self.menu_bar(ui));
        egui::Panel::bottom("status").show(ui, |ui| self.status_bar(ui));
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| {
                let (mut view, panels, dock) = self.view();
                dock.ui(ui, panels, &mut view);
                panels.forms(&context, &mut view);
            });
        self.tool.camera = None;
        self.dialogs.ui(&context, &mut self.actions);
        self.toasts.show(&context);
        let actions = std::mem::take(&mut self.actions);
        let any = !actions.is_empty();
        for action in actions {
            self.dispatch(&context, action);
        }
        if any {
            // What was just done shows at once.
            context.request_repaint();
        }
        self.show_title(&context);
        self.mind_closing(&context);
    }

    /// Draws the mission alone, without any control.
    pub(crate) fn picture(&mut self, ui: &mut Ui) {
        let (mut view, panels, _) = self.view();
        panels.picture(ui, &mut view);
        self.tool.camera = None;
        self.actions.clear();
    }

    /// What panels look at, and the panels.
    fn view(&mut self) -> (ViewContext<'_>, &mut Panels, &mut Dock) {
        let view = ViewContext {
            document: &self.document,
            selection: &self.selection,
            findings: self.analysis.findings(),
            preview: &self.preview,
            link: &self.link,
            breakpoints: &self.breakpoints,
            settings: &self.settings,
            log: &self.log,
            tool: &self.tool,
            actions: &mut self.actions,
        };
        (view, &mut self.panels, &mut self.dock)
    }

    fn show_title(&mut self, context: &Context) {
        let mark = if self.document.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} - Sortie", self.document.name());
        if title != self.title {
            self.title.clone_from(&title);
            context.send_viewport_cmd(ViewportCommand::Title(title));
        }
    }

    fn mind_closing(&mut self, context: &Context) {
        let closing = context.input(|input| input.viewport().close_requested());
        if closing && !self.may_quit && self.document.is_dirty() {
            context.send_viewport_cmd(ViewportCommand::CancelClose);
            let name = self.document.name();
            self.dialogs.ask(Question::Unsaved {
                name,
                then: crate::answer::Then::Quit,
            });
        }
    }

    /// Shows the line that the run came to stand at, once. What is selected stays: it is the author's.
    fn go_where_the_run_stands(&mut self) {
        let stands = self.preview.stopped().map(|stop| stop.position);
        if stands == self.stood {
            return;
        }
        self.stood = stands;
        if let Some((owner, span)) = self.preview.stopped_at()
            && self.document.mission().body(&owner).is_some()
        {
            self.dock.show_tab(Tab::Routine);
            let mission = self.document.mission();
            let span = self.preview.in_text(mission, &owner, span);
            let selection = &self.selection;
            self.panels.show_line(owner, span, mission, selection);
        }
    }

    /// Takes the breakpoints along with the edits, and keeps them for the next time.
    fn mind_breakpoints(&mut self) {
        let gone = self.breakpoints.follow(&self.document.shared());
        self.forget_hits(gone);
        let key = self.document.key();
        let kept = (key.clone(), self.breakpoints.revision());
        if self.kept_breakpoints != kept {
            self.kept_breakpoints = kept;
            self.settings.keep_breakpoints(&key, &self.breakpoints);
        }
    }

    fn look_outside(&mut self, context: &Context) {
        self.watch.watch(context, self.document.path());
        self.outside |= self.watch.changed();
        // One question at a time; this one waits for its turn.
        if self.outside && !self.dialogs.is_open() {
            self.outside = false;
            if self.document.changed_outside() {
                self.ask_outside();
            } else if self.document.is_gone() {
                self.document.lose_file();
                let text = format!(
                    "{} is gone from the disk; a save puts it back",
                    self.document.name()
                );
                self.note(Level::Warning, text);
            }
        }
    }

    fn ask_outside(&mut self) {
        self.dialogs.ask(Question::ChangedOutside {
            name: self.document.name(),
            dirty: self.document.is_dirty(),
        });
    }

    fn take_shortcuts(&mut self, context: &Context) {
        if self.dialogs.is_open() || self.panels.viewport_is_dragging() {
            return;
        }
        let typing = context.text_edit_focused();
        let flying = self.panels.viewport_has_keys();
        let mut taken: Vec<(Command, KeyboardShortcut)> = Command::ALL
            .iter()
            .filter(|command| !typing || command.works_in_text())
            .flat_map(|command| command.info().keys.iter().map(|key| (*command, *key)))
            .filter(|(_, key)| !(flying && key.modifiers.is_none()))
            .collect();
        // Ctrl+Shift+Z must not be taken for Ctrl+Z.
        taken.sort_by_key(|(_, key)| std::cmp::Reverse(key.modifiers.shift));
        for (command, key) in taken {
            if context.input_mut(|input| input.consume_shortcut(&key)) {
                self.actions.push(Action::Command(command));
            }
        }
    }

    fn menu_bar(&mut self, ui: &mut Ui) {
        MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(menu.title(), |ui| self.menu(ui, menu));
            }
        });
    }

    fn menu(&mut self, ui: &mut Ui, menu: Menu) {
        ui.set_min_width(220.0);
        for command in Command::ALL.iter().copied() {
            let info = command.info();
            if info.menu != menu || !self.offers(command) {
                continue;
            }
            if info.parted {
                ui.separator();
            }
            let keys = info.keys.first().map(|key| ui.ctx().format_shortcut(key));
            let mut button = egui::Button::new(self.menu_text(command));
            if let Some(keys) = keys {
                button = button.shortcut_text(keys);
            }
            if let Some(on) = self.is_on(command) {
                button = button.selected(on);
            }
            let row = ui
                .add_enabled(self.can(command), button)
                .on_hover_text(info.about);
            if row.clicked() {
                self.actions.push(Action::Command(command));
                ui.close();
            }
            if command == Command::OpenExample {
                self.recent_menu(ui);
            }
        }
        if menu == Menu::View {
            ui.separator();
            ui.menu_button("Panels", |ui| {
                for tab in Tab::ALL {
                    let open = self.dock.has_tab(tab);
                    let label = egui::Button::selectable(open, tab.title());
                    // The window keeps one panel at least.
                    let may = !open || self.dock.count() > 1;
                    if ui.add_enabled(may, label).clicked() {
                        self.actions.push(match open {
                            true => Action::CloseTab(tab),
                            false => Action::ShowTab(tab),
                        });
                        ui.close();
                    }
                }
            });
            ui.menu_button("Layouts", |ui| {
                for preset in Preset::ALL {
                    if ui.button(preset.title()).clicked() {
                        self.actions.push(Action::Layout(preset));
                        ui.close();
                    }
                }
            });
        }
    }

    fn recent_menu(&mut self, ui: &mut Ui) {
        ui.menu_button("Open Recent", |ui| {
            if self.settings.recent.is_empty() {
                ui.weak("No files yet.");
            }
            for path in &self.settings.recent {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let there = path.is_file();
                let text = if there {
                    name.into_owned()
                } else {
                    format!("{name} (missing)")
                };
                let row = ui.add_enabled(there, egui::Button::new(text));
                if row.on_hover_text(path.display().to_string()).clicked() {
                    self.actions.push(Action::Open(path.clone()));
                    ui.close();
                }
            }
        });
    }

    fn menu_text(&self, command: Command) -> String {
        let history = self.document.history();
        match (command, history.undo_label(), history.redo_label()) {
            (Command::Undo, Some(label), _) => format!("Undo {label}"),
            (Command::Redo, _, Some(label)) => format!("Redo {label}"),
            _ => command.info().text.to_owned(),
        }
    }

    /// Whether a command is of any use to this mission.
    fn offers(&self, command: Command) -> bool {
        command != Command::KeepResidue || self.document.has_residue()
    }

    /// Whether a command can be carried out now.
    fn can(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.document.history().undo_label().is_some(),
            Command::Redo => self.document.history().redo_label().is_some(),
            Command::Delete | Command::Duplicate => !self.selection.is_empty(),
            Command::MoveUp | Command::MoveDown => {
                let (mission, records) = (self.document.mission(), self.selection.records());
                moved(mission, records, command == Command::MoveUp).is_some()
            }
            Command::FrameSelection => {
                !places_of(self.document.mission(), self.selection.records()).is_empty()
            }
            Command::PreviewStop => self.preview.has_run(),
            // No link has a message for these.
            Command::SaveTest
            | Command::BackStatement
            | Command::BackEvent
            | Command::BackToStop => self.preview.has_run() && !self.preview.is_linked(),
            Command::StepOut | Command::NextEvent => !self.preview.is_linked(),
            Command::RunToCursor | Command::ToggleBreakpoint => {
                self.panels.routine_caret().is_some()
            }
            _ => true,
        }
    }

    /// Whether a command that is on or off is on.
    fn is_on(&self, command: Command) -> Option<bool> {
        match command {
            Command::KeepResidue => Some(self.document.keeps_residue()),
            Command::ToggleAxes => Some(self.settings.local_axes),
            Command::ToggleSnap => Some(self.settings.snap),
            Command::ToggleTheme => Some(self.settings.dark),
            Command::SelectTool => Some(self.tool.mode == ToolMode::Select),
            Command::MoveTool => Some(self.tool.mode == ToolMode::Move),
            Command::RotateTool => Some(self.tool.mode == ToolMode::Rotate),
            Command::ViewPerspective
            | Command::ViewTop
            | Command::ViewFront
            | Command::ViewSide => Some(self.panels.viewport_view() == Some(command)),
            _ => None,
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.frame(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, SETTINGS_KEY, &self.settings);
        eframe::set_value(storage, DOCK_KEY, self.dock.state());
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
