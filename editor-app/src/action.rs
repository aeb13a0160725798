//! Everything that the author can have done, in one list.
//!
//! The menu, the shortcuts and the help derive from [`Command::info`]; a panel pushes an [`Action`].

use std::path::PathBuf;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use model::diagnostic::Place;
use model::edit::Edit;
use model::{AnyId, Collection, Gesture, Run, TriggerId};

use crate::addition::{Addition, Site};
use crate::breakpoints::BreakpointAction;
use crate::layout::{Preset, Tab};
use crate::live_link::LinkAction;
use crate::preview::PreviewAction;
use crate::preview::by_hand::ByHand;

/// Something to be done once the frame is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A command of the menu.
    Command(Command),
    /// A change of the mission.
    Edit {
        /// What the history calls it.
        label: String,
        /// The movement that it is part of.
        gesture: Option<Gesture>,
        /// The change.
        edit: Edit,
    },
    /// Another selection; the last is the one that others follow.
    Select(Vec<AnyId>),
    /// Adds a record to a collection and selects it.
    Add(Collection),
    /// Adds something that a menu lists, at a place if one was pointed at, and selects it.
    AddOne(Addition, Option<Site>),
    /// Goes to the place of a diagnostic, a reference or a log entry.
    GoTo(Place),
    /// Goes to a step of the history.
    GoToStep(usize),
    /// Opens a file, asking about unsaved work first.
    Open(PathBuf),
    /// Something for the preview.
    Preview(PreviewAction),
    /// Something for the link to a game.
    Link(LinkAction),
    /// Chooses the game's program.
    ChooseGame,
    /// Something for the breakpoints.
    Breakpoint(BreakpointAction),
    /// Opens the form of what is handed in to the run, with what it is done to.
    HandIn(ByHand, Option<AnyId>),
    /// Brings a panel to the front, opening it if need be.
    ShowTab(Tab),
    /// Closes a panel.
    CloseTab(Tab),
    /// Has a trigger run something else, asking what becomes of the text that it has.
    SetRun(TriggerId, Run),
    /// Arranges the panels anew.
    Layout(Preset),
    /// Carries out what a question was asked about.
    Answer(crate::answer::Answer),
    /// Says something in the log and in a passing note.
    Note(crate::log::Level, String),
    /// Puts text on the clipboard.
    Copy(String),
}

/// A command that needs nothing but its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// A new mission.
    New,
    /// The bundled example.
    OpenExample,
    /// A mission from a file.
    Open,
    /// The mission to its file.
    Save,
    /// The mission to another file.
    SaveAs,
    /// The mission as an image.
    Export,
    /// Whether a save of an imported image keeps its stale bytes.
    KeepResidue,
    /// The end.
    Quit,
    /// The last step back.
    Undo,
    /// The step that was undone last, again.
    Redo,
    /// The selection, gone.
    Delete,
    /// The selection, twice.
    Duplicate,
    /// The selection, a place further up its list.
    MoveUp,
    /// The selection, a place further down its list.
    MoveDown,
    /// Every ship.
    SelectAll,
    /// Nothing.
    SelectNone,
    /// The camera on the selection.
    FrameSelection,
    /// The camera on everything.
    FrameAll,
    /// Only picking.
    SelectTool,
    /// Moving.
    MoveTool,
    /// Turning.
    RotateTool,
    /// Between world and local axes.
    ToggleAxes,
    /// Snapping on and off.
    ToggleSnap,
    /// Perspective.
    ViewPerspective,
    /// From above.
    ViewTop,
    /// From the front.
    ViewFront,
    /// From the side.
    ViewSide,
    /// Play and pause.
    PreviewPlay,
    /// From the start.
    PreviewRestart,
    /// No run.
    PreviewStop,
    /// The run as a test.
    SaveTest,
    /// A test as a run.
    PlayTest,
    /// To the next statement, over calls.
    StepOver,
    /// To the next statement, into calls.
    StepInto,
    /// Out of the routine.
    StepOut,
    /// On to the caret.
    RunToCursor,
    /// On to the next event.
    NextEvent,
    /// Back to the statement before.
    BackStatement,
    /// Back to the event before.
    BackEvent,
    /// Back to where the run would have stopped last.
    BackToStop,
    /// A breakpoint on the caret's line.
    ToggleBreakpoint,
    /// Dark and light.
    ToggleTheme,
    /// Larger.
    ZoomIn,
    /// Smaller.
    ZoomOut,
    /// As it came.
    ResetLayout,
    /// Keys.
    Keys,
    /// What this is.
    About,
}

