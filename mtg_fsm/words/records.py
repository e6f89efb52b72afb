"""Named tuples as JSON objects: their schema, and their data."""

from __future__ import annotations

import inspect
from typing import Any, Final, NamedTuple, cast

from pydantic.json_schema import GenerateJsonSchema


class RecordSchema(GenerateJsonSchema):
    """A schema in which named tuples are objects with named fields, described by the docstrings of their classes."""

    def named_tuple_schema(self, schema: Any) -> dict[str, Any]:
        """The fields of a record by their names."""
        made: dict[str, Any] = self.kw_arguments_schema(schema["fields"], None)
        return {"title": schema["cls"].__name__, "description": inspect.getdoc(schema["cls"]), **made}

    def frozenset_schema(self, schema: Any) -> dict[str, Any]:
        """A set: what is written twice is in it once."""
        return {key: part for key, part in super().frozenset_schema(schema).items() if key != "uniqueItems"}

    def p_arguments_schema(self, arguments: Any, var_args_schema: Any) -> dict[str, Any]:
        """The same in earlier releases of pydantic, without a description."""
        return self.kw_arguments_schema(arguments, var_args_schema)


_SCALARS: Final = frozenset({str, int, bool, type(None)})


def plain(value: object) -> Any:
    """An immutable value as plain JSON data: records as objects, tuples as lists."""
    if type(value) in _SCALARS:
        return value
    if type(value) is tuple:
        return [plain(part) for part in cast("tuple[object, ...]", value)]
    data = cast("NamedTuple", value)._asdict() if isinstance(value, tuple) else dict(cast("Any", value))
    for name, part in data.items():
        if type(part) not in _SCALARS:
            data[name] = plain(part)
    return data
