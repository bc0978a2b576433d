//! Properties that hold in every match, checked in random ones.

use std::collections::{BTreeMap, BTreeSet};

use super::repetition::Strangers;
use super::*;

/// The whole position as B24 wants it, written out: side, kind, value and rank on each vertex, and who is to move.
fn written_out(position: &Magnet) -> String {
    let mut places: Vec<String> = Vertex::all().map(|at| format!("{at}{}", on(position, &at.to_string()))).collect();
    places.push(position.table.mover().to_string());
    places.join(" ")
}

/// Plays random moves and calls `each` with the position before and after every one of them.
fn random_match(number: u8, options: &Value, mut each: impl FnMut(&Magnet, &Move, Seat, &Magnet)) -> Magnet {
    let mut dice = dice(number);
    let mut position = Magnet::start(2, &serde_json::from_value(options.clone()).unwrap(), &mut dice).unwrap().position;
    while let Some(by) = position.awaited().first() {
        let mv = position.suggest(by, &mut dice).unwrap();
        let next = position.play(by, &mv, Moment(0), &mut dice).unwrap().position;
        next.check(2).unwrap();
        each(&position, &mv, by, &next);
        position = next;
    }
    position
}

#[test]
fn every_piece_stays_on_record_and_no_rank_falls() {
    for number in 0..60 {
        random_match(number, &json!({"max_rounds": 60}), |before, mv, by, after| {
            let set_up = matches!(mv, Move::SetUp(_));
            for id in Id::all() {
                let (old, new) = (before.table.piece(id), after.table.piece(id));
                assert!(set_up || before.kinds.get(id) == after.kinds.get(id), "a piece stays what it is");
                assert!((old.rank..=old.rank + 1).contains(&new.rank), "{mv}");
                assert!(new.rank <= after.kinds.get(id).map_or(4, Kind::value), "B18");
                assert!(new.rank == old.rank || id.seat == by && new.at().is_some() && new.at() != old.at(), "B9, B18");
                assert!(old.at().is_some() || old.fate == new.fate, "what is lost stays lost");
                assert!(id.seat == by || old.at() == new.at() || matches!(new.fate, Fate::Captured(_)), "B26");
            }
            let lost = |position: &Magnet, seat: Seat| {
                Id::all_of(seat).filter(|id| position.table.piece(*id).at().is_none()).count()
            };
            for seat in Seat::all(2) {
                assert_eq!(lost(after, seat) + after.table.living(seat), SIDE);
            }
        });
    }
}

#[test]
fn a_preview_is_the_move_itself_as_far_as_the_player_can_know() {
    let (mut shown, mut silent) = (0, 0);
    for number in 0..40 {
        random_match(number, &json!({"max_rounds": 40}), |before, mv, by, after| {
            let eye = Eye::Seat(by);
            let preview = Magnet::preview(&before.view(eye), mv, Moment(0));
            let real = Magnet { kinds: after.known_to(eye), ..after.clone() };
            let captures =
                after.table.last.as_ref().is_some_and(|last| last.pulls.iter().any(|pull| !pull.taken.is_empty()));
            match preview {
                Some(view) => {
                    assert_eq!(view, View::new(real.table, real.kinds, eye), "{mv}");
                    shown += 1;
                }
                None => {
                    assert!(captures, "{mv}: nothing was captured");
                    silent += 1;
                }
            }
        });
    }
    assert!(shown > 500 && silent > 50, "{shown} {silent}");
}

