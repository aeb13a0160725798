//! The text of a routine or of a trigger, in the script language.

mod completion;
mod margin;
mod paint;
mod typing;

use std::ops::Range;

use eframe::egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use eframe::egui::text_edit::{TextEditOutput, TextEditState};
use eframe::egui::{
    self, Context, CursorIcon, EventFilter, Frame, Id, Key, Margin, Modifiers, RichText,
    ScrollArea, Shape, TextBuffer, TextEdit, Ui,
};
use egui_phosphor::regular as icons;
use model::diagnostic::{Diagnostic, Place};
use model::edit::{Edit, set_body};
use model::routine::Scope;
use model::routine::assist::{SignatureHelp, definition, hover, signature_at};
use model::sentence::trigger_sentence;
use model::{AnyId, Body, Collection, Gesture, Mission, ObjectIds, RoutineChange, Run};

use crate::action::Command;
use crate::gesture::new_gesture;
use crate::selection::Selection;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::{Choice, empty_state, searchable};

use super::inspector::name_control;

use completion::{Popup, Pressed};
use margin::Margin as MarginStrip;
use paint::{Colours, OnScreen};
use typing::{Change, byte_of, character_of};

/// Room for line numbers, in points.
const MARGIN: i8 = 54;
/// A pause in typing after which an undo stops, in seconds.
const PAUSE: f64 = 1.0;

/// The text that is edited, and where the author is in it.
#[derive(Default)]
pub(super) struct RoutinePanel {
    owner: Option<AnyId>,
    text: String,
    colours: Colours,
    popup: Option<Popup>,
    /// What undo takes back together, and when it was last added to.
    typing: Option<(Gesture, f64)>,
    /// Where the caret is to be put and brought into view.
    wanted: Option<usize>,
    /// What is to be brought into view while the caret stays.
    wanted_line: Option<usize>,
    /// The line that a link led to, until the caret leaves its start or the text changes.
    marked: Option<usize>,
    /// The pick of the selection and the text that it led to, which was followed already.
    followed: Option<(u64, Option<AnyId>)>,
    /// Whether a key that is ours changed the text in this frame.
    changed: bool,
    /// Whether the list was asked for by key.
    asked: bool,
    /// Where the caret was in the last frame.
    caret: usize,
    /// The line whose margin a menu is about.
    margin_line: usize,
}

impl RoutinePanel {
    /// Brings a place of a text into view, when the panel is drawn next.
    pub(super) fn go_to(&mut self, place: &Place) {
        if let (Some(record), Some(span)) = (&place.record, &place.span) {
            self.show(Some(record.clone()));
            // The caret goes there and selects nothing: the next key must not replace what a link
            // led to.
            self.caret = span.start;
            self.wanted = Some(span.start);
            self.marked = Some(span.start);
        }
    }

    /// The text that is open, and the place of the caret in it.
    pub(super) fn caret(&self) -> Option<(AnyId, usize)> {
        let owner = self.owner.clone()?;
        Some((owner, self.caret.min(self.text.len())))
    }

