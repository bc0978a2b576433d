//! The table: the status of the answer to each operation and page, for each caller.
//!
//! | caller | |
//! |---|---|
//! | `nobody` | no token, no cookie |
//! | `stranger`, `elsewhere` | a person in no match; a player of another match |
//! | `invited` | a person who is invited to the match that is open |
//! | `player` | a player of all matches |
//! | `creator` | the player who made all matches, by an access token |
//! | `m:read`, `moves`, `a:read`, `a:write` | programs of the creator: a personal access token with one scope each |
//! | `ended`, `deleted` | a session of the creator that has ended; an account that is deleted |
//! | `foreign`, `own` | the cookie of the creator, in a request that a page of another site sent, and one of this server |
//!
//! A guest (`guest` in the messages) gets the answers of a visitor, or of a `stranger` to [`OPEN_TO_GUESTS`].
//! An app of OAuth with the scope `matches:read` gets the answers of `m:read` (`app` in the messages).
//!
//! The matches are private, but for `public`. A request has a body that is carried out if the caller may do so; 409 says that the caller may, but
//! not at present. For people outside of a private match the answer is also compared with that for a match that does not exist.

/// What a request is about. It is made anew after a request that has changed it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Thing {
    /// Nothing that a request of the table uses up.
    Nothing,
    /// The account of the caller.
    Account,
    /// A public match that is running.
    Public,
    /// A private match that is running.
    Running,
    /// A private match that waits for players.
    Open,
    /// A private match that is over.
    Over,
    /// A sign-in.
    SignIn,
    /// A change of the address of the player, and the emails to the player.
    Change,
    /// A tournament of the creator, which four others have entered.
    Tournament,
    /// A session, a token, a webhook, a subscription, a vacation, a bot and an app of the creator, with access to the creator's account.
    Own,
}

impl Thing {
    const ALL: [Thing; 10] = [
        Thing::Nothing,
        Thing::Account,
        Thing::Public,
        Thing::Running,
        Thing::Open,
        Thing::Over,
        Thing::SignIn,
        Thing::Change,
        Thing::Tournament,
        Thing::Own,
    ];

    /// Its word in the table.
    pub(super) fn name(self) -> &'static str {
        match self {
            Thing::Nothing => "-",
            Thing::Account => "account",
            Thing::Public => "public",
            Thing::Running => "running",
            Thing::Open => "open",
            Thing::Over => "over",
            Thing::SignIn => "sign-in",
            Thing::Change => "change",
            Thing::Tournament => "tournament",
            Thing::Own => "own",
        }
    }

    /// Returns whether people who are not in its matches must not know of it.
    pub(super) fn is_secret(self) -> bool {
        match self {
            Thing::Running | Thing::Open | Thing::Over => true,
            Thing::Nothing
            | Thing::Account
            | Thing::Public
            | Thing::SignIn
            | Thing::Change
            | Thing::Tournament
            | Thing::Own => false,
        }
    }

    /// The thing of a word.
    pub(super) fn named(name: &str) -> Option<Thing> {
        Thing::ALL.into_iter().find(|thing| thing.name() == name)
    }
}

/// What guests may do in own matches: in those of others they get the answer of a stranger. Everywhere else a guest is a visitor.
pub(super) const OPEN_TO_GUESTS: [&str; 4] = [
    "GET /v1/matches/{match_id}/choices",
    "POST /matches/{match_id}",
    "POST /matches/{match_id}/hint",
    "POST /matches/{match_id}/rematch",
];

