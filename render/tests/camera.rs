//! The camera, by plain numbers.

use glam::{DVec2, DVec3, dvec2, dvec3};
use proptest::prelude::*;
use render::{AxisView, Bounds, Camera, Projection, Ray};

const SCREEN: DVec2 = DVec2::new(800.0, 600.0);

fn camera(focus: DVec3, distance: f64, yaw: f64, pitch: f64) -> Camera {
    Camera {
        focus,
        distance,
        yaw,
        pitch,
        ..Camera::new(SCREEN)
    }
}

#[track_caller]
fn close<V: Into<DVec3>>(got: V, want: V, tolerance: f64) {
    let (got, want) = (got.into(), want.into());
    assert!(got.abs_diff_eq(want, tolerance), "got {got}, want {want}");
}

#[track_caller]
fn close_on_screen(got: Option<DVec2>, want: DVec2) {
    let got = got.expect("in front of the eye");
    assert!(got.abs_diff_eq(want, 1e-6), "got {got}, want {want}");
}

#[test]
fn up_on_the_screen_is_minus_y() {
    let camera = camera(DVec3::ZERO, 100.0, 0.0, 0.0);
    close(camera.position(), dvec3(0.0, 0.0, -100.0), 1e-9);
    close_on_screen(camera.project(DVec3::ZERO), dvec2(400.0, 300.0));
    // A right angle from edge to edge would put this on the upper edge; 45° do so nearer.
    let edge = 100.0 * 22.5_f64.to_radians().tan();
    close_on_screen(camera.project(dvec3(0.0, -edge, 0.0)), dvec2(400.0, 0.0));
    close_on_screen(camera.project(dvec3(edge, 0.0, 0.0)), dvec2(700.0, 300.0));
}

#[test]
fn what_is_behind_the_eye_is_not_projected() {
    let mut camera = camera(DVec3::ZERO, 100.0, 0.0, 0.0);
    assert_eq!(camera.project(dvec3(0.0, 0.0, -101.0)), None);
    assert_eq!(camera.project(dvec3(0.0, 0.0, -100.0)), None);
    camera.projection = Projection::Orthographic;
    close_on_screen(camera.project(dvec3(0.0, 0.0, -101.0)), dvec2(400.0, 300.0));
}

#[test]
fn axis_views_show_the_named_side() {
    // What lies to the right on the screen, and what lies up.
    let table = [
        (AxisView::Top, DVec3::X, DVec3::Z),
        (AxisView::Bottom, DVec3::X, DVec3::NEG_Z),
        (AxisView::Front, DVec3::NEG_X, DVec3::NEG_Y),
        (AxisView::Back, DVec3::X, DVec3::NEG_Y),
        (AxisView::Left, DVec3::NEG_Z, DVec3::NEG_Y),
        (AxisView::Right, DVec3::Z, DVec3::NEG_Y),
    ];
    for (view, right, up) in table {
        let mut camera = camera(dvec3(1e7, 2.0, 3.0), 100.0, 33.0, -12.0);
        camera.set_axis_view(view);
        close(camera.right(), right, 1e-12);
        close(camera.down(), -up, 1e-12);
        assert_eq!(camera.axis_view(), Some(view));
        assert_eq!(camera.focus, dvec3(1e7, 2.0, 3.0));
        let [other, this] = [view.opposite(), view].map(|view| {
            camera.set_axis_view(view);
            camera.forward()
        });
        close(other, -this, 1e-12);
    }
}

#[test]
fn without_perspective_the_focus_keeps_its_size() {
    let mut camera = camera(DVec3::ZERO, 5_000.0, 20.0, -30.0);
    let before = camera.units_per_point(camera.distance);
    camera.projection = Projection::Orthographic;
    assert_eq!(camera.units_per_point(camera.distance), before);
    assert_eq!(camera.units_per_point(1.0), before);
}

#[test]
fn a_unit_is_seen_at_ten_to_the_eighth() {
    let focus = dvec3(1e8, -1e8, 1e8);
    let camera = camera(focus, 100.0, 0.0, 0.0);
    let [here, there] = [focus, focus + DVec3::X].map(|place| camera.project(place).unwrap());
    let points = 300.0 / 22.5_f64.to_radians().tan() / 100.0;
    assert!((there.x - here.x - points).abs() < 1e-5);
    assert_eq!(there.y, here.y);
}

