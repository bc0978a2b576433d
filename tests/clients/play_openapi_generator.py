"""Plays a match of each game with the Python client that openapi-generator makes. It knows no rules: it follows the choices.

The argument is JSON: the `url` of a server, two access `tokens`, and `games` with the options of each match.
"""

import json
import random
import sys

from openapi_client import ApiClient, ChoiceKind, Configuration, MatchesApi, MatchSettings, MoveRequest, MovesApi, Seating

# More moves than a short match has: a player who only ever changes standing orders never ends one.
MAX_MOVES = 1000


class Player:
    def __init__(self, url, token):
        client = ApiClient(Configuration(host=url, access_token=token))
        self.matches = MatchesApi(client)
        self.moves = MovesApi(client)


def find_move(player, match_id, chance):
    """Follows the choices to a complete move, at random. It passes where there is nothing else."""
    text = ""
    while True:
        choices = player.moves.list_choices(match_id, so_far=text).choices
        choice = chance.choice([choice for choice in choices if choice.kind != ChoiceKind.PASS] or choices)
        if choice.complete:
            return choice.text
        text = choice.text


def play(players, game, options):
    chance = random.Random(game)
    new = MatchSettings(game=game, options=options, seating=Seating.JOINED)
    match = players[0].matches.create_match(new)
    players[1].matches.join_match(match.id)
    moves = 0
    while moves < MAX_MOVES:
        for player in players:
            match = player.matches.show_match(match.id)
            if match.phase == "over":
                board = player.matches.show_board_as(match.id, "png")
                assert board.startswith(b"\x89PNG"), board[:99]
                assert b"<svg" in player.matches.show_board(match.id)
                return moves, match.page.outcome
            if match.page.your_seat in match.page.awaited:
                move = MoveRequest(move=find_move(player, match.id, chance), turn=match.page.turn)
                player.moves.submit_move(match.id, move)
                moves += 1
    raise SystemExit(f"{game}: the match is not over after {MAX_MOVES} moves")


task = json.loads(sys.argv[1])
players = [Player(task["url"], token) for token in task["tokens"]]
for game, options in task["games"].items():
    moves, outcome = play(players, game, options)
    print(f"{game}: {moves} moves, ranks {outcome.ranks}: {outcome.reason}")
