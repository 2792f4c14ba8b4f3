"""The parser with the model of the package: every sentence has its answer, in order, and proofs were verified."""

import json
import pickle
import shutil
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Parse, from_dict, to_dict
from proofnets.derivation.derivations import judgement
from proofnets.errors import ProofNetsError
from proofnets.evaluation.passes import evaluate
from proofnets.logic import Net, occurrences, parse_type
from proofnets.modelfolder import ModelError, checksum, sealed
from proofnets.parser.faults import LONGEST_SENTENCE
from proofnets.parser.grammar import Grammar
from proofnets.parser.inputs import from_conllu, from_lines, from_tokens
from proofnets.parser.parser import Parser, find_model
from proofnets.parser.runtime import Model
from proofnets.parser.settings import Settings
from proofnets.render import FORMATS

MODEL = find_model("nl")
TEXTS = ["De man slaapt .", "Ze ziet de kat .", "de man", "?", "Een grote hond die blaft , slaapt vaak ."]


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser(threads=1)


def checked(parse: Parse) -> Parse:
    """A parse of which all that it claims was seen to be so."""
    assert parse.status in ("proved", "unproved"), parse.error
    for analysis in parse.analyses:
        assert analysis.derivation.tokens == tuple(token.text for token in parse.tokens)
        assert len(analysis.derivation.types) == len(parse.tokens)
        if analysis.net is not None:
            assert analysis.net.frame.judgement == judgement(analysis.derivation)
            assert Net(analysis.net.frame, analysis.derivation.links) == analysis.net
    assert [a.proved for a in parse.analyses] == sorted((a.proved for a in parse.analyses), reverse=True)
    return parse


def test_the_sentence_of_the_paper(parser: Parser) -> None:
    (parse,) = parser.parse("De strategie die ze volgen is eeuwenoud.")
    assert parse.status == "proved"
    assert str(checked(parse).analyses[0].net.term).startswith("is eeuwenoudᵖʳᵉᵈᶜ")


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(beam=3, readings=3), Settings(beam=2, constrained=False), Settings(samples=20)]
)
def test_sentences_come_back_in_order_and_proofs_are_nets(parser: Parser, settings: Settings) -> None:
    parses = list(parser.parse_sentences(from_lines(TEXTS), settings))
    assert [parse.text for parse in parses] == TEXTS
    for parse in parses:
        assert len(checked(parse).analyses) <= settings.readings


def test_a_batch_gives_what_single_sentences_give(parser: Parser) -> None:
    together = [to_dict(parse) for parse in parser.parse_sentences(from_lines(TEXTS))]
    alone = [to_dict(parse) for text in TEXTS for parse in parser.parse_sentences(from_lines([text]))]
    for one, other in zip(together, alone, strict=True):
        assert [a["types"] for a in one["analyses"]] == [a["types"] for a in other["analyses"]]


def test_processes_give_what_one_gives(parser: Parser) -> None:
    small = Settings(batch=1)  # windows of eight sentences
    sentences = list(from_lines(TEXTS * 5))
    alone, shared = (list(parser.parse_sentences(sentences, small, jobs)) for jobs in (1, 2))
    assert [to_dict(parse) for parse in alone] == [to_dict(parse) for parse in shared]


def test_sentences_are_read_as_answers_are_taken(parser: Parser) -> None:
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield from_tokens(["Ja"])

    answers = list(islice(parser.parse_sentences(endless(), Settings(batch=2)), 20))
    assert len(answers) == 20
    assert taken <= 20 + 16


def test_readings_are_distinct_and_ranked(parser: Parser) -> None:
    (parse,) = parser.parse("Jan ziet de man met de verrekijker.", Settings(beam=5, readings=5))
    assert len(parse.analyses) > 1
    assert len({str(a.net.term) for a in parse.analyses if a.net}) == len(parse.analyses)
    chances = [a.confidence.whole for a in parse.analyses if a.confidence]
    assert len(chances) == len(parse.analyses)
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1 + 0.0005 * len(chances)  # each is rounded
    assert all(a.score is not None and a.score <= 0 for a in parse.analyses)


def test_samples_have_frequencies_that_depend_on_the_seed_only(parser: Parser) -> None:
    def drawn(seed: int) -> list[float]:
        chosen = Settings(beam=3, readings=9, samples=50, seed=seed)
        (parse,) = parser.parse("Jan ziet de man met de verrekijker in de tuin.", chosen)
        return [analysis.frequency for analysis in checked(parse).analyses]

    assert drawn(1) == drawn(1)
    assert all(0 < frequency <= 1 for frequency in drawn(1))
    assert drawn(1) == sorted(drawn(1), reverse=True)
    assert sum(drawn(1)) <= 1 + 1e-9


def test_beliefs_are_probabilities(parser: Parser) -> None:
    (parse,) = parser.parse("De man die ze zien slaapt.", Settings(beliefs=True))
    analysis = parse.analyses[0]
    assert {belief.atom for belief in analysis.beliefs} == set(occurrences(analysis.net.frame))
    for belief in analysis.beliefs:
        assert len(belief.negative) == len(belief.positive) == len(belief.probabilities)
        for column in zip(*belief.probabilities, strict=True):
            assert sum(column) == pytest.approx(1)
    assert parser.parse("De man die ze zien slaapt.")[0].analyses[0].beliefs == ()


