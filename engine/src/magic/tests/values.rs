//! Current values of creatures (R68), granted abilities, measures and tests.

use super::*;
use crate::magic::cards::Colour;
use crate::magic::cards::effect::{Change, Verb};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::measure::{Measure, Test};
use crate::magic::cards::noun::{Figure, Whose};
use crate::magic::notation::{PermanentName, Source, Target};
use crate::magic::state::{Lasting, Lasts, Until};
use crate::magic::values::speaker::Speaker;
use crate::magic::values::traits::Traits;

/// Cards of these tests.
const CARDS: &str = r#"Reed Warden   1G
Creature - Warden   2/2

Copse Giant   3G
Creature - Giant   */*
* is the number of forests you control.

Twin Giant   3G
Creature - Giant   */*
* is the number of Giants you control.

Gate Newt   1G
Creature - Newt   1/1
This can block only creatures with flying.

Sly Newt   1G
Creature - Newt   2/2
This cannot be blocked except by creatures with flying.

Root Drum   GG
Artifact
Tap: Add G.

Deep Desk   1
Artifact
Your hand limit is 7.

Deeper Desk   1
Artifact
Your hand limit is 9.

Open Drawer   1
Artifact
Your hand has no limit.

Clover Tithe   G
Aura
Enchant land
Whenever enchanted land is tapped for mana, its controller adds G.

Fen Deed   B
Aura
Enchant land
Enchanted land is a swamp.

Tide Deed   U
Aura
Enchant land
Enchanted land is an island.

Stiff Deed   U
Aura
Enchant land
Enchanted land does not untap.

Heavy Coat   W
Aura
Enchant creature
Enchanted creature gets +1/+2 and has flying.

Red Coat   R
Aura
Enchant creature
Enchanted creature is red.

Chalk Hoop   W
Aura
Enchant creature
Enchanted creature cannot attack and cannot block.

Long Stride   W
Aura
Enchant creature
Enchanted creature gets +2 movement.

Loose Hinge   W
Aura
Enchant creature
Enchanted creature can move and attack as though it had no defender.

Cold Knot   U
Aura
Enchant creature
Enchanted creature does not untap.

Loud Drum   G
Aura
Enchant creature
Each creature able to block enchanted creature does so.

Lamp Graft   G
Aura
Enchant creature
Enchanted creature has "Tap: Add G.".

Paper Leash   U
Aura
Enchant creature with power 3 or less
Enchanted creature gets +0/+1.

Guild Bell   1W
Enchantment
Each other Warden you control gets +1/+1 and has banding.

Fair Share   1W
Enchantment
Each creature with power 2 or less gets +1/+0.

Mire Toll   1B
Enchantment
Entering a swamp costs 1 more movement."#;

/// A match of two seats on the board T20 with the cards above and this table text.
pub(super) fn board(text: &str) -> Magic {
    let options = serde_json::from_value(json!({ "table": format!("{T20}{text}"), "cards": CARDS })).unwrap();
    let position = Magic::start(2, &options, &mut dice(0)).unwrap_or_else(|why| panic!("{text}: {why}")).position;
    position.check(2).unwrap();
    position
}

/// Two seats with a land each, far from the middle.
const FAR: &str = "ash holds 18; birch holds 14; ";

pub(super) fn far(text: &str) -> Magic {
    board(&format!("{FAR}{text}"))
}

fn traits(position: &Magic, name: u16) -> Traits {
    position.table.traits(CreatureName(name)).unwrap()
}

pub(super) fn size(position: &Magic, name: u16) -> (i32, i32) {
    let traits = traits(position, name);
    (traits.power, traits.toughness)
}

/// The creature changes until the end of the turn.
pub(super) fn changed(position: &Magic, name: u16, changes: &[&str]) -> Magic {
    let mut position = position.clone();
    for change in changes {
        let change: Change = change.parse().unwrap_or_else(|_| panic!("{change}"));
        let age = position.table.next_age();
        let lasting = Lasting { age, until: Until::EndOfTurn, what: Lasts::Change(change) };
        position.table.thing_mut(Thing::Creature(CreatureName(name))).unwrap().changes.push(lasting);
    }
    let json = serde_json::to_string(&position).unwrap();
    assert_eq!(serde_json::from_str::<Magic>(&json).unwrap(), position, "stored and read");
    position.check(2).unwrap();
    position
}

