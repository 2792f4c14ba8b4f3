import pickle
import subprocess
import sys
import tracemalloc
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from proofnets.derivation.derivations import net
from proofnets.treebank.aethel import DumpError, read_dump, read_entry, read_type
from proofnets.treebank.alpino import Rejected
from tests.shared import SHARED, needs_shared


class Constant:
    """Stands for Æthel's class of the name when a dump is made here."""


class Variable:
    """The same."""


@pytest.fixture(autouse=True)
def aethel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules with the names that the real dump's classes have, so that pickle can write them."""
    for name in ("aethel", "aethel.mill", "aethel.mill.terms"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    for marker in (Constant, Variable):
        monkeypatch.setattr(marker, "__module__", "aethel.mill.terms")
        monkeypatch.setattr(sys.modules["aethel.mill.terms"], marker.__name__, marker, raising=False)


def word(type_: str, index: int) -> Any:
    return "Logical.Constant", (Constant, (type_, index))


def variable(type_: str, index: int) -> Any:
    return "Logical.Variable", (Variable, (type_, index))


def apply(function: Any, argument: Any) -> Any:
    return "Logical.ArrowElimination", (function, argument)


def mark(argument: Any, label: str) -> Any:
    return "Logical.DiamondIntroduction", (argument, label)


def phrase(type_: str, *words: str, pos: str = "x") -> Any:
    return tuple((text, pos, "x", text) for text in words), type_


def entry(phrases: list[Any], proof: Any, name: str = "x/1(2).xml", split: str = "train") -> Any:
    return tuple(phrases), proof, name, split


ASK, CAN, DO = "⟶ ◇whbody ⟶ ◇x □x ◇obj1 VNW SV1 WHQ", "⟶ ◇vc INF ⟶ ◇su NP SV1", "⟶ ◇obj1 VNW INF"
HYPOTHESIS, FREED = "◇x □x ◇obj1 VNW", "□x ◇obj1 VNW"
DOING = apply(word(DO, 3), ("Logical.BoxElimination", (variable(FREED, 1), "x")))
CLAUSE = apply(apply(word(CAN, 1), mark(DOING, "vc")), mark(word("NP", 2), "su"))
GAP = (
    "Logical.DiamondElimination",
    (("Structural.Extract", (CLAUSE, variable(FREED, 1)[1])), variable(FREED, 1)[1], variable(HYPOTHESIS, 0)),
)
BODY = "Logical.ArrowIntroduction", (GAP, variable(HYPOTHESIS, 0)[1])
QUESTION = entry(
    [
        phrase(ASK, "Wat"),
        phrase(CAN, "kan"),
        phrase("NP", "Den", "Haag"),
        phrase(DO, "doen"),
        phrase("PUNCT", "?", pos="punct"),
    ],
    apply(word(ASK, 0), mark(BODY, "whbody")),
)


def write(folder: Path, dump: object) -> Path:
    path = folder / "dump.pickle"
    path.write_bytes(pickle.dumps(dump))
    return path


def dumped(folder: Path, *entries: Any) -> Path:
    return write(folder, ("1.0.0", [list(entries), [], []]))


def reason(changed: Any) -> str:
    rejected = read_entry(changed)
    assert isinstance(rejected, Rejected)
    return rejected.reason


def test_a_question(tmp_path: Path) -> None:
    (found,) = read_dump(dumped(tmp_path, QUESTION))
    assert not isinstance(found, Rejected)
    split, sample = found
    assert split == "train"
    assert sample.id == "x/1(2)"
    assert sample.tokens == ("Wat", "kan", "Den", "Haag", "doen", "?")
    assert [entry if entry is None else str(entry) for entry in sample.types] == [
        "◇whbody(◇x□x◇obj1 pron ⊸ s_v1) ⊸ whq",
        "◇vc inf ⊸ ◇su np ⊸ s_v1",
        "np",
        "+",
        "◇obj1 pron ⊸ inf",
        None,
    ]
    assert str(sample.goal) == "whq"
    assert str(net(sample).term) == 'Wat (λxˣ.kan (doen ▿x(x)_x)ᵛᶜ "Den Haag"ˢᵘ)ʷʰᵇᵒᵈʸ'


def test_box_introduction() -> None:
    boxed = "□mod ⟶ □mod NP NP"
    proof = apply(
        ("Logical.BoxElimination", (word(boxed, 0), "mod")), ("Logical.BoxIntroduction", (word("NP", 1), "mod"))
    )
    found = read_entry(entry([phrase(boxed, "a"), phrase("NP", "b")], proof))
    assert not isinstance(found, Rejected)
    assert str(net(found[1]).term) == "a_mod ▴mod(b)"


def test_marks_that_no_proof_uses_are_punctuation() -> None:
    found = read_entry(entry([phrase("NP", "=", pos="punct"), phrase("NP", "leer")], word("NP", 1)))
    assert not isinstance(found, Rejected)
    assert [str(type_) for type_ in found[1].types] == ["None", "np"]
    assert "do not balance" in reason(entry([phrase("NP", "en"), phrase("NP", "leer")], word("NP", 1)))


def test_types() -> None:
    assert str(read_type("⟶ ◇cnj AdjP ⟶ ◇cnj AdjP AdjP")) == "◇cnj ap ⊸ ◇cnj ap ⊸ ap"
    for bad in ("", "⟶ NP", "NP NP", "◇", "◇su", "⟶", "N-P"):
        assert reason(entry([phrase(bad, "a")], word(bad, 0)))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ((), "an entry must be (phrases, proof, name, split)"),
        (entry([], word("NP", 0), split="other"), "an entry must be (phrases, proof, name, split)"),
        (entry([phrase("NP")], word("NP", 0)), "a phrase must be ((word, pos, pt, lemma)…, type)"),
        (entry([((("a",),), "NP")], word("NP", 0)), "a word must be (word, pos, pt, lemma)"),
        (entry([phrase("NP", "a")], word("N", 0)), "the proof uses phrase 0 as 'N', which is not its type"),
        (entry([phrase("NP", "a")], word("NP", 5)), "the proof uses phrase 5 as 'NP', which is not its type"),
        (entry([phrase("NP", "a")], apply(word("NP", 0), word("NP", 0))), "not a step by Logical.ArrowElimination"),
        (
            entry([phrase("NP", "a")], ("Logical.BoxElimination", (word("NP", 0), "x"))),
            "not a step by Logical.BoxElimination",
        ),
        (entry([phrase("NP", "a")], ("Logical.Cut", (word("NP", 0), "x"))), "not a step by Logical.Cut"),
        (entry([phrase("NP", "a")], ("Logical.Constant", (word("NP", 0), "x"))), "not a step by Logical.Constant"),
        (
            entry([phrase("NP", "a")], ("Logical.DiamondElimination", (word("NP", 0), "x"))),
            "not a step by Logical.DiamondElimination",
        ),
        (entry([phrase("NP", "a")], "Logical.Cut"), "a step of a proof must be (rule, arguments)"),
        (entry([phrase("NP", "a")], variable("NP", 0)), "x is not bound"),
        (entry([phrase("⟶ NP NP", "a")], apply(word("⟶ NP NP", 0), variable("NP", 0))), "x is not bound"),
    ],
)
def test_faults_of_an_entry(changed: Any, expected: str) -> None:
    assert reason(changed) == expected


