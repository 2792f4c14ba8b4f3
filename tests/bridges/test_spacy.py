"""The component in a real pipeline. Nothing here imports it: spaCy finds it by its entry point."""

from pathlib import Path
from typing import Any

import pytest

from proofnets.derivation import edge_of_every_token
from proofnets.parser import Parser, Settings, from_tokens
from tests.bridges.tools import package

TEXT = "De man slaapt. Jan, die Piet kent, gaf Marie in Den Haag een boek."


@pytest.fixture(scope="module")
def nlp() -> Any:
    pipeline = package("spacy").blank("nl")
    pipeline.add_pipe("sentencizer")
    pipeline.add_pipe("proofnets")
    return pipeline


def test_a_document_has_what_the_parser_says_of_the_same_tokens(nlp: Any):
    doc = nlp(TEXT)
    given = [from_tokens([token.text for token in span]) for span in doc.sents]
    parses = list(Parser().parse_sentences(given, Settings()))
    assert doc._.proofnets == parses
    assert [parse.status for parse in parses] == ["proved", "proved"]
    for span, parse in zip(doc.sents, parses, strict=True):
        derivation, net = parse.analyses[0].derivation, parse.analyses[0].net
        assert net is not None
        entries = [None if entry in (None, "+") else str(entry) for entry in derivation.types]
        assert [token._.type for token in span] == entries
        for token, edge in zip(span, edge_of_every_token(derivation, net.term), strict=True):
            head = token.head.i - span.start + 1
            assert (head, token.dep_) == ((edge.head, edge.label) if edge.head else (edge.dependent, "ROOT"))


def test_types_heads_and_labels(nlp: Any):
    doc = nlp("De man slaapt.")
    assert [(token.text, token.head.text, token.dep_) for token in doc] == [
        ("De", "man", "det"),
        ("man", "slaapt", "su"),
        ("slaapt", "slaapt", "ROOT"),
        (".", "slaapt", "punct"),
    ]
    assert [token._.type for token in doc] == ["□det(n ⊸ np)", "n", "◇su np ⊸ s_main", None]
    assert doc.has_annotation("DEP")
    assert [child.text for child in doc[2].children] == ["man", "."]


def test_a_batch_is_what_its_documents_are_one_by_one(nlp: Any):
    texts = ["Ze slapen.", "", "   ", TEXT, "Wie heeft dat gezegd? Ik niet.", "a  b\n\nc"] * 3
    together = list(nlp.pipe(texts, batch_size=4))
    assert [doc.text for doc in together] == texts
    for doc, text in zip(together, texts, strict=True):
        alone = nlp(text)
        assert [(token.head.i, token.dep_, token._.type) for token in doc] == [
            (token.head.i, token.dep_, token._.type) for token in alone
        ]
        assert len(doc._.proofnets) == len(alone._.proofnets)
    assert together[1]._.proofnets == together[2]._.proofnets == []


def test_white_space_breaks_no_sentence(nlp: Any):
    doc = nlp("De  man \n slaapt.")
    assert [span.text for span in doc.sents] == [doc.text]
    assert [token.dep_ for token in doc if not token.is_space] == ["det", "su", "ROOT", "punct"]


def test_without_sentences_a_document_is_one():
    pipeline = package("spacy").blank("nl")
    pipeline.add_pipe("proofnets", config={"beam": 2})
    doc = pipeline("De man slaapt")
    assert [parse.text for parse in doc._.proofnets] == ["De man slaapt"]
    assert [token.dep_ for token in doc] == ["det", "su", "ROOT"]


def test_a_document_can_be_stored(nlp: Any):
    doc = nlp(TEXT)
    again = package("spacy").tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.proofnets == doc._.proofnets
    assert all(analysis.net for parse in again._.proofnets for analysis in parse.analyses)
    assert [token._.type for token in again] == [token._.type for token in doc]


def test_a_pipeline_can_be_stored(nlp: Any, tmp_path: Path):
    nlp.to_disk(tmp_path)
    assert package("spacy").load(tmp_path)("Ze slapen.")[0].dep_ == "su"


def test_a_sentence_that_is_too_long_has_no_heads(nlp: Any):
    doc = nlp("hond " * 300)
    (parse,) = doc._.proofnets
    assert parse.status == "rejected"
    assert {token._.type for token in doc} == {None}
    assert not doc.has_annotation("DEP")


def test_options(tmp_path: Path):
    spacy = package("spacy")
    with pytest.raises(Exception, match="there is no model"):
        spacy.blank("nl").add_pipe("proofnets", config={"model": str(tmp_path / "nothing")})
    assert spacy.blank("nl").add_pipe("proofnets", config={"beam": 3}).settings == Settings(beam=3)
