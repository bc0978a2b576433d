//! How the lines of a message are read as commands.

use super::*;

fn new(game: &'static str, options: &[(&str, &str)], opponents: Opponents) -> Command {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Command::New(NewMatch { game, options, opponents })
}

fn people(people: &[&str]) -> Opponents {
    Opponents::People(people.iter().map(|name| (*name).to_owned()).collect())
}

#[test]
fn commands_are_read_in_any_case_and_with_what_people_put_around_them() {
    for (line, command) in [
        ("Help!", Command::Help),
        ("GAMES.", Command::Games),
        ("\"rules Magnapoco\"", Command::Rules("magnapoco")),
        ("rules the great martian ice machine", Command::Rules("ice")),
        ("Rules ice", Command::Rules("ice")),
        ("rules Magic: the Board Game", Command::Rules("magic")),
        ("rules magic", Command::Rules("magic")),
        ("rules", Command::Unclear("rules magnapoco")),
        ("rules chess", Command::Unclear("rules magnapoco")),
        ("Learn Magma.", Command::Learn("magma", 1)),
        ("learn the great martian ice machine 3", Command::Learn("ice", 3)),
        ("learn", Command::Unclear("learn magnapoco")),
        ("learn magma 0", Command::Unclear("learn magnapoco")),
        ("learn magma 2 3", Command::Unclear("learn magnapoco")),
        ("new Magma", new("magma", &[], Opponents::Anyone)),
        ("new magma with Bo@Example.org", new("magma", &[], people(&["bo@example.org"]))),
        ("new magma with bo@a.org, cy@b.org", new("magma", &[], people(&["bo@a.org", "cy@b.org"]))),
        ("new magma with bo@a.org and @cy", new("magma", &[], people(&["bo@a.org", "@cy"]))),
        ("new magma board hexhex5, days 2", new("magma", &[("board", "hexhex5"), ("days", "2")], Opponents::Anyone)),
        ("new magnet against computer", new("magnet", &[], Opponents::Computer(Level::Two))),
        ("new magnet against the computer expert", new("magnet", &[], Opponents::Computer(Level::Five))),
        ("new magnet against computer level 3", new("magnet", &[], Opponents::Computer(Level::Three))),
        ("new magnet against computer level 9", Command::Unclear(NEW)),
        ("new magnet with", Command::Unclear(NEW)),
        ("new magnet board", Command::Unclear(NEW)),
        ("new", Command::Unclear(NEW)),
        ("open", Command::Open),
        ("join #3", Command::Join(3)),
        ("join -1", Command::Unclear("join 3")),
        ("join 99999999999", Command::Unclear("join 3")),
        ("Status", Command::List),
        ("board 3", Command::Board(3)),
        ("history 3", Command::History(3, None)),
        ("history 3 50", Command::History(3, Some(50))),
        ("history 3 x", Command::Unclear("history 3 20")),
        ("record 3", Command::Record(3)),
        ("note 3", Command::Note(3, None)),
        ("Note 3 Watch B4", Command::Note(3, Some("Watch B4".to_owned()))),
        ("Tournaments", Command::Tournaments),
        ("enter #3", Command::Enter(3)),
        ("withdraw 3", Command::Leave(3)),
        ("leave", Command::Unclear("leave 3")),
        ("table 3.", Command::Table(3)),
        ("Challenge 3 @Anna", Command::Challenge(3, "anna".to_owned())),
        ("emails Digest", Command::Emails(Emails::Digest)),
        ("emails", Command::Unclear("emails short")),
        ("emails short", Command::Emails(Emails::Length(EmailLength::Short))),
        ("name Stop It", Command::Name("Stop It".to_owned())),
        ("zone europe/berlin", Command::Zone("Europe/Berlin".to_owned())),
        ("zone Moon/Base", Command::Zone("Moon/Base".to_owned())),
        ("delete account", Command::DeleteAccount),
        ("board", Command::Unclear("board 3")),
    ] {
        assert_eq!(one(plain(line)), Some(command), "{line}");
    }
    for line in ["", "hello", "open up", "delete", "e5-e7", "games are fun", "list of things", "I will join 3"] {
        assert_eq!(one(plain(line)), None, "{line}");
    }
}

#[test]
fn a_message_is_read_up_to_a_line_that_is_no_command() {
    let commands = |text: &str| read(text).into_iter().map(|(_, command)| command).collect::<Vec<_>>();
    assert_eq!(commands("\nlist\n\nopen\n\nThanks,\nBo"), [Some(Command::List), Some(Command::Open)]);
    assert_eq!(commands("list\nThanks\nopen"), [Some(Command::List), None]);
    assert_eq!(commands("Hello,\nlist"), [None]);
    assert_eq!(commands(""), []);
    assert_eq!(commands(&"list\n".repeat(100)).len(), MAX);
    assert!(begins("\n list\nx") && !begins("x\nlist"));
}
