"""SWI-Prolog reads what `--format langpro` writes, finds it well-typed, and gives the term and the tokens back."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from proofnets.derivation import Derivation, Parse, net
from proofnets.logic import Net, Term, Variable, Word, alpha_equal, eta_short, parse_judgement, proofs, strip
from proofnets.logic.terms import APPLICATION, Lambda, Mark, Symbol, build, symbols
from proofnets.parser import Parser
from proofnets.render import FORMATS
from proofnets.render.langpro import fact
from proofnets.render.sentences import parse_of_nets
from tests.bridges.tools import prolog
from tests.logic.strategies import ODD_WORDS
from tests.render.pictures import parse_of
from tests.treebank.random_samples import random_sample

CHECKER = Path(__file__).parent / "check_langpro.pl"
PAPER = parse_judgement((Path(__file__).parents[2] / "examples" / "strategie.txt").read_text(encoding="utf-8"))


def read_back(folder: Path, text: str) -> Iterator[tuple[Term, list[list[str]]]]:
    """The term of every fact, whose words are their numbers in the table, and its table."""
    answer = prolog(folder, text, CHECKER)
    assert answer.returncode == 0, answer.stderr
    assert not answer.stderr
    for part in answer.stdout.split("fact ")[1:]:
        spelled: list[Symbol] = []
        table: list[list[str]] = []
        for line in part.splitlines()[1:]:
            kind, _, rest = line.partition(" ")
            match kind:
                case "word":
                    spelled.append(Word("", int(rest.split()[0]) + 1))
                case "variable":
                    spelled.append(Variable(int(rest)))
                case "lambda":
                    spelled.append(Lambda(int(rest)))
                case "application":
                    spelled.append(APPLICATION)
                case "mark":
                    rule, label = rest.split()
                    spelled.append(Mark(rule, label))  # type: ignore[arg-type]
                case "group":
                    codes = rest.strip("[]").split("],[")
                    table.append(["".join(chr(int(code)) for code in group.split(",") if code) for group in codes])
        yield build(spelled), table


def expected(net: Net, sample: Derivation) -> tuple[Term, list[list[str]]]:
    """The term, its words without their text and with the numbers of their groups, and the groups of the tokens."""
    table: list[list[str]] = []
    places = []
    for token, entry in zip(sample.tokens, sample.types, strict=True):
        if entry == "+":
            table[-1].append(token)
        else:
            table.append([token])
            places += [len(table)] if entry is not None else []
    spelled: list[Symbol] = []
    for symbol in symbols(eta_short(net.term)):
        if isinstance(symbol, Word):
            symbol = Word("", places[symbol.position - 1])
        spelled.append(Lambda(symbol.variable) if isinstance(symbol, Lambda) else symbol)
    return build(spelled), table


def same(read: Iterable[tuple[Term, list[list[str]]]], nets: Iterable[tuple[Net, Derivation]]) -> int:
    count = 0
    for (term, table), (given, sample) in zip(read, nets, strict=True):
        wanted, groups = expected(given, sample)
        assert alpha_equal(term, wanted)
        assert table == groups
        count += 1
    return count


def test_the_papers_sentence_in_both_readings(tmp_path: Path):
    nets = list(proofs(PAPER))
    sample = Derivation(PAPER.words, PAPER.types, PAPER.goal, ())
    text = "".join(FORMATS["langpro"].render([parse_of_nets(sample, nets)]))
    assert "predc:{adj} ~> (su:{np} ~> smain)" in text
    assert same(read_back(tmp_path, text), [(net, sample) for net in nets]) == 2


def test_what_the_parser_proves(tmp_path: Path):
    texts = ["Ze slapen.", "Jan, die Piet kent, gaf Marie in Den Haag 'n boek.", "Wie heeft dat gezegd?"]
    parses = [parse for (parse,) in Parser().parse(texts)]
    proved = [(a.net, a.derivation) for parse in parses for a in parse.analyses if a.net]
    assert same(read_back(tmp_path, "".join(FORMATS["langpro"].render(parses))), proved) == 3


def test_random_samples_with_odd_tokens(tmp_path: Path):
    """Units of several tokens, tokens that bring nothing, hypotheses, marks everywhere."""
    samples = []
    words = [word for word in ODD_WORDS if word.strip()]
    for seed in range(80):
        drawn = random_sample(seed, seed % 8, marks=True)
        tokens = tuple(words[(seed + 3 * place) % len(words)] for place in range(len(drawn.tokens)))
        samples.append(Derivation(tokens, drawn.types, drawn.goal, drawn.links))
    nets = [(net(sample), sample) for sample in samples]
    text = "".join([*FORMATS["langpro"].render([]), *(fact(number, *each) for number, each in enumerate(nets, 1))])
    assert same(read_back(tmp_path, text), nets) == 80
    assert any(strip(each.term) != each.term for each, _ in nets)


@pytest.mark.parametrize("label", ["mod", "is", "dynamic", "table", "x_1", "X", "_", "1", "名詞", "Ø"])
def test_names_that_prolog_reads_otherwise(tmp_path: Path, label: str):
    judgement = parse_judgement(f"a:{label}, f:◇{label} {label} ⊸ □{label}({label} ⊸ s), b:{label} ⊢ s")
    sample = Derivation(judgement.words, judgement.types, judgement.goal, ())
    found = next(proofs(judgement))
    assert same(read_back(tmp_path, "".join(FORMATS["langpro"].render([parse_of(found)]))), [(found, sample)]) == 1


def test_a_sentence_without_a_proof_is_a_comment(tmp_path: Path):
    text = "".join(FORMATS["langpro"].render([Parse("a\nb */", (), error="too\nlong")]))
    assert "% 1: a b */: too\\nlong\n" in text
    assert not list(read_back(tmp_path, text))


def test_the_checker_refuses_what_does_not_fit(tmp_path: Path):
    """The test would be worth nothing if the Prolog programme let everything pass."""
    good = (
        next(iter(FORMATS["langpro"].render([])))
        + "sen_id_tlg_tok(1,(t(1,(su:{np} ~> s)) @ ({su}:t(0,np))),[[a],[b]]).\n"
    )
    assert prolog(tmp_path, good, CHECKER).returncode == 0
    for old, new in (
        ("t(0,np)", "t(0,n)"),
        ("t(0,np)", "t(2,np)"),
        ("{su}:t", "{obj}:t"),
        ("t(0,np)", "t(1,np)"),
        ("@", "+"),
    ):
        assert old in good
        assert prolog(tmp_path, good.replace(old, new), CHECKER).returncode != 0
