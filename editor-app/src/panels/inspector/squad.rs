//! Fields of squads, and their members.

use eframe::egui::{Align, Button, Layout, Ui, vec2};
use egui_phosphor::regular::{ARROW_DOWN, ARROW_UP, PUZZLE_PIECE, TRASH};
use model::{AnyId, Gesture, Member, MemberTarget, Mission, Squad, SquadChange};

use crate::view_context::ViewContext;
use crate::widgets::{Choice, NumberField, marked, number_field, searchable};

use super::fields::{Field, Fields, Gestures, NUMBER_WIDTH, fields};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Squad>(ui, context, gestures, |ui, fields| {
        fields.optional_number(
            ui,
            Field::new(
                "Object ID",
                "What triggers and other squads know it by in the image; without one it takes a free \
                 one.",
            ),
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
            if let Some((members, gesture)) = members(ui, fields, &squad) {
                fields.set("members", gesture, |_| {
                    SquadChange::Members(members.clone())
                });
            }
        }
    });
}

/// What became of a member.
enum Done {
    /// It is another one, or another part of it.
    Is(Member, Option<Gesture>),
    /// It changes places with the one before or behind it.
    Moves { up: bool },
    /// It is no member any more.
    Leaves,
}

/// Draws the members; the new list where something was changed.
fn members(
    ui: &mut Ui,
    fields: &mut Fields<'_, '_, Squad>,
    squad: &Squad,
) -> Option<(Vec<Member>, Option<Gesture>)> {
    let choices = member_choices(fields.context.mission(), squad);
    let mut done = None;
    for (at, member) in squad.members.iter().enumerate() {
        ui.push_id((&squad.id, at), |ui| {
            if let Some(what) = member_row(ui, member, &choices) {
                done = Some((at, what));
            }
            if let Some(what) = component_row(ui, fields, member) {
                done = Some((at, what));
            }
        });
    }
    let salt = ("add member", &squad.id);
    let (_, added) = searchable(ui, salt, "Add a member", "Add…", || choices);
    let mut new = squad.members.clone();
    let mut gesture = None;
    match done {
        Some((at, Done::Is(member, held))) => {
            gesture = held;
            if let Some(slot) = new.get_mut(at) {
                *slot = member;
            }
        }
        Some((at, Done::Moves { up })) => {
            let to = if up {
                at.checked_sub(1)
            } else {
                at.checked_add(1)
            };
            if let Some(to) = to.filter(|to| *to < new.len()) {
                new.swap(at, to);
            }
        }
        Some((at, Done::Leaves)) => {
            new.remove(at);
        }
        None => {}
    }
    new.extend(added.map(Member::whole));
    (new != squad.members).then_some((new, gesture))
}

/// Who a member is, with all the room that the buttons beside it leave.
fn member_row(ui: &mut Ui, member: &Member, choices: &[Choice<MemberTarget>]) -> Option<Done> {
    let mut done = None;
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        for (icon, help, what) in [
            (TRASH, "Take out", Done::Leaves),
            (ARROW_DOWN, "Move down", Done::Moves { up: false }),
            (ARROW_UP, "Move up", Done::Moves { up: true }),
        ] {
            if ui.small_button(icon).on_hover_text(help).clicked() {
                done = Some(what);
            }
        }
        let part = member.component.is_some();
        let toggle = ui
            .add(Button::selectable(part, PUZZLE_PIECE).small())
            .on_hover_text("Only one component of it, rather than the whole");
        crate::widgets::name_control(&toggle, "Only a component");
        if toggle.clicked() {
            let component = (!part).then_some(0);
            let member = Member {
                component,
                ..member.clone()
            };
            done = Some(Done::Is(member, None));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let current = target_text(&member.target);
            let choices = || marked(choices.to_vec(), |target| *target == member.target);
            let (_, taken) = searchable(ui, "member", "Member", &current, choices);
            if let Some(target) = taken {
                let member = Member {
                    target,
                    ..member.clone()
                };
                done = Some(Done::Is(member, None));
            }
        });
    });
    done
}

/// Which component a member is, if it is one.
fn component_row(ui: &mut Ui, fields: &mut Fields<'_, '_, Squad>, member: &Member) -> Option<Done> {
    let value = member.component?;
    let help = "One component of it, by its number.";
    let taken = fields.row(ui, "Component", help, |ui, fields| {
        let field = NumberField {
            label: "Component",
            value,
            range: 0..=254,
            suffix: "",
            speed: 1.0,
            instead: None,
            width: NUMBER_WIDTH,
        };
        let (response, entry) = number_field(ui, &field);
        fields.gestures.taken(fields.context, &response, entry)
    });
    taken.map(|(component, gesture)| {
        let member = Member {
            component: Some(component),
            ..member.clone()
        };
        Done::Is(member, gesture)
    })
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