#[test]
fn dragging_turns_the_scene_with_the_pointer() {
    let mut camera = camera(DVec3::ZERO, 100.0, 0.0, 0.0);
    let near = dvec3(0.0, 0.0, -10.0);
    let before = camera.project(near).unwrap();
    camera.orbit(40.0, 0.0);
    let after = camera.project(near).unwrap();
    assert!(after.x > before.x, "the near side goes right");
    camera.orbit(-40.0, 30.0);
    assert!(
        camera.project(near).unwrap().y > before.y,
        "the near side goes down"
    );
    close(camera.focus, DVec3::ZERO, 0.0);
    camera.orbit(0.0, 1e9);
    assert_eq!(camera.pitch, -90.0);
    camera.orbit(f64::NAN, 0.0);
    assert!(camera.position().is_finite());
}

#[test]
fn looking_keeps_the_eye() {
    let mut camera = camera(dvec3(1e7, 5.0, -2e7), 4_000.0, 10.0, -5.0);
    let eye = camera.position();
    camera.look(50.0, -20.0);
    close(camera.position(), eye, 1e-6);
    assert!(camera.yaw > 10.0, "to the right");
    assert!(camera.pitch > -5.0, "up");
}

#[test]
fn panning_keeps_the_place_under_the_pointer() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let mut camera = Camera {
            projection,
            ..camera(dvec3(1e7, 0.0, 0.0), 3_000.0, 70.0, -40.0)
        };
        let place = camera.at_focus_depth(dvec2(120.0, 480.0));
        camera.pan(33.0, -71.0);
        close_on_screen(camera.project(place), dvec2(153.0, 409.0));
    }
}

#[test]
fn flying_goes_along_the_view() {
    let mut camera = camera(DVec3::ZERO, 100.0, 90.0, 0.0);
    camera.fly_speed = 500.0;
    camera.fly(dvec3(0.0, 0.0, 1.0), 2.0);
    close(camera.position(), dvec3(900.0, 0.0, 0.0), 1e-9);
    camera.fly(dvec3(0.0, -1.0, 0.0), 1.0);
    close(camera.position(), dvec3(900.0, -500.0, 0.0), 1e-9);
}

#[test]
fn framing_shows_every_corner() {
    let boxes = [
        (dvec3(1e7, -5e4, 2e7), dvec3(1.2e7, 5e4, 2.01e7)),
        (dvec3(-1.0, -1.0, -1e9), dvec3(1.0, 1.0, 1e9)),
        (dvec3(5.0, 5.0, 5.0), dvec3(5.0, 5.0, 5.0)),
    ];
    for (min, max) in boxes {
        for viewport in [SCREEN, dvec2(200.0, 900.0)] {
            for projection in [Projection::Perspective, Projection::Orthographic] {
                let mut camera = Camera {
                    viewport,
                    projection,
                    ..camera(DVec3::ZERO, 1.0, 25.0, -35.0)
                };
                let bounds = Bounds { min, max };
                camera.frame(bounds);
                for corner in bounds.corners() {
                    let shown = camera.project(corner).unwrap();
                    assert!(
                        shown.cmpge(DVec2::ZERO).all() && shown.cmple(viewport).all(),
                        "{corner} at {shown}"
                    );
                }
            }
        }
    }
}

#[test]
fn framing_leaves_room_around_a_place_and_ignores_nonsense() {
    let mut camera = camera(DVec3::ZERO, 1e6, 0.0, 0.0);
    camera.frame(Bounds::of_sphere(dvec3(1.0, 2.0, 3.0), 0.0).unwrap());
    assert_eq!(camera.focus, dvec3(1.0, 2.0, 3.0));
    assert!(camera.distance > 1_000.0 && camera.distance < 2_000.0);
    let before = camera;
    camera.frame(Bounds {
        min: DVec3::splat(f64::NEG_INFINITY),
        max: DVec3::splat(f64::INFINITY),
    });
    assert_eq!(camera, before);
}

#[test]
fn zooming_stops_at_both_ends() {
    let mut camera = camera(DVec3::ZERO, 100.0, 0.0, 0.0);
    let (least, most) = Camera::DISTANCES;
    camera.zoom_to(dvec2(10.0, 10.0), 1e-30);
    assert_eq!(camera.distance, least);
    camera.zoom_to(dvec2(10.0, 10.0), 1e30);
    assert_eq!(camera.distance, most);
    camera.zoom_to(dvec2(10.0, 10.0), f64::NAN);
    assert!(camera.focus.is_finite() && camera.distance == most);
}

