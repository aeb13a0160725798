//! Noticing that the open file changed outside.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use eframe::egui::Context;
use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{Debouncer, RecommendedCache, new_debouncer};

/// Several writes within this time are one.
const SETTLE: Duration = Duration::from_millis(300);

/// Watches the folder of the open file, since most programs save by putting a new file in the place
/// of the old one.
#[derive(Default)]
pub struct FileWatch {
    watched: Option<Watched>,
}

struct Watched {
    path: PathBuf,
    events: Receiver<()>,
    /// Stops watching when it is dropped.
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl FileWatch {
    /// Watches a file, or none; watching the same one again changes nothing.
    pub fn watch(&mut self, context: &Context, path: Option<&Path>) {
        if self.watched.as_ref().map(|it| it.path.as_path()) == path {
            return;
        }
        self.watched = path.and_then(|path| start(context, path));
    }

    /// Whether something happened to the file since this was last asked.
    pub fn changed(&self) -> bool {
        self.watched
            .as_ref()
            .is_some_and(|it| it.events.try_iter().count() > 0)
    }
}

/// Whether something may be another afterwards: our own reading of the file is none of it.
fn changes(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// `None` where the platform cannot watch the folder; then changes are seen when the mission is saved.
fn start(context: &Context, path: &Path) -> Option<Watched> {
    let absolute = std::path::absolute(path).ok()?;
    let folder = absolute.parent()?.to_path_buf();
    let name = absolute.file_name()?.to_owned();
    let (sender, events) = channel();
    let context = context.clone();
    let mut debouncer = new_debouncer(
        SETTLE,
        None,
        move |result: notify_debouncer_full::DebounceEventResult| {
            let ours = result.is_ok_and(|events| {
                events
                    .iter()
                    .filter(|event| changes(event.kind))
                    .any(|event| {
                        event
                            .paths
                            .iter()
                            .any(|path| path.file_name() == Some(name.as_os_str()))
                    })
            });
            if ours && sender.send(()).is_ok() {
                context.request_repaint();
            }
        },
    )
    .ok()?;
    debouncer.watch(&folder, RecursiveMode::NonRecursive).ok()?;
    Some(Watched {
        path: path.to_path_buf(),
        events,
        _debouncer: debouncer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{CreateKind, ModifyKind, RemoveKind, RenameMode};

    #[test]
    fn reading_the_file_is_no_change_of_it() {
        for kind in [
            EventKind::Access(AccessKind::Any),
            EventKind::Access(AccessKind::Read),
            EventKind::Access(AccessKind::Open(AccessMode::Read)),
            EventKind::Access(AccessKind::Close(AccessMode::Read)),
        ] {
            assert!(!changes(kind), "{kind:?}");
        }
        for kind in [
            EventKind::Access(AccessKind::Close(AccessMode::Write)),
            EventKind::Create(CreateKind::File),
            EventKind::Modify(ModifyKind::Any),
            EventKind::Modify(ModifyKind::Name(RenameMode::To)),
            EventKind::Remove(RemoveKind::File),
            EventKind::Any,
        ] {
            assert!(changes(kind), "{kind:?}");
        }
    }
}
