//! Fields of ships and of everything else that is placed.

use eframe::egui::Ui;
use formats::records;
use model::{CurveMark, PointPlace, Real, Rotation, Ship, ShipChange};

use crate::view_context::ViewContext;
use crate::widgets::Choice;

use super::choices::{
    curve_choices, group_choices, id_text, kind_choices, kind_text, optional_kind_choices,
    pilot_choices, pilot_text,
};
use super::fields::{Field, Fields, Gestures, fields};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Ship>(ui, context, gestures, |ui, fields| {
        let vessels = fields.records.iter().all(Ship::is_vessel);
        identity(ui, fields, vessels);
        placing(ui, fields);
        if vessels {
            launch(ui, fields);
        }
        if fields
            .records
            .iter()
            .all(|it| it.kind == records::Ship::KIND_POINT)
        {
            mark(ui, fields);
        }
        fields.optional_number(
            ui,
            Field::new(
                "Object ID",
                "What triggers and squads know it by in the image; without one it takes a free one.",
            ),
            0..=895,
            |ship| ship.object_id,
            ShipChange::ObjectId,
        );
    });
}

fn identity(ui: &mut Ui, fields: &mut Fields<'_, '_, Ship>, vessels: bool) {
    fields.name(ui, |ship| ship.name.clone(), ShipChange::Name);
    fields.choice(
        ui,
        Field::new(
            "Kind",
            "A ship type, or a special kind: nav point, waypoint, point, curve point.",
        ),
        |ship| ship.kind,
        kind_text,
        kind_choices,
        ShipChange::Kind,
    );
    let groups = group_choices(fields.context.mission());
    fields.choice(
        ui,
        Field::new(
            "Flight group",
            "A ship comes to be when a routine makes its flight group.",
        ),
        |ship| ship.flight_group.clone(),
        id_text,
        || groups,
        ShipChange::FlightGroup,
    );
    if vessels {
        fields.choice(
            ui,
            Field::new(
                "Pilot",
                "Who flies it: a record of pilotstats.bin. The player's ship has none.",
            ),
            |ship| ship.pilot,
            pilot_text,
            pilot_choices,
            ShipChange::Pilot,
        );
    }
}

fn placing(ui: &mut Ui, fields: &mut Fields<'_, '_, Ship>) {
    fields.place(
        ui,
        Field::new(
            "Position",
            "Game units: X right, Y down, Z forward. Stored in single precision.",
        ),
        |ship| ship.position,
        ShipChange::Position,
    );
    let turn = |ship: &Ship| ship.rotation;
    fields.number(
        ui,
        Field::new(
            "Yaw",
            "Whole degrees about Y, first; 0 faces +Z, 90 faces +X.",
        ),
        "°",
        i16::MIN..=i16::MAX,
        |ship| ship.rotation.yaw,
        move |ship, yaw| ShipChange::Rotation(Rotation { yaw, ..turn(ship) }),
    );
    fields.number(
        ui,
        Field::new(
            "Pitch",
            "Whole degrees about X, second; positive lifts the nose.",
        ),
        "°",
        i16::MIN..=i16::MAX,
        |ship| ship.rotation.pitch,
        move |ship, pitch| {
            ShipChange::Rotation(Rotation {
                pitch,
                ..turn(ship)
            })
        },
    );
    fields.number(
        ui,
        Field::new(
            "Roll",
            "Whole degrees about Z, last; positive lowers the right side.",
        ),
        "°",
        i16::MIN..=i16::MAX,
        |ship| ship.rotation.roll,
        move |ship, roll| ShipChange::Rotation(Rotation { roll, ..turn(ship) }),
    );
}

fn launch(ui: &mut Ui, fields: &mut Fields<'_, '_, Ship>) {
    fields.choice(
        ui,
        Field::new(
            "Launches from",
            "The kind of its carrier: the first ship of that kind.",
        ),
        |ship| ship.launch_from,
        |kind| kind.as_ref().map_or("none".to_owned(), kind_text),
        optional_kind_choices,
        ShipChange::LaunchFrom,
    );
    fields.optional_number(
        ui,
        Field::new(
            "Launch gate",
            "Gate of the carrier; without one it does not launch.",
        ),
        0..=254,
        |ship| ship.launch_gate,
        ShipChange::LaunchGate,
    );
    fields.optional_number(
        ui,
        Field::new(
            "Loadout",
            "Missile loadout tier, 1 to 4; without one, and at 0, the campaign's.",
        ),
        0..=254,
        |ship| ship.loadout,
        ShipChange::Loadout,
    );
    let mut places = vec![Choice::new(None, "none")];
    for formation in &fields.context.mission().formations {
        for point in &formation.points {
            let place = PointPlace {
                formation: formation.id.clone(),
                point: point.id.clone(),
            };
            places.push(Choice::new(
                Some(place),
                format!("{} {}", formation.id, point.id),
            ));
        }
    }
    fields.choice(
        ui,
        Field::new("Formation", "The point of a formation that it flies at."),
        |ship| ship.formation_point.clone(),
        |place| match place {
            Some(place) => format!("{} {}", place.formation, place.point),
            None => "none".to_owned(),
        },
        || places,
        ShipChange::FormationPoint,
    );
}

fn mark(ui: &mut Ui, fields: &mut Fields<'_, '_, Ship>) {
    let curves = curve_choices(fields.context.mission());
    let at = fields
        .records
        .last()
        .and_then(|ship| ship.marks.as_ref())
        .map(|mark| mark.at);
    fields.choice(
        ui,
        Field::new(
            "Marks",
            "The curve that it marks a place on; the camera's reaching it is an event.",
        ),
        |ship| ship.marks.as_ref().map(|mark| mark.curve.clone()),
        id_text,
        || curves,
        move |curve| {
            ShipChange::Marks(curve.map(|curve| CurveMark {
                curve,
                at: at.unwrap_or(Real(0.5)),
            }))
        },
    );
    if fields.records.iter().all(|ship| ship.marks.is_some()) {
        fields.number(
            ui,
            Field::new(
                "Along it",
                "How far along the curve, more than 0 and at most 1.",
            ),
            "",
            0.0..=1.0,
            |ship| ship.marks.as_ref().map_or(0.0, |mark| mark.at.0),
            |ship, at| {
                let mark = ship.marks.clone();
                ShipChange::Marks(mark.map(|mark| CurveMark {
                    at: Real(at),
                    ..mark
                }))
            },
        );
    }
}
