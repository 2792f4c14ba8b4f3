"""Agda accepts what we prove, and refuses what is tampered with."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from proofnets.derivation import Parse
from proofnets.logic import Frame, Judgement, Net, is_strict, net_of, parse_judgement, proofs
from proofnets.parser import Parser
from proofnets.render import FORMATS
from proofnets.render.agda import certificate, logic
from tests.bridges.tools import agda
from tests.logic.derivations import random_derivation
from tests.logic.strategies import ODD_WORDS
from tests.render.pictures import parse_of

PAPER = (Path(__file__).parents[2] / "examples" / "strategie.txt").read_text(encoding="utf-8")
READINGS = list(proofs(parse_judgement(PAPER)))
TWO_NAMES = next(proofs(parse_judgement("Jan:np, ziet:◇obj np ⊸ ◇su np ⊸ s, Piet:np ⊢ s")))
LONG = (
    "De minister die de wet had ingediend , zei dat hij niet wist of de kamer , die in de zomer al eens over het plan "
    "had gesproken , het voorstel van de commissie zou willen steunen als de kosten hoger bleken ."
)


def written(*nets: Net) -> str:
    return "".join(FORMATS["agda"].render([parse_of(*nets)]))


def accepts(folder: Path, text: str) -> bool:
    answer = agda(folder, text)
    assert answer.returncode in (0, 42), answer.stderr  # 42: Agda found an error in the file
    return answer.returncode == 0


def test_both_readings_of_the_papers_sentence_are_accepted(tmp_path: Path):
    text = written(*READINGS)
    assert re.findall(r"proof : words ⊢\[ (\w+) \]", text) == ["paper", "remarking"]
    assert [is_strict(net) for net in READINGS] == [True, False]
    unmarked = """
module without-marks where
  open sentence1-reading2
  unmarked-proof : all-unmarked words ⊢[ ILL⊸ ] atom "s_main"
  unmarked-proof = bare proof
"""
    assert accepts(tmp_path, text + unmarked)


def test_what_the_parser_proves_is_accepted(tmp_path: Path):
    texts = ["Ze slapen.", "Jan, die Piet kent, gaf Marie in Den Haag 'n boek.", "Wie heeft dat gezegd?", LONG]
    parses: list[Parse] = [parse for (parse,) in Parser().parse(texts)]
    assert [parse.status for parse in parses] == ["proved"] * 4
    text = "".join(FORMATS["agda"].render(parses))
    assert text.count("spells = refl") == 4
    assert accepts(tmp_path, text)


def test_a_sentence_without_a_proof_is_a_comment(tmp_path: Path):
    text = "".join(FORMATS["agda"].render([Parse("a\nb {-", (), error="too\nlong"), parse_of(TWO_NAMES)]))
    assert "-- Sentence 1, a b {-: too\\nlong\n" in text
    assert accepts(tmp_path, text)


def test_random_nets_with_odd_words_are_accepted(tmp_path: Path):
    nets = []
    for seed in range(60):
        derivation = random_derivation(seed, seed % 9)
        types, goal = derivation.judgement.types, derivation.judgement.goal
        links = net_of(derivation.term, derivation.judgement).links
        words = tuple(ODD_WORDS[(seed * 7 + place) % len(ODD_WORDS)] for place in range(len(types)))
        nets.append(Net(Frame(Judgement(words, types, goal)), links))
    assert {is_strict(net) for net in nets} == {True, False}
    modules = [certificate(net, f"net{number}") for number, net in enumerate(nets)]
    assert accepts(tmp_path, "\n".join([logic(), *modules]))


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


def swapped(one: str, other: str) -> Callable[[str], str]:
    """The resources of two words change places."""

    def attack(text: str) -> str:
        lines = text.split("\n")
        first, second = (
            next(i for i, line in enumerate(lines) if line.startswith(f'    "{w}" ∶')) for w in (one, other)
        )
        lines[first], lines[second] = lines[second], lines[first]
        return "\n".join(lines)

    return attack


ATTACKS = {
    "two words are swapped": (READINGS[0], swapped("1 De", "2 strategie")),
    "two words of one type are swapped": (TWO_NAMES, swapped("1 Jan", "3 Piet")),
    "a word is dropped": (READINGS[0], replaced('    "1 De" ∶ □ "det" (atom "n" ⊸ atom "np") ∷\n', "")),
    "a word is added": (READINGS[0], replaced("    []", '    "8 nu" ∶ atom "adv" ∷\n    []')),
    "a word is used twice": (TWO_NAMES, replaced('⊸E "ffa" (⊸E "af"', '⊸E "aff" (⊸E "fa"')),
    "a type is changed": (READINGS[0], replaced('"2 strategie" ∶ atom "n"', '"2 strategie" ∶ atom "np"')),
    "a mark is changed": (READINGS[0], replaced('◇ "su" (atom "np")', '◇ "obj" (atom "np")')),
    "the goal is changed": (READINGS[0], replaced('goal = atom "s_main"', 'goal = atom "s_sub"')),
    "the term is changed": (TWO_NAMES, replaced('· ◇I "obj" (leaf "1 Jan")', '· ◇I "obj" (leaf "3 Piet")')),
    "marks change by the paper's rules": (READINGS[1], replaced("⊢[ remarking ] goal", "⊢[ paper ] goal")),
    "the proof is a postulate": (
        TWO_NAMES,
        lambda text: re.sub(r"  proof : (.*)\n.*", r"  postulate proof : \1", text),
    ),
    "the proof is a hole": (TWO_NAMES, lambda text: re.sub("  proof = .*", "  proof = ?", text)),
    "the proof is itself": (TWO_NAMES, lambda text: re.sub("  proof = .*", "  proof = proof", text)),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_tampered_certificate_is_refused(tmp_path: Path, name: str):
    net, attack = ATTACKS[name]
    text = written(net)
    assert attack(text) != text
    assert not accepts(tmp_path, attack(text))
