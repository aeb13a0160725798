//! From the text of a test to a [`MissionTest`], every problem told with its line.

mod fact;
mod input;
mod schema;
mod value;

use std::collections::BTreeMap;

use formats::yaml::{Document, MapReader, Node, NodeValue, Position, Problem, parse_integer};
use model::Mission;
use model::source::SourceProblem;

use super::symbols::PILOTS;
use super::{InputTime, MissionTest, Start, VERSION, When};
use value::Reader;

/// Players that a mission can have.
const MOST_PLAYERS: u8 = 8;

/// The text of a test, which is only understood with its mission.
#[derive(Debug, Clone)]
pub struct TestSource {
    document: Document,
}

/// Where a test's parts stand in its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Of each input.
    pub inputs: Vec<Position>,
    /// Of each expectation.
    pub expectations: Vec<Position>,
}

/// A test that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadTest {
    /// The test.
    pub test: MissionTest,
    /// Where its parts stand.
    pub places: Places,
}

impl TestSource {
    /// Parses a text.
    ///
    /// # Errors
    /// A [`SourceProblem`] where the text is no YAML.
    pub fn parse(text: &str) -> Result<Self, SourceProblem> {
        match Document::parse(text) {
            Ok(document) => Ok(Self { document }),
            Err(error) => Err(SourceProblem {
                position: error.position,
                message: error.message,
            }),
        }
    }

    /// Whether the text says that it is a test.
    pub fn is_test(&self) -> bool {
        self.document.root.get("test").is_some()
    }

    /// The mission's file, as the test names it; `None` where it names none, or not by a text.
    pub fn mission(&self) -> Option<&str> {
        let node = self.document.root.get("mission")?;
        node.text().filter(|_| !node.is_null())
    }

    /// Where the mission's file is named; the text's start where it is not.
    pub fn mission_position(&self) -> Position {
        let node = self.document.root.get("mission");
        let start = node.map_or(0, |node| node.span.start);
        self.document.position(start)
    }

    /// What is wrong with the test whatever its mission is: its keys, its version, how it names its
    /// mission.
    pub fn problems_without_mission(&self) -> Vec<SourceProblem> {
        let nothing = Mission::default();
        let mut reader = Reader {
            mission: &nothing,
            problems: Vec::new(),
        };
        if let Some(map) = reader.map(&self.document.root, &schema::TEST) {
            reader.head(&map);
        }
        self.told(reader.problems)
    }

    /// Understands the test as one of a mission.
    ///
    /// # Errors
    /// Every problem found, in the order of the text: keys that nobody knows, values of a wrong kind,
    /// ids that the mission does not have.
    pub fn read(&self, mission: &Mission) -> Result<ReadTest, Vec<SourceProblem>> {
        let mut reader = Reader {
            mission,
            problems: Vec::new(),
        };
        let read = reader.test(&self.document);
        let problems = self.told(reader.problems);
        match read.filter(|_| problems.is_empty()) {
            Some(read) => Ok(read),
            None => Err(problems),
        }
    }

    /// Problems with their places, in the order of the text.
    fn told(&self, problems: Vec<Problem>) -> Vec<SourceProblem> {
        let mut problems: Vec<_> = problems
            .into_iter()
            .map(|problem| SourceProblem {
                position: self.document.position(problem.span.start),
                message: problem.message,
            })
            .collect();
        problems.sort_by_key(|problem| problem.position);
        problems
    }
}

