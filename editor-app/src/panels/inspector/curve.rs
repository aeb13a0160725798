//! Fields of curves.

use eframe::egui::Ui;
use formats::records;
use model::{Curve, CurveChange, Id, Ship};

use crate::view_context::ViewContext;

use super::choices::{id_text, ship_choices};
use super::fields::{Field, Gestures, fields};

/// A field of a curve that names a curve point.
struct End {
    label: &'static str,
    help: &'static str,
    get: fn(&Curve) -> Option<Id<Ship>>,
    make: fn(Option<Id<Ship>>) -> CurveChange,
}

const ENDS: [End; 4] = [
    End {
        label: "Start",
        help: "The curve point that it starts at.",
        get: |curve| curve.start.clone(),
        make: CurveChange::Start,
    },
    End {
        label: "End",
        help: "The curve point that it ends at; the path goes on with the first other curve that \
               starts or ends there.",
        get: |curve| curve.end.clone(),
        make: CurveChange::End,
    },
    End {
        label: "Leaving",
        help: "The handle that it leaves its start toward; its distance is how strongly.",
        get: |curve| curve.leaving.clone(),
        make: CurveChange::Leaving,
    },
    End {
        label: "Arriving",
        help: "The handle that it comes to its end from.",
        get: |curve| curve.arriving.clone(),
        make: CurveChange::Arriving,
    },
];

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Curve>(ui, context, gestures, |ui, fields| {
        for End {
            label,
            help,
            get,
            make,
        } in ENDS
        {
            let points = ship_choices(fields.context.mission(), |ship| {
                ship.kind == records::Ship::KIND_CURVE_POINT
            });
            fields.choice(ui, Field::new(label, help), get, id_text, || points, make);
        }
    });
}
