"""Reads answers of a later version with the models of a generated client, and prints how many it has read.

The argument is a file of JSON: an answer for each schema. The variable `MODELS` names the module of the models.
"""

import importlib
import json
import os
import sys

models = importlib.import_module(os.environ["MODELS"])
count = 0
with open(sys.argv[1]) as file:
    for name, answer in json.load(file).items():
        model = getattr(models, name, None)
        if model is None:  # Unions of types have no model of their own.
            continue
        try:
            model.from_dict(answer)
        except Exception as why:
            raise SystemExit(f"{name}: {why!r}\n{json.dumps(answer)}")
        count += 1
print(count)
