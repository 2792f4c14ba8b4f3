"""Notation: types and judgements as text, in Unicode, ASCII and LaTeX.

One parser reads all three, mixed if need be. All printers print what it reads back to the same type.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from proofnets.logic.judgement import Judgement
from proofnets.logic.scanner import QUOTED, Scanner, quote, unquote
from proofnets.logic.sealed import check_tuple, sealed
from proofnets.logic.types import Atom, Box, Diamond, Implication, Type


@sealed
@dataclass(frozen=True, slots=True)
class Style:
    """How one notation writes the constructors; `{}` stands for the name or the label."""

    atom: str
    implication: str
    diamond: str
    box: str
    turnstile: str
    closed: bool  # whether a modality's label ends by itself, so that no space is needed behind it
    escape: bool = False

    def __post_init__(self) -> None:
        check_tuple((self.atom, self.implication, self.diamond, self.box, self.turnstile), str, "the signs of a style")
        check_tuple((self.closed, self.escape), bool, "what a style does")


UNICODE = Style("{}", " ⊸ ", "◇{}", "□{}", " ⊢ ", closed=False)
ASCII = Style("{}", " -> ", "<{}>", "[{}]", " |- ", closed=True)
LATEX = Style(
    r"\mathrm{{{}}}",
    r" \multimap ",
    r"\Diamond^{{\mathrm{{{}}}}}",
    r"\Box^{{\mathrm{{{}}}}}",
    r" \vdash ",
    closed=True,
    escape=True,
)


def show_type(type_: Type, style: Style = UNICODE) -> str:
    """Print a type.

    >>> t = parse_type("◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)")
    >>> print(show_type(t))
    ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
    >>> print(show_type(t, ASCII))
    <body>(<obj>pron -> s_sub) -> [mod](np -> np)
    >>> print(show_type(parse_type("◇su np ⊸ s_main"), LATEX))
    \\Diamond^{\\mathrm{su}}\\mathrm{np} \\multimap \\mathrm{s\\_main}
    """

    def name(text: str) -> str:
        return text.replace("_", r"\_") if style.escape else text

    out: list[str] = []
    stack: list[Type | str] = [type_]  # what is still to be printed, the next one last
    while stack:
        match stack.pop():
            case str(text):
                out.append(text)
            case Atom(text):
                out.append(style.atom.format(name(text)))
            case Implication(argument, result):
                stack += [result, style.implication, *_bracketed(argument)]
            case Diamond(label, body):
                out.append(style.diamond.format(name(label)))
                stack += _operand(body, style)
            case Box(label, body):
                out.append(style.box.format(name(label)))
                stack += _operand(body, style)
    return "".join(out)


def _bracketed(type_: Type) -> list[Type | str]:
    """A type to be printed where an implication needs brackets, last part first."""
    return [")", type_, "("] if isinstance(type_, Implication) else [type_]


def _operand(type_: Type, style: Style) -> list[Type | str]:
    """What follows a modality's label, last part first."""
    space: list[Type | str] = [" "] if isinstance(type_, Atom) and not style.closed else []
    return _bracketed(type_) + space


_LATEX_NAME = r"\\(?:mathrm|mathit|mathsf|textsc|text|textrm|type)\{(?P<%s>(?:\w|\\_)+)\}"
_LABEL = r"(?:\^\{(?:" + _LATEX_NAME + r"|(?P<%s>(?:\w|\\_)+))\})"
_TOKENS = {
    "diamond": r"◇\s*(?P<d1>\w+)|<\s*(?P<d2>\w+)\s*>|\\Diamond" + _LABEL % ("d3", "d4"),
    "box": r"□\s*(?P<b1>\w+)|\[\s*(?P<b2>\w+)\s*\]|\\Box" + _LABEL % ("b3", "b4"),
    "open": r"\(|\\left\(",
    "close": r"\)|\\right\)",
    "implication": r"⊸|->|\\multimap|\\li\b",
    "atom": r"(?P<a1>\w+)|" + _LATEX_NAME % "a2",
}
_DIAMOND, _BOX, _OPEN, _CLOSE, _IMPLICATION, _ATOM = (re.compile(p) for p in _TOKENS.values())
_MODALITY = re.compile(r"[◇□<\[]|\\Diamond|\\Box")
_TURNSTILE = re.compile(r"⊢|\|-|\\vdash")
_COMMA = re.compile(",")
_WORD = re.compile(rf'({QUOTED}|[^\s:,"⊢]+)\s*:')
_BARE_WORD = re.compile(r'(?!\|-)[^\s:,"⊢\\]+')


