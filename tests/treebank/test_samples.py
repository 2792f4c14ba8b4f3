import json
import lzma
import os
import pickle
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.derivation.derivations import judgement, net, units
from proofnets.errors import ProofNetsError, StructureError
from proofnets.logic import parse_type
from proofnets.treebank import samples as samples_module
from proofnets.treebank.samples import (
    LINE_BYTES,
    Sample,
    SampleError,
    check_samples,
    count_samples,
    from_json,
    read_samples,
    to_json,
    write_samples,
)

NP = parse_type("np")
VISIT = Sample(
    ("Zij", "bezoekt", "Den", "Haag", "."),
    (parse_type("pron"), parse_type("◇obj np ⊸ ◇su pron ⊸ s_main"), NP, "+", None),
    parse_type("s_main"),
    ((4, 1), (0, 2), (3, 5)),
    id="x/1",
)
LINE = (
    '{"id": "x/1", "tokens": ["Zij", "bezoekt", "Den", "Haag", "."], '
    '"types": ["pron", "◇obj np ⊸ ◇su pron ⊸ s_main", "np", "+", null], '
    '"goal": "s_main", "links": [[4, 1], [0, 2], [3, 5]]}'
)


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(LINE), **fields})


def test_json_both_ways() -> None:
    assert to_json(VISIT) == LINE
    assert from_json(LINE) == VISIT
    assert from_json(changed(note="other keys are ignored", goal="s_main")) == VISIT
    assert from_json(changed(types=["pron", "<obj>np -> <su>pron -> s_main", "np", "+", None])) == VISIT
    assert pickle.loads(pickle.dumps(VISIT)) == VISIT


def test_words_and_tokens() -> None:
    assert units(VISIT) == {1: (1,), 2: (2,), 3: (3, 4)}
    assert judgement(VISIT).words == ("Zij", "bezoekt", "Den Haag")
    assert [str(type_) for type_ in judgement(VISIT).types] == ["pron", "◇obj np ⊸ ◇su pron ⊸ s_main", "np"]


def test_the_net() -> None:
    assert str(net(VISIT).term) == 'bezoekt "Den Haag"ᵒᵇʲ Zijˢᵘ'
    with pytest.raises(StructureError):
        net(from_json(changed(links=[[4, 1], [0, 2]])))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON: Expecting property name enclosed in double quotes at column 2"),
        ("[" * 100_000, "not JSON of a sample: it nests too deep or has a number too long"),
        ("[]", "a sample must be a JSON object"),
        ("{}", 'there is no "id"'),
        (changed(id=""), '"id" must be a text that is not empty'),
        (changed(id=7), '"id" must be a text that is not empty'),
        (changed(tokens="Zij"), '"tokens" must be a list'),
        (changed(tokens=["Zij", " ", "a", "b", "c"]), "a token must be a text that is not empty"),
        (changed(tokens=["\ud800", "x", "a", "b", "c"]), "a token holds half a character (a lone surrogate)"),
        (changed(tokens=["Zij"]), "1 tokens cannot have 5 types: one a token, or null"),
        (
            changed(types=["+", "np", "np", "np", "np"]),
            "'Zij' has the type +, but there is no word before it to continue",
        ),
        (
            changed(types=["np", None, "+", "np", "np"]),
            "'Den' has the type +, but there is no word before it to continue",
        ),
        (changed(types=["np", "np ⊸", "a", "b", "c"]), "'np ⊸' is no type: column 5: expected a type, found the end"),
        (changed(types=["np", 3, "a", "b", "c"]), 'a type must be a text such as "np", or "+", or null'),
        (changed(goal=None), 'a type must be a text such as "np", or "+", or null'),
        (changed(goal="+"), "'+' is no type: column 1: expected a type, found '+'"),
        (changed(links=[[1]]), "a link must be a list of two numbers, a positive and a negative atom's"),
        (changed(links=[[1, True]]), "a link must be a list of two numbers, a positive and a negative atom's"),
        (changed(links=[[1, 2.0]]), "a link must be a list of two numbers, a positive and a negative atom's"),
        (changed(links={}), '"links" must be a list'),
    ],
)
def test_faults(line: str, fault: str) -> None:
    with pytest.raises(ProofNetsError) as caught:
        from_json(line)
    assert str(caught.value) == fault


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    assert write_samples([VISIT, VISIT], path) == 2
    assert path.read_text(encoding="utf-8") == f"{LINE}\n{LINE}\n"
    assert list(read_samples(path)) == [VISIT, VISIT]
    path.write_bytes(b"\xef\xbb\xbf" + f"{LINE}\r\n\r\n{LINE}".encode())
    assert list(read_samples(path)) == [VISIT, VISIT]


