"""Sentences with their nets, made by hand."""

from itertools import product

from proofnets.logic import Judgement, parse_type, proofs
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


def by_hand(name: str, text: str, goal: str) -> Sample:
    """A sample from words with their types, `word/type`; its links are those of the first proof."""
    words: list[list[str]] = []
    for part in text.split(" "):
        if "/" in part:
            words.append(part.split("/"))
        else:
            words[-1][1] += f" {part}"
    entries = [None if not type_ else type_ if type_ == "+" else parse_type(type_) for _, type_ in words]
    types = tuple(entry for entry in entries if entry is not None and entry != "+")
    net = next(iter(proofs(Judgement(("",) * len(types), types, parse_type(goal)), limit=1)))
    return Sample(tuple(word for word, _ in words), tuple(entries), parse_type(goal), net.links, id=name)