pub(super) fn deeds(position: &mut Magic, name: u16) -> &mut state::Deeds {
    &mut position.table.creatures.get_mut(&CreatureName(name)).unwrap().deeds
}

/// The position after the checks of R65.
pub(super) fn settled(position: &Magic) -> Magic {
    let mut dice = dice(1);
    let mut world = World::real(&position.table, &position.hidden, &mut dice);
    world.settle();
    Magic::after(world, false).position
}

#[test]
fn r68_auras_and_rules_about_each_add_to_creatures() {
    let before =
        far("ash has reed-warden @7; ash has reed-warden @1; birch has reed-warden @2; ash has heavy-coat on c1; \
         ash has guild-bell; ash has red-coat on c3");
    assert_eq!([1, 2, 3].map(|name| size(&before, name)), [(4, 5), (3, 3), (2, 2)]);
    assert_eq!([1, 2, 3].map(|name| traits(&before, name).has(Keyword::Banding)), [true, true, false]);
    assert!(traits(&before, 1).has(Keyword::Flying) && !traits(&before, 2).has(Keyword::Flying));
    assert!(traits(&before, 3).colours.has(Colour::Red) && !traits(&before, 3).colours.has(Colour::Green));
    let page = serde_json::to_value(before.view(Eye::Open)).unwrap();
    assert_eq!((&page["creatures"][0]["power"], &page["creatures"][0]["words"][0]), (&json!(4), &json!("flying")));
}

#[test]
fn r68_sizes_become_before_they_get_and_older_effects_act_first() {
    let before = far("ash has reed-warden @7; ash has heavy-coat on c1");
    assert_eq!(size(&changed(&before, 1, &["gets +2/+2", "becomes 1/1"]), 1), (4, 5));
    assert_eq!(size(&changed(&before, 1, &["becomes 1/1", "becomes 0/4"]), 1), (1, 6));
    let flies = |changes: &[&str]| traits(&changed(&before, 1, changes), 1).has(Keyword::Flying);
    assert!(flies(&[]) && !flies(&["loses flying"]) && flies(&["loses flying", "gains flying, reach"]));
    assert!(!flies(&["loses all abilities"]) && flies(&["loses all abilities", "gains flying"]));
    let red = changed(&before, 1, &["becomes red", "becomes blue"]);
    assert!(traits(&red, 1).colours.has(Colour::Blue) && !traits(&red, 1).colours.has(Colour::Red));
    // The values so far are asked: the older coat makes it too strong for the share, the younger one does not.
    let older = far("ash has reed-warden @7; ash has heavy-coat on c1; ash has fair-share");
    let younger = far("ash has reed-warden @7; ash has fair-share; ash has heavy-coat on c1");
    assert_eq!((size(&older, 1), size(&younger, 1)), ((3, 4), (4, 4)));
    assert_eq!(size(&play(&play(&changed(&before, 1, &["gets +9/+9"]), "end"), "end"), 1), (3, 4), "until end of turn");
}

#[test]
fn r68_one_that_lost_all_abilities_says_nothing_of_itself_and_others() {
    let before = far("ash has gate-newt @7; ash has chalk-hoop on c1");
    let after = changed(&before, 1, &["loses all abilities"]);
    assert_eq!((traits(&before, 1).blocks_only.len(), traits(&after, 1).blocks_only.len()), (1, 0));
    assert!(traits(&after, 1).cannot(&Verb::Attack), "what an aura forbids is no ability of the creature");
}