    /// Brings a line into view, when the panel is drawn next, and leaves the caret where it is.
    pub(super) fn show_line(
        &mut self,
        owner: AnyId,
        span: Range<usize>,
        (mission, selection): (&Mission, &Selection),
    ) {
        self.show(Some(owner));
        // What was selected before does not take its place.
        self.followed = Some(pick_of(mission, selection));
        // What is done at the caret is meant for this line, until a click puts the caret elsewhere.
        self.caret = span.start;
        self.wanted_line = Some(span.start);
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        self.follow(context);
        let document = context.document;
        let mission = document.mission();
        header(ui, context, self.owner.as_ref());
        let Some(owner) = self.owner.clone() else {
            empty_state(
                ui,
                "No text is open",
                "Select a routine, or a trigger that runs something, to edit what it does.",
            );
            return;
        };
        let Some(body) = mission.body(&owner) else {
            no_block(ui, context, &owner);
            return;
        };
        if self.text != body.text {
            self.take_over(ui.ctx(), &owner, &body.text);
        }
        let object_ids = ObjectIds::new(mission);
        let scope = Scope {
            mission,
            owner: Some(owner.clone()),
            object_ids: &object_ids,
        };
        egui::Panel::bottom("signature")
            .show_separator_line(false)
            .show(ui, |ui| {
                self.foot(ui, context, &owner, &scope);
            });
        let mut room = ui.available_rect_before_wrap();
        room.set_left(room.left().floor());
        ui.painter()
            .rect_filled(room, 0.0, ui.visuals().extreme_bg_color);
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            self.editor(ui, context, &owner, &scope);
        });
        if self.changed {
            self.changed = false;
            let now = ui.input(|input| input.time);
            let gesture = match self.typing {
                Some((gesture, last)) if now - last < PAUSE => gesture,
                _ => new_gesture(),
            };
            self.typing = Some((gesture, now));
            let body = Body {
                text: self.text.clone(),
                ..body.clone()
            };
            if let Some(edit) = set_body(&owner, body) {
                context.edit_in(gesture, format!("Edit the text of {owner}"), edit);
            }
        }
    }

    /// Goes with the selection as it changes, where what is selected has a text. A text that was
    /// brought into view since, as where a run stops, stays.
    fn follow(&mut self, context: &ViewContext<'_>) {
        let mission = context.mission();
        let pick = pick_of(mission, context.selection);
        if self.followed.as_ref() != Some(&pick) {
            let of_selection = pick.1.clone();
            self.followed = Some(pick);
            if of_selection.is_some() && of_selection != self.owner {
                self.show(of_selection);
            }
        }
        if self
            .owner
            .as_ref()
            .is_some_and(|owner| !mission.contains(owner))
        {
            self.show(None);
        }
    }

    fn show(&mut self, owner: Option<AnyId>) {
        if owner != self.owner {
            *self = Self {
                owner,
                followed: self.followed.take(),
                ..Self::default()
            };
        }
    }

    /// Takes a text that was changed elsewhere: by undo, by renaming, by another owner.
    fn take_over(&mut self, context: &Context, owner: &AnyId, text: &str) {
        let id = text_id(owner);
        let fresh = self.text.is_empty();
        let changed = typing::end_of_change(&self.text, text);
        self.text = text.to_owned();
        self.popup = None;
        self.typing = None;
        if !fresh && let Some(mut state) = TextEditState::load(context, id) {
            let cursor = CCursor::new(character_of(text, changed));
            state.cursor.set_char_range(Some(CCursorRange::one(cursor)));
            state.store(context, id);
        }
    }

    fn editor(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        owner: &AnyId,
        scope: &Scope<'_>,
    ) {
        let id = text_id(owner);
        let mission = context.document.mission();
        if ui.memory(|memory| memory.has_focus(id)) {
            self.keys(ui, context, id, scope);
        }
        let wanted = self.wanted.take();
        if let Some(at) = wanted {
            self.select(ui.ctx(), id, at..at);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let under = ui.painter().add(Shape::Noop);
        let output = self.field(ui, context.document.revision(), id, scope);
        name_control(&output.response, "Text");
        self.changed |= output.response.changed();
        let cursor = output
            .cursor_range
            .map(|range| byte_of(&self.text, range.primary.index.0));
        if let Some(cursor) = cursor {
            self.caret = cursor;
        }
        if self.changed || cursor.is_some_and(|it| Some(it) != self.marked) {
            self.marked = None;
        }
        self.mind_popup(ui, &output, cursor, scope);
        let shown = OnScreen {
            text: &self.text,
            galley: &output.galley,
            at: output.galley_pos,
        };
        let palette = theme::palette(ui);
        let numbers = ui.visuals().weak_text_color();
        let font = egui::TextStyle::Monospace.resolve(ui.style());
        let right = output.galley_pos.x - 12.0;
        shown.line_numbers(ui.painter(), right, &font, numbers);
        let across = output.response.rect;
        let mut bands = shown.marked(self.marked, across, ui.visuals());
        let running = context.preview.running_in(owner);
        let running: Vec<_> = running
            .into_iter()
            .map(|span| context.preview.in_text(mission, owner, span))
            .collect();
        bands.extend(shown.running(&running, across, palette));
        ui.painter().set(under, Shape::Vec(bands));
        let problems = problems_of(context, owner);
        for problem in &problems {
            if let Some(span) = &problem.place.span {
                shown.underline(ui.painter(), span, problem.severity, palette);
            }
        }
        for at in [wanted, self.wanted_line.take()].into_iter().flatten() {
            ui.scroll_to_rect(shown.place(at), Some(egui::Align::Center));
        }
        let margin = MarginStrip {
            shown: &shown,
            owner,
            left: output.response.rect.left(),
        };
        margin.ui(ui, context, &mut self.margin_line);
        self.pointer(ui, context, &output, &problems, scope);
        if let Some(popup) = &mut self.popup {
            let word = shown.place(popup.start());
            if let Pressed::Taken(range, insert) = popup.ui(ui, word) {
                self.make(ui.ctx(), id, Change::typed(range, insert));
                self.popup = None;
                ui.memory_mut(|memory| memory.request_focus(id));
                ui.ctx().request_repaint();
            }
        }
    }

    fn field(&mut self, ui: &mut Ui, revision: u64, id: Id, scope: &Scope<'_>) -> TextEditOutput {
        let Self { text, colours, .. } = self;
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
            colours.layout(ui, text.as_str(), revision, scope)
        };
        let room = ui.available_size();
        TextEdit::multiline(text)
            .id(id)
            .code_editor()
            .frame(Frame::NONE.inner_margin(Margin {
                left: MARGIN,
                right: 8,
                top: 4,
                bottom: 4,
            }))
            .event_filter(EventFilter {
                tab: true,
                horizontal_arrows: true,
                vertical_arrows: true,
                // It closes the list and nothing else: without the keyboard's focus, what is typed
                // next would be taken for keys of the window.
                escape: true,
            })
            .desired_width(room.x)
            .min_size(room)
            .layouter(&mut layouter)
            .show(ui)
    }

    /// Takes the keys that are not the text field's own.
    fn keys(&mut self, ui: &Ui, context: &mut ViewContext<'_>, id: Id, scope: &Scope<'_>) {
        // One history for the whole mission: the field's own would undo behind its back.
        for command in [Command::Redo, Command::Undo] {
            for key in command.info().keys {
                if ui.input_mut(|input| input.consume_shortcut(key)) {
                    context.command(command);
                }
            }
        }
        if let Some(popup) = &mut self.popup {
            match popup.keys(ui) {
                Pressed::Nothing => {}
                Pressed::Closed => self.popup = None,
                Pressed::Taken(range, insert) => {
                    self.make(ui.ctx(), id, Change::typed(range, insert));
                    self.popup = None;
                }
            }
        }
        let Some(selection) = self.selection(ui.ctx(), id) else {
            return;
        };
        let key = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let text = &self.text;
        let change = if key(Modifiers::SHIFT, Key::Tab) {
            Some(typing::outdent(text, selection.clone()))
        } else if key(Modifiers::NONE, Key::Tab) {
            Some(typing::indent(text, selection.clone()))
        } else if key(Modifiers::NONE, Key::Enter) {
            Some(typing::new_line(text, selection.clone()))
        } else if key(Modifiers::COMMAND, Key::Slash) {
            Some(typing::toggle_comment(text, selection.clone()))
        } else {
            None
        };
        if let Some(change) = change {
            self.make(ui.ctx(), id, change);
        }
        self.asked = key(Modifiers::CTRL, Key::Space);
        if key(Modifiers::NONE, Key::F12)
            && let Some(record) = definition(&self.text, selection.end, scope)
        {
            context.go_to(definition_place(context.mission(), record));
        }
    }

    /// Opens, follows or closes the list of what could be typed.
    fn mind_popup(
        &mut self,
        ui: &Ui,
        output: &TextEditOutput,
        cursor: Option<usize>,
        scope: &Scope<'_>,
    ) {
        let asked = std::mem::take(&mut self.asked);
        let on_list = self
            .popup
            .as_ref()
            .is_some_and(|popup| popup.has_pointer(ui));
        let Some(cursor) = cursor.filter(|_| output.response.has_focus()) else {
            if !on_list {
                self.popup = None;
            }
            return;
        };
        let typed = output.response.changed()
            && ui.input(|input| {
                input
                    .events
                    .iter()
                    .any(|event| matches!(event, egui::Event::Text(_)))
            });
        let open = self.popup.is_some();
        if asked || typed || (open && output.response.changed()) {
            self.popup = Popup::open(&self.text, cursor, scope, asked);
        } else if self
            .popup
            .as_ref()
            .is_some_and(|popup| !popup.stands_at(cursor))
        {
            self.popup = None;
        }
    }

    fn pointer(
        &self,
        ui: &Ui,
        context: &mut ViewContext<'_>,
        output: &TextEditOutput,
        problems: &[&Diagnostic],
        scope: &Scope<'_>,
    ) {
        let Some(at) = output.response.hover_pos() else {
            return;
        };
        let inside = at - output.galley_pos;
        if !output.galley.rect.contains(inside.to_pos2()) {
            return;
        }
        let offset = byte_of(&self.text, output.galley.cursor_from_pos(inside).index.0);
        let command = ui.input(|input| input.modifiers.command);
        if command && let Some(record) = definition(&self.text, offset, scope) {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            if output.response.clicked() {
                context.go_to(definition_place(context.mission(), record));
            }
        }
        let mut said: Vec<String> = problems
            .iter()
            .filter(|it| {
                it.place
                    .span
                    .as_ref()
                    .is_some_and(|span| touches(span, offset))
            })
            .map(|it| it.message.clone())
            .collect();
        let owner = scope.owner.as_ref();
        let now = owner.and_then(|it| context.preview.value_now(it, &self.text, offset));
        said.extend(now);
        said.extend(hover(&self.text, offset, scope).map(|it| it.text));
        if !said.is_empty() {
            output
                .response
                .response
                .clone()
                .on_hover_text_at_pointer(said.join("\n\n"));
        }
    }

    /// What the call takes whose brackets the cursor is in, or what is wrong on its line.
    fn foot(&self, ui: &mut Ui, context: &ViewContext<'_>, owner: &AnyId, scope: &Scope<'_>) {
        // Where a jump has put the caret counts before the field knows of it.
        let at = self.caret.min(self.text.len());
        if at == 0 && self.selection(ui.ctx(), text_id(owner)).is_none() {
            ui.weak(
                "Ctrl+Space lists what could stand here; Ctrl+click goes to what a name means.",
            );
            return;
        }
        ui.horizontal(|ui| {
            let before = self.text.get(..at).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|it| *it != '\n').count() + 1;
            ui.weak(format!("{line}:{column}"));
            ui.separator();
            if let Some(help) = signature_at(&self.text, at, scope) {
                signature(ui, &help);
            } else if self.popup.is_some() {
                // A half-written word is no mistake yet.
            } else if let Some(problem) = problems_of(context, owner)
                .into_iter()
                .find(|it| it.place.span.as_ref().is_some_and(|span| touches(span, at)))
            {
                let colour = theme::palette(ui).severity(problem.severity);
                let text = RichText::new(&problem.message).color(colour);
                ui.add(egui::Label::new(text).truncate());
            }
        });
    }

    fn selection(&self, context: &Context, id: Id) -> Option<Range<usize>> {
        let range = TextEditState::load(context, id)?.cursor.char_range()?;
        let [start, end] = range.sorted_cursors();
        Some(byte_of(&self.text, start.index.0)..byte_of(&self.text, end.index.0))
    }

    fn select(&self, context: &Context, id: Id, span: Range<usize>) {
        let mut state = TextEditState::load(context, id).unwrap_or_default();
        let cursor = |byte| CCursor::new(character_of(&self.text, byte));
        state.cursor.set_char_range(Some(CCursorRange::two(
            cursor(span.start),
            cursor(span.end),
        )));
        state.store(context, id);
    }

    /// Makes a change of the text, and selects what it says.
    fn make(&mut self, context: &Context, id: Id, change: Change) {
        let inside = change.range.end <= self.text.len()
            && self.text.is_char_boundary(change.range.start)
            && self.text.is_char_boundary(change.range.end);
        if !inside {
            return;
        }
        self.text.replace_range(change.range, &change.insert);
        self.changed = true;
        self.select(context, id, change.selection);
    }
}