impl Reader<'_> {
    fn test(&mut self, document: &Document) -> Option<ReadTest> {
        let map = self.map(&document.root, &schema::TEST)?;
        let mut test = MissionTest {
            mission: self.head(&map),
            name: self.text_of(&map, "name"),
            ..MissionTest::default()
        };
        test.start = self.start(&map);
        if let Some(node) = map.get("seconds")
            && let Some(ticks) = self.moment(node)
        {
            test.ticks = ticks.0;
        }
        if let Some(node) = map.get("faults") {
            test.faults = self.tolerance(node).unwrap_or(test.faults);
        }
        if let Some(node) = map.get("gaps") {
            test.gaps = self.tolerance(node).unwrap_or(test.gaps);
        }
        let mut places = Places::default();
        for node in map.get("inputs").map_or(&[][..], |node| self.items(node)) {
            if let Some(input) = self.input(node) {
                self.mind_end(node, &input.time, test.ticks);
                test.inputs.push(input);
                places.inputs.push(document.position(node.span.start));
            }
        }
        for node in map.get("expect").map_or(&[][..], |node| self.items(node)) {
            if let Some(expectation) = self.expectation(node) {
                self.mind_end_of_look(node, &expectation.when, test.ticks);
                test.expectations.push(expectation);
                places.expectations.push(document.position(node.span.start));
            }
        }
        Some(ReadTest { test, places })
    }

    /// The version, and how the mission is named.
    fn head(&mut self, map: &MapReader<'_>) -> Option<String> {
        let version = self.require(map, "test");
        if let Some(node) = version
            && node.text().and_then(parse_integer) != Some(VERSION)
        {
            let message = format!("this program reads mission test {VERSION}; get a newer one");
            self.tell(node, message);
        }
        self.text_of(map, "mission")
    }

    /// The text of a key, which may be left out.
    fn text_of(&mut self, map: &MapReader<'_>, key: &str) -> Option<String> {
        let node = map.get(key).filter(|node| !node.is_null())?;
        self.text(node).map(str::to_owned)
    }

    fn start(&mut self, map: &MapReader<'_>) -> Start {
        let mut start = Start::default();
        if let Some(node) = map.get("seed") {
            start.seed = self.number(node, u32::MAX).unwrap_or(start.seed);
        }
        if let Some(node) = map.get("pilot") {
            start.pilot = self.word(node, PILOTS, "pilot").unwrap_or(start.pilot);
        }
        if let Some(node) = map.get("number") {
            start.number = self.number(node, u16::MAX);
        }
        if let Some(node) = map.get("training") {
            start.training = self.yes(node).is_some();
        }
        if let Some(node) = map.get("players") {
            let players = self.number(node, MOST_PLAYERS);
            if players.is_some_and(|it| !(1..=MOST_PLAYERS).contains(&it)) {
                self.tell(node, "a mission has 1 to 8 players");
            }
            start.players = players.unwrap_or(start.players);
        }
        if let Some(node) = map.get("player_kind") {
            start.player_kind = self.kind(node);
        }
        if let Some(node) = map.get("variables") {
            start.variables = self.variables(node);
        }
        start
    }

    fn variables(&mut self, node: &Node) -> BTreeMap<u8, u32> {
        let mut variables = BTreeMap::new();
        let NodeValue::Mapping { entries, .. } = &node.value else {
            let message = "`variables` maps game variables to what they start with";
            self.tell(node, message);
            return variables;
        };
        for (key, value) in entries {
            let (variable, value) = (self.variable(key), self.dword(value));
            if let (Some(variable), Some(value)) = (variable, value)
                && variables.insert(variable, value).is_some()
            {
                self.tell(key, "this variable stands twice; keep one");
            }
        }
        variables
    }

    fn mind_end(&mut self, node: &Node, time: &InputTime, ticks: u32) {
        if let InputTime::At(tick) | InputTime::Within { tick, .. } = time
            && tick.0 > ticks
        {
            self.tell(
                node,
                "this comes after the run's end; give the test more `seconds`",
            );
        }
    }

    fn mind_end_of_look(&mut self, node: &Node, when: &When, ticks: u32) {
        let last = match when {
            When::By(tick) | When::At(tick) => tick.0,
            When::Between(window) | When::Never(window) | When::Always(window) => {
                window.until.unwrap_or(window.from).0
            }
            When::AtEnd => 0,
        };
        if last > ticks {
            self.tell(
                node,
                "this lies past the run's end; give the test more `seconds`",
            );
        }
    }
}
