//! Rows of fields that work on one record or many at once.

use std::collections::HashMap;

use eframe::egui::{self, DragValue, Grid, Response, RichText, Ui};
use model::edit::{Edit, Editable};
use model::{AnyId, EditorInfo, Gesture, Id, Record, Vec3};

use crate::gesture::edit_label;
use crate::gesture::new_gesture;
use crate::view_context::ViewContext;
use crate::widgets::{Choice, searchable, text_field};

/// Width of the column of labels.
pub(super) const LABEL_WIDTH: f32 = 92.0;
/// What stands for values that differ.
pub(super) const MIXED: &str = "(mixed)";

/// The movements of the hand that are going on, by field: a drag of a number, a run of typing.
#[derive(Default)]
pub(in crate::panels) struct Gestures(HashMap<egui::Id, Gesture>);

impl Gestures {
    /// The gesture of a control, which lasts as long as it is held or has the keyboard.
    fn of(&mut self, response: &Response) -> Gesture {
        let gesture = *self.0.entry(response.id).or_insert_with(new_gesture);
        if response.drag_stopped() || response.lost_focus() {
            self.0.remove(&response.id);
        }
        gesture
    }
}

/// The selected records of one kind, and the grid that their fields stand in.
pub(super) struct Fields<'a, 'c, R: Editable> {
    pub(super) records: Vec<R>,
    pub(super) context: &'a mut ViewContext<'c>,
    gestures: &'a mut Gestures,
}

