//! The list of what can be added, in every menu that has it.

use eframe::egui::Ui;
use egui_phosphor::regular as icons;
use model::Collection;

use crate::action::Action;
use crate::addition::{Addition, Site};
use crate::theme::icon;
use crate::view_context::ViewContext;

/// Lists what can be added, at a place if one was pointed at.
pub(super) fn add_menu(ui: &mut Ui, context: &mut ViewContext<'_>, site: Option<Site>) {
    ui.set_min_width(150.0);
    // A new record takes on what is selected, so the menu says what that is.
    let taken = context
        .selection
        .records()
        .iter()
        .filter(|record| is_taken_on(record.collection));
    match taken.collect::<Vec<_>>().as_slice() {
        [] => {}
        [one] => {
            ui.weak(format!("Based on {one}"));
        }
        many => {
            ui.weak(format!("Based on {} records", many.len()));
        }
    }
    for addition in Addition::ALL {
        if addition.is_parted() {
            ui.separator();
        }
        let text = format!("{}  {}", sign(addition), addition.title());
        if ui.button(text).clicked() {
            context.act(Action::AddOne(addition, site));
            ui.close();
        }
    }
}

/// Whether records of a collection lend something to new ones: a place, a group, a subject.
fn is_taken_on(collection: Collection) -> bool {
    matches!(
        collection,
        Collection::Ships | Collection::FlightGroups | Collection::Squads
    )
}

fn sign(addition: Addition) -> &'static str {
    match addition {
        Addition::NavPoint => icons::MAP_PIN,
        Addition::Waypoint => icons::FLAG,
        Addition::CurvePoint => icons::BEZIER_CURVE,
        other => icon(other.collection()),
    }
}
