//! `sortie test`: plays missions, and says which promises of their authors were not kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use anyhow::{Context as _, Result};
use model::diagnostic::Severity;
use model::source::SourceProblem;
use serde::Serialize;

use crate::files::{Backup, write_atomically};
use crate::mission_file;
use crate::mission_test::report::{self, Reason, TestResult, Told};
use crate::mission_test::{Bench, CoverageSum, TestSource, junit, run as play};

use crate::terminal::{Outcome, print, print_json, tell};

use super::{line, mind_output};

/// The ending of a test's name.
const ENDING: &str = ".test.yaml";
/// The endings of a mission beside a test of the same name, in the order in which they are tried.
const MISSIONS: [&str; 3] = [".mission.yaml", ".dte", ".DTE"];

/// What to test.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Tests, and folders, of which every NAME.test.yaml within counts.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// Write the results to a file too, in the XML that build servers read.
    #[arg(long, value_name = "OUT.xml")]
    junit: Option<PathBuf>,
    /// Say which triggers and routines no test came to.
    #[arg(long)]
    coverage: bool,
    /// Print JSON, for programs to read.
    #[arg(long)]
    json: bool,
}

/// A test's file, opened but not understood: that takes its mission.
struct Found {
    file: String,
    opened: std::result::Result<(TestSource, PathBuf), Vec<Reason>>,
}

/// A mission that tests are of, opened by the first worker that wants it.
#[derive(Default)]
struct Shared {
    /// Its file, as the first test names it.
    path: PathBuf,
    bench: OnceLock<std::result::Result<Bench, NoBench>>,
}

/// The missions of all tests, by their files however those are spelt.
type Missions = BTreeMap<PathBuf, Shared>;

/// Why a mission cannot be played.
enum NoBench {
    Unreadable(String),
    Uncompiled(Vec<String>),
}

#[derive(Serialize)]
struct Report<T: Serialize, C: Serialize> {
    passed: usize,
    failed: usize,
    tests: Vec<T>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    coverage: Vec<C>,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let found: Vec<Found> = all_tests(&args.files)?
        .iter()
        .map(|path| open(path))
        .collect();
    let mut missions = Missions::new();
    for (_, mission) in found.iter().filter_map(|it| it.opened.as_ref().ok()) {
        let shared = missions.entry(whole(mission)).or_default();
        if shared.path.as_os_str().is_empty() {
            shared.path.clone_from(mission);
        }
    }
    if let Some(output) = &args.junit {
        let tests = found.iter().map(|it| Path::new(&it.file));
        for read in tests.chain(missions.values().map(|it| it.path.as_path())) {
            mind_output(read, output, "the results", &[])?;
        }
    }
    let told = play_all(&found, &missions);
    let coverage = match args.coverage {
        true => add_up(&found, &told, &missions),
        false => BTreeMap::new(),
    };
    if let Some(output) = &args.junit {
        write_atomically(output, junit::text(&told).as_bytes(), Backup::None)?;
    }
    if args.json {
        let passed = told.iter().filter(|it| it.passed()).count();
        print_json(&Report {
            passed,
            failed: told.len() - passed,
            tests: told.iter().map(Told::json).collect(),
            coverage: coverage
                .iter()
                .map(|(mission, sum)| report::coverage_json(mission, sum))
                .collect(),
        })?;
    } else {
        print_text(&told, &coverage)?;
    }
    Ok(outcome(&told))
}

fn print_text(told: &[Told], coverage: &BTreeMap<String, CoverageSum>) -> Result<()> {
    for it in told {
        match it.is_unreadable() {
            true => tell(it.text().trim_end()),
            false => print(it.text())?,
        }
    }
    if !coverage.is_empty() {
        print("\nCoverage:")?;
    }
    for (mission, sum) in coverage {
        print(report::coverage_text(mission, sum))?;
    }
    print(report::summary(told))
}

fn outcome(told: &[Told]) -> Outcome {
    if told.iter().any(Told::is_unreadable) {
        Outcome::Refused
    } else if told.iter().all(Told::passed) {
        Outcome::Fine
    } else {
        Outcome::Errors
    }
}

/// The tests that are meant, each once: a file by its name, a folder's in order of their names.
fn all_tests(files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut tests = Vec::new();
    let mut seen = BTreeSet::new();
    for path in files {
        let mut within = Vec::new();
        if path.is_dir() {
            walk(path, &mut within)?;
            anyhow::ensure!(
                !within.is_empty(),
                "{} holds no test; the name of one ends in {ENDING}",
                path.display()
            );
        } else {
            anyhow::ensure!(
                may_be_read(path),
                "{} is no regular file, so no test; name the file itself",
                path.display()
            );
            within.push(path.clone());
        }
        for test in within {
            if seen.insert(whole(&test)) {
                tests.push(test);
            }
        }
    }
    Ok(tests)
}

/// Whether a path is of a file that comes to an end when it is read, or of none, which is told as it is
/// opened. What comes by the standard input is let be.
fn may_be_read(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || !is_special(path)
}

/// Every test in a folder. Links to folders are left alone, as they can lead in a circle, and so are
/// hidden folders and what is no regular file.
fn walk(folder: &Path, tests: &mut Vec<PathBuf>) -> Result<()> {
    let unreadable = || format!("could not look into {}", folder.display());
    let mut entries = fs::read_dir(folder)
        .with_context(unreadable)?
        .collect::<std::io::Result<Vec<_>>>()
        .with_context(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().with_context(unreadable)?;
        if kind.is_dir() && !name.starts_with('.') {
            walk(&entry.path(), tests)?;
        } else if !kind.is_dir() && name.ends_with(ENDING) && !is_special(&entry.path()) {
            tests.push(entry.path());
        }
    }
    Ok(())
}

