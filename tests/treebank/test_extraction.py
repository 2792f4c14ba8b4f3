import os
import re
import resource
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from proofnets.derivation.derivations import judgement, net
from proofnets.logic import Atom, Box, Diamond, Implication, Type, dependencies, parse_judgement
from proofnets.logic.types import subformulas
from proofnets.treebank.alpino import Tree, read_trees
from proofnets.treebank.extract import extract
from proofnets.treebank.normalise import ExtractionError
from proofnets.treebank.samples import Sample
from tests.shared import SHARED, needs_shared
from tests.treebank.cases import CASES
from tests.treebank.trees import Case, alpino, read_text

ROOT = Path(__file__).parents[2]

# A tree as Alpino writes it, with all of its attributes.
LITERAL = """<?xml version="1.0" encoding="UTF-8"?>
<alpino_ds version="1.6">
  <parser build="Alpino-x86_64-Linux-glibc2.5-git817-sicstus" date="2024-03-02T10:15" cats="1" skips="0" />
  <metadata>
    <meta type="text" name="source" value="ours"/>
  </metadata>
  <node begin="0" cat="top" end="7" id="0" rel="top">
    <node begin="0" cat="smain" end="6" id="1" rel="--">
      <node begin="0" case="nom" def="def" end="1" frame="pronoun(nwh,thi,mv,de,nom,def)" gen="de" genus="masc"
       getal="mv" id="2" index="1" lcat="np" lemma="zij" naamval="nomin" num="pl" pdtype="pron" per="thi" persoon="3p"
       pos="pron" postag="VNW(pers,pron,nomin,red,3p,ev,masc)" pt="vnw" rel="su" rnum="pl" root="ze" sense="ze"
       status="red" vwtype="pers" wh="nwh" word="Ze"/>
      <node begin="1" end="2" frame="verb(hebben,pl,aux_psp_hebben)" id="3" infl="pl" lcat="smain" lemma="hebben"
       pos="verb" postag="WW(pv,tgw,mv)" pt="ww" pvagr="mv" pvtijd="tgw" rel="hd" root="heb" sc="aux_psp_hebben"
       sense="heb" stype="declarative" tense="present" word="hebben" wvorm="pv"/>
      <node begin="0" cat="ppart" end="6" id="4" rel="vc">
        <node begin="0" end="1" id="5" index="1" rel="su"/>
        <node begin="2" cat="np" end="4" id="6" rel="obj1">
          <node begin="2" end="3" frame="determiner(de)" id="7" infl="de" lcat="detp" lemma="de" lwtype="bep"
           naamval="stan" npagr="rest" pos="det" postag="LID(bep,stan,rest)" pt="lid" rel="det" root="de" sense="de"
           word="de"/>
          <node begin="3" end="4" frame="noun(de,count,sg)" gen="de" genus="zijd" getal="ev" graad="basis" id="8"
           lcat="np" lemma="brief" naamval="stan" ntype="soort" num="sg" pos="noun"
           postag="N(soort,ev,basis,zijd,stan)" pt="n" rel="hd" rnum="sg" root="brief" sense="brief" word="brief"/>
        </node>
        <node begin="4" end="5" frame="adverb" id="9" lcat="advp" lemma="niet" pos="adv" postag="BW()" pt="bw"
         rel="mod" root="niet" sense="niet" word="niet"/>
        <node begin="5" buiging="zonder" end="6" frame="verb(hebben,psp,transitive)" id="10" infl="psp" lcat="ppart"
         lemma="lezen" pos="verb" positie="vrij" postag="WW(vd,vrij,zonder)" pt="ww" rel="hd" root="lees"
         sc="transitive" sense="lees" word="gelezen" wvorm="vd"/>
      </node>
    </node>
    <node begin="6" end="7" frame="punct(punt)" id="11" lcat="punct" lemma="." pos="punct" postag="LET()" pt="let"
     rel="--" root="." sense="." special="punt" word="."/>
  </node>
  <sentence sentid="12">Ze hebben de brief niet gelezen .</sentence>
  <comments>
    <comment>Q#12|Ze hebben de brief niet gelezen .|1|1|0.1</comment>
  </comments>
</alpino_ds>
"""

NAMED = {case.name: case for case in CASES}

