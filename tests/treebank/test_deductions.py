"""Æthel's natural deductions of 2020, in files made by hand after the published ones, and in 300 of these."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.derivation.derivations import net
from proofnets.logic import parse_type
from proofnets.treebank import deductions
from proofnets.treebank.alpino import Document, Rejected, find_documents
from proofnets.treebank.deductions import is_deduction, read_deduction
from proofnets.treebank.report import Report, deal, extract_all, outcomes, show_report
from proofnets.treebank.samples import Sample, from_json, read_samples
from tests.shared import SHARED, needs_shared

AETHEL = SHARED / "aethel2020"

BEGIN = '<proof id="wiki-1.p.2.s.3_0.xml" date="27052020">\n <string>Zij bezoekt Den Haag</string>\n'
ZIJ = (
    ' <lexicon_item id="1"><word>Zij</word><pos1>pron</pos1><pos2>VNW(pers)</pos2><lemma>zij</lemma>'
    '<formula><atom id="0">vnw</atom></formula></lexicon_item>\n'
)
BEZOEKT = (
    ' <lexicon_item id="2"><word>bezoekt</word><pos1>verb</pos1><pos2>WW(pv)</pos2><lemma>bezoeken</lemma>'
    '<formula><impl><dia dep="obj1"><atom id="7">np</atom></dia><impl><dia dep="su"><atom id="0">vnw</atom></dia>'
    '<atom id="11">smain</atom></impl></impl></formula></lexicon_item>\n'
)
DEN_HAAG = (
    ' <lexicon_item id="3"><word>Den Haag</word><pos1>mwp</pos1><pos2>mwp</pos2><lemma>mwp</lemma>'
    '<formula><atom id="7">np</atom></formula></lexicon_item>\n'
)
RULES = """<rule name="ie"><antecedent><formula id="1"><atom id="0">vnw</atom></formula>
<formula id="2"><atom id="7">np</atom></formula></antecedent><formula><atom id="11">smain</atom></formula><premisses>
  <rule name="ax"><antecedent><formula id="1"><atom id="0">vnw</atom></formula></antecedent>
  <formula><atom id="0">vnw</atom></formula><premisses></premisses></rule>,
  <rule name="hyp(1)"><antecedent></antecedent><formula><atom id="7">np</atom></formula><premisses></premisses></rule>
