import io
import os
import pickle
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.errors import ProofNetsError
from proofnets.treebank import alpino
from proofnets.treebank.alpino import (
    Document,
    Node,
    Rejected,
    Tree,
    find_documents,
    read_document,
    read_trees,
    word_class,
)
from tests.shared import SHARED, needs_shared

SLEEP = """
  <node begin="0" cat="top" end="3" id="0" rel="top">
    <node begin="2" end="3" id="4" lemma="." pos="punct" postag="LET()" pt="let" rel="--" root="." word="."/>
    <node begin="0" cat="smain" end="2" id="1" rel="--">
      <node begin="1" end="2" id="3" lemma="slapen" pos="verb" postag="WW(pv,tgw,mv)" pt="ww" rel="hd" word="slapen"/>
      <node begin="0" end="1" id="2" lemma="ze" pos="pron" pt="vnw" rel="su" root="ze" word="Ze"/>
    </node>
  </node>
  <sentence>Ze slapen .</sentence>
"""

# Ze willen slapen: the subject of "slapen" is a ghost
CONTROL = """
  <node begin="0" cat="smain" end="3" id="1" rel="--">
    <node begin="0" end="1" id="2" index="1" pos="pron" rel="su" word="Ze"/>
    <node begin="1" end="2" id="3" pos="verb" rel="hd" word="willen"/>
    <node begin="0" cat="inf" end="3" id="4" rel="vc">
      <node begin="0" end="1" id="5" index="1" rel="su"/>
      <node begin="2" end="3" id="6" pos="verb" rel="hd" word="slapen"/>
    </node>
  </node>
"""


def document(body: str, version: str = "1.3") -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<alpino_ds version="{version}">{body}</alpino_ds>\n'


def read(folder: Path, text: str | bytes) -> list[Tree | Rejected]:
    file = folder / "x.xml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return list(read_trees([file]))


def read_one(folder: Path, text: str | bytes) -> Tree:
    (tree,) = read(folder, text)
    assert isinstance(tree, Tree), tree
    return tree


def reason(folder: Path, text: str | bytes) -> str:
    (rejected,) = read(folder, text)
    assert isinstance(rejected, Rejected), rejected
    return rejected.reason


def test_a_tree(tmp_path: Path) -> None:
    tree = read_one(tmp_path, document(SLEEP))
    assert tree.id == f"{tmp_path.name}/x"
    assert tree.corpus == tmp_path.name
    assert tree.tokens == ("Ze", "slapen", ".")
    clause, stop = tree.root.children
    assert stop.word == "."
    subject, verb = clause.children
    assert subject == Node(2, "su", "", "Ze", "ze", "vnw", 0, 1, None, ())
    assert (verb.rel, verb.word, verb.lemma, verb.pt) == ("hd", "slapen", "slapen", "ww")
    assert (clause.cat, clause.rel, clause.begin, clause.end, clause.pt) == ("smain", "--", 0, 2, "")


def test_ghosts_stay_leaves(tmp_path: Path) -> None:
    _, _, infinitive = sorted(read_one(tmp_path, document(CONTROL)).root.children, key=lambda node: node.id)
    ghost = infinitive.children[0]
    assert (ghost.index, ghost.word, ghost.cat, ghost.children) == (1, "", "", ())


@pytest.mark.parametrize(
    ("pt", "postag", "pos", "expected"),
    [
        ("n", "", "name", "n"),
        ("n", "N(soort,ev,basis,zijd,stan)", "noun", "n"),
        ("n", "N(eigen,ev,basis,onz,stan)", "noun", "n"),
        ("", "", "name", "n"),
        ("", "", "N(eigen,ev,basis,onz,stan)", "n"),
        ("adj", "ADJ(prenom,basis,zonder)", "name", "adj"),
        ("", "LID(bep,stan,rest)", "det", "lid"),
        ("", "", "LET()", "let"),
        ("", "", "let", "let"),
        ("", "", "N(soort,ev,basis,zijd,stan)", "n"),
        ("", "", "noun", "n"),
        ("", "", "vg", "vg"),
        ("", "", "comparative", "vg"),
        ("", "", "$VAR", "spec"),
        ("", "", "", "spec"),
        ("WW", "", "", "ww"),
    ],
)
def test_word_classes(pt: str, postag: str, pos: str, expected: str) -> None:
    assert word_class(pt, postag, pos, "su") == expected


