"""Generates src/turnpost/api.py from the OpenAPI document: a TypedDict for each schema, and a method for each operation.

setup.py runs it when the package is built. Run it by hand, `python generate.py [openapi.json]`, to have the types in a checkout.
"""
import json, keyword, re, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCUMENT, RESULT = HERE.parent / "openapi.json", HERE / "src/turnpost/api.py"
TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
HEAD = '''"""Generated from the OpenAPI document by generate.py: the types of requests and responses, and a method for each operation.

At run time everything is a plain dict, so fields and words of later servers do no harm."""
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Sequence, TypeAlias, TypedDict, Union
from urllib.parse import quote

if TYPE_CHECKING:
    from typing_extensions import NotRequired
'''
CALL = '''

def _part(value: object) -> str:
    """A value as a part of a path."""
    return quote(str(value), safe="")


class Operations:
    """A method for each operation of the API. `Client` inherits them."""

    def call(self, method: str, path: str, query: Any = None, body: Any = None, *, key: str | None = None, accept: str = "") -> Any:
        raise NotImplementedError
'''


def doc(text, indent):
    """A docstring. Raw, because descriptions may contain backslashes."""
    text = (text or "").replace('"""', "'''").rstrip("\\")
    return f'{indent}r"""{text}{" " if text.endswith(chr(34)) else ""}"""\n' if text else ""


class Module:
    def __init__(self, schemas):
        self.classes, self.aliases, self.bodies = {}, [], {}
        for name, schema in schemas.items():
            if "properties" in schema or "allOf" in schema:
                self.add_class(name, schema)
            else:
                self.aliases.append(f'{name}: TypeAlias = "{self.type_of(schema, name)}"\n{doc(schema.get("description"), "")}')

    def type_of(self, schema, name):
        """The type of a schema, as text. A nested object becomes a class of its own, with this name."""
        if "$ref" in schema:
            text = schema["$ref"].rsplit("/", 1)[1]
        elif "enum" in schema:
            text = f"Literal[{', '.join(map(repr, schema['enum']))}]"
        elif options := schema.get("oneOf") or schema.get("anyOf"):
            kinds = [option.get("properties", {}).get("kind", {}).get("enum", [str(at)])[0] for at, option in enumerate(options)]
            names = [name + kind.title().replace("-", "") for kind in kinds]
            text = f"Union[{', '.join(dict.fromkeys(map(self.type_of, options, names)))}]"
        elif isinstance(schema.get("type"), list):
            text = f"Union[{', '.join(self.type_of({**schema, 'type': one}, name) for one in schema['type'])}]"
        elif "properties" in schema or "allOf" in schema:
            text = self.add_class(name, schema)
        elif schema.get("type") == "array":
            text = f"list[{self.type_of(schema['items'], name + 'Item')}]"
        else:
            text = TYPES.get(schema.get("type"), "dict[str, Any]" if schema.get("type") == "object" else "Any")
        return text

    def add_class(self, name, schema):
        parts = schema.get("allOf", [schema])
        bases = [part["$ref"].rsplit("/", 1)[1] for part in parts if "$ref" in part]
        fields = {}
        for part in parts:
            for field, inner in part.get("properties", {}).items():
                text = self.type_of(inner, name + field.title().replace("_", ""))
                fields[field] = (text if field in part.get("required", ()) else f"NotRequired[{text}]", inner.get("description"))
        if any(keyword.iskeyword(field) or not field.isidentifier() for field in fields):
            listed = ", ".join(f"{field!r}: {text!r}" for field, (text, _) in fields.items())
            text = f"\n\n{name} = TypedDict({name!r}, {{{listed}}})\n{doc(schema.get('description'), '')}"
        else:
            lines = [f"    {field}: {text}\n{doc(about, '    ')}" for field, (text, about) in fields.items()]
            about = doc(schema.get("description"), "    ")
            text = f"\n\nclass {name}({', '.join(bases) or 'TypedDict'}):\n{about}{''.join(lines) or '    pass' * (not about)}"
        self.classes[name] = (bases, text)
        return name

    def operation(self, method, path, operation):
        """The method for an operation. Headers are left to `call`, except the key by which a repeated request takes effect once."""
        before, after, query, extra = [], [], [], ""
        for one in operation.get("parameters", []):
            name = one["name"] + "_" * keyword.iskeyword(one["name"])
            text = re.sub(r"\blist\[", "Sequence[", self.type_of(one["schema"], ""))
            if one["in"] == "path":
                before.append(f"{name}: {text}")
            elif one["in"] == "query":
                after.append(f"{name}: {text}" if one.get("required") else f"{name}: {text} | None = None")
                query.append(f'"{one["name"]}": {name}')
            elif one["name"] == "Idempotency-Key":
                after.append("key: str | None = None")
                extra += ', key=key or ""'
        if body := operation.get("requestBody"):
            text = self.type_of(body["content"]["application/json"]["schema"], "")
            before.append(f"body: {text}" if body.get("required") else f"body: {text} | None = None")
        answer = next(response for status, response in operation["responses"].items() if status[0] == "2")
        media = answer.get("content", {})
        result = self.type_of(media["application/json"]["schema"], "") if "application/json" in media else "bytes" if media else "None"
        if result == "bytes":
            after.append(f'accept: str = "{next(iter(media))}"')
            extra += ", accept=accept"
        arguments = ", ".join(["self", *before, *(["*", *after] if after else [])])
        path = re.sub(r"\{(\w+)\}", r"{_part(\1)}", path)
        sent = f"{{{', '.join(query)}}}, " if query else "None, "
        about = operation["summary"] + ("\n\n" + operation["description"] if operation.get("description") else "")
        return (f"\n    def {operation['operationId']}({arguments}) -> {result}:\n{doc(about, '        ')}"
                f'        return self.call("{method.upper()}", f"{path}", {sent}{"body" if body else "None"}{extra})\n')

    def text(self, operations):
        done, ordered = set(), []

        def put(name):
            if name not in done:
                done.add(name)
                bases, text = self.classes[name]
                for base in bases:
                    put(base)
                ordered.append(text)

        methods = [self.operation(*one) for one in operations]
        for name in list(self.classes):
            put(name)
        return HEAD + "".join(ordered) + "\n\n" + "\n".join(self.aliases) + CALL + "".join(methods)


def generate(document=DOCUMENT, result=RESULT):
    document = json.loads(Path(document).read_text(encoding="utf-8"))
    operations = [
        (method, path, operation)
        for path, methods in document["paths"].items() if path.startswith("/v1/")
        for method, operation in methods.items() if method in ("get", "post", "put", "patch", "delete")
        if "application/octet-stream" not in operation.get("requestBody", {}).get("content", {})
    ]
    result.write_text(Module(document["components"]["schemas"]).text(operations), encoding="utf-8")


if __name__ == "__main__":
    generate(*sys.argv[1:2])