def test_a_file_changes_only_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text("before")

    def failing() -> Any:
        yield VISIT
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_samples(failing(), path)
    assert os.listdir(tmp_path) == ["samples.jsonl"]
    assert path.read_text() == "before"
    with pytest.raises(ProofNetsError, match=r"cannot be written: there is no folder .*missing"):
        write_samples([VISIT], tmp_path / "missing" / "samples.jsonl")


def test_faults_name_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples_module, "LINE_BYTES", 1000)
    path = tmp_path / "samples.jsonl"
    unlinked = changed(id="x/2", links=[[4, 1], [0, 2]])
    crossed = changed(id="x/3", links=[[4, 1], [0, 2], [3, 9]])
    lines = [LINE, "", "{", unlinked, LINE, " " * 5000 + LINE, "\x00", crossed]
    path.write_bytes("\n".join(lines).encode() + b'\n{"id": "\xff"}\n')
    assert list(check_samples(path)) == [
        "line 3: not JSON: Expecting property name enclosed in double quotes at column 2",
        "line 4: not linked: s_main 3 of 'bezoekt'",
        "line 5: the id x/1 is also that of line 1",
        "line 6: longer than 1000 bytes",
        "line 7: not JSON: Expecting value at column 1",
        "line 8: no such link: 3–9, the atoms are numbered 0 to 5",
        "line 9: not UTF-8 at byte 9",
    ]
    with pytest.raises(SampleError, match=r"samples\.jsonl, line 3: not JSON"):
        list(read_samples(path))
    with pytest.raises(SampleError, match="cannot be read"):
        list(read_samples(tmp_path / "missing"))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["np", "+", "a -> b"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "tokens", "types", "goal", "links"), VALUES)))
@settings(deadline=None)
def test_any_json_is_a_sample_or_an_error(fields: dict[str, Any]) -> None:
    try:
        sample = from_json(json.dumps(fields))
    except ProofNetsError:
        return
    assert from_json(to_json(sample)) == sample


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_file_has_samples_or_faults(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(content)
    try:
        assert all(fault.startswith("line ") for fault in check_samples(path))
    except SampleError:  # it looks compressed, and is not
        assert content.startswith((b"\xfd7zXZ", b"\x1f\x8b", b"BZh"))


def test_compressed_samples(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl.xz"
    path.write_bytes(lzma.compress(f"{LINE}\n\n{LINE}\nnothing\n".encode()))
    assert count_samples(path) == 3
    assert list(islice(read_samples(path), 2)) == [VISIT, VISIT]
    assert [fault[:17] for fault in check_samples(path)] == ["line 3: the id x/", "line 4: not JSON:"]
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(SampleError, match=r"samples\.jsonl\.xz cannot be read: it ends in the middle"):
        list(check_samples(path))
    path.write_bytes(lzma.compress(bytes(2 * LINE_BYTES)))
    assert list(check_samples(path)) == [f"line 1: longer than {LINE_BYTES} bytes"]


@given(st.integers(0, len(LINE)), st.integers(0, len(LINE)), st.text(max_size=4))
@settings(deadline=None)
def test_a_damaged_line_is_a_sample_or_an_error(begin: int, end: int, text: str) -> None:
    with suppress(ProofNetsError):
        net(from_json(LINE[:begin] + text + LINE[max(begin, end) :]))


def test_the_sample_in_the_documentation_is_a_proof() -> None:
    page = Path(__file__).parents[2] / "docs" / "formats.md"
    (sample, *_) = page.read_text(encoding="utf-8").split("```json\n")[1:]
    found = net(from_json(sample.split("```")[0]))
    assert str(found.term) == "is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen x zeˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ"
