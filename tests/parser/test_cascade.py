"""The cascade with a model that knows nothing: steps in order, time shared out, and the best so far as the answer."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Confidence
from proofnets.derivation.derivations import Derivation, judgement
from proofnets.derivation.readings import merged
from proofnets.logic import is_strict, parse_type
from proofnets.parser import cascade as cascade_module
from proofnets.parser.cascade import Cascade, Task, decoded, repaired_types, sharing, widened
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.grammar import Grammar
from proofnets.parser.linking import preference
from proofnets.parser.parser import Parser
from proofnets.parser.repair import Lattice, lattice, preferred
from proofnets.parser.runtime import Encoded
from proofnets.parser.settings import Settings
from tests.parser.stand_ins import SYMBOLS, RandomModel, sentences_of

EVER = Deadline()
SENTENCES = [["a", "b"], ["c"], ["d", "e", "f", "g"]]


class Decoder(RandomModel):
    def __init__(self, seed: int, backwards: bool) -> None:
        super().__init__(seed)
        self.backwards = backwards


class Model:
    """All that the cascade needs of a model, at random."""

    symbols = SYMBOLS
    iterations = 3

    def __init__(self, seed: int) -> None:
        self.decoders = [Decoder(seed, False), Decoder(seed + 1, True)]
        self.random = np.random.default_rng(seed)

    def encode(self, sentences: Sequence[Sequence[str]]) -> Encoded:
        return sentences_of([len(words) for words in sentences])

    def link(
        self, symbols: np.ndarray, typed: np.ndarray, encoded: Encoded, frame: np.ndarray, places: np.ndarray
    ) -> np.ndarray:
        return self.random.normal(size=(*places.shape, 4)).astype(np.float32)


def cascade_of(seed: int) -> Cascade:
    return Cascade(Model(seed))  # type: ignore[arg-type]  # a stand-in


def nothing(cascade: Cascade, encoded: Encoded, tasks: Sequence[Task], *_: object) -> list[list[DecodedFrame]]:
    return [[] for _ in tasks]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until it is moved."""
    now = [100.0]
    monkeypatch.setattr("proofnets.deadline.monotonic", lambda: now[0])
    monkeypatch.setattr(cascade_module, "monotonic", lambda: now[0])
    return now


def test_the_steps_are_a_plain_list() -> None:
    assert cascade_of(0).steps == [decoded, repaired_types, widened]


@hypothesis_settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.sampled_from([Settings(), Settings(beam=2, readings=3), Settings(constrained=False), Settings(samples=5)]),
)
def test_whatever_the_model_says_analyses_are_of_the_sentence_and_proofs_are_nets(seed, lengths, settings) -> None:
    sentences = [["w"] * length for length in lengths]
    for task, words in zip(
        cascade_of(seed).analyse(sentences, settings, [EVER] * len(sentences)), sentences, strict=True
    ):
        assert not task.timed_out
        assert len(task.analyses) <= settings.readings
        assert task.analyses or not settings.constrained
        for analysis in task.analyses:
            assert analysis.derivation.tokens == tuple(words)
            if analysis.net is not None:
                assert analysis.net.frame.judgement == judgement(analysis.derivation)
        assert [a.proved for a in task.analyses] == sorted((a.proved for a in task.analyses), reverse=True)


