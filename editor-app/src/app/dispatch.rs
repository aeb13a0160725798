//! Carrying out what panels and menus ask for, once the frame is drawn.

use std::path::Path;

use eframe::egui::{Context, ViewportCommand};
use model::diagnostic::Place;
use model::edit::{Edit, duplicate, find_references, remove};
use model::{AnyId, Collection, Routine, Run, TriggerChange, TriggerId};

use crate::action::{Action, Command};
use crate::addition::{Addition, Site};
use crate::answer::{Answer, Purpose, Then};
use crate::breakpoints::{BreakpointAction, line_start};
use crate::dialogs::Question;
use crate::document::Document;
use crate::gesture::edit_label;
use crate::layout::Tab;
use crate::live_link::LinkAction;
use crate::log::Level;
use crate::mission_file;
use crate::new_record::room_beside;
use crate::order::moved;
use crate::preview::{BackTo, PreviewAction, StepBy};
use crate::scene_from_mission::places_of;
use crate::theme;
use crate::view_context::{CameraWish, ToolMode};
use crate::words::with_causes;

use super::App;

impl App {
    /// Carries out one action.
    pub(crate) fn dispatch(&mut self, context: &Context, action: Action) {
        match action {
            Action::Command(command) => self.command(context, command),
            Action::Edit {
                label,
                gesture,
                edit,
            } => {
                if let Err(error) = self.document.apply(label, gesture, edit) {
                    self.note(Level::Error, format!("That cannot be done: {error}."));
                }
            }
            Action::Select(records) => self.selection.set(records),
            Action::Add(collection) => self.add(Addition::of(collection), None),
            Action::AddOne(addition, site) => self.add(addition, site),
            Action::GoTo(place) => self.go_to(place),
            Action::GoToStep(at) => {
                let done = self.document.go_to_step(at);
                self.after_history(done.map(|()| None));
            }
            Action::Open(path) => self.unless_unsaved(context, Then::Open(path)),
            Action::Preview(action) => self.preview(context, action),
            Action::Link(action) => self.link(context, action),
            Action::ChooseGame => self.pick(context, Purpose::Game, None),
            Action::Breakpoint(action) => {
                let action = self.on_a_statement(action);
                let forgotten = self.breakpoints.act(action, self.document.mission());
                self.forget_hits(forgotten);
            }
            Action::ShowTab(tab) => self.dock.show_tab(tab),
            Action::CloseTab(tab) => self.dock.close_tab(tab),
            Action::SetRun(trigger, run) => self.set_run(&trigger, run),
            Action::Layout(preset) => {
                self.dock.arrange(preset);
                self.panels.arranged(preset);
            }
            Action::HandIn(what, to) => {
                self.panels.hand_in(what, to, self.document.mission());
            }
            Action::Answer(answer) => self.answer(context, answer),
            Action::Note(level, text) => self.note(level, text),
            Action::Copy(text) => {
                let lines = crate::words::counted(text.lines().count(), "line");
                self.toast(Level::Info, format!("Copied {lines}"), 2);
                context.copy_text(text);
            }
        }
    }

