//! The list of what could be typed.

use std::ops::Range;

use eframe::egui::{
    self, Area, Frame, Id, Key, Modifiers, Order, Pos2, Rect, RichText, ScrollArea, Ui,
};
use model::routine::Scope;
use model::routine::assist::{Completion, CompletionItem, CompletionKind, complete};

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
        let typed = text.get(completion.replace.start..at).unwrap_or_default();
        let first = completion.items.first()?;
        let behind_dot = text
            .get(..completion.replace.start)
            .is_some_and(|it| it.ends_with('.'));
        let done = first.insert == typed || first.label == typed;
        if !asked && ((typed.is_empty() && !behind_dot) || done) {
            return None;
        }
        Some(Self {
            completion,
            at: 0,
            moved: false,
            rect: None,
        })
    }

    /// Where the word begins that an item takes the place of.
    pub(super) fn start(&self) -> usize {
        self.completion.replace.start
    }

    /// Whether a place is still within the word.
    pub(super) fn covers(&self, at: usize) -> bool {
        (self.completion.replace.start..=self.completion.replace.end).contains(&at)
    }

    /// Whether the pointer is over the list.
    pub(super) fn has_pointer(&self, ui: &Ui) -> bool {
        let at = ui.input(|input| input.pointer.latest_pos());
        self.rect
            .zip(at)
            .is_some_and(|(rect, at)| rect.contains(at))
    }

    /// Takes the keys that are the list's before the text gets them.
    pub(super) fn keys(&mut self, ui: &Ui) -> Pressed {
        let (up, down, take, close) = ui.input_mut(|input| {
            (
                input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp),
                input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown),
                input.consume_key(Modifiers::NONE, Key::Enter)
                    || input.consume_key(Modifiers::NONE, Key::Tab),
                input.consume_key(Modifiers::NONE, Key::Escape),
            )
        });
        if close {
            return Pressed::Closed;
        }
        let last = self.completion.items.len().saturating_sub(1);
        self.at = (self.at + down).min(last).saturating_sub(up);
        self.moved = up + down > 0;
        if take {
            self.taken(self.at)
        } else {
            Pressed::Nothing
        }
    }

    fn taken(&self, at: usize) -> Pressed {
        match self.completion.items.get(at) {
            Some(item) => Pressed::Taken(self.completion.replace.clone(), item.insert.clone()),
            None => Pressed::Closed,
        }
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
                                let response = item_row(ui, item, i == self.at, row);
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

fn item_row(ui: &mut Ui, item: &CompletionItem, selected: bool, height: f32) -> egui::Response {
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