/// Draws the fields of the selected records of a kind.
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
    Grid::new("fields")
        .num_columns(2)
        .min_col_width(LABEL_WIDTH)
        .spacing([8.0, 6.0])
        .show(ui, |ui| {
            rows(
                ui,
                &mut Fields {
                    records,
                    context,
                    gestures,
                },
            )
        });
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

    /// A display name, which may be none at all.
    pub(super) fn name(
        &mut self,
        ui: &mut Ui,
        get: impl Fn(&R) -> Option<String>,
        make: impl Fn(Option<String>) -> R::Change,
    ) {
        let help = "The text that the mission's string pool holds; it may repeat. The game shows the \
                    names of a ship's type, not these.";
        ui.label("Name").on_hover_text(help);
        ui.horizontal(|ui| {
            let shared = self.shared(&get);
            let none = matches!(shared, Some(None));
            let current = match &shared {
                Some(Some(name)) => name.as_str(),
                Some(None) => "",
                None => MIXED,
            };
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let mut off = none;
                let toggle = ui
                    .checkbox(&mut off, "none")
                    .on_hover_text("No name at all");
                if toggle.changed() {
                    let name = (!off).then(String::new);
                    self.set("the name", None, |_| make(name.clone()));
                }
                ui.add_enabled_ui(!none, |ui| {
                    let salt = ("name", self.any_ids());
                    if let Some(name) = text_field(ui, salt, "Name", current) {
                        self.set("the name", None, |_| make(Some(name.clone())));
                    }
                });
            });
        });
        ui.end_row();
    }

    /// A choice among a list.
    pub(super) fn choice<T: Clone + PartialEq>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        help: &str,
        get: impl Fn(&R) -> T,
        text: impl Fn(&T) -> String,
        choices: impl FnOnce() -> Vec<Choice<T>>,
        make: impl Fn(T) -> R::Change,
    ) {
        ui.label(label).on_hover_text(help);
        let shared = self.shared(get);
        let current = shared.as_ref().map_or(MIXED.to_owned(), text);
        let (_, taken) = searchable(ui, ("choice", label), label, &current, choices);
        if let Some(value) = taken {
            self.set(&label.to_lowercase(), None, |_| make(value.clone()));
        }
        ui.end_row();
    }

    /// A whole number.
    pub(super) fn number<T: egui::emath::Numeric>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        help: &str,
        suffix: &str,
        range: std::ops::RangeInclusive<T>,
        get: impl Fn(&R) -> T,
        make: impl Fn(&R, T) -> R::Change,
    ) {
        ui.label(label).on_hover_text(help);
        self.number_cell(ui, label, suffix, range, get, make);
        ui.end_row();
    }

    fn number_cell<T: egui::emath::Numeric>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        suffix: &str,
        range: std::ops::RangeInclusive<T>,
        get: impl Fn(&R) -> T,
        make: impl Fn(&R, T) -> R::Change,
    ) {
        let shared = self.shared(&get);
        let mut value = match (&shared, self.records.last()) {
            (Some(shared), _) => *shared,
            (None, Some(last)) => get(last),
            (None, None) => return,
        };
        let drag = if T::INTEGRAL {
            DragValue::new(&mut value)
        } else {
            exact(DragValue::new(&mut value))
        };
        // A file may hold what no author would enter; looking at it must not change it.
        let mut drag = drag
            .range(range)
            .clamp_existing_to_range(false)
            .suffix(suffix.to_owned());
        if shared.is_none() {
            drag = drag.custom_formatter(|_, _| MIXED.to_owned());
        }
        let response = ui.add(drag);
        name_control(&response, label);
        let gesture = self.gestures.of(&response);
        if response.changed() {
            self.set(&label.to_lowercase(), Some(gesture), |record| {
                make(record, value)
            });
        }
    }

    /// A whole number that may be left out.
    pub(super) fn optional_number<T: egui::emath::Numeric + Default>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        help: &str,
        range: std::ops::RangeInclusive<T>,
        get: impl Fn(&R) -> Option<T>,
        make: impl Fn(Option<T>) -> R::Change,
    ) {
        ui.label(label).on_hover_text(help);
        ui.horizontal(|ui| {
            let shared = self.shared(&get);
            let mut on = !matches!(shared, Some(None));
            let toggle = ui.checkbox(&mut on, "");
            name_control(&toggle, label);
            if toggle.changed() {
                let value = on.then(|| *range.start());
                self.set(&label.to_lowercase(), None, |_| make(value));
            }
            if on {
                let fallback = *range.start();
                self.number_cell(
                    ui,
                    label,
                    "",
                    range,
                    |record| get(record).unwrap_or(fallback),
                    |_, value| make(Some(value)),
                );
            } else {
                ui.weak("none");
            }
        });
        ui.end_row();
    }

    /// A check mark.
    pub(super) fn flag(
        &mut self,
        ui: &mut Ui,
        label: &str,
        help: &str,
        get: impl Fn(&R) -> bool,
        make: impl Fn(bool) -> R::Change,
    ) {
        ui.label(label).on_hover_text(help);
        let shared = self.shared(get);
        let mut on = shared.unwrap_or_default();
        let text = if shared.is_none() { MIXED } else { "" };
        let response = ui.checkbox(&mut on, text);
        name_control(&response, label);
        if response.changed() {
            self.set(&label.to_lowercase(), None, |_| make(on));
        }
        ui.end_row();
    }

    /// A place, axis by axis: a change of one axis leaves the others of every record as they are.
    pub(super) fn place(
        &mut self,
        ui: &mut Ui,
        label: &str,
        help: &str,
        get: impl Fn(&R) -> Vec3,
        make: impl Fn(Vec3) -> R::Change,
    ) {
        const AXES: [(&str, &str); 3] = [("X", "right"), ("Y", "down"), ("Z", "forward")];
        for (axis, (letter, way)) in AXES.into_iter().enumerate() {
            let title = if axis == 0 { label } else { "" };
            ui.label(title).on_hover_text(help);
            ui.horizontal(|ui| {
                ui.monospace(letter);
                let component =
                    |place: Vec3| place.to_array().get(axis).copied().unwrap_or_default();
                let shared = self.shared(|record| component(get(record)).to_bits());
                let last = self.records.last().map(|record| component(get(record)));
                let mut value = shared.map(f32::from_bits).or(last).unwrap_or_default();
                let speed = (f64::from(value.abs()) * 0.002).max(1.0);
                let mut drag = exact(DragValue::new(&mut value)).speed(speed);
                if shared.is_none() {
                    drag = drag.custom_formatter(|_, _| MIXED.to_owned());
                }
                let room = (ui.available_width() - 56.0).clamp(60.0, 150.0);
                let response = ui.add_sized([room, 18.0], drag);
                ui.weak(way);
                name_control(&response, &format!("{label} {letter}"));
                let gesture = self.gestures.of(&response);
                if response.changed() {
                    self.set(&label.to_lowercase(), Some(gesture), |record| {
                        let mut place = get(record).to_array();
                        if let Some(slot) = place.get_mut(axis) {
                            *slot = value;
                        }
                        make(Vec3::from(place))
                    });
                }
            });
            ui.end_row();
        }
    }
}

