"""Batches: sentences of like length are worked on together, and each thread has a batch at a time.

What goes wrong inside costs no other sentence its answer. It is told in the answer of the sentence that it happened
with, and logged with its traceback.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Parse
from proofnets.modelfolder import ModelError
from proofnets.parser.cascade import Cascade
from proofnets.parser.faults import fault
from proofnets.parser.inputs import Joined, Sentence
from proofnets.parser.settings import Settings

BEAMED_TOKENS = 4000
"""How many tokens a batch may have, its beams counted: what is remembered of them must fit into memory."""

_log = logging.getLogger(__name__)


def parse_in_batches(
    cascade: Cascade, sentences: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline], threads: int
) -> list[Parse]:
    """The parses of some sentences, in their order."""
    faults = (fault(cascade.model, [token.text for token in s.tokens]) for s in sentences)
    parses = [
        Parse(s.text, s.tokens, error=error, place=s.place, conllu=s.conllu)
        for s, error in zip(sentences, faults, strict=True)
    ]
    lengths = [len(parse.tokens) for parse in parses]
    todo = sorted((i for i, parse in enumerate(parses) if not parse.error), key=lengths.__getitem__)
    most = min(settings.batch, -(-len(todo) // threads))  # fewer than that, so that no thread is idle

    def work(batch: list[int]) -> list[Parse]:
        joined, ends = [sentences[i].joined for i in batch], [deadlines[i] for i in batch]
        return _parsed(cascade, [parses[i] for i in batch], joined, settings, ends)

    batches = list(_batches(todo, lengths, most, settings.beam))
    for batch, done in zip(batches, _in_threads(work, batches, threads), strict=True):
        for i, parse in zip(batch, done, strict=True):
            parses[i] = parse
    return parses


def _in_threads(work: Callable[[list[int]], list[Parse]], batches: list[list[int]], threads: int) -> list[list[Parse]]:
    if threads == 1 or len(batches) == 1:  # a thread takes its time to begin
        return [work(batch) for batch in batches]
    pool = ThreadPoolExecutor(threads)
    try:
        return list(pool.map(work, batches))
    finally:
        pool.shutdown(cancel_futures=True)


def _parsed(
    cascade: Cascade,
    parses: list[Parse],
    joined: list[Joined | None],
    settings: Settings,
    deadlines: Sequence[Deadline],
) -> list[Parse]:
    """Parses with their analyses. A sentence on which anything fails is rejected by itself."""
    try:
        tasks = cascade.analyse([[t.text for t in parse.tokens] for parse in parses], settings, deadlines, joined)
    except ModelError:  # no sentence is at fault
        raise
    except Exception as error:  # whatever it is, it must not cost the answers to the other sentences
        if len(parses) > 1:
            alone = zip(parses, joined, deadlines, strict=True)
            return [done for parse, units, end in alone for done in _parsed(cascade, [parse], [units], settings, [end])]
        _log.exception("an error inside the parser, on a sentence of %d tokens", len(parses[0].tokens))
        return [replace(parses[0], error=f"an error inside the parser ({type(error).__name__}: {error})")]
    return [
        replace(parse, analyses=tuple(task.analyses), timed_out=task.timed_out)
        for parse, task in zip(parses, tasks, strict=True)
    ]


def _batches(todo: list[int], lengths: list[int], most: int, beam: int) -> Iterator[list[int]]:
    """Sentences in order of their length, `most` at a time, and fewer of the long ones."""
    batch: list[int] = []
    for i in todo:
        if batch and (len(batch) == most or (len(batch) + 1) * beam * lengths[i] > BEAMED_TOKENS):
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch
