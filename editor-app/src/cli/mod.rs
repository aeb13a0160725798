//! The command line: one file a command.
//!
//! Results go to stdout and messages to stderr. The exit code is 0 when all is well, 1 when the mission
//! has errors or a test failed, and 2 for wrong usage or input that cannot be read.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use model::diagnostic::{Diagnostic, Severity};

use crate::files::is_same;
use crate::mission_file::{self, Opened};
use crate::terminal::{Outcome, tell};
use crate::words::with_causes;

mod build;
mod check;
mod decompile;
mod engine;
mod info;
mod link;
mod parts;
mod preview;
mod screenshot;
mod script;
mod sections;
mod ships;
mod strings;
mod table;
mod test;
mod triggers;
mod why;

/// Sortie, a mission editor for StarLancer.
///
/// Without a command, opens the editor on FILE, or on a bundled example. A mission is a source
/// (NAME.mission.yaml) or an image (NAME.dte); every command with IN takes either.
#[derive(Debug, Parser)]
#[command(name = "sortie", version, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Exit codes: 0 fine, 1 the mission has errors or a test failed, 2 wrong usage or \
                  unreadable input. `sortie help COMMAND` says what a command takes."
)]
pub struct Cli {
    /// What to do without a window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The mission to open in the editor.
    pub file: Option<PathBuf>,
}

/// What to do without a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compiles a mission to an image that the game plays.
    Build(build::Args),
    /// Makes a mission source from an image.
    Decompile(decompile::Args),
    /// Says what is wrong with a mission, place by place.
    Check(check::Args),
    /// Says what a mission holds.
    Info(Input),
    /// Lists the sections of a mission's image.
    Sections(Input),
    /// Lists the ships, nav points and markers.
    Ships(Input),
    /// Lists the triggers with whose they are.
    Triggers(Input),
    /// Lists the string pool.
    Strings(Input),
    /// Lists the script's named routines.
    Parts(Input),
    /// Prints every routine, disassembled.
    Script(script::Args),
    /// Runs a mission for a while and says what happened.
    Preview(preview::Args),
    /// Runs a mission for a while and says why a trigger did not fire.
    Why(why::Args),
    /// Plays the tests of missions (NAME.test.yaml) and says which fail.
    Test(test::Args),
    /// Plays a mission in real time and speaks the editor link, as sortie-engine does.
    #[command(mut_arg("mission", |it| it
        .value_name("IN")
        .help("The mission, as NAME.mission.yaml or NAME.dte")))]
    #[command(mut_arg("number", |it| it
        .help("The mission's number [default: the one in its source, or in its file's name, else 1]")))]
    Engine(runtime::engine::Arguments),
    /// Looks at the editor link between an editor and a game.
    Link(link::Args),
    /// Draws a mission to a picture; needs OpenGL.
    Screenshot(screenshot::Args),
}

/// A mission to look at.
#[derive(Debug, clap::Args)]
pub struct Input {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Print JSON, for programs to read.
    #[arg(long)]
    pub json: bool,
}

/// Answers arguments that are none of ours, or a question for help.
pub fn wrong_usage(error: &clap::Error) -> Outcome {
    // What stands in a command's place is taken for a file first, which makes a poor answer.
    let first = std::env::args_os().nth(1).map(PathBuf::from);
    let mistyped = first
        .filter(|first| !first.as_os_str().to_string_lossy().starts_with('-'))
        .filter(|_| error.use_stderr())
        .and_then(|first| no_such(&first));
    match mistyped {
        Some(told) => tell(told),
        // Where that cannot be printed, nothing can.
        None => drop(error.print()),
    }
    match error.use_stderr() {
        true => Outcome::Refused,
        false => Outcome::Fine,
    }
}

