//! Compiling and checking beside the window, so that no edit waits for it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use eframe::egui::Context;
use formats::Image;
use model::compile::{Compiled, SourceMap, compile};
use model::diagnostic::{Diagnostic, Severity};
use model::validate::validate;
use model::{AnyId, Mission};

/// What is known of one state of the mission.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// The revision of the document that it is about.
    pub revision: u64,
    /// The image, if there is one.
    pub image: Option<Arc<Image>>,
    /// Where each instruction of it came from.
    pub source_map: Arc<SourceMap>,
    /// What is to be told.
    pub diagnostics: Vec<Diagnostic>,
    /// The worst of it, record by record.
    pub worst: BTreeMap<AnyId, Severity>,
}

impl Findings {
    /// Compiles and checks a mission.
    pub fn of(revision: u64, mission: &Mission) -> Self {
        let compiled = compile(mission);
        let mut diagnostics = validate(mission, &compiled);
        diagnostics.sort_by_key(|it| std::cmp::Reverse(it.severity));
        let mut worst: BTreeMap<AnyId, Severity> = BTreeMap::new();
        for diagnostic in &diagnostics {
            if let Some(record) = &diagnostic.place.record {
                let entry = worst.entry(record.clone()).or_insert(diagnostic.severity);
                *entry = (*entry).max(diagnostic.severity);
            }
        }
        let Compiled {
            image, source_map, ..
        } = compiled;
        Self {
            revision,
            image: image.map(Arc::new),
            source_map: Arc::new(source_map),
            diagnostics,
            worst,
        }
    }

    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|it| it.severity == severity)
            .count()
    }

    /// Whether anything keeps the mission from being exported.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }
}

/// The worker, and what it found last.
pub struct Analysis {
    findings: Arc<Findings>,
    asked: u64,
    work: Sender<(u64, Arc<Mission>)>,
    done: Receiver<Findings>,
}

impl Analysis {
    /// Starts the worker, and compiles a first mission before it returns, so that the first frame
    /// already knows.
    pub fn start(context: &Context, revision: u64, mission: &Mission) -> Self {
        let (work, jobs) = channel::<(u64, Arc<Mission>)>();
        let (results, done) = channel();
        let context = context.clone();
        thread::spawn(move || {
            while let Ok(job) = jobs.recv() {
                // Only the newest state matters.
                let (revision, mission) = jobs.try_iter().last().unwrap_or(job);
                if results.send(Findings::of(revision, &mission)).is_err() {
                    break;
                }
                context.request_repaint();
            }
        });
        let findings = Arc::new(Findings::of(revision, mission));
        Self {
            findings,
            asked: revision,
            work,
            done,
        }
    }

    /// Has the worker look at a mission, if it has not yet, and takes what it found since.
    pub fn update(&mut self, revision: u64, mission: &Arc<Mission>) {
        if self.asked != revision {
            self.asked = revision;
            // A worker that is gone leaves the last findings standing.
            let _ = self.work.send((revision, Arc::clone(mission)));
        }
        // What a worker found of another state, or of a mission that is no longer open, is stale.
        let current = self.done.try_iter().filter(|it| it.revision == revision);
        if let Some(findings) = current.last() {
            self.findings = Arc::new(findings);
        }
    }

    /// Looks at a mission at once, for what cannot wait.
    pub fn look_now(&mut self, revision: u64, mission: &Mission) {
        self.asked = revision;
        self.findings = Arc::new(Findings::of(revision, mission));
    }

    /// What was found last, of the newest state or of one just before.
    pub fn findings(&self) -> &Arc<Findings> {
        &self.findings
    }
}
