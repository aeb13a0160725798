//! Where labels fit: none over another, the weightier ones first.

use std::collections::HashMap;

use glam::DVec2;

use crate::camera::Camera;
use crate::scene::{LABEL_GAP, Label};

/// Where a label goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The label's place in the list.
    pub label: usize,
    /// The upper left corner of its text on the screen, in points.
    pub min: DVec2,
    /// The lower right corner.
    pub max: DVec2,
    /// How deep the place it belongs to lies, in game units.
    pub depth: f64,
}

/// Few bodies fill their radius on every side; this much of it keeps the label off.
const BODY: f64 = 0.6;
/// A body keeps its label off by at most this share of the viewport's shorter side.
const MOST_CLEARANCE: f64 = 0.12;
/// At most this much around what is named is kept free of others' labels, in points.
const MOST_CORE: f64 = 10.0;
/// The side of a square of the screen by which labels find their neighbours, in points.
const CELL: f64 = 64.0;

/// Finds room for labels, in the order of their places in the list.
///
/// Each goes below what it names, or else above, right or left of it, and over nothing else that is
/// named; where there is no room, and where what it names is out of view, there is no label. The
/// greater priority gets its room first, then the earlier in the list, so that nothing flickers
/// while the camera turns.
pub fn place(labels: &[Label], camera: &Camera) -> Vec<Placed> {
    let eye = camera.eye();
    let mut order: Vec<(usize, &Label)> = labels.iter().enumerate().collect();
    order.sort_by_key(|(_, label)| std::cmp::Reverse(label.priority));
    let most = MOST_CLEARANCE * camera.viewport.min_element();
    let seen: Vec<Seen<'_>> = order
        .into_iter()
        .filter_map(|(index, label)| {
            let place = eye.camera_from_point(label.position);
            let (anchor, depth) = camera.project_from_camera(place)?;
            let inside = anchor.cmpge(DVec2::ZERO) & anchor.cmple(camera.viewport);
            let mut clearance = f64::from(label.clearance);
            if label.radius > 0.0 {
                let body = BODY * label.radius * camera.points_per_unit(depth);
                clearance = clearance.max(body.min(most));
            }
            inside.all().then_some(Seen {
                index,
                label,
                anchor,
                depth,
                clearance,
            })
        })
        .collect();
    let mut taken = Taken::default();
    for seen in &seen {
        // The core of what is named: a label may touch the outskirts of another's body.
        if seen.clearance > 0.0 {
            let core = DVec2::splat((0.7 * seen.clearance).min(MOST_CORE));
            taken.take(seen.anchor - core, seen.anchor + core);
        }
    }
    let mut placed: Vec<Placed> = seen
        .into_iter()
        .filter_map(|seen| {
            let (min, max) = seen
                .sides()
                .into_iter()
                .find(|(min, max)| taken.is_free(*min, *max))?;
            taken.take(min, max);
            Some(Placed {
                label: seen.index,
                min,
                max,
                depth: seen.depth,
            })
        })
        .collect();
    placed.sort_by_key(|placed| placed.label);
    placed
}

/// A label whose place is in view.
struct Seen<'a> {
    index: usize,
    label: &'a Label,
    anchor: DVec2,
    depth: f64,
    /// In points, the body counted.
    clearance: f64,
}

impl Seen<'_> {
    /// The four places for the text, the preferred first, as corners.
    fn sides(&self) -> [(DVec2, DVec2); 4] {
        let [width, height] = self.label.size.map(|side| f64::from(side).max(0.0));
        let size = DVec2::new(width, height);
        let out = self.clearance + f64::from(LABEL_GAP);
        let (out_x, out_y) = (out + width * 0.5, out + height * 0.5);
        [(0.0, out_y), (0.0, -out_y), (out_x, 0.0), (-out_x, 0.0)].map(|(x, y)| {
            let middle = self.anchor + DVec2::new(x, y);
            (middle - size * 0.5, middle + size * 0.5)
        })
    }
}

/// Rectangles that are taken, by the squares of the screen that they touch.
#[derive(Debug, Default)]
struct Taken {
    cells: HashMap<(i32, i32), Vec<(DVec2, DVec2)>>,
}

impl Taken {
    fn is_free(&self, min: DVec2, max: DVec2) -> bool {
        let (min, max) = (min - f64::from(LABEL_GAP), max + f64::from(LABEL_GAP));
        cells(min, max)
            .filter_map(|cell| self.cells.get(&cell))
            .flatten()
            .all(|(other_min, other_max)| !(min.cmplt(*other_max) & max.cmpgt(*other_min)).all())
    }

    fn take(&mut self, min: DVec2, max: DVec2) {
        for cell in cells(min, max) {
            self.cells.entry(cell).or_default().push((min, max));
        }
    }
}

fn cells(min: DVec2, max: DVec2) -> impl Iterator<Item = (i32, i32)> {
    // A text longer than some hundred squares is no label; the cast saturates.
    let cell = |place: f64| (place / CELL).floor() as i32;
    let (left, right) = (cell(min.x), cell(max.x));
    let (top, bottom) = (cell(min.y), cell(max.y));
    let right = right.min(left.saturating_add(128));
    let bottom = bottom.min(top.saturating_add(128));
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (column, row)))
}
