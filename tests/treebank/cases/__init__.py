"""Sentences with their trees and what must be extracted from them, by what they are about. All are ours."""

from tests.treebank.cases.coordination import COORDINATION
from tests.treebank.cases.discourse import DISCOURSE
from tests.treebank.cases.gaps import GAPS
from tests.treebank.cases.heads import HEADS
from tests.treebank.cases.modifiers import MODIFIERS
from tests.treebank.cases.noun_phrases import NOUN_PHRASES
from tests.treebank.cases.oddities import ODDITIES
from tests.treebank.cases.units import UNITS
from tests.treebank.cases.verbs import VERBS

CASES = [*HEADS, *NOUN_PHRASES, *MODIFIERS, *VERBS, *GAPS, *COORDINATION, *UNITS, *DISCOURSE, *ODDITIES]
