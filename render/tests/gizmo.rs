//! The gizmo, by plain numbers.

use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use proptest::prelude::*;
use render::gizmo::{Axis, Handle, Mode, Snap, Space};
use render::spaces::orientation_from_degrees;
use render::{AxisView, Camera, Delta, Drag, Gizmo, Theme};

const HERE: DVec3 = DVec3::new(1e7, 2e4, -3e7);

fn camera() -> Camera {
    Camera {
        focus: HERE,
        distance: 5_000.0,
        yaw: 30.0,
        pitch: -25.0,
        ..Camera::new(dvec2(800.0, 600.0))
    }
}

fn gizmo(mode: Mode) -> Gizmo {
    Gizmo::new(HERE, mode)
}

/// The place on the screen of a share of the gizmo's size along a direction.
fn on(gizmo: &Gizmo, camera: &Camera, offset: DVec3) -> DVec2 {
    let scale = gizmo.scale(camera).unwrap();
    camera.project(gizmo.position + offset * scale).unwrap()
}

#[track_caller]
fn close(got: DVec3, want: DVec3, tolerance: f64) {
    assert!(got.abs_diff_eq(want, tolerance), "got {got}, want {want}");
}

#[test]
fn every_handle_is_under_its_own_place() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let table = [
        (DVec3::ZERO, Some(Handle::Centre)),
        (DVec3::X * 0.7, Some(Handle::Axis(Axis::X))),
        (DVec3::Y * 0.7, Some(Handle::Axis(Axis::Y))),
        (DVec3::Z * 0.7, Some(Handle::Axis(Axis::Z))),
        (dvec3(0.0, 0.38, 0.38), Some(Handle::Plane(Axis::X))),
        (dvec3(0.38, 0.0, 0.38), Some(Handle::Plane(Axis::Y))),
        (dvec3(0.38, 0.38, 0.0), Some(Handle::Plane(Axis::Z))),
        (DVec3::X * 1.4, None),
        (dvec3(-0.8, -0.8, 0.0), None),
    ];
    for (offset, want) in table {
        assert_eq!(
            gizmo.hover(&camera, on(&gizmo, &camera, offset)),
            want,
            "at {offset}"
        );
    }
}

#[test]
fn every_ring_is_under_its_own_place() {
    let camera = camera();
    let gizmo = gizmo(Mode::Rotate);
    let towards_eye = -camera.forward();
    for axis in Axis::ALL {
        let normal = match axis {
            Axis::X => DVec3::X,
            Axis::Y => DVec3::Y,
            Axis::Z => DVec3::Z,
        };
        // The nearest place of the ring; a little aside, where no other ring is.
        let near = (towards_eye - normal * towards_eye.dot(normal)).normalize();
        let aside = DQuat::from_axis_angle(normal, 0.35) * near;
        let pointer = on(&gizmo, &camera, aside * 0.9);
        assert_eq!(
            gizmo.hover(&camera, pointer),
            Some(Handle::Ring(axis)),
            "{axis:?}"
        );
        let behind = on(&gizmo, &camera, -aside * 0.9);
        assert_ne!(
            gizmo.hover(&camera, behind),
            Some(Handle::Ring(axis)),
            "{axis:?}"
        );
    }
    let edge = on(&gizmo, &camera, camera.right() * 1.12);
    assert_eq!(gizmo.hover(&camera, edge), Some(Handle::ViewRing));
    let outside = on(&gizmo, &camera, camera.right() * 1.3);
    assert_eq!(gizmo.hover(&camera, outside), None);
}

#[test]
fn it_keeps_its_size_on_the_screen() {
    let gizmo = gizmo(Mode::Move);
    for distance in [10.0, 5_000.0, 1e9] {
        let camera = Camera {
            distance,
            ..camera()
        };
        let tip = on(&gizmo, &camera, camera.right());
        let size = tip.distance(camera.project(HERE).unwrap());
        assert!((size - gizmo.size).abs() < 1e-3, "{size} at {distance}");
    }
}

