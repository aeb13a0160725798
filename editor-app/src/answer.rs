//! What the author can answer to a question, or to a choice of a file.

use std::path::PathBuf;
use std::sync::Arc;

use formats::Image;
use model::AnyId;
use model::edit::Edit;

/// What a file is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To open a mission.
    Open,
    /// To save the source.
    Save,
    /// To write the image.
    Export,
    /// To save the run as a test.
    SaveTest,
    /// To play a test.
    PlayTest,
    /// To put the image where a game of the author's own looks for it.
    IntoGame,
    /// To start the game with.
    Game,
}

impl Purpose {
    /// The dialog's title.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a mission",
            Self::Save => "Save the mission source",
            Self::Export => "Export the image",
            Self::SaveTest => "Save the run as a test",
            Self::PlayTest => "Play a test",
            Self::IntoGame => "Put the image into the game",
            Self::Game => "Choose the game's program",
        }
    }

    /// Whether the file may be new.
    pub(crate) fn writes(self) -> bool {
        !matches!(self, Self::Open | Self::PlayTest | Self::Game)
    }

    /// Endings of the files to show, the first for new ones; none where any file will do.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Open => &["yaml", "yml", "dte"],
            Self::Save => &["mission.yaml", "yaml", "yml"],
            Self::Export | Self::IntoGame => &["dte"],
            Self::SaveTest => &["test.yaml"],
            Self::PlayTest => &["test.yaml", "yaml", "yml"],
            Self::Game => &[],
        }
    }

    /// Whether a file of a name is one to choose. What tests a mission is none.
    pub(crate) fn shows(self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let ends = |ending: &str| name.ends_with(&format!(".{ending}"));
        let is_test =
            matches!(self, Self::Open | Self::Save) && (ends("test.yaml") || ends("test.yml"));
        let endings = self.endings();
        !is_test && (endings.is_empty() || endings.iter().any(|ending| ends(ending)))
    }

    /// A chosen name with the ending that it needs.
    pub(crate) fn with_ending(self, path: PathBuf) -> PathBuf {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_ascii_lowercase();
        let has = self
            .endings()
            .iter()
            .any(|ending| name.ends_with(&format!(".{ending}")));
        match (self.writes() && !has, self.endings().first()) {
            (true, Some(ending)) => {
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                // The ending of the other form goes: it is not this one's.
                let stem = [".mission.yaml", ".test.yaml", ".yaml", ".yml", ".dte"]
                    .iter()
                    .find_map(|other| name.strip_suffix(other));
                let name = stem.filter(|stem| !stem.is_empty()).unwrap_or(&name);
                path.with_file_name(format!("{name}.{ending}"))
            }
            _ => path,
        }
    }
}

/// What is to be done once a question is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// A new mission.
    New,
    /// The bundled example.
    Example,
    /// Choose a file to open.
    ChooseFile,
    /// Open a file.
    Open(PathBuf),
    /// Open what a game plays.
    Image {
        /// Its file's name.
        name: String,
        /// The file.
        image: Arc<Image>,
    },
    /// Leave.
    Quit,
}

/// An answer to a question, or to a choice of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Save, then go on.
    SaveAnd(Then),
    /// Go on without saving.
    DiscardAnd(Then),
    /// Take the file on disk.
    Reload,
    /// Keep what is open, whatever the file on disk says.
    KeepOurs,
    /// Take records out although others refer to them.
    Delete(Vec<AnyId>),
    /// A file was chosen; what was to be done after a save comes with it.
    Picked(Purpose, PathBuf, Option<Then>),
    /// A file was chosen, and its name then got the ending that it lacked; the desktop did not ask
    /// about a file that bears that name.
    Renamed(Purpose, PathBuf, Option<Then>),
    /// An edit is made, under a label.
    Edit(String, Box<Edit>),
    /// Nothing is to be done.
    Never,
}
