#!/usr/bin/env bash
# The tests of the service and the demo on a Citus cluster that is there, by hand:
#
#     tests/citus.sh postgres://turnpost@10.0.0.1:5432/postgres postgres://turnpost@10.0.0.2:5432/postgres ...
#
# The addresses of the nodes, the coordinator first. `turnpost` is a superuser on each of them, and nodes trust each other and this machine.
# Each test makes a database of its own on all nodes, and uses it at another node than the test before; these databases are removed at the end.
# ONLY=moves:: runs the tests of this name only, THREADS=2 so many at a time. Needs psql. It may be stopped at any time.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
export CITUS_NODES="$*"

# Tests that act on the database only as a server does. The others change it by SQL of a single Postgres, or need nothing of a database.
tests=(accounts:: around:: bots:: clocks:: computers:: conditional:: events:: host:: idempotency:: imports:: invitation_limits::
    invitations:: invited:: emails:: lists:: lobby:: matches:: moves:: notes:: oauth:: play_on:: replies:: surroundings:: watch:: windows::)
# Those among them that need a single Postgres: they make triggers, look at its locks and its statistics, change many rows by SQL of their
# own, rely on the order of two emails of the same moment, or take no "try again in a moment", which is the answer where two transactions
# waited for each other.
single=(clocks::races:: a_match_that_cannot_be_settled_stops_no_other_clock
    lists_do_not_read_matches_of_others_or_matches_that_are_over
    the_page_of_a_player_does_not_read_matches_that_are_not_public a_list_passes_over_thousands_of_matches_that_few_accounts_made
    emails_stop_after_several_came_back_and_a_sign_in_turns_them_on_again
    a_deletion_while_others_join_and_invite_leaves_no_seat_behind notes_by_mail_need_no_move_and_come_once)

folder=$(mktemp -d)
server=
tidy_up() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    for node in $CITUS_NODES; do
        psql -qAt "$node" -c "SELECT datname FROM pg_database WHERE datname LIKE 'turnpost\_test\_%' OR datname IN ('turnpost_demo', 'turnpost_restored')" |
            while read -r name; do psql -q "$node" -c "DROP DATABASE $name WITH (FORCE)"; done
    done
    rm -rf "$folder"
}
trap tidy_up EXIT
trap 'exit 130' INT TERM

cargo build --quiet --locked -p turnpost
cargo test --quiet --locked -p tests --test all --no-run

coordinator=$1
for node in "$@"; do
    psql -q "$node" -c 'CREATE DATABASE turnpost_demo'
    psql -q "${node%/*}/turnpost_demo" -c 'CREATE EXTENSION citus'
done
place() { local place=${1#*@}; place=${place%/*}; echo "'${place%:*}', ${place#*:}"; }
psql -qAt "${coordinator%/*}/turnpost_demo" -c "SELECT citus_set_coordinator_host($(place "$coordinator"))"
for node in "${@:2}"; do psql -qAt "${coordinator%/*}/turnpost_demo" -c "SELECT citus_add_node($(place "$node"))" >/dev/null; done

program=${CARGO_TARGET_DIR:-target}/debug/turnpost
# Several demos in ten minutes, which write to the same people: no email about a turn may give way to a list.
export TURNPOST_DATA_FOLDER=$folder TURNPOST_LISTEN=127.0.0.1:18090 TURNPOST_TURN_EMAILS=1000
export TURNPOST_DATABASE_URL=${coordinator%/*}/turnpost_demo
"$program" migrate
"$program" distribute --shards 4
# An update of the server: the last migration is taken back, and comes to distributed tables then, which all are distributed after it. The
# baseline never does.
sql() { psql -qAt -v ON_ERROR_STOP=1 "$TURNPOST_DATABASE_URL" "$@"; }
last=$(basename "$(ls -d migrations/*/ | tail -n 1)")
if [[ $last != *_baseline ]]; then
    version=$(tr -cd 0-9 <<<"${last%%_*}")
    tables() { sql -c "SELECT logicalrelid, partmethod, repmodel FROM pg_dist_partition ORDER BY logicalrelid::text"; }
    tables >"$folder/tables.txt"
    sql -1 -c "SET LOCAL citus.multi_shard_modify_mode = 'sequential'" -f "migrations/$last/down.sql" \
        -c "DELETE FROM __diesel_schema_migrations WHERE version = '$version'"
    "$program" migrate
    tables | diff "$folder/tables.txt" -
fi
demo_by() {
    echo "== the demo, by ${1#*@}"
    TURNPOST_DATABASE_URL=${1%/*}/turnpost_demo "$program" serve >"$folder/server.txt" 2>&1 &
    server=$!
    until "$program" ready http://127.0.0.1:18090 >/dev/null 2>&1; do
        kill -0 "$server" || { cat "$folder/server.txt"; exit 1; }
        sleep 1
    done
    mailbox=$(grep -om 1 'http://[^ ]*/mailbox/[0-9a-f]*' "$folder/server.txt")
    "$program" demo --mailbox "$mailbox" >"$folder/demo.txt" || { tail -n 50 "$folder/demo.txt" "$folder/server.txt"; exit 1; }
    grep -m 1 'wins\|drawn' "$folder/demo.txt"
    kill "$server" && wait "$server" || true
    server=
}
for node in "$@"; do demo_by "$node"; done
"$program" replay --all
# A backup of distributed tables is restored as any other.
export TURNPOST_BACKUP_PASSPHRASE="of a test of a backup"
"$program" backup "$folder/backup"
psql -q "$coordinator" -c 'CREATE DATABASE turnpost_restored'
(
    export TURNPOST_DATABASE_URL=${coordinator%/*}/turnpost_restored TURNPOST_DATA_FOLDER=$folder/restored
    "$program" restore "$folder/backup"
    "$program" replay --all
)
"$program" distribute --back
demo_by "$coordinator"
"$program" replay --all

echo "== the tests of the service, by each node in turn"
unset TURNPOST_DATA_FOLDER TURNPOST_LISTEN TURNPOST_DATABASE_URL TURNPOST_TURN_EMAILS TURNPOST_BACKUP_PASSPHRASE
[ -z "${ONLY:-}" ] || tests=("$ONLY")
skipped=()
for name in "${single[@]}"; do skipped+=(--skip "$name"); done
cargo test --quiet --locked -p tests --test all -- "${tests[@]}" "${skipped[@]}" --test-threads "${THREADS:-2}"
