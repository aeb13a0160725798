//! What lies under the pointer, by plain numbers.

use std::sync::Arc;

use glam::{DVec2, DVec3, dvec2, dvec3};
use render::mesh::Shading;
use render::picking::{BoxRule, Hit, pick, pick_box, pick_disc};
use render::spaces::orientation_from_degrees;
use render::{Camera, Form, Line, Mesh, MeshId, PickId, Projection, Scene, Shape};

/// Far from the origin, as missions are.
const HERE: DVec3 = DVec3::new(1e7, 2e4, -3e7);
const MIDDLE: DVec2 = DVec2::new(400.0, 300.0);

/// A camera before [`HERE`] that shows one game unit there as a tenth of a point.
fn camera() -> Camera {
    let mut camera = Camera {
        focus: HERE,
        yaw: 0.0,
        pitch: 0.0,
        ..Camera::new(dvec2(800.0, 600.0))
    };
    camera.distance = camera.focal_length() * 10.0;
    camera
}

fn shape(id: u64, form: Form, offset: DVec3, size: f64) -> Shape {
    Shape {
        pick: Some(PickId(id)),
        ..Shape::new(form, HERE + offset, size)
    }
}

fn scene(shapes: Vec<Shape>) -> Scene {
    let mut scene = Scene::new();
    scene.shapes = shapes;
    scene
}

fn ids(hits: &[Hit]) -> Vec<u64> {
    hits.iter().map(|hit| hit.pick.0).collect()
}

#[test]
fn a_hull_is_picked_by_its_form_not_by_its_ball() {
    // Seen from its right side, a capital ship is long and low.
    let ship = Shape {
        orientation: orientation_from_degrees(90.0, 0.0, 0.0),
        ..shape(1, Form::Capital, DVec3::ZERO, 2_000.0)
    };
    let scene = scene(vec![ship]);
    let at = |x: f64, y: f64| ids(&pick(&scene, &camera(), MIDDLE + dvec2(x, y), 0.0));
    assert_eq!(at(0.0, 0.0), [1]);
    assert_eq!(at(150.0, 0.0), [1], "near the bow");
    assert_eq!(at(0.0, 100.0), [0; 0], "half a radius below");
    assert_eq!(at(250.0, 0.0), [0; 0], "past the bow");
}

#[test]
fn hits_know_where_they_are() {
    let scene = scene(vec![shape(1, Form::Planet, DVec3::ZERO, 1_000.0)]);
    let hits = pick(&scene, &camera(), MIDDLE, 0.0);
    let [hit] = hits.as_slice() else {
        panic!("one planet")
    };
    let want = HERE - dvec3(0.0, 0.0, 1_000.0);
    assert!(hit.point.abs_diff_eq(want, 1e-3), "{}", hit.point);
    assert!((hit.depth - (camera().distance - 1_000.0)).abs() < 1e-3);
    assert_eq!(hit.miss, 0.0);
}

#[test]
fn the_nearest_comes_first_and_the_rest_follow() {
    let scene = scene(vec![
        shape(1, Form::Mine, dvec3(0.0, 0.0, 3_000.0), 900.0),
        shape(2, Form::Mine, dvec3(0.0, 0.0, -900.0), 300.0),
        shape(3, Form::Mine, dvec3(0.0, 0.0, 900.0), 500.0),
        shape(4, Form::Mine, dvec3(900.0, 0.0, 0.0), 300.0),
        Shape {
            pick: None,
            ..shape(5, Form::Mine, dvec3(0.0, 0.0, -2_000.0), 300.0)
        },
    ]);
    assert_eq!(ids(&pick(&scene, &camera(), MIDDLE, 4.0)), [2, 3, 1]);
}

#[test]
fn signs_keep_a_size_and_a_tolerance() {
    let far = dvec3(0.0, 0.0, 1e8);
    let scene = scene(vec![
        shape(1, Form::Point, far, 1.0),
        shape(2, Form::Fighter, far + dvec3(0.0, 1e7, 0.0), 600.0),
    ]);
    let camera = camera();
    assert_eq!(ids(&pick(&scene, &camera, MIDDLE, 0.0)), [1]);
    assert_eq!(
        ids(&pick(&scene, &camera, MIDDLE + dvec2(11.0, 0.0), 4.0)),
        [1]
    );
    assert_eq!(
        ids(&pick(&scene, &camera, MIDDLE + dvec2(11.0, 0.0), 1.0)),
        [0; 0]
    );
    let fighter = camera.project(scene.shapes[1].position).unwrap();
    assert_eq!(
        ids(&pick(&scene, &camera, fighter + dvec2(0.0, 7.0), 0.0)),
        [2]
    );
}

