"""The client: requests and problems, sign-in, events, and choices. The operations are generated (api.py)."""
from __future__ import annotations

import contextlib
import json
import logging
import math
import random
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import deque
from http.client import HTTPException
from typing import Any, Callable, Iterator, Mapping, TypeVar

from .api import Choice, Choices, Event, MoveAnswer, Operations, ProblemDocument, Tokens

RENEWAL = "/v1/tokens/refresh"
DEPTH = 8
"""The number of steps that the server lists at once, at most."""


class Problem(Exception):
    """The server refused a request (RFC 9457)."""

    def __init__(self, status: int, document: ProblemDocument, retry_after: float | None = None):
        super().__init__(document.get("detail") or document.get("title") or f"status {status}")
        self.status, self.document, self.retry_after = status, document, retry_after
        self.kind = document.get("type", "").rsplit("/", 1)[-1]
        """The last part of the type, such as `illegal-move`."""
        self.field = document.get("field")
        """The invalid field, if any."""


class Unauthenticated(Problem):
    """401: sign in again, or create a new token."""


class Forbidden(Problem):
    """403: the token lacks a permission, or you have no seat in the match."""


class NotFound(Problem):
    """404: it does not exist, or you may not see it."""


class Outdated(Problem):
    """409: the match has continued in the meantime. `Client.events` reads it again."""


class Refused(Problem):
    """422: correct the request, or choose another move."""


class TryLater(Problem):
    """429 or 5xx: the server did not accept the request within the client's patience."""


KINDS = {401: Unauthenticated, 403: Forbidden, 404: NotFound, 409: Outdated, 422: Refused, 429: TryLater}
LOST = (OSError, HTTPException)
"""What a lost connection raises. No `Problem` is one of these."""
log = logging.getLogger("turnpost")
T = TypeVar("T")


class Move(str):
    """The text of a whole move, with the turn for which the server listed it and its meaning."""

    turn: int
    choice: Choice

    def __new__(cls, choice: Choice, turn: int) -> Move:
        move = super().__new__(cls, choice["text"])
        move.choice, move.turn = choice, turn
        return move


def _problem(error: urllib.error.HTTPError) -> Problem:
    """The problem of a response, also if a proxy wrote it."""
    text = error.read().decode(errors="replace")
    try:
        document = json.loads(text)
        document["type"]
    except (ValueError, TypeError, KeyError):
        document = {"type": "about:blank", "title": error.reason, "status": error.code, "detail": text[:200]}
    after = error.headers.get("Retry-After")
    kind = KINDS.get(error.code, TryLater if error.code >= 500 else Problem)
    return kind(error.code, document, None if after is None else float(after) if after.isdigit() else 5)


