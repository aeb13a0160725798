//! The open mission: its records, its history, and where it is on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Result};
use formats::Image;
use model::edit::{Edit, EditError, replace};
use model::source::{Source, write};
use model::{Gesture, History, Mission, Residue};

use crate::files::{Backup, write_atomically};
use crate::mission_file::{self, Opened, Origin};
use crate::saved_texts::SavedTexts;

/// The open mission.
#[derive(Debug)]
pub struct Document {
    mission: Arc<Mission>,
    history: History,
    revision: u64,
    /// The source's file, if it has one.
    path: Option<PathBuf>,
    /// What it is called while it has no file.
    untitled: String,
    origin: Option<Origin>,
    /// The mission as it was read from an image; while it stays so, an export is that image.
    pristine: Option<Arc<Mission>>,
    /// Whether a save keeps the stale bytes of an imported image.
    keeps_residue: bool,
    /// Stale bytes that the author does not keep, in case of another mind.
    aside: Option<Arc<Residue>>,
    /// The bytes that the file held when it was last read or written by us.
    on_disk: Option<Vec<u8>>,
    /// What it held before.
    saved_texts: SavedTexts,
}

impl Document {
    /// A new mission: the player's ship, its flight group, and a routine that makes them.
    pub fn new() -> Self {
        Self::from_text(
            include_str!("../../assets/templates/new.mission.yaml"),
            "Untitled",
        )
    }

    /// The mission that comes with the program.
    pub fn example() -> Self {
        let text = include_str!("../../examples/first-sortie.mission.yaml");
        Self::from_text(text, "first-sortie (example)")
    }

    /// A mission of ours, which has no file yet. The tests read every text that is passed here.
    fn from_text(text: &str, untitled: &str) -> Self {
        let source = Source::read(text).ok();
        let mission = source
            .as_ref()
            .map(|source| source.mission.clone())
            .unwrap_or_default();
        Self {
            mission: Arc::new(mission),
            history: History::new(),
            revision: next_revision(),
            path: None,
            untitled: untitled.to_owned(),
            origin: source.map(|source| Origin::Source(Box::new(source))),
            pristine: None,
            keeps_residue: false,
            aside: None,
            on_disk: None,
            saved_texts: SavedTexts::default(),
        }
    }

    /// A mission that was opened from a file.
    pub fn opened(path: &Path, opened: Opened) -> Self {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mission = Arc::new(opened.mission);
        let (path, pristine, on_disk) = match &opened.origin {
            Origin::Source(source) => (
                Some(path.to_path_buf()),
                None,
                Some(source.text().as_bytes().to_vec()),
            ),
            Origin::Image(_) => (None, Some(Arc::clone(&mission)), None),
        };
        // A source says itself whether it keeps them; of an image they are kept on request.
        let keeps_residue = path.is_some() && mission.residue.is_some();
        Self {
            mission,
            history: History::new(),
            revision: next_revision(),
            path,
            untitled: name,
            origin: Some(opened.origin),
            pristine,
            keeps_residue,
            aside: None,
            on_disk,
            saved_texts: SavedTexts::default(),
        }
    }

    /// The mission.
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// The mission, to be looked at by a worker.
    pub fn shared(&self) -> Arc<Mission> {
        Arc::clone(&self.mission)
    }

    /// A number that is new after every change, and no other document's.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What was done to it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The source's file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What tells it from other missions between runs of the program: where its file is, or what it
    /// is called.
    pub fn key(&self) -> String {
        match &self.path {
            Some(path) => std::path::absolute(path)
                .unwrap_or_else(|_| path.clone())
                .to_string_lossy()
                .into_owned(),
            None => self.untitled.clone(),
        }
    }

    /// What it is called: its file's name, or what stands for one.
    pub fn name(&self) -> String {
        match &self.path {
            Some(path) => path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            None => self.untitled.clone(),
        }
    }

