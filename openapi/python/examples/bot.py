"""Plays a match against a computer player: BOT_URL=... BOT_TOKEN=tpp_... python bot.py magma '{"board": "pointed43"}'"""
import json, os, sys
from turnpost import Client, Outdated

client = Client(os.environ["BOT_URL"], os.environ["BOT_TOKEN"])
match = client.create_match({"game": sys.argv[1], "options": json.loads(sys.argv[2]), "computers": [1]})
for event in client.events(match, include="choices"):
    if event.get("awaited"):
        try:
            client.move(event, client.random_move(event))
        except Outdated:
            pass  # The next event is about the present turn.
    if event.get("phase") == "over":
        sys.exit(print(f"The match is over: {client.url}/matches/{match['id']}"))
