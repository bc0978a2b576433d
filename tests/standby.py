"""The players of standby.sh, and the judge of what became of their moves. Only the standard library of Python is used.

    standby.py play URL MAILBOX FILE              play at URL until SIGTERM; a line of FILE for each answer to a move
    standby.py judge FILE SURVIVED LAST KILLED PROMOTED MODE
        compare these answers with the log of moves that the standby had, and with that at the end; print a row of the table
"""
import collections, csv, http.client, json, random, re, signal, sys, threading, time, urllib.parse

PAIRS, TABLES = 6, 4
"""Each pair of people plays at so many tables, one request at a time."""
ANSWER = 10
"""The seconds after which an answer counts as lost."""
AGAIN = 0.1
"""The pause before a request is sent again."""

stop = threading.Event()


class Server:
    """A connection that is opened again whenever it is lost."""

    def __init__(self, url):
        self.host, self.connection = urllib.parse.urlsplit(url).netloc, None

    def ask(self, method, path, token=None, body=None):
        """Sends a request once. Returns the status and the answer; the status 0 stands for a lost answer."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            self.connection = self.connection or http.client.HTTPConnection(self.host, timeout=ANSWER)
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = self.connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError):
            if self.connection:
                self.connection.close()
            self.connection = None
            return 0, None

    def get(self, method, path, token=None, body=None):
        """Sends a request until it succeeds."""
        while not stop.is_set():
            status, answer = self.ask(method, path, token, body)
            if 200 <= status < 300:
                return answer
            if 400 <= status < 500 and status != 429:
                raise SystemExit(f"{method} {path}: {status} {answer}")
            time.sleep(AGAIN)
        raise SystemExit


def sign_in(server, mailbox, name):
    """Makes an account; its code is in the email that the server keeps. Returns an access token, which is good for 15 minutes."""
    address = f"{name}@example.org"
    asked = server.get("POST", "/v1/sign-in", body={"address": address})
    code = None
    while not code:
        time.sleep(AGAIN)
        emails = server.get("GET", f"{urllib.parse.urlsplit(mailbox).path}/emails.json?to={address}")
        code = re.search(r"\b[B-Z]{4}-[B-Z]{4}\b", json.dumps(emails))
    entry = {"code": code[0], "secret": asked["secret"]}
    return server.get("POST", f"/v1/sign-in/{asked['sign_in']}/code", body=entry)["access_token"]


def new_table(server, tokens):
    """A match that has begun: its id and its page."""
    new = {"game": "magma", "seating": "joined", "options": {"board": "pointed43"}}
    match = server.get("POST", "/v1/matches", tokens[0], new)["id"]
    return match, server.get("POST", f"/v1/matches/{match}/join", tokens[1])["page"]


def move_of(server, path, token, dice):
    """Any whole move, and a pass only if there is no other: passes in sequence end a match. None if the turn is that of the other."""
    status, answer = server.ask("GET", f"{path}/choices?all=true", token)
    choices = answer["choices"] if status == 200 else []
    moves = [one for one in choices if one["kind"] != "pass"]
    return dice.choice(moves or choices)["text"] if choices else None


def play(url, mailbox, number, note):
    """Plays at the tables of two people in turn. A move that is not answered is sent again, as the documentation of the API says."""
    server, dice = Server(url), random.Random(number)
    tokens = [sign_in(server, mailbox, f"player{number}{side}") for side in "ab"]
    tables = [new_table(server, tokens) for _ in range(TABLES)]
    while not stop.is_set():
        for at, (match, page) in enumerate(tables):
            path, seat = f"/v1/matches/{match}", page["awaited"][0]
            text = move_of(server, path, tokens[seat], dice)
            if text is None:
                time.sleep(AGAIN)
            status = None
            while text and not stop.is_set() and status not in (200, 409, 422):
                sent = time.time()
                body = {"move": text, "turn": page["turn"]}
                status, answer = server.ask("POST", f"{path}/moves", tokens[seat], body)
                line = {"match": match, "turn": page["turn"], "seat": seat, "text": text, "status": status, "sent": sent}
                if status == 200:
                    page, record = answer["match"]["page"], answer["match"]["record_so_far"]
                    line |= {"text": answer["move"], "ply": record["line"], "head": record["head"]}
                elif answer:
                    line["why"] = answer.get("detail")
                note(line | {"answered": time.time()})
                if status not in (200, 409, 422):
                    time.sleep(AGAIN)
            if status != 200 and not stop.is_set():
                # The match is not where this player saw it last.
                page = server.get("GET", path, tokens[seat])["page"]
            tables[at] = (match, page) if page["awaited"] else new_table(server, tokens)


def play_all(url, mailbox, file):
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    lock, out = threading.Lock(), open(file, "w", buffering=1)

    def note(line):
        with lock:
            print(json.dumps(line), file=out)

    players = [threading.Thread(target=play, args=(url, mailbox, number, note)) for number in range(PAIRS)]
    for player in players:
        player.start()
    for player in players:
        player.join()


def log_of(file):
    """The stored lines: what a line is, by match and number. A head says what all lines up to its own were."""
    with open(file, newline="") as lines:
        rows = csv.DictReader(lines)
        return {(row["match_id"], int(row["ply"])): (row["cause"], int(row["turn"]), row["text"], row["head"]) for row in rows}


def played(log):
    """The moves of people in a log: match, turn and text."""
    return [(match, turn, text) for (match, _), (cause, turn, text, _) in log.items() if cause == "chosen"]


def judge(file, survived, last, killed, promoted, mode):
    with open(file) as lines:
        answers = [json.loads(line) for line in lines]
    survived, last, killed, promoted = log_of(survived), log_of(last), float(killed), float(promoted)

    def is_in(log, one):
        return log.get((one["match"], one["ply"])) == ("chosen", one["turn"], one["text"], one["head"])

    def move(one):
        return one["match"], one["turn"], one["text"]

    accepted = [one for one in answers if one["status"] == 200]
    before = [one for one in accepted if one["answered"] < promoted]
    after = [one for one in accepted if one["answered"] >= promoted]
    if not after:
        sys.exit("no move was accepted after the promotion")
    lost = [one for one in before if not is_in(survived, one)]
    unanswered = set(played(survived)) - {move(one) for one in before}
    plies = {}
    for match, ply in sorted(last):
        plies.setdefault(match, []).append(ply)
    wrong = {
        "a move that was sent after the kill was accepted before the promotion": any(one["sent"] > killed for one in before),
        "the standby had a move that nobody sent": not unanswered <= {move(one) for one in answers if one["status"] != 200},
        "a line that the standby had is gone": any(last.get(place) != line for place, line in survived.items()),
        "a move that was accepted after the promotion is missing": not all(is_in(last, one) for one in after),
        "a log has a gap": any(all_of_one != list(range(len(all_of_one))) for all_of_one in plies.values()),
        "a move was played twice in a turn": len(played(last)) != len(set(played(last))),
    }
    refused = collections.Counter(one["status"] or "none" for one in answers if one["answered"] > killed and one["status"] != 200)
    first, final = after[0]["answered"], before[-1]["answered"]
    cells = [
        *mode.split(":"), len(before), len(lost), len(unanswered), f"{promoted - killed:.1f}", f"{first - promoted:.1f}",
        f"{first - final:.1f}", len(after), ", ".join(f"{count} x {status}" for status, count in refused.items()),
    ]
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    if any(wrong.values()):
        sys.exit("; ".join(what for what, is_so in wrong.items() if is_so))


if __name__ == "__main__":
    {"play": play_all, "judge": judge}[sys.argv[1]](*sys.argv[2:])
