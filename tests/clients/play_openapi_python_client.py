"""Plays a match of each game with the client that openapi-python-client makes. It knows no rules: it follows the choices.

The argument is JSON: the `url` of a server, two access `tokens`, and `games` with the options of each match.
"""

import json
import random
import sys

from turnpost_client import AuthenticatedClient
from turnpost_client.api.matches import create_match, join_match, show_board_as, show_match
from turnpost_client.api.moves import list_choices, submit_move
from turnpost_client.models import (
    ChoiceKind,
    Choices,
    Match,
    MatchSettings,
    MatchSettingsOptions,
    MoveAnswer,
    MoveRequest,
    Seating,
    ShowBoardAsEnding,
)

# More moves than a short match has: a player who only ever changes standing orders never ends one.
MAX_MOVES = 1000


def expect(expected, answer):
    if not isinstance(answer, expected):
        raise SystemExit(f"{expected.__name__} expected, found {answer}")
    return answer


def find_move(client, match_id, chance):
    """Follows the choices to a complete move, at random. It passes where there is nothing else."""
    text = ""
    while True:
        choices = expect(Choices, list_choices.sync(match_id, client=client, so_far=text)).choices
        choice = chance.choice([choice for choice in choices if choice.kind != ChoiceKind.PASS] or choices)
        if choice.complete:
            return choice.text
        text = choice.text


def play(clients, game, options):
    chance = random.Random(game)
    new = MatchSettings(game=game, options=MatchSettingsOptions.from_dict(options), seating=Seating.JOINED)
    match = expect(Match, create_match.sync(client=clients[0], body=new))
    expect(Match, join_match.sync(match.id, client=clients[1]))
    moves = 0
    while moves < MAX_MOVES:
        for client in clients:
            match = expect(Match, show_match.sync(match.id, client=client))
            if match.phase == "over":
                board = show_board_as.sync_detailed(match.id, ShowBoardAsEnding.PNG, client=client).content
                assert board.startswith(b"\x89PNG"), board[:99]
                return moves, match.page.outcome
            if match.page.your_seat in match.page.awaited:
                move = MoveRequest(move=find_move(client, match.id, chance), turn=match.page.turn)
                expect(MoveAnswer, submit_move.sync(match.id, client=client, body=move))
                moves += 1
    raise SystemExit(f"{game}: the match is not over after {MAX_MOVES} moves")


task = json.loads(sys.argv[1])
clients = [AuthenticatedClient(base_url=task["url"], token=token) for token in task["tokens"]]
for game, options in task["games"].items():
    moves, outcome = play(clients, game, options)
    print(f"{game}: {moves} moves, ranks {outcome.ranks}: {outcome.reason}")
