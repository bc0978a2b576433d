#!/usr/bin/env bash
# A database fails while people play, and its standby takes over: which accepted moves are lost? A primary and a streaming standby are
# made in a scratch folder, a server is started whose addresses of the database name both, and people play Magma by the API. Then all
# processes of the primary are killed at once, as if its machine had lost power, and the standby is promoted. By hand:
#
#     tests/standby.sh                        # all modes, a minute each, as rows of a table
#     tests/standby.sh off:0 local:300        # some: synchronous_commit, and the delay of the network in milliseconds
#
# A delay is made by stopping the sender of the primary for that time before the kill: what a slow network holds back goes down with the
# primary. TURNPOST names the program; it is built if there is none. Debian's package postgresql is all that is needed beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${TURNPOST:-target/release/turnpost}
if [ ! -x "$program" ]; then cargo build --release --quiet -p turnpost; fi
postgres=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
[ $# -gt 0 ] || set -- off:0 off:300 local:0 local:300 remote_write:0 remote_write:300 on:0 on:300 remote_apply:0 remote_apply:300 \
    local:2000 on:2000

folder=$(mktemp -d)
# Postgres does not run as root; its own account has to pass this folder.
chmod 755 "$folder"
# Postgres in its folder, as its own account where this is root.
as_postgres=()
if [ "$(id -u)" = 0 ]; then as_postgres=(setpriv --reuid postgres --regid postgres --clear-groups); fi
server= players= primary=

end_world() {
    for process in $players $server; do kill -TERM "$process" 2>/dev/null && wait "$process" || true; done
    for one in one two; do
        if [ -e "$folder/db/$one/postmaster.pid" ]; then "${as_postgres[@]}" "$postgres/pg_ctl" -D "$folder/db/$one" -m immediate -s stop || true; fi
    done
    server= players=
    rm -rf "$folder/db" "$folder/data"
}
trap 'end_world; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
sql() { "$postgres/psql" -qAtX -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U "${3:-postgres}" -d "${4:-turnpost}" -c "$2"; }
log_of() {
    sql "$1" "COPY (SELECT match_id, ply, turn, cause, text, encode(head, 'hex') AS head FROM moves) TO STDOUT (FORMAT csv, HEADER)"
}
# Waits until a command succeeds, for at most a minute.
until_true() { for _ in $(seq 600); do if "$@"; then return; fi; sleep 0.1; done; echo "in vain: $*" >&2; return 1; }
ready() { curl -fs -o "$folder/ready" "$url/readyz"; }
replayed() { sql "$port_two" "SELECT pg_last_wal_replay_lsn()"; }
# The standby has replayed what it received. The last record may be cut, so the ends of both need not be the same.
all_replayed() {
    local before
    before=$(replayed)
    for _ in 1 2 3; do
        sleep 0.1
        [ "$(replayed)" = "$before" ] || return 1
    done
}
is_synchronous() { [ "$(sql "$port_one" "SELECT sync_state FROM pg_stat_replication")" = sync ]; }
accepted() { [ "$(grep -c '"status": 200' "$folder/answers" || true)" -ge "$1" ]; }

begin_world() {
    port_one=$(free_port) port_two=$(free_port) port=$(free_port)
    url=http://127.0.0.1:$port
    mkdir -p "$folder/db" "$folder/data"
    if [ "$(id -u)" = 0 ]; then chown postgres "$folder/db"; fi
    cd "$folder/db"
    "${as_postgres[@]}" "$postgres/initdb" -D one -U postgres -A trust -E UTF8 --no-locale --no-sync >/dev/null
    printf '%s\n' "listen_addresses = '127.0.0.1'" "unix_socket_directories = ''" "port = $port_one" |
        "${as_postgres[@]}" tee -a one/postgresql.conf >/dev/null
    "${as_postgres[@]}" "$postgres/pg_ctl" -D one -l one.log -w -s start
    sql "$port_one" "CREATE ROLE replication LOGIN REPLICATION" postgres postgres
    sql "$port_one" "CREATE ROLE turnpost_admin LOGIN" postgres postgres
    sql "$port_one" "CREATE ROLE turnpost LOGIN" postgres postgres
    sql "$port_one" "CREATE DATABASE turnpost OWNER turnpost_admin" postgres postgres
    # -R writes standby.signal and the address of the primary; -C -S makes the slot that keeps WAL for the standby.
    "${as_postgres[@]}" "$postgres/pg_basebackup" -d "postgres://replication@127.0.0.1:$port_one" -D two -R -C -S two -c fast
    echo "port = $port_two" | "${as_postgres[@]}" tee -a two/postgresql.conf >/dev/null
    "${as_postgres[@]}" "$postgres/pg_ctl" -D two -l two.log -w -s start
    sql "$port_one" "ALTER SYSTEM SET synchronous_commit = $1"
    case $1 in remote_write | on | remote_apply)
        # After the base backup: the standby, once promoted, must not wait for another one.
        sql "$port_one" "ALTER SYSTEM SET synchronous_standby_names = '*'" ;;
    esac
    sql "$port_one" "SELECT pg_reload_conf()" >/dev/null
    case $1 in remote_write | on | remote_apply) until_true is_synchronous ;; esac
    primary=$(head -n 1 one/postmaster.pid)
    cd - >/dev/null

    both=127.0.0.1:$port_one,127.0.0.1:$port_two rest="turnpost?target_session_attrs=read-write&connect_timeout=2&tcp_user_timeout=5"
    limits=$(printf 'TURNPOST_%s=1000000 ' REQUESTS_PER_MINUTE SIGN_INS_PER_HOUR MATCHES_PER_HOUR MATCHES_PER_ACCOUNT TURN_EMAILS \
        EMAILS_PER_MATCH EMAILS_PER_PERSON LISTED_MATCHES_PER_ACCOUNT)
    env $limits TURNPOST_DATA_FOLDER="$folder/data" TURNPOST_LISTEN="127.0.0.1:$port" TURNPOST_DATABASE_URL="postgres://turnpost@$both/$rest" \
        TURNPOST_DATABASE_ADMIN_URL="postgres://turnpost_admin@$both/$rest" "$program" serve >"$folder/server.log" 2>&1 &
    server=$!
    until_true ready
    mailbox=$(grep -om1 "$url/mailbox/[0-9a-f]*" "$folder/server.log")
    : >"$folder/answers"
    python3 tests/standby.py play "$url" "$mailbox" "$folder/answers" &
    players=$!
}

