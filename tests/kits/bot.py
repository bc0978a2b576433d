"""A bot that plays a match against a computer player. It knows no rules: the server lists the choices, and it takes any of them.
`openapi-python-client generate --path openapi.json --meta none --output-path turnpost_client` makes the types of the API.

    BOT_URL=https://turnpost.example BOT_TOKEN=tpp_... python bot.py magma '{"board": "pointed43"}'
"""
import contextlib, json, os, random, sys, time
import httpx
from turnpost_client import AuthenticatedClient
from turnpost_client.api.matches import create_match, show_match
from turnpost_client.api.moves import list_choices, submit_move
from turnpost_client.models import MatchSettings, MatchSettingsOptions, MoveRequest, Phase, ProblemDocument

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

def find_move(match_id):
    """Follows the choices, step by step, to a move or a pass."""
    text = ""
    while (found := ask(list_choices, match_id, so_far=text)).awaited:
        choice = random.choice(found.choices)
        if (text := choice.text) and choice.complete:
            return text
    raise Outdated("The match is waiting for others.")

game, options = sys.argv[1], MatchSettingsOptions.from_dict(json.loads(sys.argv[2]))
match_id = ask(create_match, body=MatchSettings(game, options=options, computers=[1])).id
for _ in events(match_id):
    while (match := ask(show_match, match_id)).phase == Phase.RUNNING and match.page.your_seat in match.page.awaited:
        with contextlib.suppress(Outdated):  # Then the match is read again.
            ask(submit_move, match_id, body=MoveRequest(find_move(match_id), match.page.turn))
    if match.phase == Phase.OVER:
        sys.exit(print(f"{game}: {match.page.outcome.reason}"))
