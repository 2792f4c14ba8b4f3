"""The parser as a component of spaCy: `nlp.add_pipe("proofnets")`, with the options `model` and `beam`.

It takes spaCy's own tokens and, if something before it found them, its sentences; else a document is one sentence.
`doc._.proofnets` has a `Parse` for every sentence, `token._.type` a token's type, as a text, or None. Heads and labels
of tokens are those of the best reading. spaCy wants one root a sentence: where a reading has several, since its head is
missing, those behind the first depend on the first. In a sentence without a proof, heads and labels stay as they are.

What is kept in a document is the parser's JSON, so that documents can be stored and sent to other processes; the
nets are verified anew whenever `doc._.proofnets` is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Token

from proofnets.derivation import Analysis, Parse, edge_of_every_token, from_dict, to_dict
from proofnets.logic import Type
from proofnets.parser import Parser, Settings, from_tokens

NAME = "proofnets"


class ProofNets:
    """The component. `model` is the name of a model in the package or the path of a model folder."""

    def __init__(self, model: str | Path = "nl", beam: int = 1) -> None:
        self.parser = Parser(model)
        self.settings = Settings(beam=beam)

    def __call__(self, doc: Any) -> Any:
        """A document with its parses."""
        (parsed,) = self.pipe([doc])
        return parsed

    def pipe(self, stream: Iterable[Any], batch_size: int = 128) -> Iterator[Any]:
        """Documents with their parses, in order; the sentences of `batch_size` documents are parsed together."""
        source = iter(stream)
        while docs := list(islice(source, batch_size)):
            spans = [_sentences(doc) for doc in docs]
            given = (from_tokens([token.text for token in _words(span)]) for each in spans for span in each)
            parses = self.parser.parse_sentences(given, self.settings)
            for doc, each in zip(docs, spans, strict=True):
                found = list(islice(parses, len(each)))
                doc.user_data[NAME] = [to_dict(parse) for parse in found]
                for sentence, parse in zip(each, found, strict=True):
                    if parse.status == "proved":
                        _annotate(sentence, parse.analyses[0])
                yield doc


def _sentences(doc: Any) -> list[Any]:
    """The sentences that have words; spaCy has tokens of white space too, which are none."""
    spans = doc.sents if doc.has_annotation("SENT_START") else [doc[:]]
    return [span for span in spans if _words(span)]


def _words(span: Any) -> list[Any]:
    return [token for token in span if not token.is_space]


def _annotate(span: Any, analysis: Analysis) -> None:
    """Types, heads and labels of the tokens of a sentence, from a reading that is proved."""
    assert analysis.net is not None
    words, edges = _words(span), edge_of_every_token(analysis.derivation, analysis.net.term)
    root = next(edge.dependent for edge in edges if edge.head == 0)
    for token, entry, edge in zip(words, analysis.derivation.types, edges, strict=True):
        token._.type = str(entry) if isinstance(entry, Type) else None
        token.head = words[(edge.head or root) - 1]
        token.dep_ = "ROOT" if edge.dependent == root else edge.label
    for token in span:
        if token.is_space:  # it goes with the root, or else spaCy would take it for a sentence
            token.head, token.dep_ = words[root - 1], "dep"


def _parses(doc: Any) -> list[Parse] | None:
    kept = doc.user_data.get(NAME)
    return None if kept is None else [from_dict(answer) for answer in kept]


def make_component(nlp: Any, name: str, model: str, beam: int) -> ProofNets:
    """The component as spaCy asks for it."""
    return ProofNets(model, beam)


Language.factory(
    NAME,
    default_config={"model": "nl", "beam": 1},
    assigns=["doc._.proofnets", "token._.type", "token.head", "token.dep"],
    func=make_component,
)
Doc.set_extension(NAME, getter=_parses, force=True)
Token.set_extension("type", default=None, force=True)
