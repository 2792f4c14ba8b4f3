"""Errors of sentences made by hand: what they are called, how often they occur and what they cost."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.evaluation import Comparison, Error, Example, compare, errors_of, gold_of, show_errors
from proofnets.evaluation.errors import (
    ADJUNCT,
    ARGUMENTS,
    ATOMS,
    EDGES,
    GOAL,
    LABELS,
    LISTED,
    MODIFIED,
    NO_ANALYSIS,
    NO_PROOF,
    ONE_TOKEN,
    SCOPE,
    TOKENS,
    TOKENS_DIFFER,
)
from tests.evaluation.sentences import RIGHT, SLEEP, WRONG, analysis, compared, sleeping
from tests.treebank.sentences import sample

# Atoms: np 0 of Jan; s 1 (complement), np 2 (subject), s 3 of zegt; np 4 of Piet; np 5, s 6 of slaapt; s 7, s 8 of vaak
SAY_TYPES = ["np", "◇vc s ⊸ ◇su np ⊸ s", "np", "◇su np ⊸ s", "□mod(s ⊸ s)"]
SAY = sample("5", "Jan zegt Piet slaapt vaak", SAY_TYPES, "s", [(0, 2), (4, 5), (6, 7), (8, 1), (3, 9)])
OFTEN_SAID = compare(gold_of(SAY), analysis(SAY, SAY_TYPES, "s", [(0, 2), (4, 5), (6, 1), (3, 7), (8, 9)]))


def test_causes() -> None:
    assert errors_of(compared(WRONG)).causes == {NO_ANALYSIS: 1, ONE_TOKEN: 1, TOKENS: 1, EDGES: 1}
    assert errors_of(compared(RIGHT)).causes == {}
    unproved = analysis(SLEEP, ["pron", "◇su pron ⊸ s_main", None], "s_main", [])
    assert errors_of([compare(gold_of(SLEEP), unproved)]).causes == {NO_PROOF: 1}
    goal = analysis(SLEEP, ["pron", "◇su pron ⊸ s_main", None], "s_sub", [])
    assert errors_of([compare(gold_of(SLEEP), goal)]).causes == {GOAL: 1}


def test_the_same_dependencies_and_another_term() -> None:
    # the second vaak applies before the first. Atoms: pron 0; pron 1, s 2; s 3, s 4; s 5, s 6; s 7
    gold = sleeping(2)
    types = ["pron", "◇su pron ⊸ s_main", "□mod(s_main ⊸ s_main)", "□mod(s_main ⊸ s_main)"]
    found = errors_of([compare(gold_of(gold), analysis(gold, types, "s_main", [(0, 1), (2, 5), (6, 3), (4, 7)]))])
    assert (found.causes, found.confusions, found.attachments) == ({SCOPE: 1}, (), ())


def test_confusions() -> None:
    # In MAN nothing but a noun is wrong; in SLEEP two tokens are, in two ways.
    assert errors_of(compared(WRONG)).confusions == (
        Error("n → np", 1, 1, 1, 1, (Example("3", "De [man] slaapt vaak", ""),)),
        Error("pron → np", 1, 1, 1, 0, (Example("1", "[Ze] slapen .", ""),)),
        Error("◇su pron ⊸ s_main → ◇su np ⊸ s_main", 1, 1, 1, 0, (Example("1", "Ze [slapen] .", ""),)),
    )


@pytest.mark.parametrize(
    ("due", "found", "kind"),
    [
        ("np", None, TOKENS_DIFFER),
        ("+", "np", TOKENS_DIFFER),
        ("□mod(np ⊸ np)", "□mod(s ⊸ s)", MODIFIED),
        ("◇obj np ⊸ □mod(np ⊸ np)", "◇obj np ⊸ □mod(s ⊸ s)", MODIFIED),
        ("◇obj np ⊸ □mod(np ⊸ np)", "◇obj n ⊸ □mod(s ⊸ s)", ATOMS),
        ("◇obj np ⊸ □mod(np ⊸ np)", "□mod(s ⊸ s)", ARGUMENTS),
        ("□mod(np ⊸ np)", "□app(np ⊸ np)", LABELS),
        ("◇obj np ⊸ □mod(s ⊸ s)", "◇obj np ⊸ pp", ADJUNCT),
        ("◇su pron ⊸ s_main", "◇su np ⊸ s_sub", ATOMS),
        ("◇pc pp ⊸ s", "◇ld pp ⊸ s", LABELS),
        ("s", "◇ld pp ⊸ s", ARGUMENTS),
    ],
)
def test_kinds(due: str | None, found: str | None, kind: str) -> None:
    gold = sample("x", "a b c", ["np", *(["np", due] if due == "+" else [due, "np"])], "s", [])
    types = ["np", *(["np", found] if due == "+" else [found, "np"])]
    comparison = compare(gold_of(sleeping(1)), None)
    assert errors_of([comparison]).kinds == {}
    wrong = replace(comparison, gold=replace(comparison.gold, sample=gold), analysis=analysis(gold, types, "s", []))
    assert errors_of([wrong]).kinds == {kind: 1}


def test_a_confusion_may_be_there_twice_and_alone() -> None:
    gold = sample("x", "a b c", ["np", "np", "np ⊸ np ⊸ s"], "s", [(0, 2), (1, 3), (4, 5)])
    found = errors_of([compare(gold_of(gold), analysis(gold, ["n", "n", "np ⊸ np ⊸ s"], "s", []))] * 2)
    assert found.confusions == (Error("np → n", 4, 4, 2, 2, (Example("x", "[a] [b] c", ""),) * 2),)


def test_attachments() -> None:
    # Of SLEEP and SEE, which are proved, the subject and the object of SEE are wrong. In SAY, vaak alone is.
    found = errors_of([*compared(WRONG), OFTEN_SAID])
    assert found.attachments == (
        Error("mod", 1, 1, 1, 1, (Example("5", "Jan zegt Piet slaapt [vaak]", "mod of slaapt → mod of zegt"),)),
        Error("obj", 1, 1, 1, 0, (Example("2", "Jan ziet [Den] Haag", "obj of ziet → su of ziet"),)),
        Error("su", 1, 4, 1, 0, (Example("2", "[Jan] ziet Den Haag", "su of ziet → obj of ziet"),)),
    )


def test_an_attachment_beside_a_wrong_type_is_not_alone() -> None:
    gold = sample("x", "Ze , slapen", ["pron", None, "◇su pron ⊸ s"], "s", [(0, 1), (2, 3)])
    types = ["pron", "□mod(pron ⊸ pron)", "◇su pron ⊸ s"]
    found = errors_of([compare(gold_of(gold), analysis(gold, types, "s", [(0, 1), (2, 3), (4, 5)]))])
    assert found.attachments == ()  # the comma is no word of the gold sample
    joined = analysis(gold, ["◇su pron ⊸ s", "+", "pron"], "s", [(2, 0), (1, 3)])
    found = errors_of([compare(gold_of(gold), joined)])
    assert [(error.name, error.alone) for error in found.attachments] == [("root", 0), ("su", 0)]
    assert found.attachments[1].examples[0].wrong == "su of slapen → root"


def test_a_word_that_is_not_there() -> None:
    gold = sample("x", "Den Haag", ["np", "□mod(np ⊸ np)"], "np", [(0, 1), (2, 3)])
    found = errors_of([compare(gold_of(gold), analysis(gold, ["np", "+"], "np", [(0, 1)]))])
    assert found.attachments == (Error("mod", 1, 1, 1, 0, (Example("x", "Den [Haag]", "mod of Den → no word"),)),)


def test_examples_are_those_it_spoils_alone_then_the_shortest() -> None:
    def confused(often: int, *, alone: bool) -> Comparison:
        """The last word is wrong, and unless it is alone the first as well."""
        gold = sleeping(often, f"{often} {'alone' if alone else 'not'}")
        types = ["pron" if alone else "n", "◇su pron ⊸ s_main", *["□mod(s_main ⊸ s_main)"] * (often - 1), "n"]
        return compare(gold_of(gold), analysis(gold, types, "s_main", []))

    given = [confused(often, alone=alone) for often, alone in [(9, True), (1, False), (2, False), (3, True)]]
    (error,) = (e for e in errors_of(given).confusions if e.name == "□mod(s_main ⊸ s_main) → n")
    assert (error.sentences, error.alone) == (4, 2)
    assert [example.id for example in error.examples] == ["3 alone", "9 alone", "1 not"]


def test_text() -> None:
    text = show_errors(errors_of([*compared(WRONG), OFTEN_SAID]))
    assert text.startswith("5 of 5 sentences do not have the right term\n1  there is no analysis\n")
    assert "\n\n3 tokens have the wrong type\n3  the same but for atoms\n\nTypes" in text
    assert "\n    1          1       1   1  n → np\n        3  De [man] slaapt vaak\n" in text
    assert text.endswith(
        "alone  sentences  words  of\n"
        "    1          1      1   1  mod\n"
        "        5  mod of slaapt → mod of zegt: Jan zegt Piet slaapt [vaak]\n"
        "    0          1      1   1  obj\n"
        "        2  obj of ziet → su of ziet: Jan ziet [Den] Haag\n"
        "    0          1      1   4  su\n"
        "        2  su of ziet → obj of ziet: [Jan] ziet Den Haag"
    )
    assert "0 of 4 sentences do not have the right term\n\nTypes" in show_errors(errors_of(compared(RIGHT)))


def test_what_is_not_shown_is_counted() -> None:
    gold = sleeping(LISTED + 1)
    types = [f"t{number}" for number in range(len(gold.tokens))]
    # each token is confused in its own way: two words, and LISTED + 1 modifiers
    text = show_errors(errors_of([compare(gold_of(gold), analysis(gold, types, "s_main", []))]))
    assert "\n\n3 more confusions are not shown\n\n" in text


@given(st.permutations([*compared(WRONG), *compared(RIGHT), OFTEN_SAID]))
def test_the_order_of_the_sentences_does_not_matter(shuffled: list[Comparison]) -> None:
    assert errors_of(shuffled) == errors_of([*compared(WRONG), *compared(RIGHT), OFTEN_SAID])
