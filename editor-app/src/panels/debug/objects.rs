//! The objects of the moment: their state, their orders and who gave them, what they keep.

use eframe::egui::{RichText, ScrollArea, Ui};
use formats::catalogue::kind_title;
use model::AnyId;
use runtime::{Flags, ObjectState, ObjectView, OrderView, SideView};

use crate::preview::values::{event_values_text, order_text, target_record, target_text};
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::toggle;
use crate::words::counted;

use super::hand_in_menu::{menu_button, of_record};
use super::rows::{
    cell, copy_button, copy_menu, field, heads, is_open, record_link, row, row_menu, script_link,
    script_text, search, skips, tabbed, text, triangle, unfolded,
};
use super::{NOT_TOLD, Shown};

/// Conditions whose values objects keep, each with its place among the ten (script-vm V53).
const KEPT: [(u8, &str, std::ops::Range<usize>); 2] =
    [(0, "Last ShotAt", 0..5), (1, "Last Destroyed", 5..10)];
/// The flags that are told, in words.
const FLAGS: [(Flags, &str); 20] = [
    (Flags::NO_COLLISIONS, "passes through others"),
    (Flags::UNPOWERED, "unpowered"),
    (Flags::FROZEN, "frozen"),
    (Flags::EXPLODING, "exploding"),
    (Flags::CLOAKED, "cloaked"),
    (Flags::TARGETABLE, "targetable"),
    (Flags::DISABLED, "disabled"),
    (Flags::EJECTED, "pilot gone"),
    (Flags::LIGHTS_DISABLED, "lights off"),
    (Flags::GUNS_DISABLED, "guns off"),
    (Flags::MISSILES_DISABLED, "missiles off"),
    (Flags::ENGINES_DISABLED, "engines off"),
    (Flags::EJECT_DISABLED, "cannot eject"),
    (Flags::DO_NOT_DISTURB, "left alone"),
    (Flags::NO_AVOIDANCE, "avoids nothing"),
    (Flags::JUMPING, "held in place"),
    (Flags::ATTACHED, "attached"),
    (Flags::SENT_OFF, "sent home"),
    (Flags::LISTING_DISABLED, "does not lurch"),
    (Flags::COMPONENTS, "has components"),
];
const HEADS: [&str; 4] = ["Object", "State", "Damage", "Order"];

/// What the panel remembers.
#[derive(Default)]
pub(super) struct Objects {
    wanted: String,
    /// Whether stand-ins are listed: what was not made, or is gone.
    stand_ins: bool,
    /// Whether markers are listed.
    markers: bool,
    /// Whether only what is selected is listed.
    selected: bool,
}

impl Objects {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>) {
        let snapshot = std::sync::Arc::clone(&shown.snapshot);
        let listed: Vec<&ObjectView> = snapshot
            .objects
            .iter()
            .filter(|object| self.lists(context, shown, object))
            .collect();
        ui.horizontal(|ui| {
            copy_button(ui, context, "Objects", |_| {
                let rows = listed.iter().map(|it| line_of(shown, it));
                tabbed(std::iter::once(HEADS.map(str::to_owned)).chain(rows))
            });
            search(ui, &mut self.wanted, "Search the objects");
            toggle(ui, &mut self.stand_ins, "Stand-ins")
                .on_hover_text("Also what was not made, or is gone");
            toggle(ui, &mut self.markers, "Markers")
                .on_hover_text("Also nav points and other markers");
            toggle(ui, &mut self.selected, "Selected").on_hover_text("Only what is selected");
        });
        if listed.is_empty() {
            ui.weak("No object is like that at this moment.");
            return;
        }
        let rest = ui.available_width() - 34.0;
        let widths = [rest * 0.34, rest * 0.2, rest * 0.16, rest * 0.3];
        let columns: Vec<_> = HEADS.into_iter().zip(widths).collect();
        heads(ui, &columns);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (at, object) in listed.into_iter().enumerate() {
                one(ui, context, shown, object, widths, at % 2 == 0);
            }
        });
    }

    fn lists(&self, context: &ViewContext<'_>, shown: &Shown<'_>, object: &ObjectView) -> bool {
        let fits = match object.state {
            ObjectState::Made => true,
            ObjectState::StandIn => self.stand_ins && object.ship.is_some(),
            ObjectState::Marker => self.markers,
        };
        let record = record_of(shown, object);
        let picked = || {
            let is = |it: &AnyId| context.selection.contains(it);
            !self.selected || record.as_ref().is_some_and(is)
        };
        let wanted = self.wanted.trim().to_lowercase();
        let named = || {
            wanted.is_empty()
                || name_of(shown, object).to_lowercase().contains(&wanted)
                || kind_title(object.kind).to_lowercase().contains(&wanted)
        };
        fits && picked() && named()
    }
}

