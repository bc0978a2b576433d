//! The request to a player who is asked for more than the steps of his turn: what is to be answered or chosen, and what happens
//! without it (L1).

use super::card_line::rules_text;
use super::forecast::{Fight, Forecast};
use crate::chair::Names;
use crate::game::{Choice, Request, Wanted};
use crate::magic::choices::Foreseen;
use crate::magic::notation::{Act, CreatureName, Thing};
use crate::magic::state::{Battle, Object, Passing, Question, View, Window, WindowKind, World};
use crate::magic::told::reader::Reader;
use crate::magic::words::{capital, list};
use crate::seat::Seat;

/// The most battles, objects or ways to choose that a request names.
const MAX_NAMED: usize = 6;

impl View {
    /// The request to the reader: in the set-up, in an open window to each player, in an open choice to the one who chooses.
    pub(crate) fn request(&self, names: &Names) -> Option<Request> {
        let you = self.you.filter(|you| !self.open && self.table.is_in(*you))?;
        let asking = Asking { view: self, you, reader: Reader { table: &self.table, you, names } };
        match (&self.table.question, self.table.window) {
            (Some(question), _) => (question.seat == you).then(|| asking.choice(question)),
            (None, Some(window)) => Some(asking.answer(window)),
            (None, None) => self.setup_request(you, names),
        }
    }
}

/// A request that is being written.
struct Asking<'a> {
    view: &'a View,
    you: Seat,
    reader: Reader<'a>,
}