/// Where a name's meaning stands: a text's start, else the record.
fn definition_place(mission: &Mission, record: AnyId) -> Place {
    match mission.body(&record) {
        Some(_) => Place::text(record, 0..0),
        None => Place::record(record),
    }
}

/// What a call takes, in one line; where it is too long, the parameters before the one at hand give
/// way.
fn signature(ui: &mut Ui, help: &SignatureHelp) {
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let (plain, accent) = (ui.visuals().text_color(), theme::palette(ui).accent);
    let wide = ui.fonts_mut(|fonts| fonts.glyph_width(&font, 'm'));
    let fits = (ui.available_width() / wide.max(1.0)) as usize;
    let active = help.params.get(help.active).cloned().unwrap_or_default();
    let part = |range: Range<usize>| help.label.get(range).unwrap_or_default();
    let mut before = part(0..active.start).to_owned();
    if active.end > fits {
        let name = help.label.split('(').next().unwrap_or_default();
        before = format!("{name}(… ");
    }
    let mut job = LayoutJob::default();
    let mut add = |text: &str, colour| {
        job.append(text, 0.0, TextFormat::simple(font.clone(), colour));
    };
    add(&before, plain);
    add(part(active.clone()), accent);
    add(part(active.end..help.label.len()), plain);
    let doc = format!("   {}", help.doc.lines().next().unwrap_or_default());
    add(&doc, ui.visuals().weak_text_color());
    ui.add(egui::Label::new(job).truncate())
        .on_hover_text(format!("{}\n\n{}", help.label, help.doc));
}