def test_parts_of_names_without_a_tag() -> None:
    assert word_class("", "", "name", "mwp") == "spec"
    assert word_class("n", "", "name", "mwp") == "n"
    assert word_class("", "", "noun", "mwp") == "n"


def test_versions_metadata_and_comments(tmp_path: Path) -> None:
    extra = "<metadata><meta type='text' name='x' value='y'/></metadata><comments><comment>Q#1</comment></comments>"
    for version in ("1.1", "1.6", "2"):
        body = f"<parser build='x'/><!-- note -->{extra}{SLEEP}{extra}"
        assert read_one(tmp_path, document(body, version)).tokens == ("Ze", "slapen", ".")


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "UTF-8", "UTF-16", "windows-1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = document(SLEEP.replace("Ze", "Reünie")).replace("UTF-8", encoding)
    assert read_one(tmp_path, text.encode(encoding)).tokens[0] == "Reünie"


def test_tokens_come_from_the_tree_when_the_sentence_differs(tmp_path: Path) -> None:
    assert read_one(tmp_path, document(SLEEP.replace("Ze slapen .", "Ze slapen."))).tokens == ("Ze", "slapen", ".")
    assert read_one(tmp_path, document(SLEEP.replace("Ze slapen .", "ZE sliepen !"))).tokens == ("ZE", "sliepen", "!")
    assert read_one(tmp_path, document(CONTROL)).tokens == ("Ze", "willen", "slapen")


def test_one_word_without_a_sentence(tmp_path: Path) -> None:
    word = '<node begin="0" end="1" id="0" pt="tsw" rel="--" word="Bravo"/>'
    for sentence in ("", "<sentence/>", "<sentence> \n</sentence>"):
        assert read_one(tmp_path, document(word + sentence)).tokens == ("Bravo",)


