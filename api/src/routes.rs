//! The list of operations. Both the routes and the OpenAPI document are made from it, so that no operation can be missing in either.

use std::collections::BTreeMap;

use actix_web::dev::HttpServiceFactory;
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, Route, Scope, web};
use utoipa::openapi::path::HttpMethod;
use utoipa::{OpenApi, Path};

use crate::http::API;
use crate::http::problem::{Kind, Problem};
use crate::{http, pages};

/// An operation: its path, its methods and its handler.
struct Operation {
    path: String,
    methods: Vec<Method>,
    handler: fn() -> Route,
}

fn operation<P: Path>(handler: fn() -> Route) -> Operation {
    let methods = P::methods().iter().map(method).collect();
    Operation { path: P::path(), methods, handler }
}

fn method(method: &HttpMethod) -> Method {
    match method {
        HttpMethod::Get => Method::GET,
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Options => Method::OPTIONS,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Trace => Method::TRACE,
    }
}

macro_rules! operations {
    ($($layer:ident::$noun:ident { $($handler:ident),* $(,)? })*) => {
        fn operations() -> Vec<Operation> {
            pastey::paste! {
                vec![$($(operation::<$layer::$noun::[<__path_ $handler>]>(|| web::to($layer::$noun::$handler)),)*)*]
            }
        }

        #[derive(OpenApi)]
        #[openapi(paths($($($layer::$noun::$handler),*),*), components(schemas(http::problem::ProblemDocument, http::hooks::Call, http::hooks::TestCall)))]
        struct Paths;
    };
}

operations! {
    http::sign_in { start_sign_in, enter_code, enter_link }
    http::sessions { refresh_session, sign_out }
    http::emails { send_emails_again }

    http::lists { list_matches, list_matches_of_person }
    http::matches {
        create_match, show_match, show_board, show_board_as, join_match, leave_match, delete_match, create_rematch, list_log,
        show_record,
    }
    http::computers { seat_computer }
    http::analysis { show_analysis }
    http::imports { import_record }
    http::watches { save_watch, delete_watch }

    http::moves { list_choices, submit_move, preview_move, agree_to_end, resign_match }
    http::conditional { show_conditional_moves, save_conditional_moves }
    http::explore { explore_moves }
    http::hints { create_hint }

    http::events { follow_matches, follow_match }
    http::seen { note_seen }
    http::hooks { create_hook, list_hooks, delete_hook, test_hook }
    http::pushes { show_push_key, create_push, list_pushes, delete_push }
    http::invitations {
        list_invitations, accept_invitation, decline_invitation, create_invitation, list_match_invitations, delete_invitation,
    }
    http::people { list_people, show_person }
    http::ratings { show_ratings_of_person, show_ratings_of_game }
    http::tournaments { list_tournaments, create_tournament, show_tournament }
    http::tournament_entries { save_entry, delete_entry, start_tournament, cancel_tournament, create_challenge }
    http::notes { create_note, list_notes }
    http::private_notes { show_private_note, save_private_note }
    http::proposals { create_proposal, list_proposals, agree_to_proposal, decline_proposal }
    http::reports { create_report }
    http::games { list_games, show_game, show_rules, show_sample_board }
    http::lessons { list_lessons, show_lesson, show_step, answer_step }
    http::games { list_cards }
    http::decks { list_decks, save_deck, delete_deck, read_deck, read_cards }
    http::me { show_me, change_me, delete_me }
    http::address { change_address, confirm_address }
    http::vacations { list_vacations, create_vacation, delete_vacation }
    http::emails { list_emails }
    http::export { export_me }
    http::sessions { list_sessions, delete_session, delete_sessions }

    http::bots { create_bot, list_bots, renew_bot_token, delete_bot }
    http::personal_tokens { create_token, list_tokens, delete_token }
    http::oauth { show_metadata, grant_tokens, revoke_tokens }
    http::clients { create_client, list_clients, delete_client }
    http::grants { list_grants, delete_grant }

    http::operation { show_health, show_readiness, show_document }
    http::inbox { take_message }
}

/// The OpenAPI document of all operations in the list.
pub fn document() -> utoipa::openapi::OpenApi {
    crate::document::complete(Paths::openapi())
}

