//! Rows of fields that work on one record or many at once.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use eframe::egui::{self, Align, Label, Layout, Response, Ui, UiBuilder, emath::Numeric, vec2};
use model::edit::{Edit, Editable};
use model::{AnyId, Gesture, Record, Vec3};

use crate::action::Action;
use crate::gesture::{edit_label, new_gesture};
use crate::log::Level;
use crate::view_context::ViewContext;
use crate::widgets::{
    Choice, Entry, NumberField, marked, name_control, number_field, searchable, text_field,
};

/// Width of the column of labels.
pub(super) const LABEL_WIDTH: f32 = 92.0;
/// Height of every row.
const ROW: f32 = 22.0;
/// Width of a number.
pub(super) const NUMBER_WIDTH: f32 = 84.0;
/// What stands for values that differ.
pub(super) const MIXED: &str = "(mixed)";

/// A row's name, and what it is about.
#[derive(Debug, Clone)]
pub(super) struct Field<'a> {
    label: &'a str,
    help: &'a str,
    /// What the history calls it.
    what: String,
}

impl<'a> Field<'a> {
    /// A field that the history calls as its row is called.
    pub(super) fn new(label: &'a str, help: &'a str) -> Self {
        Self {
            label,
            help,
            what: label.to_lowercase(),
        }
    }

    /// The same, called otherwise in the history.
    pub(super) fn called(self, what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            ..self
        }
    }
}

/// A row of a label and what stands beside it.
///
/// Every row is as high as every other and its columns are where they always are, whatever was shown
/// before; what is too long for its column does not move the others.
pub(super) fn row<T>(ui: &mut Ui, label: &str, help: &str, cell: impl FnOnce(&mut Ui) -> T) -> T {
    wide_row(ui, LABEL_WIDTH, label, help, cell)
}

/// A row whose label has so much room.
pub(super) fn wide_row<T>(
    ui: &mut Ui,
    label_width: f32,
    label: &str,
    help: &str,
    cell: impl FnOnce(&mut Ui) -> T,
) -> T {
    let gap = ui.spacing().item_spacing.x;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let (left, right) = rect.split_left_right_at_x(rect.left() + label_width);
    let layout = Layout::left_to_right(Align::Center);
    let mut labels = ui.new_child(UiBuilder::new().max_rect(left).layout(layout));
    labels.add(Label::new(label).truncate()).on_hover_text(help);
    // Named, so that a control stays itself where rows above it come and go.
    let id = ui.id().with(("row", label));
    let room = right.with_min_x(right.left() + gap);
    let mut cells = ui.new_child(UiBuilder::new().id(id).max_rect(room).layout(layout));
    cell(&mut cells)
}

/// The movements of the hand that are going on, by field: a drag of a number, a run of typing.
#[derive(Default)]
pub(in crate::panels) struct Gestures(HashMap<egui::Id, Gesture>);

impl Gestures {
    /// The gesture of a control, which lasts as long as it is held or has the keyboard.
    pub(super) fn of(&mut self, response: &Response) -> Gesture {
        let gesture = *self.0.entry(response.id).or_insert_with(new_gesture);
        if response.drag_stopped() || response.lost_focus() {
            self.end(response);
        }
        gesture
    }

    /// Ends a control's gesture, so that what comes next is a step of its own.
    pub(super) fn end(&mut self, response: &Response) {
        self.0.remove(&response.id);
    }

    /// The number that was entered, with the gesture that it is part of; tells of what was refused.
    pub(super) fn taken<T>(
        &mut self,
        context: &mut ViewContext<'_>,
        response: &Response,
        entry: Option<Entry<T>>,
    ) -> Option<(T, Option<Gesture>)> {
        let gesture = self.of(response);
        match entry? {
            Entry::Held(value) => Some((value, Some(gesture))),
            Entry::Typed(value) => Some((value, None)),
            Entry::Refused(why) => {
                context.act(Action::Note(Level::Warning, why));
                None
            }
        }
    }
}

/// The selected records of one kind.
pub(super) struct Fields<'a, 'c, R: Editable> {
    pub(super) records: Vec<R>,
    pub(super) context: &'a mut ViewContext<'c>,
    pub(super) gestures: &'a mut Gestures,
    /// Width of the column of labels.
    pub(super) label_width: f32,
}

