//! The page on which a person imports the record of a finished match.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::new_match::{Pairs, get, match_of_form};
use super::refusal::respond_with;
use super::signed_in::SignedIn;
use super::{Result, own, see_other};
use crate::app::App;
use crate::http::caller::Sender;
use crate::http::extract::{LongForm, RECORD_FORM_LIMIT};
use crate::http::imports::Readers;
use crate::http::problem::Problem;
use crate::ids::MatchId;
use crate::play::game::import;
use crate::play::game::import::Wish;
use crate::play::people::caller::Caller;
use crate::play::people::{account, names};
use crate::play::telling::links;
use crate::play::{self, Refusal};

#[derive(Template)]
#[template(path = "pages/import.html")]
struct ImportPage {
    /// The id of this form: what is sent twice with it makes one match.
    form: String,
    filled: Pairs,
    /// The field that a refusal names, empty if it names none, and its sentence.
    refused: Option<(&'static str, String)>,
}

impl ImportPage {
    fn new(filled: Pairs) -> ImportPage {
        let form = get(&filled, "form").map_or_else(|| MatchId::new().to_string(), str::to_owned);
        ImportPage { form, filled, refused: None }
    }

    fn value(&self, name: &str) -> &str {
        get(&self.filled, name).unwrap_or_default()
    }

    /// The refusal of this field.
    fn why(&self, name: &str) -> Option<&str> {
        self.refused.as_ref().filter(|(field, _)| *field == name).map(|(_, why)| why.as_str())
    }
}

/// Shows the form.
pub async fn show(_: SignedIn) -> HttpResponse {
    own(&ImportPage::new(Pairs::new()), StatusCode::OK)
}

/// Imports the record, and leads to its match. A refusal is told in the form, which keeps what was sent.
pub async fn send(
    app: web::Data<App>,
    reader: SignedIn,
    Sender(sender): Sender,
    LongForm(filled): LongForm<Pairs, RECORD_FORM_LIMIT>,
) -> Result<HttpResponse> {
    // The session may have ended since the cookie was made.
    drop(account::present(&app, &reader.0).await?);
    let made = async {
        // Browsers end the lines of a text by two characters.
        let record = get(&filled, "record").unwrap_or_default().replace("\r\n", "\n");
        import::import(&app, sender, reader.0.user, record, wish(&filled, &reader.0)?).await
    };
    let (field, refusal) = match made.await {
        Ok(m) => return Ok(see_other(&links::match_path(m.id()))),
        Err(refusal @ Refusal::Field(field, _)) => (field, refusal),
        Err(refusal @ Refusal::TooOften(_)) => ("", refusal),
        Err(refusal) => return Err(refusal.into()),
    };
    let problem = Problem::from(refusal);
    let page = ImportPage { refused: Some((field, problem.detail().to_owned())), ..ImportPage::new(filled) };
    Ok(respond_with(&problem, &page))
}

/// What the form says beside the record.
fn wish(filled: &Pairs, importer: &Caller) -> play::Result<Wish> {
    let text = |field: &str| get(filled, field).map(str::trim).filter(|text| !text.is_empty());
    let readers = match text("visibility") {
        Some(word) => serde_json::from_value::<Readers>(word.into())
            .map_err(|_| Refusal::Field("visibility", "Choose one from the list.".to_owned()))?,
        None => Readers::default(),
    };
    Ok(Wish {
        id: match_of_form(filled, importer.user, "import"),
        name: text("name").map(|name| names::title("name", name, 80)).transpose()?,
        visibility: readers.into(),
    })
}
