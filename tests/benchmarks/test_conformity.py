from collections import Counter
from itertools import accumulate
from pathlib import Path

import pytest

from benchmarks.conformity import (
    ATOM,
    CUT,
    ROLE,
    TORN,
    UNIT,
    align,
    conformity,
    read_published,
    show_conformity,
    without_discourse,
)
from proofnets.derivation.derivations import Entry
from proofnets.logic import Type, atoms, parse_type
from proofnets.treebank.alpino import Tree, read_trees
from proofnets.treebank.extract import extract
from proofnets.treebank.samples import Sample
from tests.shared import SHARED, needs_shared
from tests.treebank.trees import alpino, read_text

PUBLISHED = SHARED / "aethel2020"


def ours(folder: Path, sentence: str, tree: str) -> Sample:
    return extract(read_text(alpino(sentence, tree), folder))


def theirs(id_: str, goal: str, *lines: str, head: int = 0) -> Sample:
    """A sample of the lines `word type`, of which one has the goal for a result. It has no other links."""
    words = [line.split(maxsplit=1) for line in lines]
    types: list[Entry] = ["+" if type_ == "+" else parse_type(type_) for _, type_ in words]
    ends = list(accumulate(len(atoms(entry)) if isinstance(entry, Type) else 0 for entry in types))
    tokens = tuple(word for word, _ in words)
    return Sample(tokens, tuple(types), parse_type(goal), ((ends[head] - 1, ends[-1]),), id=id_)


def test_the_same_sentence(tmp_path: Path) -> None:
    tree = "np(det:lid/De hd:n/hond mod:rel(rhd:#1=vnw/die body:ssub(su:#1 hd:ww/slaapt)))"
    mine = ours(tmp_path, "De hond , die slaapt .", tree)
    words = [(token, entry) for token, entry in zip(mine.tokens, mine.types, strict=True) if entry is not None]
    other = Sample(tuple(t for t, _ in words), tuple(e for _, e in words), mine.goal, mine.links[::-1], id="x_0")
    found = conformity([(mine, [other])])
    assert (found.words, found.same, found.cut, found.lost) == (4, 4, 0, 0)
    assert (found.sentences, found.frames, found.nets) == (1, 1, 1)
    assert not found.differences


def test_other_links(tmp_path: Path) -> None:
    mine = ours(tmp_path, "zij ziet hem", "smain(su:vnw/zij hd:ww/ziet obj1:vnw/hem)")
    assert set(mine.links) == {(0, 2), (3, 5), (4, 1)}
    other = Sample(mine.tokens, mine.types, mine.goal, ((0, 1), (4, 2), (3, 5)), id="x_0")
    found = conformity([(mine, [other])])
    assert (found.same, found.sentences, found.frames, found.nets) == (3, 1, 1, 0)


def test_parts_of_discourse_are_set_aside(tmp_path: Path) -> None:
    mine = ours(tmp_path, "Ja , dat klopt echt", "du(dp:tsw/Ja dp:smain(su:vnw/dat hd:ww/klopt mod:bw/echt))")
    parts = [
        theirs("x_0", "tsw", "Ja tsw"),
        theirs("x_1", "s_main", "dat pron", "klopt ◇su pron ⊸ s_main", "echt □mod(s_main ⊸ s_main)", head=2),
    ]
    found = conformity([(mine, parts)])
    assert (found.words, found.same, found.cut) == (3, 3, 1)
    assert (found.sentences, found.frames) == (0, 0)


def test_what_is_inside_discourse_goes_with_it() -> None:
    ours_ = parse_type("◇obj np ⊸ □mod(□dp(□mod(s ⊸ s) ⊸ □mod(s ⊸ s)) ⊸ □dp(□mod(s ⊸ s) ⊸ □mod(s ⊸ s)))")
    assert without_discourse(ours_, parse_type("pp")) is parse_type("◇obj np ⊸ □mod(pp ⊸ pp)")