</premisses></rule>
"""
VISIT = f"{BEGIN}<lexicon>\n{ZIJ}{BEZOEKT}{DEN_HAAG}</lexicon>\n{RULES}</proof>\n"


def read(text: str | bytes, name: str = "natural_deduction/dev/x") -> Sample | Rejected:
    content = text.encode() if isinstance(text, str) else text
    found = read_deduction(Document(name, "dev", len(content), (content,)))
    return found if isinstance(found, Rejected) else found[1]


def reason(text: str | bytes) -> str:
    found = read(text)
    assert isinstance(found, Rejected), found
    assert found.id == "natural_deduction/dev/x"
    assert "\n" not in found.reason
    return found.reason


def test_a_deduction() -> None:
    assert read(VISIT) == Sample(
        ("Zij", "bezoekt", "Den", "Haag"),
        (parse_type("pron"), parse_type("◇obj np ⊸ ◇su pron ⊸ s_main"), parse_type("np"), "+"),
        parse_type("s_main"),
        ((0, 2), (3, 5), (4, 1)),
        id="wiki-1.p.2.s.3_0",
    )


def test_atoms_and_labels_get_the_papers_names() -> None:
    atoms = {"smain": "s_main", "ssub": "s_sub", "sv1": "s_v1", "vnw": "pron", "np": "np", "whrel": "whrel"}
    labels = {
        "obj1": "obj",
        "pobj1": "pobj",
        "rhd_body": "body",
        "whd_body": "body",
        "cmp_body": "body",
        "obj2": "obj2",
    }
    for given_, expected in atoms.items():
        found = read(VISIT.replace(">np<", f">{given_}<"))
        assert isinstance(found, Sample)
        assert found.types[2] is parse_type(expected)
    for given_, expected in labels.items():
        found = read(VISIT.replace('dep="obj1"', f'dep="{given_}"'))
        assert isinstance(found, Sample)
        assert found.types[1] is parse_type(f"◇{expected} np ⊸ ◇su pron ⊸ s_main")


def test_a_box_and_a_goal_that_is_no_atom() -> None:
    formula = '<box dep="mod"><impl><atom id="1">n</atom><atom id="2">n</atom></impl></box>'
    conclusion = '<impl><atom id="1">n</atom><atom id="2">n</atom></impl>'
    text = (
        f'<proof><lexicon><lexicon_item id="1"><word>oude</word><formula>{formula}</formula></lexicon_item></lexicon>'
        f"<rule><formula>{conclusion}</formula></rule></proof>"
    )
    found = read(text)
    assert isinstance(found, Sample)
    assert found == Sample(
        ("oude",), (parse_type("□mod(n ⊸ n)"),), parse_type("n ⊸ n"), ((1, 3), (2, 0)), id="natural_deduction/dev/x"
    )
    assert net(found)


def test_a_document_may_come_in_pieces_and_with_a_byte_order_mark() -> None:
    content = b"\xef\xbb\xbf" + VISIT.replace("Den Haag<", "Curaçao &amp; Co<").encode()
    pieces = tuple(content[place : place + 7] for place in range(0, len(content), 7))
    found = read_deduction(Document("x", "", None, pieces))
    assert not isinstance(found, Rejected)
    assert found[1].tokens == ("Zij", "bezoekt", "Curaçao", "&", "Co")
    assert found[1].types[2:] == (parse_type("np"), "+", "+")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (VISIT, True),
        (f'<?xml version="1.0"?>\n<!-- <alpino_ds> -->{VISIT}', True),
        (VISIT.encode("utf-16"), True),
        ("<proof>", True),
        ("<proofs><proof/></proofs>", False),
        ("<alpino_ds><proof/></alpino_ds>", False),
        ("<!DOCTYPE proof []><proof/>", False),
        ("proof", False),
        ("", False),
    ],
)
def test_a_deduction_is_known_by_its_first_element(text: str | bytes, expected: bool) -> None:
    assert is_deduction(text.encode() if isinstance(text, str) else text) is expected
    assert not is_deduction("the file cannot be read")


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("dev/x", "dev"),
        ("aethel/data/natural_deduction/train/x", "train"),
        ("test/x", "test"),
        ("train/dev/x", "dev"),
        ("natural_deduction/x", None),
        ("dev/more/x", None),
        ("dev", None),
    ],
)
def test_the_folder_says_the_split(name: str, split: str | None) -> None:
    found = read_deduction(Document(name, "", None, (VISIT.encode(),)))
    assert not isinstance(found, Rejected)
    assert found[0] == split


ITEM = '<lexicon_item id="1"><word>x</word><formula><atom id="1">np</atom></formula></lexicon_item>'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + VISIT.replace("Zij", "&b;")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (VISIT[:-20], "broken XML at line "),
        (VISIT + VISIT, "broken XML at line "),
        ("", "broken XML at line 1, column 1: no element found"),
        (BOMB, "the file declares a document type or entities, which are not read for safety"),
        (VISIT.replace("Zij", "&zij;"), "broken XML at line 2, column 10: undefined entity"),
        ('<?xml version="1.0" encoding="nonsense"?>' + VISIT, "this text encoding cannot be read: "),
        ("<other/>", "there must be one <proof> in <document>, not 0"),
        (
            VISIT.replace("lexicon>", "words>"),
            'there must be one <lexicon> in <proof id="wiki-1.p.2.s.3_0.xml">, not 0',
        ),
        (VISIT.replace("</proof>", "<lexicon/></proof>"), "there must be one <lexicon> in "),
        (VISIT.replace(RULES, ""), "there must be one <rule> in "),
        (VISIT.replace(RULES, RULES + RULES), "there must be one <rule> in "),
        (VISIT.replace(RULES, "<rule/>"), "there must be one <formula> in <rule>, not 0"),
        (VISIT.replace(RULES, "<rule><formula/></rule>"), "there must be 1 elements in <formula>, not 0"),
        (VISIT.replace("<premisses>", "<formula/><premisses>", 1), "there must be one <formula> in <rule>, not 2"),
        (VISIT.replace(ZIJ + BEZOEKT + DEN_HAAG, ""), "there is no word in the lexicon"),
        (VISIT.replace("lexicon_item", "item"), 'word 1 of the lexicon must be a <lexicon_item id="1">'),
        (VISIT.replace(BEZOEKT, ""), 'word 2 of the lexicon must be a <lexicon_item id="2">'),
        (VISIT.replace(ZIJ, ZIJ + ZIJ), 'word 2 of the lexicon must be a <lexicon_item id="2">'),
        (VISIT.replace('item id="3"', "item"), 'word 3 of the lexicon must be a <lexicon_item id="3">'),
        (VISIT.replace("<word>Zij</word>", ""), 'there must be one <word> in <lexicon_item id="1">, not 0'),
        (VISIT.replace("Zij</word>", "Zij</word><word/>"), 'there must be one <word> in <lexicon_item id="1">, not 2'),
        (VISIT.replace("Zij</word>", "<b>Zij</b></word>"), "there must be 0 elements in <word>, not 1"),
        (VISIT.replace("Zij</word>", "\n </word>"), "word 1 of the lexicon is empty"),
        (VISIT.replace("</formula>", "</formula><formula/>", 1), 'one <formula> in <lexicon_item id="1">, not 2'),
        (VISIT.replace("vnw</atom>", "vnw</atom><atom/>", 1), "there must be 1 elements in <formula>, not 2"),
        (VISIT.replace("vnw</atom>", "vnw<atom/></atom>", 1), 'there must be 0 elements in <atom id="0">, not 1'),
        (VISIT.replace('<atom id="11">smain</atom></impl>', "</impl>", 1), "there must be 2 elements in <impl>, not 1"),
        (VISIT.replace("</dia>", "<atom/></dia>", 1), "there must be 1 elements in <dia>, not 2"),
        (VISIT.replace('<atom id="7">np</atom></dia>', "</dia>"), "there must be 1 elements in <dia>, not 0"),
        (VISIT.replace('dep="su"', ""), "<dia> has no dep"),
        (VISIT.replace('dep="su"', 'dep=""'), "'' cannot name an atom or a label"),
        (VISIT.replace('<atom id="0">', "<atom>", 1), "<atom> has no id"),
        (VISIT.replace(">vnw<", "><"), "'' cannot name an atom or a label"),
        (VISIT.replace(">vnw<", ">v n<"), "'v n' cannot name an atom or a label"),
        (VISIT.replace("dia", "sup"), "a formula is an <atom>, <impl>, <dia> or <box>, not <sup>"),
        (VISIT.replace('id="7"', 'id="0"'), "two negative atoms have the id '0': it must be one"),
        (VISIT.replace(DEN_HAAG, DEN_HAAG.replace("7", "0")), "two positive atoms have the id '0': it must be one"),
        (VISIT.replace(DEN_HAAG, DEN_HAAG.replace("7", "5")), "no positive atom has the id '7': it must be one"),
        (VISIT.replace(ZIJ, ZIJ.replace('"0"', '"12"')), "no negative atom has the id '12': it must be one"),
        (
            f'<proof><lexicon>{ITEM}</lexicon><rule><formula><atom id="1">n</atom></formula></rule></proof>',
            "unequal atoms",
        ),
        (VISIT.replace(DEN_HAAG, DEN_HAAG.replace("np", "n")), "n 4 of 'Den Haag' cannot be linked to np 1"),
        (VISIT.replace("Zij", "Z" * 1001), "a word, name or label of more than 1,000 characters"),
        (VISIT.replace("np<", "n" * 1001 + "<"), "a word, name or label of more than 1,000 characters"),
        (VISIT.replace('"su"', f'"{"s" * 1001}"'), "a word, name or label of more than 1,000 characters"),
        (VISIT.replace("dia", "d" * 1001), "a word, name or label of more than 1,000 characters"),
    ],
)
def test_what_is_no_deduction_is_rejected_in_one_sentence(text: str, message: str) -> None:
    assert message in reason(text)


def test_a_cyclic_structure_is_rejected() -> None:
    """Every id stands twice, once positive and once negative, but the goal does not reach the second word."""
    formula = '<formula><impl><atom id="2">n</atom><atom id="2">n</atom></impl></formula>'
    item = f'<lexicon_item id="2"><word>y</word>{formula}</lexicon_item>'
    text = f'<proof><lexicon>{ITEM}{item}</lexicon><rule><formula><atom id="1">np</atom></formula></rule></proof>'
    assert "not connected" in reason(text)


def nested(levels: int) -> str:
    formula = "<dia dep='x'>" * levels + "<atom id='7'>np</atom>" + "</dia>" * levels
    return VISIT.replace(
        '<formula><atom id="7">np</atom></formula></lexicon_item>', f"<formula>{formula}</formula></lexicon_item>"
    )


def test_formulas_may_not_be_deep() -> None:
    assert isinstance(read(nested(deductions.FORMULA_DEPTH - 5)), Sample)
    assert reason(nested(deductions.FORMULA_DEPTH - 4)) == "formulas are nested more than 100 deep"
    assert reason(nested(100_000)) == "formulas are nested more than 100 deep"


def test_deductions_may_be_deep_but_not_endless() -> None:
    def deduction(levels: int) -> str:
        return VISIT.replace("<premisses>", "<premisses>" + "<rule>" * levels + "</rule>" * levels, 1)

    assert isinstance(read(deduction(deductions.PROOF_DEPTH - 3)), Sample)
    assert reason(deduction(deductions.PROOF_DEPTH - 2)) == "elements are nested more than 10,000 deep"


def test_files_may_not_be_large(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "words and formulas of more than 10,000 elements" in reason(VISIT.replace(ZIJ, "<x/>" * 10_000))
    assert "a tag or comment of more than 1 MB" in reason(VISIT + "<!--" + "x" * 1_000_001)
    monkeypatch.setattr(deductions, "TREE_BYTES", 1_000_000)
    read_so_far = 0

    def pieces() -> Iterator[bytes]:
        nonlocal read_so_far
        yield VISIT[: -len("</proof>\n")].encode()
        for _ in range(1_000):
            read_so_far += 1
            yield b"<string>" + b"x" * 9_983 + b"</string>"

    found = read_deduction(Document("x", "", None, pieces()))
    assert found == Rejected("x", "a proof of more than 1 MB")
    assert read_so_far == 100
    assert read_deduction(Document("x", "", None, ("why not",))) == Rejected("x", "why not")


TAGS = re.findall(r"<[^>]*>|[^<]+", VISIT)


@given(st.data())
@settings(max_examples=300)
def test_any_change_gives_a_sound_sample_or_a_reason(data: st.DataObject) -> None:
    parts = list(TAGS)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(parts) - 1))
        other = data.draw(st.one_of(st.sampled_from(TAGS), st.text(max_size=5), st.just("")))
        end = place + data.draw(st.integers(0, 3))
        parts[place:end] = [other]
        parts = parts or [""]
    found = read("".join(parts).encode("utf-8", "surrogatepass"))
    assert (net(found) is not None) if isinstance(found, Sample) else found.reason


@given(st.lists(st.tuples(st.integers(0, len(VISIT.encode()) - 1), st.integers(0, 255)), min_size=1, max_size=5))
def test_any_other_byte_gives_a_sound_sample_or_a_reason(changes: list[tuple[int, int]]) -> None:
    content = bytearray(VISIT.encode())
    for place, byte in changes:
        content[place] = byte
    found = read(bytes(content))
    assert (net(found) is not None) if isinstance(found, Sample) else found.reason


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A folder as it is published, with three splits, a file that macOS left in it, and one that is no proof."""
    folder = tmp_path / "natural_deduction"
    for number, split in enumerate(("train", "dev", "test")):
        (folder / split).mkdir(parents=True)
        text = VISIT.replace("Zij", f"Zij{number}").replace("wiki-1", f"wiki-{number}")
        (folder / split / f"wiki-{number}.xml").write_text(text)
    (folder / "train" / "._wiki-0.xml").write_bytes(b"\0\5\26\7")
    (folder / "train" / "twice.xml").write_text(VISIT.replace("Zij", "Zij0"))
    (folder / "dev" / "broken.xml").write_text(VISIT[:-9])
    return folder