fn record_of(shown: &Shown<'_>, object: &ObjectView) -> Option<AnyId> {
    object.ship.and_then(|ship| shown.names.ship(ship))
}

fn name_of(shown: &Shown<'_>, object: &ObjectView) -> String {
    match record_of(shown, object) {
        Some(record) => record.id.to_string(),
        None => format!("{} in slot {}", kind_title(object.kind), object.slot),
    }
}

fn state_text(object: &ObjectView) -> &'static str {
    match object.state {
        ObjectState::StandIn if object.destroyed => "destroyed",
        ObjectState::StandIn => "not there",
        ObjectState::Marker => "marker",
        ObjectState::Made if object.is_exploding() => "exploding",
        ObjectState::Made if object.is_disabled() => "disabled",
        ObjectState::Made if object.hidden => "hidden",
        ObjectState::Made => match object.side {
            SideView::Friendly => "friendly",
            SideView::Hostile => "hostile",
            SideView::Neutral => "neutral",
        },
    }
}

fn damage_text(shown: &Shown<'_>, object: &ObjectView) -> String {
    match object.state {
        ObjectState::Made if !shown.linked => format!("{} %", object.damage),
        _ => String::new(),
    }
}

fn order_now(shown: &Shown<'_>, object: &ObjectView) -> String {
    object
        .orders
        .first()
        .map_or_else(String::new, |order| order_words(shown, order))
}

fn order_words(shown: &Shown<'_>, order: &OrderView) -> String {
    match target_text(order.target, shown.names) {
        target if target.is_empty() => order_text(order.order),
        target => format!("{} ({target})", order_text(order.order)),
    }
}

fn line_of(shown: &Shown<'_>, object: &ObjectView) -> [String; 4] {
    [
        name_of(shown, object),
        state_text(object).to_owned(),
        damage_text(shown, object),
        order_now(shown, object),
    ]
}

fn one(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    shown: &Shown<'_>,
    object: &ObjectView,
    widths: [f32; 4],
    striped: bool,
) {
    let id = ui.id().with(("object", object.slot));
    if !is_open(ui, id) && skips(ui) {
        return;
    }
    let name = name_of(shown, object);
    let record = record_of(shown, object);
    let mut open = false;
    let response = row(ui, ("object", object.slot), striped, |ui| {
        let [first, state, damage, order] = widths;
        cell(ui, first, |ui| {
            open = triangle(ui, id, &name);
            match &record {
                Some(record) => {
                    record_link(ui, context, record);
                }
                None => {
                    text(ui, name.as_str());
                }
            }
        });
        cell(ui, state, |ui| {
            text(
                ui,
                RichText::new(state_text(object)).color(colour(ui, object)),
            )
        });
        cell(ui, damage, |ui| text(ui, damage_text(shown, object)));
        cell(ui, order, |ui| text(ui, order_now(shown, object)));
    });
    row_menu(
        &response,
        context,
        || line_of(shown, object).join("\t"),
        |ui, context| {
            if let Some(record) = &record {
                menu_button(ui, context, |ui, context| of_record(ui, context, record));
            }
        },
    );
    if open {
        unfolded(ui, id, |ui| {
            inside(ui, context, shown, object, record.as_ref())
        });
    }
}