def test_json_goes_out_and_in_again(parser: Parser) -> None:
    chosen = Settings(readings=2, beliefs=True, samples=5)
    for parse in parser.parse("De man slaapt. 'Ziet ze de kat?' (Nee.)\n\nWiskundige Omgangstaal", chosen):
        answer = json.loads(json.dumps(to_dict(parse)))
        assert to_dict(from_dict(answer)) == answer
        assert from_dict(answer) == parse
        assert all(parse.text[t.start : t.end] == t.text for t in parse.tokens)


def test_parses_can_be_sent_between_processes(parser: Parser) -> None:
    (parse,) = parser.parse("De man slaapt.")
    assert pickle.loads(pickle.dumps(parse)) == parse


def test_what_cannot_be_parsed_is_rejected_and_the_rest_goes_on(parser: Parser) -> None:
    long, pieces = " ".join(["de"] * (LONGEST_SENTENCE + 1)), " ".join(["wxyzäöü" * 5] * 100)
    rejected, empty, many, other = parser.parse_sentences(from_lines([long, "", pieces, "De man slaapt ."]))
    assert rejected.status == empty.status == many.status == "rejected"
    assert empty.place.document == "2"
    assert f"the longest sentence has {LONGEST_SENTENCE}" in rejected.error
    assert "sub-word pieces" in many.error
    assert other.status == "proved"


def test_an_error_inside_costs_one_sentence_only_and_is_logged(parser: Parser, caplog) -> None:
    derivation = Grammar.derivation

    def fails(self, words, *rest):
        if "kat" in words:
            raise MemoryError("no room")
        return derivation(self, words, *rest)

    with patch.object(Grammar, "derivation", fails):
        parses = list(parser.parse_sentences(from_lines(TEXTS)))
    assert [parse.status == "rejected" for parse in parses] == [False, True, False, False, False]
    assert "MemoryError: no room" in parses[1].error
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.getMessage() == f"an error inside the parser, on a sentence of {len(TEXTS[1].split())} tokens"
    assert record.exc_info is not None
    assert "in fails" in str(record.exc_text)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_renders_every_parse(parser: Parser, format: str) -> None:
    texts = ["De man slaapt. 😀\x00 <b>&amp;</b>", "日本語 é", "\x07\x1b[31m rood"]
    parses = [parse for parses in parser.parse(texts) for parse in parses]
    text = "".join(FORMATS[format].render(parses))
    assert text.endswith("\n")
    assert "\x1b" not in text.replace("\\u001b", "")
    if format == "conllu":
        again = list(from_conllu([text]))
        assert [len(sentence.tokens) for sentence in again] == [len(parse.tokens) for parse in parses]


WORDS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12), min_size=1, max_size=6)


@settings(max_examples=25, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=3))
def test_any_words_at_all_have_an_answer(parser: Parser, sentences: list[list[str]]) -> None:
    parses = list(parser.parse_sentences(map(from_tokens, sentences)))
    assert len(parses) == len(sentences)
    for words, parse in zip(sentences, parses, strict=True):
        if all(word.strip() for word in words):
            checked(parse)
        else:
            assert "nothing to be seen" in parse.error


def test_a_token_of_which_nothing_is_seen_is_told(parser: Parser) -> None:
    first, second = parser.parse_sentences(map(from_tokens, [["Ze", "\r", "slapen"], ["Ze", "slapen"]]))
    assert first.error == "there is nothing to be seen of token 2"
    assert second.status == "proved"


def test_given_types_are_linked(parser: Parser) -> None:
    types = [parse_type("□det(n ⊸ np)"), parse_type("n"), parse_type("◇su np ⊸ s_main"), None]
    (analysis,) = parser.link(["de", "man", "slaapt", "."], types, parse_type("s_main"))
    assert analysis.net is not None
    assert str(analysis.net.term) == "slaapt (de_det man)ˢᵘ"
    assert analysis.beliefs == ()
    (believed,) = parser.link(["de", "man", "slaapt", "."], types, parse_type("s_main"), beliefs=True)
    assert {belief.atom for belief in believed.beliefs} == {"n", "np", "s_main"}
    (other,) = parser.link(["de", "man", "slaapt", "."], types, parse_type("s_sub"))
    assert not other.proved
    with pytest.raises(ProofNetsError, match="does not know the symbol"):
        parser.link(["de"], [parse_type("xyz")], parse_type("s_main"))
    with pytest.raises(ProofNetsError, match="2 tokens and 4 types"):
        parser.link(["de", "man"], types, parse_type("s_main"))
    with pytest.raises(ProofNetsError, match="'n' is a text, not a type"):
        parser.link(["man"], ["n"], parse_type("s_main"))
    with pytest.raises(ProofNetsError, match="cannot be linked: it has"):
        parser.link(["de"] * 500, [None] * 500, parse_type("s_main"))