def test_a_folder_keeps_its_splits(published: Path) -> None:
    report = Report()
    dealt = [(split, from_json(line).id) for split, line in deal(report.watch(outcomes([published])))]
    assert dealt == [
        ("dev", "wiki-1.p.2.s.3_0"),
        ("test", "wiki-2.p.2.s.3_0"),
        ("train", "wiki-1.p.2.s.3_0#2"),
        ("repeated", "wiki-0.p.2.s.3_0"),
    ]
    assert {name: counts.samples for name, counts in report.corpora.items()} == {"dev": 1, "test": 1, "train": 2}
    assert [lost.id for lost in report.lost] == ["dev/broken"]
    assert "not whole because" in show_report(report)


def test_processes_and_zip_files_give_the_same(published: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "aethel.zip", "w") as archive:
        for file in sorted(published.rglob("*.xml")):
            archive.write(file, f"old/{file.relative_to(published)}")
        archive.writestr("__MACOSX/old/._x.xml", b"\0\5\26\7")
    alone, zipped = (list(outcomes([path])) for path in (published, tmp_path / "aethel.zip"))
    assert [(o.id, o.split, o.line) for o in alone if o.line] == [(o.id, o.split, o.line) for o in zipped if o.line]
    assert list(outcomes([published], jobs=2)) == alone
    assert len(list(find_documents([published]))) == 5


def test_trees_and_deductions_may_stand_together(published: Path) -> None:
    node = '<node begin="0" end="1" id="1" pt="n" rel="top" word="stilte"/>'
    (published / "tree.xml").write_text(f"<alpino_ds>{node}</alpino_ds>")
    found = [one for one in extract_all([published]) if isinstance(one, Sample)]
    assert [one.tokens[0] for one in found] == ["Zij1", "Zij2", "Zij0", "Zij0", "stilte"]


@needs_shared("aethel2020")
def test_published_files_are_the_samples_that_they_should_be() -> None:
    expected = {sample.id: sample for sample in read_samples(AETHEL / "dev.jsonl.xz")}
    found = list(outcomes([AETHEL / "xml-sample.zip"]))
    assert len(found) == 300
    assert {outcome.split for outcome in found} == {"dev"}
    assert [outcome.sample for outcome in found] == [expected[outcome.id] for outcome in found]
