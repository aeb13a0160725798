//! The list of what could be typed.

use std::ops::Range;

use eframe::egui::{
    self, Area, Frame, Id, Key, Modifiers, Order, Pos2, Rect, RichText, ScrollArea, Ui,
};
use formats::catalogue::command_by_name;
use model::routine::Scope;
use model::routine::assist::{Completion, CompletionItem, CompletionKind, complete};
use model::routine::token::is_keyword;
use model::{AnyId, Collection};

use crate::theme::icon;
use crate::theme::{self, Palette};

const WIDTH: f32 = 380.0;
const ROWS: f32 = 9.0;
/// Items that are listed; a longer list is found by typing, not by scrolling.
const MOST: usize = 200;

/// The list while it is open.
pub(super) struct Popup {
    completion: Completion,
    at: usize,
    /// Where the caret was as the list came.
    caret: usize,
    /// Whether Enter takes the first item though none was chosen: what is typed begins it, is no text
    /// in quotation marks, and means nothing by itself. Anything else would take the place of what the author has said.
    completes: bool,
    /// Whether an item was chosen by the arrows.
    chosen: bool,
    /// What stands behind the word.
    next: Option<char>,
    moved: bool,
    rect: Option<Rect>,
}

/// What a key did to the list.
pub(super) enum Pressed {
    Nothing,
    Closed,
    Taken(Range<usize>, String),
}

impl Popup {
    /// The list for a place, if there is anything to list. Unasked, it does not come up where nothing
    /// is typed yet, nor where all is typed.
    pub(super) fn open(text: &str, at: usize, scope: &Scope<'_>, asked: bool) -> Option<Self> {
        let mut completion = complete(text, at, scope);
        completion.items.truncate(MOST);
        let Range { start, end } = completion.replace.clone();
        let typed = text.get(start..at).unwrap_or_default();
        let items = &completion.items;
        let first = items.first()?;
        let is_done = |it: &CompletionItem| it.insert == typed || it.label == typed;
        let nothing = typed.is_empty() && !behind_name_dot(text.get(..start).unwrap_or_default());
        if !asked && (nothing || at < end || items.iter().any(is_done)) {
            return None;
        }
        let complete = means_something(typed, scope) || typed.starts_with('"');
        let completes = at == end && begins(&first.label, typed) && (asked || !complete);
        let next = text.get(end..).and_then(|behind| behind.chars().next());
        Some(Self {
            completion,
            at: 0,
            caret: at,
            completes,
            chosen: false,
            next,
            moved: false,
            rect: None,
        })
    }

    /// Where the word begins that an item takes the place of.
    pub(super) fn start(&self) -> usize {
        self.completion.replace.start
    }

    /// Whether the caret is where it was as the list came.
    pub(super) fn stands_at(&self, caret: usize) -> bool {
        self.caret == caret
    }

    /// Whether the pointer is over the list.
    pub(super) fn has_pointer(&self, ui: &Ui) -> bool {
        let at = ui.input(|input| input.pointer.latest_pos());
        self.rect
            .zip(at)
            .is_some_and(|(rect, at)| rect.contains(at))
    }

    /// Takes the keys that are the list's before the text gets them. An Enter that takes nothing is
    /// left to the text.
    pub(super) fn keys(&mut self, ui: &Ui) -> Pressed {
        let key = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let keys = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        if key(Key::Escape) {
            return Pressed::Closed;
        }
        let (up, down) = (keys(Key::ArrowUp), keys(Key::ArrowDown));
        let last = self.completion.items.len().saturating_sub(1);
        self.at = (self.at + down).min(last).saturating_sub(up);
        self.moved = up + down > 0;
        self.chosen |= self.moved;
        if key(Key::Tab) || (self.enter_takes() && key(Key::Enter)) {
            self.taken(self.at)
        } else if ui.input(|input| input.key_pressed(Key::Enter)) {
            Pressed::Closed
        } else {
            Pressed::Nothing
        }
    }

    fn enter_takes(&self) -> bool {
        self.chosen || self.completes
    }

    fn taken(&self, at: usize) -> Pressed {
        let Some(item) = self.completion.items.get(at) else {
            return Pressed::Closed;
        };
        // A bracket that stands there already is not put in again.
        let insert = match self.next {
            Some(next @ ('(' | '[' | ':' | '.')) => {
                item.insert.split(next).next().unwrap_or_default()
            }
            _ => &item.insert,
        };
        Pressed::Taken(self.completion.replace.clone(), insert.to_owned())
    }