    /// A name for a file of it, without folder or ending.
    pub fn stem(&self) -> String {
        let name = self.name();
        let stem = name.split([' ', '.']).next().unwrap_or_default();
        if stem.is_empty() {
            "mission".to_owned()
        } else {
            stem.to_owned()
        }
    }

    /// Whether there is work that no file has.
    pub fn is_dirty(&self) -> bool {
        !self.history.is_saved()
    }

    /// Whether it was read from an image, whose stale bytes a save may keep.
    pub fn has_residue(&self) -> bool {
        self.mission.residue.is_some() || self.aside.is_some()
    }

    /// Whether a save keeps the stale bytes of the image that the mission was read from.
    pub fn keeps_residue(&self) -> bool {
        self.keeps_residue
    }

    /// Says whether saves keep the stale bytes. What a file has and what is exported then go by that;
    /// an image that was only opened keeps its bytes until it is saved.
    pub fn keep_residue(&mut self, keep: bool) {
        self.keeps_residue = keep;
        if let Some(bytes) = self.aside.take_if(|_| keep) {
            Arc::make_mut(&mut self.mission).residue = Some(bytes);
            self.revision = next_revision();
        }
        if self.path.is_some() {
            self.drop_residue();
            self.history.clear_saved();
        }
    }

    /// Puts the stale bytes aside if they are not kept.
    fn drop_residue(&mut self) {
        if !self.keeps_residue && self.mission.residue.is_some() {
            self.aside = Arc::make_mut(&mut self.mission).residue.take();
            self.revision = next_revision();
        }
    }

    /// Makes an edit.
    ///
    /// # Errors
    /// An [`EditError`]; nothing was changed then.
    pub fn apply(
        &mut self,
        label: impl Into<String>,
        gesture: Option<Gesture>,
        edit: Edit,
    ) -> Result<(), EditError> {
        // A worker that still looks at the mission keeps the old one.
        self.history
            .apply(Arc::make_mut(&mut self.mission), label, gesture, edit)?;
        self.revision = next_revision();
        Ok(())
    }

    /// Undoes the last step, and gives its label.
    ///
    /// # Errors
    /// An [`EditError`] if the history does not fit the mission, which no edit leads to.
    pub fn undo(&mut self) -> Result<Option<String>, EditError> {
        let undone = self.history.undo(Arc::make_mut(&mut self.mission));
        self.changed_unless_nothing(undone)
    }

