"""Verb clusters: Dutch sentences that are made up with their derivations, to train on and to measure.

Where verbs take verbs, Dutch puts their objects first and the verbs behind, both in the same order: in *dat zij de man
de brief ziet proberen te schrijven*, the man is seen and the letter written. Nothing but the order tells which object
is whose. Text has few sentences with more than two such verbs, so a parser has hardly learnt from it what goes on as
long as one likes. Here they are made: verbs that take verbs and the people in it stand below; all other nouns and verbs
are those of a data set, by the types that they have there. Types are in the scheme of docs/extraction.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.files import make_folder
from proofnets.logic import Application, Judgement, Modal, Term, Type, Word, net_of, parse_type
from proofnets.treebank.samples import Sample, read_samples, split_file, write_samples

Order: TypeAlias = Literal["main", "question", "clause"]
Takes: TypeAlias = Literal["bare", "object", "te"]
"""What a verb takes: a bare infinitive, one with an object before it whose doing it is, or one with *te*."""


class Verb(NamedTuple):
    """A verb that takes a verb."""

    infinitive: str
    present: str
    past: str
    takes: Takes


def _verbs(takes: Takes, table: str) -> list[Verb]:
    rows = [row.split() for row in table.strip().splitlines()]
    return [Verb(infinitive, present, past, takes) for infinitive, present, past in rows]


VERBS = [
    *_verbs(
        "bare",
        """
        willen wil wilde
        kunnen kan kon
        moeten moet moest
        mogen mag mocht
        gaan gaat ging
        zullen zal zou
        blijven blijft bleef
        leren leert leerde""",
    ),
    *_verbs(
        "object",
        """
        zien ziet zag
        horen hoort hoorde
        laten laat liet
        helpen helpt hielp
        voelen voelt voelde
        doen doet deed""",
    ),
    *_verbs(
        "te",
        """
        proberen probeert probeerde
        durven durft durfde
        weigeren weigert weigerde
        beginnen begint begon
        dreigen dreigt dreigde
        hopen hoopt hoopte
        wensen wenst wenste
        hoeven hoeft hoefde
        dienen dient diende
        schijnen schijnt scheen
        lijken lijkt leek
        blijken blijkt bleek
        trachten tracht trachtte
        beloven belooft beloofde
        zitten zit zat
        staan staat stond
        vergeten vergeet vergat
        besluiten besluit besloot""",
    ),
]
PERFECT = Verb("hebben", "heeft", "had", "bare")
"""The auxiliary, whose verb is an infinitive instead of a participle where it takes a verb itself."""
WITH_PERFECT = {"proberen", "durven", "weigeren", "trachten", "hoeven"}
"""The verbs with *te* of which that is so."""
PEOPLE = (
    *("man", "vrouw", "jongen", "docent", "student", "arts", "leraar", "buurman", "minister"),
    *("agent", "zanger", "bakker", "schrijver", "directeur", "trainer", "speler", "koning"),
)
NAMES = ("Jan", "Marie", "Piet", "Anna", "Kees", "Sofie", "Tom", "Emma", "Mark", "Lisa", "Peter", "Eva", "Karel")
PRONOUNS = ("hij", "zij", "ze")
OTHER_PRONOUNS = ("hem", "haar", "hen", "ons", "mij")
"""Those that are objects."""
WHO_KNOWS = (
    *(("ik", "weet"), ("zij", "zegt"), ("hij", "denkt")),
    *(("iedereen", "ziet"), ("ze", "vergat"), ("hij", "hoorde")),
)
"""Who knows or says it, where the verbs are in a clause with *dat*."""


_DETERMINER, _NOUN = parse_type("□det(n ⊸ np)"), parse_type("n")
_TRANSITIVE, _INTRANSITIVE = parse_type("◇obj np ⊸ inf"), parse_type("inf")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of clusters that come from a data set."""

    transitive: tuple[str, ...]
    """Infinitives that take an object."""
    intransitive: tuple[str, ...]
    """Infinitives that hardly ever do."""
    things: tuple[tuple[str, str], ...]
    """Nouns with their article."""

    def halves(self) -> tuple[Lexicon, Lexicon]:
        """Two lexicons that have no word in common: one to train on, one to measure."""
        one, other = (
            Lexicon(self.transitive[start::2], self.intransitive[start::2], self.things[start::2]) for start in (0, 1)
        )
        return one, other