# The graphs of some sentences: for each word its head and its label. Words are those of the judgement.
GRAPHS = {
    "the sentence of the paper": "2:det 6:su 2:mod 5:su 3:body 0:root 6:predc",
    "noun complement": "2:det 5:su 2:vc 3:body 0:root",
    "understood subject": "2:su 0:root 2:vc",
    "modifier of a modifier": "2:su 0:root 4:mod 2:mod",
    "fronted preposition with its object": "2:det 0:root 2:mod 3:obj 6:su 3:body",
    "shared subject and object": "3:su 3:cnj 0:root 3:cnj 3:obj",
    "gapping": "4:su 4:dep 4:obj 0:root 4:su 4:obj",
    "correlative": "5:su 1:cnj 1:cor 1:cnj 0:root",
    "adjacent unit": "2:su 0:root 2:ld 3:obj",
    "quoted speech": "2:su 0:root 2:mod 2:tag 4:su",
}


@cache
def sample_of(case: Case) -> Sample:
    """What is extracted from a case, by way of a file."""
    with TemporaryDirectory() as folder:
        return extract(read_text(alpino(case.sentence, case.tree), Path(folder)))


def shown(sample: Sample) -> list[tuple[str, str | None]]:
    """The tokens of a sample with their types as text."""
    return [
        (token, None if entry is None else str(entry)) for token, entry in zip(sample.tokens, sample.types, strict=True)
    ]


def coordinators(sample: Sample) -> list[tuple[set[Type], Type]]:
    """What each coordinator of a sample takes as conjuncts, and what it gives."""
    found = []
    for entry in sample.types:
        type_, conjuncts = entry, set()
        while isinstance(type_, Implication) and isinstance(type_.argument, Diamond):
            if type_.argument.label == "cnj":
                conjuncts.add(type_.argument.body)
            elif conjuncts:
                break
            type_ = type_.result
        if conjuncts and isinstance(type_, Type):
            found.append((conjuncts, type_))
    return found


