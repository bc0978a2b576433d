//! Control (R51, R52, G17, G18), durations (C10), and changes of lands (R56).

use super::*;
use crate::magic::cards::Colour;
use crate::magic::cards::keyword::Keyword;

const CARDS: &str = "Test Claim   0
Sorcery
Gain control of target creature until end of turn.

Test Loan   0
Sorcery
Gain control of target creature until your next turn. Untap it. It gains haste until end of turn.

Test Warden   0
Creature - Rat   1/1
When this enters, gain control of target creature for as long as you control this.

Test Regent   0
Aura
Enchant creature
You control enchanted creature.

Test Deed   0
Aura
Enchant land
You control enchanted land.

Test Seizure   0
Sorcery
Gain control of target land until end of turn.

Test Growth   0
Sorcery
Target creature gets +1/+1 until your next turn.

Test Oak   0
Sorcery
Target creature gets +1/+1.

Test Flood   0
Sorcery
Target land becomes an island until end of turn.

Test Drought   0
Enchantment
Each forest is a swamp.

Test Ban   0
Enchantment
Each land you control has shroud.

Test Dye   0
Instant
Target creature spell becomes red. It gains flying.

Test Rebuke   0
Instant
Counter target red spell.

Test Calf   0
Creature - Ox   1/1

Test Doom   0
Instant
Destroy target creature.

Test Lift   0
Sorcery
Destroy target enchantment.
";

fn with(text: &str) -> Magic {
    near(CARDS, text)
}

fn seat_of(position: &Magic, name: u16) -> u8 {
    position.table.creatures[&CreatureName(name)].seat.0
}

#[test]
fn g17_control_of_a_creature_brings_its_land() {
    let before = with("birch has g2/2 @14; birch has g2/2 haste @13; ash hand test-regent, test-claim, test-claim");
    assert_eq!(refused(&before, "cast h2 on c1; move c1: 15"), "came-this-turn");
    let hasty = play(&before, "cast h2 on c2; move c2: 12; end");
    assert_eq!((seat_of(&hasty, 2), stands(&hasty, 2), land(&hasty, 12)), (1, 12, "0'".to_owned()));
    let kept = play(&before, "cast h1 on c1; end");
    assert_eq!((seat_of(&kept, 1), land(&kept, 14)), (0, "0'".to_owned()));
    assert!(told(&before, 0, "cast h1 on c1").contains("c1 2/2 Token is controlled by Anna."));
    // The aura goes before Control lands.
    let lost = with("birch has g2/2 @14; ash has test-regent on c1; ash hand test-lift");
    assert_eq!(seat_of(&lost, 1), 0, "from the first position on");
    let lost = play(&lost, "cast h1 on p1; end");
    assert_eq!((seat_of(&lost, 1), land(&lost, 14)), (1, "1".to_owned()));
}

#[test]
fn r51_control_ends_when_it_says() {
    let before = with("birch has g2/2 @14 tapped; ash hand test-loan");
    let lent = play(&before, "cast h1 on c1; move c1: 13; end");
    assert_eq!((seat_of(&lent, 1), land(&lent, 13)), (0, "0'".to_owned()), "until Ash's next turn");
    assert_eq!(seat_of(&play(&lent, "end"), 1), 1);
    // As long as a permanent is controlled.
    let warden = with("birch has g2/2 @14; birch has g1/1 @13; ash hand test-warden, test-doom");
    let held = play(&warden, "cast h1 @1; choose c1");
    assert_eq!(seat_of(&held, 1), 0);
    let freed = play(&held, "cast h2 on c3");
    assert_eq!(seat_of(&freed, 1), 1);
    assert_eq!(freed.table.creatures[&CreatureName(1)].changes, []);
}

