//! The reader's hand beside the board: each card with its text, and with what it can be cast on now (L1).

use std::collections::BTreeSet;

use super::drawing::item;
use crate::magic::chairs::chair_of;
use crate::magic::choices::{Foreseen, MAX_SHOWN};
use crate::magic::notation::{Act, CreatureName, LandNumber, Target, Thing};
use crate::magic::state::{InHand, View};
use crate::magic::words::or;
use crate::scene::{Item, Panel};

/// The most targets that are named one by one.
const MAX_NAMED: usize = 4;

impl View {
    /// The cards in the reader's hand, one below the other; the starter decks, before there is one.
    pub(crate) fn hand_panel(&self) -> Option<Panel> {
        let (you, own) = (self.you?, self.own()?);
        if own.hand.is_empty() {
            return self.decks_panel(you);
        }
        let own_lands = self.table.standing_lands().filter(|(_, land)| land.seat == Some(you));
        let untapped = own_lands.filter(|(_, land)| !land.tapped).count();
        let foreseen = Foreseen::new(self, you);
        let (lines, items) = own.hand.iter().filter_map(|held| self.held(&foreseen, held)).unzip();
        Some(Panel {
            title: format!("Your hand, with {} untapped", super::picture::plural(untapped as u32, "land")),
            paint: chair_of(you).paint,
            yours: false,
            awaited: false,
            score: String::new(),
            listed: true,
            lines,
            items,
        })
    }

    /// A card as a line, `h1 Late Rent G, instant: Target creature gets +3/+3 until end of turn. Now on c3 or another creature.`, and as
    /// an item, with why it cannot be cast now if it cannot.
    fn held(&self, foreseen: &Foreseen, held: &InHand) -> Option<(String, Item)> {
        let (name, id) = (held.name, held.card.as_ref()?);
        let casts = self.casts_or_why(foreseen, name);
        let item = item(name.to_string(), &*self.table.cards.get(id.as_str())?);
        let now = match &casts {
            Ok(acts) => self.now(acts),
            // The line begins with the card.
            Err(why) => why.replacen(&format!("{} can be cast", item.title), "Can be cast", 1),
        };
        let item = Item { ready: casts.is_ok(), why: casts.err().unwrap_or_default(), ..item };
        Some((format!("{name} {} {now}", self.card_line(id)), item))
    }

    /// `Now on 2 or 7.`, `Now on any creature.`: the sites of a creature, or the first targets.
    fn now(&self, acts: &[Act]) -> String {
        let sites: BTreeSet<LandNumber> = acts.iter().filter_map(site_of).collect();
        if !sites.is_empty() {
            return format!("Now on {}.", or(&sites));
        }
        let targets: BTreeSet<&Target> = acts.iter().filter_map(|act| act.tail().on.first()).collect();
        if targets.is_empty() {
            return "Now.".to_owned();
        }
        let mut targets: Vec<&Target> = targets.into_iter().collect();
        // What fights comes first, the reader's own before that of others.
        targets.sort_by_key(|target| self.rank(target));
        let creature = |name: &CreatureName| Target::Thing(Thing::Creature(*name));
        let all: BTreeSet<Target> = self.table.creatures.keys().map(creature).collect();
        let any = targets.len() == all.len() && targets.iter().all(|target| all.contains(*target));
        match (targets.as_slice(), any) {
            (some, _) if some.len() <= MAX_NAMED => format!("Now on {}.", or(some)),
            ([first, ..], true) if self.rank(first) == Rank::Own => format!("Now on {first} or any other creature."),
            (_, true) => "Now on any creature.".to_owned(),
            (some, false) => {
                let named = some.get(..MAX_NAMED).unwrap_or_default();
                let named: Vec<String> = named.iter().map(ToString::to_string).collect();
                let all_known = acts.len() < MAX_SHOWN;
                let others = if all_known { (some.len() - named.len()).to_string() } else { "many".to_owned() };
                format!("Now on {} or {others} others.", named.join(", "))
            }
        }
    }

    /// How near a target is to the battles.
    fn rank(&self, target: &Target) -> Rank {
        let fights = self.table.battles.iter().any(|battle| match target {
            Target::Thing(Thing::Creature(name)) => battle.attackers.contains(name) || battle.defenders.contains(name),
            Target::Thing(Thing::Permanent(_))
            | Target::Land(_)
            | Target::Stack(_)
            | Target::Player(_)
            | Target::Grave(..) => false,
        });
        match (fights, self.you.is_some_and(|you| self.table.is_of(you, target))) {
            (true, true) => Rank::Own,
            (true, false) => Rank::Fights,
            (false, _) => Rank::Other,
        }
    }
}

/// How near a target is to the battles of the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The reader's own, in a battle.
    Own,
    /// Another player's, in a battle.
    Fights,
    /// In no battle.
    Other,
}

/// The site that is named for a creature.
fn site_of(act: &Act) -> Option<LandNumber> {
    if let Act::Cast(cast) = act { cast.site } else { None }
}
