"""Grafts: what comes out is a net again, of the tokens that should be there."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation import net
from proofnets.logic import strip
from proofnets.treebank import Sample
from proofnets.treebank.grafts import Nursery, graft, parts
from tests.treebank.sentences import by_hand, sentences

SAMPLES = sentences()


def spans(sample: Sample) -> Iterator[tuple[str, str]]:
    for part in parts(sample):
        yield part.name, " ".join(sample.tokens[part.start : part.end])


def test_parts_are_what_proves_an_atom() -> None:
    sample = by_hand(
        "x", "de/□det(n ⊸ np) kat/n die/◇body(◇su np ⊸ s_sub) ⊸ □mod(np ⊸ np) blaft/◇su np ⊸ s_sub ./", "np"
    )
    assert list(spans(sample)) == [("np", "de kat"), ("np", "de kat die blaft"), ("n", "kat")]


def test_a_unit_is_not_cut() -> None:
    sample = by_hand("x", "Den/np Haag/+ slaapt/◇su np ⊸ s_main ./", "s_main")
    assert list(spans(sample)) == [("np", "Den Haag"), ("s_main", "Den Haag slaapt")]


def test_a_graft() -> None:
    host = by_hand("a", "de/□det(n ⊸ np) kat/n slaapt/◇su np ⊸ s_main vaak/□mod(s_main ⊸ s_main) ./", "s_main")
    guest = by_hand("b", "Den/np Haag/+ ziet/◇obj np ⊸ ◇su np ⊸ s_main een/□det(n ⊸ np) hond/n", "s_main")
    (subject,) = (part for part in parts(host) if part.name == "np")
    (city, *_) = (part for part in parts(guest) if part.name == "np")
    grown = graft(subject, city)
    assert grown.id == "a+b"
    assert grown.tokens == ("Den", "Haag", "slaapt", "vaak", ".")
    assert str(strip(net(grown).term)) == 'vaak (slaapt "Den Haag")'
    (thing,) = (part for part in parts(guest) if part.name == "n")
    (cat,) = (part for part in parts(host) if part.name == "n")
    assert str(strip(net(graft(cat, thing)).term)) == "vaak (slaapt (de hond))"


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
@given(seed=st.integers(0, 2**32))
def test_whatever_is_grown_is_a_net(rate: float, seed: int) -> None:
    nursery = Nursery(SAMPLES)
    grown = list(nursery.grown(rate, Random(seed)))
    assert len(grown) == len(SAMPLES)
    for sample, other in zip(SAMPLES, grown, strict=True):
        assert net(other).term
        assert other.goal == sample.goal
        assert rate or other is sample
    assert rate < 1 or any(other is not sample for sample, other in zip(SAMPLES, grown, strict=True))
    assert list(nursery.grown(rate, Random(seed))) == grown
    again = Nursery(grown)  # grafts have parts as well
    assert all(net(other).term for other in again.grown(1.0, Random(seed)))
