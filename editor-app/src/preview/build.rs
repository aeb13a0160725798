//! A mission as it was compiled for a run, with what its numbers and instructions came from.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::mpsc::{Receiver, Sender};

use formats::Image;
use model::Mission;
use model::compile::SourceMap;
use runtime::debug::{Coverage, Position, Tally};
use runtime::{Tick, Trace};

use crate::analysis::Findings;
use crate::breakpoints::Resolved;
use crate::mission_test::Start;

use super::control::Control;
use super::report::Report;
use super::worker::NOT_LOOKED;
use super::{Names, Running, Standing, statements_of};

/// A mission that runs, as the author has it.
pub(crate) struct Build {
    /// The image that runs.
    pub(crate) image: Arc<Image>,
    pub(crate) mission: Arc<Mission>,
    pub(crate) source_map: Arc<SourceMap>,
    /// The document's revision that it is of.
    pub(crate) revision: u64,
}

impl Build {
    /// The document as it was compiled last, if it has an image.
    pub(crate) fn of(findings: &Findings, mission: &Arc<Mission>) -> Option<Self> {
        Some(Self {
            image: Arc::clone(findings.image.as_ref()?),
            mission: Arc::clone(mission),
            source_map: Arc::clone(&findings.source_map),
            revision: findings.revision,
        })
    }

    /// Its records by the numbers that they have in it.
    pub(crate) fn names(&self) -> Names {
        Names::new(&self.mission).with_image(&self.image)
    }
}

impl Running {
    /// A run of a build, of which nothing is told yet.
    pub(super) fn of(
        build: &Build,
        names: Names,
        control: Sender<Control>,
        reports: Receiver<Report>,
    ) -> Self {
        Self {
            control,
            reports,
            linked: false,
            over: false,
            foreign: false,
            image: Arc::clone(&build.image),
            names,
            source_map: Arc::clone(&build.source_map),
            mission: Arc::clone(&build.mission),
            built: Arc::clone(&build.mission),
            seen: Arc::clone(&build.mission),
            start: Start::default(),
            compared: (build.revision, false),
            statements: statements_of(&build.source_map),
            standing: Standing::Still,
            looked: Arc::new(AtomicU32::new(NOT_LOOKED)),
            asked: 0,
            obeyed: 0,
            replaced: 0,
            position: Position::end_of(Tick(0)),
            stop: None,
            coverage: Coverage::default(),
            tally: Tally::default(),
            inputs: Vec::new(),
            difference: None,
            why: None,
            test: None,
            notes: Vec::new(),
            resolved: Resolved::default(),
            resolved_of: None,
            snapshot: None,
            head: Tick(0),
            moments: Vec::new(),
            trace: Trace::default(),
            told: 0,
            gaps: BTreeMap::new(),
        }
    }
}
