"""Terms as text: plain, decorated, with types, in Unicode or LaTeX; and back.

Decorated, a term looks as in the paper: `is eeuwenoudᵖʳᵉᵈᶜ (De_det strategie)ˢᵘ`. A complement's label is raised, an
adjunct's stands behind `_` (Unicode has no lowered d). A word that occurs more than once has its position lowered
behind it, `de₁ … de₄`, so that no two terms print alike. A word that could be read as something else is quoted.
ASCII is read as well: `\\x^obj.` for `λxᵒᵇʲ.`, `t^su` for `tˢᵘ`, `>obj<(t)` for `▿obj(t)`, `]mod[(t)` for `▴mod(t)`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proofnets.errors import NotationError
from proofnets.logic.notation import LATEX, UNICODE, read_type, show_type
from proofnets.logic.scanner import QUOTED, Scanner, quote, unquote
from proofnets.logic.terms import Abstraction, Application, Modal, Rule, Symbol, Term, Variable, Word, build, symbols
from proofnets.logic.types import Type

_PLAIN = "abcdefghijklmnoprstuvwxyz0123456789"
RAISED = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISE = str.maketrans(_PLAIN, RAISED)
UNRAISE = str.maketrans(RAISED, _PLAIN)
_LOWERED = "₀₁₂₃₄₅₆₇₈₉"
_LOWER = str.maketrans("0123456789", _LOWERED)
_UNLOWER = str.maketrans(_LOWERED, "0123456789")
_BARE = rf"""[^\s()λ\\.^_{{}}:,"▿▴<>\[\]⊢⊸◇□{RAISED}{_LOWERED}]"""
_VARIABLE_NAME = r"[xyz][0-9]*"

_TEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "-": "{-}",  # no dashes or ligatures: -- stays --
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
_TEX_ESCAPED = re.compile("|".join(re.escape(c) for c in sorted(_TEX_ESCAPES.values(), key=len, reverse=True)))
_TEX_UNESCAPES = {escaped: plain for plain, escaped in _TEX_ESCAPES.items()}


def escape_tex(text: str) -> str:
    """A text as LaTeX prints it, whatever is in it."""
    return "".join(_TEX_ESCAPES.get(c, c) for c in text)


def _unescape_tex(text: str) -> str:
    return _TEX_ESCAPED.sub(lambda match: _TEX_UNESCAPES[match[0]], text)


def variable_name(number: int) -> str:
    """The name of a variable: x, y, z, x1, y1, …"""
    return "xyz"[number % 3] + (str(number // 3) if number > 2 else "")


def show_term(term: Term, types: Sequence[Type] | None = None, latex: bool = False, positions: bool = False) -> str:
    """Print a term; with the words' types, if these are given, and with all their positions, if these are asked for.

    >>> t = parse_term("is eeuwenoud^predc (de_det strategie)^su")
    >>> print(show_term(t))
    is eeuwenoudᵖʳᵉᵈᶜ (de_det strategie)ˢᵘ
    >>> print(show_term(parse_term("slapen ze^su"), latex=True))
    \\texttt{slapen}\\ \\texttt{ze}^{\\mathrm{su}}
    """
    writer = _Latex if latex else _Unicode
    count = Counter(text for text, _ in {(s.text, s.position) for s in symbols(term) if isinstance(s, Word)})
    out: list[str] = []
    stack: list[Term | str] = [term]  # what is still to be printed, the next one last
    while stack:
        match stack.pop():
            case str(text):
                out.append(text)
            case Word(text, position):
                out.append(writer.word(text) + (writer.position(position) if positions or count[text] > 1 else ""))
                if types is not None:
                    out.append("::" + show_type(types[position - 1], LATEX if latex else UNICODE))
            case Variable(number):
                out.append(writer.variable(number))
            case Abstraction(variable, body, label):
                out.append(writer.abstraction(variable, label))
                stack.append(body)
            case Application(function, argument):
                wrapped = isinstance(argument, Application | Abstraction)
                stack += [")", argument, "("] if wrapped else [argument]
                stack.append(writer.space)
                stack += [")", function, "("] if isinstance(function, Abstraction) else [function]
            case Modal(("◇I" | "□E") as rule, label, body):
                stack.append(writer.mark(rule, label))
                bare = isinstance(body, Variable) or (isinstance(body, Word) and types is None)
                stack += [body] if bare or _is_prefixed(body) else [")", body, "("]
            case Modal(rule, label, body):
                out.append(writer.mark(rule, label))
                stack += [")", body, "("]
    return "".join(out)


def _is_prefixed(term: Term) -> bool:
    return isinstance(term, Modal) and term.rule in ("◇E", "□I")


class _Unicode:
    space = " "

    @staticmethod
    def word(text: str) -> str:
        return quote(text) if re.fullmatch(_VARIABLE_NAME, text) or not _WORD_ONLY.fullmatch(text) else text

    @staticmethod
    def position(position: int) -> str:
        return str(position).translate(_LOWER)

    @staticmethod
    def variable(number: int) -> str:
        return variable_name(number)

    @staticmethod
    def abstraction(variable: int, label: str | None) -> str:
        return f"λ{variable_name(variable)}{_raise(label) if label else ''}."

    @staticmethod
    def mark(rule: Rule, label: str) -> str:
        return {"◇I": _raise(label), "□E": f"_{_braced(label)}", "◇E": f"▿{label}", "□I": f"▴{label}"}[rule]


class _Latex:
    space = r"\ "

    @staticmethod
    def word(text: str) -> str:
        return rf"\texttt{{{escape_tex(text)}}}"

    @staticmethod
    def position(position: int) -> str:
        return f"_{{{position}}}{{}}"

    @staticmethod
    def variable(number: int) -> str:
        name = variable_name(number)
        return name if len(name) == 1 else f"{name[0]}_{{{name[1:]}}}{{}}"

    @staticmethod
    def abstraction(variable: int, label: str | None) -> str:
        superscript = _Latex.mark("◇I", label) if label else ""
        return rf"\lambda {_Latex.variable(variable)}{superscript}."

    @staticmethod
    def mark(rule: Rule, label: str) -> str:
        name = rf"{{\mathrm{{{label.replace('_', chr(92) + '_')}}}}}"
        return {"◇I": "^", "□E": "_", "◇E": r"\triangledown^", "□I": r"\blacktriangle^"}[rule] + name


def _raise(label: str) -> str:
    """A label as a superscript, where Unicode has all of its letters raised."""
    return label.translate(_RAISE) if all(c in _PLAIN for c in label) else f"^{_braced(label)}"


def _braced(label: str) -> str:
    """A label in braces, if it has raised letters of its own."""
    return f"{{{label}}}" if any(c in RAISED for c in label) else label


_WORD_ONLY = re.compile(f"{_BARE}+")
_TEX_LABEL = r"\{(?:\\mathrm\{((?:\w|\\_)+)\}|((?:\w|\\_)+))\}"
_NUMBERED = r"([xyz])_\{([0-9]+)\}(?:\{\})?"
_LAMBDA = re.compile(r"λ|\\lambda\b|\\(?=\s*[xyz])")
_DOT = re.compile(r"\.")
_RAISED_LABEL = re.compile(rf"(?P<raised>[{RAISED}]+)|\^{_TEX_LABEL}|\^([^\W{RAISED}]+)")
_LOWERED_LABEL = re.compile(rf"_{_TEX_LABEL}|_([^\W{RAISED}]+)")
_POSITION = re.compile(rf"([{_LOWERED}]+)|_\{{([0-9]+)\}}(?:\{{\}})?")
_VARIABLE = re.compile(rf"{_NUMBERED}|([xyz])([0-9]*)(?!{_BARE}|_\{{[0-9]+\}})")
_WORD = re.compile(rf"({QUOTED})|({_BARE}+)|\\texttt\{{((?:[^{{}}\\]|\\[{{}}_&%$#]|\\[a-z]+\{{\}}|\{{-\}})*)\}}")
_TYPE = re.compile("::")
_OPEN = re.compile(r"\(")
_CLOSE = re.compile(r"\)")
_OPEN_MODAL = re.compile(
    rf"(?:▿(\w+)|>(\w+)<|\\triangledown\^{_TEX_LABEL})\s*\(|(?:▴(\w+)|\](\w+)\[|\\blacktriangle\^{_TEX_LABEL})\s*\("
)


@dataclass(frozen=True, slots=True)
class _Opened:
    """What waits for its end while a term is read: a bracket, a modal rule in front of one, or a λ."""

    before: Term | None  # the function that the opened part will be an argument of
    variable: int | None = None
    rule: Rule | None = None
    label: str | None = None


def parse_term(text: str, words: Sequence[str] | None = None) -> Term:
    """Read a term in any of its printed forms.

    The words of the sentence, if given, tell the position of each word; else words are numbered as they come.

    >>> print(parse_term(r"\\x^obj. zien x ik^su"))
    λxᵒᵇʲ.zien x ikˢᵘ
    >>> parse_term("slapen ze^su", words=["ze", "slapen"]).function
    Word(text='slapen', position=2)
    """
    return parse_typed_term(text, words)[0]


def parse_typed_term(text: str, words: Sequence[str] | None = None) -> tuple[Term, dict[int, Type]]:
    """Read a term, and the types that stand behind its words as `word::type`, by position."""
    scanner = Scanner(text)
    leaves = _Leaves(scanner, words)
    stack: list[_Opened] = []
    term: Term | None = None
    while True:
        if scanner.take(_LAMBDA):
            named = scanner.take(_VARIABLE)
            if not named:
                raise scanner.fail("a variable, such as x or y1, behind λ")
            variable = _variable_number(named)
            label = _label(scanner.take(_RAISED_LABEL))
            if not scanner.take(_DOT):
                raise scanner.fail("the dot behind a λ's variable")
            stack.append(_Opened(term, variable=variable, label=label))
            term = None
        elif scanner.take(_OPEN):
            stack.append(_Opened(term))
            term = None
        elif match := scanner.take(_OPEN_MODAL):
            half = len(match.groups()) // 2
            elimination = any(match.groups()[:half])
            stack.append(_Opened(term, rule="◇E" if elimination else "□I", label=_label(match)))
            term = None
        elif leaf := leaves.read():
            term = _apply(term, _marked(scanner, leaf))
        else:
            if term is None:
                raise scanner.fail("a term")
            while stack and (variable_ := stack[-1].variable) is not None:
                opened = stack.pop()
                term = _apply(opened.before, Abstraction(variable_, term, opened.label))
            if not stack:
                scanner.end("a term or the end")
                return leaves.placed(term)
            if not scanner.take(_CLOSE):
                raise scanner.fail("a term or )")
            opened = stack.pop()
            if opened.rule and opened.label:
                term = Modal(opened.rule, opened.label, term)
            term = _apply(opened.before, _marked(scanner, term))


def _apply(function: Term | None, argument: Term) -> Term:
    return argument if function is None else Application(function, argument)


def _label(match: re.Match[str] | None) -> str | None:
    """The label in a match, whichever notation it came in."""
    if not match:
        return None
    if raised := match.groupdict().get("raised"):
        return str(raised).translate(UNRAISE)
    return next(text for text in match.groups() if text).replace(r"\_", "_")


def _variable_number(match: re.Match[str]) -> int:
    """The number of a variable from its name, `x1` or LaTeX's `x_{1}`."""
    name, digits = match[1] or match[3], match[2] or match[4] or "0"
    if len(digits) > 9:
        raise NotationError("a variable with a number of at most nine digits", match.string, match.start())
    return int(digits) * 3 + "xyz".index(name)


def _marked(scanner: Scanner, term: Term) -> Term:
    """A term with the labels that stand behind it."""
    while True:
        if match := scanner.take(_RAISED_LABEL):
            term = Modal("◇I", _label(match) or "", term)
        elif match := scanner.take(_LOWERED_LABEL):
            term = Modal("□E", _label(match) or "", term)
        else:
            return term


class _Leaves:
    """The words and variables of a term that is being read, and the types that stand behind the words."""

    def __init__(self, scanner: Scanner, words: Sequence[str] | None) -> None:
        self.scanner = scanner
        self.places: list[
            int
        ] = []  # of the words as they come; until all are read, a word's position is its number here
        self.types: dict[int, Type] = {}
        self.unplaced = 0
        self.positions: Mapping[str, list[int]] | None = None
        if words is not None:
            self.positions = {}
            for position, word in enumerate(words, 1):
                self.positions.setdefault(word, []).append(position)

    def read(self) -> Term | None:
        """Read a word or variable, if there is one."""
        if match := self.scanner.take(_VARIABLE):
            return Variable(_variable_number(match))
        match = self.scanner.take(_WORD)
        if not match:
            return None
        quoted, bare, tex = match.groups()
        if bare and re.fullmatch(_VARIABLE_NAME, bare):
            raise NotationError("a variable without a position", self.scanner.text, match.start())
        text = unquote(self.scanner, quoted, match.start()) if quoted else bare or _unescape_tex(tex)
        place = self.position(text, match.start())
        self.places.append(place)
        if self.scanner.take(_TYPE):
            start = self.scanner.position
            type_ = read_type(self.scanner)
            if self.types.setdefault(place, type_) is not type_:
                raise NotationError(f"the type that {text!r} had before", self.scanner.text, start)
        return Word(text, len(self.places))

    def position(self, text: str, start: int) -> int:
        """The place of a word: its position, or below zero as long as that is not known."""
        match = self.scanner.take(_POSITION)
        digits = (match[1] or match[2]).translate(_UNLOWER) if match else ""
        given = int(digits) if 0 < len(digits) < 10 else None
        if match and not given:
            raise NotationError("a position from 1 on, of at most nine digits", self.scanner.text, match.start())
        if self.positions is None:
            self.unplaced += given is None
            return given if given is not None else -self.unplaced
        places = self.positions.get(text, [])
        if given is None and len(places) == 1:
            return places[0]
        if given in places:
            return given
        expected = "a word of the sentence" if not places else f"one of the positions {places} behind {text!r}"
        raise NotationError(expected, self.scanner.text, start)

    def placed(self, term: Term) -> tuple[Term, dict[int, Type]]:
        """The finished term: words whose position was not told take the numbers that are left, in order."""
        taken = set(self.places)
        numbers: dict[int, int] = {}
        number = 0
        for place in range(-1, -self.unplaced - 1, -1):
            number += 1
            while number in taken:
                number += 1
            numbers[place] = number
        positions = [numbers.get(place, place) for place in self.places]

        def moved(symbol: Symbol) -> Symbol:
            return Word(symbol.text, positions[symbol.position - 1]) if isinstance(symbol, Word) else symbol

        types = {numbers.get(position, position): type_ for position, type_ in self.types.items()}
        return build(map(moved, symbols(term))), types