    fn command(&mut self, context: &Context, command: Command) {
        match command {
            Command::New => self.unless_unsaved(context, Then::New),
            Command::OpenExample => self.unless_unsaved(context, Then::Example),
            Command::Open => self.unless_unsaved(context, Then::ChooseFile),
            Command::Save => {
                self.save(context, None);
            }
            Command::SaveAs => self.pick(context, Purpose::Save, None),
            Command::Export => self.start_export(context),
            Command::KeepResidue => {
                let keep = !self.document.keeps_residue();
                self.document.keep_residue(keep);
            }
            Command::Quit => self.unless_unsaved(context, Then::Quit),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Delete => self.delete(),
            Command::Duplicate => self.duplicate(),
            Command::MoveUp => self.move_in_order(true),
            Command::MoveDown => self.move_in_order(false),
            Command::SelectAll => {
                self.selection
                    .set(self.document.mission().ids(Collection::Ships));
            }
            Command::SelectNone => self.selection.set(Vec::new()),
            Command::SelectTool => self.tool.mode = ToolMode::Select,
            Command::MoveTool => self.tool.mode = ToolMode::Move,
            Command::RotateTool => self.tool.mode = ToolMode::Rotate,
            Command::ToggleAxes => self.settings.local_axes = !self.settings.local_axes,
            Command::ToggleSnap => self.settings.snap = !self.settings.snap,
            Command::FrameSelection => self.frame_selection(),
            Command::FrameAll => self.look(CameraWish::FrameAll),
            Command::ViewPerspective => self.look(CameraWish::Perspective),
            Command::ViewTop => self.look(CameraWish::Top),
            Command::ViewFront => self.look(CameraWish::Front),
            Command::ViewSide => self.look(CameraWish::Side),
            Command::PreviewPlay => self.preview(context, PreviewAction::Toggle),
            Command::PreviewRestart => self.preview(context, PreviewAction::Restart),
            Command::PreviewStop => self.preview(context, PreviewAction::Stop),
            Command::StepOver => self.preview(context, PreviewAction::Step(StepBy::Over)),
            Command::StepInto => self.preview(context, PreviewAction::Step(StepBy::Into)),
            Command::StepOut => self.preview(context, PreviewAction::Step(StepBy::Out)),
            Command::NextEvent => self.preview(context, PreviewAction::Step(StepBy::Event)),
            Command::RunToCursor => self.run_to_caret(context),
            Command::BackStatement => {
                self.preview(context, PreviewAction::Back(BackTo::Statement));
            }
            Command::BackEvent => self.preview(context, PreviewAction::Back(BackTo::Event)),
            Command::BackToStop => self.preview(context, PreviewAction::Back(BackTo::Stop)),
            Command::ToggleBreakpoint => {
                if let Some((owner, at)) = self.panels.routine_caret() {
                    let text = self.document.mission().body(&owner);
                    let start = line_start(text.map_or("", |it| it.text.as_str()), at);
                    let toggle = self.breakpoints.clicked(owner, start);
                    self.dispatch(context, Action::Breakpoint(toggle));
                }
            }
            Command::SaveTest => self.start_saving_test(context),
            Command::PlayTest => self.pick(context, Purpose::PlayTest, None),
            Command::ToggleTheme => {
                self.settings.dark = !self.settings.dark;
                crate::theme::install(context, self.settings.dark);
            }
            Command::ZoomIn => self.zoom(context, 0.1),
            Command::ZoomOut => self.zoom(context, -0.1),
            Command::ResetLayout => self.dock = crate::dock::Dock::default(),
            Command::Keys => self.dialogs.show_keys(),
            Command::About => self.dialogs.show_about(),
        }
    }

    /// Has the run forget what breakpoints counted that are gone or wait for something else now.
    pub(super) fn forget_hits(&mut self, breakpoints: Vec<u32>) {
        for breakpoint in breakpoints {
            self.preview.forget_hits(breakpoint);
        }
    }

    /// A breakpoint that is set on a line without a statement goes to the next that has one, where
    /// the run would stop.
    fn on_a_statement(&self, action: BreakpointAction) -> BreakpointAction {
        let findings = self.analysis.findings();
        match action {
            BreakpointAction::ToggleLine { owner, at }
                if findings.revision == self.document.revision() =>
            {
                let text = self.document.mission().body(&owner);
                let text = text.map(|it| it.text.as_str()).unwrap_or_default();
                let start = crate::breakpoints::line_start(text, at);
                if self.breakpoints.on_line(&owner, start).is_some() {
                    return BreakpointAction::ToggleLine { owner, at };
                }
                let statement = findings.source_map.statement_from(&owner, start);
                let at = statement.map_or(at, |it| it.span.start);
                BreakpointAction::ToggleLine { owner, at }
            }
            action => action,
        }
    }

    /// Says something in the log and in a passing note.
    pub(crate) fn note(&mut self, level: Level, text: impl Into<String>) {
        let text = text.into();
        let seconds = if level >= Level::Warning { 8 } else { 4 };
        self.toast(level, text.clone(), seconds);
        self.log.push(level, text, None);
    }

    /// Says something in a passing note alone, in the theme's own colours.
    fn toast(&mut self, level: Level, text: String, seconds: u64) {
        let palette = theme::palette_of(self.settings.dark);
        let colour = palette.level(level).unwrap_or(palette.hint);
        let toast = self
            .toasts
            .custom(text, theme::level_icon(level).to_owned(), colour);
        toast.duration(Some(std::time::Duration::from_secs(seconds)));
    }

    fn zoom(&mut self, context: &Context, by: f32) {
        self.settings.zoom = (self.settings.zoom + by).clamp(0.6, 2.5);
        context.set_zoom_factor(self.settings.zoom);
    }

    fn look(&mut self, wish: CameraWish) {
        self.tool.camera = Some(wish);
        self.dock.show_tab(Tab::Viewport);
    }

    fn frame_selection(&mut self) {
        let mission = self.document.mission();
        if places_of(mission, self.selection.records()).is_empty() {
            let text = "Nothing that is selected shows in space, so there is nothing to frame.";
            self.note(Level::Info, text);
        } else {
            self.look(CameraWish::FrameSelection);
        }
    }

