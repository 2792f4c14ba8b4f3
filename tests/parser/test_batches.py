"""Batches: every sentence in one of them, sentences of like length together, and answers in the order of the input."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.modelfolder import ModelError
from proofnets.parser.batches import BEAMED_TOKENS, _batches, parse_in_batches
from proofnets.parser.cascade import Task
from proofnets.parser.inputs import from_tokens
from proofnets.parser.settings import Settings

EVER = Deadline()


@given(st.lists(st.integers(1, 200), max_size=60), st.integers(1, 40), st.integers(1, 32))
def test_every_sentence_is_in_one_batch_and_no_batch_is_too_large(lengths: list[int], most: int, beam: int) -> None:
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    batches = list(_batches(order, lengths, most, beam))
    assert [i for batch in batches for i in batch] == order
    for batch in batches:
        assert 0 < len(batch) <= most
        assert len(batch) == 1 or len(batch) * beam * max(lengths[i] for i in batch) <= BEAMED_TOKENS


class Echo:
    """A cascade that remembers what it was given, and fails where it is told to."""

    class model:  # noqa: N801  # it stands for an attribute
        longest = 510

        @staticmethod
        def pieces(tokens: Sequence[str]) -> tuple[list[int], list[int]]:
            return [0] * len(tokens), [0] * len(tokens)

    def __init__(self, error: Exception | None = None) -> None:
        self.error, self.given = error, list[tuple[str, ...]]()

    def analyse(self, sentences, settings, deadlines, joined):
        assert len(joined) == len(sentences)
        self.given.append(tuple(words[0] for words in sentences))
        if self.error and any(words[0] == "bad" for words in sentences):
            raise self.error
        tasks = [Task(words, deadline, 1.0) for words, deadline in zip(sentences, deadlines, strict=True)]
        for task in tasks:
            task.runs_out()
        return tasks


@pytest.mark.parametrize("threads", [1, 3])
def test_answers_are_in_the_order_of_the_input(threads: int) -> None:
    sentences = [from_tokens([f"w{number}"] * (1 + number * 7 % 10)) for number in range(25)]
    deadlines = [Deadline(cancelled=lambda number=number: number % 4 == 0) for number in range(25)]
    cascade: Any = Echo()
    parses = parse_in_batches(cascade, sentences, Settings(batch=4), deadlines, threads)
    assert [parse.text for parse in parses] == [sentence.text for sentence in sentences]
    assert [parse.timed_out for parse in parses] == [number % 4 == 0 for number in range(25)]
    assert max(map(len, cascade.given)) <= 4


def test_what_fails_is_tried_again_by_itself_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    sentences = [from_tokens([word]) for word in ("a", "bad", "c")]
    cascade: Any = Echo(ValueError("no such thing"))
    parses = parse_in_batches(cascade, sentences, Settings(), [EVER] * 3, 1)
    assert [parse.error for parse in parses] == ["", "an error inside the parser (ValueError: no such thing)", ""]
    assert cascade.given == [("a", "bad", "c"), ("a",), ("bad",), ("c",)]
    assert [record.name for record in caplog.records] == ["proofnets.parser.batches"]
    assert "ValueError: no such thing" in caplog.text


def test_a_damaged_model_is_no_fault_of_a_sentence() -> None:
    sentences = [from_tokens([word]) for word in ("a", "bad")]
    cascade: Any = Echo(ModelError("damaged"))
    with pytest.raises(ModelError, match="damaged"):
        parse_in_batches(cascade, sentences, Settings(), [EVER] * 2, 1)


def test_sentences_that_cannot_be_read_take_no_part() -> None:
    cascade: Any = Echo()
    sentences = [from_tokens(words) for words in (["a"], [], ["w"] * 201, ["b"])]
    parses = parse_in_batches(cascade, sentences, Settings(), [EVER] * 4, 1)
    assert [bool(parse.error) for parse in parses] == [False, True, True, False]
    assert cascade.given == [("a", "b")]
    assert parse_in_batches(cascade, [], Settings(), [], 2) == []
