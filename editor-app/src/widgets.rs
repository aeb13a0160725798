//! Small controls that several panels share.

mod bars;
mod number;

use eframe::egui::{self, Align, Key, PopupCloseBehavior, Response, ScrollArea, TextEdit, Ui};
use egui_phosphor::regular::{CARET_DOWN, CHECK};

pub(crate) use bars::{group, top_bar};
pub use number::{Entry, NumberField, number_field};

/// A choice in a [`searchable`] drop-down.
#[derive(Debug, Clone)]
pub struct Choice<T> {
    /// What it stands for.
    pub value: T,
    /// Its name.
    pub text: String,
    /// Other words that find it: numbers, other tools' names.
    pub words: String,
    /// Whether it is what stands there now.
    pub is_current: bool,
}

impl<T> Choice<T> {
    /// A choice that its own name finds.
    pub fn new(value: T, text: impl Into<String>) -> Self {
        Self {
            value,
            text: text.into(),
            words: String::new(),
            is_current: false,
        }
    }

    /// The same, found by other words too.
    pub fn with_words(mut self, words: impl Into<String>) -> Self {
        self.words = words.into();
        self
    }

    /// The same choice, standing for another value.
    pub fn map<U>(self, to: impl FnOnce(T) -> U) -> Choice<U> {
        Choice {
            value: to(self.value),
            text: self.text,
            words: self.words,
            is_current: self.is_current,
        }
    }

    /// How well it fits what was typed, the best first; `None` if it does not.
    fn rank(&self, wanted: &str) -> Option<u8> {
        let text = self.text.to_lowercase();
        let words = self.words.to_lowercase();
        let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
        // Numbers among the words are found by numbers: there is an `x` in every `0x05`.
        let among_words = |wanted: &str| {
            let mut words = words.split_whitespace();
            words.any(|word| word.contains(wanted) && is_number(word) == is_number(wanted))
        };
        let found = wanted
            .split_whitespace()
            .all(|word| text.contains(word) || among_words(word));
        let last = text.rsplit(' ').next().unwrap_or_default();
        found.then(|| match () {
            () if text == wanted || last == wanted => 0,
            () if text.starts_with(wanted) || last.starts_with(wanted) => 1,
            () => 2,
        })
    }
}

/// Choices of which those that `is_current` picks are what stands there now. Without, it is the one
/// whose name the drop-down shows.
pub fn marked<T>(mut choices: Vec<Choice<T>>, is_current: impl Fn(&T) -> bool) -> Vec<Choice<T>> {
    for choice in &mut choices {
        choice.is_current = is_current(&choice.value);
    }
    choices
}

/// A drop-down, as wide as there is room, whose choices are found by typing: arrows move, Enter takes,
/// Esc leaves.
///
/// It opens on what stands there now. The response says `changed` when another value was taken, which
/// is then returned.
pub fn searchable<T: Clone>(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    label: &str,
    current: &str,
    choices: impl FnOnce() -> Vec<Choice<T>>,
) -> (Response, Option<T>) {
    let id = ui.make_persistent_id(id);
    let text = egui::WidgetText::from(current);
    let mut button = ui.add(
        egui::Button::new(text)
            .truncate()
            .right_text(egui::RichText::new(CARET_DOWN).small())
            .min_size(egui::vec2(ui.available_width().max(60.0), 0.0)),
    );
    button.widget_info(|| {
        let enabled = ui.is_enabled();
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, enabled, label);
        info.current_text_value = Some(current.to_owned());
        info
    });
    let mut answer = None;
    let shown = egui::Popup::menu(&button)
        .id(id)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .width(280.0)
        .show(|ui| {
            let mut choices = choices();
            if !choices.iter().any(|it| it.is_current)
                && let Some(named) = choices.iter_mut().find(|it| it.text == current)
            {
                named.is_current = true;
            }
            answer = search_list(ui, id, &choices);
        });
    if shown.is_none() {
        // It opens afresh next time.
        ui.data_mut(|data| data.remove::<Search>(id));
    }
    let taken = answer.and_then(|answer| {
        egui::Popup::close_id(ui.ctx(), id);
        answer
    });
    if taken.is_some() {
        button.mark_changed();
    }
    (button, taken)
}

/// What an open drop-down remembers.
#[derive(Debug, Clone, Default)]
struct Search {
    /// What was typed.
    wanted: String,
    /// Which of the choices that were found is lit.
    lit: Option<usize>,
    /// How many frames it was drawn.
    frames: u8,
}

/// How many frames it takes until a drop-down that opens has its size, and can be scrolled.
const OPENING: u8 = 3;

