"""Sentences with their nets, made by hand."""

from collections.abc import Iterable
from itertools import product

from proofnets.derivation.derivations import parse_entry
from proofnets.logic import Judgement, Link, Type, parse_type, proofs
from proofnets.treebank import Sample

NOUN_PHRASES = ("de/□det(n ⊸ np) man/n", "een/□det(n ⊸ np) grote/□mod(n ⊸ n) hond/n", "Den/np Haag/+")
RELATIVE = "de/□det(n ⊸ np) kat/n die/◇body(◇su np ⊸ s_sub) ⊸ □mod(np ⊸ np) blaft/◇su np ⊸ s_sub"
OBJECT_RELATIVE = (
    "de/□det(n ⊸ np) kat/n die/◇body(◇obj np ⊸ s_sub) ⊸ □mod(np ⊸ np) ze/pron ziet/◇obj np ⊸ ◇su pron ⊸ s_sub"
)
VERB_PHRASES = ("slaapt/◇su np ⊸ s_main", "slaapt/◇su np ⊸ s_main vaak/□mod(s_main ⊸ s_main)")


def sentences() -> list[Sample]:
    """Twenty sentences: adverbs, relative clauses of the third order, multi-word units, punctuation, questions."""
    subjects = (*NOUN_PHRASES, RELATIVE, OBJECT_RELATIVE)
    texts = [f"{subject} {verb} ./" for subject, verb in product(subjects, VERB_PHRASES)]
    texts += [f"ze/pron ziet/◇obj np ⊸ ◇su pron ⊸ s_main {object_} ./" for object_ in subjects]
    texts += [f"ziet/◇obj np ⊸ ◇su pron ⊸ s_v1 ze/pron {object_} ?/" for object_ in subjects]
    goals = ["s_main"] * 15 + ["s_v1"] * 5
    return [by_hand(f"hand/{i}", text, goal) for i, (text, goal) in enumerate(zip(texts, goals, strict=True), 1)]


def sample(name: str, words: str, types: Iterable[str | None], goal: str, links: Iterable[Link]) -> Sample:
    """A sample from texts: the words have spaces between them."""
    return Sample(tuple(words.split()), tuple(map(parse_entry, types)), parse_type(goal), tuple(links), id=name)


def by_hand(name: str, text: str, goal: str) -> Sample:
    """A sample from words with their types, `word/type`; its links are those of the first proof."""
    words: list[list[str]] = []
    for part in text.split(" "):
        if "/" in part:
            words.append(part.split("/"))
        else:
            words[-1][1] += f" {part}"
    entries = [parse_entry(type_ or None) for _, type_ in words]
    types = tuple(entry for entry in entries if isinstance(entry, Type))
    net = next(iter(proofs(Judgement(("",) * len(types), types, parse_type(goal)), limit=1)))
    return Sample(tuple(word for word, _ in words), tuple(entries), parse_type(goal), net.links, id=name)
