"""The spindle server's answer, checked by a slow twin of Æthel's rules and read by our reader of Æthel's dump."""

import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from proofnets.derivation.derivations import Derivation, net
from proofnets.logic import Type, parse_judgement, parse_type, proofs
from proofnets.render.sentences import parse_of_nets
from proofnets.server.spindle import SpindleError, notation, spindle_answer
from proofnets.treebank import read_samples
from proofnets.treebank.aethel import read_dump, read_entry, read_type
from proofnets.treebank.samples import Sample
from tests.server.serving import post, served
from tests.shared import SHARED, needs_shared


def answer(text: str) -> Any:
    """The answer to the first proof of a judgement."""
    judgement = parse_judgement(text)
    given = Derivation(judgement.names, judgement.types, judgement.goal, ())
    return spindle_answer(parse_of_nets(given, [next(proofs(judgement))]))


def derive(proof: Any, phrases: list[str]) -> tuple[list[Any], list[str]]:
    """What a proof derives from and its type in prefix notation, by the rules of Æthel's calculus alone.

    A context is a list of phrases (numbers), hypotheses (texts) and brackets: a label and a context.
    """
    match proof.pop("rule"):
        case "Logical.Constant":
            assert proof["type"] == phrases[proof["constant"]]
            return [proof["constant"]], proof["type"].split()
        case "Logical.Variable":
            return [hypothesis(proof)], proof["type"].split()
        case "Logical.ArrowElimination":
            (functions, function), (arguments, argument) = (
                derive(proof["head"], phrases),
                derive(proof["argument"], phrases),
            )
            assert function[: len(argument) + 1] == ["⟶", *argument]
            return functions + arguments, function[len(argument) + 1 :]
        case "Logical.ArrowIntroduction":
            context, type_ = derive(proof["body"], phrases)
            context.remove(hypothesis(proof["var"]))
            return context, ["⟶", *proof["var"]["type"].split(), *type_]
        case "Logical.DiamondIntroduction":
            context, type_ = derive(proof["body"], phrases)
            return [(proof["diamond"], context)], [f"◇{proof['diamond']}", *type_]
        case "Logical.BoxElimination":
            context, type_ = derive(proof["body"], phrases)
            assert type_[0] == f"□{proof['box']}"
            return [(proof["box"], context)], type_[1:]
        case "Logical.BoxIntroduction":
            ((label, context),), type_ = derive(proof["body"], phrases)
            assert label == proof["box"]
            return context, [f"□{label}", *type_]
        case "Logical.DiamondElimination":
            context, type_ = derive(proof["original"], phrases)
            marked, given = derive(proof["becomes"], phrases)
            assert given[1:] == proof["where"]["type"].split()
            place = context.index((given[0].removeprefix("◇"), [hypothesis(proof["where"])]))
            return context[:place] + marked + context[place + 1 :], type_
        case "Structural.Extract":
            context, type_ = derive(proof["body"], phrases)
            moved = ("x", [hypothesis(proof["focus"])])
            (place,) = (number for number, part in enumerate(context) if isinstance(part, tuple) and moved in part[1])
            context[place][1].remove(moved)
            return [*context, moved], type_
    raise AssertionError("no such rule")


def hypothesis(leaf: Any) -> str:
    return f"{leaf['variable']}:{leaf['type']}"


def leaves(context: list[Any]) -> list[Any]:
    """What is in a context, within brackets or not."""
    return [leaf for part in context for leaf in (leaves(part[1]) if isinstance(part, tuple) else [part])]


def check(given: Any, goal: Type) -> None:
    phrases = [phrase["type"] for phrase in given["lexical_phrases"]]
    context, type_ = derive(json.loads(json.dumps(given["proof"])), phrases)
    assert sorted(leaves(context)) == [number for number, text in enumerate(phrases) if text != "PUNCT"]
    assert type_ == notation(goal).split()