fn colour(ui: &Ui, object: &ObjectView) -> eframe::egui::Color32 {
    let palette = theme::palette(ui);
    if object.state != ObjectState::Made {
        return ui.visuals().weak_text_color();
    }
    match object.side {
        SideView::Friendly => palette.friendly,
        SideView::Hostile => palette.hostile,
        SideView::Neutral => palette.neutral,
    }
}

fn inside(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    shown: &Shown<'_>,
    object: &ObjectView,
    record: Option<&AnyId>,
) {
    if let Some(record) = record {
        ui.horizontal(|ui| {
            if ui.button("Select").clicked() {
                context.select(vec![record.clone()]);
            }
            menu_button(ui, context, |ui, context| of_record(ui, context, record));
        });
    }
    field(ui, "Type", |ui| {
        ui.label(kind_title(object.kind));
        ui.weak(format!("slot {}", object.slot));
    });
    if object.state != ObjectState::StandIn {
        field(ui, "At", |ui| {
            let [x, y, z] = object.position;
            ui.label(format!("{x:.0}, {y:.0}, {z:.0}"));
        });
        let [x, y, z] = object.velocity;
        let speed = (x * x + y * y + z * z).sqrt();
        field(ui, "Speed", |ui| {
            if shown.linked {
                ui.weak(NOT_TOLD);
                return;
            }
            ui.label(format!("{speed:.0} units a second"));
            ui.weak(format!("throttle {:.2}", object.throttle));
        });
    }
    orders(ui, context, shown, object);
    for (label, point) in [
        ("Nav point", object.nav_point),
        ("Escort point", object.escort_point),
    ] {
        if let Some(point) = point.and_then(|ship| shown.names.ship(ship)) {
            field(ui, label, |ui| {
                record_link(ui, context, &point);
            });
        }
    }
    let flags: Vec<_> = FLAGS
        .iter()
        .filter(|(flag, _)| object.flags.any(*flag))
        .map(|(_, words)| *words)
        .collect();
    if !flags.is_empty() {
        field(ui, "Flags", |ui| {
            ui.label(flags.join(", "))
                .on_hover_text(format!("{:#x}", object.flags.0));
        });
    }
    if !object.lost_components.is_empty() {
        let lost: Vec<_> = object.lost_components.iter().map(u8::to_string).collect();
        field(ui, "Lost components", |ui| {
            ui.label(lost.join(", "));
        });
    }
    kept(ui, shown, record);
}

fn orders(ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>, object: &ObjectView) {
    if object.orders.is_empty() {
        return;
    }
    ui.weak(counted(object.orders.len(), "order"));
    for (at, order) in object.orders.iter().enumerate() {
        let response = row(ui, ("order", object.slot, at), false, |ui| {
            ui.add_space(8.0);
            ui.label(order_text(order.order));
            match target_record(order.target, shown.names) {
                Some(target) => {
                    record_link(ui, context, &target);
                }
                None => {
                    text(ui, target_text(order.target, shown.names));
                }
            }
            if order.script.is_some() {
                ui.weak("by");
                script_link(ui, context, order.script);
            }
        });
        let line = script_text(context, order.script);
        copy_menu(&response, context, || {
            format!("{}\t{line}", order_words(shown, order))
        });
    }
}

/// The last events that scripts can ask the object for.
fn kept(ui: &mut Ui, shown: &Shown<'_>, record: Option<&AnyId>) {
    let id = record.and_then(|record| shown.names.object_id(record));
    let kept = shown.snapshot.kept.iter().find(|it| Some(it.object) == id);
    let Some(kept) = kept else { return };
    for (condition, label, places) in KEPT {
        let values = kept.values.get(places).unwrap_or_default();
        if values.iter().any(|value| *value != 0) {
            let known = formats::catalogue::condition(condition);
            let count = known.map_or(values.len(), |it| it.values.len());
            let values = values.get(..count).unwrap_or(values);
            field(ui, label, |ui| {
                ui.label(event_values_text(condition, values, shown.names));
            });
        }
    }
}
