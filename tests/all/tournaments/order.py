"""Computes the order of groups from their results, apart from the server, and compares.

Reads a list of groups as JSON from the standard input; prints how many differ.
"""

import json
import sys
from fractions import Fraction as F


def effective(game, group, counts):
    """The players who count, each with side and rank; none for a match without a result that counts."""
    sides = group["sides"]
    seats = list(zip(game["players"], sides))
    if game["state"] == "over":
        ranks = [rank for rank, _ in game["results"]]
    elif game["state"] == "called-off":
        losing = {side for player, side in seats if counts[player] and group["withdrawn"][player] is not None}
        ranks = [2 if side in losing else 1 for _, side in seats]
    else:
        return []
    found = [(player, side, rank) for (player, side), rank in zip(seats, ranks) if counts[player]]
    return found if len({side for _, side, _ in found}) > 1 else []


def beaten(rank, other):
    return F(1) if rank < other else F(1, 2) if rank == other else F(0)


def order(group):
    people = range(len(group["withdrawn"]))
    counts = []
    for person in people:
        gone = group["withdrawn"][person]
        own = [g for g in group["games"] if person in g["players"] and g["state"] != "void"]
        played = [g for g in own if g["state"] == "over" and gone is not None and g["done"] < gone]
        counts.append(gone is None or 2 * len(played) >= len(own))
    games = [effective(game, group, counts) for game in group["games"]]
    points = [F(0)] * len(people)
    for found in games:
        ranks = {side: rank for _, side, rank in found}
        for player, side, rank in found:
            others = [other for of, other in ranks.items() if of != side]
            points[player] += sum(beaten(rank, other) for other in others) / len(others)
    for game in group["games"]:
        if game["state"] == "unfinished":
            for player, (rank, _) in zip(game["players"], game["results"]):
                if rank == 1 and counts[player]:
                    points[player] += F(1, 2)
    met, won, sonneborn = set(), {}, [F(0)] * len(people)
    for found in games:
        sides = len({side for _, side, _ in found})
        for player, side, rank in found:
            for other, of, other_rank in found:
                if of != side:
                    share = beaten(rank, other_rank) / (sides - 1)
                    met.add((player, other))
                    won[player, other] = won.get((player, other), F(0)) + share
                    sonneborn[player] += share * points[other]
    forfeits = [0] * len(people)
    for game in group["games"]:
        for player, (_, forfeited) in zip(game["players"], game["results"]):
            forfeits[player] += forfeited
    keys = {}
    for person in people:
        tied = [other for other in people if counts[other] and points[other] == points[person]]
        all_met = all((one, other) in met for one in tied for other in tied if one != other)
        direct = sum((won.get((person, other), F(0)) for other in tied), F(0)) if all_met else F(0)
        keys[person] = (not counts[person], -points[person], -direct, -sonneborn[person], forfeits[person])
    ranked = sorted(people, key=lambda person: keys[person])
    places = {}
    for at, person in enumerate(ranked):
        if not counts[person]:
            places[person] = None
        elif at and keys[ranked[at - 1]] == keys[person]:
            places[person] = places[ranked[at - 1]]
        else:
            places[person] = at + 1
    return {person: (places[person], points[person] * group["point"]) for person in people}


def main():
    groups = json.load(sys.stdin)
    differ = [group for group in groups if order(group) != {p: (place, F(n)) for p, place, n in group["order"]}]
    print(f"{len(groups)} groups, {len(differ)} differ")
    for group in differ[:1]:
        print(json.dumps(group))
        print(sorted(order(group).items()))


main()