def test_the_rest_goes_on(tmp_path: Path) -> None:
    path = dumped(tmp_path, entry([phrase("NP", "a")], word("N", 0)), QUESTION)
    assert [isinstance(found, Rejected) for found in read_dump(path)] == [True, False]


def test_deep_and_shared_proofs() -> None:
    step = "⟶ NP NP"
    proof = word("NP", 0)
    for index in range(1, 5000):
        proof = apply(word(step, index), proof)
    phrases = [phrase("NP", "a"), *(phrase(step, "b") for _ in range(1, 5000))]
    assert not isinstance(read_entry(entry(phrases, proof)), Rejected)
    for _ in range(60):
        proof = apply(proof, proof)
    assert reason(entry([phrase("NP", "a")], proof)) == "a proof of more than 100000 steps"


class Attack:
    def __init__(self, *reduced: Any) -> None:
        self.reduced = reduced

    def __reduce__(self) -> Any:
        return self.reduced


def test_what_a_dump_may_not_ask_for(tmp_path: Path) -> None:
    target = tmp_path / "attacked"
    for attack in (
        Attack(subprocess.call, (["touch", str(target)],)),
        Attack(eval, (f"open({str(target)!r}, 'w')",)),
        Attack(getattr, ("", "format")),
        Path("x"),
        Path,
        1j,
        {1, 2}.__iter__(),
    ):
        with pytest.raises(DumpError, match=r"is refused: it asks for .* only plain data is read"):
            read_dump(write(tmp_path, ("1.0.0", [[attack], [], []])))
    assert not target.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a pickle",
        b"\x80\x04.",
        b"\x80\x04caethel.mill.terms\nConstant\n)R.",  # calls the marker
        b"\x80\x04caethel.mill.terms\nConstant\n)\x81.",  # makes an object of it
        b"\x80\x04caethel.mill.terms\nConstant\n}\x8c\x01xK\x01sb.",  # changes it
        b"(iaethel.mill.terms\nConstant\n.",
        b"(caethel.mill.terms\nConstant\no.",
        b"caethel.mill.terms\nConstant.__init__\n.",
        b"\x80\x04\x8c\x11aethel.mill.terms\x8c\x11Constant.__class__\x93.",
        b"P1\n.",
        b"\x80\x04K\x01Q.",
        b"\x82\x01.",
        b"\x80\x05\x97.",
        b"\x80\x02Nr\x00\xc2\xeb\x0b.",  # has 200 million things before it, it says
        b"\x80\x04\x8d\x00\x00\x00\x00\x10\x00\x00\x00x.",  # a text of 64 gigabytes
        b"\x80\x05\x96\x00\x00\x00\x00\x10\x00\x00\x00x.",  # as many bytes that can be changed
    ],
)
def test_crafted_pickles_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "dump.pickle"
    path.write_bytes(content)
    tracemalloc.start()
    with pytest.raises(DumpError, match=r"is refused|is no Æthel dump"):
        read_dump(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1_000_000


def test_other_data_is_no_dump(tmp_path: Path) -> None:
    others: list[Any] = [{}, ("1.0.0", []), ("1.0.0", [[], []]), [1, 2, 3], None]
    for other in others:
        with pytest.raises(DumpError, match="is no Æthel dump"):
            read_dump(write(tmp_path, other))
    with pytest.raises(DumpError, match="cannot be read: No such file"):
        read_dump(tmp_path / "missing")


@needs_shared("aethel")
def test_all_proofs_of_the_real_dump_are_nets() -> None:
    found = list(read_dump(SHARED / "aethel" / "alpino_3000.pickle"))
    assert [one for one in found if isinstance(one, Rejected)] == []
    samples = [one for one in found if not isinstance(one, Rejected)]
    assert [split for split, _ in samples] == ["train"] * 2400 + ["dev"] * 300 + ["test"] * 300
    assert len({sample.id for _, sample in samples}) == 3000
    for _, sample in samples[::10]:
        assert net(sample).links == sample.links
