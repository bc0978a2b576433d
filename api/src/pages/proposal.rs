//! The page of a proposal, to which its email links: a pause of the match clocks, or more time.

use actix_web::{HttpResponse, web};

use super::{Page, Result, see_other};
use crate::app::App;
use crate::brief::{called, moment};
use crate::play::game::proposals::{self, OpenedProposal};
use crate::play::matches::open_proposal;
use crate::play::telling::{brief, links};
use crate::play::{Phase, Refusal};

fn page(app: &App, token: &str, opened: &OpenedProposal) -> Page {
    let OpenedProposal { m, person, seat, row } = opened;
    let (now, zone) = (app.clock.now(), brief::zone(&person.time_zone));
    let called = called(m.rules.info().name, &m.title());
    let (proposer, proposed) = (proposals::name(m, row.seat), proposals::proposed(row));
    let page = Page::new(&called, proposed.words(&proposer, &called));
    let page = brief::unreachable(person, now).into_iter().fold(page, Page::and);
    let page = match proposals::end(m, row, now) {
        Some(end) => page.and(proposed.end(&end, &proposer, &called, zone, now)),
        None if m.phase() != Phase::Running => page.and("The match is over."),
        None => {
            let until = moment(open_proposal::expires_at(row), zone, now);
            let agreed = proposals::agreed(m, row).join(", ");
            let page = page.and(format!("Agreed so far: {agreed}. The proposal expires on {until}."));
            if m.left().contains(*seat) {
                page.and("You have left the match: your consent is not needed.")
            } else if row.agreed.contains(*seat) {
                page.and("You have agreed.").button_to(format!("/proposals/{token}/decline"), "Withdraw agreement")
            } else {
                page.button_to(format!("/proposals/{token}/agree"), "Agree")
                    .button_to(format!("/proposals/{token}/decline"), "Decline")
            }
        }
    };
    page.link(links::match_path(m.id()), "Go to the match")
}

/// Show the page of a proposal.
///
/// Opening the page does not answer the proposal.
pub async fn show_proposal_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    Ok(page(&app, &token, &proposals::open(&app, &token).await?))
}

/// Shows the page again, which also tells why an answer came too late.
fn back<T>(token: &str, answered: crate::play::Result<T>) -> Result<HttpResponse> {
    match answered {
        Ok(_) | Err(Refusal::Conflict(_)) => {}
        Err(refusal) => return Err(refusal.into()),
    }
    Ok(see_other(&format!("/proposals/{token}")))
}

/// Agree to a proposal on its page.
///
/// The proposal takes effect once all players have agreed.
pub async fn agree_on_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    let OpenedProposal { m, person, row, .. } = proposals::open(&app, &token).await?;
    back(&token, proposals::agree(&app, m.id(), person.id, row.number).await)
}

/// Decline a proposal on its page.
///
/// The proposal ends without effect.
pub async fn decline_proposal_on_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    let OpenedProposal { m, person, row, .. } = proposals::open(&app, &token).await?;
    back(&token, proposals::decline(&app, m.id(), person.id, row.number).await)
}
