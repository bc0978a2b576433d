"""Computes ratings by the package openskill, and compares.

Reads matches as JSON from the standard input: teams of (mu, sigma) before and after, and ranks. Prints how many differ by more than 1e-9.
"""

import json
import sys

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull(mu=25.0, sigma=25.0 / 3.0, beta=25.0 / 6.0, kappa=0.000001, tau=0.0)


def differs(match):
    teams = [[MODEL.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in match["before"]]
    rated = MODEL.rate(teams, ranks=match["ranks"])
    found = [(one.mu, one.sigma) for team in rated for one in team]
    right = [tuple(one) for team in match["after"] for one in team]
    return any(abs(a - b) > 1e-9 for one, other in zip(found, right, strict=True) for a, b in zip(one, other, strict=True))


def main():
    matches = json.load(sys.stdin)
    print(f"{len(matches)} matches, {sum(map(differs, matches))} differ")


main()