    /// Makes the step that was undone last again, and gives its label.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn redo(&mut self) -> Result<Option<String>, EditError> {
        let redone = self.history.redo(Arc::make_mut(&mut self.mission));
        self.changed_unless_nothing(redone)
    }

    /// With nothing to undo, the mission is what it was.
    fn changed_unless_nothing(
        &mut self,
        done: Result<Option<String>, EditError>,
    ) -> Result<Option<String>, EditError> {
        if !matches!(done, Ok(None)) {
            self.revision = next_revision();
        }
        done
    }

    /// Undoes or redoes up to a step.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn go_to_step(&mut self, at: usize) -> Result<(), EditError> {
        self.revision = next_revision();
        self.history.go_to(Arc::make_mut(&mut self.mission), at)
    }

    /// The source's text as a save would write it.
    pub fn text(&self) -> String {
        match &self.origin {
            Some(Origin::Source(source)) => self.saved_texts.text(source, &self.mission),
            _ => write(&self.mission, self.keeps_residue),
        }
    }

    /// Saves the source to a file, which becomes the document's own. The file that stood there is kept
    /// beside it.
    ///
    /// # Errors
    /// Where the file cannot be written; then it is as it was, and the document too.
    pub fn save(&mut self, path: &Path) -> Result<()> {
        let text = self.text();
        // What was written must read back as the mission, or the next open would lose something.
        let source = Source::read(&text).map_err(|problems| {
            let first = problems
                .first()
                .map(ToString::to_string)
                .unwrap_or_default();
            anyhow::anyhow!("the source would not read back, so it was not saved: {first}")
        })?;
        let same = match &source.mission.residue {
            Some(_) => source.mission == *self.mission,
            None => {
                source.mission
                    == Mission {
                        residue: None,
                        ..(*self.mission).clone()
                    }
            }
        };
        anyhow::ensure!(
            same,
            "the source would read back as another mission, so it was not saved"
        );
        write_atomically(path, text.as_bytes(), Backup::Last)?;
        self.on_disk = Some(text.into_bytes());
        let before = self.origin.replace(Origin::Source(Box::new(source)));
        if let Some(Origin::Source(before)) = before {
            self.saved_texts.keep(*before);
        }
        self.path = Some(path.to_path_buf());
        self.history.set_saved();
        // What is exported from now on is what the file that was saved stands for.
        self.drop_residue();
        Ok(())
    }

    /// Writes the image that the game plays: the very file that was opened, if nothing was edited.
    ///
    /// # Errors
    /// Where there is no image, or the file cannot be written.
    pub fn export(&self, path: &Path, compiled: Option<&Image>) -> Result<()> {
        let bytes = match self.pristine_image() {
            Some(image) => image.bytes(),
            None => compiled
                .context("the mission has errors, so there is no image to write; see Problems")?
                .bytes(),
        };
        write_atomically(path, bytes, Backup::First)
    }

    /// Whether it is an image that nobody has edited, which is exported as it is, errors and all.
    pub fn is_image(&self) -> bool {
        self.pristine_image().is_some()
    }

    fn pristine_image(&self) -> Option<&Image> {
        let pristine = self.pristine.as_ref()?;
        match &self.origin {
            Some(Origin::Image(image)) if *pristine == self.mission => Some(image),
            _ => None,
        }
    }

    /// Whether its file on disk is no longer what we last read or wrote.
    pub fn changed_outside(&self) -> bool {
        let Some(path) = &self.path else {
            return false;
        };
        // A file that is being written, or gone for a moment, is looked at again when it changes next.
        std::fs::read(path).is_ok_and(|bytes| self.on_disk.as_ref() != Some(&bytes))
    }

    /// Whether it had a file that is gone.
    pub fn is_gone(&self) -> bool {
        let had = self.path.as_ref().filter(|_| self.on_disk.is_some());
        had.is_some_and(|path| !path.exists())
    }

    /// Takes note that its file is gone: all the work is unsaved again.
    pub fn lose_file(&mut self) {
        self.on_disk = None;
        self.history.clear_saved();
    }

    /// Takes what the file on disk holds now for known, so that it is not offered again.
    pub fn keep_ours(&mut self) {
        if let Some(bytes) = self.path.as_ref().and_then(|path| std::fs::read(path).ok()) {
            self.on_disk = Some(bytes);
        }
        self.history.clear_saved();
    }

    /// Takes what the file on disk holds now, as a step of the history: an undo brings back what was
    /// here.
    ///
    /// # Errors
    /// Where the file cannot be read as a mission; the document stays as it is.
    pub fn reload(&mut self) -> Result<()> {
        let Some(path) = self.path.clone() else {
            return Ok(());
        };
        let opened = mission_file::open(&path)?;
        let edit = replace(&self.mission, &opened.mission);
        if !edit.is_empty() {
            self.apply("Reload", None, edit)?;
        }
        if let Origin::Source(source) = &opened.origin {
            self.on_disk = Some(source.text().as_bytes().to_vec());
        }
        // Stale bytes are none of the author's edits, so they come and go with the file.
        Arc::make_mut(&mut self.mission).residue = opened.mission.residue;
        self.keeps_residue = self.mission.residue.is_some();
        self.aside = None;
        self.revision = next_revision();
        self.origin = Some(opened.origin);
        self.saved_texts.forget();
        self.history.set_saved();
        Ok(())
    }
}

