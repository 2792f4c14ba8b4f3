"""Judgements that look like sentences, made by a small grammar, for benchmarks of the logic.

Each is provable by construction: it has determiners, adjectives, prepositional phrases, relative clauses with a gap,
coordination, verb clusters and adverbs in about the proportions of newspaper text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from proofnets.logic import Judgement, atoms, parse_type

VERBS = ["◇su np ⊸ {s}", "◇obj np ⊸ ◇su np ⊸ {s}", "◇obj np ⊸ ◇su np ⊸ {s}", "◇vc inf ⊸ ◇su np ⊸ {s}"]
INFINITIVES = ["inf", "◇obj np ⊸ inf", "◇pc pp ⊸ inf"]


class Writer:
    """Writes one sentence, word by word."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.types: list[str] = []

    def verb(self, type_: str, gap: str | None = None) -> None:
        """A verb and all that it takes, but for the one argument that is a gap."""
        self.types.append(type_)
        for argument in type_.split(" ⊸ ")[:-1]:
            label, atom = argument.removeprefix("◇").split()
            if label != gap:
                self.phrase(atom)

    def phrase(self, atom: str) -> None:
        """A phrase of an atomic type."""
        if atom == "np":
            self.noun_phrase()
        elif atom == "pp":
            self.types.append("◇obj np ⊸ pp")
            self.noun_phrase()
        elif atom == "inf":
            self.verb(self.random.choice(INFINITIVES))

    def noun_phrase(self) -> None:
        """A name, or a noun with a determiner, and what modifies it."""
        choice = self.random.random()
        if choice < 0.08:
            self.types.append("◇cnj np ⊸ ◇cnj np ⊸ np")
            self.noun_phrase()
            self.noun_phrase()
            return
        self.types += ["np"] if choice < 0.35 else ["□det(n ⊸ np)", "n"]
        while self.random.random() < 0.3:
            self.types.append("□mod(np ⊸ np)")
        if self.random.random() < 0.2:
            self.types.append("◇obj np ⊸ □mod(np ⊸ np)")
            self.noun_phrase()
        if self.random.random() < 0.12:
            gap = self.random.choice(["su", "obj"])
            self.types.append(f"◇body(◇{gap} np ⊸ s_sub) ⊸ □mod(np ⊸ np)")
            self.verb("◇obj np ⊸ ◇su np ⊸ s_sub", gap)

    def sentence(self) -> None:
        """A main clause with adverbs."""
        self.verb(self.random.choice(VERBS).format(s="s_main"))
        while self.random.random() < 0.4:
            self.types.append("□mod(s_main ⊸ s_main)")


def sentence_like(size: int, seed: int = 0) -> Iterator[Judgement]:
    """Endless judgements of `size` atoms or up to a tenth more."""
    while True:
        seed += 1
        writer = Writer(seed)
        writer.sentence()
        types = tuple(map(parse_type, writer.types))
        count = sum(len(atoms(type_)) for type_ in types) + 1
        if size <= count <= size * 1.1:
            yield Judgement(tuple(f"w{i}" for i in range(1, len(types) + 1)), types, parse_type("s_main"))