/// The text of the OpenAPI document.
pub fn document_text() -> String {
    crate::document::text(&document())
}

macro_rules! pages {
    ($($method:ident $path:literal $noun:ident::$handler:ident;)*) => {
        /// The pages that programs do not need, which are not in the OpenAPI document.
        fn pages() -> Vec<Operation> {
            vec![$(Operation {
                path: $path.to_owned(),
                methods: vec![Method::$method],
                handler: || web::to(pages::$noun::$handler),
            }),*]
        }
    };
}

pages! {
    GET "/" home::show;
    GET "/.well-known/security.txt" well_known::show_security;
    GET "/account" account::show;
    POST "/account/address" account::change_address;
    GET "/account/apps" apps::show;
    POST "/account/apps" apps::register;
    POST "/account/apps/{client_id}/remove" apps::remove;
    GET "/account/bots" bots::show;
    POST "/account/bots" bots::make;
    POST "/account/bots/{bot_id}/delete" bots::delete;
    POST "/account/bots/{bot_id}/token" bots::renew_token;
    GET "/account/decks" decks::show;
    POST "/account/decks" decks::save;
    POST "/account/decks/{game_id}/{deck_name}/delete" decks::delete;
    POST "/account/delete" account::delete;
    POST "/account/grants/{grant_id}/end" account::end_grant;
    POST "/account/emails" account::change_emails;
    POST "/account/profile" account::change_profile;
    POST "/account/sessions/{session_id}/end" account::end_session;
    POST "/account/sessions/end" account::end_all_sessions;
    POST "/account/tokens" account::make_token;
    POST "/account/tokens/{token_id}/revoke" account::revoke_token;
    POST "/account/vacations" account::book_vacation;
    POST "/account/vacations/{first}/end" account::end_vacation;
    GET "/assets/{hash}/{name}" web::show;
    GET "/calendar/{token}.ics" calendar::show;
    GET "/confirm-address/{token}" confirm_address::show_confirm_page;
    POST "/confirm-address/{token}" confirm_address::use_confirm_page;
    GET "/docs" home::to_docs;
    GET "/emails/again" emails_again::show_again_page;
    POST "/emails/again" emails_again::use_again_page;
    GET "/games" games::list;
    GET "/games/{game_id}" how_to_play::show;
    GET "/games/{game_id}/board.svg" how_to_play::show_board;
    GET "/games/{game_id}/cards" cards::list;
    GET "/games/{game_id}/ratings" ratings::show;
    GET "/games/{game_id}/cards/{card_id}" cards::show;
    GET "/games/{game_id}/decks" cards::list_decks;
    GET "/games/{game_id}/own-cards" own_cards::show;
    POST "/games/{game_id}/own-cards" own_cards::read;
    GET "/games/{game_id}/pictures/{picture}.svg" how_to_play::show_picture;
    GET "/games/{game_id}/rules" rules::show;
    GET "/games/{game_id}/start.svg" new_match::show_start;
    GET "/games/{game_id}/thumb.png" how_to_play::show_thumb;
    GET "/icon.png" web::show_icon;
    GET "/import" import::show;
    POST "/import" import::send;
    GET "/invitations/{token}" invitation::show_invitation_page;
    POST "/invitations/{token}/accept" invitation::accept_on_page;
    POST "/invitations/{token}/decline" invitation::decline_on_page;
    GET "/invitations/{token}/stop" invitation::show_refuse_page;
    POST "/invitations/{token}/stop" invitation::use_refuse_page;
    GET "/join/{token}" join_link::show;
    POST "/join/{token}" join_link::take;
    GET "/learn/{game_id}" lesson::list;
    GET "/learn/{game_id}/{lesson}" lesson::show;
    GET "/learn/{game_id}/{lesson}/choices" lesson::list_choices;
    GET "/lobby" lobby::show;
    GET "/mailbox/{key}" mailbox::list;
    POST "/mailbox/{key}" mailbox::write;
    GET "/mailbox/{key}/emails.json" mailbox::list_json;
    GET "/mailbox/{key}/{email_id}" mailbox::show;
    POST "/mailbox/{key}/{email_id}/answer" mailbox::answer;
    GET "/mailbox/{key}/{email_id}/html" mailbox::show_html;
    GET "/matches/{match_id}" match_page::show;
    POST "/matches/{match_id}" match_page::use_page;
    POST "/matches/{match_id}/call-off" open_match::call_off;
    POST "/matches/{match_id}/invitations/{invitation_id}/withdraw" open_match::withdraw;
    POST "/matches/{match_id}/invite" open_match::invite;
    POST "/matches/{match_id}/computer" open_match::add_computer;
    POST "/matches/{match_id}/join" open_match::join;
    POST "/matches/{match_id}/leave" open_match::leave;
    POST "/matches/{match_id}/link" open_match::make_link;
    POST "/matches/{match_id}/conditional-moves" around::leave_conditional_moves;
    POST "/matches/{match_id}/private-note" around::write_private_note;
    POST "/matches/{match_id}/hint" around::hint;
    POST "/matches/{match_id}/propose" match_page::propose;
    POST "/matches/{match_id}/rematch" around::play_again;
    POST "/matches/{match_id}/unwatch" around::unwatch;
    POST "/matches/{match_id}/watch" around::watch;
    GET "/matches/{match_id}/log" story::show;
    GET "/matches/{match_id}/thumb.png" thumb::show;
    GET "/matches/{match_id}/try" try_moves::show;
    GET "/matches/{match_id}/report" report::show_of_match;
    POST "/matches/{match_id}/report" report::send_of_match;
    GET "/move/{token}" move_page::show_move_page;
    POST "/move/{token}" move_page::use_move_page;
    GET "/new" new_match::choose;
    GET "/new/{game_id}" new_match::show;
    POST "/new/{game_id}" new_match::create;
    POST "/new/{game_id}/computer" new_match::against_computer;
    GET "/move/{token}/choices" move_page::list_choices;
    POST "/move/{token}/sign-in" move_page::sign_in;
    GET "/me/matches" past::list_all;
    GET "/me/past" past::show;
    POST "/me/invitations/{invitation_id}/accept" home::accept;
    POST "/me/invitations/{invitation_id}/decline" home::decline;
    GET "/oauth/authorize" authorize::show;
    POST "/oauth/authorize" authorize::answer;
    GET "/people/{handle}" profile::show;
    GET "/people/{handle}/report" report::show_of_person;
    POST "/people/{handle}/report" report::send_of_person;
    GET "/problems" problems::list;
    GET "/problems/{slug}" problems::show;
    GET "/proposals/{token}" proposal::show_proposal_page;
    POST "/proposals/{token}/agree" proposal::agree_on_page;
    POST "/proposals/{token}/decline" proposal::decline_proposal_on_page;
    GET "/robots.txt" well_known::show_robots;
    GET "/sign-in" sign_in::show;
    POST "/sign-in" sign_in::ask;
    GET "/sign-in/code/{sign_in_id}" sign_in::show_code;
    POST "/sign-in/code/{sign_in_id}" sign_in::enter_code;
    GET "/sign-in/{token}" sign_in::show_sign_in_page;
    POST "/sign-in/{token}" sign_in::use_sign_in_page;
    POST "/sign-out" sign_in::out;
    GET "/sw.js" web::show_worker;
    GET "/tournaments" tournaments::show;
    POST "/tournaments" tournaments::create;
    GET "/tournaments/{tournament_id}" tournament::show;
    POST "/tournaments/{tournament_id}/call-off" tournament::call_off;
    POST "/tournaments/{tournament_id}/challenge" tournament::challenge;
    POST "/tournaments/{tournament_id}/enter" tournament::enter;
    POST "/tournaments/{tournament_id}/leave" tournament::leave;
    POST "/tournaments/{tournament_id}/start" tournament::start;
    GET "/unsubscribe/{token}" unsubscribe::show_unsubscribe_page;
    POST "/unsubscribe/{token}" unsubscribe::use_unsubscribe_page;
    POST "/unsubscribe/{token}/undo" unsubscribe::undo_unsubscribe;
    GET "/watch/{token}" match_page::show_watch_page;
    GET "/welcome" introduce::show;
    POST "/welcome" introduce::store;
}