impl Asking<'_> {
    /// The request in a window.
    fn answer(&self, window: Window) -> Request {
        let table = &self.view.table;
        let forecast = self.view.forecast(window.kind);
        let mut facts = self.objects();
        let about = match window.kind {
            WindowKind::Battle => {
                facts.extend(self.battles(&forecast));
                self.battle_lands()
            }
            WindowKind::Passage => {
                facts.extend(table.passing.iter().map(|passing| self.passage(passing)));
                let land = table.passing.as_ref().map(|passing| format!(" through {}", passing.land));
                format!("the passage{}", land.unwrap_or_default())
            }
            WindowKind::Upkeep => self.phase("the upkeep"),
            WindowKind::Draw => self.phase("the draw"),
            WindowKind::End => self.phase("the end"),
            WindowKind::Stack => String::new(),
        };
        if window.kind != WindowKind::Battle && !table.stack.is_empty() {
            let then = forecast.of_stack(&self.reader);
            let then = if then.is_empty() { "the stack resolves, the first named first".to_owned() } else { then };
            facts.push(format!("If no player acts, {then}."));
        } else if matches!(window.kind, WindowKind::Upkeep | WindowKind::Draw | WindowKind::End) {
            facts.push("If no player acts, the turn goes on.".to_owned());
        }
        facts.extend(forecast.winner().map(|seat| format!("{} the match by it.", self.reader.wins(seat))));
        let about = match (table.stack.last().map(|top| self.object(top)), about.is_empty()) {
            (Some(top), true) => top,
            (Some(top), false) => format!("{top} in {about}"),
            (None, _) => about,
        };
        Request { wanted: Wanted::Answer, about, facts, ways: self.answers(window.kind) }
    }

    /// `pass` and an act that is possible now, then their variants.
    fn answers(&self, kind: WindowKind) -> Vec<Choice> {
        let verbs = self.view.answer_verbs(self.you);
        let mut passes = verbs.into_iter().filter(|way| way.complete);
        let foreseen = Foreseen::new(self.view, self.you);
        let block = || foreseen.blocks().into_iter().next().map(|way| way.text);
        let used = || foreseen.acts("use").into_iter().find(|way| way.complete).map(|way| way.text);
        let act = block().or_else(|| self.best_cast(kind)).or_else(used);
        let way = |text: String, words: &str| Choice::new(text, words, true);
        let mut ways: Vec<Choice> = passes.next().into_iter().collect();
        ways.extend(act.clone().map(|act| way(act, "Do this, for example, unless another player acts before.")));
        ways.extend(passes);
        let commits = act.filter(|act| !act.starts_with("block"));
        ways.extend(commits.map(|act| way(format!("{act} commit"), "Do this also if another player acts before.")));
        ways
    }

    /// A way to cast the first card that can be cast: the one after which the board is best for the reader.
    fn best_cast(&self, kind: WindowKind) -> Option<String> {
        let hand = &self.view.own()?.hand;
        let acts = hand.iter().map(|held| self.view.casts_now(held.name)).find(|acts| !acts.is_empty())?;
        let value = |act: &Act| self.view.forecast_after(kind, Some(act)).value_for(self.you);
        // Of equal ways `max_by_key` gives the last, and the first is meant.
        acts.iter().rev().max_by_key(|act| value(act)).map(ToString::to_string)
    }

    /// `the upkeep of Birch's turn`
    fn phase(&self, phase: &str) -> String {
        let whose = self.view.table.active().map(|seat| self.reader.whose(seat)).unwrap_or_default();
        format!("{phase} of {whose} turn")
    }

    /// `Birch's spell s1 Late Rent`
    fn object(&self, object: &Object) -> String {
        let whose = self.reader.whose(object.seat);
        let called = self.view.table.name_of(&object.card);
        match &object.ability {
            None => format!("{whose} spell {} {called}", object.name),
            Some(origin) => format!("{whose} ability {} of {} {called}", object.name, origin.source),
        }
    }

    /// Each object on the stack, the first to resolve first: its targets and its text.
    fn objects(&self) -> Vec<String> {
        let stack = &self.view.table.stack;
        let line = |object: &Object| {
            let x = object.x.map(|x| format!(", X is {x}")).unwrap_or_default();
            let site = object.site.map(|site| format!(", for land {site}")).unwrap_or_default();
            let on: Vec<String> = object.on.iter().map(|target| self.reader.target(target)).collect();
            let on = if on.is_empty() { String::new() } else { format!(", on {}", list(&on)) };
            let card = self.view.table.cards.get(object.card.as_str());
            let text = card.map(|card| rules_text(object, &card)).unwrap_or_default();
            capital(&format!("{}{x}{site}{on}: {}", self.object(object), text))
        };
        let lines = stack.iter().rev().take(MAX_NAMED).map(line);
        lines.chain(more(stack.len(), "below them on the stack")).collect()
    }

    /// The battles with their outcomes, those of the reader first.
    fn battles(&self, forecast: &Forecast) -> Vec<String> {
        let table = &self.view.table;
        let of_reader = |battle: &&Battle| {
            let mut fighters = battle.attackers.iter().chain(&battle.defenders);
            fighters.any(|name| table.controller(Thing::Creature(*name)) == Some(self.you))
        };
        let fought = || table.battles_left().filter(|battle| !battle.attackers.is_empty());
        let number = fought().count();
        let own = fought().filter(of_reader).chain(fought().filter(|battle| !of_reader(battle)));
        let line = |battle: &Battle| {
            let land = if number == 1 { String::new() } else { format!(" on {}", battle.land) };
            let verb = if battle.attackers.len() == 1 { "attacks" } else { "attack" };
            let (attackers, defenders) =
                (self.reader.creatures(&battle.attackers), self.reader.creatures(&battle.defenders));
            let fight = Fight { land: battle.land, attackers: &battle.attackers, defenders: &battle.defenders };
            let then = forecast.of_battle(&self.reader, &fight);
            format!("{} {verb} {defenders}{land}. If no player acts, {then}.", capital(&attackers))
        };
        own.take(MAX_NAMED).map(line).chain(more(number, "battles")).collect()
    }

    /// `the battle on 4`, `the battles on 4 and 7`
    fn battle_lands(&self) -> String {
        let fought = self.view.table.battles_left().filter(|battle| !battle.attackers.is_empty());
        let lands: Vec<_> = fought.map(|battle| battle.land).collect();
        match lands.as_slice() {
            [] => String::new(),
            [one] => format!("the battle on {one}"),
            some if some.len() > MAX_NAMED => format!("{} battles", some.len()),
            some => format!("the battles on {}", list(some)),
        }
    }

    /// A group that passes the reader's creatures.
    fn passage(&self, passing: &Passing) -> String {
        let table = &self.view.table;
        let passes = if passing.group.len() == 1 { "passes" } else { "pass" };
        let group = capital(&self.reader.creatures(&passing.group));
        let blockers = table.active().map(|by| table.possible_blockers(by, &passing.group, passing.land));
        let own = |name: &CreatureName| table.controller(Thing::Creature(*name)) == Some(self.you);
        let blockers: Vec<CreatureName> = blockers.unwrap_or_default().into_iter().filter(own).collect();
        let by = if blockers.is_empty() { String::new() } else { format!(" {}", self.reader.creatures(&blockers)) };
        let (it, goes) = if passing.group.len() == 1 { ("it", "goes") } else { ("they", "go") };
        format!("{group} {passes}{by} on {}. If no creature blocks, {it} {goes} on.", passing.land)
    }

    /// The request to choose.
    fn choice(&self, question: &Question) -> Request {
        let table = &self.view.table;
        let what = table.question_words(question);
        let about = what.split([':', ',']).next().unwrap_or_default().to_owned();
        let mut facts = Vec::new();
        if let Some(object) = table.resolving.as_ref().and_then(|resolving| table.object(resolving.name)) {
            facts.push(capital(&format!("{} waits for your choice.", self.object(object))));
        }
        facts.push(format!("You choose {what}."));
        let looked = self.view.own().map(|own| self.view.looked(own)).unwrap_or_default();
        facts.extend((1..).zip(&looked).map(|(place, card)| format!("l{place} {}", self.view.card_line(card))));
        let usual = self.usual_choice();
        let ends = if table.active() == Some(self.you) { ", and your turn ends" } else { "" };
        facts.extend(usual.iter().map(|usual| format!("If you send nothing in time, it is `{usual}`{ends}.")));
        let ways = Foreseen::new(self.view, self.you).chooses("choose");
        let mut ways: Vec<Choice> = ways.into_iter().filter(|way| way.complete).map(|way| way.after("")).collect();
        ways.truncate(MAX_NAMED);
        let usual = usual.filter(|_| ways.is_empty());
        ways.extend(usual.map(|text| Choice::new(text, what.clone(), true)));
        Request { wanted: Wanted::Choice, about, facts, ways }
    }

    /// The choice that is made if the reader does not choose in time.
    fn usual_choice(&self) -> Option<String> {
        let mut world = World::of_view(self.view);
        world.choose_by_lapse();
        Some(world.hidden.own(self.you)?.given.last()?.to_string())
    }
}

/// `... and 2 more battles`, if there are more than a request names.
fn more(number: usize, what: &str) -> Option<String> {
    (number > MAX_NAMED).then(|| format!("... and {} more {what}", number - MAX_NAMED))
}