#[test]
fn the_repetition_count_equals_a_naive_recount() {
    let mut draws = 0;
    for number in 0..80 {
        let mut dice = dice(number);
        // Few pieces and few vertices for the magnet, so that positions come again.
        let mut position =
            position_with(json!({"max_rounds": 400}), "K@1 c1, 2@2 i2, 2@2 e9, 3@1 k6", "K@1 j7, 4@2 a2, 4@2 h8");
        let magnets = [7, 45, 62, 30].map(|n| Vertex::nth((n + number / 8) % 91).unwrap());
        let mut seen: BTreeMap<String, u8> = BTreeMap::new();
        seen.insert(written_out(&position), 1);
        while position.outcome().is_none() {
            let by = position.table.mover();
            let legal: Vec<Vertex> = magnets.into_iter().filter(|at| position.table.moves_something(by, *at)).collect();
            let magnet = dice.pick(&legal).copied().or_else(|| position.table.legal_magnets(by).next()).unwrap();
            let pieces =
                position.table.affected(by, magnet).into_iter().map(|at| Named { at: at.name(), promote: false });
            let mv = Move::turn(Some(magnet.name()), pieces.collect());
            position = position.play(by, &mv, Moment(0), &mut dice).unwrap().position;
            let count = seen.entry(written_out(&position)).or_insert(0);
            *count += 1;
            match position.table.ending() {
                None => {
                    let counted = position.table.occurred(&position.kinds, Strangers::Apart);
                    assert_eq!(counted, *count, "{mv}");
                    let less = position.view(Eye::Public).occurred.unwrap();
                    let more = position.table.occurred(&position.known_to(Eye::Public), Strangers::Alike);
                    assert!((less..=more).contains(count), "B33: {less} {count} {more}");
                }
                Some(Ending::Repetition) => {
                    assert_eq!(*count, 3);
                    draws += 1;
                }
                Some(_) => {}
            }
        }
    }
    assert!(draws > 20, "{draws}");
}

#[test]
fn a_turn_in_parts_leads_to_the_position_of_the_whole_turn() {
    for number in 0..30 {
        random_match(number, &json!({"max_rounds": 30, "setup": "random"}), |before, mv, by, after| {
            let Move::Pull { magnet, pieces } = mv else { return };
            let first = magnet.map(|at| Move::turn(Some(at), Vec::new()));
            let parts = first.into_iter().chain(pieces.iter().map(|named| Move::turn(None, vec![*named])));
            let mut position = before.clone();
            for part in parts {
                if position.outcome().is_none() {
                    position = position.play(by, &part, Moment(0), &mut dice(0)).unwrap().position;
                }
            }
            assert_eq!(&position, after, "{mv}");
        });
    }
}

/// All complete texts that the choices lead to.
fn offered(position: &Magnet, so_far: &str, found: &mut BTreeSet<String>) {
    for choice in position.view(Eye::Seat(position.table.mover())).choices(so_far) {
        if choice.complete {
            found.insert(choice.text.clone());
        }
        offered(position, &choice.text, found);
    }
}

#[test]
fn the_choices_lead_to_all_legal_turns_and_to_nothing_else() {
    let late = position("K@1 f6, 2@1 g6, 4@2 i6", "2@1 e6, T2@1 h6");
    for position in [late.clone(), played(&late, "f7: f6"), begun(json!({}))] {
        let own: Vec<Vertex> = Id::all_of(Seat(0)).filter_map(|id| position.table.piece(id).at()).take(4).collect();
        let named: Vec<String> = own.iter().flat_map(|at| [at.to_string(), format!("{at}+")]).collect();
        let mut ways = vec![String::new()];
        for _ in 0..3 {
            let longer: Vec<String> =
                ways.iter().flat_map(|way| named.iter().map(move |name| format!("{way} {name}"))).collect();
            ways.extend(longer);
        }
        let magnets = Vertex::all().map(|at| format!("{at}:")).chain([String::new()]);
        let texts: Vec<String> =
            magnets.flat_map(|magnet| ways.iter().map(move |way| format!("{magnet}{way}"))).collect();
        // The magnet alone has no colon.
        let texts: Vec<&str> = texts.iter().map(|text| text.strip_suffix(':').unwrap_or(text)).collect();
        let texts = texts.into_iter().chain(["declare"]);
        let legal: BTreeSet<String> = texts
            .filter_map(|text| text.parse::<Move>().ok())
            .filter(|mv| position.table.after(&position.kinds, position.table.mover(), mv).is_ok())
            .map(|mv| mv.to_string())
            .collect();
        let mut found = BTreeSet::new();
        offered(&position, "", &mut found);
        if position.table.is_opening() {
            assert!(found.is_superset(&legal), "{:?}", legal.difference(&found));
            found.iter().for_each(|text| assert!(play(&position, text).is_ok(), "{text}"));
        } else {
            assert_eq!(found, legal);
            assert!(legal.len() > 1, "{legal:?}");
        }
    }
}
