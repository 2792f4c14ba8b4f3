from pathlib import Path

from proofnets.treebank.agreement import (
    DETERMINER,
    LIFTED,
    SHARED,
    Agreement,
    Edge,
    agreement,
    show_agreement,
    term_edges,
    tree_edges,
)
from proofnets.treebank.alpino import Tree, read_trees
from proofnets.treebank.extract import extract


def word(number: int, rel: str, pt: str, text: str, index: int | None = None) -> str:
    mark = "" if index is None else f'index="{index}"'
    return f'<node begin="{number}" end="{number + 1}" id="{number}" pt="{pt}" rel="{rel}" word="{text}" {mark}/>'


def ghost(id_: int, rel: str, index: int) -> str:
    return f'<node begin="0" end="1" id="{id_}" rel="{rel}" index="{index}"/>'


def phrase(id_: int, rel: str, cat: str, begin: int, end: int, *children: str) -> str:
    return f'<node begin="{begin}" cat="{cat}" end="{end}" id="{id_}" rel="{rel}">{"".join(children)}</node>'


def tree(folder: Path, xml: str) -> Tree:
    file = folder / "x.xml"
    file.write_text(f"<alpino_ds>{xml}</alpino_ds>")
    (found,) = read_trees([file])
    assert isinstance(found, Tree), found
    return found


def compare(one: Tree) -> Agreement:
    return agreement([(one, extract(one))])


def test_a_plain_sentence_agrees(tmp_path: Path) -> None:
    noun = phrase(11, "su", "np", 0, 2, word(0, "det", "lid", "De"), word(1, "hd", "n", "man"))
    clause = phrase(12, "--", "smain", 0, 4, noun, word(2, "hd", "ww", "ziet"), word(3, "obj1", "vnw", "haar"))
    one = tree(tmp_path, phrase(13, "top", "top", 0, 5, clause, word(4, "--", "let", ".")))
    expected = {1: Edge(2, "det"), 2: Edge(3, "su"), 3: Edge(0, "root"), 4: Edge(3, "obj")}
    assert tree_edges(one) == expected
    assert term_edges(extract(one)) == expected
    found = compare(one)
    assert (found.words, found.unlabelled, found.labelled, found.causes) == (4, 4, 4, {})


def test_units_are_one_word_and_parts_have_a_nucleus(tmp_path: Path) -> None:
    unit = phrase(11, "ld", "mwu", 2, 4, word(2, "mwp", "spec", "Den"), word(3, "mwp", "spec", "Haag"))
    clause = phrase(12, "--", "smain", 1, 5, word(1, "hd", "ww", "woont"), unit, word(4, "su", "vnw", "ze"))
    one = tree(tmp_path, phrase(13, "top", "top", 0, 5, word(0, "--", "tsw", "Ja"), clause))
    assert tree_edges(one) == {1: Edge(2, "dp"), 2: Edge(0, "root"), 3: Edge(2, "ld"), 5: Edge(2, "su")}
    assert compare(one).labelled == 4


def test_what_conjuncts_share(tmp_path: Path) -> None:
    first = phrase(11, "cnj", "smain", 0, 2, word(0, "su", "vnw", "Ze", 1), word(1, "hd", "ww", "slapen"))
    second = phrase(12, "cnj", "smain", 0, 4, ghost(13, "su", 1), word(3, "hd", "ww", "snurken"))
    one = tree(tmp_path, phrase(14, "--", "conj", 0, 4, first, word(2, "crd", "vg", "en"), second))
    found = compare(one)
    assert (found.words, found.labelled, found.causes) == (4, 3, {SHARED: 1})
    (example,) = found.examples[SHARED]
    assert (example.word, example.tree, example.term) == ("Ze", "su of slapen", "su of en")


def test_a_further_determiner(tmp_path: Path) -> None:
    words = (word(0, "det", "lid", "de"), word(1, "det", "tw", "drie"), word(2, "hd", "n", "mannen"))
    found = compare(tree(tmp_path, phrase(11, "--", "np", 0, 3, *words)))
    assert (found.unlabelled, found.labelled, found.causes) == (3, 2, {DETERMINER: 1})


def test_what_is_spelled_out_below(tmp_path: Path) -> None:
    passive = phrase(11, "vc", "ppart", 0, 3, word(0, "obj1", "vnw", "Ze", 1), word(2, "hd", "ww", "gezien"))
    found = compare(
        tree(tmp_path, phrase(12, "--", "smain", 0, 3, ghost(13, "su", 1), word(1, "hd", "ww", "is"), passive))
    )
    assert (found.words, found.unlabelled, found.causes) == (3, 2, {LIFTED: 1})
    assert f"the same head {2 / 3:.2%}" in show_agreement(found)
    assert "obj of gezien → su of is" in show_agreement(found)
