#!/usr/bin/env bash
# Schemathesis against a server of its own: every operation with made-up and with broken requests. Any 5xx, any answer that the
# document does not list, and any refusal that is not a problem document is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet -p turnpost
folder=$(mktemp -d)
# Postgres runs as another user where the server is run by root, and has to pass this folder.
chmod 755 "$folder"
port=18473
url=http://127.0.0.1:$port
TURNPOST_DATA_FOLDER=$folder/data TURNPOST_LISTEN=127.0.0.1:$port TURNPOST_REQUESTS_PER_MINUTE=1000000 \
    TURNPOST_SIGN_INS_PER_HOUR=1000000 TURNPOST_MATCHES_PER_HOUR=1000000 TURNPOST_MATCHES_PER_ACCOUNT=1000000 TURNPOST_LOG_FILTER=warn,actix_http=off ./target/debug/turnpost >"$folder/log" 2>&1 &
server=$!
trap 'kill -TERM $server; wait $server || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do curl -fs "$url/readyz" >/dev/null && break; sleep 0.2; done
# The server prints the address of its emails, which holds a key.
mailbox=$(grep -om1 "$url/mailbox/[0-9a-f]*" "$folder/log")
read -r sign_in secret < <(curl -fs "$url/v1/sign-in" --json '{"address": "tester@example.org"}' |
    python3 -c 'import json,sys; asked = json.load(sys.stdin); print(asked["sign_in"], asked["secret"])')
for _ in $(seq 50); do
    code=$(curl -fs "$mailbox/emails.json?to=tester@example.org" | grep -oE '\b[B-Z]{4}-[B-Z]{4}\b' | head -n 1 || true)
    [ -n "$code" ] && break
    sleep 0.2
done
token=$(curl -fs "$url/v1/sign-in/$sign_in/code" --json "{\"code\": \"$code\", \"secret\": \"$secret\"}" | python3 -c 'import json,sys; print(json.load(sys.stdin)["access_token"])')
# (actix calls a malformed header of a client an error; it is answered with 400.)
# Deleting the account or ending the session would end the run early, or let it go on signed out. An answer to follow_matches takes as long as
# its `wait` says, up to a minute.
schemathesis run "$url/openapi.json" --header "Authorization: Bearer $token" --max-examples "${EXAMPLES:-30}" \
    --exclude-operation-id delete_me --exclude-operation-id sign_out --exclude-operation-id delete_session \
    --exclude-operation-id delete_sessions --exclude-operation-id follow_matches \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance "$@"
grep -iE 'panick|ERROR' "$folder/log" && exit 1 || true
