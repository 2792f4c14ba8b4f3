"""Every format on the paper's example, on many nets at once, and on words that try to break out of it."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args
from unicodedata import category
from xml.etree import ElementTree

import pytest

from proofnets.display import View
from proofnets.errors import ProofNetsError
from proofnets.logic import Judgement, Net, parse_judgement, parse_type, proofs
from proofnets.render import FORMATS, find_format
from proofnets.render.colour import colour_tree
from proofnets.render.formats import views
from proofnets.render.palette import HUES, kind_of
from proofnets.server.documents import FORMATS as PAGE_FORMATS
from tests.render.pictures import parse_of

PAPER = parse_judgement((Path(__file__).parents[2] / "examples" / "strategie.txt").read_text(encoding="utf-8"))
NETS = list(proofs(PAPER))
SOURCE = Path(__file__).parents[2] / "src/proofnets"
HOSTILE = [
    "%$#&_{}~^\\",
    "\\input{/etc/passwd}",
    "<script>alert(1)</script>",
    '"',
    "a\tb\nc",
    "'s",
    "x",
    "λx.",
    "½ é ß",
]


def render(name: str, nets: list[Net]) -> str:
    return "".join(FORMATS[name].render([parse_of(*nets)]))


def sentence_of(words: list[str]) -> Net:
    """A net whose words are given: the last one takes all others as arguments."""
    np, verb = parse_type("◇arg np"), parse_type(" ⊸ ".join(["◇arg np"] * (len(words) - 1) + ["s"]))
    types = (*[np.body for _ in words[1:]], verb)  # type: ignore[attr-defined]
    return next(proofs(Judgement(tuple(words), types, parse_type("s"))))


def test_the_registry():
    assert all(name == row.name and row.help for name, row in FORMATS.items())
    assert all((row.ending == "svg") == (row.media_type == "image/svg+xml") for row in FORMATS.values())
    assert not any(row.inner for row in FORMATS.values())
    with pytest.raises(ProofNetsError, match="no format 'pdf': choose term, typed, types"):
        find_format("pdf")


def test_every_view_has_a_picture_and_a_fragment_of_latex():
    assert list(views("svg")) == list(views("tex")) == list(get_args(View))
    drawn = {row.name for ending in ("svg", "tex") for row in views(ending).values()}
    assert drawn == {row.name for row in FORMATS.values() if row.view}
    assert drawn == {row.name for row in FORMATS.values() if row.ending in ("svg", "tex")} - {"latex"}


@pytest.mark.parametrize("room", ["commands", "server"])
def test_formats_are_listed_in_the_registry_only(room: str):
    """Neither as values nor in a help text; three names in a row are a list."""
    name = f"[\"'`]?\\b({'|'.join({*PAGE_FORMATS, *views('tex')})})\\b[\"'`]?"
    series = re.compile(rf"{name}(\s*,\s*|\s+(or|and)\s+){name}(\s*,\s*|\s+(or|and)\s+){name}")
    files = [path for path in (SOURCE / room).rglob("*") if path.suffix in (".py", ".js", ".html")]
    found = {path.name: series.search(path.read_text(encoding="utf-8")) for path in files}
    assert not {where: match[0] for where, match in found.items() if match}


def test_the_guide_tells_of_every_format():
    guide = (Path(__file__).parents[2] / "docs/choosing-a-format.md").read_text(encoding="utf-8")
    table = guide.partition("| `--format` |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(name for cell in cells for name in re.findall("`([a-z-]+)`", cell)) == sorted(FORMATS)


def test_the_term_is_shown_in_a_line_and_as_a_tree():
    assert (
        render("term", NETS[:1])
        == """\
De strategie die ze volgen is eeuwenoud

is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen x zeˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ : s_main

is
├─ predc: eeuwenoud
└─ su: strategie
   ├─ det: De
   └─ mod: die
      └─ body: λxᵒᵇʲ. volgen
         ├─ x
         └─ su: ze