/// Draws the fields of the selected records of a kind. Those of locked records are at rest.
pub(super) fn fields<R: Editable>(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    gestures: &mut Gestures,
    rows: impl FnOnce(&mut Ui, &mut Fields<'_, '_, R>),
) {
    let table = R::table(context.mission());
    let records: Vec<R> = context
        .selection
        .of::<R>()
        .iter()
        .filter_map(|id| table.get(id.as_str()).cloned())
        .collect();
    if records.is_empty() {
        return;
    }
    let locked = records.iter().any(|record| record.meta().editor.locked);
    let mut fields = Fields {
        records,
        context,
        gestures,
        label_width: LABEL_WIDTH,
    };
    ui.add_enabled_ui(!locked, |ui| rows(ui, &mut fields));
}

impl<R: Editable> Fields<'_, '_, R> {
    /// The value that all records share, if they do.
    pub(super) fn shared<T: PartialEq>(&self, get: impl Fn(&R) -> T) -> Option<T> {
        let mut values = self.records.iter().map(get);
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }

    /// Ids of the records, among all collections.
    fn any_ids(&self) -> Vec<AnyId> {
        self.records.iter().map(Record::any_id).collect()
    }

    /// Sets a field of every record.
    pub(super) fn set(
        &mut self,
        what: &str,
        gesture: Option<Gesture>,
        change: impl Fn(&R) -> R::Change,
    ) {
        let edits: Vec<Edit> = self
            .records
            .iter()
            .map(|record| Edit::change(record.id(), change(record)))
            .collect();
        let edit = match <[Edit; 1]>::try_from(edits) {
            Ok([one]) => one,
            Err(many) => Edit::All(many),
        };
        let label = edit_label(&format!("Set {what} of"), &self.any_ids());
        match gesture {
            Some(gesture) => self.context.edit_in(gesture, label, edit),
            None => self.context.edit(label, edit),
        }
    }