def test_models_are_found_by_name_and_by_folder(tmp_path: Path) -> None:
    assert find_model(str(MODEL)) == find_model(MODEL) == MODEL
    with pytest.raises(ProofNetsError, match=r"no model xx: .* \(nl\)"):
        find_model("xx")
    with pytest.raises(ModelError, match=r"has no model\.json"):
        Model(tmp_path)


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(MODEL, copy)
    (copy / "step.onnx").write_bytes((copy / "step.onnx").read_bytes()[:-1])
    with pytest.raises(ModelError, match=r"damaged: step\.onnx is not what was exported"):
        Model(copy)
    (copy / "step.onnx").unlink()
    with pytest.raises(ModelError, match=r"step\.onnx is missing"):
        Model(copy)
    (copy / "model.json").write_text("[]")
    with pytest.raises(ModelError, match="not the metadata of a model"):
        Model(copy)


def test_a_graph_that_cannot_be_loaded_is_no_fault_of_the_sentence(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(MODEL, copy)
    (copy / "step.onnx").write_bytes(b"of another version")
    metadata = json.loads((copy / "model.json").read_text())
    metadata["files"]["step.onnx"] = checksum(copy / "step.onnx")
    (copy / "model.json").write_text(json.dumps(sealed(metadata)))
    parser = Parser(copy)
    with pytest.raises(ModelError, match=r"step\.onnx cannot be loaded"):
        parser.parse("Ze slapen.")
    (sample,) = [analysis.derivation for parse in Parser().parse("Ze slapen.") for analysis in parse.analyses]
    with pytest.raises(ModelError, match=r"step\.onnx cannot be loaded"):
        evaluate(parser, [sample])


def test_the_gpu_is_used_by_the_build_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def session(path: str, options: object, providers: list[str]) -> SimpleNamespace:
        asked.append(providers)
        return SimpleNamespace(get_inputs=list)

    monkeypatch.setattr("onnxruntime.InferenceSession", session)
    for there in (["CPUExecutionProvider"], ["CUDAExecutionProvider", "CPUExecutionProvider"]):
        monkeypatch.setattr("onnxruntime.get_available_providers", lambda there=there: ["Other", *there])
        Model(MODEL).graph("link")
        assert asked[-1] == there


def test_many_words_that_mean_nothing_together_have_an_answer(parser: Parser) -> None:
    (parse,) = parser.parse_sentences([from_tokens(["de", "of", "die", ","] * 20)])
    assert checked(parse).analyses


def test_half_a_character_costs_no_other_sentence(parser: Parser) -> None:
    first, second = parser.parse_sentences(from_lines(["de \ud800 man", "de man slaapt ."]))
    assert first.status == "rejected"
    assert "not text" in first.error
    assert second.status != "rejected"


def test_without_any_time_there_is_an_answer_that_says_so(parser: Parser) -> None:
    for parse in parser.parse_sentences(from_lines(TEXTS), Settings(seconds=0.0)):
        assert checked(parse).timed_out
        assert parse.status == "unproved"
        assert repr(parse).endswith("no proof was found, when time was up>")
        answer = json.loads(json.dumps(to_dict(parse)))
        assert answer["timed_out"] is True
        assert from_dict(answer) == parse


def test_with_time_enough_nothing_is_said_of_it(parser: Parser) -> None:
    for parse in parser.parse_sentences(from_lines(TEXTS), Settings(seconds=None)):
        assert not parse.timed_out
        assert "timed_out" not in to_dict(parse)


def test_a_sentence_that_nobody_waits_for_costs_the_others_nothing(parser: Parser) -> None:
    deadlines = [Deadline(cancelled=lambda text=text: text == TEXTS[1]) for text in TEXTS]
    parses = parser.parse_window(list(from_lines(TEXTS)), Settings(), deadlines)
    assert [parse.timed_out for parse in parses] == [text == TEXTS[1] for text in TEXTS]
    for parse, other in zip(parses, parser.parse_sentences(from_lines(TEXTS)), strict=True):
        if not parse.timed_out:
            assert [a.derivation for a in parse.analyses] == [a.derivation for a in other.analyses]


def test_types_that_are_given_are_linked_as_far_as_there_is_time(parser: Parser) -> None:
    """The first structure that is looked at is that of the best links, whether it is a net or not."""
    types = [parse_type("□det(n ⊸ np)"), parse_type("n"), parse_type("◇su np ⊸ s_main"), None]
    (analysis,) = parser.link(["de", "man", "slaapt", "."], types, parse_type("s_main"), deadline=Deadline.after(0))
    assert len(analysis.derivation.links) == 3


def test_a_model_of_another_language_parses_tokens_but_no_text(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(MODEL, copy)
    metadata = json.loads((copy / "model.json").read_text())
    metadata["card"]["language"] = "Frisian"
    (copy / "model.json").write_text(json.dumps(sealed(metadata)))
    parser = Parser(copy, threads=1)
    assert parser.model.language == "Frisian"
    (parse,) = parser.parse_sentences(from_lines(["Ze slapen ."]))
    assert parse.status == "proved"
    with pytest.raises(ProofNetsError, match=r"of Frisian, and only Dutch text .*: give lines of tokens"):
        parser.parse("Ze slapen.")
