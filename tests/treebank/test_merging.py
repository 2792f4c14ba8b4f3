import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from proofnets.errors import ProofNetsError
from proofnets.logic import parse_type
from proofnets.treebank.merging import REPEATED, HeldOut, Merged, merge, show_merged, words_of
from proofnets.treebank.report import deal, outcomes
from proofnets.treebank.samples import Sample, from_json, read_samples, to_json, write_samples
from proofnets.treebank.splits import Split
from tests.shared import SHARED, needs_shared


def sample(name: str, sentence: str, type_: str = "np") -> Sample:
    """A sample whose first token has the type, and whose other tokens continue it."""
    tokens = sentence.split()
    return Sample(tuple(tokens), (parse_type(type_), *["+"] * (len(tokens) - 1)), parse_type(type_), ((0, 1),), id=name)


def data_set(folder: Path, **splits: list[Sample]) -> Path:
    folder.mkdir(parents=True)
    for split, samples in splits.items():
        write_samples(samples, folder / f"{split}.jsonl")
    return folder


def sentences(folder: Path, split: str = "train") -> dict[str, str]:
    return {one.id: " ".join(one.tokens) for one in read_samples(folder / f"{split}.jsonl")}


def reasons(merged: Merged) -> dict[tuple[str, str], int]:
    return {key: dropped.samples for key, dropped in merged.dropped.items()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ze slapen .", "ze slapen"),
        ("' Ze ' , zei hij", "Ze zei hij"),
        ("de EVD-website", "de EVD - website"),
        ("STRASSE", "straße"),
        ("cafe\u0301", "café"),
        ("a_b", "a b"),
    ],
)
def test_sentences_are_compared_by_their_words(one: str, other: str) -> None:
    assert words_of(one.split()) == words_of(other.split())


def test_other_words_are_other_sentences() -> None:
    assert words_of(["Ze", "slapen"]) != words_of(["Ze", "sliepen"])
    assert words_of(["Ze", "slapen"]) != words_of(["slapen", "Ze"])
    assert words_of(["?"]) == ("?",) != words_of(["!"])


TEN = "een twee drie vier vijf zes zeven acht negen tien"


@pytest.mark.parametrize(
    ("held_out", "trained", "reason"),
    [
        ("Ja , dat is het zo .", "ja dat is het zo", "it stands in there"),
        ("Ja , dat is zo .", "ja dat is zo", None),
        (TEN, "een twee drie vier vijf zes", "it is part of a sentence in there"),
        (TEN, "vijf zes zeven acht negen tien !", "it is part of a sentence in there"),
        (TEN, "zes zeven acht negen tien", None),
        (TEN, "een twee drie vijf zes zeven", None),
        (TEN, "twee drie vier vijf zes zevens", None),
        ("een twee , drie vier vijf zes", TEN, "a sentence in there is part of it"),
        ("drie vier vijf zes zeven acht", TEN, "a sentence in there is part of it"),
        ("een twee drie vier vijf", TEN, None),
        ("een twee drie vier vijf zes elf", TEN, None),
    ],
)
def test_what_is_held_out(held_out: str, trained: str, reason: str | None) -> None:
    guard = HeldOut()
    guard.add(words_of(held_out.split()), "there")
    assert guard.reason(words_of(trained.split())) == reason


