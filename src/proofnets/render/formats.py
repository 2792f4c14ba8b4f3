"""The registry of formats: what the commands, the service and its page can write parses as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from proofnets.errors import ProofNetsError

if TYPE_CHECKING:
    from proofnets.derivation.analyses import Parse
    from proofnets.display import View


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what it gives, what its files are, and the function that writes it."""

    name: str
    help: str
    media_type: str
    ending: str
    """What the names of its files end in."""
    function: str
    """Where the function is, `module:name`. It takes parses and gives pieces of text."""
    tree: bool = False
    """Whether it has trees drawn with lines, which a terminal may show in colour."""
    view: View | None = None
    """What it draws of a sentence, if it is a picture or a fragment of LaTeX."""
    inner: bool = False
    """Whether it is for the page alone, and nothing that somebody would take along."""

    def render(self, parses: Iterable[Parse]) -> Iterator[str]:
        """The text of parses, piece by piece, each as soon as its sentence is there.

        A judgement is a parse as well: that of its words, with its nets as the readings. LaTeX, HTML and SVG make one
        document of all; SVG, which must tell its size first, waits for all of them.
        """
        module, _, name = self.function.partition(":")
        function: Callable[[Iterable[Parse]], Iterator[str]] = getattr(import_module(module), name)
        return function(parses)


_TEXT, _TEX, _SVG = "text/plain", "application/x-latex", "image/svg+xml"
_HERE = "proofnets.render"

FORMATS: Mapping[str, Format] = {
    row.name: row
    for row in (
        Format("term", "the term, in one line and as a tree", _TEXT, "txt", f"{_HERE}.term:render_term", tree=True),
        Format("typed", "the term with the words' types", _TEXT, "txt", f"{_HERE}.typed:render_typed"),
        Format("types", "the words with their types, as a table", _TEXT, "txt", f"{_HERE}.types:render_types"),
        Format(
            "proof",
            "the natural deduction, as a tree of sequents",
            _TEXT,
            "txt",
            f"{_HERE}.proof:render_proof",
            tree=True,
        ),
        Format("deps", "the dependency graph, as a table", _TEXT, "txt", f"{_HERE}.deps:render_deps"),
        Format("conllu", "the dependency graph in CoNLL-U", _TEXT, "conllu", f"{_HERE}.conllu:render_conllu"),
        Format(
            "json", "everything, one JSON object a sentence", "application/json", "json", f"{_HERE}.json:render_json"
        ),
        Format(
            "latex", "deduction, net, graph and term, as a LaTeX document", _TEX, "tex", f"{_HERE}.latex:render_latex"
        ),
        Format(
            "latex-net", "the proof net, as a fragment of LaTeX", _TEX, "tex", f"{_HERE}.latex:render_net", view="net"
        ),
        Format(
            "latex-proof",
            "the natural deduction, as a fragment",
            _TEX,
            "tex",
            f"{_HERE}.latex:render_proof",
            view="proof",
        ),
        Format(
            "latex-deps", "the dependency graph, as a fragment", _TEX, "tex", f"{_HERE}.latex:render_deps", view="deps"
        ),
        Format(
            "latex-term", "the term, as a fragment of LaTeX", _TEX, "tex", f"{_HERE}.latex:render_term", view="term"
        ),
        Format(
            "agda",
            "a certificate of every proof, which Agda checks",
            _TEXT,
            "agda",
            f"{_HERE}.agda:render_agda",
        ),
        Format(
            "langpro",
            "the term and the tokens, as the prover LangPro reads them (Prolog)",
            _TEXT,
            "pl",
            f"{_HERE}.langpro:render_langpro",
        ),
        Format(
            "html", "the sentence with all its pictures, as a page", "text/html", "html", f"{_HERE}.html:render_html"
        ),
        Format("svg", "the picture of the proof net", _SVG, "svg", f"{_HERE}.svg:render_net", view="net"),
        Format(
            "svg-proof", "the picture of the natural deduction", _SVG, "svg", f"{_HERE}.svg:render_proof", view="proof"
        ),
        Format("svg-deps", "the picture of the dependency graph", _SVG, "svg", f"{_HERE}.svg:render_deps", view="deps"),
        Format("svg-term", "the picture of the term, as a tree", _SVG, "svg", f"{_HERE}.svg:render_term", view="term"),
    )
}


def find_format(name: str, formats: Mapping[str, Format] = FORMATS) -> Format:
    """The format of a name; an error with all names if there is none.

    >>> find_format("svg").ending
    'svg'
    """
    if name not in formats:
        raise ProofNetsError(f"no format {name!r}: choose {', '.join(formats)}")
    return formats[name]


def views(ending: str) -> dict[str, Format]:
    """The formats of such files that draw one view of a sentence, by view.

    >>> [row.name for row in views("tex").values()]
    ['latex-net', 'latex-proof', 'latex-deps', 'latex-term']
    """
    return {row.view: row for row in FORMATS.values() if row.view and row.ending == ending}
