//! The laws applied to every game, and attacked with deliberate faults.

use super::toy::{Toy, fault};
use super::{Breach, Law, Length, Tally, obey};
use crate::erased::Erased;
use crate::rules::Rules;

/// The number of matches. `LAWS_ROUNDS=50 cargo test --release -p engine laws` plays longer.
fn length() -> Length {
    #[allow(clippy::disallowed_methods, reason = "how long a test runs is no rule of any game")]
    let rounds = std::env::var("LAWS_ROUNDS").ok();
    rounds.and_then(|rounds| rounds.parse().ok()).map_or(Length::Short, Length::Rounds)
}

/// Is this game to be played? `LAWS_GAME=magnet cargo test -p engine laws` plays one alone.
fn is_wanted(id: &str) -> bool {
    #[allow(clippy::disallowed_methods, reason = "what a test runs is no rule of any game")]
    std::env::var("LAWS_GAME").map_or(true, |game| game == id)
}

#[test]
fn every_game_obeys_the_laws() {
    for rules in crate::newest().filter(|rules| is_wanted(rules.info().id)) {
        let tally = obey(rules, length()).unwrap_or_else(|breach| panic!("{}: {breach:?}", rules.info().name));
        println_tally(rules.info().name, &tally);
        assert!(tally.causes.contains("Abandoned"), "{}: no match is abandoned", rules.info().name);
        assert!(tally.endings.len() >= 2, "{}: random play knows only {:?}", rules.info().name, tally.endings);
    }
}

#[allow(clippy::print_stdout, reason = "shown by cargo test -- --nocapture")]
fn println_tally(name: &str, tally: &Tally) {
    println!("{name}: {tally:?}");
}

/// The law that a toy with this fault offends.
fn offended(fault: u8) -> Option<Breach> {
    // What a game declares of itself is constant.
    let toy: &dyn Rules = match fault {
        fault::UNMARKED_SECRET => &Erased::<Toy<{ fault::UNMARKED_SECRET }>>::NEW,
        fault::HALF_OF_THE_EXAMPLES_WRONG => &Erased::<Toy<{ fault::HALF_OF_THE_EXAMPLES_WRONG }>>::NEW,
        _ => &Erased::<Toy>::NEW,
    };
    fault::set(fault);
    let breach = obey(toy, Length::Rounds(6)).err();
    fault::set(fault::NONE);
    breach
}

#[test]
fn the_toy_without_a_fault_obeys_the_laws() {
    if let Some(breach) = offended(fault::NONE) {
        panic!("{breach:?}");
    }
}

macro_rules! deliberate_faults {
    ($($test:ident: $fault:ident offends $($law:ident)|+;)*) => {$(
        #[test]
        fn $test() {
            let breach = offended(fault::$fault);
            let law = breach.as_ref().map(|breach| breach.law);
            assert!(matches!(law, Some($(Law::$law)|+)), "{breach:?}");
        }
    )*};
}

deliberate_faults! {
    a_view_that_leaks_is_found: VIEW_LEAKS_BIDS offends Secrecy | Story;
    a_story_that_leaks_is_found: STORY_LEAKS_BIDS offends Story;
    a_log_that_leaks_is_found: LOG_LEAKS_BIDS offends Story;
    an_imagination_that_forgets_public_facts_is_found: LAZY_IMAGINATION offends Secrecy;
    a_secret_that_is_not_announced_is_found: UNMARKED_SECRET offends Marked;
    a_printer_that_drops_a_blank_is_found: PRINTER_DROPS_BLANK offends Spelling;
    a_move_that_no_choice_leads_to_is_found: CHOICES_MISS_ONE offends Choices;
    a_choice_of_an_illegal_move_is_found: CHOICES_OFFER_ILLEGAL offends Choices;
    choices_that_leak_are_found: CHOICES_LEAK offends Secrecy;
    a_choice_of_the_wrong_kind_is_found: KINDS_OF_CHOICES_WRONG offends Choices;
    a_refusal_that_leaks_is_found: REFUSAL_LEAKS offends Secrecy;
    a_joint_decision_of_several_turns_is_found: BID_MOVES_ON offends Turn;
    a_turn_that_never_moves_on_is_found: TURN_NEVER_MOVES_ON offends Turn;
    a_move_that_can_be_made_twice_in_a_turn_is_found: BIDS_AGAIN offends Turn;
    a_match_that_waits_for_no_seat_is_found: NO_SEAT_AWAITED offends Awaited;
    waiting_for_a_seat_that_left_is_found: LEFT_IS_AWAITED offends Leaving;
    a_match_without_end_is_found: ENDLESS offends End;
    ranks_that_skip_the_first_are_found: RANKS_SKIP offends Ranks;
    a_position_that_is_stored_in_part_is_found: FORGETS_WHEN_STORED offends Replay;
    chance_from_outside_the_seed_is_found: CHANCE_OF_ITS_OWN offends Replay | PlayedOn | Imagining;
    a_board_too_wide_for_mail_is_found: WIDE_BOARD offends Drawing;
    colours_without_letters_are_found: COLORS_ONLY offends Drawing;
    glyphs_that_mean_two_things_are_found: GLYPHS_ALIKE offends Drawing;
    a_page_that_shows_a_secretly_awaited_seat_is_found: AWAITED_LEAKS offends Secrecy | Story;
    a_page_that_hides_a_publicly_awaited_seat_is_found: AWAITED_NOT_TOLD offends Secrecy;
    an_awaited_seat_without_suggestion_is_found: NO_SUGGESTION offends Suggestion;
    a_panic_is_found: PANICS offends Junk;
    an_option_out_of_range_is_found: OPTION_IGNORED offends Options;
    chairs_that_change_with_the_start_are_found: CHAIRS_CHANGE offends Options;
    a_leaver_who_ranks_first_is_found: LEAVER_RANKS_FIRST offends Leaving;
    a_story_that_tells_a_secret_lapse_is_found: LAPSE_IS_TOLD offends Story;
    an_imagination_that_never_changes_a_secret_is_found: IMAGINATION_KEEPS_BIDS offends Marked;
    an_imagination_that_starts_from_secrets_is_found: IMAGINES_FROM_SECRETS offends Imagining;
    a_preview_that_uses_hidden_facts_is_found: PREVIEW_PEEKS offends Secrecy;
    a_request_that_leaks_is_found: REQUEST_LEAKS offends Secrecy;
    a_prompt_that_leaks_is_found: PROMPT_LEAKS offends Secrecy;
    a_prompt_that_says_nothing_is_found: PROMPT_IS_EMPTY offends Choices;
    a_forecast_that_uses_hidden_facts_is_found: FORETELLS_SECRETS offends Secrecy;
    a_story_that_tells_more_secrets_than_the_move_is_found: NUMBERS_ARE_TOLD offends Story;
    a_damaged_position_that_panics_is_found: DAMAGE_UNNOTICED offends Junk;
    a_secret_kept_after_the_end_is_found: CLOSED_AFTER_THE_END offends Over;
    an_example_without_canonical_spelling_is_found: HALF_OF_THE_EXAMPLES_WRONG offends Spelling;
    a_choice_that_points_off_the_board_is_found: CELL_OFF_BOARD offends Choices;
    a_match_that_is_played_on_from_another_position_is_found: REDRAWS_WHAT_IS_KNOWN offends PlayedOn;
    an_awaited_seat_that_is_out_of_a_draw_is_found: AWAITED_IS_ELIMINATED offends Ranks;
}
