#!/usr/bin/env bash
# Random playouts a second of our games and of games of open_spiel, measured in turns on this machine, one thread each.
#
#   engine/benches/open_spiel.sh
#
# ROUNDS (3) is how often each side is measured; of each game the fastest round counts. SECONDS_EACH (1) is the time for a game of
# open_spiel in a round. open_spiel is installed into a folder that is removed at the end; SCRATCH names one that is kept.
# Where open_spiel cannot be installed, our figures are printed alone, and a line that says why.
set -euo pipefail
version=2.0.2
if [ -n "${SCRATCH:-}" ]; then
    mkdir -p "$SCRATCH"
    scratch=$(cd "$SCRATCH" && pwd)
else
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
fi
cd "$(dirname "$0")/../.."
python=$scratch/venv/bin/python

# Runs a step of the installation; prints why it failed, if it did.
attempt() {
    "${@:2}" >"$scratch/log" 2>&1 ||
        { echo "$1: $(grep -om 1 -E 'connection broken.*|^ERROR.*' "$scratch/log" || tail -n 1 "$scratch/log")" && false; }
}

# A package that would have to be compiled counts as missing, since that takes long and needs a compiler of C++.
install_open_spiel() {
    attempt "python3 (apt-get install python3)" python3 --version &&
        attempt "venv (apt-get install python3-venv)" python3 -m venv "$scratch/venv" &&
        attempt pip "$python" -m pip install --disable-pip-version-check --no-cache-dir --retries 1 \
            --only-binary :all: "open_spiel==$version" &&
        attempt import "$python" -c 'import pyspiel'
}
trouble=$(install_open_spiel || true)

for _ in $(seq "${ROUNDS:-3}"); do
    # Games of open_spiel are for two, so of ours the matches of two seats are compared.
    cargo bench --quiet -p engine --bench speed -- playouts | awk '$2 == 2 { print "Turnpost", $1, $3, $4, $5 }'
    [ -n "$trouble" ] || "$python" engine/benches/open_spiel.py "${SECONDS_EACH:-1}" | sed 's/^/open_spiel /'
done >"$scratch/rounds"

awk '
    { name = $1 " " $2 }
    !(name in best) { names[++count] = name }
    $5 > best[name] { best[name] = $5; row[name] = $0 }
    END {
        form = "%-11s %-18s %6s %12s %12s %8s\n"
        printf form, "", "game", "cells", "playouts/s", "plies/s", "us/ply"
        for (number = 1; number <= count; number++) {
            split(row[names[number]], field)
            printf form, field[1], field[2], field[3], round(field[4]), round(field[5]), sprintf("%.2f", 1e6 / field[5])
        }
    }
    function round(value) { return sprintf("%.0f", value) }' "$scratch/rounds"
[ -z "$trouble" ] || echo "not measured: open_spiel $version could not be installed: $trouble"
