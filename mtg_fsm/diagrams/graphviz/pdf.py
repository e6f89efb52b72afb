"""PDF from an SVG picture by Graphviz, in the fonts that every PDF reader has.

A PDF by Graphviz itself would be in whatever fonts there are, whose letters are wider than their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from xml.etree import ElementTree  # nosec B405 # reads and makes documents of this package only

from mtg_fsm.diagrams.graphviz.metrics import text_width
from mtg_fsm.errors import RenderError

_SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_NAMED: Final = {"black": "#000000", "white": "#ffffff"}
_NOTHING: Final = ("none", "transparent")
_FONTS: Final = {"F1": "Helvetica", "F2": "Helvetica-Bold"}


def pdf_of(picture: bytes, title: str) -> bytes:
    """The picture as a PDF page of its size. Raises RenderError for a colour that is neither named nor `#rrggbb`."""
    root = ElementTree.fromstring(picture)  # nosec B314 # a picture that was drawn here
    width, height = (_numbers(root.get(side, ""))[0] for side in ("width", "height"))
    graph = next(root.iter(f"{_SVG}g"))
    x, y = _numbers(graph.get("transform", "").partition("translate")[2])
    drawn = "\n".join([f"4 M 1 0 0 -1 {x:g} {height - y:g} cm", *_drawn(graph)]).encode("cp1252", "replace")
    fonts = "".join(f"/{name} {number} 0 R " for number, name in enumerate(_FONTS, 5))
    page = f"/MediaBox [0 0 {width:g} {height:g}] /Contents 4 0 R /Resources << /Font << {fonts}>> >>"
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R {page} >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
            *(
                f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>".encode()
                for font in _FONTS.values()
            ),
            b"<< /Title %s >>" % _string(title).encode("cp1252", "replace"),
        ]
    )


def _file(objects: Iterable[bytes]) -> bytes:
    """Objects as a file: the first is the catalogue, the last says what the document is."""
    data, places = b"%PDF-1.4\n", list[int]()
    for number, thing in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, thing)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    trailer = b"<< /Size %d /Root 1 0 R /Info %d 0 R >>" % (size, len(places))
    end = b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end


def _drawn(graph: ElementTree.Element) -> Iterator[str]:
    """What draws the elements, in their order; y grows downwards."""
    draw: dict[str, Callable[[ElementTree.Element], str]] = {
        f"{_SVG}polygon": _polygon,
        f"{_SVG}path": _path,
        f"{_SVG}text": _text,
    }
    for element in graph.iter():
        if element.tag in draw:
            yield draw[element.tag](element)


def _polygon(element: ElementTree.Element) -> str:
    values = _numbers(element.get("points", ""))
    corners = [f"{x:g} {y:g}" for x, y in zip(values[::2], values[1::2], strict=True)]
    return _painted(element, f"{corners[0]} m {' '.join(f'{corner} l' for corner in corners[1:])} h")


def _path(element: ElementTree.Element) -> str:
    """A path of Bezier curves."""
    values = [f"{value:g}" for value in _numbers(element.get("d", ""))]
    curves = (" ".join(values[start : start + 6]) for start in range(2, len(values), 6))
    return _painted(element, f"{' '.join(values[:2])} m {' '.join(f'{curve} c' for curve in curves)}")


def _painted(element: ElementTree.Element, outline: str) -> str:
    fill, stroke = (element.get(name, "none") for name in ("fill", "stroke"))
    filled, stroked = fill not in _NOTHING, stroke not in _NOTHING
    dashes = element.get("stroke-dasharray", "").replace(",", " ")
    look = [
        f"{_colour(fill)} rg" if filled else "",
        f"{_colour(stroke)} RG {element.get('stroke-width', '1')} w [{dashes}] 0 d" if stroked else "",
    ]
    how = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}[filled, stroked]
    return " ".join([*filter(None, look), outline, how])


def _text(element: ElementTree.Element) -> str:
    text, size, bold = element.text or "", float(element.get("font-size", "14")), element.get("font-weight") == "bold"
    x, y = float(element.get("x", "0")), float(element.get("y", "0"))
    if element.get("text-anchor") == "middle":
        x -= text_width(text, size, bold=bold) / 2
    colour, font = _colour(element.get("fill", "black")), "F2" if bold else "F1"
    return f"{colour} rg BT /{font} {size:g} Tf 1 0 0 -1 {x:g} {y:g} Tm {_string(text)} Tj ET"


def _string(text: str) -> str:
    escaped = re.sub(r"([()\\])", r"\\\1", text)
    return f"({escaped})"


def _colour(colour: str) -> str:
    """A colour as three numbers from 0 to 1."""
    found = re.fullmatch(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", _NAMED.get(colour, colour), re.IGNORECASE)
    if found is None:
        raise RenderError(f"{colour!r} is no colour that a PDF can have")
    return " ".join(f"{int(part, 16) / 255:.3g}" for part in found.groups())


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]
