//! The commands that can be written in any email to the server, as emails and the manual show them.

use super::requests::{VACATION, VACATION_END};

/// Begins a match with another person.
pub const NEW: &str = "new magma with bo@example.org";

/// Each command, and what it does.
pub const COMMANDS: &[(&str, &str)] = &[
    ("help", "get these commands"),
    ("games", "get the games"),
    ("rules magnapoco", "get the rules of a game"),
    ("learn magnapoco", "learn a game by short exercises; learn magnapoco 2 begins the second lesson"),
    (
        NEW,
        "begin a match with other people, by address or name (@bo); options of the game come before with, such as: days 2",
    ),
    (
        "new magnet against computer easy",
        "begin a match against the computer: beginner, easy, medium, strong or expert",
    ),
    ("new magnapoco", "begin a match that anyone can join"),
    ("open", "get the matches that you can join"),
    ("join 3", "take a seat in match 3 of such a list, or accept an invitation"),
    ("list", "get your matches, with their numbers"),
    ("board 3", "get the board of match 3"),
    ("history 3", "get its last moves; history 3 100 brings up to 100"),
    ("record 3", "get the record of match 3, once it is over"),
    ("note 3 Watch b4", "write a note about match 3 that only you can read; note 3 brings it back"),
    ("tournaments", "get the tournaments that you can enter, and yours"),
    ("enter 3", "enter tournament 3; leave 3 takes the entry back, or withdraws you"),
    ("challenge 3 anna", "challenge a player above you in ladder 3"),
    ("table 3", "get the table of tournament 3"),
    (VACATION, "book a vacation; it stops your clocks in matches that allow it"),
    (VACATION_END, "end the vacation that starts on this day"),
    ("emails digest", "get one list each morning in place of an email for each turn; also emails on and emails off"),
    ("emails short", "get short emails about your turns; emails full never leaves anything out"),
    ("name Ada", "change the name that others see"),
    ("zone Europe/Berlin", "change your time zone"),
    ("delete account", "delete your account; the server asks you to confirm"),
];
