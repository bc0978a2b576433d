"""The parts that are written by hand, against a server in this process: python -m unittest discover openapi/python/tests"""
import json
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from turnpost import Client, NotFound, Outdated, Problem, Refused, TryLater

MATCH = "0198c0de-7a11-7000-8000-00c0ffee0001"


def step(*texts):
    """Choices; a text that ends with `!` is complete."""
    return [{"text": text.rstrip("!"), "kind": "move", "words": "", "short": "", "complete": text.endswith("!")} for text in texts]


def choices(*texts, turn=3, truncated=False, awaited=True, **further):
    further = [{"so_far": so_far, "choices": step(*texts)} for so_far, texts in further.items()]
    return {"turn": turn, "awaited": awaited, "prompt": "", "choices": step(*texts), "further": further, "truncated": truncated}


def sse(number, **event):
    return f"id: {number}\nevent: match\ndata: {json.dumps(event)}\n\n".encode()


class ClientTest(unittest.TestCase):
    def setUp(self):
        """Answers come from `self.answers`: for each method and path (status, headers, body), in order; the last one stays."""
        self.answers, self.seen, test = {}, [], self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                test.seen.append((f"{self.command} {self.path}", headers, json.loads(body) if body else None))
                answers = test.answers[f"{self.command} {self.path}"]
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                if answer is None:  # The connection is lost.
                    return
                status, headers, sent = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(sent)

            do_GET = do_POST = do_PUT = answer

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.addCleanup(self.server.server_close)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.server.shutdown)
        self.client = Client(f"http://127.0.0.1:{self.server.server_port}", "tpp_1")
        sleep = mock.patch("turnpost.client.time.sleep")
        self.slept = sleep.start()
        self.addCleanup(sleep.stop)
        quiet = mock.patch("turnpost.client.log")
        quiet.start()
        self.addCleanup(quiet.stop)

    def on(self, request, *answers):
        """Each answer is what to return as JSON, a status and a problem, a stream as bytes, or None for a lost connection."""
        for answer in answers:
            if isinstance(answer, bytes):
                answer = (200, {"Content-Type": "text/event-stream"}, answer)
            elif isinstance(answer, dict):
                answer = (200, {"Content-Type": "application/json"}, json.dumps(answer).encode())
            elif answer is not None and len(answer) == 2:
                status, kind = answer
                document = {"type": f"/problems/{kind}", "title": "No", "status": status, "detail": "Because.", "field": "turn"}
                answer = (status, {"Content-Type": "application/problem+json", "Retry-After": "7"}, json.dumps(document).encode())
            self.answers.setdefault(request, []).append(answer)

    def asked(self, request):
        return [(headers, body) for one, headers, body in self.seen if one == request]

    # --- requests ---

    def test_waits_as_long_as_the_server_says(self):
        self.on("GET /v1/me", (429, "rate-limited"), (503, "unavailable"), {"handle": "anna"})
        self.assertEqual(self.client.show_me()["handle"], "anna")
        self.assertEqual([call.args[0] for call in self.slept.call_args_list], [7, 7])

    def test_raises_when_the_patience_is_over(self):
        self.on("GET /v1/me", (429, "rate-limited"))
        self.client.patience = 5
        with self.assertRaises(TryLater):
            self.client.show_me()

    def test_problems_have_types(self):
        for status, kind in (404, NotFound), (409, Outdated), (422, Refused), (418, Problem), (500, TryLater):
            self.answers.clear()
            self.on("GET /v1/me", (status, "illegal-move"))
            with self.assertRaises(kind) as caught:
                self.client.show_me()
            found = caught.exception
            self.assertEqual((found.status, found.kind, found.field, str(found)), (status, "illegal-move", "turn", "Because."))

    def test_a_page_of_a_proxy_is_a_problem(self):
        self.on("GET /v1/me", (400, {"Content-Type": "text/html"}, b"<h1>Bad</h1>"))
        with self.assertRaises(Problem) as caught:
            self.client.show_me()
        self.assertEqual(str(caught.exception), "<h1>Bad</h1>")

    def test_does_not_follow_redirects(self):
        self.on("GET /v1/me", (302, {"Location": "http://127.0.0.1:1/"}, b""))
        with self.assertRaises(Problem):
            self.client.show_me()

    def test_a_lost_connection_repeats_what_takes_effect_once(self):
        self.on("POST /v1/matches", None, {"id": MATCH})
        self.assertEqual(self.client.create_match({"game": "magma"})["id"], MATCH)
        first, second = (headers["idempotency-key"] for headers, _ in self.asked("POST /v1/matches"))
        self.assertEqual(first, second)
        self.client.create_match({"game": "magma"})
        self.assertNotEqual(first, self.asked("POST /v1/matches")[2][0]["idempotency-key"])

    def test_a_lost_connection_does_not_repeat_other_posts(self):
        self.on("POST /v1/me/tokens", None, {})
        with self.assertRaises(OSError):
            self.client.create_token({"name": "bot", "scopes": ["matches:read"]})
        self.assertEqual(len(self.asked("POST /v1/me/tokens")), 1)

    # --- sign-in ---

    def tokens(self, number):
        return {"access_token": f"access{number}", "refresh_token": f"refresh{number}"}

    def test_signs_in_and_renews_tokens(self):
        self.on("POST /v1/sign-in", {"sign_in": "1", "secret": "tps_1"})
        self.on("POST /v1/sign-in/1/code", self.tokens(1))
        self.on("POST /v1/tokens/refresh", self.tokens(2))
        self.on("GET /v1/me", (401, "unauthenticated"), {"handle": "anna"})
        saved = []
        self.client = Client(self.client.url, on_tokens=saved.append)
        self.client.sign_in("anna@example.org", lambda: "WDJB-MJHT")
        self.assertEqual(self.asked("POST /v1/sign-in/1/code")[0][1], {"code": "WDJB-MJHT", "secret": "tps_1"})
        self.assertEqual(self.client.show_me()["handle"], "anna")
        self.assertEqual([headers["authorization"] for headers, _ in self.asked("GET /v1/me")], ["Bearer access1", "Bearer access2"])
        self.assertEqual(saved, [self.tokens(1), self.tokens(2)])
        self.assertNotIn("authorization", self.asked("POST /v1/tokens/refresh")[0][0])

    def test_an_expired_token_of_a_bot_raises(self):
        self.on("GET /v1/me", (401, "unauthenticated"))
        with self.assertRaises(Problem):
            self.client.show_me()
        self.assertEqual(len(self.seen), 1)

    # --- events ---

    def test_begins_with_the_matches_that_wait_and_resumes_the_stream(self):
        self.on("GET /v1/me/events", {"events": [], "next": "10"})
        self.on("GET /v1/matches?filter=waiting&limit=100", {"matches": [{"id": MATCH, "phase": "running"}], "next": "p2"})
        self.on("GET /v1/matches?filter=waiting&limit=100&after=p2", {"matches": [{"id": "two", "phase": "running"}]})
        cut = sse(11, kind="match", match_id="a") + b'id: 12\ndata: {"kind": "ma'  # It ends within an event.
        self.on("GET /v1/me/events?include=choices", b": hello\nretry: 2500\nid: 10\n\n" + cut, (503, "unavailable"), None,
                sse(12, kind="match", match_id="b"))
        events = self.client.events(include="choices")
        found = [next(events) for _ in range(5)]
        self.assertEqual([one.get("match_id") for one in found], [None, MATCH, "two", "a", "b"])
        self.assertTrue(found[1]["awaited"])
        ids = [headers.get("last-event-id") for headers, _ in self.asked("GET /v1/me/events?include=choices")]
        self.assertEqual(ids, ["10", "11", "11", "11"])
        self.assertEqual([call.args[0] for call in self.slept.call_args_list], [2.5, 7, 2])

    def test_reads_again_after_missed_events_and_after_a_late_move(self):
        path = f"/v1/matches/{MATCH}"
        shown = {"phase": "running", "page": {"turn": 4, "your_seat": 0, "awaited": [0]}, "choices": choices("a!", turn=4)}
        self.on(f"GET {path}/events", {"events": [], "next": "10"})
        self.on(f"GET {path}?include=choices", shown)
        # What was read tells no line of the log; the event about the same turn does.
        same = {"kind": "match", "match_id": MATCH, "phase": "running", "turn": 4, "awaited": True, "choices": shown["choices"]}
        self.on(f"GET {path}/events?include=choices", sse(10, **same, line={"line": 9}) + sse(11, kind="resync"))
        self.on(f"POST {path}/moves", (409, "stale-turn"), (204, {}, b""))
        events = self.client.events(MATCH, include="choices")
        self.assertEqual(next(events)["kind"], "resync")
        event = next(events)
        with self.assertRaises(Outdated):
            self.client.move(event, "b", turn=3)
        event = next(events)
        self.assertEqual(event["turn"], 4)
        self.assertIsNone(self.client.move(event, next(self.client.moves(event))))
        headers, body = self.asked(f"POST {path}/moves")[1]
        self.assertEqual((headers["prefer"], body), ("return=minimal", {"move": "a", "turn": 4}))
        self.assertEqual([next(events)["kind"] for _ in range(2)], ["resync", "match"])

    # --- moves ---

    def event(self, found):
        return {"kind": "match", "match_id": MATCH, "turn": 3, "awaited": True, "choices": found}

    def test_choices_of_the_event_need_no_request(self):
        event = self.event(choices("a-", "b!", **{"a-": ["a-1!", "a-2!"], "b": ["b c!"]}))
        self.assertEqual(list(self.client.moves(event)), ["b", "a-1", "a-2", "b c"])
        found = {self.client.random_move(event) for _ in range(200)}
        self.assertEqual(found, {"a-1", "a-2", "b", "b c"})
        self.assertEqual(self.seen, [])

    def test_asks_for_what_is_missing_only_then(self):
        # `a` comes before what is listed, so it has no continuations; what comes after `b-` may have.
        event = self.event(choices("a!", "b-", "c-", "d!", truncated=True, **{"b-": ["b-1!"]}))
        base = f"GET /v1/matches/{MATCH}/choices"
        self.on(f"{base}?so_far=c-&depth=8", choices("c-1!", "c-2!"))
        self.on(f"{base}?so_far=d&depth=8", choices())
        self.on(f"{base}?so_far=b-1&depth=8", choices())
        moves = self.client.moves(event)
        self.assertEqual([next(moves) for _ in range(3)], ["a", "d", "b-1"])
        self.assertEqual(self.seen, [])
        self.assertEqual(list(moves), ["c-1", "c-2"])
        self.assertEqual(len(self.seen), 3)

    def test_a_match_that_has_continued_is_outdated(self):
        event = self.event(choices("a-", truncated=True))
        self.on(f"GET /v1/matches/{MATCH}/choices?so_far=a-&depth=1", choices(turn=4), choices(awaited=False))
        for _ in range(2):
            with self.assertRaises(Outdated):
                self.client.random_move(event)

    def test_a_listed_move_that_is_refused_is_outdated(self):
        event = self.event(choices("a!"))
        self.on(f"POST /v1/matches/{MATCH}/moves", (422, "illegal-move"))
        with self.assertRaises(Outdated):
            self.client.move(event, self.client.random_move(event))
        with self.assertRaises(Refused):
            self.client.move(event, "a")

    def test_starts_from_the_id_of_a_match(self):
        self.on(f"GET /v1/matches/{MATCH}/choices?so_far=&depth=8", choices("a!", turn=9))
        (move,) = self.client.moves(MATCH)
        self.assertEqual((move, move.turn, move.choice["kind"]), ("a", 9, "move"))


if __name__ == "__main__":
    unittest.main()