#[test]
fn what_the_pointer_is_on_comes_before_what_it_is_beside() {
    let scene = scene(vec![
        shape(1, Form::Point, dvec3(-43.0, 0.0, -5_000.0), 1.0),
        shape(2, Form::Point, dvec3(0.0, 0.0, 0.0), 1.0),
    ]);
    let hits = pick(&scene, &camera(), MIDDLE, 8.0);
    assert_eq!(ids(&hits), [2, 1]);
    assert!(hits[1].miss > 0.0);
}

#[test]
fn a_backdrop_comes_after_what_is_before_it_and_before_what_it_hides() {
    let scene = scene(vec![
        shape(1, Form::Planet, dvec3(0.0, 0.0, 0.0), 4_000.0),
        shape(2, Form::Fighter, dvec3(60.0, 0.0, 9_000.0), 10.0),
        shape(3, Form::Fighter, dvec3(20.0, 0.0, -5_000.0), 10.0),
    ]);
    // On the planet and what it hides, and beside the fighter before it.
    let hits = pick(&scene, &camera(), MIDDLE - dvec2(5.0, 0.0), 8.0);
    assert_eq!(ids(&hits), [3, 1, 2]);
    assert!(hits[0].miss > 0.0 && hits[1].backdrop);
}

#[test]
fn volumes_are_picked_by_their_rims() {
    let scene = scene(vec![shape(1, Form::Volume, DVec3::ZERO, 1_000.0)]);
    assert_eq!(ids(&pick(&scene, &camera(), MIDDLE, 5.0)), [0; 0]);
    assert_eq!(
        ids(&pick(&scene, &camera(), MIDDLE + dvec2(100.0, 0.0), 5.0)),
        [1]
    );
    assert_eq!(
        ids(&pick(&scene, &camera(), MIDDLE + dvec2(90.0, 0.0), 5.0)),
        [0; 0]
    );
}

#[test]
fn lines_are_picked_along_their_whole_length() {
    // From behind the eye to far ahead, a little below the line of sight.
    let camera = camera();
    let eye = camera.position();
    let below = DVec3::Y * 50.0;
    let line = Line {
        pick: Some(PickId(7)),
        ..Line::new(
            vec![eye + below - DVec3::Z * 1e6, eye + below + DVec3::Z * 1e9],
            [255; 4],
        )
    };
    let mut scene = Scene::new();
    scene.lines.push(line);
    for depth in [200.0, 3e3, 1e6] {
        let place = eye + below + DVec3::Z * depth;
        let pointer = camera.project(place).unwrap();
        let hits = pick(&scene, &camera, pointer, 3.0);
        assert_eq!(ids(&hits), [7], "at {depth}");
        assert!(
            (hits[0].depth / depth - 1.0).abs() < 1e-3,
            "{} at {depth}",
            hits[0].depth
        );
    }
    assert_eq!(
        ids(&pick(&scene, &camera, MIDDLE - dvec2(0.0, 30.0), 3.0)),
        [0; 0]
    );
}

#[test]
fn one_id_on_many_things_is_one_hit() {
    let scene = scene(vec![
        shape(1, Form::Mine, dvec3(0.0, 0.0, 900.0), 500.0),
        shape(1, Form::Mine, dvec3(0.0, 0.0, -900.0), 500.0),
    ]);
    let hits = pick(&scene, &camera(), MIDDLE, 0.0);
    assert_eq!(hits.len(), 1);
    assert!(hits[0].depth < camera().distance, "the nearer one");
}

#[test]
fn a_scenes_own_meshes_are_picked() {
    let square = [
        [-2.0, -2.0, 0.0],
        [2.0, -2.0, 0.0],
        [2.0, 2.0, 0.0],
        [-2.0, 2.0, 0.0],
    ];
    let mesh = Mesh::from_triangles(&square, &[[0, 1, 2], [0, 2, 3]], &[], Shading::Faceted);
    let mut scene = scene(vec![
        shape(1, Form::Mesh(MeshId(3)), DVec3::ZERO, 1_000.0),
        shape(2, Form::Mesh(MeshId(4)), DVec3::ZERO, 1_000.0),
    ]);
    scene.meshes.insert(MeshId(3), Arc::new(mesh.unwrap()));
    // The corners are a radius away, so the sides are 0.707 of one from the middle.
    assert_eq!(
        ids(&pick(&scene, &camera(), MIDDLE + dvec2(70.0, 70.0), 0.0)),
        [1]
    );
    assert_eq!(
        ids(&pick(&scene, &camera(), MIDDLE + dvec2(72.0, 0.0), 0.0)),
        [0; 0]
    );
}