#[test]
fn an_axis_drag_changes_that_axis_alone() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    for axis in Axis::ALL {
        let (unit, pick): (DVec3, fn(DVec3) -> f64) = match axis {
            Axis::X => (DVec3::X, |v| v.x),
            Axis::Y => (DVec3::Y, |v| v.y),
            Axis::Z => (DVec3::Z, |v| v.z),
        };
        let start = on(&gizmo, &camera, unit * 0.7);
        let mut drag = gizmo.begin(&camera, start).unwrap();
        assert_eq!(drag.handle(), Handle::Axis(axis));
        // Off the axis too, as hands are.
        let delta = drag.update(&camera, start + dvec2(37.0, -23.0), Snap::default());
        let moved = pick(delta.translation);
        assert!(moved != 0.0);
        assert_eq!(delta.translation, unit * moved + DVec3::ZERO);
        assert_eq!(delta.degrees, 0.0);
        let place = delta.place(dvec3(0.1, 0.2, 0.3), HERE);
        let others = place - unit * pick(place);
        let want = dvec3(0.1, 0.2, 0.3);
        assert_eq!(others, want - unit * pick(want));
    }
}

#[test]
fn an_axis_drag_follows_the_pointer() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let scale = gizmo.scale(&camera).unwrap();
    let mut drag = gizmo
        .begin(&camera, on(&gizmo, &camera, DVec3::Z * 0.5))
        .unwrap();
    let delta = drag.update(
        &camera,
        on(&gizmo, &camera, DVec3::Z * 2.5),
        Snap::default(),
    );
    close(delta.translation, DVec3::Z * scale * 2.0, 1e-3);
    assert!((drag.amount() - scale * 2.0).abs() < 1e-3);
}

#[test]
fn a_plane_drag_keeps_out_of_its_normal() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let scale = gizmo.scale(&camera).unwrap();
    let start = dvec3(0.38, 0.0, 0.38);
    let mut drag = gizmo.begin(&camera, on(&gizmo, &camera, start)).unwrap();
    let there = start + dvec3(0.7, 0.0, -0.4);
    let delta = drag.update(&camera, on(&gizmo, &camera, there), Snap::default());
    assert_eq!(delta.translation.y, 0.0);
    close(delta.translation, dvec3(0.7, 0.0, -0.4) * scale, 1e-3);
}

#[test]
fn the_centre_moves_across_the_view() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let start = on(&gizmo, &camera, DVec3::ZERO);
    let mut drag = gizmo.begin(&camera, start).unwrap();
    let delta = drag.update(&camera, start + dvec2(100.0, -40.0), Snap::default());
    let unit = camera.units_per_point(camera.distance);
    let want = camera.right() * 100.0 * unit - camera.down() * 40.0 * unit;
    close(delta.translation, want, 1e-3);
}

#[test]
fn the_centre_keeps_the_depth_of_an_axis_view_to_the_bit() {
    let mut camera = camera();
    camera.set_axis_view(AxisView::Top);
    let gizmo = gizmo(Mode::Move);
    let start = camera.project(HERE).unwrap();
    let mut drag = gizmo.begin(&camera, start).unwrap();
    let delta = drag.update(&camera, start + dvec2(31.0, 17.0), Snap::default());
    assert_eq!(delta.translation.y, 0.0);
    assert!(delta.translation.x > 0.0 && delta.translation.z < 0.0);
}

#[test]
fn amounts_snap_in_the_shown_space() {
    let camera = camera();
    let snap = Snap {
        step: Some(100.0),
        degrees: Some(15.0),
        precise: false,
    };
    let local = Gizmo {
        space: Space::Local,
        orientation: orientation_from_degrees(35.0, 10.0, 0.0),
        ..gizmo(Mode::Move)
    };
    let nose = local.orientation * DVec3::Z;
    let start = on(&local, &camera, nose * 0.6);
    let mut drag = local.begin(&camera, start).unwrap();
    let delta = drag.update(&camera, on(&local, &camera, nose * 1.7), snap);
    let steps = delta.translation.dot(nose) / 100.0;
    assert!((steps - steps.round()).abs() < 1e-9 && steps.round() >= 1.0);
    close(delta.translation, nose * steps.round() * 100.0, 1e-6);

    let start = on(&gizmo(Mode::Move), &camera, dvec3(0.38, 0.0, 0.38));
    let mut drag = gizmo(Mode::Move).begin(&camera, start).unwrap();
    let moved = drag
        .update(&camera, start + dvec2(60.0, 40.0), snap)
        .translation;
    assert_eq!(moved, (moved / 100.0).round() * 100.0);
    assert!(moved.length() > 0.0);
}