def test_an_object_that_is_torn_off(tmp_path: Path) -> None:
    mine = ours(
        tmp_path,
        "Ik wil boeken kopen en lezen",
        "smain(su:#1=vnw/Ik hd:ww/wil vc:conj(cnj:inf(su:#1 obj1:#2=n/boeken hd:ww/kopen) crd:vg/en"
        " cnj:inf(su:#1 obj1:#2 hd:ww/lezen)))",
    )
    clause = ("Ik pron", "wil ◇vc ww ⊸ ◇su pron ⊸ s_main", "kopen ww", "en ◇cnj ww ⊸ ◇cnj ww ⊸ ww", "lezen ww")
    parts = [theirs("x_0", "s_main", *clause, head=1), theirs("x_1", "n", "boeken n")]
    found = conformity([(mine, parts)])
    assert (found.words, found.same) == (6, 2)
    assert Counter(difference.cause for difference in found.differences) == {TORN: 4}


def test_other_parts(tmp_path: Path) -> None:
    tree = "smain(su:vnw/Ze hd:ww/komt mod:cp(cmp:vg/als body:ssub(su:vnw/het hd:ww/kan)))"
    mine = ours(tmp_path, "Ze komt als het kan", tree)
    parts = [
        theirs("x_0", "s_main", "Ze pron", "komt ◇su pron ⊸ s_main", head=1),
        theirs("x_1", "cp", "als ◇body s_sub ⊸ cp", "het pron", "kan ◇su pron ⊸ s_sub"),
    ]
    found = conformity([(mine, parts)])
    assert [(difference.word, difference.cause) for difference in found.differences] == [("als", CUT)]


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("ziet ◇obj np ⊸ ◇su pron ⊸ s_main", ATOM),
        ("ziet ◇obj2 n ⊸ ◇su pron ⊸ s_main", ROLE),
        ("ziet ◇su pron ⊸ s_main", ROLE),
    ],
)
def test_causes(tmp_path: Path, line: str, cause: str) -> None:
    mine = ours(tmp_path, "ze ziet rook", "smain(su:vnw/ze hd:ww/ziet obj1:n/rook)")
    found = conformity([(mine, [theirs("x_0", "s_main", "ze pron", line, "rook n", head=1)])])
    assert [(difference.word, difference.cause) for difference in found.differences] == [("ziet", cause)]
    assert (found.sentences, found.frames) == (1, 0)
    assert f"the same type {2 / 3:.2%}" in show_conformity(found)
    assert "ziet: " + line.split(maxsplit=1)[1] + " → ◇obj n ⊸ ◇su pron ⊸ s_main" in show_conformity(found)


def test_units_in_two_places_and_words_that_are_none_of_ours(tmp_path: Path) -> None:
    mine = ours(
        tmp_path,
        "Wat heb je voor boeken ?",
        "whq(whd:#1=np(det:mwu(mwp:vnw/Wat mwp:vz/voor) hd:n/boeken) body:sv1(obj1:#1 hd:ww/heb su:vnw/je))",
    )
    other = theirs("x_0", "whq", "Wat □det(n ⊸ whq)", "voor +", "heb s_v1", "wel bw")
    found = conformity([(mine, [other])])
    assert [(difference.word, difference.cause) for difference in found.differences] == [("Wat", UNIT), ("heb", ROLE)]
    assert found.lost == 1


def test_alignment() -> None:
    whole = ["in", "het", "huis", "(", "in", "de", "stad", ")", "en", "in", "een", "dorp"]
    assert align(["in", "een", "dorp"], whole, set()) == [9, 10, 11]
    assert align(["In", "de", "stad"], whole, set()) == [4, 5, 6]
    assert align(["in", "het", "huis", "in", "een", "dorp"], whole, set()) == [0, 1, 2, 9, 10, 11]
    assert align(["in", "huis", "niet"], whole, set()) == [0, 2, None]
    assert align(["in"], whole, {0, 4}) == [9]
    assert align(["de", "man"], ["De", "vrouw", "en", "de", "man"], set()) == [3, 4]
    assert align(["Ja"], ["ja", ",", "ja"], {0}) == [2]


@needs_shared("aethel2020")
def test_lassy_trees_that_are_in_aethel() -> None:
    published = read_published(PUBLISHED / "lassy-trees.aethel.jsonl")
    trees = [tree for tree in read_trees([PUBLISHED / "lassy-trees.zip"]) if isinstance(tree, Tree)]
    names = [tree.id.rpartition("/")[2] for tree in trees]
    assert sorted(published) == sorted(names)
    found = conformity(
        (extract(tree), parts) for tree, name in zip(trees, names, strict=True) for parts in published[name]
    )
    assert found.words > 3400
    assert found.lost == 0
    assert found.same / found.words > 0.98
    assert found.nets == found.frames > 0.93 * found.sentences