#[test]
fn without_perspective_what_is_behind_the_eye_is_picked_too() {
    let mut camera = camera();
    camera.projection = Projection::Orthographic;
    let behind = dvec3(0.0, 0.0, -10.0 * camera.distance);
    let scene = scene(vec![shape(1, Form::Mine, behind, 500.0)]);
    assert_eq!(ids(&pick(&scene, &camera, MIDDLE, 0.0)), [1]);
    camera.projection = Projection::Perspective;
    assert_eq!(ids(&pick(&scene, &camera, MIDDLE, 0.0)), [0; 0]);
}

#[test]
fn boxes_take_what_they_touch_or_what_they_hold() {
    let ship = Shape {
        orientation: orientation_from_degrees(90.0, 0.0, 0.0),
        ..shape(1, Form::Capital, DVec3::ZERO, 2_000.0)
    };
    let mut scene = scene(vec![
        ship,
        shape(2, Form::Point, dvec3(3_000.0, 0.0, 0.0), 1.0),
    ]);
    scene.lines.push(Line {
        pick: Some(PickId(3)),
        ..Line::new(
            vec![
                HERE + dvec3(-3_500.0, 2_000.0, 0.0),
                HERE + dvec3(3_500.0, 2_000.0, 0.0),
            ],
            [255; 4],
        )
    });
    let take = |a: DVec2, b: DVec2, rule| {
        let picks = pick_box(&scene, &camera(), MIDDLE + a, MIDDLE + b, rule);
        picks.into_iter().map(|pick| pick.0).collect::<Vec<_>>()
    };
    use BoxRule::{Enclosing, Touching};
    assert_eq!(
        take(dvec2(150.0, -50.0), dvec2(320.0, 50.0), Touching),
        [1, 2]
    );
    assert_eq!(
        take(dvec2(150.0, -50.0), dvec2(320.0, 50.0), Enclosing),
        [2]
    );
    assert_eq!(
        take(dvec2(-220.0, -60.0), dvec2(220.0, 60.0), Enclosing),
        [1]
    );
    assert_eq!(
        take(dvec2(320.0, 50.0), dvec2(150.0, -50.0), Touching),
        [1, 2],
        "any corners"
    );
    assert_eq!(take(dvec2(-20.0, 150.0), dvec2(20.0, 250.0), Touching), [3]);
    assert_eq!(
        take(dvec2(-20.0, 150.0), dvec2(20.0, 250.0), Enclosing),
        [0; 0]
    );
    assert_eq!(
        take(dvec2(-390.0, 150.0), dvec2(390.0, 250.0), Enclosing),
        [3]
    );
    assert_eq!(
        take(dvec2(100.0, 100.0), dvec2(120.0, 120.0), Touching),
        [0; 0]
    );
}

#[test]
fn a_brush_takes_what_it_touches() {
    let mut scene = scene(vec![
        shape(1, Form::Point, DVec3::ZERO, 1.0),
        shape(2, Form::Point, dvec3(500.0, 0.0, 0.0), 1.0),
    ]);
    scene.lines.push(Line {
        pick: Some(PickId(3)),
        ..Line::new(
            vec![HERE + DVec3::Y * 150.0, HERE + DVec3::Y * 9e3],
            [255; 4],
        )
    });
    let take = |place: DVec2| pick_disc(&scene, &camera(), place, 20.0);
    assert_eq!(take(MIDDLE), [PickId(1), PickId(3)]);
    assert_eq!(take(MIDDLE + dvec2(48.0, 5.0)), [PickId(2)]);
    assert_eq!(take(MIDDLE - dvec2(48.0, 5.0)), []);
}

#[test]
fn nonsense_is_never_hit() {
    let mut scene = scene(vec![
        shape(1, Form::Fighter, DVec3::NAN, 100.0),
        shape(2, Form::Fighter, DVec3::ZERO, f64::NAN),
        shape(3, Form::Fighter, dvec3(0.0, f64::INFINITY, 0.0), 100.0),
    ]);
    scene.lines.push(Line {
        pick: Some(PickId(4)),
        ..Line::new(vec![HERE, DVec3::NAN], [255; 4])
    });
    scene.lines.push(Line {
        pick: Some(PickId(5)),
        ..Line::new(vec![HERE], [255; 4])
    });
    assert_eq!(pick(&scene, &camera(), MIDDLE, 10.0), []);
    let all = pick_box(
        &scene,
        &camera(),
        DVec2::ZERO,
        dvec2(800.0, 600.0),
        BoxRule::Touching,
    );
    assert_eq!(all, []);
}