def test_a_no_break_space_is_no_border(tmp_path: Path) -> None:
    tree = read_one(tmp_path, document(SLEEP.replace("Ze slapen", "Ze\u00a0daar\n  slapen")))
    assert tree.tokens == ("Ze\u00a0daar", "slapen", ".")
    tree = read_one(tmp_path, document(SLEEP.replace("Ze slapen", "Ze \u00a0")))
    assert tree.tokens == ("Ze", "slapen", ".")  # there is nothing to be seen of a token that is a space


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('id="3"', 'id="2"', "two nodes have the id 2"),
        ('id="3"', 'id="three"', "node three has an id, begin or end that is no number"),
        ('begin="1" end="2" id="3"', 'end="2" id="3"', "node 3 has no begin"),
        ('begin="1" end="2" id="3"', 'begin="2" end="1" id="3"', "node 3 begins at 2 and ends at 1"),
        ('begin="1" end="2" id="3"', 'begin="1" end="9999999999" id="3"', "node 3 begins at 1 and ends at 9999999999"),
        ('begin="1" end="2" id="3"', 'begin="-1" end="2" id="3"', "node 3 begins at -1 and ends at 2"),
        ('begin="1" end="2" id="3"', 'begin="0" end="1" id="3"', "'slapen' and 'Ze' are both at position 0"),
        ('end="3" id="0"', 'end="7" id="0"', "a node ends at position 7, but the last word at 3"),
        (' word="Ze"', "", "node 2 has no children and no word and no index"),
        (' word="Ze"', ' cat="np"', "node 2 has no children and no word"),
        (' word="Ze"', ' index="x"', "the index 'x' of node 2 is no number"),
        (' word="Ze"', f' index="{"7" * 5000}"', f"the index '{'7' * 5000}' of node 2 is no number"),
        (' word="Ze"', ' index="7"', "no node with a word or category has the index 7 of a ghost"),
        (' cat="smain"', "", "node 1 has children but no category"),
        (' cat="smain"', ' word="x"', "node 1 has both a word and children"),
        (
            'begin="1" end="2" id="3"',
            'begin="3" end="4" id="3"',
            "the sentence has 3 words, but the tree 3 at 4 positions",
        ),
    ],
)
def test_faults_of_nodes(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in SLEEP
    assert reason(tmp_path, document(SLEEP.replace(old, new))) == expected


def test_indices_must_have_one_material_node_and_no_cycle(tmp_path: Path) -> None:
    twice = CONTROL.replace('index="1" rel="su"/>', 'index="1" rel="su" word="ze"/>')
    assert "two nodes with a word or category have the index 1" in reason(tmp_path, document(twice))
    inside = CONTROL.replace('cat="inf" end="3" id="4"', 'cat="inf" end="3" id="4" index="2"').replace(
        'id="5" index="1"', 'id="5" index="2"'
    )
    assert reason(tmp_path, document(inside)) == "cyclic indices: the node with the index 2 is inside itself"
    crossed = """
      <node begin="0" end="2" cat="conj" id="0" rel="top">
        <node begin="0" end="2" cat="np" id="1" index="1" rel="cnj">
          <node begin="0" end="1" id="2" word="a" rel="hd"/><node begin="1" end="2" id="3" index="2" rel="mod"/>
        </node>
        <node begin="0" end="2" cat="np" id="4" index="2" rel="cnj">
          <node begin="1" end="2" id="5" word="b" rel="hd"/><node begin="0" end="1" id="6" index="1" rel="mod"/>
        </node>
      </node>"""
    assert reason(tmp_path, document(crossed)) == "cyclic indices: the node with the index 1 is inside itself"


def test_trees_without_a_root_or_a_word(tmp_path: Path) -> None:
    assert reason(tmp_path, document("<sentence>x</sentence>")) == "a tree must have one root, not 0"
    assert reason(tmp_path, document(SLEEP + CONTROL)).startswith("two nodes have the id")
    assert reason(tmp_path, "<other/>") == "there is no tree (alpino_ds) in this file"
    assert reason(tmp_path, document("<alpino_ds/>")) == "a tree (alpino_ds) inside a tree"


def test_broken_xml_and_encodings(tmp_path: Path) -> None:
    assert reason(tmp_path, document(SLEEP).replace("</node>", "", 1)).startswith("broken XML at line 11, column 3")
    assert reason(tmp_path, b"") == "broken XML at line 1, column 1: no element found"
    assert reason(tmp_path, b"\x00\xff\x00").startswith("broken XML")
    assert "encoding" in reason(tmp_path, document(SLEEP).replace("UTF-8", "UTF-7"))
    assert "encoding" in reason(tmp_path, document(SLEEP).replace("UTF-8", "klingon"))


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE alpino_ds [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE alpino_ds [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE alpino_ds SYSTEM "http://localhost/alpino_ds.dtd">',
    ],
)
def test_declarations_are_refused(tmp_path: Path, declaration: str) -> None:
    text = document(SLEEP.replace('word="Ze"', 'word="&a;"')).replace("?>\n", f"?>\n{declaration}\n")
    assert reason(tmp_path, text) == "the file declares a document type or entities, which are not read for safety"


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = '<node begin="0" end="1" cat="np" rel="hd" index="1">' * 100_000
    assert reason(tmp_path, document(deep)).startswith("broken XML")
    nested = '<node begin="0" end="1" cat="np" rel="hd">' * 300 + '<node begin="0" end="1" word="x"/>' + "</node>" * 300
    assert reason(tmp_path, document(nested)) == "nodes are nested more than 200 deep"
    monkeypatch.setattr(alpino, "TREE_NODES", 3)
    assert reason(tmp_path, document(SLEEP)) == "more than 3 nodes"


def test_a_file_of_a_hundred_megabytes(tmp_path: Path) -> None:
    inside = document(SLEEP + "<comments>" + "x" * 100_000_000 + "</comments>")
    assert reason(tmp_path, inside) == "a tree of more than 20 MB"
    attribute = document(SLEEP.replace('lemma="ze"', f'lemma="{"x" * 30_000_000}"'))
    assert reason(tmp_path, attribute) == "a tag or comment of more than 1 MB"
    assert reason(tmp_path, "x" * 1_000_000).startswith(("broken XML", "a tag or comment"))  # later expats wait longer


def test_many_trees_in_a_file(tmp_path: Path) -> None:
    trees = [document(SLEEP), document(SLEEP.replace(' word="Ze"', "")), document(CONTROL)]
    bodies = "\n\n".join(tree.partition("\n")[2] for tree in trees)
    text = f'<?xml version="1.0" encoding="ISO-8859-1"?>\n<treebank><part>{bodies}</part></treebank>'
    first, second, third = read(tmp_path, text)
    assert [first.id, second.id, third.id] == [f"{tmp_path.name}/x/{n}" for n in (1, 2, 3)]
    assert isinstance(first, Tree)
    assert isinstance(second, Rejected)
    assert isinstance(third, Tree)
    assert third.tokens == ("Ze", "willen", "slapen")
    named = read(tmp_path, text.replace("<sentence>", '<sentence sentid="p.1.s.1">', 1))
    assert named[0].id == f"{tmp_path.name}/x/p.1.s.1"
    cut = read(tmp_path, text[: text.rindex("<node")])
    assert [type(tree) for tree in cut] == [Tree, Rejected, Rejected]
    assert cut[2].id == f"{tmp_path.name}/x"


def test_many_trees_take_no_more_memory_than_one(tmp_path: Path) -> None:
    body = document(SLEEP).partition("\n")[2]
    stream = io.BytesIO(f"<treebank>{body * 2000}</treebank>".encode())
    trees = read_document(Document("x", "x", None, alpino._pieces(stream)))
    assert next(trees).id == "x/1"
    assert stream.tell() == alpino._CHUNK
    assert sum(1 for _ in trees) == 1999


def test_folders_and_zip_files(tmp_path: Path) -> None:
    treebank = tmp_path / "treebank"
    (treebank / "b").mkdir(parents=True)
    (treebank / "b" / "2.xml").write_text(document(SLEEP))
    (treebank / "b" / "10.XML").write_text(document(SLEEP))
    (treebank / "1.xml").write_text(document(SLEEP))
    (treebank / "README.md").write_text("not a tree")
    with zipfile.ZipFile(treebank / "a.zip", "w") as archive:
        archive.writestr("a/2.xml", document(SLEEP))
        archive.writestr("a/1.xml", document(CONTROL))
        archive.writestr("../../../etc/passwd.xml", document(SLEEP))
        archive.writestr("/root.xml", "<broken")
        archive.writestr("README", "not a tree")
    found = [(tree.id, getattr(tree, "corpus", None)) for tree in read_trees([treebank])]
    assert found == [
        ("treebank/1", "treebank"),
        ("a/etc/passwd", "a"),
        ("a/root", None),
        ("a/1", "a"),
        ("a/2", "a"),
        ("b/10", "b"),
        ("b/2", "b"),
    ]
    assert [tree.id for tree in read_trees([treebank / "a.zip"])] == ["a/etc/passwd", "a/root", "a/1", "a/2"]
    assert [tree.id for tree in read_trees([treebank / "b" / "2.xml"])] == ["b/2"]


def test_documents_can_be_kept_and_read_later(tmp_path: Path) -> None:
    text = document(SLEEP)
    (tmp_path / "a.xml").write_text(text)
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("1.xml", text)
        archive.writestr("2.xml", text)
    content = (tmp_path / "b.zip").read_bytes()
    (tmp_path / "b.zip").write_bytes(content.replace(b"Ze slapen", b"Zij slape", 1))
    kept = []
    for found in find_documents([tmp_path]):
        assert isinstance(found, Document)
        assert found.size == len(text)
        kept.append(replace(found, pieces=list(found.pieces)))
    assert [tree for one in pickle.loads(pickle.dumps(kept)) for tree in read_document(one)] == [
        *read_trees([tmp_path])
    ]


def test_content_that_ends_early(tmp_path: Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if found := super().read(size):
                return found
            raise OSError(5, "Input/output error")

    stream = Broken(f"<treebank>{document(SLEEP).partition(chr(10))[2]}".encode())
    tree, rejected = read_document(Document("x", "x", None, alpino._pieces(stream)))
    assert isinstance(tree, Tree)
    assert rejected == Rejected("x", "the file cannot be read: Input/output error")


def test_bad_paths(tmp_path: Path) -> None:
    with pytest.raises(ProofNetsError, match="there is no file or folder"):
        read_trees([tmp_path / "missing"])
    (tmp_path / "empty").mkdir()
    zipfile.ZipFile(tmp_path / "empty.zip", "w").close()
    (tmp_path / "damaged.zip").write_bytes(b"PK\x03\x04 and then nothing")
    (tmp_path / "none.zip").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("x.xml", document(SLEEP))
    content = (tmp_path / "x.zip").read_bytes()
    (tmp_path / "x.zip").write_bytes(content.replace(b"Ze slapen", b"Zij slape"))
    names = ["empty", "empty.zip", "damaged.zip", "none.zip", "x.zip"]
    rejected = [tree for tree in read_trees([tmp_path / name for name in names]) if isinstance(tree, Rejected)]
    assert [(r.id, r.reason.partition(":")[0]) for r in rejected] == [
        ("empty", "there are no XML or zip files in this folder"),
        ("empty", "there are no XML files in this zip file"),
        ("damaged", "damaged zip file"),
        ("none", "damaged zip file"),
        ("x/x", "damaged or encrypted member of a zip file"),
    ]


def test_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "x.xml"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(document(SLEEP),))
    writer.start()
    (tree,) = read_trees([pipe])
    writer.join()
    assert isinstance(tree, Tree)


def test_a_folder_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1.xml").write_text(document(SLEEP))

    def walk(folder: Path, onerror: Callable[[OSError], None]) -> Iterator[tuple[str, list[str], list[str]]]:
        onerror(PermissionError(13, "Permission denied", "closed"))
        yield str(folder), [], ["1.xml"]

    monkeypatch.setattr(os, "walk", walk)
    tree, rejected = read_trees([tmp_path])
    assert isinstance(tree, Tree)
    assert rejected == Rejected("closed", "the file cannot be read: Permission denied")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_member_costs_no_other(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", method) as archive:
        archive.writestr("1.xml", document(SLEEP))
        archive.writestr("2.xml", document(SLEEP))
        second = archive.infolist()[1].header_offset
    content = bytearray((tmp_path / "x.zip").read_bytes())
    content[second - 60 : second - 20] = b"\xff" * 40
    (tmp_path / "x.zip").write_bytes(content)
    damaged, tree = read_trees([tmp_path / "x.zip"])
    assert isinstance(damaged, Rejected)
    assert isinstance(tree, Tree)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(document(SLEEP).encode())))
    (tree,) = read_trees(["-"])
    assert tree.id == "stdin"


