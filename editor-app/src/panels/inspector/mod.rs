//! The fields of what is selected, one record or many at once.

mod choices;
mod curve;
mod fields;
mod flight_group;
mod formation;
mod global;
mod mission;
mod notes;
mod routine;
mod ship;
mod squad;
mod trigger;

use eframe::egui::{self, RichText, ScrollArea, Ui};
use egui_phosphor::regular::LOCK;
use model::diagnostic::Diagnostic;
use model::edit::find_references;
use model::{AnyId, Collection};

use crate::action::Action;
use crate::theme::{self, icon};
use crate::view_context::ViewContext;
use crate::widgets::text_field;
use crate::words::capital;

use super::outline::{ask_rename, rename_trouble};

pub(super) use crate::widgets::name_control;
pub(super) use choices::{condition_choices, subject_choices};
pub(super) use trigger::{operand_choices, run_choices, run_text, set_run, subject_text};

/// The movement of the hand that is going on in a field.
#[derive(Default)]
pub(super) struct Inspector {
    gestures: fields::Gestures,
}

impl Inspector {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(ui.available_width().min(520.0));
            let records = context.selection.records().to_vec();
            match (context.selection.collection(), records.as_slice()) {
                (_, []) => mission::ui(ui, context, &mut self.gestures),
                (Some(collection), _) => self.records(ui, context, collection, &records),
                (None, _) => mixed(ui, &records),
            }
        });
    }

    fn records(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        collection: Collection,
        records: &[AnyId],
    ) {
        heading(ui, context, collection, records);
        let gestures = &mut self.gestures;
        match collection {
            Collection::Ships => ship::ui(ui, context, gestures),
            Collection::FlightGroups => flight_group::ui(ui, context, gestures),
            Collection::Squads => squad::ui(ui, context, gestures),
            Collection::Formations => formation::ui(ui, context, gestures),
            Collection::Curves => curve::ui(ui, context, gestures),
            Collection::Triggers => trigger::ui(ui, context, gestures),
            Collection::Routines => routine::ui(ui, context, gestures),
            Collection::Globals => global::ui(ui, context, gestures),
        }
        notes::notes(ui, context, records, gestures);
        problems(ui, context, records);
        if let [one] = records {
            users(ui, context, one);
        }
    }
}

/// What is selected, and the id of a single record.
fn heading(ui: &mut Ui, context: &mut ViewContext<'_>, collection: Collection, records: &[AnyId]) {
    let title = match records {
        [_] => capital(collection.noun()),
        many => format!("{} {}", many.len(), collection.title().to_lowercase()),
    };
    let mission = context.mission();
    let locked = records
        .iter()
        .filter_map(|record| mission.editor_info(record))
        .any(|info| info.locked);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{}  {title}", icon(collection))).heading());
        if locked {
            ui.label(LOCK).on_hover_text("Locked, in its notes");
            let unlock = ui.small_button("Unlock");
            if unlock.on_hover_text("Makes its fields work").clicked() {
                notes::lock(context, records, false);
            }
        }
    });
    ui.separator();
    let [record] = records else { return };
    let help = "What routines and other records call it by. A new id goes to all of them.";
    ui.add_enabled_ui(!locked, |ui| {
        let salt = ("id", record);
        let (taken, typed) = fields::row(ui, "Id", help, |ui| {
            let taken = text_field(ui, salt, "Id", &record.id);
            let typing = ui.make_persistent_id(salt);
            let typed: Option<String> = ui.data(|data| data.get_temp(typing));
            (taken, typed)
        });
        if let Some(to) = taken {
            ask_rename(context, record, &to);
        }
        // What is wrong with what is being typed.
        let trouble = typed.and_then(|typed| rename_trouble(context.mission(), record, &typed));
        if let Some(trouble) = trouble {
            ui.label(RichText::new(trouble).color(theme::palette(ui).error));
        }
    });
}

fn mixed(ui: &mut Ui, records: &[AnyId]) {
    ui.label(RichText::new(format!("{} records", records.len())).heading());
    for collection in Collection::ALL {
        let count = records
            .iter()
            .filter(|it| it.collection == collection)
            .count();
        if count > 0 {
            ui.label(format!(
                "{}  {count} {}",
                icon(collection),
                collection.title().to_lowercase()
            ));
        }
    }
    ui.add_space(6.0);
    ui.weak("Select records of one kind to edit their fields together.");
}

/// What is wrong with the selected records.
fn problems(ui: &mut Ui, context: &mut ViewContext<'_>, records: &[AnyId]) {
    let findings = context.findings;
    let own: Vec<&Diagnostic> = findings
        .diagnostics
        .iter()
        .filter(|it| {
            it.place
                .record
                .as_ref()
                .is_some_and(|id| records.contains(id))
        })
        .collect();
    if own.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.separator();
    let palette = theme::palette(ui);
    for diagnostic in own {
        ui.horizontal_wrapped(|ui| {
            let icon = theme::severity_icon(diagnostic.severity);
            ui.label(RichText::new(icon).color(palette.severity(diagnostic.severity)));
            ui.label(&diagnostic.message);
            for fix in &diagnostic.fixes {
                if ui.small_button(&fix.title).clicked() {
                    context.edit(fix.title.clone(), fix.edit.clone());
                }
            }
        });
    }
}

/// Who refers to a record.
fn users(ui: &mut Ui, context: &mut ViewContext<'_>, record: &AnyId) {
    ui.add_space(6.0);
    egui::CollapsingHeader::new("Used by")
        .id_salt(("used by", record))
        .show(ui, |ui| {
            // Looked up only while it is open.
            let places = find_references(context.mission(), record);
            if places.is_empty() {
                ui.weak("Nothing refers to it.");
            }
            for place in places {
                let Some(from) = &place.record else { continue };
                let text = match place.field {
                    Some(field) => format!("{from} ({field})"),
                    None => from.to_string(),
                };
                if ui.link(text).clicked() {
                    context.act(Action::GoTo(place.clone()));
                }
            }
        });
}