def lexicon(samples: Iterable[Sample]) -> Lexicon:
    """The infinitives and nouns of samples, by their types, but for those that are seen once or twice.

    Infinitives are those that *te* was seen before: *goedkeuren* is not, since it is *goed te keuren*.
    """
    infinitives: dict[Type, Counter[str]] = {_TRANSITIVE: Counter(), _INTRANSITIVE: Counter()}
    nouns: dict[str, Counter[str]] = {"de": Counter(), "het": Counter()}
    after_te: set[str] = set()
    for sample in samples:
        before = ""
        for token, entry in zip(sample.tokens, sample.types, strict=True):
            plain = token.isalpha() and token.islower()
            if plain and isinstance(entry, Type) and entry in infinitives and token.endswith("n"):
                infinitives[entry][token] += 1
                after_te.update({token} if before == "te" else ())
            if plain and entry == _NOUN and before in nouns:
                nouns[before][token] += 1
            before = token.lower() if entry == _DETERMINER or token == "te" else ""
    often = {key: {word for word, times in seen.items() if times > 2} for key, seen in (infinitives | nouns).items()}
    taken = {verb.infinitive for verb in [*VERBS, PERFECT]}
    transitive = (often[_TRANSITIVE] & after_te) - taken
    intransitive = (often[_INTRANSITIVE] & after_te) - often[_TRANSITIVE] - taken
    de, het = (often[article] - transitive - intransitive - set(PEOPLE) for article in ("de", "het"))
    if not (len(transitive) > 1 and len(intransitive) > 1 and len(de ^ het) > 1):
        raise ProofNetsError("there are too few infinitives and nouns to make sentences of: give a larger data set")
    things = sorted((noun, article) for article, all_ in (("de", de - het), ("het", het - de)) for noun in all_)
    return Lexicon(
        tuple(sorted(transitive)), tuple(sorted(intransitive)), tuple((article, noun) for noun, article in things)
    )


@dataclass(slots=True)
class _Writer:
    """A sentence under way: words with their types, in the order in which they are written."""

    words: list[str] = field(default_factory=list)
    types: list[Type] = field(default_factory=list)

    def word(self, text: str, type_: str) -> Term:
        """Write a word."""
        self.words.append(text)
        self.types.append(parse_type(type_))
        return Word(text, len(self.words))

    def phrase(self, phrase: _Phrase) -> Term:
        """Write a noun phrase."""
        if phrase.atom != "np":
            return self.word(phrase.words[0], phrase.atom)
        article, noun = phrase.words
        return Application(Modal("□E", "det", self.word(article, str(_DETERMINER))), self.word(noun, "n"))


class _Phrase(NamedTuple):
    """A noun phrase: its words, and the atom that it proves."""

    words: tuple[str, ...]
    atom: str