/// Registers what hosts see at an address of their own.
pub fn register_for_hosts(config: &mut web::ServiceConfig) {
    config
        .route("/healthz", web::get().to(http::operation::show_details))
        .route("/readyz", web::get().to(http::operation::show_readiness))
        .route("/metrics", web::get().to(http::operation::show_metrics));
}

/// The method and the path of every page that is not in the OpenAPI document.
pub fn pages_beside_document() -> Vec<(String, String)> {
    pages()
        .into_iter()
        .flat_map(|page| page.methods.into_iter().map(move |one| (one.to_string(), page.path.clone())))
        .collect()
}

/// Operations by their paths, a level for each segment. A request then meets a pattern for each of its segments, and not every pattern
/// of the list.
#[derive(Default)]
struct Branch {
    own: Vec<Operation>,
    branches: BTreeMap<String, Branch>,
}

impl Branch {
    fn from_operations(operations: impl Iterator<Item = Operation>) -> Branch {
        let mut root = Branch::default();
        for operation in operations {
            let path = operation.path.clone();
            let segments = path.split('/').skip(1);
            let end =
                segments.fold(&mut root, |branch, segment| branch.branches.entry(segment.to_owned()).or_default());
            end.own.push(operation);
        }
        root
    }

    /// The branch at this path. A parameter comes after all other segments, as `{` sorts after emails.
    fn into_scope(self, path: &str) -> Scope {
        let mut scope = web::scope(path);
        if !self.own.is_empty() {
            scope = scope.service(resource("", self.own));
        }
        for (segment, branch) in self.branches {
            let path = format!("/{segment}");
            scope = if branch.branches.is_empty() {
                scope.service(resource(&path, branch.own))
            } else {
                scope.service(branch.into_scope(&path))
            };
        }
        scope
    }
}