# Plays, kills, promotes, plays on, and prints what was found.
try() {
    mode=${1%:*} delay=${1#*:}
    begin_world "$mode"
    until_true accepted 200
    sleep "${SECONDS_BEFORE:-5}"
    if [ "$delay" -gt 0 ]; then
        kill -STOP "$(sql "$port_one" "SELECT pid FROM pg_stat_replication")"
        sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    fi
    # The children before the parent can hear of it: none may send or store anything more.
    kill -STOP "$primary"
    kill -KILL "$primary" $(ps -o pid= --ppid "$primary")
    killed=$(date +%s.%N)
    rm -f "$folder/db/one/postmaster.pid"
    # What the standby has is read before the server can write to it.
    until_true all_replayed
    log_of "$port_two" >"$folder/survived"
    promoted=$(date +%s.%N)
    "${as_postgres[@]}" "$postgres/pg_ctl" -D "$folder/db/two" -w -s promote
    sleep "${SECONDS_AFTER:-10}"
    kill -TERM "$players"; wait "$players" || true; players=
    kill -TERM "$server"; wait "$server" || true; server=
    log_of "$port_two" >"$folder/last"
    # Every move owes an email to the next player, or to both at the end. They are written together, so none may be without.
    bare=$(sql "$port_two" "SELECT count(*) FROM moves m WHERE cause = 'chosen'
        AND NOT EXISTS (SELECT FROM emails l WHERE l.match_id = m.match_id AND l.created_at = m.at)")
    [ "$bare" = 0 ] || { echo "$bare moves owe no email" >&2; exit 1; }
    # The program computes every stored position from its log.
    TURNPOST_DATA_FOLDER=$folder/data TURNPOST_DATABASE_URL=postgres://turnpost_admin@127.0.0.1:$port_two/turnpost \
        "$program" replay --all >"$folder/replayed" 2>&1 || { cat "$folder/replayed" >&2; exit 1; }
    python3 tests/standby.py judge "$folder/answers" "$folder/survived" "$folder/last" "$killed" "$promoted" "$1"
    end_world
}

cat <<'HEAD'
| synchronous_commit | delay (ms) | accepted | lost | stored without an answer | from kill to promotion (s) | to the next move (s) | pause (s) | accepted later | other answers |
|---|---|---|---|---|---|---|---|---|---|
HEAD
for one in "$@"; do try "$one"; done