/// Whether a path is of something else than a regular file, such as a pipe that nobody writes to.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file())
}

/// Opens a test's file and finds its mission's.
fn open(path: &Path) -> Found {
    Found {
        file: path.display().to_string(),
        opened: read(path).and_then(|source| {
            let mission = mission_of(path, &source)?;
            Ok((source, mission))
        }),
    }
}

fn read(path: &Path) -> std::result::Result<TestSource, Vec<Reason>> {
    let reason = |message: String| {
        vec![Reason {
            place: None,
            message,
        }]
    };
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let error = mission_file::OpenError::Unreadable {
                path: path.to_path_buf(),
                error,
            };
            return Err(reason(error.to_string()));
        }
    };
    let text = String::from_utf8(bytes)
        .map_err(|_| reason(format!("{}: this is no text in UTF-8", path.display())))?;
    TestSource::parse(&text).map_err(|problem| vec![problem.into()])
}

/// The file of a test's mission: the one that it names, else the one of its own name beside it.
fn mission_of(path: &Path, source: &TestSource) -> std::result::Result<PathBuf, Vec<Reason>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let own = source.problems_without_mission();
    let is_of_mission = |it: &SourceProblem| it.position == source.mission_position();
    let missing = |message: String| {
        let position = source.mission_position();
        let problem = SourceProblem { position, message };
        let mut all = [own.clone(), vec![problem]].concat();
        all.sort_by_key(|problem| problem.position);
        all.into_iter().map(Reason::from).collect::<Vec<_>>()
    };
    if !source.is_test() {
        let message = "this is no mission test; one starts with `test: 1`";
        return Err(vec![Reason {
            place: Some((1, 1)),
            message: message.to_owned(),
        }]);
    }
    if own.iter().any(is_of_mission) {
        return Err(own.into_iter().map(Reason::from).collect());
    }
    if let Some(named) = source.mission() {
        let mission = folder.join(named);
        return match mission.is_file() {
            true => Ok(mission),
            false => Err(missing(format!(
                "there is no mission {}",
                mission.display()
            ))),
        };
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(ENDING).unwrap_or(&name);
    let beside = MISSIONS.map(|ending| folder.join(format!("{stem}{ending}")));
    let found = beside.iter().find(|mission| mission.is_file());
    found.cloned().ok_or_else(|| {
        missing(format!(
            "there is no mission of the test's own name, {stem}.mission.yaml or {stem}.dte, beside \
             it; name the file with `mission`"
        ))
    })
}

/// Plays every test, on as many threads as the machine runs at once; the results are in the tests'
/// order.
fn play_all(found: &[Found], missions: &Missions) -> Vec<Told> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Told>>> = found.iter().map(|_| Mutex::new(None)).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers.min(found.len()) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(test), Some(result)) = (found.get(place), results.get(place)) else {
                        break;
                    };
                    let told = play_one(test, missions);
                    *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
                }
            });
        }
    });
    let results = results.into_iter();
    results
        .filter_map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

fn play_one(found: &Found, missions: &Missions) -> Told {
    let mut told = Told {
        file: found.file.clone(),
        name: None,
        result: TestResult::Unreadable(Vec::new()),
    };
    let (source, mission) = match &found.opened {
        Ok(opened) => opened,
        Err(reasons) => {
            told.result = TestResult::Unreadable(reasons.clone());
            return told;
        }
    };
    let Some(shared) = missions.get(&whole(mission)) else {
        return told;
    };
    let bench = match shared.bench.get_or_init(|| bench(&shared.path)) {
        Ok(bench) => bench,
        Err(NoBench::Unreadable(message)) => {
            told.result = TestResult::NoMission(message.clone());
            return told;
        }
        Err(NoBench::Uncompiled(reasons)) => {
            told.result = TestResult::Uncompiled(reasons.clone());
            return told;
        }
    };
    let read = match source.read(bench.mission()) {
        Ok(read) => read,
        Err(problems) => {
            let reasons = problems.into_iter().map(Reason::from).collect();
            told.result = TestResult::Unreadable(reasons);
            return told;
        }
    };
    told.name.clone_from(&read.test.name);
    told.result = match play(bench, &read) {
        Ok(verdict) => TestResult::Played(verdict),
        Err(error) => TestResult::Unreadable(vec![Reason {
            place: None,
            message: format!("{}: {error}", found.file),
        }]),
    };
    told
}

fn bench(path: &Path) -> std::result::Result<Bench, NoBench> {
    let opened = mission_file::open(path).map_err(|it| NoBench::Unreadable(it.to_string()))?;
    Bench::new(opened).map_err(|refused| {
        let (opened, diagnostics) = *refused;
        let errors = diagnostics
            .iter()
            .filter(|it| it.severity == Severity::Error);
        NoBench::Uncompiled(errors.map(|it| line(it, &opened, path)).collect())
    })
}

/// What the tests of each mission came to together.
fn add_up(found: &[Found], told: &[Told], missions: &Missions) -> BTreeMap<String, CoverageSum> {
    let mut sums: BTreeMap<String, CoverageSum> = BTreeMap::new();
    for (found, told) in found.iter().zip(told) {
        if let (Ok((_, mission)), TestResult::Played(verdict)) = (&found.opened, &told.result)
            && let Some(shared) = missions.get(&whole(mission))
        {
            let sum = sums.entry(shared.path.display().to_string()).or_default();
            sum.add(&verdict.coverage);
        }
    }
    sums
}

/// A file's path, the same however it is spelt.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