#[rustfmt::skip]
pub(super) const TABLE: &str = "
method path                                                       about       nobody  stranger elsewhere   invited    player   creator    m:read     moves    a:read   a:write     ended   deleted   foreign       own
POST   /v1/address-changes/confirm                                change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/bots                                                   -              401       201       201       201       201       201       403       403       403       403       401       401       403       201
GET    /v1/bots                                                   -              401       200       200       200       200       200       403       403       403       403       401       401       200       200
DELETE /v1/bots/{bot_id}                                          own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
POST   /v1/bots/{bot_id}/token                                    own            401       404       404       404       404       201       403       403       403       403       401       401       403       201
POST   /v1/clients                                                -              401       201       201       201       201       201       403       403       403       403       401       401       403       201
GET    /v1/clients                                                -              401       200       200       200       200       200       403       403       403       403       401       401       200       200
DELETE /v1/clients/{client_id}                                    own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
GET    /v1/games                                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}                                        -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/board                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/cards                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/ratings                                -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/rules                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/lessons                                -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/lessons/{lesson}                       -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/games/{game_id}/lessons/{lesson}/steps/{step}          -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/games/{game_id}/lessons/{lesson}/steps/{step}          -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/games/{game_id}/read-cards                              -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/games/{game_id}/read-deck                               -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/inbox                                                  -              401       401       401       401       401       401       401       401       401       401       401       401       401       401
DELETE /v1/invitations/{invitation_id}                            open           401       404       404       404       404       204       403       204       403       403       401       401       403       204
POST   /v1/invitations/{invitation_id}/accept                     open           401       404       404       200       404       404       403       404       403       403       401       401       403       404
POST   /v1/invitations/{invitation_id}/decline                    open           401       404       404       204       404       404       403       404       403       403       401       401       403       404
POST   /v1/emails/again                                          -              202       202       202       202       202       202       202       202       202       202       202       202       202       202
GET    /v1/matches                                                -              200       200       200       200       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches                                                -              401       201       201       201       201       201       403       201       403       403       401       401       403       201
POST   /v1/matches/import                                         -              401       201       201       201       201       201       403       201       403       403       401       401       403       201
DELETE /v1/matches/{match_id}                                     open           401       404       404       403       403       204       403       204       403       403       401       401       403       204
GET    /v1/matches/{match_id}                                     running        404       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}                                     public         200       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}                                     open           404       404       404       200       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/agree                               running        401       404       404       404       200       200       403       200       403       403       401       401       403       200
GET    /v1/matches/{match_id}/analysis                            over           404       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/board                               running        404       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/board                               public         200       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/board.{ending}                      running        404       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/board.{ending}                      public         200       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/choices                             running        401       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/choices                             public         401       403       403       403       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/conditional-moves                   running        401       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/conditional-moves                   public         401       403       403       403       200       200       200       403       403       403       401       401       200       200
PUT    /v1/matches/{match_id}/conditional-moves                   running        401       404       404       404       200       200       403       200       403       403       401       401       403       200
GET    /v1/matches/{match_id}/events                              running        404       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/events                              public         200       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/events                              open           404       404       404       200       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/explore                             running        401       404       404       404       200       200       200       403       403       403       401       401       403       200
POST   /v1/matches/{match_id}/hint                                 running         401       404       404       404       409       409       403       409       403       403       401       401       403       409
GET    /v1/matches/{match_id}/invitations                         open           401       404       404       403       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/invitations                         open           401       404       404       403       202       202       403       202       403       403       401       401       403       202
POST   /v1/matches/{match_id}/join                                open           401       404       404       200       200       200       403       200       403       403       401       401       403       200
POST   /v1/matches/{match_id}/computers                           open           401       404       404       403       403       200       403       200       403       403       401       401       403       200
POST   /v1/matches/{match_id}/leave                               open           401       404       404       409       200       200       403       200       403       403       401       401       403       200
GET    /v1/matches/{match_id}/log                                 running        404       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/log                                 public         200       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/log                                 open           404       404       404       200       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/moves                               running        401       404       404       404       200       200       403       200       403       403       401       401       403       200
GET    /v1/matches/{match_id}/notes                               running        401       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/notes                               public         401       403       403       403       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/notes                               running        401       404       404       404       201       201       403       201       403       403       401       401       403       201
POST   /v1/matches/{match_id}/preview                             running        401       404       404       404       200       200       200       403       403       403       401       401       403       200
GET    /v1/matches/{match_id}/private-note                        running        401       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/private-note                        public         401       403       403       403       200       200       200       403       403       403       401       401       200       200
PUT    /v1/matches/{match_id}/private-note                        running        401       404       404       404       204       204       403       204       403       403       401       401       403       204
GET    /v1/matches/{match_id}/proposals                           running        401       404       404       404       200       200       200       403       403       403       401       401       200       200
GET    /v1/matches/{match_id}/proposals                           public         401       403       403       403       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/proposals                           running        401       404       404       404       409       409       403       409       403       403       401       401       403       409
POST   /v1/matches/{match_id}/proposals/{number}/agree            running        401       404       404       404       200       200       403       200       403       403       401       401       403       200
POST   /v1/matches/{match_id}/proposals/{number}/decline          running        401       404       404       404       200       200       403       200       403       403       401       401       403       200
GET    /v1/matches/{match_id}/record                              over           404       404       404       404       200       200       200       403       403       403       401       401       200       200
POST   /v1/matches/{match_id}/rematch                             over           401       404       404       404       200       200       403       200       403       403       401       401       403       200
POST   /v1/matches/{match_id}/resign                              running        401       404       404       404       200       200       403       200       403       403       401       401       403       200
DELETE /v1/me                                                     account        401       204       204       204       204       204       403       403       403       403       401       401       403       204
GET    /v1/me                                                     -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
PATCH  /v1/me                                                     -              401       200       200       200       200       200       403       403       403       200       401       401       403       200
POST   /v1/me/address                                             -              401       202       202       202       202       202       403       403       403       403       401       401       403       202
GET    /v1/me/events                                              -              401       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/me/export                                              -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
GET    /v1/me/grants                                              -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
DELETE /v1/me/grants/{grant_id}                                   own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
GET    /v1/me/hooks                                               -              401       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /v1/me/hooks                                               -              401       201       201       201       201       201       403       403       403       403       401       401       403       201
DELETE /v1/me/hooks/{hook_id}                                     own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
POST   /v1/me/hooks/{hook_id}/test                                own            401       404       404       404       404       202       403       403       403       403       401       401       403       202
GET    /v1/me/invitations                                         -              401       200       200       200       200       200       200       403       403       403       401       401       200       200
GET    /v1/me/emails                                             -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
GET    /v1/me/pushes                                              -              401       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /v1/me/pushes                                              -              401       201       201       201       201       201       403       403       403       403       401       401       403       201
DELETE /v1/me/pushes/{push_id}                                    own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
POST   /v1/me/seen                                                running        401       404       404       404       204       204       403       403       403       403       401       401       403       204
DELETE /v1/me/sessions                                            account        401       204       204       204       204       204       403       403       403       403       401       401       403       204
GET    /v1/me/sessions                                            -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
DELETE /v1/me/sessions/{session_id}                               own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
GET    /v1/me/tokens                                              -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
POST   /v1/me/tokens                                              -              401       201       201       201       201       201       403       403       403       403       401       401       403       201
DELETE /v1/me/tokens/{token_id}                                   own            401       404       404       404       404       204       403       403       403       403       401       401       403       204
GET    /v1/me/vacations                                           -              401       200       200       200       200       200       403       403       200       403       401       401       200       200
POST   /v1/me/vacations                                           own            401       201       201       201       201       201       403       403       403       201       401       401       403       201
DELETE /v1/me/vacations/{first}                                   own            401       404       404       404       404       200       403       403       403       200       401       401       403       200
GET    /v1/me/decks                                                -               401       200       200       200       200       200       403       403       200       403       401       401       200       200
PUT    /v1/me/decks/{game_id}/{deck_name}                          -               401       200       200       200       200       200       403       403       403       200       401       401       403       200
DELETE /v1/me/decks/{game_id}/{deck_name}                          -               401       404       404       404       404       404       403       403       403       404       401       401       403       404
DELETE /v1/me/watches/{match_id}                                  public         401       404       404       404       404       404       403       403       403       404       401       401       403       404
DELETE /v1/me/watches/{match_id}                                  running        401       404       404       404       404       404       403       403       403       404       401       401       403       404
PUT    /v1/me/watches/{match_id}                                  public         401       204       204       204       409       409       403       403       403       409       401       401       403       409
PUT    /v1/me/watches/{match_id}                                  running        401       404       404       404       409       409       403       403       403       409       401       401       403       409
GET    /v1/people                                                 -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/people/{handle}                                        -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/people/{handle}/matches                                -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/people/{handle}/ratings                                -              200       200       200       200       200       200       200       403       403       403       401       401       200       200
POST   /v1/reports                                                running        401       404       404       404       201       201       403       403       403       201       401       401       403       201
GET    /v1/push                                                   -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/sign-in                                                -              202       202       202       202       202       202       202       202       202       202       202       202       202       202
POST   /v1/sign-in/link                                           sign-in        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/sign-in/{sign_in_id}/code                              sign-in        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/sign-out                                               account        401       204       204       204       204       204       403       403       403       403       401       401       403       204
POST   /v1/tokens/refresh                                         sign-in        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /v1/tournaments                                            tournament     401       201       201       201       201       201       403       201       403       403       401       401       403       201
GET    /v1/tournaments                                            -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /v1/tournaments/{tournament_id}                            tournament     200       200       200       200       200       200       200       403       403       403       401       401       200       200
POST   /v1/tournaments/{tournament_id}/call-off                   tournament     401       403       403       403       403       204       403       204       403       403       401       401       403       204
POST   /v1/tournaments/{tournament_id}/challenges                 tournament     401       409       409       409       409       409       403       409       403       403       401       401       403       409
DELETE /v1/tournaments/{tournament_id}/entry                      tournament     401       204       204       204       204       409       403       409       403       403       401       401       403       409
PUT    /v1/tournaments/{tournament_id}/entry                      tournament     401       204       204       204       204       204       403       204       403       403       401       401       403       204
POST   /v1/tournaments/{tournament_id}/start                      tournament     401       403       403       403       403       204       403       204       403       403       401       401       403       204
GET    /                                                          -              200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /account                                                   -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /account/apps                                              -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /account/apps                                              -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/apps/{client_id}/remove                           own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
POST   /account/address                                           -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
GET    /account/bots                                              -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /account/bots                                              -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/bots/{bot_id}/delete                              own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
POST   /account/bots/{bot_id}/token                               own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
GET    /account/decks                                              -               303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /account/decks                                              -               303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/decks/{game_id}/{deck_name}/delete                 -               303       404       404       404       404       404       403       403       403       403       401       401       403       404
POST   /account/delete                                            account        303       303       303       303       303       303       403       403       403       403       401       401       403       303
POST   /account/grants/{grant_id}/end                             own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
POST   /account/emails                                           -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/profile                                           -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/sessions/end                                      account        303       303       303       303       303       303       403       403       403       403       401       401       403       303
POST   /account/sessions/{session_id}/end                         own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
POST   /account/tokens                                            -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/tokens/{token_id}/revoke                          own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
POST   /account/vacations                                         own            303       200       200       200       200       200       403       403       403       403       401       401       403       200
POST   /account/vacations/{first}/end                             own            303       404       404       404       404       200       403       403       403       403       401       401       403       200
GET    /assets/{hash}/{name}                                      -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /calendar/{token}.ics                                      change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /confirm-address/{token}                                   change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /confirm-address/{token}                                   change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /docs                                                      -              308       308       308       308       308       308       308       308       308       308       308       308       308       308
GET    /games                                                     -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}                                           -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/cards                                      -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/ratings                                    -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/cards/{card_id}                            -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/decks                                      -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/own-cards                                  -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /games/{game_id}/own-cards                                  -               200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/board.svg                                 -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/pictures/{picture}.svg                    -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/rules                                     -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/start.svg                                 -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /games/{game_id}/thumb.png                                 -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /healthz                                                   -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /icon.png                                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /import                                                    -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /import                                                    -              303       303       303       303       303       303       403       403       403       403       401       401       403       303
GET    /learn/{game_id}                                           -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /learn/{game_id}/{lesson}                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /learn/{game_id}/{lesson}/choices                          -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /invitations/{token}                                       open           200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /invitations/{token}/accept                                open           303       303       303       303       303       303       303       303       303       303       303       303       303       303
POST   /invitations/{token}/decline                               open           303       303       303       303       303       303       303       303       303       303       303       303       303       303
GET    /invitations/{token}/stop                                  open           200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /invitations/{token}/stop                                  open           200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /emails/again                                             -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /emails/again                                             -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /join/{token}                                              open           200       200       200       200       303       303       403       403       403       403       401       401       303       303
POST   /join/{token}                                              open           303       303       303       303       303       303       403       403       403       403       401       401       403       303
GET    /lobby                                                     -              200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /mailbox/{key}                                             -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
POST   /mailbox/{key}                                             -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
GET    /mailbox/{key}/emails.json                                -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
GET    /mailbox/{key}/{email_id}                                 -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
POST   /mailbox/{key}/{email_id}/answer                          -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
GET    /mailbox/{key}/{email_id}/html                            -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
GET    /matches/{match_id}                                        running        200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}                                        public         200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}                                        open           200       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /matches/{match_id}                                        running        303       404       404       404       200       200       403       403       403       403       401       401       403       200
POST   /matches/{match_id}/call-off                               open           303       404       404       403       403       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/hint                                    running         303       404       404       404       409       409       403       403       403       403       401       401       403       409
POST   /matches/{match_id}/invitations/{invitation_id}/withdraw   open           303       404       404       404       404       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/invite                                 open           303       404       404       403       200       200       403       403       403       403       401       401       403       200
POST   /matches/{match_id}/computer                               open           303       404       404       403       403       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/join                                   open           303       404       404       303       303       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/leave                                  open           303       404       404       409       303       303       403       403       403       403       401       401       403       303
GET    /matches/{match_id}/log                                    running        404       404       404       404       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}/log                                    public         200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}/log                                    open           404       404       404       200       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}/thumb.png                              running        404       404       404       404       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}/thumb.png                              public         200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}/try                                    running        200       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /matches/{match_id}/try                                    public         200       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /matches/{match_id}/conditional-moves                      running        303       404       404       404       303       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/link                                   open           303       404       404       403       303       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/private-note                           running        303       404       404       404       303       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/propose                                running        303       404       404       404       409       409       403       403       403       403       401       401       403       409
POST   /matches/{match_id}/rematch                                over           303       404       404       404       303       303       403       403       403       403       401       401       403       303
GET    /matches/{match_id}/report                                 running        303       404       404       404       200       200       403       403       403       403       401       401       200       200
POST   /matches/{match_id}/report                                 running        303       404       404       404       200       200       403       403       403       403       401       401       403       200
POST   /matches/{match_id}/unwatch                                running        303       303       303       303       303       303       403       403       403       403       401       401       403       303
POST   /matches/{match_id}/watch                                  running        303       404       404       404       409       409       403       403       403       403       401       401       403       409
GET    /me/matches                                                -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /me/past                                                   -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /me/invitations/{invitation_id}/accept                     open           303       404       404       303       404       404       403       403       403       403       401       401       403       404
POST   /me/invitations/{invitation_id}/decline                    open           303       404       404       303       404       404       403       403       403       403       401       401       403       404
GET    /move/{token}                                              running        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /move/{token}                                              running        200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /move/{token}/choices                                      running        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /move/{token}/sign-in                                      running        403       403       403       403       403       403       403       403       403       403       403       403       403       303
GET    /new                                                       -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
GET    /new/{game_id}                                             -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /new/{game_id}                                             -              303       303       303       303       303       303       403       403       403       403       401       401       403       303
POST   /new/{game_id}/computer                                    -              403       303       303       303       303       303       403       403       403       403       401       401       403       303
GET    /.well-known/oauth-authorization-server                    -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /.well-known/security.txt                                  -              404       404       404       404       404       404       404       404       404       404       404       404       404       404
GET    /oauth/authorize                                           -              303       422       422       422       422       422       403       403       403       403       401       401       422       422
POST   /oauth/authorize                                           -              303       422       422       422       422       422       403       403       403       403       401       401       403       422
POST   /oauth/revoke                                              -              400       401       401       401       401       401       401       401       401       401       401       401       400       400
POST   /oauth/token                                               -              400       401       401       401       401       401       401       401       401       401       401       401       400       400
GET    /openapi.json                                              -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /people/{handle}                                           -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /people/{handle}/report                                    -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /people/{handle}/report                                    -              303       200       200       200       200       200       403       403       403       403       401       401       403       200
GET    /problems                                                  -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /problems/{slug}                                           -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /proposals/{token}                                         running        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /proposals/{token}/agree                                   running        303       303       303       303       303       303       303       303       303       303       303       303       303       303
POST   /proposals/{token}/decline                                 running        303       303       303       303       303       303       303       303       303       303       303       303       303       303
GET    /readyz                                                    -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /robots.txt                                                -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /sign-in                                                   -              200       303       303       303       303       303       403       403       403       403       401       401       303       303
POST   /sign-in                                                   -              403       403       403       403       403       403       403       403       403       403       403       403       403       303
GET    /sign-in/code/{sign_in_id}                                 sign-in        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /sign-in/code/{sign_in_id}                                 sign-in        403       403       403       403       403       403       403       403       403       403       403       403       403       401
GET    /sign-in/{token}                                           sign-in        200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /sign-in/{token}                                           sign-in        403       403       403       403       403       403       403       403       403       403       403       403       403       303
POST   /sign-out                                                  account        303       303       303       303       303       303       403       403       403       403       401       401       403       303
GET    /sw.js                                                     -              200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /tournaments                                               -              200       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /tournaments                                               tournament     303       303       303       303       303       303       403       403       403       403       401       401       403       303
GET    /tournaments/{tournament_id}                               tournament     200       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /tournaments/{tournament_id}/call-off                      tournament     303       403       403       403       403       303       403       403       403       403       401       401       403       303
POST   /tournaments/{tournament_id}/challenge                     tournament     303       409       409       409       409       409       403       403       403       403       401       401       403       409
POST   /tournaments/{tournament_id}/enter                         tournament     303       303       303       303       303       303       403       403       403       403       401       401       403       303
POST   /tournaments/{tournament_id}/leave                         tournament     303       303       303       303       303       409       403       403       403       403       401       401       403       409
POST   /tournaments/{tournament_id}/start                         tournament     303       403       403       403       403       303       403       403       403       403       401       401       403       303
GET    /unsubscribe/{token}                                       change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /unsubscribe/{token}                                       change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
POST   /unsubscribe/{token}/undo                                  change         200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /watch/{token}                                             running        200       200       200       200       200       200       200       200       200       200       200       200       200       200
GET    /welcome                                                   -              303       200       200       200       200       200       403       403       403       403       401       401       200       200
POST   /welcome                                                   -              303       303       303       303       303       303       403       403       403       403       401       401       403       303
";