links  n 2–0 · np 1–5, 6–12 · pron 3–8, 7–9 · s_sub 10–4 · adj 14–11 · s_main 13–15
"""
    )


def test_several_nets_are_numbered():
    assert render("term", NETS).splitlines()[2].startswith("1. is")
    assert "\n2. is" in render("term", NETS)


def test_the_dependencies_are_those_of_the_papers_figure():
    lines = [line.split() for line in render("deps", NETS[:1]).splitlines()]
    assert lines == [
        ["1", "De", "det", "2", "strategie"],
        ["2", "strategie", "su", "6", "is"],
        ["3", "die", "mod", "2", "strategie"],
        ["4", "ze", "su", "5", "volgen"],
        ["5", "volgen", "body", "3", "die"],
        ["6", "is", "root"],
        ["7", "eeuwenoud", "predc", "6", "is"],
    ]


def test_conllu_has_ten_columns_and_a_blank_line_behind_each_sentence():
    text = render("conllu", NETS)
    sentences = text.rstrip("\n").split("\n\n")
    assert len(sentences) == 2
    for sentence in sentences:
        rows = [line.split("\t") for line in sentence.splitlines() if not line.startswith("#")]
        assert [len(row) for row in rows] == [10] * 7
        assert [row[0] for row in rows] == [str(n) for n in range(1, 8)]
        assert [row[7] for row in rows].count("root") == 1


def test_json_has_what_the_design_promises():
    answer = json.loads(render("json", NETS))
    assert (answer["status"], len(answer["analyses"])) == ("proved", 2)
    first = answer["analyses"][0]
    assert set(answer) == {"text", "tokens", "offsets", "status", "analyses"}
    assert [answer["text"][start:end] for start, end in answer["offsets"]] == answer["tokens"]
    assert set(first) == {
        *("score", "proved", "goal", "types", "links"),
        *("term", "plain_term", "typed_term", "dependencies"),
    }
    assert sorted(map(tuple, first["links"])) == sorted(NETS[0].links)
    assert first["plain_term"] == "is eeuwenoud (die (λx.volgen x ze) (De strategie))"
    assert {"head": 0, "dependent": 6, "label": "root"} in first["dependencies"]


def test_the_proof_shows_every_sequent_with_its_rule():
    lines = render("proof", NETS[:1]).splitlines()
    assert lines[0].startswith("De, strategie, die, ze, volgen, is, eeuwenoud ⊢ is eeuwenoudᵖʳᵉᵈᶜ")
    assert lines[0].endswith(": s_main   [⊸E]")
    assert sum(line.endswith("[axiom]") for line in lines) == 8
    assert any("volgen, x ⊢ volgen x : ◇su pron ⊸ s_sub   [⊸E]" in line for line in lines)


def test_types_are_aligned():
    lines = render("types", NETS).splitlines()
    assert len(lines) == 8
    assert {line.index(str(type_)) for line, type_ in zip(lines, [*PAPER.types, PAPER.goal], strict=True)} == {11}


@pytest.mark.parametrize("name", [name for name in FORMATS if name.startswith("svg")])
def test_several_nets_make_one_picture(name: str):
    one, both = (ElementTree.fromstring(render(name, nets)) for nets in (NETS[:1], NETS))
    assert float(both.attrib["height"]) > 2 * float(one.attrib["height"])


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_renders_hostile_words(name: str):
    text = render(name, [sentence_of(HOSTILE)])
    assert text.endswith("\n")
    if name in ("conllu", "deps", "types"):
        assert "a\\tb\\nc" in text
    if name.startswith("svg") or name == "html":
        assert "<script>alert" not in text


@pytest.mark.parametrize("name", ["term", "conllu"])
def test_a_line_that_ends_within_a_sentence_is_a_space(name: str):
    parse = parse_of(NETS[0])
    text = "".join(FORMATS[name].render([replace(parse, text=parse.text.replace(" die", "\ndie"))]))
    shown = FORMATS[name].render([parse])
    assert text.splitlines()[:2] == "".join(shown).splitlines()[:2]


@pytest.mark.parametrize("name", ["term", "typed", "types", "proof", "deps", "conllu"])
def test_a_terminal_obeys_no_word(name: str):
    text = render(name, [sentence_of(["a\x1b[2J", "b\x85", "\x9bc"])])
    assert not [c for c in text if category(c) == "Cc" and c not in "\n\t"]
    assert "a\\x1b[2J" in text or "a\\u001b[2J" in text


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_nets_give_the_same_text(name: str):
    assert render(name, NETS) == render(name, NETS)


def test_colours_change_nothing_but_the_colour():
    for name in (name for name, row in FORMATS.items() if row.tree):
        text = render(name, NETS)
        assert re.sub(r"\x1b\[\d*m", "", colour_tree(text)) == text
        assert f"\x1b[{HUES[kind_of('np').hue].terminal}mnp\x1b[0m" in colour_tree(text)