def test_no_sentence_of_a_held_out_part_is_trained_on(tmp_path: Path) -> None:
    one = data_set(
        tmp_path / "one",
        train=[
            sample("1", "Ze slapen nu al een uur ."),
            sample("2", "Zij slaapt nu al een uur ."),
            sample("3", "Hij slaapt nu al een uur ."),
        ],
        dev=[sample("4", "Jij slaapt nu al een uur .")],
        test=[sample("5", "zij slaapt nu al een uur")],
    )
    other = data_set(
        tmp_path / "other",
        train=[
            sample("6", "Jij slaapt nu al een uur"),
            sample("7", "Wij slapen nu al een uur"),
            sample("8", "Ik slaap nu al een uur"),
        ],
        dev=[sample("9", "ze slapen nu al een uur")],
        test=[sample("10", "ik slaap nu al een uur !")],
    )
    merged = merge([one, other], tmp_path / "both")
    assert sentences(tmp_path / "both") == {"3": "Hij slaapt nu al een uur .", "7": "Wij slapen nu al een uur"}
    assert sentences(tmp_path / "both", "dev") == {"4": "Jij slaapt nu al een uur .", "9": "ze slapen nu al een uur"}
    assert sentences(tmp_path / "both", "test") == {"5": "zij slaapt nu al een uur", "10": "ik slaap nu al een uur !"}
    assert reasons(merged) == {
        ("one", "it stands in other/dev"): 1,
        ("one", "it stands in one/test"): 1,
        ("other", "it stands in one/dev"): 1,
        ("other", "it stands in other/test"): 1,
    }
    assert merged.written == {"train": 2, "dev": 2, "test": 2}
    assert merged.read == {(name, split): 3 if split == "train" else 1 for name in ("one", "other") for split in SPLITS}


SPLITS: tuple[Split, ...] = ("train", "dev", "test")


def test_repeated_derivations_count_once(tmp_path: Path) -> None:
    one = data_set(tmp_path / "one", train=[sample("1", "Ze"), sample("2", "Ze"), sample("3", "Ze", "pron")])
    other = data_set(tmp_path / "other", train=[sample("4", "Ze"), sample("5", "ze")])
    merged = merge([one, other], tmp_path / "both")
    assert sentences(tmp_path / "both") == {"1": "Ze", "3": "Ze", "5": "ze"}
    assert reasons(merged) == {("one", REPEATED): 1, ("other", REPEATED): 1}


def test_ids_stay_unique(tmp_path: Path) -> None:
    given = [
        data_set(tmp_path / "a" / "data", train=[sample("1", "een")], dev=[sample("1", "twee")]),
        data_set(tmp_path / "b" / "data", train=[sample("1", "drie")], dev=[sample("1", "vier"), sample("2", "vijf")]),
        data_set(tmp_path / "c", train=[sample("data#2/1", "zes"), sample("1", "acht"), sample("1", "tien")]),
    ]
    merge(given, tmp_path / "all")
    assert sentences(tmp_path / "all") == {
        "1": "een",
        "data#2/1": "drie",
        "c/data#2/1": "zes",
        "c/1": "acht",
        "c/1#2": "tien",
    }
    assert sentences(tmp_path / "all", "dev") == {"1": "twee", "data#2/1": "vier", "2": "vijf"}


def test_fewer_development_samples_are_drawn_but_all_are_held_out(tmp_path: Path) -> None:
    dev = [sample(str(number), f"dit is de zin nummer {number}") for number in range(50)]
    one = data_set(tmp_path / "one", train=[replace(one, id=f"t{one.id}") for one in dev], dev=dev[:40])
    assert merge([one], tmp_path / "all", dev=100).written == {"train": 10, "dev": 40, "test": 0}
    assert merge([one], tmp_path / "few", dev=7).written == {"train": 10, "dev": 7, "test": 0}
    drawn = list(sentences(tmp_path / "few", "dev"))
    assert drawn == sorted(drawn, key=int) != [str(number) for number in range(7)]
    other = data_set(tmp_path / "other", dev=[sample("50", "dit is de zin nummer 50")])
    merge([one, other], tmp_path / "more", dev=7)
    again = sentences(tmp_path / "more", "dev")
    assert len(again) == 7
    assert len(again.keys() & set(drawn)) >= 6


def test_compressed_files_and_folders_without_all_parts(tmp_path: Path) -> None:
    one = data_set(
        tmp_path / "one", train=[sample("1", "Ze slapen nu al een uur"), sample("2", "Hij slaapt nu al een uur")]
    )
    (tmp_path / "apart").mkdir()
    with lzma.open(tmp_path / "apart" / "test.jsonl.xz", "wt") as file:
        file.write(to_json(sample("3", "hij slaapt nu al een uur .")) + "\n")
    merged = merge([one, tmp_path / "apart"], tmp_path / "both")
    assert sentences(tmp_path / "both") == {"1": "Ze slapen nu al een uur"}
    assert merged.written == {"train": 1, "dev": 0, "test": 1}