#[test]
fn a_precise_pointer_counts_for_a_tenth() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let start = camera.project(HERE).unwrap();
    let grab = || gizmo.grab(&camera, start, Handle::Centre);
    let precise = Snap {
        precise: true,
        ..Snap::default()
    };
    let full = grab().update(&camera, start + dvec2(10.0, 0.0), Snap::default());
    let tenth = grab().update(&camera, start + dvec2(100.0, 0.0), precise);
    close(full.translation, tenth.translation, 1e-6);
    // Letting the key go again makes no jump.
    let mut drag = grab();
    drag.update(&camera, start + dvec2(100.0, 0.0), precise);
    let after = drag.update(&camera, start + dvec2(100.0, 0.0), Snap::default());
    close(after.translation, tenth.translation, 1e-6);
}

#[test]
fn typed_amounts_replace_the_pointer() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let start = on(&gizmo, &camera, DVec3::X * 0.7);
    let mut drag = gizmo.begin(&camera, start).unwrap();
    drag.set_amount(Some(-250.0));
    let delta = drag.update(&camera, start + dvec2(90.0, 0.0), Snap::default());
    assert_eq!(delta.translation, dvec3(-250.0, 0.0, 0.0));
    assert_eq!((drag.amount(), drag.typed()), (-250.0, Some(-250.0)));
    drag.set_amount(None);
    let delta = drag.update(&camera, start, Snap::default());
    assert!(delta.is_identity());
    drag.set_amount(Some(f64::NAN));
    assert_eq!(drag.typed(), None);

    let mut drag = gizmo.grab(&camera, start, Handle::Plane(Axis::Y));
    drag.set_amount(Some(100.0));
    let delta = drag.update(&camera, start, Snap::default());
    close(delta.translation, dvec3(0.0, 0.0, 100.0), 1e-9);

    let rotate = self::gizmo(Mode::Rotate);
    let mut drag = rotate.grab(&camera, start, Handle::Ring(Axis::Y));
    drag.set_amount(Some(450.0));
    let delta = drag.update(&camera, start, Snap::default());
    assert_eq!((delta.axis, delta.degrees), (DVec3::Y, 450.0));
    close(
        delta.orientation(DQuat::IDENTITY) * DVec3::Z,
        DVec3::X,
        1e-9,
    );
}

#[test]
fn locks_change_the_axis_in_the_middle_of_a_drag() {
    let camera = camera();
    let gizmo = gizmo(Mode::Move);
    let start = camera.project(HERE).unwrap();
    let there = start + dvec2(80.0, 50.0);
    let mut drag = gizmo.grab(&camera, start, Handle::Centre);
    let free = drag.update(&camera, there, Snap::default());
    drag.lock_axis(Axis::Z);
    let locked = drag.update(&camera, there, Snap::default());
    assert_eq!((locked.translation.x, locked.translation.y), (0.0, 0.0));
    assert_eq!(drag.handle(), Handle::Axis(Axis::Z));
    let mut same = gizmo.grab(&camera, start, Handle::Axis(Axis::Z));
    assert_eq!(same.update(&camera, there, Snap::default()), locked);
    drag.lock_plane(Axis::Y);
    let flat = drag.update(&camera, there, Snap::default());
    assert_eq!(flat.translation.y, 0.0);
    assert!(flat.translation.x != 0.0 && flat.translation.z != 0.0);
    drag.lock_plane(Axis::Y);
    assert_eq!(drag.handle(), Handle::Centre, "the same key lets go");
    assert_eq!(drag.update(&camera, there, Snap::default()), free);
}

#[test]
fn cancelling_changes_nothing() {
    let camera = camera();
    let start = camera.project(HERE).unwrap();
    let mut drag = gizmo(Mode::Move).grab(&camera, start, Handle::Centre);
    drag.update(&camera, start + dvec2(80.0, 50.0), Snap::default());
    let delta = drag.cancel();
    let place = dvec3(1e7 + 0.1, -0.3, 1e-9);
    let orientation = orientation_from_degrees(11.0, 22.0, 33.0);
    assert!(delta.is_identity());
    assert_eq!(delta.place(place, HERE), place);
    assert_eq!(delta.orientation(orientation), orientation);
}

/// Drags a ring by an angle about its axis, in small steps, as a hand would.
fn turn(gizmo: &Gizmo, camera: &Camera, handle: Handle, axis: DVec3, degrees: f64) -> Drag {
    let towards_eye = -camera.forward();
    let out = (towards_eye - axis * towards_eye.dot(axis))
        .try_normalize()
        .unwrap_or_else(|| axis.any_orthonormal_vector());
    let at = |share: f64| {
        let turn = DQuat::from_axis_angle(axis, (degrees * share).to_radians());
        on(gizmo, camera, turn * out * 0.9)
    };
    let mut drag = gizmo.grab(camera, at(0.0), handle);
    for step in 1..=40 {
        drag.update(camera, at(f64::from(step) / 40.0), Snap::default());
    }
    drag
}

#[test]
fn rings_turn_right_handed_about_their_axes() {
    let camera = camera();
    let gizmo = gizmo(Mode::Rotate);
    for (axis, unit) in [
        (Axis::X, DVec3::X),
        (Axis::Y, DVec3::Y),
        (Axis::Z, DVec3::Z),
    ] {
        for degrees in [35.0, -80.0, 300.0, -700.0] {
            let delta = turn(&gizmo, &camera, Handle::Ring(axis), unit, degrees).delta();
            assert_eq!(delta.axis, unit);
            assert!(
                (delta.degrees - degrees).abs() < 1e-3,
                "{} for {degrees}",
                delta.degrees
            );
            assert_eq!(delta.translation, DVec3::ZERO);
        }
    }
    let delta = turn(&gizmo, &camera, Handle::ViewRing, camera.forward(), 120.0).delta();
    close(delta.axis, camera.forward(), 1e-12);
    assert!((delta.degrees - 120.0).abs() < 1e-3);
}

#[test]
fn turns_of_ten_degrees_about_y_add_ten_to_the_yaw() {
    let delta = Delta::rotation(DVec3::Y, 10.0);
    let turned = delta.orientation(orientation_from_degrees(30.0, 5.0, 0.0));
    let [yaw, pitch, roll] = render::spaces::degrees_from_orientation(turned);
    assert!((yaw - 40.0).abs() < 1e-9 && (pitch - 5.0).abs() < 1e-9 && roll.abs() < 1e-9);
    let place = delta.place(HERE + DVec3::Z * 1_000.0, HERE);
    let (sin, cos) = 10_f64.to_radians().sin_cos();
    close(place, HERE + dvec3(sin, 0.0, cos) * 1_000.0, 1e-6);
}

#[test]
fn turns_snap_by_their_amount() {
    let camera = camera();
    let gizmo = gizmo(Mode::Rotate);
    let snap = Snap {
        degrees: Some(15.0),
        ..Snap::default()
    };
    let mut drag = turn(&gizmo, &camera, Handle::Ring(Axis::Y), DVec3::Y, 52.0);
    let pointer = {
        // Where the turn ended.
        let towards_eye = -camera.forward();
        let out = (towards_eye - DVec3::Y * towards_eye.y).normalize();
        let turn = DQuat::from_rotation_y(52_f64.to_radians());
        on(&gizmo, &camera, turn * out * 0.9)
    };
    assert_eq!(drag.update(&camera, pointer, snap).degrees, 45.0);
}