/// The menu that a command stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Menu {
    File,
    Edit,
    View,
    Preview,
    Help,
}

impl Menu {
    /// Every menu, in order.
    pub const ALL: [Self; 5] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Preview,
        Self::Help,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Preview => "Preview",
            Self::Help => "Help",
        }
    }
}

/// How a command is shown and reached.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// Its text in the menu.
    pub text: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Where it stands.
    pub menu: Menu,
    /// Its key; the second is for hands from other tools.
    pub keys: &'static [KeyboardShortcut],
    /// Whether a line parts it from the command before.
    pub parted: bool,
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

impl Command {
    /// Every command, in menu order.
    pub const ALL: &'static [Self] = &[
        Self::New,
        Self::Open,
        Self::OpenExample,
        Self::Save,
        Self::SaveAs,
        Self::Export,
        Self::KeepResidue,
        Self::Quit,
        Self::Undo,
        Self::Redo,
        Self::Duplicate,
        Self::Delete,
        Self::MoveUp,
        Self::MoveDown,
        Self::SelectAll,
        Self::SelectNone,
        Self::SelectTool,
        Self::MoveTool,
        Self::RotateTool,
        Self::ToggleAxes,
        Self::ToggleSnap,
        Self::FrameSelection,
        Self::FrameAll,
        Self::ViewPerspective,
        Self::ViewTop,
        Self::ViewFront,
        Self::ViewSide,
        Self::ToggleTheme,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::ResetLayout,
        Self::PreviewPlay,
        Self::PreviewRestart,
        Self::PreviewStop,
        Self::StepOver,
        Self::StepInto,
        Self::StepOut,
        Self::RunToCursor,
        Self::NextEvent,
        Self::BackStatement,
        Self::BackEvent,
        Self::BackToStop,
        Self::ToggleBreakpoint,
        Self::SaveTest,
        Self::PlayTest,
        Self::Keys,
        Self::About,
    ];

    /// How it is shown and reached.
    pub fn info(self) -> Info {
        let info = |text, about, menu, keys| Info {
            text,
            about,
            menu,
            keys,
            parted: false,
        };
        let part = |info: Info| Info {
            parted: true,
            ..info
        };
        use Menu::{Edit, File, Help, Preview, View};
        match self {
            Self::New => info(
                "New",
                "Start a new mission.",
                File,
                const { &[ctrl(Key::N)] },
            ),
            Self::Open => info(
                "Open…",
                "Open a mission source or a .DTE image.",
                File,
                const { &[ctrl(Key::O)] },
            ),
            Self::OpenExample => info(
                "Open the Example",
                "Open the mission that comes with Sortie.",
                File,
                &[],
            ),
            Self::Save => part(info(
                "Save",
                "Save the mission source.",
                File,
                const { &[ctrl(Key::S)] },
            )),
            Self::SaveAs => info(
                "Save As…",
                "Save the mission source under another name.",
                File,
                const { &[ctrl_shift(Key::S)] },
            ),
            Self::Export => info(
                "Export .DTE…",
                "Write the image that the game plays.",
                File,
                const { &[ctrl(Key::E)] },
            ),
            Self::KeepResidue => info(
                "Keep Stale Bytes in the Source",
                "Save what an imported image held beyond its records, so that an export gives the \
                 same file.",
                File,
                &[],
            ),
            Self::Quit => part(info(
                "Quit",
                "Leave Sortie.",
                File,
                const { &[ctrl(Key::Q)] },
            )),
            Self::Undo => info(
                "Undo",
                "Take the last step back.",
                Edit,
                const { &[ctrl(Key::Z)] },
            ),
            Self::Redo => info(
                "Redo",
                "Make the step that was undone again.",
                Edit,
                const { &[ctrl_shift(Key::Z), ctrl(Key::Y)] },
            ),
            Self::Duplicate => part(info(
                "Duplicate",
                "Copy the selected records, with references among the copies.",
                Edit,
                const { &[ctrl(Key::D)] },
            )),
            Self::Delete => info(
                "Delete",
                "Take the selected records out.",
                Edit,
                const { &[plain(Key::Delete)] },
            ),
            Self::MoveUp => part(info(
                "Move Up",
                "Move the selected records up their list, whose order the mission keeps.",
                Edit,
                const { &[alt(Key::ArrowUp)] },
            )),
            Self::MoveDown => info(
                "Move Down",
                "Move the selected records down their list.",
                Edit,
                const { &[alt(Key::ArrowDown)] },
            ),
            Self::SelectAll => part(info(
                "Select All Ships",
                "Select everything that is placed.",
                Edit,
                const { &[ctrl(Key::A)] },
            )),
            Self::SelectNone => info(
                "Select Nothing",
                "Clear the selection.",
                Edit,
                const { &[ctrl_shift(Key::A)] },
            ),
            Self::SelectTool => part(info(
                "Select Tool",
                "Pick without moving.",
                Edit,
                const { &[plain(Key::Q)] },
            )),
            Self::MoveTool => info(
                "Move Tool",
                "Move the selection.",
                Edit,
                const { &[plain(Key::W)] },
            ),
            Self::RotateTool => info(
                "Rotate Tool",
                "Turn the selection.",
                Edit,
                const { &[plain(Key::E)] },
            ),
            Self::ToggleAxes => info(
                "Local Axes",
                "Move and turn along the ship's own axes, or the world's.",
                Edit,
                const { &[plain(Key::T)] },
            ),
            Self::ToggleSnap => info(
                "Snap",
                "Move by the grid's step and turn by 15 degrees; hold Ctrl for the moment.",
                Edit,
                const { &[plain(Key::Y)] },
            ),
            Self::FrameSelection => info(
                "Frame Selection",
                "Bring the selection into view.",
                View,
                const { &[plain(Key::F)] },
            ),
            Self::FrameAll => info(
                "Frame All",
                "Bring the whole mission into view.",
                View,
                const { &[plain(Key::Home)] },
            ),
            Self::ViewPerspective => part(info(
                "Perspective",
                "Look in perspective, from behind and above.",
                View,
                const { &[plain(Key::Num5)] },
            )),
            Self::ViewTop => info(
                "Top",
                "Look down from above.",
                View,
                const { &[plain(Key::Num7)] },
            ),
            Self::ViewFront => info(
                "Front",
                "Look from the front.",
                View,
                const { &[plain(Key::Num1)] },
            ),
            Self::ViewSide => info(
                "Side",
                "Look from the right.",
                View,
                const { &[plain(Key::Num3)] },
            ),
            Self::ToggleTheme => part(info(
                "Dark Theme",
                "Switch between dark and light.",
                View,
                &[],
            )),
            Self::ZoomIn => info(
                "Larger",
                "Make text and controls larger.",
                View,
                const { &[ctrl(Key::Plus), ctrl(Key::Equals)] },
            ),
            Self::ZoomOut => info(
                "Smaller",
                "Make text and controls smaller.",
                View,
                const { &[ctrl(Key::Minus)] },
            ),
            Self::ResetLayout => part(info(
                "Reset Layout",
                "Put the panels where they came.",
                View,
                &[],
            )),
            Self::PreviewPlay => info(
                "Play or Pause",
                "Run the mission as it stands, or hold it.",
                Preview,
                const { &[plain(Key::F5)] },
            ),
            Self::PreviewRestart => info(
                "Restart",
                "Run the mission from its start.",
                Preview,
                const { &[ctrl_shift(Key::F5)] },
            ),
            Self::PreviewStop => info(
                "Stop",
                "End the run and put its ghosts away.",
                Preview,
                const { &[shift(Key::F5)] },
            ),
            Self::StepOver => part(info(
                "Step Over",
                "Run the thread to its next line, over what it calls and through its waits.",
                Preview,
                const { &[plain(Key::F10)] },
            )),
            Self::StepInto => info(
                "Step Into",
                "Run to the next line, also of what is called or runs next.",
                Preview,
                const { &[plain(Key::F11)] },
            ),
            Self::StepOut => info(
                "Step Out",
                "Run the thread to behind the call that it is in, or to its end.",
                Preview,
                const { &[shift(Key::F11)] },
            ),
            Self::RunToCursor => info(
                "Run to the Caret",
                "Run until a thread comes to the line of the caret in Routine.",
                Preview,
                const { &[ctrl(Key::F10)] },
            ),
            Self::NextEvent => info(
                "Run to the Next Event",
                "Run until an event is raised.",
                Preview,
                const { &[ctrl(Key::F11)] },
            ),
            Self::BackStatement => part(info(
                "Step Back",
                "Show the run as it was one line of this thread before.",
                Preview,
                const { &[shift(Key::F10)] },
            )),
            Self::BackEvent => info(
                "Back to the Event Before",
                "Show the run as the event before was raised.",
                Preview,
                const { &[ctrl_shift(Key::F11)] },
            ),
            Self::BackToStop => info(
                "Run Backwards",
                "Show the run where a breakpoint would have stopped it last.",
                Preview,
                const { &[ctrl_shift(Key::F10)] },
            ),
            Self::ToggleBreakpoint => part(info(
                "Toggle Breakpoint",
                "Set a breakpoint on the line of the caret in Routine, or take it away.",
                Preview,
                const { &[plain(Key::F9)] },
            )),
            Self::SaveTest => part(info(
                "Save the Run as a Test…",
                "Write what was handed in and what came of it as a test that `sortie test` plays.",
                Preview,
                &[],
            )),
            Self::PlayTest => info(
                "Play a Test…",
                "Run the open mission as a test has it, and say what it expects in vain.",
                Preview,
                &[],
            ),
            Self::Keys => info("Keys", "Show every key.", Help, const { &[plain(Key::F1)] }),
            Self::About => info("About Sortie", "Say what this is.", Help, &[]),
        }
    }

    /// Whether its key may fire while a text field has the keyboard: only keys with Ctrl that a text
    /// field has no use for, and function keys.
    pub fn works_in_text(self) -> bool {
        matches!(
            self,
            Self::New
                | Self::Open
                | Self::Save
                | Self::SaveAs
                | Self::Export
                | Self::Quit
                | Self::PreviewPlay
                | Self::PreviewRestart
                | Self::PreviewStop
                | Self::StepOver
                | Self::StepInto
                | Self::StepOut
                | Self::RunToCursor
                | Self::NextEvent
                | Self::BackStatement
                | Self::BackEvent
                | Self::BackToStop
                | Self::ToggleBreakpoint
                | Self::Keys
                | Self::ZoomIn
                | Self::ZoomOut
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen = HashMap::new();
        for command in Command::ALL {
            for key in command.info().keys {
                let text = format!("{key:?}");
                if let Some(other) = seen.insert(text.clone(), *command) {
                    panic!("{text} is both {other:?} and {command:?}");
                }
            }
        }
    }

    #[test]
    fn every_command_says_what_it_does() {
        for command in Command::ALL {
            let info = command.info();
            assert!(info.about.ends_with('.'), "{command:?}");
            assert!(!info.text.is_empty());
        }
        for menu in Menu::ALL {
            assert!(
                Command::ALL
                    .iter()
                    .any(|command| command.info().menu == menu)
            );
        }
    }
}