def test_a_merged_folder_is_a_data_folder(tmp_path: Path) -> None:
    one = data_set(tmp_path / "one", train=[sample("1", "Ze slapen")], test=[sample("2", "Hij slaapt")])
    merge([one], tmp_path / "first")
    assert reasons(merge([tmp_path / "first"], tmp_path / "second")) == {}
    for split in SPLITS:
        name = f"{split}.jsonl"
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_bad_folders(tmp_path: Path) -> None:
    one = data_set(tmp_path / "one", train=[sample("1", "Ze slapen")])
    before = (one / "train.jsonl").read_bytes()
    with pytest.raises(ProofNetsError, match=r"has no train\.jsonl"):
        merge([one, tmp_path], tmp_path / "out")
    with pytest.raises(ProofNetsError, match="given twice"):
        merge([one, tmp_path / "one"], tmp_path / "out")
    with pytest.raises(ProofNetsError, match="one of the data folders"):
        merge([one], tmp_path / "x" / ".." / "one")
    with pytest.raises(ProofNetsError, match="it is a file, and no folder"):
        merge([one], one / "train.jsonl")
    assert (one / "train.jsonl").read_bytes() == before
    (one / "dev.jsonl").write_text("{}\n")
    with pytest.raises(ProofNetsError, match=r'dev.jsonl, line 1: there is no "id"'):
        merge([one], tmp_path / "out")
    (one / "dev.jsonl.xz").write_bytes(lzma.compress(b""))
    with pytest.raises(ProofNetsError, match=r"both dev\.jsonl and dev\.jsonl\.xz"):
        merge([one], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_report_as_text(tmp_path: Path) -> None:
    train = [sample("1", TEN), sample("2", TEN), sample("3", "Ze slapen"), sample("4", "Ze slapen")]
    one = data_set(tmp_path / "one", train=train, test=[sample("5", TEN)])
    assert show_merged(merge([one], tmp_path / "out")).splitlines() == [
        "data set  train  dev  test  left out of train",
        "one           4    0     1                  3",
        "",
        f"samples  sentences  left out of  because{' ' * 41}for example",
        "      2          1  one          it stands in one/test                           1",
        "      1          1  one          it repeats a sentence with the same derivation  4",
        "",
        "1 in train.jsonl, 0 in dev.jsonl, 1 in test.jsonl",
    ]
    assert "because" not in show_merged(merge([data_set(tmp_path / "two", train=train[2:3])], tmp_path / "other"))


@needs_shared("aethel2020/train.jsonl.xz", "treebank/extra.zip")
def test_suites_of_alpino_beside_aethel(tmp_path: Path) -> None:
    """Sentences of these suites stand in Æthel, and 108 of Æthel's test sentences in its own training part."""
    suites = (SHARED / "treebank" / f"{name}.zip" for name in ("extra", "m_suite"))
    dealt: dict[str, list[Sample]] = {split: [] for split in SPLITS}
    for split, line in deal(outcomes(suites)):
        if split in dealt:
            dealt[split].append(from_json(line))
    alpino = data_set(tmp_path / "alpino", **dealt)
    merged = merge([alpino, SHARED / "aethel2020"], tmp_path / "both")
    assert len(merged.dropped["aethel2020", "it stands in aethel2020/test"].sentences) == 108
    assert {("alpino", "it stands in aethel2020/test"), ("aethel2020", "it stands in alpino/test")} <= set(
        merged.dropped
    )
    held_out = {
        words_of(one.tokens) for split in ("dev", "test") for one in read_samples(tmp_path / "both" / f"{split}.jsonl")
    }
    texts = [" ".join(words_of(one.tokens)) for one in read_samples(tmp_path / "both" / "train.jsonl")]
    assert len(texts) == merged.written["train"] > 50_000
    assert {words for words in held_out if len(words) >= 5}.isdisjoint({tuple(text.split()) for text in texts})
    everything = "\n".join(texts)
    long = sorted({" ".join(words) for words in held_out if len(words) >= 6})[::40]
    assert not [text for text in long if f" {text} " in everything]
