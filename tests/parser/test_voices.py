"""Decoders together, against what each finds by itself and says of the other's frames."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.parser.decoding import Constraints, DecodedFrame, decode, read
from proofnets.parser.voices import Voice, decode_together
from tests.parser.stand_ins import BACKWARDS, GRAMMAR, RandomModel, sentences_of

EVER = Deadline()
FREE = Constraints(floor=-np.inf, margin=np.inf)
KINDS = st.sampled_from([FREE, Constraints(), replace(FREE, balanced=False), replace(FREE, grammatical=False)])


def two(seed: int, spread: float = 3.0) -> list[Voice]:
    return [Voice(RandomModel(seed, spread), GRAMMAR), Voice(RandomModel(seed + 1, spread), BACKWARDS)]


def slowly(voices, encoded, lengths, width, constraints) -> list[list[DecodedFrame]]:
    """Each decodes everything by itself, and all judge all frames."""
    found = [decode(*voice, encoded, lengths, width, constraints, EVER) for voice in voices]
    answers = []
    for row in range(len(lengths)):
        frames = {frame.symbols for decoded in found for frame in decoded[row].frames}
        listed = [(row, symbols) for symbols in frames]
        judged = [[path.logs.sum() for path in read(*voice, encoded, listed)] for voice in voices]
        means = [sum(scores) / len(voices) for scores in zip(*judged, strict=True)]
        ranked = [DecodedFrame(symbols, mean) for (_, symbols), mean in zip(listed, means, strict=True)]
        answers.append(sorted(ranked, key=lambda frame: -frame.score)[:width])
    return answers


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 5), min_size=1, max_size=4),
    st.integers(1, 3),
    KINDS,
    st.sampled_from([1.0, 6.0]),
)
def test_frames_are_ranked_by_the_mean_of_what_all_say(seed, lengths, width, constraints, spread):
    encoded, voices = sentences_of(lengths), two(seed, spread)
    found = decode_together(voices, encoded, lengths, width, constraints, EVER)
    expected = slowly(voices, encoded, lengths, width, constraints)
    for decoded, frames in zip(found, expected, strict=True):
        assert len(decoded.frames) <= width
        assert [frame.symbols for frame in decoded.frames] == [frame.symbols for frame in frames]
        assert np.allclose([frame.score for frame in decoded.frames], [frame.score for frame in frames])
        for frame in decoded.frames:
            assert len(frame.logs) == len(voices)
            assert np.isclose(np.mean([logs.sum() for logs in frame.logs]), frame.score)


@given(st.integers(0, 10**6), st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(1, 3))
def test_one_voice_alone_is_what_it_finds(seed, lengths, width):
    encoded, (voice, _) = sentences_of(lengths), two(seed)
    found = decode_together([voice], encoded, lengths, width, FREE, EVER)
    alone = decode(*voice, encoded, lengths, width, FREE, EVER)
    for one, other in zip(found, alone, strict=True):
        assert [frame.symbols for frame in one.frames] == [frame.symbols for frame in other.frames]
        assert np.allclose([frame.score for frame in one.frames], [frame.score for frame in other.frames])


def test_two_that_agree_read_more_than_they_write():
    """Both want the same whatever was written: the second has nothing to write."""

    class Sure(RandomModel):
        def scores(self, history, sentence):
            scores = np.zeros(self.size)
            scores[[5, 2]] = 9.0, 8.0
            return scores

    voices = [Voice(Sure(0), GRAMMAR), Voice(Sure(1), BACKWARDS)]
    constraints = replace(FREE, balanced=False)
    (decoded,) = decode_together(voices, sentences_of([9]), [9], 1, constraints, EVER)
    assert len(decoded.frames) == 1
    assert voices[1].decoder.calls == 1


@pytest.mark.parametrize("width", [1, 4])
def test_when_time_is_up_what_was_found_is_the_answer(width):
    """The first has finished its frames when time is up, and the second says nothing of them any more."""
    voices, encoded = two(1), sentences_of([4])
    first = voices[0].decoder
    (alone,) = decode_together(voices[:1], encoded, [4], width, FREE, EVER)
    calls, first.calls = first.calls, 0
    deadline = Deadline(cancelled=lambda: first.calls >= calls)
    (decoded,) = decode_together(voices, encoded, [4], width, FREE, deadline)
    assert {frame.symbols for frame in alone.frames} <= {frame.symbols for frame in decoded.frames}
    assert first.calls == calls
    (nothing,) = decode_together(voices, encoded, [4], width, FREE, Deadline.after(0))
    assert nothing.frames == []