    fn add(&mut self, addition: Addition, site: Option<Site>) {
        let site = site.unwrap_or_else(|| self.panels.viewport_site());
        let (edit, id) = addition.add(self.document.mission(), &self.selection, &site);
        let label = format!("Add {id}");
        match self.document.apply(label, None, edit) {
            Ok(()) => {
                self.selection.set(vec![id]);
                // The viewport may be behind another panel, and stays there.
                self.tool.camera = Some(CameraWish::ShowSelection);
            }
            Err(error) => self.note(Level::Error, format!("That cannot be added: {error}.")),
        }
    }

    fn move_in_order(&mut self, up: bool) {
        let records = self.selection.records();
        let Some(edit) = moved(self.document.mission(), records, up) else {
            return;
        };
        let way = if up { "up" } else { "down" };
        let label = format!("{} {way}", edit_label("Move", records));
        if let Err(error) = self.document.apply(label, None, edit) {
            self.note(Level::Error, format!("That cannot be moved: {error}."));
        }
    }

    fn delete(&mut self) {
        let records = self.selection.records().to_vec();
        if records.is_empty() {
            return;
        }
        let mission = self.document.mission();
        let referrers: Vec<String> = records
            .iter()
            .flat_map(|record| find_references(mission, record))
            .filter(|place| {
                place
                    .record
                    .as_ref()
                    .is_none_or(|from| !records.contains(from))
            })
            .map(|place| describe(&place))
            .collect();
        if referrers.is_empty() {
            self.delete_now(&records);
        } else {
            self.dialogs
                .ask(Question::Referenced { records, referrers });
        }
    }

    fn delete_now(&mut self, records: &[AnyId]) {
        let edit = remove(self.document.mission(), records);
        let label = match records {
            [one] => format!("Delete {one}"),
            many => format!("Delete {} records", many.len()),
        };
        if let Err(error) = self.document.apply(label, None, edit) {
            self.note(Level::Error, format!("That cannot be deleted: {error}."));
        }
        self.selection.keep_known(self.document.mission());
    }

    fn duplicate(&mut self) {
        let records = self.selection.records().to_vec();
        if records.is_empty() {
            return;
        }
        let mission = self.document.mission();
        let ships = records
            .iter()
            .filter(|it| it.collection == Collection::Ships);
        let placed: Vec<_> = ships
            .filter_map(|it| mission.ships.get(&it.id))
            .map(|ship| (ship.position, ship.kind))
            .collect();
        let (edit, copies) = duplicate(mission, &records, room_beside(mission, &placed));
        let label = match records.as_slice() {
            [one] => format!("Duplicate {one}"),
            many => format!("Duplicate {} records", many.len()),
        };
        match self.document.apply(label, None, edit) {
            Ok(()) => self.selection.set(copies),
            Err(error) => self.note(Level::Error, format!("That cannot be copied: {error}.")),
        }
    }

    /// Has a trigger run something else; of a text that says something, the author says what becomes
    /// of it.
    fn set_run(&mut self, id: &TriggerId, run: Run) {
        let mission = self.document.mission();
        let Some(trigger) = mission.triggers.get(id.as_str()) else {
            return;
        };
        let change = Edit::change(id, TriggerChange::Run(run));
        match &trigger.run {
            Run::Body(body) if !body.text.trim().is_empty() => {
                let kept = Routine {
                    part: false,
                    body: Some(body.clone()),
                    ..Routine::new(mission.routines.free_id(id.as_str()))
                };
                let insert = Edit::insert(mission.routines.len(), kept);
                self.dialogs.ask(Question::ReplaceText {
                    trigger: id.to_string(),
                    keep: Box::new(Edit::All(vec![insert, change.clone()])),
                    drop: Box::new(change),
                });
            }
            _ => self.actions.push(Action::Edit {
                label: format!("Set what runs of trigger {id}"),
                gesture: None,
                edit: change,
            }),
        }
    }

    pub(super) fn go_to(&mut self, place: Place) {
        let Some(record) = &place.record else { return };
        if !self.document.mission().contains(record) {
            self.note(Level::Info, format!("{record} is no longer there."));
            return;
        }
        self.selection.set(vec![record.clone()]);
        match record.collection {
            Collection::Routines => self.dock.show_tab(Tab::Routine),
            Collection::Triggers if place.field == Some("run") => {
                self.dock.show_tab(Tab::Routine);
            }
            Collection::Triggers => self.dock.show_tab(Tab::Triggers),
            Collection::Ships | Collection::Curves => self.look(CameraWish::FrameSelection),
            _ => self.dock.show_tab(Tab::Inspector),
        }
        self.panels.go_to(&place);
    }

