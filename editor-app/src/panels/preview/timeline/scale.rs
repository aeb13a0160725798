//! Which stretch of a run the timeline shows, and where on the screen.

/// What the timeline spans at least while it shows everything, in ticks.
const SHORTEST: f32 = 60.0 * runtime::TICKS_PER_SECOND as f32;
/// The shortest stretch that it shows, in ticks.
const SHORTEST_VIEW: f32 = runtime::TICKS_PER_SECOND as f32;
/// Where in the stretch the moment that is shown stands once the stretch has followed it.
const FOLLOWED: f32 = 0.1;

/// Ticks as places on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    /// Where the first tick is, in points, and how many points there are.
    pub(super) left: f32,
    pub(super) width: f32,
    /// The stretch, in ticks.
    pub(super) first: f32,
    pub(super) ticks: f32,
}

impl Scale {
    pub(super) fn x(&self, tick: u32) -> f32 {
        self.left + (tick as f32 - self.first) / self.ticks * self.width
    }

    /// The tick at a place; the first one for a place before it.
    pub(super) fn tick(&self, x: f32) -> u32 {
        self.at(x).max(0.0) as u32
    }

    fn at(&self, x: f32) -> f32 {
        (x - self.left) / self.width * self.ticks + self.first
    }
}

/// Which stretch is shown; everything, unless a part was chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct View {
    part: Option<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    first: f32,
    ticks: f32,
}

impl View {
    /// The scale for a run that has come to `head`, in a room on the screen.
    pub(super) fn scale(&self, head: u32, left: f32, width: f32) -> Scale {
        let part = self.part.unwrap_or(Part {
            first: 0.0,
            ticks: whole(head),
        });
        Scale {
            left,
            width,
            first: part.first,
            ticks: part.ticks,
        }
    }

    pub(super) fn is_part(&self) -> bool {
        self.part.is_some()
    }

    pub(super) fn show_all(&mut self) {
        self.part = None;
    }

    /// Shows a stretch that is so many times shorter, with the same tick at a place on the screen.
    pub(super) fn zoom(&mut self, factor: f32, x: f32, scale: &Scale, head: u32) {
        let about = scale.at(x);
        let ticks = (scale.ticks / factor).max(SHORTEST_VIEW);
        let before = (about - scale.first) * (ticks / scale.ticks);
        self.part = (ticks < whole(head)).then(|| Part {
            first: within(about - before, ticks, head),
            ticks,
        });
    }

    /// Shows what is so many points farther on.
    pub(super) fn pan(&mut self, points: f32, scale: &Scale, head: u32) {
        if let Some(part) = &mut self.part {
            let by = points / scale.width * scale.ticks;
            part.first = within(part.first + by, part.ticks, head);
        }
    }

    /// Goes along with the moment that is shown, where it has left the stretch.
    pub(super) fn follow(&mut self, now: u32, head: u32) {
        if let Some(part) = &mut self.part {
            let now = now as f32;
            if now < part.first || now > part.first + part.ticks {
                part.first = within(now - part.ticks * FOLLOWED, part.ticks, head);
            }
        }
    }
}

fn whole(head: u32) -> f32 {
    (head as f32).max(SHORTEST)
}

/// The first tick of a stretch that does not lie outside the run.
fn within(first: f32, ticks: f32, head: u32) -> f32 {
    first.clamp(0.0, (whole(head) - ticks).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five minutes.
    const HEAD: u32 = 30_000;

    #[test]
    fn a_zoom_keeps_the_tick_under_the_pointer() {
        let mut view = View::default();
        let all = view.scale(HEAD, 100.0, 600.0);
        assert_eq!((all.x(0), all.x(HEAD)), (100.0, 700.0));
        assert_eq!(all.tick(400.0), 15_000);
        view.zoom(4.0, 400.0, &all, HEAD);
        let near = view.scale(HEAD, 100.0, 600.0);
        assert_eq!(near.tick(400.0), 15_000);
        assert_eq!(near.ticks, 7_500.0);
        // Back out, everything is shown again.
        view.zoom(0.1, 400.0, &near, HEAD);
        assert!(!view.is_part());
    }

    #[test]
    fn a_stretch_stays_within_the_run_and_does_not_vanish() {
        let mut view = View::default();
        let all = view.scale(HEAD, 0.0, 600.0);
        view.zoom(1e9, 0.0, &all, HEAD);
        let nearest = view.scale(HEAD, 0.0, 600.0);
        assert_eq!((nearest.first, nearest.ticks), (0.0, SHORTEST_VIEW));
        view.pan(-500.0, &nearest, HEAD);
        assert_eq!(view.scale(HEAD, 0.0, 600.0).first, 0.0);
        view.pan(1e9, &nearest, HEAD);
        let last = view.scale(HEAD, 0.0, 600.0);
        assert_eq!(last.first, 30_000.0 - SHORTEST_VIEW);
        view.show_all();
        assert_eq!(view.scale(HEAD, 0.0, 600.0), all);
    }

    #[test]
    fn a_stretch_follows_the_moment_that_is_shown() {
        let mut view = View::default();
        let all = view.scale(HEAD, 0.0, 600.0);
        view.zoom(10.0, 0.0, &all, HEAD);
        view.follow(2_999, HEAD);
        assert_eq!(view.scale(HEAD, 0.0, 600.0).first, 0.0, "it is in sight");
        view.follow(9_000, HEAD);
        assert_eq!(view.scale(HEAD, 0.0, 600.0).first, 8_700.0);
    }
}