#[test]
fn r52_control_of_a_land_is_as_the_last_event_left_it() {
    let deed = with("ash hand test-deed, test-lift");
    let taken = play(&deed, "cast h1 on 13");
    assert_eq!(land(&taken, 13), "0", "it is not tapped");
    assert_eq!(land(&play(&taken, "cast h2 on p1"), 13), "0", "the aura acted once");
    let seizure = with("ash hand test-seizure; birch has g1/1 @14");
    let lent = play(&seizure, "cast h1 on 13");
    assert_eq!(land(&lent, 13), "0");
    assert_eq!(land(&play(&lent, "end"), 13), "1", "it goes back");
    // A conquest beats it.
    let conquered = with("ash hand test-seizure; ash has g1/1 @8");
    let conquered = play(&conquered, "cast h1 on 9; move c1: 9; end");
    assert_eq!(land(&conquered, 9), "0");
    let neutral = play(&with("ash hand test-seizure"), "cast h1 on 9; end");
    assert_eq!(land(&neutral, 9), "-");
    // A majority by an effect wins at once (R18).
    let almost =
        with_cards(2, CARDS, "lands PFISM PFISM PFISM PFISM; ash holds 1-10; birch holds 13 14; ash hand test-deed");
    assert!(play(&almost, "cast h1 on 11").outcome().is_some());
}

#[test]
fn g18_effects_of_control_end_with_their_player() {
    let text = "lands PFISM PFISM PFISM PFISM PFISM; turn birch; ash holds 1 2 7; birch holds 13; cedar holds 20 21; \
                cedar has g2/2 @20; birch has test-regent on c1";
    let before = with_cards(3, CARDS, text);
    assert_eq!(seat_of(&before, 1), 1);
    let left = before.leave(Seats::just(Seat(1)), Leaving::Resigned, Moment(0), &mut dice(1)).position;
    left.check(3).unwrap();
    assert_eq!((seat_of(&left, 1), stands(&left, 1)), (2, 20), "it stays where it stands (R25)");
    assert_eq!(left.table.permanents.len(), 0);
}

#[test]
fn c10_changes_last_as_long_as_they_say() {
    let before = with("ash has g1/1 @1; ash has g1/1 @2; ash hand test-growth, test-oak");
    let after = play(&before, "cast h1 on c1; cast h2 on c2; end");
    assert_eq!((size(&after, 1), size(&after, 2)), ((2, 2), (2, 2)));
    let after = play(&after, "end");
    assert_eq!((size(&after, 1), size(&after, 2)), ((1, 1), (2, 2)), "Ash's next turn has begun");
}

#[test]
fn r56_lands_change_their_type_by_effects_and_rules() {
    let kinds = |position: &Magic, numbers: [u16; 2]| {
        numbers.map(|number| position.table.kind_of(LandNumber(number)).unwrap().word())
    };
    let before = with("ash hand test-flood, test-drought");
    let flood = play(&before, "cast h1 on 7");
    assert_eq!(kinds(&flood, [7, 2]), ["island", "forest"]);
    let both = play(&flood, "cast h2");
    assert_eq!(kinds(&both, [7, 2]), ["island", "swamp"], "the older effect applies first (R68)");
    assert_eq!(kinds(&play(&both, "end"), [7, 2]), ["swamp", "swamp"]);
}

#[test]
fn r66_a_land_with_shroud_is_no_target() {
    let before = with("birch has test-ban; ash hand test-seizure");
    assert_eq!(refused(&before, "cast h1 on 13"), "illegal-target");
    assert_eq!(land(&play(&before, "cast h1 on 9"), 9), "0");
}

#[test]
fn c10_changes_of_a_spell_stay_with_what_it_becomes() {
    let before = with("ash hand test-calf; birch hand test-dye, test-rebuke; birch orders stack any");
    let asked = play(&before, "cast h1 @7; end");
    assert_eq!((waits_for(&asked), refused_to(&asked, 1, "cast h2 on s1")), (vec![1], "illegal-target"));
    let dyed = play_as(&asked, 1, "cast h1 on s1");
    assert_eq!(waits_for(&dyed), [1]);
    let name = CreatureName(1);
    let traits = play_as(&dyed, 1, "pass").table.traits(name).unwrap();
    assert!(traits.colours.has(Colour::Red) && traits.keywords.has(Keyword::Flying));
    assert!(play_as(&dyed, 1, "cast h2 on s1").table.traits(name).is_none(), "red, so that it can be countered");
    assert!(told(&asked, 1, "cast h1 on s1").contains("s1 Test Calf becomes red."));
}
