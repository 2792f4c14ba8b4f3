"""What notebooks are given: every kind of value has its picture, markup, formula and text, and all are well-formed."""

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from proofnets.derivation import Analysis, Confidence, Derivation, Parse, Token, from_dict, to_dict
from proofnets.display import Displayed, Svg
from proofnets.errors import ProofNetsError
from proofnets.logic import Net, Term, Type, deduce, parse_judgement, parse_term, parse_type, proofs
from proofnets.logic.deduction import steps
from proofnets.render import FORMATS
from tests.logic.strategies import terms, types
from tests.render.pictures import hostile

JUDGEMENT = parse_judgement("De:□det(n ⊸ np), man:n, slaapt:◇su np ⊸ s_main ⊢ s_main")
NET = next(proofs(JUDGEMENT))
ANALYSIS = Analysis(
    Derivation(("De", "man", "slaapt", "."), (*JUDGEMENT.types, None), JUDGEMENT.goal, NET.links),
    -0.1,
    confidence=Confidence(0.914, (0.9, 0.99, 0.98, 1.0)),
)
TOKENS = (Token("De", 0, 2), Token("man", 3, 6), Token("slaapt", 7, 13), Token(".", 13, 14))
PARSE = Parse("De man slaapt.", TOKENS, (ANALYSIS,))


class Balanced(HTMLParser):
    """Fails where an element ends that did not begin, or does not end."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.feed(markup)
        self.close()
        assert not self.opened

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


def shown(value: Displayed) -> dict[str, str]:
    """What a notebook is given of a value."""
    bundle = value._repr_mimebundle_(include=None, exclude=None)
    assert bundle.keys() == {"text/plain", "text/html", "text/latex", "image/svg+xml"}
    assert all(bundle.values())
    assert ElementTree.fromstring(bundle["image/svg+xml"]).tag == "{http://www.w3.org/2000/svg}svg"
    Balanced(bundle["text/html"])
    tex = re.sub(r"\\[\\{}$]", "", bundle["text/latex"])
    assert tex.count("{") == tex.count("}")
    assert tex.count("$") % 2 == 0
    return bundle


@given(types())
@settings(max_examples=20)
def test_types(type_: Type) -> None:
    assert shown(type_)["text/plain"] == str(type_)


@given(terms())
@settings(max_examples=20)
def test_terms(term: Term) -> None:
    assert shown(term)["text/plain"] == str(term)


@pytest.mark.parametrize("net", [NET, hostile()], ids=["plain", "hostile"])
def test_nets_and_proofs_and_parts_of_proofs(net: Net) -> None:
    assert shown(net)["text/plain"] == f"{net.term} : {net.frame.judgement.goal}"
    for step in steps(deduce(net)):
        assert f"[{step.rule}]" in shown(step)["text/plain"].splitlines()[0]


def test_a_proof_as_a_formula() -> None:
    proof = deduce(next(proofs(parse_judgement("die:(np ⊸ s) ⊸ n, slaapt:np ⊸ s ⊢ n"))))
    tex = shown(proof)["text/latex"]
    assert tex.count(r"\dfrac") == len(list(steps(proof)))
    assert r"\dfrac{[x]}{\mathrm{np}}" in tex  # a hypothesis
    assert r"{\multimap}\mathrm{I}\ x" in tex
    assert r"\texttt{die}\ (\lambda x.\texttt{slaapt}\ x) : \mathrm{n}" in tex


def test_sentences() -> None:
    bundle = shown(PARSE)
    assert bundle["text/plain"] == "".join(FORMATS["term"].render([PARSE])).rstrip()
    assert "<strong>De man slaapt.</strong>" in bundle["text/html"]
    assert "(91% sure)" in bundle["text/html"]
    assert bundle["text/html"].count("<svg ") == 3  # net, deduction and dependencies
    assert bundle["image/svg+xml"] == "".join(FORMATS["svg"].render([PARSE]))
    assert "slaapt" in shown(ANALYSIS)["text/html"]


def test_sentences_without_a_proof() -> None:
    rejected = Parse("<b>$_", (), error="it is <i>no_sentence</i>")
    assert "it is &lt;i&gt;no_sentence" in shown(rejected)["text/html"]
    assert r"no\_sentence" in shown(rejected)["text/latex"]
    unlinked = Analysis(Derivation(("Ja",), (parse_type("np"),), parse_type("s"), ()), None)
    unproved = Parse("Ja.", (Token("Ja", 0, 2),), (unlinked,))
    assert "no proof was found" in shown(unproved)["text/html"]


@pytest.mark.parametrize(
    ("view", "format"), [("net", "svg"), ("proof", "svg-proof"), ("deps", "svg-deps"), ("term", "svg-term")]
)
def test_pictures_by_name(view: str, format: str) -> None:
    picture = PARSE.svg(view)
    assert picture == picture._repr_svg_() == "".join(FORMATS[format].render([PARSE]))
    assert isinstance(picture, Svg)
    assert ANALYSIS.svg(view).startswith("<svg")


def test_other_pictures_are_refused() -> None:
    assert PARSE.svg() == PARSE.svg("net")
    with pytest.raises(ProofNetsError, match="choose net, proof, deps, term"):
        PARSE.svg("tree")


def test_what_people_ask_of_a_parse() -> None:
    assert PARSE.types == ANALYSIS.types == (*JUDGEMENT.types, None)
    assert PARSE.term == ANALYSIS.term == parse_term("slaapt (De_det man)^su", ["De", "man", "slaapt"])
    assert [(d.head, d.dependent, d.label) for d in PARSE.dependencies] == [(2, 1, "det"), (3, 2, "su"), (0, 3, "root")]
    assert PARSE.proof == deduce(NET)
    assert PARSE.confidence == 0.914
    nothing = Parse("", (), error="empty")
    assert (nothing.types, nothing.term, nothing.dependencies, nothing.proof) == ((), None, (), None)


def test_a_table_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)  # as if it were not installed
    for value in (PARSE, ANALYSIS):
        with pytest.raises(ProofNetsError, match="pip install pandas"):
            value.to_pandas()


def test_representations_are_short() -> None:
    said = "slaapt (De_det man)ˢᵘ : s_main, 91% sure"
    assert repr(ANALYSIS) == f"<Analysis of 'De man slaapt .': {said}>"
    assert repr(PARSE) == f"<Parse of 'De man slaapt.': {said}>"
    several = replace(PARSE, text="x" * 900, analyses=(ANALYSIS,) * 3)
    assert repr(several) == f"<Parse of '{'x' * 59}…': {said}, and 2 more>"
    assert repr(Parse("", (), error="empty")) == "<Parse of '': empty>"
    assert from_dict(to_dict(PARSE)) == PARSE  # which is the way to keep one
