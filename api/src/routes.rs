//! The list of operations. Both the routes and the OpenAPI document are made from it, so that no operation can be missing in either.

use std::collections::BTreeMap;

use actix_web::dev::HttpServiceFactory;
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, Route, web};
use utoipa::openapi::path::HttpMethod;
use utoipa::{OpenApi, Path};

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
        #[openapi(paths($($($layer::$noun::$handler),*),*), components(schemas(http::problem::ProblemDocument)))]
        struct Paths;
    };
}

operations! {
    http::sign_in { start_sign_in, enter_code, enter_link }
    http::sessions { refresh_session, sign_out, list_sessions, end_session }
    http::me { show_me, change_me, delete_me }
    http::address { change_address, confirm_address }
    http::personal_tokens { list_tokens, create_token, revoke_token }
    http::hooks { create_hook, show_hooks, remove_hook, test_hook }
    http::letters { list_letters, send_letters_again }
    http::export { export_me }
    http::inbox { take_message }
    pages::sign_in { show_sign_in_page, use_sign_in_page }
    pages::confirm_address { show_confirm_page, use_confirm_page }
    pages::letters_again { show_again_page, use_again_page }
    pages::unsubscribe { show_unsubscribe_page, use_unsubscribe_page, undo_unsubscribe }
    pages::invitation {
        show_invitation_page, accept_on_page, decline_on_page, show_refuse_page, use_refuse_page,
    }
    pages::proposal { show_proposal_page, agree_on_page, decline_proposal_on_page }
    pages::move_page { show_move_page, use_move_page }
    pages::match_page { show_watch_page }
    http::games { list_games, show_game, show_rules, show_sample_board }
    http::invitations {
        invite_player, list_match_invitations, list_invitations, accept_invitation, decline_invitation, withdraw_invitation,
    }
    http::lists { list_matches }
    http::matches {
        create_match, show_match, show_board, show_board_as, join_match, leave_match, cancel_match, show_log, show_record,
    }
    http::events { follow_matches, follow_match }
    http::seen { note_seen }
    http::notes { write_note, list_notes }
    http::proposals { make_proposal, list_proposals, agree_to_proposal, decline_proposal }
    http::vacations { show_vacations, book_vacation, end_vacation }
    http::moves { submit_move, resign_match, agree_to_end, preview_move, list_choices }
    http::operation { show_health, show_readiness, show_metrics, show_document }
}

/// The OpenAPI document of all operations in the list.
pub fn document() -> utoipa::openapi::OpenApi {
    crate::document::complete(Paths::openapi())
}

/// The text of the OpenAPI document.
pub fn document_text() -> String {
    crate::document::text(&document())
}

/// Registers every operation of the list. A method that a path does not have is refused with the list of those it has.
pub fn register(config: &mut web::ServiceConfig) {
    let mut resources: BTreeMap<String, Vec<Operation>> = BTreeMap::new();
    for operation in operations() {
        resources.entry(operation.path.clone()).or_default().push(operation);
    }
    for (path, operations) in resources {
        config.service(resource(&path, operations));
    }
}

/// Registers the pages that programs do not need, which are not in the OpenAPI document.
pub fn register_pages(config: &mut web::ServiceConfig) {
    let mut add = |path: &str, method: Method, handler: fn() -> Route| {
        let operation = Operation { path: path.to_owned(), methods: vec![method], handler };
        config.service(resource(path, vec![operation]));
    };
    add("/mailbox/{letter_id}/answer", Method::POST, || web::to(pages::mailbox::answer));
    let mut page = |path: &str, handler| add(path, Method::GET, handler);
    page("/", || web::to(pages::home::show));
    page("/assets/{hash}/{name}", || web::to(pages::web::show));
    page("/docs", || web::to(pages::home::to_docs));
    page("/games", || web::to(pages::rules::list));
    page("/games/{game_id}", || web::to(pages::rules::show));
    page("/matches/{match_id}", || web::to(pages::match_page::show));
    page("/problems", || web::to(pages::problems::list));
    page("/problems/{slug}", || web::to(pages::problems::show));
    page("/mailbox", || web::to(pages::mailbox::list));
    page("/mailbox.json", || web::to(pages::mailbox::list_json));
    page("/mailbox/{letter_id}", || web::to(pages::mailbox::show));
    page("/mailbox/{letter_id}/html", || web::to(pages::mailbox::show_html));
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
    let detail = format!("{} is not possible here; possible: {allowed}.", request.method());
    let mut answer = Problem::new(Kind::METHOD_NOT_ALLOWED, detail).error_response();
    if let Ok(allowed) = header::HeaderValue::from_str(allowed) {
        answer.headers_mut().insert(header::ALLOW, allowed);
    }
    answer
}

/// Answers requests to paths without an operation.
pub async fn nothing_here() -> HttpResponse {
    Problem::new(Kind::NOT_FOUND, "There is nothing at this address; /docs shows what there is.").error_response()
}
