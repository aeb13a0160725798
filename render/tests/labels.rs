//! Room for labels.

use glam::{DVec2, DVec3, dvec2, dvec3};
use render::labels::{Placed, place};
use render::{Camera, Label, Projection};

/// A camera that shows one game unit as one point, X right and Y down, the origin in the middle.
fn camera() -> Camera {
    let mut camera = Camera {
        yaw: 0.0,
        pitch: 0.0,
        projection: Projection::Orthographic,
        ..Camera::new(dvec2(800.0, 600.0))
    };
    camera.distance = camera.focal_length();
    camera
}

fn label(x: f64, y: f64, priority: i32) -> Label {
    Label {
        clearance: 8.0,
        priority,
        ..Label::new("Alpha 1", [60.0, 14.0], dvec3(x, y, 0.0))
    }
}

fn apart(a: &Placed, b: &Placed) -> bool {
    a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y
}

#[test]
fn a_lone_label_goes_below_its_place() {
    let placed = place(&[label(0.0, 0.0, 0)], &camera());
    let [only] = placed.as_slice() else {
        panic!("one label, one place")
    };
    assert!(
        only.min.abs_diff_eq(dvec2(370.0, 311.0), 1e-6),
        "{}",
        only.min
    );
    assert!(
        only.max.abs_diff_eq(dvec2(430.0, 325.0), 1e-6),
        "{}",
        only.max
    );
    assert_eq!(only.label, 0);
}

#[test]
fn a_centred_label_goes_over_its_place() {
    let placed = place(&[label(0.0, 0.0, 0).centred()], &camera());
    let middle = (placed[0].min + placed[0].max) * 0.5;
    assert!(middle.abs_diff_eq(dvec2(400.0, 300.0), 1e-4), "{middle}");
}

#[test]
fn neighbours_take_other_sides_until_none_is_left() {
    let labels: Vec<Label> = (0..6).map(|_| label(0.0, 0.0, 0)).collect();
    let placed = place(&labels, &camera());
    assert_eq!(placed.len(), 4, "below, above, right and left");
    for (index, one) in placed.iter().enumerate() {
        assert!(placed[index + 1..].iter().all(|other| apart(one, other)));
    }
    assert_eq!(
        placed.iter().map(|placed| placed.label).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
}

#[test]
fn the_greater_priority_gets_the_room() {
    let mut labels: Vec<Label> = (0..5).map(|_| label(0.0, 0.0, 0)).collect();
    labels.push(label(0.0, 0.0, 7));
    let placed = place(&labels, &camera());
    let best = placed.iter().find(|placed| placed.label == 5).unwrap();
    assert!(best.min.y > 300.0, "below, where it likes best");
    assert!(placed.iter().all(|placed| placed.label != 4));
}

#[test]
fn a_label_keeps_off_bodies() {
    let body = Label {
        radius: 40.0,
        ..label(0.0, 0.0, 0)
    };
    let placed = place(std::slice::from_ref(&body), &camera());
    assert!((placed[0].min.y - 327.0).abs() < 1e-6, "below the body");
    let vast = Label {
        radius: 1e6,
        ..body
    };
    let placed = place(&[vast], &camera());
    assert!(placed[0].max.y < 600.0, "within the view all the same");
    // Something named stands where the label would go.
    let placed = place(&[label(0.0, 0.0, 0), label(0.0, 15.0, 0)], &camera());
    assert!(placed[0].max.y < 300.0, "above instead");
}

#[test]
fn nothing_is_written_for_what_is_out_of_view() {
    let mut camera = camera();
    let labels = [
        label(500.0, 0.0, 0),
        label(0.0, -301.0, 0),
        Label {
            position: DVec3::NAN,
            ..label(0.0, 0.0, 0)
        },
    ];
    assert_eq!(place(&labels, &camera), []);
    camera.projection = Projection::Perspective;
    let behind = Label {
        position: camera.position() - camera.forward(),
        ..label(0.0, 0.0, 0)
    };
    assert_eq!(place(&[behind], &camera), []);
}

#[test]
fn a_crowd_has_no_overlap() {
    let labels: Vec<Label> = (0..512_i32)
        .map(|n| {
            label(
                f64::from(n * 37 % 780 - 390),
                f64::from(n * 53 % 580 - 290),
                n % 3,
            )
        })
        .collect();
    let placed = place(&labels, &camera());
    assert!(placed.len() > 50);
    for (index, one) in placed.iter().enumerate() {
        assert!(placed[index + 1..].iter().all(|other| apart(one, other)));
    }
    // The same twice: nothing depends on the order of a hash table.
    assert_eq!(placed, place(&labels, &camera()));
}

#[test]
fn absurd_sizes_are_borne() {
    let labels = [
        Label {
            size: [f32::INFINITY, 1e30],
            ..label(0.0, 0.0, 0)
        },
        Label {
            size: [f32::NAN, -5.0],
            ..label(1.0, 1.0, 0)
        },
    ];
    let placed = place(&labels, &Camera::new(DVec2::new(100.0, 100.0)));
    assert!(placed.len() <= 2);
}