def _with(function: Term, role: str, complement: Term | None) -> Term:
    return Application(function, Modal("◇I", role, complement)) if complement else function


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a sentence is to say."""

    order: Order
    subject: _Phrase
    form: str
    """The finite verb."""
    chain: list[Verb]
    """The verbs that take verbs; the finite one is the first."""
    objects: list[_Phrase | None]
    """For each of them, whose doing the next one is, if that is said."""
    doing: str
    """The last verb."""
    thing: _Phrase | None
    """Its object."""


def cluster(words: Lexicon, random: Random, id: str) -> Sample:
    """A sentence with one to four verbs that take verbs, without punctuation, and its derivation."""
    return _sample(_plan(words, random), random, id)


def _plan(words: Lexicon, random: Random) -> _Plan:
    chain = [random.choice(_kind(random)) for _ in range(random.choice((1, 2, 2, 3)))]
    infinitive_in_perfect = chain[0].takes == "object" or chain[0].infinitive in WITH_PERFECT
    if infinitive_in_perfect and random.random() < 0.2:
        chain.insert(0, PERFECT)
    order: Order = random.choice(("main", "main", "question", "clause", "clause", "clause"))
    objects = [_complement(words, random) if verb.takes == "object" else None for verb in chain]
    thing = _thing(words, random) if random.random() < 0.7 else None
    doing = random.choice(words.transitive if thing else words.intransitive)
    by_itself = order == "main" or not (any(objects) or thing)  # else *Julia de docent* might be one person
    subject = random.choice((_person, _name if by_itself else _person, _pronoun, _pronoun))(random)
    form = chain[0].past if random.random() < 0.5 else chain[0].present
    return _Plan(order, subject, form, chain, objects, doing, thing)


def _sample(plan: _Plan, random: Random, id: str) -> Sample:
    writer = _Writer()
    who, knows = random.choice(WHO_KNOWS)
    knowing = []
    if plan.order == "clause":
        knowing = [writer.word(who, "pron"), writer.word(knows, "◇vc cp ⊸ ◇su pron ⊸ s_main")]
        knowing.append(writer.word("dat", "◇body s_sub ⊸ cp"))
    finite_type, *types = _types(plan)
    finite = writer.word(plan.form, finite_type) if plan.order == "question" else None
    subject = writer.phrase(plan.subject)
    finite = finite or (writer.word(plan.form, finite_type) if plan.order == "main" else None)
    complements = [writer.phrase(each) if each else None for each in [*plan.objects, plan.thing]]
    verbs = [finite or writer.word(plan.form, finite_type)]
    particles: list[Term | None] = []
    texts = [*(verb.infinitive for verb in plan.chain[1:]), plan.doing]
    for verb, text, type_ in zip(plan.chain, texts, types, strict=True):
        taken = "ww" if type_ == "ww" else "inf"
        particles.append(writer.word("te", f"◇body {taken} ⊸ ti") if verb.takes == "te" else None)
        verbs.append(writer.word(text, type_))

    term = _with(verbs.pop(), "obj", complements.pop())
    for verb_word, particle, complement in reversed([*zip(verbs, particles, complements, strict=True)]):
        lower = _with(particle, "body", term) if particle else term
        term = _with(_with(verb_word, "vc", lower), "obj", complement)
    term = _with(term, "su", subject)
    if knowing:
        knower, verb_word, that = knowing
        term = _with(_with(verb_word, "vc", _with(that, "body", term)), "su", knower)
    goal = parse_type("s_v1" if plan.order == "question" else "s_main")
    judgement = Judgement(tuple(writer.words), tuple(writer.types), goal)
    return Sample(judgement.words, judgement.types, goal, net_of(term, judgement).links, id=id)


def _types(plan: _Plan) -> Iterator[str]:
    """The types of the verbs, the finite one first; one that stands alone is a `ww`, with its object it is an `inf`."""
    clause = {"main": "s_main", "question": "s_v1", "clause": "s_sub"}[plan.order]
    own = f"◇su {plan.subject.atom} ⊸ {clause}"
    lowest = f"◇obj {plan.thing.atom} ⊸ inf" if plan.thing else "ww"
    for verb, complement, taken in zip(
        plan.chain, plan.objects, [*(["inf"] * (len(plan.chain) - 1)), lowest], strict=True
    ):
        below = "ti" if verb.takes == "te" else "ww" if taken == "ww" else "inf"
        yield f"◇vc {below} ⊸ {f'◇obj {complement.atom} ⊸ ' if complement else ''}{own}"
        own = "inf"
    yield lowest


def _kind(random: Random) -> list[Verb]:
    takes = random.choice(("bare", "object", "object", "te"))
    return [verb for verb in VERBS if verb.takes == takes]


def _person(random: Random) -> _Phrase:
    return _Phrase((random.choice(("de", "een")), random.choice(PEOPLE)), "np")


def _name(random: Random) -> _Phrase:
    return _Phrase((random.choice(NAMES),), "n")


def _pronoun(random: Random) -> _Phrase:
    return _Phrase((random.choice(PRONOUNS),), "pron")


def _complement(words: Lexicon, random: Random) -> _Phrase:
    """Whom somebody sees doing something: somebody, or now and then a thing."""
    chance = random.random()
    if chance < 0.2:
        return _Phrase((random.choice(OTHER_PRONOUNS),), "pron")
    return _person(random) if chance < 0.8 else _thing(words, random)


def _thing(words: Lexicon, random: Random) -> _Phrase:
    return _Phrase(random.choice(words.things), "np")


def write_clusters(data: Path, output: Path, most: int, test: int, seed: int) -> None:
    """Write a data folder of clusters in words of the training part of another, to train on and to measure.

    Those to measure have other things, and other verbs at the end; people and the verbs above them are the same.
    """
    if output.resolve() == data.resolve():
        raise ProofNetsError(f"{output} is the data folder: write to another, and merge the two")
    halves = lexicon(read_samples(split_file(data, "train"))).halves()
    make_folder(output)
    for half, name, count in zip(halves, ("train", "test"), (most, test), strict=True):
        random = Random(f"{seed}/{name}")
        made: dict[tuple[str, ...], Sample] = {}
        while len(made) < count:
            sample = cluster(half, random, f"clusters/{name}/{len(made)}")
            made.setdefault(sample.tokens, sample)
        write_samples(made.values(), output / f"{name}.jsonl")
