//! Values of a test: numbers, moments, words, and ids that the mission must have.

use formats::catalogue::{
    closest, condition_by_name, conditions, kind_by_name, order_by_name, orders, variable_by_name,
    variables,
};
use formats::yaml::schema::Schema;
use formats::yaml::{MapReader, Node, Problem, parse_integer};
use model::{
    FlightGroup, Global, Id, Mission, Record, Routine, Ship, ShipId, Squad, Table, Trigger,
};
use runtime::{Gaps, Tick};

use super::super::compare::{Compare, Limit};
use super::super::moment::parse_moment;
use super::super::symbols::{Words, meaning};
use super::super::{Tolerance, Window};

/// Reads a test against the mission that it is of.
pub(super) struct Reader<'a> {
    pub(super) mission: &'a Mission,
    pub(super) problems: Vec<Problem>,
}

impl Reader<'_> {
    pub(super) fn tell(&mut self, node: &Node, message: impl Into<String>) {
        self.problems.push(Problem::new(node, message));
    }

    pub(super) fn map<'n>(
        &mut self,
        node: &'n Node,
        schema: &'static Schema,
    ) -> Option<MapReader<'n>> {
        MapReader::new(node, schema, &mut self.problems)
    }

    pub(super) fn require<'n>(&mut self, map: &MapReader<'n>, key: &str) -> Option<&'n Node> {
        map.require(key, &mut self.problems)
    }

    pub(super) fn text<'n>(&mut self, node: &'n Node) -> Option<&'n str> {
        let text = node.text().filter(|_| !node.is_null());
        if text.is_none() {
            let message = format!("text is wanted here, not {}", node.describe());
            self.tell(node, message);
        }
        text
    }

    /// A list's items.
    pub(super) fn items<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        match node.items() {
            Some(items) => items,
            None => {
                if !node.is_null() {
                    let message = format!("a list is wanted here, not {}", node.describe());
                    self.tell(node, message);
                }
                &[]
            }
        }
    }

    /// A whole number from 0 on that fits `T`.
    pub(super) fn number<T>(&mut self, node: &Node, most: T) -> Option<T>
    where
        T: TryFrom<i64> + std::fmt::Display,
    {
        self.integer(node, 0, most)
    }

    fn integer<T>(&mut self, node: &Node, least: i64, most: T) -> Option<T>
    where
        T: TryFrom<i64> + std::fmt::Display,
    {
        let parsed = node.text().and_then(parse_integer);
        let fitting = parsed
            .filter(|value| *value >= least)
            .and_then(|value| T::try_from(value).ok());
        if fitting.is_none() {
            let what = node.text().filter(|_| !node.is_null());
            let what = what.map_or_else(|| node.describe().to_owned(), |text| format!("{text:?}"));
            let message =
                format!("a whole number from {least} to {most} is wanted here, not {what}");
            self.tell(node, message);
        }
        fitting
    }

    /// A dword, unsigned or as the signed number of the same bits.
    pub(super) fn dword(&mut self, node: &Node) -> Option<u32> {
        let signed = node.text().and_then(parse_integer);
        match signed.and_then(|value| i32::try_from(value).ok()) {
            Some(value) => Some(value.cast_unsigned()),
            None => self.number(node, u32::MAX),
        }
    }

    /// What a dword is held to. All but being the same compares without a sign, as scripts do
    /// (script-vm V36), so that a number below 0 would stand for a very great one.
    pub(super) fn dword_limit(&mut self, compare: Compare, node: &Node) -> Option<u32> {
        let value = self.dword(node)?;
        let signed = node.text().and_then(parse_integer);
        let same = matches!(compare, Compare::Is | Compare::IsNot);
        if !same && signed.is_some_and(|it| it < 0) {
            let message = format!(
                "numbers compare without a sign here, as in scripts, so that this would be {value}; \
                 write that, or use `is`"
            );
            self.tell(node, message);
            return None;
        }
        self.possible(compare, node, value)
    }

    /// What a count is held to.
    pub(super) fn count_limit(&mut self, compare: Compare, node: &Node) -> Option<u32> {
        let value = self.number(node, u32::MAX)?;
        self.possible(compare, node, value)
    }

    /// A limit that some number keeps to.
    fn possible(&mut self, compare: Compare, node: &Node, value: u32) -> Option<u32> {
        let message = match (compare, value) {
            (Compare::Below, 0) => "no number is below 0 here: they compare without a sign",
            (Compare::Above, u32::MAX) => "no number is above this one",
            _ => return Some(value),
        };
        self.tell(node, message);
        None
    }

    /// A number with decimals, finite.
    pub(super) fn real(&mut self, node: &Node) -> Option<f64> {
        let is_number = |text: &&str| {
            // Rust would take words such as `inf` too.
            text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
                && text.contains(|c: char| c.is_ascii_digit())
        };
        let parsed = node.text().filter(is_number);
        let parsed = parsed.and_then(|text| text.parse::<f64>().ok());
        let parsed = parsed.filter(|value| value.is_finite());
        if parsed.is_none() {
            let what = node.text().filter(|_| !node.is_null());
            let what = what.map_or_else(|| node.describe().to_owned(), |text| format!("{text:?}"));
            self.tell(node, format!("a number is wanted here, not {what}"));
        }
        parsed
    }

    pub(super) fn place(&mut self, node: &Node) -> Option<[f64; 3]> {
        match node.items() {
            Some([x, y, z]) => {
                let (x, y, z) = (self.real(x), self.real(y), self.real(z));
                Some([x?, y?, z?])
            }
            _ => {
                self.tell(node, "a place is three numbers, [x, y, z]");
                None
            }
        }
    }

    /// `true`, which a key says by standing there at all.
    pub(super) fn yes(&mut self, node: &Node) -> Option<()> {
        let yes = node.text() == Some("true");
        if !yes {
            self.tell(node, "`true` is wanted here; leave the key out to say no");
        }
        yes.then_some(())
    }

    pub(super) fn moment(&mut self, node: &Node) -> Option<Tick> {
        let text = self.text(node)?;
        match parse_moment(text) {
            Ok(tick) => Some(tick),
            Err(error) => {
                self.tell(node, error.to_string());
                None
            }
        }
    }

    /// A window: `true` for the whole run, else [from, until], with `end` for the run's end.
    pub(super) fn window(&mut self, node: &Node, whole: bool) -> Option<Window> {
        if whole && node.text() == Some("true") {
            return Some(Window::default());
        }
        let Some([from, until]) = node.items() else {
            let message = match whole {
                true => "`true` is wanted here for the whole run, or [from, until] in seconds",
                false => "[from, until] in seconds is wanted here; `end` stands for the run's end",
            };
            self.tell(node, message);
            return None;
        };
        let from = self.moment(from);
        let until = match until.text() {
            Some("end") => Some(None),
            _ => self.moment(until).map(Some),
        };
        let window = Window {
            from: from?,
            until: until?,
        };
        if window.until.is_some_and(|until| until < window.from) {
            self.tell(node, "the window ends before it begins");
            return None;
        }
        Some(window)
    }

    /// A word of a list.
    pub(super) fn word<T: Copy>(&mut self, node: &Node, words: Words<T>, what: &str) -> Option<T> {
        let text = self.text(node)?;
        let found = meaning(words, text);
        if found.is_none() {
            let all = || words.iter().map(|(word, _)| *word);
            let message = match closest(text, all()) {
                Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
                None => format!(
                    "there is no {what} `{text}`; it is one of {}",
                    all().collect::<Vec<_>>().join(", ")
                ),
            };
            self.tell(node, message);
        }
        found
    }

    pub(super) fn tolerance(&mut self, node: &Node) -> Option<Tolerance> {
        const WORDS: Words<Tolerance> =
            &[("none", Tolerance::None), ("allowed", Tolerance::Allowed)];
        self.word(node, WORDS, "such choice")
    }

    /// The limits of a mapping, one at least unless it may have none.
    ///
    /// `exactly` is the key of the comparison for being the same.
    pub(super) fn limits<T>(
        &mut self,
        map: &MapReader<'_>,
        exactly: &str,
        read: impl Fn(&mut Self, Compare, &Node) -> Option<T>,
    ) -> Option<Vec<Limit<T>>> {
        let mut limits = Vec::new();
        let mut whole = true;
        for compare in Compare::ALL {
            let key = match compare {
                Compare::Is => exactly,
                compare => compare.key(),
            };
            if let Some(node) = map.get(key) {
                match read(self, compare, node) {
                    Some(value) => limits.push(Limit { compare, value }),
                    None => whole = false,
                }
            }
        }
        whole.then_some(limits)
    }

    /// An id that a table of the mission has.
    fn id<R: Record>(&mut self, table: &Table<R>, node: &Node) -> Option<Id<R>> {
        let text = self.text(node)?;
        if let Some(record) = table.get(text) {
            return Some(record.id().clone());
        }
        let noun = R::COLLECTION.noun();
        let near = closest(text, table.iter().map(|record| record.id().as_str()));
        let message = match near {
            Some(near) => {
                format!("the mission has no {noun} `{text}`; did you mean `{near}`?")
            }
            None => format!("the mission has no {noun} `{text}`"),
        };
        self.tell(node, message);
        None
    }

    pub(super) fn ship(&mut self, node: &Node) -> Option<ShipId> {
        let mission = self.mission;
        self.id::<Ship>(&mission.ships, node)
    }

    pub(super) fn flight_group(&mut self, node: &Node) -> Option<Id<FlightGroup>> {
        let mission = self.mission;
        self.id(&mission.flight_groups, node)
    }

    pub(super) fn squad(&mut self, node: &Node) -> Option<Id<Squad>> {
        let mission = self.mission;
        self.id(&mission.squads, node)
    }

    pub(super) fn global(&mut self, node: &Node) -> Option<Id<Global>> {
        let mission = self.mission;
        self.id(&mission.globals, node)
    }

    pub(super) fn trigger(&mut self, node: &Node) -> Option<Id<Trigger>> {
        let mission = self.mission;
        self.id(&mission.triggers, node)
    }

    pub(super) fn routine(&mut self, node: &Node) -> Option<Id<Routine>> {
        let mission = self.mission;
        self.id(&mission.routines, node)
    }

    /// A game variable by its name or number.
    pub(super) fn variable(&mut self, node: &Node) -> Option<u8> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node, u8::MAX);
        }
        let found = variable_by_name(text).map(|variable| variable.number);
        if found.is_none() {
            let names = variables().iter().filter_map(|it| it.name.as_deref());
            let message = unknown("game variable", text, closest(text, names));
            self.tell(node, message);
        }
        found
    }

    /// A condition by its name or number.
    pub(super) fn event_condition(&mut self, node: &Node) -> Option<u8> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node, u8::MAX);
        }
        let found = condition_by_name(text).map(|condition| condition.index);
        if found.is_none() {
            let names: Vec<_> = conditions().iter().map(|it| it.symbol()).collect();
            let near = closest(text, names.iter().map(String::as_str));
            let message = unknown("condition", text, near);
            self.tell(node, message);
        }
        found
    }

    /// An order by its name or number.
    pub(super) fn order(&mut self, node: &Node) -> Option<i16> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.integer(node, i64::from(i16::MIN), i16::MAX);
        }
        let found = order_by_name(text).and_then(|order| i16::try_from(order.number).ok());
        if found.is_none() {
            let names = orders().iter().filter_map(|it| it.script_name.as_deref());
            let message = unknown("order", text, closest(text, names));
            self.tell(node, message);
        }
        found
    }

    /// A ship type by its name or number.
    pub(super) fn kind(&mut self, node: &Node) -> Option<u16> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node, u16::MAX);
        }
        match kind_by_name(text) {
            Ok(kind) => Some(kind),
            Err(near) => {
                let message = unknown("ship type", text, near);
                self.tell(node, message);
                None
            }
        }
    }

    /// The name of something that the preview does not do; `None` for anything. With a slip in it, a
    /// test that it is never asked for could not fail.
    pub(super) fn gap(&mut self, node: &Node) -> Option<Option<String>> {
        let text = self.text(node)?;
        if text == "any" {
            return Some(None);
        }
        if Gaps::can_have(text) {
            return Some(Some(text.to_owned()));
        }
        let names = Gaps::names();
        let all = || names.iter().map(String::as_str);
        // What kind of thing it is, such as a command, is easily left out.
        let without_kind = |name: &&str| name.split_once(' ').is_some_and(|(_, own)| own == text);
        let message = match all().find(without_kind).or_else(|| closest(text, all())) {
            Some(near) => format!("there is no gap `{text}`; did you mean `{near}`?"),
            None => format!(
                "there is no gap `{text}`; `sortie preview MISSION --seconds 60` lists those of a mission, such as `guns` \
                 or `command StartMissileCam`"
            ),
        };
        self.tell(node, message);
        None
    }

    /// The name of a speech, music or film file, which the script must speak of: with a slip in it, a
    /// test that something never plays could not fail.
    pub(super) fn file_name(&mut self, node: &Node) -> Option<String> {
        let text = self.text(node)?;
        let spoken = quoted_texts(self.mission);
        if spoken.iter().any(|own| own.eq_ignore_ascii_case(text)) {
            return Some(text.to_owned());
        }
        let message = match closest(text, spoken.iter().copied()) {
            Some(near) => {
                format!("no routine has the text \"{text}\"; did you mean \"{near}\"?")
            }
            None => format!("no routine has the text \"{text}\""),
        };
        self.tell(node, message);
        None
    }
}

/// Every text between quotes in the mission's routines.
fn quoted_texts(mission: &Mission) -> Vec<&str> {
    let bodies = mission.bodies().map(|(_, body)| body.text.as_str());
    bodies
        .flat_map(str::lines)
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect()
}

fn unknown(what: &str, text: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{text}`; use a known name, or the number"),
    }
}