    /// Draws the list below a place.
    pub(super) fn ui(&mut self, ui: &Ui, word: Rect) -> Pressed {
        let mut pressed = Pressed::Nothing;
        let shown = Area::new(Id::new("completion"))
            .order(Order::Foreground)
            .fixed_pos(Pos2::new(word.left() - 6.0, word.bottom() + 2.0))
            .constrain_to(ui.ctx().content_rect())
            .show(ui.ctx(), |ui| {
                Frame::popup(ui.style()).inner_margin(3.0).show(ui, |ui| {
                    ui.set_width(WIDTH);
                    let row = ui.text_style_height(&egui::TextStyle::Monospace) + 4.0;
                    ScrollArea::vertical()
                        .max_height(row * ROWS)
                        .show(ui, |ui| {
                            ui.spacing_mut().item_spacing.y = 0.0;
                            for (i, item) in self.completion.items.iter().enumerate() {
                                let mark = match (i == self.at, self.enter_takes()) {
                                    (false, _) => Mark::None,
                                    (true, false) => Mark::First,
                                    (true, true) => Mark::Taken,
                                };
                                let response = item_row(ui, item, mark, row);
                                if i == self.at && self.moved {
                                    response.scroll_to_me(None);
                                }
                                if response.clicked() {
                                    pressed = self.taken(i);
                                }
                            }
                        });
                    if let Some(item) = self.completion.items.get(self.at)
                        && !item.detail.is_empty()
                    {
                        ui.separator();
                        ui.label(RichText::new(&item.detail).small().weak());
                    }
                });
            });
        self.rect = Some(shown.response.rect);
        self.moved = false;
        pressed
    }
}

/// Whether what is typed is a name or a word of the language as it stands.
fn means_something(typed: &str, scope: &Scope<'_>) -> bool {
    let is_record = |collection| {
        let id = typed.into();
        scope.mission.contains(&AnyId { collection, id })
    };
    is_keyword(typed)
        || command_by_name(typed).is_some()
        || Collection::ALL.into_iter().any(is_record)
}

/// Whether a label starts with what is typed, in either case of letters.
fn begins(label: &str, typed: &str) -> bool {
    let typed = typed.trim_start_matches('"').to_ascii_lowercase();
    label.to_ascii_lowercase().starts_with(&typed)
}

/// Whether a text ends in the dot behind a name or a bracket, and not in an operator's.
fn behind_name_dot(text: &str) -> bool {
    let before = text.strip_suffix('.').and_then(|it| it.chars().next_back());
    before.is_some_and(|it| it.is_alphanumeric() || matches!(it, '_' | ')' | ']'))
}

/// How a row of the list is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// Tab would take it.
    First,
    /// Enter and Tab would take it.
    Taken,
}

fn item_row(ui: &mut Ui, item: &CompletionItem, mark: Mark, height: f32) -> egui::Response {
    let selected = mark == Mark::Taken;
    let size = egui::vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::WidgetType::SelectableLabel,
            true,
            selected,
            &item.label,
        )
    });
    let visuals = ui.visuals();
    if selected {
        ui.painter()
            .rect_filled(rect, 2.0, visuals.selection.bg_fill);
    } else if mark == Mark::First {
        let line = egui::Stroke::new(1.0, visuals.selection.bg_fill);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 2.0, line, inside);
    } else if response.hovered() {
        ui.painter()
            .rect_filled(rect, 2.0, visuals.widgets.hovered.weak_bg_fill);
    }
    let (sign, colour) = sign(item.kind, theme::palette(ui));
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let left = rect.left_center() + egui::vec2(4.0, 0.0);
    let painter = ui.painter_at(rect);
    painter.text(left, egui::Align2::LEFT_CENTER, sign, font.clone(), colour);
    let at = left + egui::vec2(20.0, 0.0);
    let text = visuals.text_color();
    painter.text(at, egui::Align2::LEFT_CENTER, &item.label, font, text);
    response
}

/// The sign of a kind of item, and its colour.
fn sign(kind: CompletionKind, palette: &Palette) -> (&'static str, egui::Color32) {
    use egui_phosphor::regular as icons;
    let code = &palette.code;
    match kind {
        CompletionKind::Keyword => (icons::KEY, code.keyword),
        CompletionKind::Command => (icons::FUNCTION, code.command),
        CompletionKind::Record(collection) => (icon(collection), code.record),
        CompletionKind::Symbol => (icons::LIST_BULLETS, code.symbol),
        CompletionKind::Variable => (icons::FLAG, code.symbol),
        CompletionKind::Value => (icons::TAG, code.symbol),
        CompletionKind::Instruction => (icons::CPU, code.command),
    }
}
