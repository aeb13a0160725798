//! Where a run of an edited mission first goes another way than the run before.

use runtime::{Tick, Trace};

use super::{Moment, Names, story_of, time_text};

/// The first thing that happened otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// When, in the run that differs first.
    pub tick: Tick,
    /// What happened before the edit; `None` where nothing more did.
    pub before: Option<Moment>,
    /// What happens now.
    pub now: Option<Moment>,
}

impl Difference {
    /// The difference in a sentence.
    pub fn text(&self) -> String {
        let told = |moment: &Option<Moment>| match moment {
            Some(moment) => format!("{} {}", time_text(moment.tick), moment.text),
            None => "nothing more".to_owned(),
        };
        format!("before: {}; now: {}", told(&self.before), told(&self.now))
    }
}

/// The first thing that two runs tell otherwise, up to a moment, both in the ids that the records bear
/// now: numbers of records and places in the script move with an edit, and are no difference.
pub(super) fn first_difference(
    before: (&Trace, &Names),
    now: (&Trace, &Names),
    until: Tick,
) -> Option<Difference> {
    let mut old = told(before, until);
    let mut new = told(now, until);
    loop {
        let pair = (old.next(), new.next());
        match &pair {
            (None, None) => return None,
            (Some(before), Some(now)) if same(before, now) => {}
            _ => {
                let (before, now) = pair;
                let tick = before
                    .iter()
                    .chain(&now)
                    .map(|it| it.tick)
                    .min()
                    .unwrap_or_default();
                return Some(Difference { tick, before, now });
            }
        }
    }
}

fn told<'a>(
    (trace, names): (&'a Trace, &'a Names),
    until: Tick,
) -> impl Iterator<Item = Moment> + use<'a> {
    trace
        .iter()
        .take_while(move |entry| entry.tick <= until)
        .filter_map(|entry| story_of(entry, names))
}

fn same(before: &Moment, now: &Moment) -> bool {
    // How many ships and triggers there are is told at the start, and is what an edit changes.
    let start = before.tick == Tick(0) && before.script.is_none() && before.record.is_none();
    before.tick == now.tick && before.track == now.track && (before.text == now.text || start)
}