    /// Goes on where there is no work to lose; asks else.
    pub(super) fn unless_unsaved(&mut self, context: &Context, then: Then) {
        if self.document.is_dirty() {
            let name = self.document.name();
            self.dialogs.ask(Question::Unsaved { name, then });
        } else {
            self.go_on(context, then);
        }
    }

    fn go_on(&mut self, context: &Context, then: Then) {
        match then {
            Then::New => {
                self.replace(Document::new());
                self.log.push(Level::Info, "A new mission", None);
            }
            Then::Example => {
                self.replace(Document::example());
                self.log.push(Level::Info, "Opened the example", None);
            }
            Then::ChooseFile => self.pick(context, Purpose::Open, None),
            Then::Open(path) => self.open(&path),
            Then::Image { name, image } => self.open_image(&name, &image),
            Then::Quit => {
                self.may_quit = true;
                context.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    pub(super) fn pick(&mut self, context: &Context, purpose: Purpose, then: Option<Then>) {
        self.dialogs
            .pick(context, purpose, then, &self.document, &self.settings);
    }

    /// Puts another mission in the place of the open one.
    pub(crate) fn replace(&mut self, document: Document) {
        self.document = document;
        self.link.forget_document();
        self.breakpoints = self.settings.breakpoints_of(&self.document.key());
        self.selection.set(Vec::new());
        self.analysis
            .look_now(self.document.revision(), self.document.mission());
        self.preview.stop();
        self.panels.forget_mission();
        self.tool.camera = Some(CameraWish::FrameAll);
    }

    /// Opens a file, or asks about what is wrong with it.
    pub(crate) fn open(&mut self, path: &Path) {
        match mission_file::open(path) {
            Ok(opened) => {
                let told = opened.diagnostics.clone();
                self.replace(Document::opened(path, opened));
                self.settings.remember(path);
                for diagnostic in told {
                    let level = match diagnostic.severity {
                        model::diagnostic::Severity::Hint => Level::Info,
                        _ => Level::Warning,
                    };
                    self.log
                        .push(level, diagnostic.message, Some(diagnostic.place));
                }
                self.log
                    .push(Level::Info, format!("Opened {}", path.display()), None);
            }
            Err(error) => {
                self.log.push(Level::Error, error.to_string(), None);
                let problems = error.problems();
                self.dialogs.ask(Question::Unreadable {
                    path: path.to_path_buf(),
                    problems,
                });
            }
        }
    }

    /// Saves to the document's own file, or asks for one. True once it is saved.
    fn save(&mut self, context: &Context, then: Option<Then>) -> bool {
        match self.document.path().map(Path::to_path_buf) {
            Some(path) => self.save_to(&path),
            None => {
                self.pick(context, Purpose::Save, then);
                false
            }
        }
    }

    fn save_to(&mut self, path: &Path) -> bool {
        let drops_bytes = self.document.has_residue()
            && !self.document.keeps_residue()
            && self.document.path().is_none();
        // The watch may not have noticed, or cannot; what another program wrote is not written over
        // unasked.
        if self.document.path() == Some(path) && self.document.changed_outside() {
            self.ask_outside();
            self.note(Level::Warning, "Not saved: the file changed outside");
            return false;
        }
        match self.document.save(path) {
            Ok(()) => {
                self.settings.remember(path);
                self.note(Level::Success, format!("Saved {}", path.display()));
                if drops_bytes {
                    let text = "The source does not keep the image's stale bytes; File > Keep Stale \
                                Bytes in the Source does.";
                    self.log.push(Level::Info, text, None);
                }
                true
            }
            Err(error) => {
                self.note(Level::Error, format!("Not saved: {}.", with_causes(&error)));
                false
            }
        }
    }

    fn start_export(&mut self, context: &Context) {
        // What is exported is what is on screen, not what a worker saw a moment ago.
        self.analysis
            .look_now(self.document.revision(), self.document.mission());
        if self.document.is_image() || !self.analysis.findings().has_errors() {
            self.pick(context, Purpose::Export, None);
        } else {
            let text = "The mission has errors, so there is no image to write; see Problems";
            self.note(Level::Error, text);
            self.dock.show_tab(Tab::Problems);
        }
    }

    fn export_to(&mut self, path: &Path) {
        if self.analysis.findings().revision != self.document.revision() {
            self.analysis
                .look_now(self.document.revision(), self.document.mission());
        }
        let findings = std::sync::Arc::clone(self.analysis.findings());
        let image = findings.image.as_deref().filter(|_| !findings.has_errors());
        match self.document.export(path, image) {
            Ok(()) => {
                self.settings.remember(path);
                self.note(Level::Success, format!("Exported {}", path.display()));
            }
            Err(error) => {
                self.note(
                    Level::Error,
                    format!("Not exported: {}.", with_causes(&error)),
                );
                self.dock.show_tab(Tab::Problems);
            }
        }
    }

    fn answer(&mut self, context: &Context, answer: Answer) {
        match answer {
            Answer::Never => {}
            Answer::Edit(label, edit) => self.dispatch(
                context,
                Action::Edit {
                    label,
                    gesture: None,
                    edit: *edit,
                },
            ),
            Answer::SaveAnd(then) => {
                if self.save(context, Some(then.clone())) {
                    self.go_on(context, then);
                }
            }
            Answer::DiscardAnd(then) => self.go_on(context, then),
            Answer::Delete(records) => self.delete_now(&records),
            Answer::KeepOurs => self.document.keep_ours(),
            Answer::Reload => self.reload(),
            Answer::Renamed(purpose, path, then) if path.exists() => {
                self.dialogs.ask(Question::Replace {
                    purpose,
                    path,
                    then,
                });
            }
            Answer::Renamed(purpose, path, then) => {
                self.answer(context, Answer::Picked(purpose, path, then));
            }
            Answer::Picked(Purpose::Open, path, _) => self.open(&path),
            Answer::Picked(Purpose::Export, path, _) => self.export_to(&path),
            Answer::Picked(Purpose::SaveTest, path, _) => self.preview.make_test(path),
            Answer::Picked(Purpose::PlayTest, path, _) => self.play_test(context, &path),
            Answer::Picked(Purpose::Game, path, _) => self.settings.game = Some(path),
            Answer::Picked(Purpose::IntoGame, path, _) => self.play_in_game(context, &path),
            Answer::Picked(Purpose::Save, path, then) => {
                if self.save_to(&path)
                    && let Some(then) = then
                {
                    self.go_on(context, then);
                }
            }
        }
    }

    fn reload(&mut self) {
        match self.document.reload() {
            Ok(()) => {
                self.selection.keep_known(self.document.mission());
                self.note(Level::Info, format!("Reloaded {}", self.document.name()));
            }
            Err(error) => {
                // What is open is now the only good copy.
                self.document.keep_ours();
                self.note(
                    Level::Error,
                    format!(
                        "The file cannot be read as a mission: {}",
                        with_causes(&error)
                    ),
                );
            }
        }
    }

    pub(super) fn preview(&mut self, context: &Context, action: PreviewAction) {
        // A linked game is started again, and taken leave of, by the link.
        if self.is_linked() {
            match action {
                PreviewAction::Restart => return self.link(context, LinkAction::Restart),
                PreviewAction::Stop => return self.link(context, LinkAction::Disconnect),
                _ => {}
            }
        }
        let starts = action.starts() && !self.preview.is_running();
        if starts || action.makes_anew() {
            self.analysis
                .look_now(self.document.revision(), self.document.mission());
            // A run that is there goes on, of the mission before the edit.
            let goes_on = self.preview.has_run() && !self.preview.is_over() && !action.makes_anew();
            if self.analysis.findings().image.is_none() && !goes_on {
                let text = "The mission has errors, so it cannot run; see Problems.";
                self.note(Level::Warning, text);
                self.dock.show_tab(Tab::Problems);
                return;
            }
        }
        if let PreviewAction::RunTo(place) = &action
            && !self.leads_somewhere(place)
        {
            return;
        }
        self.tell_cost(&action);
        self.begin_step(&action);
        if matches!(action, PreviewAction::WhyNot { .. }) {
            self.dock.show_tab(Tab::WhyNot);
        }
        let findings = std::sync::Arc::clone(self.analysis.findings());
        if let PreviewAction::KeepInputs(keep) = action {
            self.settings.keep_inputs = keep;
        }
        if let PreviewAction::Speed(speed) = action {
            self.settings.preview_speed = speed;
        }
        self.preview.act(
            context,
            action,
            &findings,
            &self.document.shared(),
            &self.settings,
            &self.breakpoints,
        );
    }
}

/// A place in a few words.
fn describe(place: &Place) -> String {
    match (&place.record, place.field) {
        // The key of the source, in the words of the Inspector.
        (Some(record), Some(field)) => format!("{record} ({})", field.replace('_', " ")),
        (Some(record), None) => record.to_string(),
        (None, _) => "the mission".to_owned(),
    }
}
