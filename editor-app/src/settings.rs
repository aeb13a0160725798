//! What the program remembers between runs.

use std::path::{Path, PathBuf};

use crate::breakpoints::Breakpoints;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

/// Missions whose breakpoints are kept.
const WITH_BREAKPOINTS: usize = 100;
/// Files that are offered again.
const RECENT: usize = 10;
/// How often a linked game is asked unless the author chose.
const LINK_RATE: u8 = 20;

/// The times a second from which the author chooses how often a linked game is asked how it stands.
pub const LINK_RATES: [u8; 5] = [5, 10, LINK_RATE, 30, 60];

/// Preferences and habits. They live where the platform keeps them, never in a mission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark, or light.
    pub dark: bool,
    /// Size of text and controls, 1 as they come.
    pub zoom: f32,
    /// Files opened or saved last, newest first.
    pub recent: Vec<PathBuf>,
    /// The folder that a source was last opened from or saved to.
    pub source_folder: Option<PathBuf>,
    /// The folder that an image was last opened from or written to.
    pub image_folder: Option<PathBuf>,
    /// Whether moves and turns go by steps.
    pub snap: bool,
    /// Whether moves and turns follow the ship's own axes.
    pub local_axes: bool,
    /// How fast the preview runs.
    pub preview_speed: f32,
    /// Whether a restart hands in again what the run before was handed.
    pub keep_inputs: bool,
    /// Whether texts show in their margins what ran.
    pub show_coverage: bool,
    /// The breakpoints of each mission, the one that was open last at the end.
    pub breakpoints: Vec<(String, Breakpoints)>,
    /// The port at which a game is linked.
    pub link_port: u16,
    /// How many times a second a linked game is asked how it stands; one of [`LINK_RATES`].
    #[serde(deserialize_with = "link_rate")]
    pub link_rate: u8,
    /// The program of a game of the author's own, such as OpenReliant.
    pub game: Option<PathBuf>,
    /// Whether Sortie's own file dialogs are used rather than the desktop's.
    pub own_dialogs: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dark: true,
            zoom: 1.0,
            recent: Vec::new(),
            source_folder: None,
            image_folder: None,
            snap: false,
            local_axes: false,
            preview_speed: 1.0,
            keep_inputs: true,
            show_coverage: true,
            breakpoints: Vec::new(),
            link_port: runtime::link::DEFAULT_PORT,
            link_rate: LINK_RATE,
            game: None,
            own_dialogs: false,
        }
    }
}

/// A rate that is offered. What is none is passed over, so that the rest of the settings counts.
fn link_rate<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        Rate(u8),
        Other(IgnoredAny),
    }
    Ok(match Kept::deserialize(from)? {
        Kept::Rate(rate) if LINK_RATES.contains(&rate) => rate,
        Kept::Rate(_) | Kept::Other(_) => LINK_RATE,
    })
}

impl Settings {
    /// The breakpoints that were kept of a mission.
    pub fn breakpoints_of(&self, mission: &str) -> Breakpoints {
        let kept = self.breakpoints.iter().find(|(key, _)| key == mission);
        kept.map(|(_, kept)| kept.clone()).unwrap_or_default()
    }

    /// Keeps the breakpoints of a mission.
    pub fn keep_breakpoints(&mut self, mission: &str, breakpoints: &Breakpoints) {
        self.breakpoints.retain(|(key, _)| key != mission);
        if !breakpoints.says_nothing() {
            let kept = breakpoints.clone();
            self.breakpoints.push((mission.to_owned(), kept));
        }
        let over = self.breakpoints.len().saturating_sub(WITH_BREAKPOINTS);
        self.breakpoints.drain(..over);
    }

    /// Puts a file at the top of the recent ones, and remembers its folder.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = path.parent().map(Path::to_path_buf);
        let is_image = path
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("dte"));
        if is_image {
            self.image_folder = folder;
        } else {
            self.source_folder = folder;
        }
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breakpoints::{BreakpointAction, On};

    #[test]
    fn recent_files_stand_once_and_newest_first() {
        let mut settings = Settings::default();
        for i in 0..12 {
            settings.remember(Path::new(&format!("/m/{i}.mission.yaml")));
        }
        settings.remember(Path::new("/m/5.mission.yaml"));
        settings.remember(Path::new("/d/mission1.dte"));
        assert_eq!(settings.recent.len(), RECENT);
        assert_eq!(settings.recent[1], Path::new("/m/5.mission.yaml"));
        assert_eq!(settings.source_folder.as_deref(), Some(Path::new("/m")));
        assert_eq!(settings.image_folder.as_deref(), Some(Path::new("/d")));
    }

    #[test]
    fn a_rate_that_is_not_offered_falls_back_and_leaves_the_rest() {
        for (kept, expected) in [
            ("30", 30),
            ("60", 60),
            ("7", 20),
            ("0", 20),
            ("-1", 20),
            ("7000", 20),
            ("2.5", 20),
            ("\"fast\"", 20),
            ("[5]", 20),
            ("null", 20),
        ] {
            let text = format!(r#"{{"dark": false, "link_rate": {kept}, "link_port": 4711}}"#);
            let settings: Settings = serde_json::from_str(&text).unwrap();
            assert_eq!(settings.link_rate, expected, "{kept}");
            assert!(!settings.dark, "{kept}");
            assert_eq!(settings.link_port, 4711, "{kept}");
        }
        let settings: Settings = serde_json::from_str("{}").unwrap();
        assert_eq!(settings.link_rate, 20);
    }

    #[test]
    fn breakpoints_are_kept_mission_by_mission() {
        let mission = crate::document::Document::example();
        let mission = mission.mission();
        let mut breakpoints = Breakpoints::default();
        let on = On::Command { command: 3 };
        breakpoints.act(BreakpointAction::Add(on.clone()), mission);
        let mut settings = Settings::default();
        settings.keep_breakpoints("one", &breakpoints);
        settings.keep_breakpoints("other", &Breakpoints::default());
        assert_eq!(settings.breakpoints.len(), 1, "nothing is not kept");
        let text = serde_json::to_string(&settings).unwrap();
        let settings: Settings = serde_json::from_str(&text).unwrap();
        assert!(settings.breakpoints_of("one").on(&on).is_some());
        assert!(settings.breakpoints_of("other").is_empty());
        let mut settings = settings;
        for n in 0..WITH_BREAKPOINTS {
            settings.keep_breakpoints(&n.to_string(), &breakpoints);
        }
        assert_eq!(settings.breakpoints.len(), WITH_BREAKPOINTS);
        assert!(settings.breakpoints_of("one").is_empty(), "the oldest goes");
        settings.keep_breakpoints("0", &Breakpoints::default());
        assert!(settings.breakpoints_of("0").is_empty());
    }
}
