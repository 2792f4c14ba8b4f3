"""The LaTeX document compiles, whatever the words and however long the sentence, and no word gets to be a command."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from sys import getrefcount

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation.analyses import Parse
from proofnets.logic import Atom, Diamond, Net, parse_judgement, proofs
from proofnets.render import FORMATS
from proofnets.render.drawing import text_width
from proofnets.render.latex import deduction, render_latex
from proofnets.render.tex import printable
from tests.render.pictures import HOSTILE, application, hostile, long_net, paper, parse_of

needs_tex = pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")


def document_of(*parses: Parse) -> str:
    return "".join(render_latex(parses))


def compile_(document: str, folder: Path) -> int:
    """The number of pages that pdflatex makes of a document."""
    (folder / "proof.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "proof.tex"]
    result = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    log = result.stdout.decode(errors="replace")
    assert result.returncode == 0, log[-2000:]
    found = re.search(r"Output written on proof.pdf \((\d+) page", log.replace("\n", ""))
    assert found
    return int(found[1])


def names() -> Net:
    """A net with names of atoms and labels that are no ASCII."""
    return next(proofs(parse_judgement("naïef:名詞, f:◇ø 名詞 ⊸ □é_x(naïef ⊸ Ω_α) , y:naïef ⊢ Ω_α")))


@needs_tex
@pytest.mark.parametrize("net", [paper, hostile, names, long_net])
def test_it_compiles(net: Callable[[], Net], tmp_path: Path) -> None:
    document = document_of(parse_of(net()))
    assert compile_(document, tmp_path) == document.count(r"\begin{sheet}") >= 4


@needs_tex
def test_a_batch_is_one_document(tmp_path: Path) -> None:
    document = document_of(
        parse_of(paper()),
        Parse(" ".join(HOSTILE), ()),
        *(parse_of(application([(word, Diamond("su", Atom("np")))])) for word in HOSTILE),
    )
    assert document.count(r"\begin{document}") == 1
    assert compile_(document, tmp_path) == document.count(r"\begin{sheet}") >= 6 + 1 + 5 * len(HOSTILE)


def test_the_papers_deduction() -> None:
    (page,) = deduction(paper())
    assert page.count(r"\BinaryInfC") == 7
    assert page.count(r"\UnaryInfC") == 9
    assert r"\text{De strategie die ze volgen is eeuwenoud} \vdash \texttt{is}" in page
    assert r"\AxiomC{$[x]$}" in page
    assert page.count(r"\RightLabel") == 8
    assert r"\RightLabel{\tiny ${\multimap}\mathrm{I}\ x$}" in page
    assert page.count(r"{\Diamond}\mathrm{I}") == 4
    lemma, rest = deduction(paper(), terms=True)
    assert r"\texttt{M₁} = (" in lemma
    assert r"\texttt{M₁} : \textcolor{hue0}{\mathrm{np}}" in rest


def test_the_net_is_in_tikz() -> None:
    net = fragment("latex-net", paper())
    (page,) = re.findall(r"\\else\n(.*)\\fi", net, re.DOTALL)
    assert len(re.findall(r"\\draw\[hue\d", page)) == 8
    assert page.count("dash pattern=on 1.80pt off 1.35pt") == 2
    assert r"{$\Diamond$\textsuperscript{body}};" in page
    assert r"{\textcolor{hue1}{s}\textcolor{hue1}{\textsubscript{main}}{\tiny\kern.3em15}};" in page
    assert r"\providecolor{hue0}{HTML}{0A67AA}" in net


def fragment(name: str, net: Net) -> str:
    return "".join(FORMATS[name].render([parse_of(net)]))


FRAGMENTS = [name for name in FORMATS if name.startswith("latex-")]


@needs_tex
@pytest.mark.parametrize("net", [paper, hostile, names, long_net])
def test_fragments_stand_in_another_document_with_the_packages_that_they_name(
    net: Callable[[], Net], tmp_path: Path
) -> None:
    for name in FRAGMENTS:
        (tmp_path / f"{name}.tex").write_text(fragment(name, net()), encoding="utf-8")
    needed = {package for name in FRAGMENTS for package in packages(fragment(name, net()))}
    inputs = "\n".join(rf"\input{{{name}.tex}}" + "\n" for name in FRAGMENTS)
    document = (
        rf"\documentclass[twocolumn]{{article}}\usepackage[T1]{{fontenc}}\usepackage{{{','.join(sorted(needed))}}}"
        "\n\\begin{document}\n" + inputs + "\\onecolumn\n" + inputs + "\\end{document}\n"
    )
    assert compile_(document, tmp_path) >= 2
    log = (tmp_path / "proof.log").read_text(encoding="utf-8", errors="replace")
    if net is not hostile:  # of words that cannot be broken
        assert "Overfull" not in log


def packages(text: str) -> list[str]:
    """The packages that the first line of a fragment names."""
    named = re.match(r"% This needs \\usepackage\{([a-z,]+)\}", text)
    assert named
    return named[1].split(",")


@pytest.mark.parametrize("name", FRAGMENTS)
@pytest.mark.parametrize("net", [paper, hostile, long_net])
def test_a_fragment_is_no_document_and_whole(name: str, net: Callable[[], Net]) -> None:
    text = fragment(name, net())
    assert r"\documentclass" not in text
    assert r"\begin{document}" not in text
    for start in ("tikzpicture", "array"):
        assert text.count(rf"\begin{{{start}}}") == text.count(rf"\end{{{start}}}")
    assert text.count(r"\ifdim") == len(re.findall(r"\\fi\b", text))
    unescaped = re.sub(r"\\[{}\\]", "", re.sub(r"(?m)(?<!\\)%.*$", "", text))
    assert unescaped.count("{") == unescaped.count("}")


def test_a_word_cannot_give_a_command() -> None:
    document = document_of(parse_of(hostile())).partition(r"\begin{document}")[2]
    assert r"\input{" not in document
    assert document.count(r"\end{document}") == 1
    assert "^^M" not in document


def test_a_sentence_is_not_kept_when_it_has_been_measured() -> None:
    text = "woord " * 1000
    before = getrefcount(text)
    text_width(text, 14)
    assert getrefcount(text) == before


@given(st.text(), st.sampled_from(["{}", r"\mathrm{{{}}}"]))
def test_only_what_pdflatex_knows_is_left(text: str, shape: str) -> None:
    left = printable(shape.format(text))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\xa0\u0180-\u0217\u021c-\u2012]", left)
    left.encode()
