//! How full the mission is.

use eframe::egui::{self, Grid, ProgressBar, RichText, ScrollArea, Ui};
use formats::SectionId;
use model::Collection;

use crate::theme;
use crate::view_context::ViewContext;

/// A share of a room from which it is worth a look.
const NEARLY_FULL: f32 = 0.9;

/// Something that there is only so much room for.
struct Limit {
    what: &'static str,
    used: usize,
    most: usize,
    /// What limits it.
    why: &'static str,
}

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let limits = limits(context);
    let palette = theme::palette(ui);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        Grid::new("limits")
            .num_columns(3)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                for limit in limits {
                    let share = limit.used as f32 / limit.most.max(1) as f32;
                    ui.label(limit.what).on_hover_text(limit.why);
                    let colour = if share > 1.0 {
                        palette.error
                    } else if share > NEARLY_FULL {
                        palette.warning
                    } else {
                        palette.friendly
                    };
                    ui.add(
                        ProgressBar::new(share.min(1.0))
                            .desired_width(180.0)
                            .desired_height(10.0)
                            .fill(colour),
                    );
                    let text = RichText::new(format!("{} of {}", limit.used, limit.most));
                    ui.label(if share > NEARLY_FULL {
                        text.color(colour)
                    } else {
                        text
                    });
                    ui.end_row();
                }
            });
        if context.image().is_none() {
            ui.add_space(6.0);
            ui.weak("The mission has errors, so its bytes are not counted; see Problems.");
        }
        ui.add_space(6.0);
        ui.add(egui::Label::new(
            RichText::new(
                "The rooms are those of the mission template; hover over a name for more.",
            )
            .weak()
            .small(),
        ));
    });
}

fn limits(context: &ViewContext<'_>) -> Vec<Limit> {
    let mission = context.mission();
    let records = |what, collection: Collection, section: SectionId| Limit {
        what,
        used: mission.ids(collection).len(),
        most: section.spec().capacity(),
        why: "Records that the template has room for.",
    };
    let mut limits = vec![
        records("Ships", Collection::Ships, SectionId::Ships),
        Limit {
            what: "Ships with an object",
            used: mission.ships.len(),
            most: 399,
            why: "The engine has 400 objects, one of them the camera's; ships past them are never \
                  there.",
        },
        records(
            "Flight groups",
            Collection::FlightGroups,
            SectionId::FlightGroups,
        ),
        records("Squads", Collection::Squads, SectionId::Squads),
        Limit {
            what: "Squad members",
            used: mission.squads.iter().map(|squad| squad.members.len()).sum(),
            most: SectionId::SquadMembers.spec().capacity(),
            why: "Members of all squads together.",
        },
        records("Formations", Collection::Formations, SectionId::Formations),
        Limit {
            what: "Formation points",
            used: mission
                .formations
                .iter()
                .map(|formation| formation.points.len())
                .sum(),
            most: SectionId::FormationPoints.spec().capacity(),
            why: "Points of all formations together.",
        },
        records("Curves", Collection::Curves, SectionId::Curves),
        records("Triggers", Collection::Triggers, SectionId::Triggers),
        Limit {
            what: "Triggers that threads know",
            used: mission.triggers.len(),
            most: 255,
            why: "A thread keeps only the low byte of its trigger's number.",
        },
        records("Globals", Collection::Globals, SectionId::Globals),
        Limit {
            what: "Routines",
            used: mission.parts().count(),
            most: SectionId::Parts.spec().capacity(),
            why: "Parts of the script.",
        },
    ];
    if let Some(image) = context.image() {
        limits.push(Limit {
            what: "Script bytes",
            used: image.counted(SectionId::Script).len(),
            most: SectionId::ScriptFlags.spec().room,
            why: "Bytes of all routines and their constants.",
        });
        limits.push(Limit {
            what: "Text bytes",
            used: image.count(SectionId::Strings),
            most: SectionId::Strings.spec().room,
            why: "Bytes of all names, each with its NUL.",
        });
        limits.push(Limit {
            what: "Object IDs",
            used: image.count(SectionId::Objects),
            most: SectionId::Objects.spec().capacity(),
            why: "The object table runs to the highest ID in use.",
        });
    }
    limits
}