def _text(value: Any) -> str:
    """A value of a query."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (str, int, float)) else ",".join(map(str, value))


def _id_of(match: str | Mapping[str, Any]) -> str:
    """The id of a match, from the id, an event, a match or an entry of a list."""
    return match if isinstance(match, str) else match.get("match_id") or match["id"]


def _turn_of(match: str | Mapping[str, Any]) -> int:
    """The turn of an event or a match."""
    if isinstance(match, str):
        raise TypeError("Pass an event or a match instead of its id, or the turn for which you decided.")
    turn: int = match["turn"] if "turn" in match else match["page"]["turn"]
    return turn


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the token to another server."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


class Client(Operations):
    """A client of one server. `token` is that of a bot or a program, or the access token of a session.

    `refresh_token` continues a session; `on_tokens` is called with the new tokens of a session, to save them. `patience` is the number of
    seconds for which a request is repeated, if the server asks for that or the connection is lost.
    """

    def __init__(self, url: str, token: str | None = None, *, refresh_token: str | None = None,
                 on_tokens: Callable[[Tokens], object] = lambda _: None, patience: float = 600, timeout: float = 60):
        self.url, self.token, self.refresh_token, self.on_tokens = url.rstrip("/"), token, refresh_token, on_tokens
        self.patience, self.timeout = patience, timeout
        self._renewing, self._again = threading.Lock(), set[str]()
        self._opener = urllib.request.build_opener(_NoRedirect)

    # --- requests ---

    def call(self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Any = None, *, key: str | None = None,
             accept: str = "application/json", headers: Mapping[str, str] | None = None) -> Any:
        """Sends a request, and returns the JSON of the response, its bytes, or None if it is empty.

        With a `key`, a repeated request takes effect only once; an empty one stands for a new one. Without a key, a POST is not repeated
        after a lost connection.
        """
        sent = {"Accept": accept, **(headers or {})}
        if key is not None:
            sent["Idempotency-Key"] = f'"{key or uuid.uuid4()}"'

        def once() -> Any:
            with self._open(method, path, query, body, sent) as response:
                data = response.read()
                return json.loads(data) if data and response.headers.get_content_type() == "application/json" else data or None

        return self._patiently(once, self.patience, method in ("GET", "PUT") or key is not None)

    def _patiently(self, once: Callable[[], T], patience: float, repeatable: bool) -> T:
        """Repeats a request if the server asks for that, and if it is repeatable after a lost connection, too."""
        end, pause = time.monotonic() + patience, 1.0
        while True:
            try:
                return once()
            except Problem as problem:
                wait = problem.retry_after if problem.status in (429, 503) else None
                if wait is None and not (repeatable and problem.status in (502, 503, 504)):
                    raise
                error: Exception = problem
            except LOST as lost:
                if not repeatable or isinstance(getattr(lost, "reason", None), ssl.SSLCertVerificationError):
                    raise
                error, wait = lost, None
            wait = pause if wait is None else wait
            if time.monotonic() + wait > end:
                raise error
            log.warning("%s Trying again in %g s.", error, wait)
            time.sleep(wait)
            pause = min(2 * pause, 30)

    def _open(self, method: str, path: str, query: Mapping[str, Any] | None, body: Any, headers: Mapping[str, str]) -> Any:
        """Sends a request once, and once more after the renewal of an expired token. Raises the problem if there is one."""
        text = urllib.parse.urlencode({name: _text(value) for name, value in (query or {}).items() if value is not None})
        data = None if body is None else json.dumps(body, separators=(",", ":")).encode()
        request = urllib.request.Request(f"{self.url}{path}{'?' * bool(text)}{text}", data, dict(headers), method=method)
        request.add_header("User-Agent", "turnpost-python")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        while True:
            token = None if path == RENEWAL else self.token
            if token:
                request.add_header("Authorization", f"Bearer {token}")
            try:
                return self._opener.open(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                problem = _problem(error)
            if problem.status != 401 or path == RENEWAL or not self._renewed(token):
                raise problem

    def _renewed(self, expired: str | None) -> bool:
        """Renews the tokens of a session, unless another thread has. False if there is no session."""
        with self._renewing:
            if self.token == expired and self.refresh_token:
                self._take(self.call("POST", RENEWAL, None, {"refresh_token": self.refresh_token}, key=""))
            return self.token != expired

    def _take(self, tokens: Tokens) -> Tokens:
        self.token, self.refresh_token = tokens["access_token"], tokens["refresh_token"]
        self.on_tokens(tokens)
        return tokens

    def sign_in(self, address: str, code: Callable[[], str] = lambda: input("Code from the email: ")) -> Tokens:
        """Signs a person in: the server sends an email, and `code` returns the code in it."""
        started = self.start_sign_in({"address": address})
        return self._take(self.enter_code(started["sign_in"], {"code": code(), "secret": started["secret"]}))

    # --- events ---

    def events(self, match: str | Mapping[str, Any] | None = None, include: str | None = None) -> Iterator[Event]:
        """Yields what happens in your matches or in one match, for ever. After a lost connection it continues with what was missed.

        It begins with the event `resync`, which means: read what you show. Then there is an event for each match that waits for you, or
        for the one match. After `Outdated` there is an event about the present state of the match. `include="choices"` adds the choices.
        """
        match_id = None if match is None else _id_of(match)
        path = f"/v1/matches/{match_id}/events" if match_id else "/v1/me/events"
        latest: dict[Any, tuple[Any, ...]] = {}

        def is_late(event: Event) -> bool:
            """True if the event arrived twice or late. A turn that is sent in parts keeps its number, so only choices tell."""
            state = (event.get("turn") or 0, event.get("choices"), event.get("line"))
            before = latest.pop(event.get("match_id"), (0, None, None))
            if event.get("phase") == "running":
                latest[event.get("match_id")] = max(state, before, key=lambda one: one[0])
            # What was read after `Outdated` tells no line.
            is_same = state[:2] == before[:2] and (state[2] == before[2] or None in (state[2], before[2]))
            return "turn" in event and (state[0] < before[0] or state[1] is not None and is_same)

        def present(match_id: str | None) -> Iterator[Event]:
            for event in self._present(match_id, include):
                is_late(event)
                yield event

        def outdated() -> Iterator[Event]:
            while late := {match_id} & self._again if match_id else self._again:
                time.sleep(1)  # Usually the match has just continued. Do not ask in a tight loop if not.
                yield from present(next(iter(late)))

        # What happens while the waiting matches are read comes after this id.
        last = self.call("GET", path)["next"]
        yield {"kind": "resync"}
        yield from present(match_id)
        yield from outdated()
        for event in self._stream(path, last, include):
            if is_late(event):
                continue
            yield event
            if event["kind"] == "resync":
                yield from present(match_id)
            yield from outdated()

    def _stream(self, path: str, last: str, include: str | None) -> Iterator[Event]:
        """Yields the events of a stream, and connects again whenever it ends."""
        while True:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": last}
            response = self._patiently(lambda: self._open("GET", path, {"include": include}, None, headers), math.inf, True)
            pause, fields = 1.0, {}
            with contextlib.suppress(*LOST), response:
                for line in response:
                    name, _, value = line.decode().rstrip("\r\n").partition(":")
                    fields[name] = value.removeprefix(" ")
                    if name == "retry":
                        pause = int(value) / 1000
                    elif not line.strip():
                        last = fields.get("id", last)
                        if "data" in fields:
                            yield json.loads(fields["data"])
                        fields = {}
            time.sleep(pause)

    def _present(self, match_id: str | None, include: str | None) -> Iterator[Event]:
        """Yields an event for each match that waits for you, or for this match."""
        if match_id:
            self._again.discard(match_id)
            yield self._look(match_id, include)
            return
        query: dict[str, Any] = {"filter": "waiting", "limit": 100}
        while True:
            page = self.call("GET", "/v1/matches", query)
            for one in page["matches"]:
                # Without the turn, which may be over when its choices are read.
                yield {"kind": "match", "match_id": one["id"], "phase": one["phase"], "awaited": True, "deadline": one.get("deadline")}
            if not page.get("next"):
                return
            query["after"] = page["next"]

    def _look(self, match_id: str, include: str | None) -> Event:
        """An event about the present state of a match."""
        match = self.call("GET", f"/v1/matches/{match_id}", {"include": include and "choices" in include and "choices" or None})
        page = match.get("page") or {}
        event: Event = {"kind": "match", "match_id": match_id, "phase": match["phase"]}
        if page:
            event["turn"], event["awaited"] = page["turn"], page.get("your_seat") in page["awaited"]
        if match.get("choices"):
            event["choices"] = match["choices"]
        return event

    # --- moves ---

    def moves(self, match: str | Mapping[str, Any], so_far: str = "") -> Iterator[Move]:
        """Yields the whole moves with which you may continue, the first steps first.

        It uses the choices of the event, and asks the server for what is missing when it gets there. There can be very many moves: stop
        when you have enough, or use `random_move`.
        """
        steps = _Steps(self, match)
        known, unknown, seen = deque([so_far]), deque[str](), {so_far}
        while known or unknown:
            for choice in steps.after((known or unknown).popleft()):
                text = choice["text"]
                if text in seen:
                    continue
                seen.add(text)
                (known if text in steps.known else unknown).append(text)
                if choice["complete"]:
                    yield Move(choice, steps.turn)

    def random_move(self, match: str | Mapping[str, Any], rng: Any = random) -> Move:
        """Chooses a move step by step, without listing all. Every choice of a step is as likely as the others."""
        steps, text = _Steps(self, match), ""
        while choices := steps.after(text, depth=1):
            choice = rng.choice(choices)
            text = choice["text"]
            # A complete move may have longer ones, such as one more attacker.
            if choice["complete"] and (not steps.known.get(text) or rng.random() < 0.5):
                return Move(choice, steps.turn)
        raise steps.outdated()

    def move(self, match: str | Mapping[str, Any], move: str, turn: int | None = None, include: str | None = None) -> MoveAnswer | None:
        """Makes a move. The turn for which you decided is that of `move`, if it comes from `moves`, or that of the event or the match.

        With `include`, such as "choices view", it returns the match after the move with these parts.
        """
        if turn is None:
            turn = move.turn if isinstance(move, Move) else _turn_of(match)
        prefer = "return=minimal" if include is None else f'return=representation; include="{include.replace(",", " ")}"'
        match_id = _id_of(match)
        try:
            body = {"move": move, "turn": turn}
            answer: MoveAnswer | None = self.call("POST", f"/v1/matches/{match_id}/moves", None, body, key="", headers={"Prefer": prefer})
            return answer
        except (Outdated, Refused) as problem:
            # The server lists legal moves only. If it refuses one, the turn is the same, but a part of it has been played.
            if isinstance(problem, Refused) and not isinstance(move, Move):
                raise
            self._again.add(match_id)
            raise Outdated(problem.status, problem.document) from None


class _Steps:
    """The choices of one turn of a match: those of an event, and others as they are needed."""

    def __init__(self, client: Client, match: str | Mapping[str, Any]):
        self.client, self.match_id, self.turn = client, _id_of(match), -1
        self.known: dict[str, list[Choice]] = {}
        given = None if isinstance(match, str) else match.get("choices")
        if given:
            self._learn("", given)

    def after(self, text: str, depth: int = DEPTH) -> list[Choice]:
        """The choices that continue a text. If the server has to be asked, it lists this many steps; more than one cost five requests."""
        if text not in self.known:
            self._learn(text, self.client.list_choices(self.match_id, so_far=text, depth=depth), depth)
        return self.known[text]

    def outdated(self) -> Outdated:
        self.client._again.add(self.match_id)
        detail = "The match does not wait for you any more, or its turn is another."
        return Outdated(409, {"type": "/problems/stale-turn", "title": "The match has continued", "status": 409, "detail": detail})

    def _learn(self, so_far: str, found: Choices, depth: int = DEPTH) -> None:
        if not found["awaited"] or self.turn not in (-1, found["turn"]):
            raise self.outdated()
        self.turn, self.known[so_far] = found["turn"], found["choices"]
        self.known.update((step["so_far"], step["choices"]) for step in found["further"])
        # The server lists steps in this order. A text before a listed one that is not listed itself has no continuation.
        level, without = found["choices"], list[str]()
        for _ in range(depth - 1):
            for choice in level:
                if choice["text"] not in self.known:
                    without.append(choice["text"])
                elif without:
                    self.known.update((text, []) for text in without)
                    without = []
            level = [choice for text in level for choice in self.known.get(text["text"], ())]
        if not found["truncated"]:
            self.known.update((text, []) for text in without)