/// What to say of an argument that is neither a command nor a file that is there.
pub fn no_such(argument: &Path) -> Option<String> {
    use clap::CommandFactory as _;
    let name = argument.to_string_lossy();
    let app = Cli::command();
    let commands: Vec<_> = app.get_subcommands().map(clap::Command::get_name).collect();
    if argument.exists() || commands.contains(&&*name) || name == "help" {
        return None;
    }
    let mut told = format!("sortie: {name} is neither a file here nor a command");
    match formats::catalogue::closest(&name, commands.iter().copied()) {
        Some(near) => told += &format!("; did you mean `{near}`?"),
        None => told += "; `sortie --help` lists the commands",
    }
    Some(told)
}

/// Carries out a command.
pub fn run(command: Command) -> Outcome {
    let done = match command {
        Command::Build(args) => build::run(&args),
        Command::Decompile(args) => decompile::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Info(input) => info::run(&input),
        Command::Sections(input) => sections::run(&input),
        Command::Ships(input) => ships::run(&input),
        Command::Triggers(input) => triggers::run(&input),
        Command::Strings(input) => strings::run(&input),
        Command::Parts(input) => parts::run(&input),
        Command::Script(args) => script::run(&args),
        Command::Preview(args) => preview::run(&args),
        Command::Why(args) => why::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Link(args) => link::run(&args),
        Command::Screenshot(args) => screenshot::run(&args),
    };
    done.unwrap_or_else(|error| {
        tell(with_causes(&error));
        Outcome::Refused
    })
}

/// Opens a mission.
fn open(path: &Path) -> anyhow::Result<Opened> {
    Ok(mission_file::open(path)?)
}

/// Refuses to write over the file that is read, or a file of another sort over a mission.
///
/// `endings` are those of missions that the output may have, without their dots.
fn mind_output(input: &Path, output: &Path, what: &str, endings: &[&str]) -> anyhow::Result<()> {
    anyhow::ensure!(
        !is_same(input, output),
        "{} is read and would be written over; give {what} another name",
        output.display()
    );
    let ending = output.extension().unwrap_or_default().to_string_lossy();
    let ending = ending.to_ascii_lowercase();
    let of_missions = ["yaml", "yml", "dte"].contains(&ending.as_str());
    anyhow::ensure!(
        !of_missions || endings.contains(&ending.as_str()),
        "{} has the ending of another sort of file than {what}; give it a name that fits",
        output.display()
    );
    Ok(())
}

/// A mission's image: the file's own where it is one, else compiled.
///
/// `None` where errors keep it from being compiled; they were told.
fn image_of(opened: &Opened, path: &Path) -> Option<formats::Image> {
    if let mission_file::Origin::Image(image) = &opened.origin {
        return Some((**image).clone());
    }
    let compiled = model::compile::compile(&opened.mission);
    tell_all(&compiled.diagnostics, opened, path, Severity::Error);
    compiled.image
}

/// A source's image, once it has no errors; else how many it has. Errors and warnings are told.
fn compiled(opened: &Opened, path: &Path) -> Result<formats::Image, usize> {
    let compiled = model::compile::compile(&opened.mission);
    let diagnostics = model::validate::validate(&opened.mission, &compiled);
    tell_all(&diagnostics, opened, path, Severity::Warning);
    let errors = diagnostics.iter();
    let errors = errors.filter(|it| it.severity == Severity::Error).count();
    compiled.image.filter(|_| errors == 0).ok_or(errors)
}

/// Tells every diagnostic that matters at least as much as `least`.
fn tell_all(diagnostics: &[Diagnostic], opened: &Opened, path: &Path, least: Severity) {
    for diagnostic in diagnostics.iter().filter(|it| it.severity >= least) {
        tell(line(diagnostic, opened, path));
    }
}

/// A diagnostic as compilers print theirs: file, place, what.
fn line(diagnostic: &Diagnostic, opened: &Opened, path: &Path) -> String {
    let path = path.display();
    match opened.position(&diagnostic.place) {
        Some(at) => format!("{path}:{}:{}: {diagnostic}", at.line, at.column),
        None => format!("{path}: {diagnostic}"),
    }
}