def _name(match: re.Match[str]) -> str:
    """The name or label in a token, whichever notation it came in."""
    return next(text for text in match.groups() if text).replace(r"\_", "_")


def read_type(scanner: Scanner) -> Type:
    """Read a type from where the scanner stands, as much as there is.

    The stack holds what is open: a bracket, a modality that waits for its body, or the argument of an
    implication that waits for its result.
    """
    stack: list[str | tuple[type[Diamond] | type[Box], str] | Type] = []
    while True:
        if match := scanner.take(_DIAMOND):
            stack.append((Diamond, _name(match)))
            continue
        if match := scanner.take(_BOX):
            stack.append((Box, _name(match)))
            continue
        if scanner.take(_OPEN):
            stack.append("(")
            continue
        match = scanner.take(_ATOM)
        if not match:
            marked = _MODALITY.match(scanner.text, scanner.position)
            raise scanner.fail("a modality with its label, as in ◇su or <su>" if marked else "a type")
        value: Type = Atom(_name(match))
        while True:
            while stack and isinstance(opened := stack[-1], tuple):
                modality, label = opened
                value = modality(label, value)
                stack.pop()
            if scanner.take(_IMPLICATION):
                stack.append(value)
                break
            while stack and isinstance(opened := stack[-1], Type):
                value = Implication(opened, value)
                stack.pop()
            if not stack:
                return value
            if not scanner.take(_CLOSE):
                raise scanner.fail("⊸ or )")
            stack.pop()


def parse_type(text: str) -> Type:
    """Read a type in Unicode, ASCII or LaTeX notation.

    >>> parse_type("<su>np -> s_main") is parse_type(r"\\Diamond^{su} np \\multimap s_main")
    True
    >>> parse_type("np ⊸")
    Traceback (most recent call last):
    proofnets.errors.NotationError: column 5: expected a type, found the end
    """
    scanner = Scanner(text)
    type_ = read_type(scanner)
    scanner.end("⊸ or the end of the type")
    return type_


def show_judgement(judgement: Judgement, style: Style = UNICODE) -> str:
    """Print a judgement, with its words where they are given.

    >>> print(show_judgement(parse_judgement("ze:pron, slapen:<su>pron -> s |- s")))
    ze:pron, slapen:◇su pron ⊸ s ⊢ s
    """
    premises = ", ".join(
        (show_word(word) + ":" if word else "") + show_type(type_, style)
        for word, type_ in zip(judgement.words, judgement.types, strict=True)
    )
    return (premises + style.turnstile).lstrip() + show_type(judgement.goal, style)


def show_word(word: str) -> str:
    """A word as it stands in a judgement: in quotes if it could be read as something else."""
    return word if _BARE_WORD.fullmatch(word) else quote(word)


def parse_judgement(text: str) -> Judgement:
    """Read a judgement `P1, …, Pn ⊢ C`, where every `P` is a type or `word:type`.

    >>> parse_judgement("np, np -> s |- s").types
    (parse_type('np'), parse_type('np ⊸ s'))
    >>> parse_judgement('"12:30":np |- np').words
    ('12:30',)
    >>> parse_judgement("np, np -> s")
    Traceback (most recent call last):
    proofnets.errors.NotationError: column 12: expected ⊸ (->), a comma or ⊢ (|-), found the end
    """
    scanner = Scanner(text)
    words: list[str] = []
    types: list[Type] = []
    if not scanner.take(_TURNSTILE):
        while True:
            match = scanner.take(_WORD)
            words.append("" if not match else _word(scanner, match))
            types.append(read_type(scanner))
            if scanner.take(_TURNSTILE):
                break
            if not scanner.take(_COMMA):
                raise scanner.fail("⊸ (->), a comma or ⊢ (|-)")
    goal = read_type(scanner)
    scanner.end("⊸ or the end of the judgement")
    return Judgement(tuple(words), tuple(types), goal)


def _word(scanner: Scanner, match: re.Match[str]) -> str:
    """The word in front of a colon."""
    word = match[1]
    return unquote(scanner, word, match.start(1)) if word.startswith('"') else word