#[test]
fn c9_a_star_is_counted_on_both_sides() {
    let before =
        board("ash holds 2 7; birch holds 14; ash has copse-giant @1; ash has twin-giant @4; ash has twin-giant @5");
    assert_eq!([1, 2, 3].map(|name| size(&before, name)), [(2, 2), (3, 3), (3, 3)]);
    let fen = board("ash holds 2 7; birch holds 14; ash has copse-giant @1; birch has fen-deed on 7");
    assert_eq!(size(&fen, 1), (1, 1));
    assert_eq!(size(&changed(&before, 1, &["gets +1/+0", "becomes 5/5"]), 1), (6, 5));
    let none = board("ash holds 1; birch holds 14; ash has copse-giant @1");
    assert!(none.table.creatures.is_empty(), "toughness 0 (R65)");
}

#[test]
fn r29_c10_movement_is_added_but_not_to_walls_and_to_those_that_cannot_move() {
    let points = |position: &Magic, name: u16| {
        let creature = &position.table.creatures[&CreatureName(name)];
        position.table.allowance(creature, &traits(position, name))
    };
    let before = far("ash has g2/2 @7; ash has w0/4 @1 defender; ash has long-stride on c1; ash has long-stride on c2");
    assert_eq!((points(&before, 1), points(&before, 2)), (5, 0));
    assert_eq!(points(&changed(&before, 1, &["cannot move"]), 1), 0);
    assert_eq!(refused(&changed(&before, 1, &["cannot move"]), "move c1: 2"), "cannot-move");
    assert_eq!(points(&changed(&before, 1, &["gets -9 movement"]), 1), 0);
    let hinged = far("ash has w0/4 @1 defender; ash has loose-hinge on c1; ash has long-stride on c1");
    assert_eq!(points(&hinged, 1), 6);
    assert_eq!(points_used(&play(&hinged, "move c1: 2"), 1), 2);
}

/// The points that this way costs c1 on a board whose first ten lands are mountains and the others plains.
fn on_mountains(creature: &str, way: &str) -> Result<u8, &'static str> {
    let before =
        table_of(2, &format!("lands MMMMM MMMMM PPPPP PPPPP; ash holds 1; birch holds 20; ash has {creature}"));
    let text = format!("move c1: {way}");
    try_as(&before, 0, &text).map(|(after, _)| points_used(&after, 1)).map_err(|(code, _)| code)
}

#[test]
fn r32_an_animated_wall_moves_like_a_native_of_the_land_where_it_stood() {
    // Lands 2, 3 and 4 lie in a row from 1, all of them mountains.
    assert_eq!(on_mountains("a0/4 defender animated @1", "2,3,4"), Ok(3));
    assert_eq!(on_mountains("g0/4 defender animated @1", "2,3,4"), Ok(3), "besides its colours");
    assert_eq!(on_mountains("a2/2 @1", "2"), Ok(2), "no wall: a stranger there");
    assert_eq!(on_mountains("a2/2 @1", "2,3"), Err("too-far"));
    assert_eq!(on_mountains("a0/4 defender @1", "2"), Err("cannot-move"), "not animated");
    // Three points; four for a wall that is native in plains, by its land or by its colour.
    assert_eq!(on_mountains("a0/4 defender animated @1", "2,3,4,5"), Err("too-far"));
    assert_eq!(on_mountains("w0/4 defender animated @1", "2,3,4,5"), Ok(4));
    assert_eq!(on_mountains("a0/4 defender animated @12", "13,14,15,16"), Ok(4));
    // It is native where it stood, not where it goes.
    assert_eq!(on_mountains("a0/4 defender animated @12", "3"), Ok(2));
}

#[test]
fn n7_abilities_of_the_card_come_before_those_granted() {
    let before = far(
        "ash has g2/2 @7; ash has g2/2 @1 fresh; ash has root-drum; ash has lamp-graft on c1; ash has lamp-graft on c2",
    );
    let name = |number: u16| Thing::Creature(CreatureName(number));
    let listed = |position: &Magic, name: Thing| {
        let all = position.table.activated_of(name).into_iter();
        all.map(|usable| (usable.card.to_string(), usable.line)).collect::<Vec<_>>()
    };
    assert_eq!(listed(&before, Thing::Permanent(PermanentName(1))), [("root-drum".to_owned(), 0)]);
    assert_eq!(listed(&before, name(1)), [("lamp-graft".to_owned(), 1)]);
    let taps = |position: &Magic| position.table.taps(Seat(0)).into_iter().map(|tap| tap.source).collect::<Vec<_>>();
    assert!(taps(&before).contains(&Source::Thing(name(1))));
    assert!(!taps(&before).contains(&Source::Thing(name(2))), "it came this turn (R28)");
    assert!(listed(&changed(&before, 1, &["loses all abilities"]), name(1)).is_empty());
}

