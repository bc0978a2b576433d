"""A bot that plays a match against a computer player. It knows no rules: the server lists the moves, and it takes any of them.
`openapi-python-client generate --path openapi.json` makes the package `turnpost_client`, with the types of the API.

    BOT_URL=https://turnpost.example BOT_TOKEN=tpp_... python bot.py magma '{"board": "pointed43"}'
"""
import contextlib, json, os, random, sys, time
import httpx
from turnpost_client import AuthenticatedClient
from turnpost_client.api.matches import create_match, show_match
from turnpost_client.api.moves import list_choices, submit_move
from turnpost_client.models import MoveRequest, NewMatch, NewMatchOptions, Phase, ProblemDocument

client = AuthenticatedClient(os.environ["BOT_URL"], os.environ["BOT_TOKEN"], timeout=httpx.Timeout(60))

class Outdated(Exception):
    """The match has moved on."""

def ask(operation, *ids, **fields):
    """Sends a request and returns what the server answers. Waits and repeats it where the server asks for that."""
    while (answer := operation.sync_detailed(*ids, client=client, **fields)).status_code in (429, 503):
        time.sleep(int(answer.headers.get("Retry-After", 5)))
    if isinstance(answer.parsed, ProblemDocument):
        raise (Outdated if answer.status_code == 409 else SystemExit)(answer.parsed.detail)
    return answer.parsed

def events(match_id):
    """Yields at each event of a match. A connection that was lost goes on after the last event."""
    headers = {"Accept": "text/event-stream"}
    while True:
        with contextlib.suppress(httpx.TransportError):
            with client.get_httpx_client().stream("GET", f"/v1/matches/{match_id}/events", headers=headers) as stream:
                for field, _, value in (line.partition(": ") for line in stream.iter_lines()):
                    if field == "id":
                        headers["Last-Event-ID"] = value
                    if field == "data":
                        yield json.loads(value)
        time.sleep(1)

def pick(choices):
    """Picks any choice but those that end the match."""
    return random.choice([choice for choice in choices if choice.text not in ("resign", "agree", "disagree")])

def find_move(match_id):
    """Picks a whole move where all can be listed. Otherwise it follows the choices, step by step."""
    if not (found := ask(list_choices, match_id, all_=True)).truncated:
        return pick(found.choices).text
    choice = pick(ask(list_choices, match_id).choices)
    while not choice.complete:
        choice = pick(ask(list_choices, match_id, so_far=choice.text).choices)
    return choice.text

game, options = sys.argv[1], NewMatchOptions.from_dict(json.loads(sys.argv[2]))
match_id = ask(create_match, body=NewMatch(game, options=options, computers=[1])).id
for _ in events(match_id):
    while (match := ask(show_match, match_id)).phase == Phase.RUNNING and match.page.your_seat in match.page.awaited:
        with contextlib.suppress(Outdated):  # Then the match is read again.
            ask(submit_move, match_id, body=MoveRequest(find_move(match_id), match.page.turn))
    if match.phase == Phase.OVER:
        sys.exit(print(f"{game}: {match.page.outcome.reason}"))