/// Draws the list of an open drop-down. `Some` once the author has answered: with another value, or with
/// none where the current one was taken again.
fn search_list<T: Clone>(ui: &mut Ui, id: egui::Id, choices: &[Choice<T>]) -> Option<Option<T>> {
    let mut search: Search = ui.data_mut(|data| data.get_temp(id)).unwrap_or_default();
    let field = ui.add(
        TextEdit::singleline(&mut search.wanted)
            .hint_text("Search")
            .desired_width(f32::INFINITY),
    );
    field.request_focus();
    let wanted = search.wanted.trim().to_lowercase();
    let mut found: Vec<_> = choices
        .iter()
        .filter_map(|it| Some((it.rank(&wanted)?, it)))
        .collect();
    // Stable: what fits as well keeps its order.
    found.sort_by_key(|(rank, _)| *rank);
    let found: Vec<_> = found.into_iter().map(|(_, it)| it).collect();
    if search.frames == 0 || field.changed() {
        search.lit = match wanted.is_empty() {
            true => found.iter().position(|it| it.is_current),
            false => Some(0),
        };
    }
    let moved = move_lit(ui, &mut search.lit, found.len());
    let is_opening = search.frames < OPENING && !moved;
    search.frames = search.frames.saturating_add(1);
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    let mut taken = None;
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        if found.is_empty() {
            ui.weak("Nothing is called that.");
        }
        for (i, choice) in found.iter().enumerate() {
            let is_lit = search.lit == Some(i);
            let row = choice_row(ui, choice, is_lit);
            if is_lit && is_opening {
                row.scroll_to_me_animation(
                    Some(Align::Center),
                    egui::style::ScrollAnimation::none(),
                );
            } else if is_lit && moved {
                row.scroll_to_me(None);
            }
            if row.clicked() || (enter && is_lit) {
                taken = Some(*choice);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, search));
    taken.map(|choice| (!choice.is_current).then(|| choice.value.clone()))
}

/// Moves the light over a list by the arrow keys; whether it moved.
fn move_lit(ui: &Ui, lit: &mut Option<usize>, count: usize) -> bool {
    let (down, up) = ui.input_mut(|input| {
        (
            input.count_and_consume_key(egui::Modifiers::NONE, Key::ArrowDown),
            input.count_and_consume_key(egui::Modifiers::NONE, Key::ArrowUp),
        )
    });
    let last = count.checked_sub(1);
    *lit = match *lit {
        // Nothing is lit where nothing stands there now: down goes to the first.
        None if down > up => Some(down - up - 1),
        None => None,
        Some(at) => Some((at + down).saturating_sub(up)),
    }
    .zip(last)
    .map(|(at, last)| at.min(last));
    down > 0 || up > 0
}

/// One choice: lit where the arrow keys are, with a check mark where it is what stands there now.
fn choice_row<T>(ui: &mut Ui, choice: &Choice<T>, is_lit: bool) -> Response {
    let mut button = egui::Button::selectable(is_lit, &choice.text)
        .min_size(egui::vec2(ui.available_width(), 0.0))
        .truncate();
    if choice.is_current {
        button = button.right_text(CHECK);
    }
    let row = ui.add(button);
    let info = egui::WidgetInfo::selected(egui::WidgetType::Button, true, is_lit, &choice.text);
    row.widget_info(|| info.clone());
    if choice.is_current {
        row.ctx
            .accesskit_node_builder(row.id, |node| node.set_description("current"));
    }
    row
}

/// Something that is on or off. It has an edge in both states, so that it is not taken for a heading.
/// The response says `clicked` and `changed` when it was switched.
pub fn toggle<'a>(ui: &mut Ui, on: &mut bool, text: impl egui::IntoAtoms<'a>) -> Response {
    let mut button = ui.add(egui::Button::new(text).selected(*on));
    if button.clicked() {
        *on = !*on;
        button.mark_changed();
    }
    button
}

/// One of several values, of which one is taken. It has an edge in both states, so that it is not
/// taken for a heading.
pub fn one_of<'a, T: PartialEq>(
    ui: &mut Ui,
    current: &mut T,
    value: T,
    text: impl egui::IntoAtoms<'a>,
) -> Response {
    let mut button = ui.add(egui::Button::new(text).selected(*current == value));
    if button.clicked() && *current != value {
        *current = value;
        button.mark_changed();
    }
    button
}

/// Gives a control a name for readers of the screen.
pub fn name_control(response: &Response, label: &str) {
    let label = label.to_owned();
    response
        .ctx
        .accesskit_node_builder(response.id, |node| node.set_label(label));
}

/// A field of text that is taken when the author leaves it or presses Enter; Esc puts back what was
/// there. Returns the new text once it is taken.
pub fn text_field(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    label: &str,
    current: &str,
) -> Option<String> {
    let id = ui.make_persistent_id(id);
    let mut text: String = ui
        .data_mut(|data| data.get_temp(id))
        .unwrap_or_else(|| current.to_owned());
    let field = ui.add(
        TextEdit::singleline(&mut text)
            .id(id.with("edit"))
            .desired_width(f32::INFINITY),
    );
    field.widget_info(|| {
        let enabled = ui.is_enabled();
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, enabled, label);
        info.current_text_value = Some(text.clone());
        info
    });
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
    (field.lost_focus() && !cancelled && text != current).then_some(text)
}

/// A line for a panel that has nothing to show: what belongs here, and how to get it.
pub fn empty_state(ui: &mut Ui, title: &str, advice: &str) {
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.25).min(60.0));
        ui.label(egui::RichText::new(title).heading().weak());
        ui.weak(advice);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_words_and_numbers_by_numbers() {
        let choice = Choice::new((), "ShipReached").with_words("4 0x04 nav arrival");
        for (wanted, rank) in [
            ("shipreached", Some(0)),
            ("ship", Some(1)),
            ("reach", Some(2)),
            ("arriv", Some(2)),
            ("0x04", Some(2)),
            ("4", Some(2)),
            ("nav reach", Some(2)),
            ("x", None),
            ("5", None),
        ] {
            assert_eq!(choice.rank(wanted), rank, "{wanted}");
        }
    }
}