#[test]
fn c9_measures_and_tests_are_asked_from_where_the_text_stands() {
    let mut before = board(
        "ash holds 7 6 2; birch holds 12; ash has reed-warden @7; birch has g3/1 @2; ash has heavy-coat on c2; \
         ash hand root-drum, root-drum; birch hand root-drum",
    );
    let aura = Thing::Permanent(PermanentName(1));
    before.table.permanents.get_mut(&PermanentName(1)).unwrap().counters.insert(cards::cost::Mark::Plus, 2);
    let mut dice = dice(1);
    let world = World::real(&before.table, &before.hidden, &mut dice);
    let it = Some(Target::Thing(Thing::Creature(CreatureName(1))));
    let speaker = Speaker { you: Seat(0), this: Some(aura), it };
    let holds = |test: &str| world.table.holds(&test.parse::<Test>().unwrap_or_else(|_| panic!("{test}")), &speaker, 3);
    for test in [
        "you control 2 or more forests",
        "you control no Giants",
        "you control a Warden",
        "an opponent controls a forest",
        "enchanted creature is a creature with flying",
        "enchanted creature is untapped",
        "it is a Warden",
        "it is your turn",
        "you have 2 or more cards in hand",
        "you have 2 or fewer cards in hand",
        "this has 2 or more +1/+1 counters",
        "an opponent controls a creature on the same land",
        "you control a creature on an adjacent land",
    ] {
        assert!(holds(test), "{test}");
    }
    for test in [
        "you control X or more forests",
        "an opponent controls a Warden",
        "enchanted creature is tapped",
        "you control another aura",
    ] {
        assert!(!holds(test), "{test}");
    }
    let measure = |measure: Measure| world.table.measure(&measure, &speaker, 0);
    assert_eq!(measure(Measure::Its(Figure::Power)), 2);
    assert_eq!(measure(Measure::This(Figure::ManaValue)), 1);
    assert_eq!(
        [Whose::Your, Whose::EachPlayers, Whose::EachOpponents].map(|it| measure(Measure::CardsInHand(it))),
        [2, 3, 1]
    );
}

#[test]
fn odd_changes_in_a_stored_position_are_refused() {
    let json = serde_json::to_string(&changed(&far("ash has g2/2 @7"), 1, &["gets +1/+1"])).unwrap();
    let stored = r#"{"age":2,"until":"end-of-turn","what":{"change":"gets +1/+1"}}]"#;
    assert!(json.contains(stored), "{json}");
    let read = |change: &str| {
        let json = json.replace(stored, change);
        serde_json::from_str::<Magic>(&json).map_err(|why| why.to_string()).and_then(|read| read.check(2))
    };
    let gets = |what: &str| format!(r#"{{"age":2,"until":"end-of-turn","what":{{"change":"{what}"}}}}]"#);
    assert_eq!(read(&gets("gains flying, reach")), Ok(()));
    assert_eq!(read(r#"],"deeds":{"uses":[["no-such-card",0]]}"#), Err("there is no card no-such-card".to_owned()));
    assert_eq!(read(r#"],"counters":{"oil":0}"#), Err("counters beyond all texts".to_owned()));
    assert_eq!(read(&gets("gets +X/+1")), Err("a change with an X".to_owned()));
    assert!(read(&gets("gets +1/+")).is_err() && read(r#"{"age":2,"until":"end-of-turn"}]"#).is_err());
    assert!(
        read(r#"],"deeds":{"damaged":true,"prevented":3}"#).is_ok() && read(r#"],"deeds":{"bored":true}"#).is_err()
    );
}