def test_the_second_decoder_is_repaired_where_the_first_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked of it where the first can be; what has no repair shows what the first prefers."""
    cascade = cascade_of(3)
    forwards, backwards = cascade.voices
    asked: list[bool] = []
    for fine, expected in (({False, True}, [False]), ({True}, [False, True]), (set(), [False, True])):

        def repaired(choices: Lattice, grammar: Grammar, most: int) -> list[DecodedFrame]:
            asked.append(grammar.backwards)
            return [preferred(choices, grammar)] if grammar.backwards in fine else []  # noqa: B023

        asked.clear()
        monkeypatch.setattr(cascade_module, "repaired", repaired)
        words = ["w"] * 3
        encoded, task = cascade.model.encode([words]), Task(words, EVER, inf)
        ((frame,),) = repaired_types(cascade, encoded, [task], Settings(), EVER)
        assert asked == expected
        voice = backwards if fine == {True} else forwards
        wanted = lattice(voice, encoded, 3, task.types, EVER)
        assert wanted
        assert frame.symbols == preferred(wanted, voice.grammar).symbols


def test_sentences_go_from_step_to_step_until_they_are_proved() -> None:
    """The first step works on all, the next ones on each that is left, alone."""
    cascade, seen = cascade_of(0), list[tuple[str, list[str]]]()

    def step(name: str, proves: str):
        def frames(cascade: Cascade, encoded: Encoded, tasks: Sequence[Task], *_: object):
            seen.append((name, ["".join(task.words) for task in tasks]))
            assert len(encoded.states) == len(tasks)
            np_ = SYMBOLS.index("np")
            proof = [1, *(symbol for _ in range(9) for symbol in (3, 2))]
            return [
                [DecodedFrame((*proof[: 2 * len(task.words) - 1], np_, 2, np_), -1.0)]
                if "".join(task.words) == proves
                else []
                for task in tasks
            ]

        return frames

    cascade.steps = [step("first", "ab"), step("second", "defg"), step("third", "c")]
    tasks = cascade.analyse(SENTENCES, Settings(), [EVER] * 3)
    assert [task.proved for task in tasks] == [True, True, True]
    assert seen == [("first", ["ab", "c", "defg"]), ("second", ["c"]), ("third", ["c"]), ("second", ["defg"])]
    seen.clear()
    cascade.analyse(SENTENCES, Settings(constrained=False), [EVER] * 3)
    assert [name for name, _ in seen] == ["first"]


def test_a_wide_beam_is_the_last_resort() -> None:
    cascade = Parser(threads=1).cascade
    cascade.steps = [nothing, nothing, widened]
    sentences = [text.split() for text in ("De man slaapt .", "Ze ziet de kat .", "de man")]
    tasks = cascade.analyse(sentences, Settings(), [EVER] * 3)
    assert [task.proved for task in tasks] == [True] * 3


def test_a_beam_that_is_wide_already_is_not_tried_again() -> None:
    cascade = cascade_of(0)
    task = Task(["w"] * 150, EVER, 10.0)
    encoded = sentences_of([150])
    assert widened(cascade, encoded, [task], Settings(beam=16), EVER) == [[]]
    assert cascade.model.decoders[0].calls == 0  # type: ignore[attr-defined]  # as above


def test_work_together_is_paid_in_equal_parts(clock: list[float]) -> None:
    tasks = [Task(["w"], EVER, 3.0), Task(["w"], EVER, 1.0)]
    with sharing(tasks) as deadline:
        assert deadline.moment == 104.0
        clock[0] += 3.0
        assert not deadline.passed
        clock[0] += 1.0
        assert deadline.passed
    assert [task.left for task in tasks] == [1.0, -1.0]
    assert [task.timed_out for task in tasks] == [False, True]
    with sharing(tasks) as deadline:
        assert deadline.moment == 105.0


def test_a_sentence_that_is_done_is_not_late_afterwards(clock: list[float]) -> None:
    tasks = [Task(["w"], Deadline(110.0), 10.0), Task(["w"], Deadline(110.0), 10.0)]
    with sharing(tasks):
        clock[0] += 1.0
    with sharing(tasks[1:]):  # the first is done, and the other takes all that is left
        clock[0] += 20.0
    assert [task.timed_out for task in tasks] == [False, True]


def test_work_together_goes_on_as_long_as_anybody_waits_for_it() -> None:
    gone = {"one": False, "other": False}
    tasks = [Task(["w"], Deadline(cancelled=lambda name=name: gone[name]), 10.0) for name in gone]
    with sharing(tasks) as deadline:
        gone["one"] = True
        assert tasks[0].runs_out()
        assert not deadline.passed
        gone["other"] = True
        assert deadline.passed


def test_time_that_one_sentence_takes_is_not_at_the_cost_of_another(clock: list[float]) -> None:
    """The first step finds nothing; the second takes all the time of each sentence, and each has its own."""
    cascade, begun = cascade_of(3), list[tuple[str, float]]()

    def slow(cascade: Cascade, encoded: Encoded, tasks: Sequence[Task], settings: Settings, deadline: Deadline):
        begun.append(("".join(tasks[0].words), deadline.moment - clock[0]))
        clock[0] = deadline.moment
        return [[] for _ in tasks]

    cascade.steps = [nothing, slow, slow]
    tasks = cascade.analyse(SENTENCES, Settings(seconds=2.0), [EVER] * 3)
    assert begun == [("ab", 2.0), ("c", 2.0), ("defg", 2.0)]
    assert all(task.timed_out for task in tasks)


def test_when_time_is_up_before_links_are_looked_for_types_are_the_answer(clock: list[float]) -> None:
    cascade = cascade_of(1)
    first = cascade.steps[0]

    def late(*given):
        frames = first(*given)
        clock[0] += 100.0
        return frames

    cascade.steps = [late, nothing]
    tasks = cascade.analyse(SENTENCES, Settings(beam=3, seconds=1.0), [EVER] * 3)
    assert all(task.timed_out for task in tasks)
    assert any(task.analyses for task in tasks)
    for task in tasks:
        for analysis in task.analyses:
            assert analysis.derivation.links == ()
            assert not analysis.proved


def test_a_strict_net_comes_before_another_whose_score_is_hardly_better() -> None:
    np_, marked = parse_type("np"), parse_type("◇su np")
    strict = Derivation(("w",), (np_,), np_, ((0, 1),))
    loose = Derivation(("w",), (marked,), np_, ((0, 1),))
    one, near, far = Analysis(strict, -0.505), Analysis(loose, -0.5), Analysis(loose, -0.4)
    assert is_strict(one.net)
    assert not is_strict(near.net)
    assert merged([near, one], preference) == [one, near]
    assert merged([one, far], preference) == [far, one]
    assert merged([one, one], preference) == [one]
    sure, surer, surest = (
        replace(each, confidence=Confidence(whole, (0.5,))) for each, whole in ((one, 0.46), (near, 0.465), (far, 0.5))
    )
    assert [each.net for each in merged([surer, sure], preference)] == [one.net, near.net]
    assert [each.net for each in merged([sure, surest], preference)] == [far.net, one.net]
