"""Random samples: derivations as treebanks write them, with multi-word units and marks that bring no resource."""

from random import Random

from hypothesis import strategies as st

from proofnets.derivation import Entry
from proofnets.logic import net_of
from proofnets.treebank import Sample
from tests.logic.derivations import random_derivation


def samples(marks: bool = True) -> st.SearchStrategy[Sample]:
    """Samples whose words have up to two tokens behind them, which continue them or, with marks, bring nothing."""
    return st.builds(random_sample, st.integers(0, 2**32), st.integers(0, 8), st.just(marks))


def random_sample(seed: int, size: int, marks: bool) -> Sample:
    random, derivation = Random(seed), random_derivation(seed, size)
    net = net_of(derivation.term, derivation.judgement)
    tokens: list[str] = []
    types: list[Entry] = []
    for type_ in net.frame.judgement.types:
        tokens.append("woord")
        types.append(type_)
        for entry in random.choices(("+", None) if marks else ("+",), k=random.randrange(3)):
            if entry is None or types[-1] is not None:
                tokens.append("deel" if entry else ".")
                types.append(entry)
    return Sample(tuple(tokens), tuple(types), net.frame.judgement.goal, net.links, id="x")