/// The next number of a state; two documents never share one.
fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for Document {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::edit::{Edit, remove};
    use model::{AnyId, Collection, MissionChange, Ship, ShipChange, ShipId};

    #[test]
    fn the_missions_that_come_along_are_whole() {
        for document in [Document::new(), Document::example()] {
            assert!(
                document.mission().ships.at(0).is_some(),
                "{}",
                document.name()
            );
            assert!(!document.is_dirty());
            let found = model::validate::check(document.mission());
            assert_eq!(found, [], "{}", document.name());
        }
    }

    #[test]
    fn the_mark_goes_when_undo_comes_to_the_saved_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        let mut document = Document::example();
        document.save(&path).unwrap();
        let number = |n| Edit::Mission(MissionChange::Number(Some(n)));
        document.apply("Number", None, number(7)).unwrap();
        assert!(document.is_dirty());
        document.undo().unwrap();
        assert!(!document.is_dirty());
        document.redo().unwrap();
        document.save(&path).unwrap();
        assert!(!document.is_dirty() && !document.changed_outside());
        document.undo().unwrap();
        assert!(document.is_dirty(), "an undo past the save is a change");
        std::fs::write(&path, "source: 1\n").unwrap();
        assert!(document.changed_outside());
    }

    #[test]
    fn a_reload_can_be_undone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        let mut document = Document::example();
        document.save(&path).unwrap();
        let mine = Edit::Mission(MissionChange::Number(Some(7)));
        document.apply("Number", None, mine).unwrap();
        let with_mine = document.mission().clone();
        let theirs = document
            .text()
            .replace("number: 7", "number: 9")
            .replace("Nav 1", "Nav X");
        std::fs::write(&path, theirs).unwrap();
        assert!(document.changed_outside());
        document.reload().unwrap();
        assert!(!document.is_dirty() && !document.changed_outside());
        assert_eq!(document.mission().number, Some(9));
        document.undo().unwrap();
        assert_eq!(*document.mission(), with_mine);
        assert!(document.is_dirty());
        document.redo().unwrap();
        assert!(!document.is_dirty());
        let text = document.text();
        assert_eq!(
            text,
            std::fs::read_to_string(&path).unwrap(),
            "its comments are the file's"
        );
    }

    #[test]
    fn an_undo_of_nothing_changes_nothing() {
        let mut document = Document::example();
        let before = document.revision();
        assert_eq!(document.undo().unwrap(), None);
        assert_eq!(document.redo().unwrap(), None);
        assert_eq!(document.revision(), before);
    }

    #[test]
    fn a_file_that_goes_and_comes_back_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        let mut document = Document::example();
        document.save(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(document.is_gone() && !document.changed_outside());
        document.lose_file();
        assert!(document.is_dirty() && !document.is_gone());
        std::fs::write(&path, "source: 1\n").unwrap();
        assert!(document.changed_outside());
        document.keep_ours();
        assert!(!document.changed_outside());
    }

    #[test]
    fn a_save_touches_only_what_was_edited() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        let mut document = Document::example();
        let before = document.text();
        assert_eq!(
            before,
            include_str!("../../examples/first-sortie.mission.yaml")
        );
        let id = ShipId::new("mammoth_2").unwrap();
        let position = model::Vec3::new(1.0, 2.0, 3.5);
        document
            .apply(
                "Move",
                None,
                Edit::change(&id, ShipChange::Position(position)),
            )
            .unwrap();
        document.save(&path).unwrap();
        let after = std::fs::read_to_string(&path).unwrap();
        let changed: Vec<_> = before
            .lines()
            .zip(after.lines())
            .filter(|(old, new)| old != new)
            .collect();
        assert_eq!(
            changed,
            [(
                "    position: [-30000, 2000, 45000]",
                "    position: [1, 2, 3.5]"
            )]
        );
    }

    #[test]
    fn what_an_undo_brings_back_has_its_comments_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        let mut document = Document::example();
        let first = document.text();
        let comments = |text: &str| text.matches('#').count();
        let ship = AnyId {
            collection: Collection::Ships,
            id: "mammoth_1".into(),
        };
        let edit = remove(document.mission(), &[ship]);
        document.apply("Delete", None, edit).unwrap();
        document.save(&path).unwrap();
        let without = std::fs::read_to_string(&path).unwrap();
        assert!(comments(&without) < comments(&first));
        document.undo().unwrap();
        assert_eq!(document.text(), first, "the very text that it was");
        document.save(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), first);
        // With another edit and another save between, too.
        document.redo().unwrap();
        document.save(&path).unwrap();
        document.undo().unwrap();
        let id = ShipId::new("mammoth_2").unwrap();
        let position = model::Vec3::new(1.0, 2.0, 3.5);
        let edit = Edit::change(&id, ShipChange::Position(position));
        document.apply("Move", None, edit).unwrap();
        document.save(&path).unwrap();
        let moved = std::fs::read_to_string(&path).unwrap();
        let expected = first.replace(
            "    position: [-30000, 2000, 45000]",
            "    position: [1, 2, 3.5]",
        );
        assert_eq!(moved, expected);
    }

    #[test]
    fn stale_bytes_are_in_the_file_and_in_exports_or_in_neither() {
        let folder = tempfile::tempdir().unwrap();
        let image = model::compile::compile(Document::example().mission())
            .image
            .unwrap();
        let mut bytes = image.bytes().to_vec();
        bytes[0x72000] = 0x5A; // a stale byte in the curves' room
        let path = folder.path().join("mission7.dte");
        std::fs::write(&path, &bytes).unwrap();
        let source = folder.path().join("seven.mission.yaml");
        let mut document = Document::opened(&path, mission_file::open(&path).unwrap());
        let stale = |document: &Document| {
            let compiled = model::compile::compile(document.mission());
            compiled.image.unwrap().bytes()[0x72000]
        };
        let in_file = || {
            let opened = mission_file::open(&source).unwrap();
            stale(&Document::opened(&source, opened))
        };
        assert!(!document.keeps_residue());
        document.save(&source).unwrap();
        assert_eq!((stale(&document), in_file()), (0, 0));
        assert!(document.has_residue(), "in case of another mind");
        document.keep_residue(true);
        assert!(document.is_dirty());
        assert_eq!(stale(&document), 0x5A);
        document.save(&source).unwrap();
        assert_eq!((stale(&document), in_file()), (0x5A, 0x5A));
        let opened = mission_file::open(&source).unwrap();
        let mut again = Document::opened(&source, opened);
        assert!(again.keeps_residue());
        again.keep_residue(false);
        again.save(&source).unwrap();
        assert_eq!((stale(&again), in_file()), (0, 0));
        // Another program's file brings its own.
        document.save(&source).unwrap();
        again.reload().unwrap();
        assert_eq!((stale(&again), in_file()), (0x5A, 0x5A));
        again.save(&source).unwrap();
        assert_eq!(in_file(), 0x5A);
    }

    #[test]
    fn an_untouched_image_is_exported_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let image = model::compile::compile(Document::example().mission())
            .image
            .unwrap();
        let mut bytes = image.bytes().to_vec();
        bytes[0x72000] = 0x5A; // a stale byte in the curves' room
        let path = folder.path().join("mission7.dte");
        std::fs::write(&path, &bytes).unwrap();
        let mut document = Document::opened(&path, mission_file::open(&path).unwrap());
        assert_eq!(document.mission().number, Some(7));
        let out = folder.path().join("out.dte");
        document.export(&out, None).unwrap();
        assert_eq!(std::fs::read(&out).unwrap(), bytes);
        // One ship more: the stale byte is still there.
        let ship = Ship::new(ShipId::new("extra").unwrap());
        document.apply("Add", None, Edit::insert(1, ship)).unwrap();
        let compiled = model::compile::compile(document.mission());
        document.export(&out, compiled.image.as_ref()).unwrap();
        assert_eq!(std::fs::read(&out).unwrap()[0x72000], 0x5A);
    }
}
