//! Pages of help: every key, and what this is.

use eframe::egui::{self, Context, Grid, Id, Modal, ScrollArea};

use crate::action::{Command, Menu};

/// A page of help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Keys,
    About,
}

impl Page {
    /// Draws the page; false once it is closed.
    pub(super) fn ui(self, context: &Context) -> bool {
        let mut open = true;
        let modal = Modal::new(Id::new("help")).show(context, |ui| {
            ui.set_max_width(640.0);
            match self {
                Self::Keys => keys(ui),
                Self::About => about(ui),
            }
            ui.add_space(8.0);
            if ui.button("Close").clicked() {
                open = false;
            }
        });
        open && !modal.should_close()
    }
}

/// What the pointer does in the viewport, which no command stands for.
const POINTER: [(&str, &str); 9] = [
    ("Click", "Select; again for what lies behind"),
    ("Ctrl+click, Shift+click", "Toggle, add"),
    ("Drag on nothing", "Select by a box"),
    (
        "Drag a handle",
        "Move or turn; X, Y, Z lock an axis, digits type an amount, Esc cancels",
    ),
    ("Middle drag", "Pan"),
    ("Alt+left drag, or right drag with Alt", "Orbit"),
    ("Right drag", "Look; with W A S D Q E fly, Shift faster"),
    ("Wheel", "Zoom to the pointer; while flying, change speed"),
    ("Right click", "Menu"),
];

/// Keys of panels, which no command stands for.
const PANELS: [(&str, &str, &str); 10] = [
    ("F2", "Outline", "Rename the record"),
    ("Up, Down, Left, Right", "Outline", "Go through the tree"),
    (
        "Alt+Up, Alt+Down",
        "Outline, Triggers",
        "Move the record in its list",
    ),
    ("Ctrl+Space", "Routine", "List what could stand here"),
    (
        "Up, Down, Enter, Tab",
        "Routine",
        "Choose from the list; Esc closes it",
    ),
    ("F12, Ctrl+click", "Routine", "Go to what a name means"),
    (
        "Tab, Shift+Tab",
        "Routine",
        "Indent lines, or the other way",
    ),
    ("Ctrl+/", "Routine", "Make comments of lines, or text again"),
    (
        "Enter",
        "Routine",
        "A new line, indented as the code goes on",
    ),
    (
        "Hover",
        "Routine",
        "What a word means, and what is wrong with it",
    ),
];

fn keys(ui: &mut egui::Ui) {
    ui.heading("Keys");
    ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
        Grid::new("keys")
            .num_columns(3)
            .spacing([16.0, 4.0])
            .striped(true)
            .show(ui, |ui| {
                for menu in Menu::ALL {
                    for command in Command::ALL {
                        let info = command.info();
                        if info.menu != menu || info.keys.is_empty() {
                            continue;
                        }
                        let keys: Vec<_> = info
                            .keys
                            .iter()
                            .map(|key| ui.ctx().format_shortcut(key))
                            .collect();
                        ui.monospace(keys.join(", "));
                        ui.label(info.text);
                        ui.weak(info.about);
                        ui.end_row();
                    }
                }
                for (hand, panel, does) in PANELS {
                    ui.monospace(hand);
                    ui.label(panel);
                    ui.weak(does);
                    ui.end_row();
                }
                for (hand, does) in POINTER {
                    ui.monospace(hand);
                    ui.label("Viewport");
                    ui.weak(does);
                    ui.end_row();
                }
            });
    });
}

fn about(ui: &mut egui::Ui) {
    ui.heading(format!("Sortie {}", env!("CARGO_PKG_VERSION")));
    ui.label("A mission editor for StarLancer (Warthog, 2000).");
    ui.label(
        "Missions are sources in YAML, made for people and for git, and compile to .DTE images that \
         the original game and OpenReliant play. Nothing of the game is in this program.",
    );
    ui.label("Licensed under MIT or Apache-2.0, as you like.");
}
