//! Ratings as figures: by the method of Weng and Lin, over all pairs of sides.

use chrono::TimeDelta;
use engine::{Chair, Outcome, RatingClass};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::ids::TournamentId;
use crate::play::{Match, Phase, Result};

/// The strength at first, and its standard deviation.
const MU: f64 = 25.0;
const SIGMA: f64 = 25.0 / 3.0;
/// What a day without a rated match adds to the square of the standard deviation.
const A_DAY: f64 = 0.0425;
/// The points of a unit of strength: a player with 200 more wins 76 matches of 100.
const POINTS: f64 = 29.5;
/// The points of a person of the strength at first.
const MIDDLE: f64 = 1500.0;
/// A rating is settled when its standard deviation is below so many points.
const SETTLED: f64 = 160.0;

/// The strength of a person, and how uncertain it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// The strength.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

impl Skill {
    /// That of a person without a rated match.
    pub const NEW: Skill = Skill { mu: MU, sigma: SIGMA };

    /// The same after a time without a rated match.
    #[must_use]
    pub fn after(self, time: TimeDelta) -> Skill {
        let days = time.num_seconds().max(0) as f64 / 86_400.0;
        Skill { sigma: (self.sigma.powi(2) + A_DAY * days).sqrt().min(SIGMA), ..self }
    }

    /// The strength in points, as people read it.
    pub fn points(self) -> i32 {
        (MIDDLE + POINTS * (self.mu - MU)).round() as i32
    }

    /// The points by which the strength may be higher or lower: two standard deviations.
    pub fn plus_minus(self) -> i32 {
        (2.0 * POINTS * self.sigma).round() as i32
    }

    /// False while the strength is too uncertain for the lists.
    pub fn is_settled(self) -> bool {
        POINTS * self.sigma < SETTLED
    }

    /// Returns whether it is the same but for what machines compute differently.
    pub fn is(self, other: Skill) -> bool {
        (self.mu - other.mu).abs() < 1e-9 && (self.sigma - other.sigma).abs() < 1e-9
    }

    /// The points in words: `1534`, with a question mark while they are uncertain.
    pub fn in_words(self) -> String {
        format!("{}{}", self.points(), if self.is_settled() { "" } else { "?" })
    }
}

impl Match {
    /// The class of ratings that the result of the match counts for, if any.
    pub fn rated(&self) -> Option<RatingClass> {
        self.row.rated
    }

    /// The tournament that the match belongs to, if any.
    pub fn tournament(&self) -> Option<TournamentId> {
        self.row.tournament
    }

    /// The result, once the match is over.
    pub fn outcome(&self) -> Result<Option<Outcome>> {
        if self.phase() != Phase::Over {
            return Ok(None);
        }
        Ok(self.rules.status(&self.frame()?)?.outcome)
    }
}

