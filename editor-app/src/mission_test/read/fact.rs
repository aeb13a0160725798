//! Facts, and when they are looked for.

use formats::yaml::{MapReader, Node, NodeValue, parse_integer};
use model::AnyId;
use runtime::Tick;

use super::super::fact::once;
use super::super::symbols::{ENDINGS, OBJECTIVE_STATES, OBJECTIVES, RATINGS, SHIP_STATES};
use super::super::{Compare, Counted, EndingIs, Expectation, Fact, Limit, When};
use super::schema::{FACTS, FactKeys, GUARD, OWNER, WHENS};
use super::value::Reader;

impl Reader<'_> {
    /// An entry of `expect`.
    pub(super) fn expectation(&mut self, node: &Node) -> Option<Expectation> {
        let keys = self.kind_of(node, "an expectation", FACTS, |keys| keys.key)?;
        let map = self.map(node, &keys.expectation)?;
        let when = self.when(node, &map);
        let guard = match map.get(GUARD) {
            Some(node) => self.condition(node).map(Some),
            None => Some(None),
        };
        let fact = self.fact(keys, node, &map);
        let (when, guard, fact) = (when?, guard?, fact?);
        if let Some(node) = map.get(GUARD)
            && !matches!(when, When::Never(_) | When::Always(_))
        {
            self.tell(node, "`if` goes with `never` and `always`");
            return None;
        }
        let waits = matches!(when, When::By(_) | When::Between(_));
        if waits && fact.holds_of_nothing() {
            let message = "this is true before anything has happened, so it cannot fail; \
                           say `at`, `never`, `always` or `at_end`";
            self.tell(node, message);
            return None;
        }
        Some(Expectation { when, guard, fact })
    }

    /// What an input waits for, or what must be true for an expectation to be looked at.
    pub(super) fn condition(&mut self, node: &Node) -> Option<Fact> {
        let keys = self.kind_of(node, "a condition", FACTS, |keys| keys.key)?;
        let map = self.map(node, &keys.condition)?;
        self.fact(keys, node, &map)
    }

    /// The one kind that a mapping's keys tell.
    pub(super) fn kind_of<K>(
        &mut self,
        node: &Node,
        what: &str,
        kinds: &'static [K],
        key: impl Fn(&K) -> &'static str,
    ) -> Option<&'static K> {
        let all = || kinds.iter().map(&key).collect::<Vec<_>>().join(", ");
        let NodeValue::Mapping { entries, .. } = &node.value else {
            let message = format!(
                "{what} is a mapping with one of the keys {}, and this is {}",
                all(),
                node.describe()
            );
            self.tell(node, message);
            return None;
        };
        let has = |kind: &&K| entries.iter().any(|(it, _)| it.text() == Some(key(kind)));
        let mut found = kinds.iter().filter(has);
        match (found.next(), found.next()) {
            (Some(kind), None) => Some(kind),
            (Some(first), Some(second)) => {
                let message = format!(
                    "{what} is about one thing; this has `{}` and `{}`",
                    key(first),
                    key(second)
                );
                self.tell(node, message);
                None
            }
            (None, _) => {
                // The key that stands in its place is most likely a slip.
                let known = || kinds.iter().map(&key);
                let slip = entries.iter().find_map(|(it, _)| {
                    let typed = it.text()?;
                    let near = formats::catalogue::closest(typed, known())?;
                    Some((it, typed, near))
                });
                match slip {
                    Some((at, typed, near)) => {
                        let message = format!("{what} has no `{typed}`; did you mean `{near}`?");
                        self.tell(at, message);
                    }
                    None => {
                        let message = format!("{what} needs one of the keys {}", all());
                        self.tell(node, message);
                    }
                }
                None
            }
        }
    }

    fn when(&mut self, node: &Node, map: &MapReader<'_>) -> Option<When> {
        let mut given = WHENS
            .into_iter()
            .filter_map(|key| Some((key, map.get(key)?)));
        let (Some((key, at)), None) = (given.next(), given.next()) else {
            let message = format!("an expectation has one of {}", WHENS.join(", "));
            self.tell(node, message);
            return None;
        };
        Some(match key {
            "by" => When::By(self.moment(at)?),
            "at" => When::At(self.moment(at)?),
            "between" => When::Between(self.window(at, false)?),
            "never" => When::Never(self.window(at, true)?),
            "always" => When::Always(self.window(at, true)?),
            _ => {
                self.yes(at)?;
                When::AtEnd
            }
        })
    }

    fn fact(&mut self, keys: &FactKeys, node: &Node, map: &MapReader<'_>) -> Option<Fact> {
        let subject = map.get(keys.key)?;
        match keys.key {
            "global" => {
                let global = self.global(subject);
                let limits = self.some_limits(node, map, Self::dword_limit);
                Some(Fact::Global {
                    global: global?,
                    limits: limits?,
                })
            }
            "variable" => {
                let variable = self.variable(subject);
                let limits = self.some_limits(node, map, Self::dword_limit);
                Some(Fact::Variable {
                    variable: variable?,
                    limits: limits?,
                })
            }
            "objective" => {
                let objective = self.number(subject, OBJECTIVES - 1);
                let known = objective.filter(|it| *it < OBJECTIVES);
                if objective.is_some() && known.is_none() {
                    self.tell(subject, "a mission's objectives are 0 to 9");
                }
                let state = self.is_or_not(node, map, |reader, node| {
                    reader.word(node, OBJECTIVE_STATES, "state of an objective")
                });
                let (state, is) = state?;
                Some(Fact::Objective {
                    objective: known?,
                    state,
                    is,
                })
            }
            "ending" => match subject.text() {
                Some("none") => Some(Fact::Ending(EndingIs::None)),
                Some("any") => Some(Fact::Ending(EndingIs::Any)),
                _ => {
                    let way = self.word(subject, ENDINGS, "ending")?;
                    Some(Fact::Ending(EndingIs::Way(way)))
                }
            },
            "rating" => self.word(subject, RATINGS, "rating").map(Fact::Rating),
            "ship" => self.ship_fact(subject, node, map),
            "damage" => {
                let ship = self.ship(subject);
                let limits = self.some_limits(node, map, Self::dword_limit);
                Some(Fact::Damage {
                    ship: ship?,
                    limits: limits?,
                })
            }
            "distance" => {
                let limits = self.some_limits(node, map, |reader, _, node| reader.real(node));
                let Some([a, b]) = subject.items() else {
                    self.tell(subject, "a distance is between two ships, [one, other]");
                    return None;
                };
                let (a, b) = (self.ship(a), self.ship(b));
                Some(Fact::Distance {
                    ships: [a?, b?],
                    limits: limits?,
                })
            }
            _ => self.count(keys.key, subject, map),
        }
    }

    fn ship_fact(&mut self, subject: &Node, node: &Node, map: &MapReader<'_>) -> Option<Fact> {
        let ship = self.ship(subject);
        let (order, has_order) = (map.get("order"), map.get("has_order"));
        let state = map.get("is").or(map.get("is_not"));
        match (order, has_order, state) {
            (Some(order), None, None) => Some(Fact::Order {
                order: self.order(order)?,
                anywhere: false,
                ship: ship?,
            }),
            (None, Some(order), None) => Some(Fact::Order {
                order: self.order(order)?,
                anywhere: true,
                ship: ship?,
            }),
            (None, None, Some(_)) => {
                let state = self.is_or_not(node, map, |reader, node| {
                    reader.word(node, SHIP_STATES, "state of a ship")
                });
                let (state, is) = state?;
                Some(Fact::Ship {
                    ship: ship?,
                    state,
                    is,
                })
            }
            _ => {
                let message = "of a ship, one of `is`, `is_not`, `order`, `has_order` is said";
                self.tell(node, message);
                None
            }
        }
    }

    fn count(&mut self, key: &str, subject: &Node, map: &MapReader<'_>) -> Option<Fact> {
        let (what, exactly) = match key {
            "trigger" => (self.trigger(subject).map(Counted::Trigger), "fires"),
            "routine" => (self.routine(subject).map(Counted::Routine), "runs"),
            "speech" => (self.file_name(subject).map(Counted::Speech), "plays"),
            "music" => (self.file_name(subject).map(Counted::Music), "plays"),
            "film" => (self.file_name(subject).map(Counted::Film), "plays"),
            "fault" => (self.owner(subject).map(Counted::Fault), "comes"),
            _ => (self.gap(subject).map(Counted::Gap), "comes"),
        };
        let mut limits = self.limits(map, exactly, Self::count_limit)?;
        if limits.is_empty() {
            limits = once();
        }
        Some(Fact::Count {
            what: what?,
            limits,
        })
    }

    fn owner(&mut self, node: &Node) -> Option<Option<AnyId>> {
        if node.text() == Some("any") {
            return Some(None);
        }
        if node.text().is_some() {
            return self.routine(node).map(|id| Some((&id).into()));
        }
        let map = self.map(node, &OWNER)?;
        match (map.get("routine"), map.get("trigger")) {
            (Some(routine), None) => self.routine(routine).map(|id| Some((&id).into())),
            (None, Some(trigger)) => self.trigger(trigger).map(|id| Some((&id).into())),
            _ => {
                self.tell(
                    node,
                    "a fault is in one of `routine` and `trigger`, or `any`",
                );
                None
            }
        }
    }

    fn some_limits<T>(
        &mut self,
        node: &Node,
        map: &MapReader<'_>,
        read: impl Fn(&mut Self, Compare, &Node) -> Option<T>,
    ) -> Option<Vec<Limit<T>>> {
        let limits = self.limits(map, "is", read)?;
        if limits.is_empty() {
            let message = "a number is held to one or more of is, is_not, above, below, at_least, \
                           at_most";
            self.tell(node, message);
            return None;
        }
        Some(limits)
    }

    fn is_or_not<T>(
        &mut self,
        node: &Node,
        map: &MapReader<'_>,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Option<(T, bool)> {
        match (map.get("is"), map.get("is_not")) {
            (Some(state), None) => Some((read(self, state)?, true)),
            (None, Some(state)) => Some((read(self, state)?, false)),
            _ => {
                self.tell(node, "one of `is` and `is_not` is said of it");
                None
            }
        }
    }

    /// The moment at which an input comes, from the first tick on.
    pub(super) fn input_moment(&mut self, node: &Node) -> Option<Tick> {
        let tick = self.moment(node)?;
        if tick == Tick(0) {
            let message = "the first moment that something can come from outside is 0.01: at 0 the \
                           mission's start parts run";
            self.tell(node, message);
            return None;
        }
        Some(tick)
    }

    /// Whether a text is meant as a number.
    pub(super) fn is_number(text: &str) -> bool {
        parse_integer(text).is_some()
    }
}
