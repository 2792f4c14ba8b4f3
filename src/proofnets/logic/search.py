"""Search: every net of a judgement, without a model.

The search grows partial terms from the goal down (see `partial`). Whatever is forced is linked at once; where nothing
is, the leaf with the fewest options takes them one by one. A partial term is given up as soon as some free atom can
no longer be reached from where it must stand. Without hypotheses that test is exact: every choice that passes it leads
to a net. With them, provability is NP-complete, and the search may take long: give it a bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import count, islice
from time import thread_time

from proofnets.deadline import NEVER, Deadline, TimeUpError
from proofnets.logic.frames import Frame, Link, imbalance
from proofnets.logic.judgement import Judgement
from proofnets.logic.nets import Net
from proofnets.logic.partial import PartialTerm
from proofnets.logic.plan import Plan
from proofnets.logic.types import Box, Diamond, Implication

_CHECKING = 8
"""How many times as long it takes, at most, to check a net as to decompose its judgement."""
_DECOMPOSING = 6
"""How many times as long it takes, at most, to decompose a judgement as to count its parts."""
_TRIED = 20
"""How many options of a leaf are tried to find out why a judgement has no net."""


def proofs(
    judgement: Judgement,
    limit: int | None = None,
    seconds: float | None = None,
    strict: bool = False,
    deadline: Deadline | None = None,
) -> Search:
    """Every net of a judgement, each once, in an order that depends on the judgement alone: near links come first.

    Modalities take no part in it, unless the search is strict: then it finds the nets that `is_strict` tells. Besides
    the time that it may take there may be a deadline, which its caller can bring forward.

    >>> from proofnets.logic import parse_judgement
    >>> for net in proofs(parse_judgement("a:s, b:s ⊸ s, c:s ⊸ s ⊢ s")):
    ...     print(net.term)
    c (b a)
    b (c a)
    >>> list(proofs(parse_judgement("x:◇su np ⊢ np"), strict=True))
    []
    """
    return Search(judgement, limit, seconds, strict, deadline)


class Search(Iterator[Net]):
    """The nets of a judgement, found as they are asked for.

    When it is exhausted, `stopped` tells why it ended before all nets were found ("limit" or "time"), or is None.
    The time is that from when the search was made, and leaves enough to check the last net that was found.
    """

    def __init__(
        self,
        judgement: Judgement,
        limit: int | None = None,
        seconds: float | None = None,
        strict: bool = False,
        deadline: Deadline | None = None,
    ) -> None:
        self.found = 0
        self.stopped: str | None = None
        self._judgement, self._limit = judgement, limit
        self._structures: Iterator[list[Link]] = iter(())
        until = (deadline or Deadline()).within(seconds)
        try:
            _counted(judgement, until)
        except TimeUpError:
            self.stopped = "time"
            return
        started = thread_time()
        frame = self.frame
        checking = _CHECKING * (thread_time() - started)
        if not imbalance(frame):
            self._structures = _search(frame, strict, replace(until, moment=until.moment - checking))

    @cached_property
    def frame(self) -> Frame:
        """The judgement decomposed; if there was no time for that, it is done when it is asked for."""
        return Frame(self._judgement)

    def __next__(self) -> Net:
        if self.stopped:
            raise StopIteration
        try:
            links = next(self._structures)
        except TimeUpError:
            self.stopped = "time"
            raise StopIteration from None
        if self.found == self._limit:
            self.stopped = "limit"
            raise StopIteration
        self.found += 1
        return Net(self.frame, links)


def _counted(judgement: Judgement, deadline: Deadline) -> None:
    """Count the parts of a judgement, to see whether there is time to decompose it.

    A type that was put together from parts that are the same object may be far larger than what was written.
    """
    started = thread_time()
    stack = [*judgement.types, judgement.goal]
    for number in count():
        if not stack:
            break
        if number % 1024 == 0:
            deadline.check()
        type_ = stack.pop()
        if isinstance(type_, Implication):
            stack += (type_.argument, type_.result)
        elif isinstance(type_, Diamond | Box):
            stack.append(type_.body)
    replace(deadline, moment=deadline.moment - _DECOMPOSING * (thread_time() - started)).check()


def _search(frame: Frame, strict: bool, deadline: Deadline) -> Iterator[list[Link]]:
    """The links of every net of a balanced frame."""
    deadline.check()
    term = PartialTerm(Plan(frame, strict, deadline), deadline)
    choices: list[tuple[int, int, Iterator[int]]] = []  # how many links there were, the leaf, and its further options
    alive = term.propagate()
    while True:
        if alive and term.possible():
            if term.finished:
                yield term.links
            else:
                leaf = term.narrowest()
                choices.append((len(term.links), leaf, term.options(leaf)))
        while choices:
            length, leaf, options = choices[-1]
            term.undo(length)
            option = next(options, None)
            if option is not None:
                term.take(option, leaf)
                alive = term.propagate()
                break
            choices.pop()
        else:
            return


def obstacle(frame: Frame, strict: bool = False, deadline: Deadline = NEVER) -> str | None:
    """Why a frame has no net, in words, as far as that can be told without a search; None if it takes one to tell.

    When time is up, nothing can be told.

    >>> from proofnets.logic import parse_judgement
    >>> print(obstacle(Frame(parse_judgement("die:(np ⊸ s) ⊸ n, regent:s, ziet:np ⊸ n ⊸ s ⊢ s"))))
    nothing can fill s 7 of the goal: with s 6 of 'ziet', np 4 of 'ziet' seeks the hypothesis np 0 of 'die', \
which is of no use outside the argument it belongs to
    """
    if fault := imbalance(frame):
        return fault
    try:
        return _obstacle(frame, PartialTerm(Plan(frame, strict, deadline), deadline))
    except TimeUpError:
        return None


def _obstacle(frame: Frame, term: PartialTerm) -> str | None:
    if not (term.propagate() and term.possible()):
        return term.fault
    while not term.finished:
        leaf, length = term.narrowest(), len(term.links)
        options = list(islice(term.options(leaf), _TRIED + 1))
        faults: dict[int, str] = {}
        for option in options[:_TRIED]:
            term.take(option, leaf)
            if not (term.propagate() and term.possible()):
                faults[option] = term.fault
            term.undo(length)
        if len(faults) == len(options):
            return f"nothing can fill {frame.describe(leaf)}: with {frame.describe(options[0])}, {faults[options[0]]}"
        if len(faults) < len(options) - 1:
            return None
        term.take(next(option for option in options if option not in faults), leaf)
        term.propagate()
        term.possible()
    return None