#[test]
fn a_hidden_viewport_breaks_nothing() {
    let mut camera = Camera::new(DVec2::ZERO);
    camera.zoom_to(DVec2::ZERO, 0.5);
    camera.pan(5.0, 5.0);
    camera.frame(Bounds::of_sphere(DVec3::ZERO, 10.0).unwrap());
    assert!(camera.position().is_finite());
    assert!(camera.ray(DVec2::ZERO).direction.is_finite());
}

#[test]
fn a_way_between_cameras_takes_the_short_turn() {
    let from = camera(DVec3::ZERO, 100.0, 170.0, 0.0);
    let to = camera(dvec3(10.0, 0.0, 0.0), 10_000.0, -170.0, -90.0);
    let middle = Camera::between(&from, &to, 0.5);
    assert!((middle.distance - 1_000.0).abs() < 1e-6);
    assert_eq!((middle.yaw, middle.pitch), (180.0, -45.0));
    assert_eq!(Camera::between(&from, &to, 1.0).focus, to.focus);
}

#[test]
fn rays_meet_planes_spheres_and_lines() {
    let ray = Ray {
        origin: dvec3(0.0, -10.0, 0.0),
        direction: DVec3::Y,
        start: 0.0,
    };
    assert_eq!(
        ray.meet_plane(dvec3(9.0, 5.0, 9.0), DVec3::Y),
        Some(dvec3(0.0, 5.0, 0.0))
    );
    assert_eq!(ray.meet_plane(dvec3(0.0, -11.0, 0.0), DVec3::Y), None);
    assert_eq!(ray.meet_plane(DVec3::ZERO, DVec3::X), None);
    assert_eq!(ray.meet_sphere(DVec3::ZERO, 4.0), Some(6.0));
    assert_eq!(ray.meet_sphere(dvec3(0.0, -10.0, 0.0), 4.0), Some(4.0));
    assert_eq!(ray.meet_sphere(dvec3(5.0, 0.0, 0.0), 4.0), None);
    assert_eq!(ray.meet_sphere(dvec3(0.0, -20.0, 0.0), 4.0), None);
    assert_eq!(
        ray.nearest_on_line(dvec3(-3.0, 2.0, 7.0), dvec3(1.0, 0.0, 0.0)),
        Some(3.0)
    );
    assert_eq!(ray.nearest_on_line(DVec3::ZERO, DVec3::Y), None);
}

fn any_camera() -> impl Strategy<Value = Camera> {
    (
        [-1e8..1e8, -1e8..1e8, -1e8..1e8],
        0.5_f64..9.5,
        -180.0..180.0,
        -90.0..90.0,
        prop_oneof![
            Just(Projection::Perspective),
            Just(Projection::Orthographic)
        ],
    )
        .prop_map(|([x, y, z], magnitude, yaw, pitch, projection)| Camera {
            projection,
            ..camera(dvec3(x, y, z), 10_f64.powf(magnitude), yaw, pitch)
        })
}

proptest! {
    #[test]
    fn what_a_ray_passes_is_under_the_pointer(
        camera in any_camera(), x in 0.0..800.0, y in 0.0..600.0, share in 0.01..100.0,
    ) {
        let pointer = dvec2(x, y);
        let place = camera.ray(pointer).at(camera.distance * share);
        let (shown, depth) = camera.project_with_depth(place).unwrap();
        // At 10^8 a place is good to some 10^-8 units; near the eye that is more of the screen.
        let tolerance = 1e-6 + 1e-6 * camera.points_per_unit(depth);
        prop_assert!(shown.abs_diff_eq(pointer, tolerance), "{shown} for {pointer}");
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer(
        camera in any_camera(), x in 0.0..800.0, y in 0.0..600.0, factor in 0.3..3.0,
    ) {
        let pointer = dvec2(x, y);
        let place = camera.at_focus_depth(pointer);
        let mut zoomed = camera;
        zoomed.zoom_to(pointer, factor);
        let shown = zoomed.project(place).unwrap();
        let tolerance = 1e-6 + 1e-6 * zoomed.points_per_unit(zoomed.distance);
        prop_assert!(shown.abs_diff_eq(pointer, tolerance), "{shown} for {pointer}");
        prop_assert!((zoomed.distance / camera.distance - factor).abs() < 1e-9);
    }
}
