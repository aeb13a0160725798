//! Fields of squads, and their members.

use eframe::egui::{DragValue, Grid, Ui};
use egui_phosphor::regular::{ARROW_DOWN, ARROW_UP, TRASH};
use model::{AnyId, Member, MemberTarget, Mission, Squad, SquadChange};

use crate::view_context::ViewContext;
use crate::widgets::{Choice, searchable};

use super::fields::{Gestures, fields, name_control};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Squad>(ui, context, gestures, |ui, fields| {
        fields.optional_number(
            ui,
            "Object ID",
            "What triggers and other squads know it by in the image; without one it takes a free one.",
            0..=895,
            |squad| squad.object_id,
            SquadChange::ObjectId,
        );
        if let [squad] = fields.records.as_slice() {
            let squad = squad.clone();
            ui.label("Members").on_hover_text(
                "Ships, every ship of a flight group, or the members of another squad; each whole, or \
                 one component of it.",
            );
            ui.end_row();
            let choices = member_choices(fields.context.mission(), &squad);
            if let Some(members) = members(ui, &squad, &choices) {
                fields.set("members", None, |_| SquadChange::Members(members.clone()));
            }
        }
    });
}

/// Draws the members; the new list where something was changed.
fn members(ui: &mut Ui, squad: &Squad, choices: &[Choice<MemberTarget>]) -> Option<Vec<Member>> {
    let mut new = squad.members.clone();
    let mut moves: Option<(usize, usize)> = None;
    let mut gone = None;
    Grid::new("members").num_columns(3).show(ui, |ui| {
        for (at, member) in new.iter_mut().enumerate() {
            let current = target_text(&member.target);
            let salt = ("member", &squad.id, at);
            let (_, taken) = searchable(ui, salt, "Member", &current, || choices.to_vec());
            if let Some(target) = taken {
                member.target = target;
            }
            ui.horizontal(|ui| {
                let mut whole = member.component.is_none();
                let toggle = ui.checkbox(&mut whole, "whole");
                if toggle.changed() {
                    member.component = (!whole).then_some(0);
                }
                if let Some(component) = &mut member.component {
                    let drag = ui.add(
                        DragValue::new(component)
                            .range(0..=254)
                            .clamp_existing_to_range(false)
                            .prefix("component "),
                    );
                    name_control(&drag, "Component");
                }
            });
            ui.horizontal(|ui| {
                if ui.small_button(ARROW_UP).on_hover_text("Move up").clicked() && at > 0 {
                    moves = Some((at, at - 1));
                }
                if ui
                    .small_button(ARROW_DOWN)
                    .on_hover_text("Move down")
                    .clicked()
                {
                    moves = Some((at, at + 1));
                }
                if ui.small_button(TRASH).on_hover_text("Take out").clicked() {
                    gone = Some(at);
                }
            });
            ui.end_row();
        }
    });
    ui.end_row();
    if let Some((from, to)) = moves.filter(|(_, to)| *to < new.len()) {
        new.swap(from, to);
    }
    if let Some(at) = gone {
        new.remove(at);
    }
    let (_, added) = searchable(
        ui,
        ("add member", &squad.id),
        "Add a member",
        "Add…",
        || choices.to_vec(),
    );
    ui.end_row();
    new.extend(added.map(Member::whole));
    (new != squad.members).then_some(new)
}

fn member_choices(mission: &Mission, squad: &Squad) -> Vec<Choice<MemberTarget>> {
    let ships = mission
        .ships
        .iter()
        .map(|it| MemberTarget::Ship(it.id.clone()));
    let groups = mission
        .flight_groups
        .iter()
        .map(|it| MemberTarget::FlightGroup(it.id.clone()));
    let squads = mission
        .squads
        .iter()
        .filter(|it| it.id != squad.id)
        .map(|it| MemberTarget::Squad(it.id.clone()));
    ships
        .chain(groups)
        .chain(squads)
        .map(|target| {
            let text = target_text(&target);
            let name = match &target {
                MemberTarget::Ship(id) => mission.display_name(&AnyId::from(id)),
                MemberTarget::FlightGroup(id) => mission.display_name(&AnyId::from(id)),
                MemberTarget::Squad(_) | MemberTarget::Object(_) => None,
            };
            let name = name.unwrap_or_default().to_owned();
            Choice::new(target, text).with_words(name)
        })
        .collect()
}

fn target_text(target: &MemberTarget) -> String {
    match target {
        MemberTarget::Ship(id) => id.to_string(),
        MemberTarget::FlightGroup(id) => format!("flight group {id}"),
        MemberTarget::Squad(id) => format!("squad {id}"),
        MemberTarget::Object(id) => format!("object {id}"),
    }
}