/// The ratings after a match, by seat. `ranks` are those of its outcome; `None` if they do not fit the chairs.
pub fn rate(before: &[Skill], chairs: &[Chair], ranks: &[u8]) -> Option<Vec<Skill>> {
    if before.len() != chairs.len() || ranks.len() != chairs.len() {
        return None;
    }
    let count = usize::from(chairs.iter().map(|chair| chair.side).max()?) + 1;
    let seats_of = |side: usize| (0..chairs.len()).filter(move |seat| usize::from(chairs[*seat].side) == side);
    let strength = |seat: usize| WengLinRating { rating: before[seat].mu, uncertainty: before[seat].sigma };
    let sides: Vec<Vec<WengLinRating>> = (0..count).map(|side| seats_of(side).map(strength).collect()).collect();
    let rank_of = |side: usize| seats_of(side).next().map(|seat| MultiTeamOutcome::new(usize::from(ranks[seat])));
    let ranked: Vec<_> =
        sides.iter().enumerate().map(|(side, all)| Some((&all[..], rank_of(side)?))).collect::<Option<_>>()?;
    let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    let mut skills = before.to_vec();
    for (side, all) in after.into_iter().enumerate() {
        for (seat, WengLinRating { rating: mu, uncertainty: sigma }) in seats_of(side).zip(all) {
            skills[seat] = Skill { mu, sigma };
        }
    }
    Some(skills)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_without_matches_makes_a_rating_uncertain_again() {
        let known = Skill { mu: 30.0, sigma: 2.0 };
        assert_eq!(known.after(TimeDelta::days(-1)), known);
        let later = known.after(TimeDelta::days(100));
        assert!((later.sigma - (4.0 + 4.25_f64).sqrt()).abs() < 1e-12, "{later:?}");
        assert_eq!(known.after(TimeDelta::days(100_000)).sigma, SIGMA);
    }

    #[test]
    fn ratings_are_told_in_points() {
        assert_eq!((Skill::NEW.points(), Skill::NEW.plus_minus()), (1500, 492));
        assert_eq!(Skill::NEW.in_words(), "1500?");
        let settled = Skill { mu: 25.0 + 200.0 / POINTS, sigma: 5.0 };
        assert_eq!((settled.in_words().as_str(), settled.plus_minus()), ("1700", 295));
    }

    /// The method as its authors print it (Weng and Lin 2011, algorithm 1), for sides of these strengths.
    fn by_the_paper(sides: &[Vec<Skill>], ranks: &[u8]) -> Vec<Vec<Skill>> {
        let sum = |side: &[Skill]| {
            (side.iter().map(|one| one.mu).sum::<f64>(), side.iter().map(|one| one.sigma.powi(2)).sum::<f64>())
        };
        let beta = MU / 6.0;
        let rated = |at: usize| {
            let (mu, variance) = sum(&sides[at]);
            let (mut omega, mut delta) = (0.0, 0.0);
            for other in (0..sides.len()).filter(|other| *other != at) {
                let (mu_other, variance_other) = sum(&sides[other]);
                let c = (variance + variance_other + 2.0 * beta * beta).sqrt();
                let p = 1.0 / (1.0 + ((mu_other - mu) / c).exp());
                let s = match ranks[at].cmp(&ranks[other]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                omega += variance / c * (s - p);
                delta += variance.sqrt() / c * variance / (c * c) * p * (1.0 - p);
            }
            let one = |skill: &Skill| {
                let share = skill.sigma.powi(2) / variance;
                let shrunk = (1.0 - share * delta).max(0.000_001);
                Skill { mu: skill.mu + share * omega, sigma: skill.sigma * shrunk.sqrt() }
            };
            sides[at].iter().map(one).collect()
        };
        (0..sides.len()).map(rated).collect()
    }

    #[test]
    fn ratings_equal_the_method_as_it_is_printed() {
        let rules = engine::game("magma").unwrap();
        let mut dice = engine::Dice::at(&engine::Seed::new([5; 32]), 0);
        let mut up_to = |max: u32| f64::from(dice.below(max + 1));
        for round in 0..1000 {
            let seats = [2, 3, 4, 6][round % 4];
            let chairs = rules.chairs(seats, &serde_json::json!({})).unwrap();
            let skill = |_| Skill { mu: 15.0 + up_to(200) / 10.0, sigma: 1.0 + up_to(70) / 10.0 };
            let before: Vec<Skill> = (0..seats).map(skill).collect();
            let of_sides: Vec<u8> = (0..6).map(|_| 1 + up_to(2) as u8).collect();
            let ranks: Vec<u8> = chairs.iter().map(|chair| of_sides[usize::from(chair.side)]).collect();
            let after = rate(&before, &chairs, &ranks).unwrap();
            let count = usize::from(chairs.iter().map(|chair| chair.side).max().unwrap()) + 1;
            let of = |all: &[Skill], side: usize| -> Vec<Skill> {
                chairs
                    .iter()
                    .zip(all)
                    .filter(|(chair, _)| usize::from(chair.side) == side)
                    .map(|(_, one)| *one)
                    .collect()
            };
            let sides: Vec<Vec<Skill>> = (0..count).map(|side| of(&before, side)).collect();
            for (side, expected) in by_the_paper(&sides, &of_sides).into_iter().enumerate() {
                for (one, right) in of(&after, side).iter().zip(expected) {
                    assert!(one.is(right), "{one:?} {right:?}");
                }
            }
        }
    }

    #[test]
    fn the_seats_of_a_side_win_together() {
        let rules = engine::game("magma").unwrap();
        let chairs = rules.chairs(4, &serde_json::json!({})).unwrap();
        let sides: Vec<u8> = chairs.iter().map(|chair| chair.side).collect();
        let ranks: Vec<u8> = sides.iter().map(|side| side + 1).collect();
        let after = rate(&[Skill::NEW; 4], &chairs, &ranks).unwrap();
        for (seat, skill) in after.iter().enumerate() {
            assert_eq!(skill.mu > MU, sides[seat] == 0, "{after:?}");
            assert!(skill.sigma < SIGMA);
        }
        assert_eq!(rate(&[Skill::NEW; 3], &chairs, &ranks), None);
    }
}