def dumped(step: Any) -> Any:
    """A proof in JSON as it would stand in a dump."""
    leaf = ("mark", (step.get("type"), step.get("variable", step.get("constant"))))
    if step.get("rule") in ("Logical.Constant", "Logical.Variable"):
        return step["rule"], leaf
    if "rule" not in step:
        return leaf
    keys = ("head", "argument", "original", "where", "becomes", "body", "var", "diamond", "box", "focus")
    return step["rule"], tuple(
        dumped(step[key]) if isinstance(step[key], dict) else step[key] for key in keys if key in step
    )


def read_back(given: Any) -> Sample:
    """The answer as our reader of Æthel's dump understands it."""
    phrases = tuple(
        (tuple((item["word"], item["pos"], item["pt"], item["lemma"]) for item in phrase["items"]), phrase["type"])
        for phrase in given["lexical_phrases"]
    )
    read = read_entry((phrases, dumped(given["proof"]), "x", "train"))
    assert isinstance(read, tuple), read
    return read[1]


def test_types_have_the_names_of_aethel() -> None:
    type_ = "⟶ ◇relcl ⟶ ◇x □x ◇obj1 VNW SSUB □mod ⟶ AdjP NP"
    assert notation(read_type(type_)) == type_


def test_a_phrase_is_a_word_or_a_token_that_brings_nothing() -> None:
    np, slaapt, goal = map(parse_type, ("np", "◇su np ⊸ s_main", "s_main"))
    tokens = (",", "Den", "Haag", "!", "slaapt")
    sample = Derivation(tokens, (None, np, "+", None, slaapt), goal, ((0, 1), (2, 3)))
    given = spindle_answer(parse_of_nets(sample, [net(sample)]))
    check(given, goal)
    phrases = [([item["word"] for item in phrase["items"]], phrase["type"]) for phrase in given["lexical_phrases"]]
    assert phrases == [
        ([","], "PUNCT"),
        (["Den", "Haag"], "NP"),
        (["!"], "PUNCT"),
        (["slaapt"], "⟶ ◇su NP SMAIN"),
    ]


GAPS = {
    "outside of all brackets": "die:◇body(◇obj pron ⊸ s_sub) ⊸ rel, ze:pron, volgen:◇obj pron ⊸ ◇su pron ⊸ s_sub ⊢ rel",
    "in a bracket": "die:◇body(◇obj pron ⊸ s_sub) ⊸ rel, ze:pron, wil:◇vc inf ⊸ ◇su pron ⊸ s_sub, "
    "zien:◇obj pron ⊸ inf ⊢ rel",
    "in two brackets": "die:◇body(◇obj pron ⊸ s_sub) ⊸ rel, ze:pron, wil:◇vc inf ⊸ ◇su pron ⊸ s_sub, "
    "laten:◇vc inf ⊸ inf, zien:◇obj pron ⊸ inf ⊢ rel",
    "an adjunct": "waar:◇body(◇mod□mod(s_sub ⊸ s_sub) ⊸ s_sub) ⊸ rel, ze:pron, woont:◇su pron ⊸ s_sub ⊢ rel",
    "an adjunct in a bracket": "waar:◇body(◇mod□mod(inf ⊸ inf) ⊸ s_sub) ⊸ rel, ze:pron, "
    "wil:◇vc inf ⊸ ◇su pron ⊸ s_sub, wonen:inf ⊢ rel",
    "of a hypothesis": "f:(((np ⊸ s) ⊸ s) ⊸ s) ⊸ s, g:◇c s ⊸ s, h:◇d np ⊸ s ⊢ s",
}


@pytest.mark.parametrize("text", GAPS.values(), ids=GAPS)
def test_gaps_are_discharged_by_aethels_rules(text: str) -> None:
    judgement = parse_judgement(text)
    given = Derivation(judgement.names, judgement.types, judgement.goal, ())
    nets = list(proofs(judgement, strict="□" not in text))  # an adjunct's gap needs ◇E
    assert nets
    for found in nets:
        check(spindle_answer(parse_of_nets(given, [found])), judgement.goal)