fn text_id(owner: &AnyId) -> Id {
    Id::new(("text in the script language", owner))
}

fn touches(span: &Range<usize>, at: usize) -> bool {
    (span.start..=span.end.max(span.start + 1)).contains(&at)
}

fn problems_of<'a>(context: &ViewContext<'a>, owner: &AnyId) -> Vec<&'a Diagnostic> {
    let findings = context.findings;
    findings
        .diagnostics
        .iter()
        .filter(|it| it.place.record.as_ref() == Some(owner))
        .collect()
}

/// The record whose text a record leads to: its own, or the routine's that it runs.
fn text_of(mission: &Mission, record: &AnyId) -> Option<AnyId> {
    match record.collection {
        Collection::Routines => Some(record.clone()),
        Collection::Triggers => match &mission.triggers.get(&record.id)?.run {
            Run::Routine(id) => Some(AnyId::from(id)),
            Run::Body(_) | Run::Nothing | Run::Link(_) => Some(record.clone()),
        },
        _ => None,
    }
}

/// The pick of the selection, and the text that it leads to.
fn pick_of(mission: &Mission, selection: &Selection) -> (u64, Option<AnyId>) {
    let text = selection.last().and_then(|it| text_of(mission, it));
    (selection.picks(), text)
}

/// Whose text it is, with every other to choose.
fn header(ui: &mut Ui, context: &mut ViewContext<'_>, owner: Option<&AnyId>) {
    let mission = context.document.mission();
    ui.horizontal(|ui| {
        let current = owner.map_or_else(|| "choose a text".to_owned(), ToString::to_string);
        let choices = || {
            mission
                .bodies()
                .map(|(id, _)| {
                    let name = mission.display_name(&id).unwrap_or_default().to_owned();
                    Choice::new(id.clone(), id.to_string()).with_words(name)
                })
                .collect()
        };
        // What is told about it needs the rest of the row.
        let room = egui::vec2(
            ui.available_width().min(260.0),
            ui.spacing().interact_size.y,
        );
        let (_, taken) = ui
            .allocate_ui_with_layout(room, *ui.layout(), |ui| {
                searchable(ui, "text", "Text of", &current, choices)
            })
            .inner;
        if let Some(record) = taken {
            context.select(vec![record]);
        }
        let Some(owner) = owner else { return };
        if owner.collection == Collection::Triggers
            && let Some(trigger) = mission.triggers.get(&owner.id)
        {
            ui.add(egui::Label::new(RichText::new(trigger_sentence(trigger)).weak()).truncate());
        } else if let Some(routine) = mission.routines.get(&owner.id) {
            ui.weak(routine_line(routine));
            if routine.meta.editor.note.is_some() {
                ui.weak(icons::NOTE);
            }
        }
    });
    ui.add_space(2.0);
}

fn routine_line(routine: &model::Routine) -> String {
    let mut said = Vec::new();
    if routine.start {
        said.push("runs as the mission starts".to_owned());
    }
    if !routine.part {
        said.push("a block that only triggers run".to_owned());
    }
    if !routine.arguments.is_empty() {
        said.push(format!("takes {}", routine.arguments.join(", ")));
    }
    said.join("; ")
}

/// What to do where a record has no text.
fn no_block(ui: &mut Ui, context: &mut ViewContext<'_>, owner: &AnyId) {
    empty_state(
        ui,
        "Nothing to run",
        "This is there in name only: it has no block of its own.",
    );
    ui.vertical_centered(|ui| {
        if !ui
            .button(format!("{} Give It a Text", icons::PLUS))
            .clicked()
        {
            return;
        }
        let edit = match owner.of::<model::Routine>() {
            Some(id) => Some(Edit::change(
                &id,
                RoutineChange::Body(Some(Body::default())),
            )),
            None => owner
                .of::<model::Trigger>()
                .map(|id| Edit::change(&id, model::TriggerChange::Run(Run::Body(Body::default())))),
        };
        if let Some(edit) = edit {
            context.edit(format!("Give {owner} a text"), edit);
        }
    });
}