def test_names_are_unique() -> None:
    assert len(NAMED) == len(CASES)
    assert len({case.sentence for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_types_goal_and_term(case: Case) -> None:
    sample = sample_of(case)
    assert " ".join(sample.tokens) == case.sentence
    assert shown(sample) == case.lines
    assert str(sample.goal) == case.goal
    assert str(net(sample).term) == case.term


@pytest.mark.parametrize(("name", "graph"), GRAPHS.items())
def test_dependency_graph(name: str, graph: str) -> None:
    edges = dependencies(net(sample_of(NAMED[name])).term)
    assert [edge.dependent for edge in edges] == list(range(1, len(edges) + 1))
    assert " ".join(f"{edge.head}:{edge.label}" for edge in edges) == graph


def test_the_sentence_of_the_paper_has_the_judgement_of_the_paper() -> None:
    given = parse_judgement((ROOT / "examples" / "strategie.txt").read_text(encoding="utf-8"))
    assert judgement(sample_of(NAMED["the sentence of the paper"])) == given


def test_file_as_alpino_writes_it(tmp_path: Path) -> None:
    sample = extract(read_text(LITERAL, tmp_path, "12"))
    assert sample.id == f"{tmp_path.name}/12"
    assert shown(sample) == [
        ("Ze", "pron"),
        ("hebben", "◇vc ppart ⊸ ◇su pron ⊸ s_main"),
        ("de", "□det(n ⊸ np)"),
        ("brief", "n"),
        ("niet", "□mod(ppart ⊸ ppart)"),
        ("gelezen", "◇obj np ⊸ ppart"),
        (".", None),
    ]
    assert str(net(sample).term) == "hebben (niet_mod (gelezen (de_det brief)ᵒᵇʲ))ᵛᶜ Zeˢᵘ"


def test_every_word_has_a_type() -> None:
    for sample in map(sample_of, CASES):
        untyped = [token for token, entry in zip(sample.tokens, sample.types, strict=True) if entry is None]
        assert not [token for token in untyped if token.isalnum()], sample


def test_coordinators_are_uniform() -> None:
    found = [pair for case in CASES for pair in coordinators(sample_of(case))]
    assert len(found) > 30
    for conjuncts, result in found:
        assert conjuncts == {result}


def test_determiners_take_an_atom_and_make_no_nouns() -> None:
    found = {
        part.body
        for case in CASES
        for entry in sample_of(case).types
        if isinstance(entry, Type)
        for part, _ in subformulas(entry)
        if isinstance(part, Box) and part.label == "det"
    }
    assert len(found) > 8
    for function in found:
        assert isinstance(function, Implication)
        assert isinstance(function.argument, Atom), function
        assert function.result is not Atom("n"), function


def test_the_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    for number, case in enumerate(CASES):
        (tmp_path / f"{number:03}.xml").write_text(alpino(case.sentence, case.tree), encoding="utf-8")
    script = (
        "import sys\n"
        "from proofnets.treebank.alpino import read_trees\n"
        "from proofnets.treebank.extract import extract\n"
        "from proofnets.treebank.samples import to_json\n"
        "for tree in read_trees(sys.argv[1:]):\n"
        "    sys.stdout.buffer.write((to_json(extract(tree)) + '\\n').encode())\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "20240229")
    ]
    assert outputs[0].count(b"\n") == len(CASES)
    assert outputs[0] == outputs[1]


def test_order_of_daughters_in_the_file_does_not_matter(tmp_path: Path) -> None:
    one = alpino("Zij geeft hem melk", "smain(su:vnw/Zij hd:ww/geeft obj2:vnw/hem obj1:n/melk)")
    other = alpino("Zij geeft hem melk", "smain(obj1:n/melk obj2:vnw/hem hd:ww/geeft su:vnw/Zij)")
    assert extract(read_text(one, tmp_path)) == extract(read_text(other, tmp_path))


@pytest.mark.parametrize("sentence", [".", "( ... )", "? !"])
def test_nothing_but_punctuation(sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ExtractionError, match="there is nothing but punctuation"):
        extract(read_text(alpino(sentence, ""), tmp_path))


def test_deep_tree(tmp_path: Path) -> None:
    """De deur van de deur van … : 75 noun phrases in 74 prepositional phrases, and the top."""
    depth = 75
    notation = "np(det:lid/de hd:n/deur)"
    for _ in range(depth - 1):
        notation = f"np(det:lid/de hd:n/deur mod:pp(hd:vz/van obj1:{notation}))"
    sample = extract(read_text(alpino(" van ".join(["de deur"] * depth), notation), tmp_path))
    assert sample.types.count(None) == 0
    assert {str(entry) for entry in sample.types} == {"□det(n ⊸ np)", "n", "◇obj np ⊸ □mod(np ⊸ np)"}
    net(sample)


def test_hundreds_of_conjuncts_are_one_coordination_and_thousands_are_refused(tmp_path: Path) -> None:
    def tree(size: int) -> Tree:
        words = [f"w{number}" for number in range(size + 1)]
        parts = " ".join(f"cnj:n/{word}" for word in words[:-1])
        return read_text(alpino(" ".join(words), f"conj({parts} crd:vg/{words[-1]})"), tmp_path)

    sample = extract(tree(400))
    assert str(sample.types[-1]).count("◇cnj") == 400
    net(sample)
    with pytest.raises(ExtractionError, match="too many conjuncts"):
        extract(tree(2500))


def test_a_coordination_without_conjuncts_is_no_error_inside(tmp_path: Path) -> None:
    net(extract(read_text(alpino("en of", "conj(crd:vg/en crd:vg/of)"), tmp_path)))


MODIFIERS = "hd:bw/w0"
for _number in range(1, 40):
    MODIFIERS = f"mod:advp({MODIFIERS}) hd:adj/w{_number}"
COORDINATORS = "crd:vg/w0"
for _number in range(1, 40):
    COORDINATORS = f"crd:conj({COORDINATORS} cnj:vg/w{_number} cnj:vg/v{_number})"


@pytest.mark.parametrize("notation", [f"ap({MODIFIERS})", f"conj({COORDINATORS} cnj:n/a cnj:n/b)"])
def test_deep_nest_of_types_is_refused(tmp_path: Path, notation: str) -> None:
    """Each modifier of a modifier doubles the type, so that 40 of them would take all memory there is."""
    words = re.findall(r"/(\w+)", notation)
    file = tmp_path / "nest.xml"
    file.write_text(alpino(" ".join(words), notation), encoding="utf-8")
    script = (
        "import sys\n"
        "from proofnets.errors import ProofNetsError\n"
        "from proofnets.treebank.alpino import read_trees\n"
        "from proofnets.treebank.extract import extract\n"
        "(tree,) = read_trees(sys.argv[1:])\n"
        "try:\n"
        "    extract(tree)\n"
        "except ProofNetsError:\n"
        "    print('refused')\n"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000)),
        capture_output=True,
        timeout=60,
        check=False,
        text=True,
    )
    assert outcome.stdout == "refused\n", outcome.stderr[-500:]


@needs_shared("treebank")
def test_a_whole_sub_corpus() -> None:
    unequal = []
    for tree in read_trees([SHARED / "treebank" / "i_suite.zip"]):
        assert isinstance(tree, Tree), tree
        sample = extract(tree)
        net(sample)
        unequal += [(tree.id, pair) for pair in coordinators(sample) if pair[0] != {pair[1]}]
        untyped = [token for token, entry in zip(sample.tokens, sample.types, strict=True) if entry is None]
        assert not [token for token in untyped if token.isalnum()], tree.id
    assert not unequal