    /// A row of the records' fields.
    pub(super) fn row<T>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        help: &str,
        cell: impl FnOnce(&mut Ui, &mut Self) -> T,
    ) -> T {
        wide_row(ui, self.label_width, label, help, |ui| cell(ui, self))
    }

    /// A display name, which may be none at all.
    pub(super) fn name(
        &mut self,
        ui: &mut Ui,
        get: impl Fn(&R) -> Option<String>,
        make: impl Fn(Option<String>) -> R::Change,
    ) {
        let help = "The text that the mission's string pool holds; it may repeat. The game shows the \
                    names of a ship's type, not these.";
        self.row(ui, "Name", help, |ui, fields| {
            let shared = fields.shared(&get);
            let mut on = !matches!(shared, Some(None));
            let toggle = ui
                .checkbox(&mut on, "")
                .on_hover_text("Without, it has no name at all");
            name_control(&toggle, "Has a name");
            if toggle.changed() {
                // A name that is the id follows it where it goes.
                fields.set("the name", None, |record| {
                    make(on.then(|| record.id().to_string()))
                });
            }
            match shared {
                Some(None) => {
                    ui.weak("none");
                }
                shared => {
                    let current = shared.flatten().unwrap_or_else(|| MIXED.to_owned());
                    let salt = ("name", fields.any_ids());
                    if let Some(name) = text_field(ui, salt, "Name", &current) {
                        fields.set("the name", None, |_| make(Some(name.clone())));
                    }
                }
            }
        });
    }

    /// A choice among a list.
    pub(super) fn choice<T: Clone + PartialEq>(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        get: impl Fn(&R) -> T,
        text: impl Fn(&T) -> String,
        choices: impl FnOnce() -> Vec<Choice<T>>,
        make: impl Fn(T) -> R::Change,
    ) {
        let Field { label, help, what } = field;
        self.row(ui, label, help, |ui, fields| {
            let shared = fields.shared(get);
            let current = shared.as_ref().map_or(MIXED.to_owned(), text);
            let choices = || marked(choices(), |value| Some(value) == shared.as_ref());
            let (_, taken) = searchable(ui, ("choice", label), label, &current, choices);
            if let Some(value) = taken {
                fields.set(&what, None, |_| make(value.clone()));
            }
        });
    }

    /// A number.
    pub(super) fn number<T: Numeric>(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        suffix: &str,
        range: RangeInclusive<T>,
        get: impl Fn(&R) -> T,
        make: impl Fn(&R, T) -> R::Change,
    ) {
        self.row(ui, field.label, field.help, |ui, fields| {
            fields.number_cell(ui, &field, suffix, range, get, make);
        });
    }

    fn number_cell<T: Numeric>(
        &mut self,
        ui: &mut Ui,
        field: &Field<'_>,
        suffix: &str,
        range: RangeInclusive<T>,
        get: impl Fn(&R) -> T,
        make: impl Fn(&R, T) -> R::Change,
    ) {
        // Values are told apart by their bits: -0.0 is not 0.0, and a NaN is itself.
        let shared = self.shared(|record| get(record).to_f64().to_bits());
        let Some(value) = self.records.last().map(&get) else {
            return;
        };
        let whole = T::INTEGRAL;
        let number = NumberField {
            label: field.label,
            value,
            speed: if whole { 1.0 } else { 0.01 },
            range,
            suffix,
            instead: shared.is_none().then_some(MIXED),
            width: NUMBER_WIDTH.min(ui.available_width()),
        };
        let (response, entry) = number_field(ui, &number);
        if let Some((value, gesture)) = self.gestures.taken(self.context, &response, entry) {
            self.set(&field.what, gesture, |record| make(record, value));
        }
    }

    /// A whole number that may be left out.
    pub(super) fn optional_number<T: Numeric>(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        range: RangeInclusive<T>,
        get: impl Fn(&R) -> Option<T>,
        make: impl Fn(Option<T>) -> R::Change,
    ) {
        self.row(ui, field.label, field.help, |ui, fields| {
            let mut on = fields.shared(&get).is_none_or(|value| value.is_some());
            let toggle = ui.checkbox(&mut on, "");
            name_control(&toggle, &format!("Has {}", field.label.to_lowercase()));
            if toggle.changed() {
                let value = on.then(|| *range.start());
                fields.set(&field.what, None, |_| make(value));
            }
            if !on {
                ui.weak("none");
                return;
            }
            let fallback = *range.start();
            let value = |record: &R| get(record).unwrap_or(fallback);
            fields.number_cell(ui, &field, "", range, value, |_, value| make(Some(value)));
        });
    }

    /// A check mark.
    pub(super) fn flag(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        get: impl Fn(&R) -> bool,
        make: impl Fn(bool) -> R::Change,
    ) {
        self.row(ui, field.label, field.help, |ui, fields| {
            let shared = fields.shared(get);
            let mut on = shared.unwrap_or_default();
            let text = if shared.is_none() { MIXED } else { "" };
            let response = ui.checkbox(&mut on, text);
            name_control(&response, field.label);
            if response.changed() {
                fields.set(&field.what, None, |_| make(on));
            }
        });
    }

    /// A place, axis by axis: a change of one axis leaves the others of every record as they are.
    pub(super) fn place(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        get: impl Fn(&R) -> Vec3,
        make: impl Fn(Vec3) -> R::Change,
    ) {
        for (axis, (letter, way)) in AXES.into_iter().enumerate() {
            let name = format!("{} {letter}", field.label);
            let label = if axis == 0 { field.label } else { "" };
            let cell = |ui: &mut Ui, fields: &mut Self| {
                ui.monospace(letter);
                let component = |record: &R| coordinate(get(record), axis);
                let shared = fields.shared(|record| component(record).to_bits());
                let Some(value) = fields.records.last().map(component) else {
                    return;
                };
                let number = NumberField {
                    label: &name,
                    value,
                    range: f32::MIN..=f32::MAX,
                    suffix: "",
                    speed: speed_of(value),
                    instead: shared.is_none().then_some(MIXED),
                    width: (ui.available_width() - 56.0).clamp(60.0, 150.0),
                };
                let (response, entry) = number_field(ui, &number);
                ui.weak(way);
                let taken = fields.gestures.taken(fields.context, &response, entry);
                if let Some((value, gesture)) = taken {
                    fields.set(&field.what, gesture, |record| {
                        make(with_coordinate(get(record), axis, value))
                    });
                }
            };
            ui.push_id(letter, |ui| self.row(ui, label, field.help, cell));
        }
    }
}

/// The axes and where they point.
pub(super) const AXES: [(&str, &str); 3] = [("X", "right"), ("Y", "down"), ("Z", "forward")];

/// A place's coordinate on an axis.
pub(super) fn coordinate(place: Vec3, axis: usize) -> f32 {
    place.to_array().get(axis).copied().unwrap_or_default()
}

/// A place with another coordinate on an axis.
pub(super) fn with_coordinate(place: Vec3, axis: usize, value: f32) -> Vec3 {
    let mut place = place.to_array();
    if let Some(slot) = place.get_mut(axis) {
        *slot = value;
    }
    Vec3::from(place)
}

/// How fast a drag changes a coordinate: the further out, the faster.
pub(super) fn speed_of(value: f32) -> f64 {
    (f64::from(value.abs()) * 0.002).max(1.0)
}