#[test]
fn a_ring_seen_edge_on_turns_by_dragging_across_it() {
    let camera = Camera {
        yaw: 0.0,
        pitch: 0.0,
        ..camera()
    };
    let gizmo = gizmo(Mode::Rotate);
    let start = camera.project(HERE).unwrap();
    let mut drag = gizmo.grab(&camera, start, Handle::Ring(Axis::Y));
    let delta = drag.update(&camera, start + dvec2(gizmo.size, 0.0), Snap::default());
    // About +Y, down, what is near goes to the left as the turn grows.
    let near = HERE - DVec3::Z * 100.0;
    assert!(
        delta.place(near, HERE).x > near.x,
        "the near side follows the pointer"
    );
    assert!((delta.degrees.abs() - 1_f64.to_degrees()).abs() < 1e-6);
}

#[test]
fn the_ball_rolls_with_the_pointer() {
    let camera = camera();
    let gizmo = gizmo(Mode::Rotate);
    let start = camera.project(HERE).unwrap();
    let near = HERE - camera.forward() * 100.0;
    for way in [dvec2(20.0, 0.0), dvec2(0.0, 20.0), dvec2(-14.0, 9.0)] {
        let mut drag = gizmo.grab(&camera, start, Handle::Ball);
        let delta = drag.update(&camera, start + way, Snap::default());
        let moved =
            camera.project(delta.place(near, HERE)).unwrap() - camera.project(near).unwrap();
        assert!(
            moved.normalize().dot(way.normalize()) > 0.999,
            "{moved} for {way}"
        );
    }
}

#[test]
fn the_horizon_is_no_place_to_go() {
    let camera = Camera {
        pitch: -5.0,
        ..camera()
    };
    let gizmo = gizmo(Mode::Move);
    let start = on(&gizmo, &camera, dvec3(0.38, 0.0, 0.38));
    let mut drag = gizmo.grab(&camera, start, Handle::Plane(Axis::Y));
    let last = drag.update(&camera, start + dvec2(10.0, 0.0), Snap::default());
    let beyond = drag.update(&camera, dvec2(400.0, -3_000.0), Snap::default());
    assert_eq!(beyond, last);
}

#[test]
fn pictures_have_the_handles_and_their_letters() {
    let theme = Theme::dark();
    let camera = camera();
    let scene = gizmo(Mode::Move).scene(&camera, &theme, Some(Handle::Axis(Axis::X)), None);
    let letters: Vec<&str> = scene
        .labels
        .iter()
        .map(|label| label.text.as_str())
        .collect();
    assert_eq!(letters, ["X", "Y", "Z"]);
    assert_eq!(scene.labels[0].colour, theme.active_handle);
    assert_eq!(scene.labels[1].colour, theme.axis_y);
    let behind = Gizmo {
        position: camera.position() - camera.forward(),
        ..gizmo(Mode::Move)
    };
    let scene = behind.scene(&camera, &theme, None, None);
    assert!(scene.shapes.is_empty() && scene.lines.is_empty());
    assert_eq!(behind.hover(&camera, dvec2(400.0, 300.0)), None);
}

proptest! {
    #[test]
    fn deltas_are_finite_wherever_the_pointer_goes(
        yaw in -180.0..180.0, pitch in -90.0..90.0,
        x in -2000.0..3000.0, y in -2000.0..3000.0,
        handle in prop_oneof![
            Just(Handle::Axis(Axis::X)), Just(Handle::Axis(Axis::Y)), Just(Handle::Axis(Axis::Z)),
            Just(Handle::Plane(Axis::Y)), Just(Handle::Centre), Just(Handle::Ring(Axis::X)),
            Just(Handle::Ring(Axis::Y)), Just(Handle::ViewRing), Just(Handle::Ball),
        ],
    ) {
        let camera = Camera { yaw, pitch, ..camera() };
        let start = camera.project(HERE).unwrap();
        let mut drag = gizmo(Mode::Move).grab(&camera, start + dvec2(30.0, 20.0), handle);
        let delta = drag.update(&camera, dvec2(x, y), Snap::default());
        prop_assert!(delta.translation.is_finite() && delta.degrees.is_finite());
        prop_assert!(delta.axis.is_normalized());
    }
}