/// A number with every digit that the file holds: the shortest text that reads back as the same f32.
pub(super) fn exact(drag: DragValue<'_>) -> DragValue<'_> {
    drag.custom_formatter(|number, _| (number as f32).to_string())
        .custom_parser(|text| formats::yaml::parse_f32(text.trim()).map(f64::from))
}

/// Gives a control a name for readers of the screen.
pub(in crate::panels) fn name_control(response: &Response, label: &str) {
    let label = label.to_owned();
    response
        .ctx
        .accesskit_node_builder(response.id, |node| node.set_label(label));
}

/// What the author keeps about the records for the editor's sake.
pub(super) fn notes(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    records: &[AnyId],
    _gestures: &mut Gestures,
) {
    ui.add_space(6.0);
    egui::CollapsingHeader::new("Notes")
        .id_salt("notes")
        .show(ui, |ui| {
            let [record] = records else {
                ui.weak("Select one record to see its notes.");
                return;
            };
            let Some(info) = context.mission().editor_info(record).cloned() else {
                return;
            };
            Grid::new("notes fields")
                .num_columns(2)
                .min_col_width(LABEL_WIDTH)
                .show(ui, |ui| {
                    let mut wanted = None;
                    for (label, current) in [
                        ("Folder", &info.folder),
                        ("Colour", &info.colour),
                        ("Note", &info.note),
                    ] {
                        ui.label(label);
                        let current = current.as_deref().unwrap_or_default();
                        if let Some(text) = text_field(ui, (label, record), label, current) {
                            wanted = Some((label, (!text.is_empty()).then_some(text)));
                        }
                        ui.end_row();
                    }
                    ui.label("Hidden");
                    let mut hidden = info.hidden;
                    let hide = ui
                        .checkbox(&mut hidden, "")
                        .on_hover_text("Left out of the viewport");
                    name_control(&hide, "Hidden");
                    ui.end_row();
                    ui.label("Locked");
                    let mut locked = info.locked;
                    let lock = ui
                        .checkbox(&mut locked, "")
                        .on_hover_text("Not picked in the viewport");
                    name_control(&lock, "Locked");
                    ui.end_row();
                    let mut new = EditorInfo {
                        hidden,
                        locked,
                        ..info.clone()
                    };
                    match wanted {
                        Some(("Folder", text)) => new.folder = text,
                        Some(("Colour", text)) => new.colour = text,
                        Some((_, text)) => new.note = text,
                        None => {}
                    }
                    if new != info
                        && let Some(edit) = set_editor(record, new)
                    {
                        context.edit(format!("Set notes of {record}"), edit);
                    }
                });
            ui.weak(RichText::new("Notes compile to nothing.").small());
        });
}

fn set_editor(record: &AnyId, info: EditorInfo) -> Option<Edit> {
    use model::{
        CurveChange, FlightGroupChange, FormationChange, GlobalChange, RoutineChange, ShipChange,
        SquadChange, TriggerChange,
    };
    fn set<R: Editable>(record: &AnyId, change: R::Change) -> Option<Edit> {
        let id: Id<R> = record.of()?;
        Some(Edit::change(&id, change))
    }
    set::<model::Ship>(record, ShipChange::Editor(info.clone()))
        .or_else(|| set::<model::FlightGroup>(record, FlightGroupChange::Editor(info.clone())))
        .or_else(|| set::<model::Squad>(record, SquadChange::Editor(info.clone())))
        .or_else(|| set::<model::Formation>(record, FormationChange::Editor(info.clone())))
        .or_else(|| set::<model::Curve>(record, CurveChange::Editor(info.clone())))
        .or_else(|| set::<model::Global>(record, GlobalChange::Editor(info.clone())))
        .or_else(|| set::<model::Trigger>(record, TriggerChange::Editor(info.clone())))
        .or_else(|| set::<model::Routine>(record, RoutineChange::Editor(info)))
}
