"""Every field of comparisons, by hand; and what must hold of any."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.derivation.analyses import Analysis
from proofnets.errors import ProofNetsError
from proofnets.evaluation import compare, first_valid, gold_of
from proofnets.logic import Frame, Net
from proofnets.logic.nets import net_of
from proofnets.treebank import Sample
from proofnets.treebank.agreement import Edge
from tests.evaluation.sentences import MAN, NAP, OTHER_TYPES, SEE, SLEEP, SWAPPED, UNBALANCED, analysis
from tests.logic.derivations import Derivation, derivations, frames, matchings
from tests.treebank.sentences import sample


def test_other_types_and_the_same_term() -> None:
    found = compare(gold_of(SLEEP), OTHER_TYPES)
    assert (found.words, found.tokens) == ((False, False), 1)  # the full stop rightly brings nothing
    assert (found.balanced, found.frame, found.plain_term, found.term, found.proved) == (True, False, True, False, True)
    assert found.edges == found.gold.edges == {1: Edge(2, "su"), 2: Edge(0, "root")}


def test_the_same_frame_and_another_term() -> None:
    found = compare(gold_of(SEE), SWAPPED)
    assert (found.words, found.tokens) == ((True, True, True), 4)
    assert (found.balanced, found.frame, found.plain_term, found.term, found.proved) == (True, True, False, False, True)
    assert found.gold.edges == {1: Edge(2, "su"), 2: Edge(0, "root"), 3: Edge(2, "obj")}
    assert found.edges == {1: Edge(2, "obj"), 2: Edge(0, "root"), 3: Edge(2, "su")}


def test_an_analysis_without_a_proof() -> None:
    found = compare(gold_of(MAN), UNBALANCED)
    assert (found.words, found.tokens, found.edges) == ((True, False, True, True), 3, {})
    assert not any((found.balanced, found.frame, found.plain_term, found.term, found.proved))


def test_the_right_frame_without_a_proof() -> None:
    unproved = analysis(SLEEP, ["pron", "◇su pron ⊸ s_main", None], "s_main", [])
    found = compare(gold_of(SLEEP), unproved)
    assert (found.balanced, found.frame, found.plain_term, found.term, found.proved) == (
        True,
        True,
        False,
        False,
        False,
    )


def test_no_analysis() -> None:
    found = compare(gold_of(NAP), None)
    assert (found.words, found.tokens, found.edges) == ((False, False), 0, {})
    assert not any((found.balanced, found.frame, found.plain_term, found.term, found.proved))


def test_a_word_is_its_tokens_as_well() -> None:
    # Jan ziet Den, and Haag modifies: the first token of Den Haag has its type, but the word is another
    types = ["np", "◇obj np ⊸ ◇su np ⊸ s_main", "np", "□mod(np ⊸ np)"]
    found = compare(gold_of(SEE), analysis(SEE, types, "s_main", [(4, 5), (6, 1), (0, 2), (3, 7)]))
    assert found.proved
    assert (found.words, found.tokens, found.plain_term) == ((True, True, False), 3, False)


def test_words_that_look_the_same_are_not() -> None:
    # of three the same, the gold sample has the first two and the analysis the last two
    gold = sample("x", "ja ja ja", ["np", "np ⊸ np", None], "np", [(0, 1), (2, 3)])
    other = analysis(gold, [None, "np", "np ⊸ np"], "np", [(0, 1), (2, 3)])
    assert other.net is not None
    assert str(other.net.term) == "ja₂ ja₁"  # that is also the gold sample's term, if words are numbered and no tokens
    assert not compare(gold_of(gold), other).plain_term


def test_the_goal_is_part_of_the_frame() -> None:
    gold = sample("x", "ja", ["np"], "np", [(0, 1)])
    found = compare(gold_of(gold), analysis(gold, ["np"], "s", []))
    assert (found.words, found.tokens, found.frame, found.balanced) == ((True,), 1, False, False)


def test_two_bindings_are_two_terms() -> None:
    # f (λx.λy.g x y) and f (λx.λy.g y x). Atoms: a 0, a 1, s 2, s 3 of f; a 4, a 5, s 6 of g; s 7 of the goal.
    types = ["◇body(a ⊸ a ⊸ s) ⊸ s", "a ⊸ a ⊸ s"]
    gold = sample("x", "f g", types, "s", [(6, 2), (0, 4), (1, 5), (3, 7)])
    same = analysis(gold, types, "s", [(3, 7), (1, 5), (0, 4), (6, 2)])
    other = analysis(gold, types, "s", [(6, 2), (1, 4), (0, 5), (3, 7)])
    assert same.proved
    assert other.proved
    assert compare(gold_of(gold), same).term
    assert not compare(gold_of(gold), other).plain_term


def test_the_first_valid_analysis() -> None:
    unproved = analysis(SLEEP, ["pron", "pron", None], "pron", [])
    proved = OTHER_TYPES
    assert first_valid([unproved, proved, proved]) is proved
    assert first_valid([unproved, UNBALANCED]) is unproved
    assert first_valid([]) is None


def test_what_cannot_be_compared() -> None:
    with pytest.raises(ProofNetsError, match="not the sentence of 2"):
        compare(gold_of(SEE), OTHER_TYPES)
    with pytest.raises(ProofNetsError, match="x is no net, and `proofnets check` lists"):
        gold_of(sample("x", "Jan", ["np"], "s", []))


@given(derivations())
def test_a_sample_compared_with_itself_is_right(derivation: Derivation) -> None:
    judgement = derivation.judgement
    gold = Sample(judgement.words, judgement.types, judgement.goal, net_of(derivation.term, judgement).links, id="x")
    found = compare(gold_of(gold), Analysis(gold, 0.0))
    assert all((*found.words, found.balanced, found.frame, found.plain_term, found.term, found.proved))
    assert found.edges == found.gold.edges
    assert (found.tokens, len(found.edges)) == (len(gold.tokens), len(gold.tokens))


@given(frames(), st.data())
@settings(max_examples=50)
def test_given_the_frame_a_term_is_right_just_if_the_links_are(frame: Frame, data: st.DataObject) -> None:
    judgement = frame.judgement
    every = [
        Analysis(Sample(judgement.names, judgement.types, judgement.goal, links, id="x"), 0.0)
        for links in islice(matchings(frame), 24)
    ]
    nets = [one for one in every if one.proved]
    if nets:
        gold = data.draw(st.sampled_from(nets))
        for other in nets:
            found = compare(gold_of(gold.derivation), other)
            same = Net(Frame(judgement), other.derivation.links).links == gold.net.links
            assert found.term is found.plain_term is same
