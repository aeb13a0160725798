//! The side process: plays a mission by the real clock, for an editor that is linked to it, or as fast
//! as it can, for its log alone.
//!
//! This is where the crate meets files, sockets, signals and time; a [`Simulation`] knows none of them.

mod arguments;
mod pace;
mod play;
mod stop;
mod terminal;
mod trace_file;

pub use arguments::{Arguments, Player, Speed};
pub use terminal::{shell_word, wrong_usage};

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use formats::Image;
use formats::sections::MAX_FILE_SIZE;

use crate::link::{MissionStarted, Server, Session};
use crate::options::Options;
use crate::simulation::Simulation;
use crate::trace::TraceLevel;

use play::Play;
use stop::Stop;
use terminal::{print, tell};

/// How long the last messages may take to reach the editor as the engine ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// How the engine ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// As it was told to: exit code 0.
    Fine,
    /// The log of the run could not be written: exit code 1.
    Failed,
    /// It could not begin as asked: exit code 2.
    Refused,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::Failed => Self::from(1),
            Outcome::Refused => Self::from(2),
        }
    }
}

/// Plays a mission until it is told to end, or for as long as the arguments say.
///
/// It ends, with its log written, by SIGINT, SIGTERM or the like, where nobody reads what it prints,
/// and, if asked, with its stdin. It takes those signals over for the whole process.
pub fn run(arguments: &Arguments) -> Outcome {
    play(arguments, || {
        let path = &arguments.mission;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Mission {
            image: read_mission(path)?,
            number: arguments.number.or_else(|| number_of(&file)).unwrap_or(1),
            file: file.into_owned(),
        })
    })
}

/// Plays, as [`run`] does, an image that was made of what the arguments name, as of a mission's source.
///
/// `number` is the mission's, unless the arguments give another. An editor is told the name that the game
/// finds such a mission by, `missionN.dte`.
pub fn run_image(arguments: &Arguments, image: Image, number: u16) -> Outcome {
    let number = arguments.number.unwrap_or(number);
    play(arguments, || {
        Ok(Mission {
            image,
            number,
            file: format!("mission{number}.dte"),
        })
    })
}

fn play(arguments: &Arguments, mission: impl FnOnce() -> Result<Mission, String>) -> Outcome {
    match begin(arguments, mission) {
        Ok(begun) => begun.play(arguments),
        Err(why) => {
            tell(&why);
            Outcome::Refused
        }
    }
}

/// What is played.
struct Mission {
    image: Image,
    number: u16,
    /// The name of its file, as an editor is told it.
    file: String,
}

/// What stands once nothing can refuse the run any more.
struct Begun {
    simulation: Simulation,
    session: Session,
    server: Option<Server>,
    stop: Stop,
}

fn begin(
    arguments: &Arguments,
    mission: impl FnOnce() -> Result<Mission, String>,
) -> Result<Begun, String> {
    arguments.check()?;
    if let Some(trace) = &arguments.trace {
        trace_file::mind(trace, &arguments.mission)?;
    }
    let mission = mission()?;
    let options = Options {
        seed: arguments.seed,
        mission: mission.number,
        pilot: arguments.player.into(),
        trace: match arguments.trace {
            Some(_) => TraceLevel::Everything,
            None => TraceLevel::Off,
        },
        ..Options::default()
    };
    let server = arguments.listens_at().map(Server::listen).transpose();
    Ok(Begun {
        simulation: Simulation::unstarted(Arc::new(mission.image), options),
        session: Session::new(MissionStarted {
            number: u32::from(mission.number),
            file: mission.file,
        }),
        server: server.map_err(|error| error.to_string())?,
        stop: Stop::new(arguments.with_parent)?,
    })
}

impl Begun {
    fn play(self, arguments: &Arguments) -> Outcome {
        if let Some(server) = &self.server {
            let line = format!("listening on 127.0.0.1:{}", server.port());
            match print(&line) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    tell(&format!(
                        "nobody reads what is printed, so the run ends: {error}"
                    ));
                    self.stop.set();
                }
                Err(error) => {
                    tell(&format!(
                        "where it listens could not be printed: {error}; send stdout elsewhere"
                    ));
                    return Outcome::Refused;
                }
            }
        }
        let mut play = Play::new(self.simulation, self.session, self.server, arguments);
        play.run(&self.stop);
        let (simulation, server) = play.finish();
        if let Some(server) = server {
            server.close(FAREWELL);
        }
        match &arguments.trace {
            None => Outcome::Fine,
            Some(path) => match trace_file::write(path, simulation.trace()) {
                Ok(()) => Outcome::Fine,
                Err(why) => {
                    tell(&why);
                    Outcome::Failed
                }
            },
        }
    }
}

/// Reads a mission's image, and tells what is odd about it.
fn read_mission(path: &Path) -> Result<Image, String> {
    let name = path.display();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if ["yaml", "yml"].contains(&ending.to_ascii_lowercase().as_str()) {
        let source = shell_word(path);
        return Err(format!(
            "{name} is a mission source, and sortie-engine plays what the game does, a .dte file; \
             `sortie engine {source}` plays it, and `sortie build {source} -o {}` makes the file of it",
            shell_word(&image_name(path))
        ));
    }
    let mut bytes = Vec::new();
    // More than the game reads is not read here either, whatever it is.
    let most = u64::try_from(MAX_FILE_SIZE).unwrap_or(u64::MAX);
    File::open(path)
        .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| format!("{name} cannot be read: {error}; name a mission's .dte file"))?;
    if bytes.len() > MAX_FILE_SIZE {
        return Err(format!(
            "{name} has more than the {MAX_FILE_SIZE} bytes that the game reads of a mission; name a \
             mission's .dte file"
        ));
    }
    let read = Image::read(bytes).map_err(|error| format!("{name} is no mission: {error}"))?;
    for warning in &read.warnings {
        tell(&format!("{name}: {warning}"));
    }
    Ok(read.value)
}

/// What a source's image is called beside it: NAME.dte for NAME.mission.yaml.
fn image_name(source: &Path) -> PathBuf {
    let bare = source.with_extension("");
    let is_mission = bare
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("mission"));
    match is_mission {
        true => bare.with_extension("dte"),
        false => source.with_extension("dte"),
    }
}

/// The number in a mission's file name, such as 7 of `mission7.dte`.
fn number_of(name: &str) -> Option<u16> {
    let stem = name.to_ascii_lowercase();
    let stem = stem.strip_suffix(".dte").unwrap_or(&stem);
    stem.strip_prefix("mission")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_named_after_its_source() {
        for (source, image) in [
            ("a/first.mission.yaml", "a/first.dte"),
            ("a/first.Mission.YML", "a/first.dte"),
            ("first.yaml", "first.dte"),
            ("v1.2.yaml", "v1.2.dte"),
        ] {
            assert_eq!(image_name(Path::new(source)), Path::new(image));
        }
    }

    #[test]
    fn a_missions_number_is_in_its_name() {
        assert_eq!(number_of("mission7.dte"), Some(7));
        assert_eq!(number_of("MISSION251.DTE"), Some(251));
        assert_eq!(number_of("mission7b.dte"), None);
        assert_eq!(number_of("first-sortie.dte"), None);
        assert_eq!(number_of("mission99999.dte"), None);
    }
}
