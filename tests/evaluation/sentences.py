"""Samples made by hand, and a parser that says what it is told to say."""

from collections.abc import Iterable, Iterator, Sequence

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Derivation, Entry
from proofnets.errors import ProofNetsError
from proofnets.evaluation import Comparison, compare, gold_of
from proofnets.logic import Link, Type
from proofnets.parser.inputs import Sentence
from proofnets.parser.settings import Settings
from proofnets.treebank import Sample
from tests.treebank.sentences import sample


def analysis(gold: Sample, types: Sequence[str | None], goal: str, links: Iterable[Link]) -> Analysis:
    """An analysis of the sentence of a gold sample."""
    return Analysis(sample("", " ".join(gold.tokens), types, goal, links), 0.0)


def sleeping(often: int, name: str = "often") -> Sample:
    """`Ze slapen vaak … vaak`, so many times: a sentence of 2 + often words and 4 + 3 · often symbols."""
    types = ["pron", "◇su pron ⊸ s_main", *["□mod(s_main ⊸ s_main)"] * often]
    links = [(0, 1), *((2 + 2 * n, 3 + 2 * n) for n in range(often + 1))]
    return sample(name, "Ze slapen" + " vaak" * often, types, "s_main", links)


# Atoms: pron 0 of Ze; pron 1 and s_main 2 of slapen; s_main 3 of the goal.
SLEEP = sample("1", "Ze slapen .", ["pron", "◇su pron ⊸ s_main", None], "s_main", [(0, 1), (2, 3)])
# Atoms: np 0 of Jan; np 1 (object), np 2 (subject) and s_main 3 of ziet; np 4 of Den Haag; s_main 5 of the goal.
SEE_TYPES = ["np", "◇obj np ⊸ ◇su np ⊸ s_main", "np", "+"]
SEE = sample("2", "Jan ziet Den Haag", SEE_TYPES, "s_main", [(4, 1), (0, 2), (3, 5)])
# Atoms: n 0 and np 1 of De; n 2 of man; np 3 and s_main 4 of slaapt; s_main 5 and 6 of vaak; s_main 7 of the goal.
MAN_TYPES = ["□det(n ⊸ np)", "n", "◇su np ⊸ s_main", "□mod(s_main ⊸ s_main)"]
MAN = sample("3", "De man slaapt vaak", MAN_TYPES, "s_main", [(2, 0), (1, 3), (4, 5), (6, 7)])
NAP = sample("4", "Jullie dutten", ["pron", "◇su pron ⊸ s_main"], "s_main", [(0, 1), (2, 3)])
GOLD = (SLEEP, SEE, MAN, NAP)

RIGHT = {gold.tokens: [Analysis(gold, 0.0)] for gold in GOLD}

OTHER_TYPES = analysis(SLEEP, ["np", "◇su np ⊸ s_main", None], "s_main", [(0, 1), (2, 3)])
"""The right term with wrong types."""
SWAPPED = analysis(SEE, SEE_TYPES, "s_main", [(0, 1), (4, 2), (3, 5)])
"""The right frame, but subject and object have changed places."""
UNBALANCED = analysis(MAN, ["□det(n ⊸ np)", "np", "◇su np ⊸ s_main", "□mod(s_main ⊸ s_main)"], "s_main", [])
"""One type is wrong, and nothing is proved."""
WRONG = {SLEEP.tokens: [OTHER_TYPES], SEE.tokens: [SWAPPED], MAN.tokens: [UNBALANCED], NAP.tokens: []}
"""For the last sentence there is no analysis."""


def compared(answers: dict[tuple[str, ...], list[Analysis]], golds: Sequence[Sample] = GOLD) -> list[Comparison]:
    """The gold samples, each beside the first of its answers."""
    return [compare(gold_of(gold), next(iter(answers[gold.tokens]), None)) for gold in golds]


class Told:
    """A parser that gives the answers it was told, for each beam, and the last as links."""

    def __init__(self, answers: dict[int, dict[tuple[str, ...], list[Analysis]]]) -> None:
        self.answers = answers
        self.asked: list[Settings] = []
        self.joined: list[Sequence[bool] | None] = []
        """What it was told of the units of each sentence."""

    def parse_sentences(self, given: Iterable[Sentence], settings: Settings) -> Iterator[Parse]:
        self.asked.append(settings)
        for sentence in given:
            self.joined.append(sentence.joined)
            found = self.answers[settings.beam][tuple(token.text for token in sentence.tokens)]
            yield Parse(sentence.text, sentence.tokens, tuple(found[: settings.readings]))

    def link(self, tokens: Sequence[str], types: Sequence[Entry], goal: Type, deadline: Deadline) -> list[Analysis]:
        if tokens == NAP.tokens:
            raise ProofNetsError("the model does not know the symbol pron")
        given = Derivation(tuple(tokens), tuple(types), goal, ())
        answer = self.answers[max(self.answers)][tuple(tokens)]
        return [one for one in answer if one.derivation.types == given.types and one.derivation.goal == goal]