TAGS = [
    "<node ",
    "<node>",
    "</node>",
    "<alpino_ds>",
    "</alpino_ds>",
    "<sentence>",
    "</sentence>",
    "/>",
    ">",
    "<!DOCTYPE x [",
]
REST = ['begin="0" ', 'end="1" ', 'cat="np" ', 'word="x" ', 'index="1" ', 'id="0" ', "x y", "&amp;", "]>", "\x00", "é"]
FRAGMENTS = st.sampled_from(TAGS + REST)


@given(st.one_of(st.binary(max_size=300), st.lists(FRAGMENTS, max_size=40).map(lambda parts: "".join(parts).encode())))
@settings(deadline=None, max_examples=200)
def test_any_bytes_are_trees_or_rejected(content: bytes) -> None:
    for text in (content, b"<alpino_ds>" + content + b"</alpino_ds>", b"<t><alpino_ds>" + content):
        found = list(read_document(Document("x", "x", len(text), [text])))
        assert found
        assert all(isinstance(tree, Tree) or tree.reason for tree in found)


@given(st.data())
@settings(deadline=None, max_examples=200)
def test_a_damaged_tree_is_a_tree_or_rejected(data: st.DataObject) -> None:
    text = document(data.draw(st.sampled_from([SLEEP, CONTROL])))
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 30)))
    damaged = text[:begin] + data.draw(st.text(max_size=5)) + text[end:]
    content = damaged.encode("utf-8", "replace")
    (found, *rest) = read_document(Document("x", "x", len(content), [content]))
    assert isinstance(found, Tree) or found.reason
    assert all(isinstance(tree, Rejected) for tree in rest)


@needs_shared("treebank")
def test_real_trees_are_read_fast() -> None:
    begun = time.process_time()
    trees = list(read_trees([SHARED / "treebank" / "qa.zip", SHARED / "treebank" / "noisy.zip"]))
    assert (time.process_time() - begun) / len(trees) < 0.002
    assert all(isinstance(tree, Tree) for tree in trees)
    assert {tree.corpus for tree in trees if isinstance(tree, Tree)} == {"qa", "noisy"}
    assert all(tree.id.startswith(("qa/", "noisy/")) for tree in trees)
