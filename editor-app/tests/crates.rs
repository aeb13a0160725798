//! The crates know of each other, and of others' crates, no more than the architecture lets them.
//!
//! Dev-dependencies count like any other: a test that needs what its crate must not know belongs to a
//! crate that knows both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Each crate of the workspace, and those of ours that it may depend on.
const CRATES: [(&str, &[&str]); 5] = [
    ("formats", &[]),
    ("model", &["formats"]),
    ("runtime", &["formats"]),
    ("render", &[]),
    ("editor-app", &["formats", "model", "render", "runtime"]),
];

/// Crates that make windows, or what is in them.
const WINDOWS: [&str; 7] = [
    "eframe", "ecolor", "egui", "emath", "epaint", "rfd", "winit",
];
/// Crates that draw.
const DRAWING: [&str; 4] = ["glow", "glutin", "three-d", "wgpu"];
/// Crates that look at what happens outside.
const WATCHING: [&str; 2] = ["notify", "notify-debouncer-full"];

/// What a crate must not reach, neither itself nor by way of others' crates.
fn banned(name: &str) -> Vec<&'static str> {
    match name {
        // Bytes, meanings and running are values in and values out.
        "formats" | "model" | "runtime" => [&WINDOWS[..], &DRAWING, &WATCHING].concat(),
        // A scene is drawn into any OpenGL context, whatever window that is in.
        "render" => [&WINDOWS[..], &WATCHING].concat(),
        _ => Vec::new(),
    }
}

/// Dependencies by crate.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// What is wrong with the dependencies of our crates, a line each.
fn offences(graph: &Graph) -> Vec<String> {
    let mut offences = Vec::new();
    for (name, allowed) in CRATES {
        let reached = reach(graph, name);
        for ours in CRATES.map(|(name, _)| name) {
            if ours != name && reached.contains_key(ours) && !allowed.contains(&ours) {
                offences.push(format!("{name} must not know {ours}: {}", reached[ours]));
            }
        }
        for other in banned(name) {
            if let Some(way) = reached.get(other) {
                offences.push(format!("{name} must not know {other}: {way}"));
            }
        }
    }
    offences
}

/// Every crate that one depends on, and the way to it.
fn reach(graph: &Graph, from: &str) -> BTreeMap<String, String> {
    let mut ways = BTreeMap::from([(from.to_owned(), from.to_owned())]);
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        let way = ways[&name].clone();
        for next in graph.get(&name).into_iter().flatten() {
            if !ways.contains_key(next) {
                ways.insert(next.clone(), format!("{way} -> {next}"));
                open.push(next.clone());
            }
        }
    }
    ways
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// What Cargo says of the workspace's own packages.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(root())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The dependencies that our crates name, those for tests and builds included.
fn named() -> Graph {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let text = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let of = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap();
        (text(package), dependencies.iter().map(text).collect())
    };
    packages.map(of).collect()
}

/// The dependencies of every crate that is built, ours and others', as the lock file has them.
fn locked() -> Graph {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut graph = Graph::new();
    for package in lock.split("[[package]]").skip(1) {
        let name = package
            .lines()
            .find_map(|line| line.strip_prefix("name = "));
        // A dependency stands on a line of its own, its version behind it where there are several.
        let dependencies = package
            .lines()
            .filter_map(|line| line.strip_prefix(" \"")?.split(['"', ' ']).next());
        let all = graph.entry(name.unwrap().trim_matches('"').to_owned());
        all.or_default().extend(dependencies.map(str::to_owned));
    }
    graph
}

#[test]
fn the_workspace_is_these_five_crates() {
    let ours: BTreeSet<String> = named().into_keys().collect();
    let expected = CRATES.map(|(name, _)| name.to_owned());
    assert_eq!(ours, BTreeSet::from(expected));
}

#[test]
fn no_crate_names_what_it_must_not_know() {
    assert_eq!(offences(&named()), [""; 0]);
}

#[test]
fn no_crate_reaches_what_it_must_not_know() {
    let graph = locked();
    assert!(reach(&graph, "editor-app").contains_key("epaint"));
    assert_eq!(offences(&graph), [""; 0]);
}

#[test]
fn a_dependency_too_many_is_told() {
    let graph = |edges: &[(&str, &str)]| -> Graph {
        let mut graph = Graph::new();
        for (from, to) in edges {
            let all = graph.entry((*from).to_owned()).or_default();
            all.insert((*to).to_owned());
        }
        graph
    };
    let allowed = graph(&[
        ("model", "formats"),
        ("runtime", "formats"),
        ("render", "three-d"),
        ("editor-app", "eframe"),
        ("editor-app", "model"),
    ]);
    assert_eq!(offences(&allowed), [""; 0]);

    let cases = [
        (("formats", "model"), "formats must not know model"),
        (("runtime", "model"), "runtime must not know model"),
        (("model", "runtime"), "model must not know runtime"),
        (("render", "formats"), "render must not know formats"),
        (("render", "egui"), "render must not know egui"),
        (("model", "notify"), "model must not know notify"),
        (("runtime", "glow"), "runtime must not know glow"),
    ];
    for ((from, to), told) in cases {
        let found = offences(&graph(&[(from, to)]));
        assert_eq!(found, [format!("{told}: {from} -> {to}")]);
        let found = offences(&graph(&[(from, "between"), ("between", to)]));
        assert_eq!(found, [format!("{told}: {from} -> between -> {to}")]);
    }
}
