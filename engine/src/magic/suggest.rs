//! A legal move, found fast.

use super::Magic;
use super::notation::Text;
use super::turn::Stage;
use crate::dice::Dice;
use crate::game::Eye;
use crate::seat::Seat;

impl Magic {
    /// Some legal text of the seat.
    pub(super) fn suggestion(&self, by: Seat, _: &mut Dice) -> Option<Text> {
        let view = self.view_of(by);
        let texts: Vec<String> = match self.table.stage {
            Stage::Decks { .. } => {
                vec![format!("deck {}", super::cards::Cards::starter(by.0).0), "lay F,M,F,P".to_owned()]
            }
            Stage::Layout => ["lay F", "lay M", "lay P", "lay I", "lay S"].map(str::to_owned).into(),
            Stage::Selection { .. } => (1..=40).map(|land| format!("take {land}")).collect(),
            Stage::Play(_) => vec!["end".to_owned()],
            Stage::Over(_) => Vec::new(),
        };
        texts.iter().filter_map(|text| text.parse().ok()).find(|text| view.check(text).is_ok())
    }

    fn view_of(&self, by: Seat) -> super::View {
        super::View::new(&self.table, &self.hidden, Eye::Seat(by))
    }
}
