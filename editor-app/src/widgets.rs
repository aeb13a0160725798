//! Small controls that several panels share.

use eframe::egui::{self, Key, PopupCloseBehavior, Response, ScrollArea, TextEdit, Ui};

/// A choice in a [`searchable`] drop-down.
#[derive(Debug, Clone)]
pub struct Choice<T> {
    /// What it stands for.
    pub value: T,
    /// Its name.
    pub text: String,
    /// Other words that find it: numbers, other tools' names.
    pub words: String,
}

impl<T> Choice<T> {
    /// A choice that its own name finds.
    pub fn new(value: T, text: impl Into<String>) -> Self {
        Self {
            value,
            text: text.into(),
            words: String::new(),
        }
    }

    /// The same, found by other words too.
    pub fn with_words(mut self, words: impl Into<String>) -> Self {
        self.words = words.into();
        self
    }

    /// How well it fits what was typed, the best first; `None` if it does not.
    fn rank(&self, wanted: &str) -> Option<u8> {
        let text = self.text.to_lowercase();
        let words = self.words.to_lowercase();
        let found = wanted
            .split_whitespace()
            .all(|word| text.contains(word) || words.contains(word));
        let last = text.rsplit(' ').next().unwrap_or_default();
        found.then(|| match () {
            () if text == wanted || last == wanted => 0,
            () if text.starts_with(wanted) || last.starts_with(wanted) => 1,
            () => 2,
        })
    }
}

/// A drop-down whose choices are found by typing: arrows move, Enter takes, Esc leaves.
///
/// The response says `changed` when a value was taken, which is then returned.
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
            .right_text(egui::RichText::new(egui_phosphor::regular::CARET_DOWN).small())
            .min_size(egui::vec2(ui.available_width().clamp(60.0, 260.0), 0.0)),
    );
    button.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, label);
        info.current_text_value = Some(current.to_owned());
        info
    });
    let mut taken = None;
    egui::Popup::menu(&button)
        .id(id)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .width(280.0)
        .show(|ui| taken = search_list(ui, id, choices()));
    if taken.is_some() {
        egui::Popup::close_id(ui.ctx(), id);
        button.mark_changed();
    }
    (button, taken)
}

fn search_list<T: Clone>(ui: &mut Ui, id: egui::Id, choices: Vec<Choice<T>>) -> Option<T> {
    let search_id = id.with("search");
    let (mut wanted, mut at): (String, usize) = ui
        .data_mut(|data| data.get_temp(search_id))
        .unwrap_or_default();
    let field = ui.add(
        TextEdit::singleline(&mut wanted)
            .hint_text("Search")
            .desired_width(f32::INFINITY),
    );
    field.request_focus();
    if field.changed() {
        at = 0;
    }
    let wanted_lower = wanted.to_lowercase();
    let mut found: Vec<_> = choices
        .iter()
        .filter_map(|it| Some((it.rank(wanted_lower.trim())?, it)))
        .collect();
    // Stable: what fits as well keeps its order.
    found.sort_by_key(|(rank, _)| *rank);
    let found: Vec<_> = found.into_iter().map(|(_, it)| it).collect();
    let (down, up, enter) = ui.input_mut(|input| {
        (
            input.count_and_consume_key(egui::Modifiers::NONE, Key::ArrowDown),
            input.count_and_consume_key(egui::Modifiers::NONE, Key::ArrowUp),
            input.key_pressed(Key::Enter),
        )
    });
    at = (at + down)
        .saturating_sub(up)
        .min(found.len().saturating_sub(1));
    let mut taken = None;
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        if found.is_empty() {
            ui.weak("Nothing is called that.");
        }
        for (i, choice) in found.iter().enumerate() {
            let row = ui.selectable_label(i == at, &choice.text);
            if i == at && (down > 0 || up > 0) {
                row.scroll_to_me(None);
            }
            if row.clicked() {
                taken = Some(choice.value.clone());
            }
        }
    });
    if enter && taken.is_none() {
        taken = found.get(at).map(|it| it.value.clone());
    }
    let kept = if taken.is_some() {
        (String::new(), 0)
    } else {
        (wanted, at)
    };
    ui.data_mut(|data| data.insert_temp(search_id, kept));
    taken
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
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, label);
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