def test_only_what_is_in_a_bracket_is_extracted() -> None:
    one, other = answer(GAPS["outside of all brackets"]), answer(GAPS["in a bracket"])
    assert one["lexical_phrases"][0]["type"] == "⟶ ◇body ⟶ ◇obj1 VNW SSUB REL"
    assert other["lexical_phrases"][0]["type"] == "⟶ ◇body ⟶ ◇x □x ◇obj1 VNW SSUB REL"
    assert "Extract" not in json.dumps(one)
    assert "Extract" in json.dumps(other)


def test_a_mark_that_is_changed_cannot_be_said() -> None:
    with pytest.raises(SpindleError, match="a mark is changed"):
        answer("x:◇su np ⊢ np")
    with pytest.raises(SpindleError, match="a mark is changed"):
        answer("f:◇obj np ⊸ s, x:◇su np ⊢ s")


def test_a_sentence_without_a_proof_says_so() -> None:
    judgement = parse_judgement("np ⊢ s")
    with pytest.raises(SpindleError, match="no proof was found"):
        spindle_answer(parse_of_nets(Derivation(judgement.names, judgement.types, judgement.goal, ()), []))


@needs_shared("aethel2020")
def test_the_papers_data_can_be_said() -> None:
    """Each proof is by the rules, has the same words, and leads to the very links again."""
    for number, sample in enumerate(read_samples(SHARED / "aethel2020" / "dev.jsonl.xz")):
        if number == 60:
            break
        given = spindle_answer(parse_of_nets(sample, [net(sample)]))
        check(given, sample.goal)
        back = read_back(given)
        assert (back.tokens, back.goal, set(back.links)) == (sample.tokens, sample.goal, set(sample.links))


@needs_shared("aethel")
def test_proofs_of_aethel_come_back() -> None:
    read = (entry[1] for entry in read_dump(SHARED / "aethel" / "alpino_3000.pickle") if isinstance(entry, tuple))
    for sample, _ in zip(read, range(60), strict=False):
        check(spindle_answer(parse_of_nets(sample, [net(sample)])), sample.goal)


def test_the_server_answers_as_spindle_does() -> None:
    with served("--spindle") as (_, address):
        given = post(f"{address}/", {"input": "De strategie die ze volgen is eeuwenoud."})
        assert isinstance(given, dict)
        assert set(given) == {"tex", "proof", "lexical_phrases"}
        assert given["tex"].startswith("\\documentclass")
        check(given, parse_judgement("s_main ⊢ s_main").goal)
        assert [phrase["type"] for phrase in given["lexical_phrases"]][-2:] == ["ADJ", "PUNCT"]
        assert given["lexical_phrases"][0]["items"] == [{"word": "De", "pos": "", "pt": "", "lemma": ""}]
        with urllib.request.urlopen(f"{address}/status/") as status, urllib.request.urlopen(f"{address}/") as page:
            assert status.status == 200
            assert b"<!doctype html>" in page.read().lower()
        for body, reason in (
            ({"input": "Ze slapen. Ze slapen."}, "there are 2 sentences: give one at a time"),
            ({"input": " "}, "there is no sentence"),
            ({"input": ""}, "input: string should have at least 1 character"),
            ({"text": "Ze slapen."}, "input: field required"),
        ):
            with pytest.raises(urllib.error.HTTPError) as refused:
                post(f"{address}/", body)
            with refused.value as error:
                assert error.code == 422
                assert reason in json.load(error)["error"]


def test_without_the_option_there_is_no_such_address() -> None:
    with served() as (_, address):
        with pytest.raises(urllib.error.HTTPError) as refused:
            post(f"{address}/", {"input": "Ze slapen."})
        with refused.value as error:
            assert error.code == 405