/// Registers every operation of the lists. A method that a path does not have is refused with the list of those it has.
pub fn register(config: &mut web::ServiceConfig) {
    let is_of_api = |operation: &Operation| operation.path.starts_with(API);
    let (api, others): (Vec<_>, Vec<_>) = operations().into_iter().chain(pages()).partition(is_of_api);
    for (segment, branch) in Branch::from_operations(api.into_iter()).branches {
        config.service(branch.into_scope(&format!("/{segment}")));
    }
    let mut resources: BTreeMap<String, Vec<Operation>> = BTreeMap::new();
    for operation in others {
        resources.entry(operation.path.clone()).or_default().push(operation);
    }
    for (path, operations) in resources {
        config.service(resource(&path, operations));
    }
}

fn resource(path: &str, operations: Vec<Operation>) -> impl HttpServiceFactory + use<> {
    let mut resource = web::resource(path.to_owned());
    let mut allowed = Vec::new();
    for Operation { methods, handler, .. } in operations {
        for method in methods {
            allowed.push(method.to_string());
            // HEAD is GET without the body (RFC 9110, section 9.3.2); actix leaves the body away.
            if method == Method::GET {
                allowed.push(Method::HEAD.to_string());
                resource = resource.route(handler().method(Method::HEAD));
            }
            resource = resource.route(handler().method(method));
        }
    }
    let allowed = allowed.join(", ");
    resource.default_service(web::to(move |request: HttpRequest| {
        let answer = method_not_allowed(&request, &allowed);
        async move { answer }
    }))
}

fn method_not_allowed(request: &HttpRequest, allowed: &str) -> HttpResponse {
    // A browser whose address is that of a form shows the page with the form.
    let page = pages::page_of_form(request.path()).filter(|_| request.method() == Method::GET);
    if let Some(page) = page {
        return HttpResponse::SeeOther().insert_header((header::LOCATION, page)).finish();
    }
    let detail = format!("{} is not possible here; possible: {allowed}.", request.method());
    let mut answer = Problem::new(Kind::METHOD_NOT_ALLOWED, detail).error_response();
    if let Ok(allowed) = header::HeaderValue::from_str(allowed) {
        answer.headers_mut().insert(header::ALLOW, allowed);
    }
    answer
}

/// Responds to requests to paths without an operation.
pub async fn nothing_here() -> HttpResponse {
    Problem::no_operation().error_response()
}

#[cfg(test)]
mod tests;
