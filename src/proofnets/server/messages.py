"""What goes over the wire: requests, which are checked here, and answers, as the OpenAPI description shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from proofnets.server.limits import (
    LONGEST_JUDGEMENT,
    LONGEST_SEARCH,
    LONGEST_TEXT,
    LONGEST_TYPE,
    LONGEST_WORD,
    MOST_ALTERNATIVES,
    MOST_ATOMS,
    MOST_PROOFS,
    MOST_READINGS,
    MOST_SAMPLES,
    MOST_SENTENCES,
    MOST_TEXTS,
    MOST_TOKENS,
    WIDEST_BEAM,
)

Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_WORD)]
TypeText: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_TYPE)]
Tokens: TypeAlias = Annotated[list[Word], Field(min_length=1, max_length=MOST_TOKENS)]
Types: TypeAlias = Annotated[list[TypeText | None], Field(min_length=1, max_length=MOST_TOKENS)]


def _whole(value: object) -> object:
    """JSON has one kind of numbers: 2.0 is the integer 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Integer: TypeAlias = Annotated[int, BeforeValidator(_whole)]
Index: TypeAlias = Annotated[Integer, Field(ge=0, lt=MOST_ATOMS)]
Number: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]

TYPES_HELP = 'One a token: a type, "+" if the token continues the word before it, or null if it brings nothing.'
BELIEFS_HELP = "Give the probabilities of all links as well."
LINKS_HELP = "Pairs of a positive and a negative atom, by index."


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ParseRequest(_Request):
    """A text or several, and how to parse."""

    text: Annotated[
        Text | Annotated[list[Text], Field(min_length=1, max_length=MOST_TEXTS)],
        Field(description="A sentence, a longer text, or several of them."),
    ]
    beam: Annotated[Integer, Field(ge=1, le=WIDEST_BEAM, description="How many frames to keep at each step.")] = 1
    readings: Annotated[Integer, Field(ge=1, le=MOST_READINGS, description="How many analyses to give at most.")] = 1
    samples: Annotated[
        Integer, Field(ge=0, le=MOST_SAMPLES, description="Draw so many analyses at random instead.")
    ] = 0
    seed: Annotated[Integer, Field(ge=0, lt=2**32, description="What chance depends on.")] = 0
    pretokenised: Annotated[bool, Field(description="A line is a sentence, and its tokens stand apart.")] = False
    unconstrained: Annotated[bool, Field(description="Look at the best links only, as in the paper.")] = False
    beliefs: Annotated[bool, Field(description=BELIEFS_HELP)] = False
    alternatives: Annotated[
        Integer, Field(ge=0, le=MOST_ALTERNATIVES, description="How many other types of each token to tell.")
    ] = 0

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "De strategie die ze volgen is eeuwenoud.", "beam": 3, "readings": 2}]}
    )

    @property
    def texts(self) -> list[str]:
        """The texts, also if it is one."""
        return [self.text] if isinstance(self.text, str) else self.text


class ProveRequest(_Request):
    """A judgement, and how far to search for its proofs."""

    judgement: Annotated[
        str, Field(max_length=LONGEST_JUDGEMENT, description="P1, …, Pn ⊢ C, where each P is a type or word:type.")
    ]
    limit: Annotated[Integer, Field(ge=1, le=MOST_PROOFS, description="Stop at this many proofs.")] = 20
    seconds: Annotated[float, Field(gt=0, le=LONGEST_SEARCH, description="Stop after this time.")] = 5.0
    strict: Annotated[bool, Field(description="Only proofs by the paper's rules for ◇ and □.")] = False

    model_config = ConfigDict(json_schema_extra={"examples": [{"judgement": "ze:pron, slapen:<su>pron -> s |- s"}]})


class LinkRequest(_Request):
    """A sentence whose types are given."""

    tokens: Tokens
    types: Annotated[Types, Field(description=TYPES_HELP)]
    goal: TypeText
    readings: Annotated[Integer, Field(ge=1, le=MOST_READINGS, description="How many nets to give at most.")] = 1
    beliefs: Annotated[bool, Field(description=BELIEFS_HELP)] = False

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"tokens": ["Ze", "slapen", "."], "types": ["pron", "<su>pron -> s", None], "goal": "s"}]
        }
    )


CONFIDENCE_HELP = (
    "The probability that all types and the term are right, if the model is calibrated; of the first reading."
)


class Belief(BaseModel):
    """How likely the model finds the links of one atomic type: rows negative, columns positive atoms, by index."""

    atom: TypeText
    negative: Annotated[list[Index], Field(max_length=MOST_ATOMS)]
    positive: Annotated[list[Index], Field(max_length=MOST_ATOMS)]
    probabilities: Annotated[list[list[Number]], Field(max_length=MOST_ATOMS)]


class GivenOther(BaseModel):
    """Something else that a token may have, as it is given back."""

    type: TypeText | None
    confidence: Number


GivenOthers: TypeAlias = Annotated[list[GivenOther], Field(max_length=MOST_TOKENS)]


class GivenDependency(BaseModel):
    """How sure an edge between tokens is; the edge itself is worked out again."""

    confidence: Number | None = None


class GivenAnalysis(BaseModel):
    """An analysis as `parse`, `prove` and `link` give it; what can be worked out from its links is not looked at."""

    goal: TypeText
    types: Annotated[Types, Field(description=TYPES_HELP)]
    links: Annotated[list[tuple[Index, Index]], Field(max_length=MOST_ATOMS, description=LINKS_HELP)]
    score: Number | None = None
    frequency: Number | None = None
    confidence: Number | None = None
    type_confidence: Annotated[list[Number], Field(max_length=MOST_TOKENS)] = []
    link_confidence: Annotated[list[Number], Field(max_length=MOST_ATOMS)] = []
    other_types: Annotated[list[GivenOthers], Field(max_length=MOST_TOKENS)] = []
    dependencies: Annotated[list[GivenDependency], Field(max_length=MOST_ATOMS)] = []
    beliefs: Annotated[list[Belief], Field(max_length=MOST_ATOMS)] = []


class Place(BaseModel):
    """Where a sentence came from: its document, paragraph and number, its characters, and its name there."""

    document: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    paragraph: Annotated[int | None, Field(description="Counted from 1 in the document.")] = None
    sentence: Annotated[int | None, Field(description="Counted from 1 in the paragraph.")] = None
    start: Annotated[int | None, Field(description="Where it begins in the document, in characters.")] = None
    end: int | None = None
    name: Annotated[str, Field(max_length=LONGEST_TEXT, description="What the input itself calls it.")] = ""


class RenderRequest(BaseModel):
    """A parse as `parse`, `prove` and `link` give it. Its nets are verified again."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    tokens: Tokens
    offsets: Annotated[list[tuple[int, int]] | None, Field(max_length=MOST_TOKENS)] = None
    analyses: Annotated[list[GivenAnalysis], Field(max_length=MOST_READINGS)]
    error: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    timed_out: bool = False
    place: Place | None = None
    conllu: Annotated[list[str], Field(max_length=MOST_ATOMS, description="The lines that it came from, if any.")] = []

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "text": "Ze slapen",
                    "tokens": ["Ze", "slapen"],
                    "analyses": [
                        {"goal": "s", "types": ["pron", "<su>pron -> s"], "links": [[0, 1], [2, 3]], "score": -0.1}
                    ],
                }
            ]
        }
    )


Parses: TypeAlias = RenderRequest | Annotated[list[RenderRequest], Field(min_length=1, max_length=MOST_SENTENCES)]
"""One parse, or several, of which one document is made."""


class Dependency(BaseModel):
    """An edge between tokens, which count from 1; 0 is the root."""

    head: int
    dependent: int
    label: str
    confidence: Annotated[float | None, Field(description="The probability that head and label are right.")] = None


class OtherType(BaseModel):
    """Something else that a token may have."""

    type: str | None
    confidence: float


class Analysis(BaseModel):
    """A sentence with types and links; with a term and dependencies if it is proved."""

    score: Annotated[float | None, Field(description="The mean log-probability of all that the model chose, if any.")]
    proved: Annotated[bool, Field(description="Whether the links were verified to be a proof net.")]
    goal: str
    types: Annotated[list[str | None], Field(description=TYPES_HELP)]
    links: Annotated[list[tuple[int, int]], Field(description=LINKS_HELP)]
    frequency: Annotated[float | None, Field(description="The share of samples that came out so.")] = None
    confidence: Annotated[float | None, Field(description=CONFIDENCE_HELP)] = None
    type_confidence: Annotated[
        list[float] | None, Field(description="For each token, the probability that what it has is right.")
    ] = None
    link_confidence: Annotated[
        list[float] | None, Field(description="For each link, the probability that it is right.")
    ] = None
    other_types: Annotated[
        list[list[OtherType]] | None, Field(description="For each token, what else it may have.")
    ] = None
    beliefs: list[Belief] | None = None
    term: str | None = None
    plain_term: str | None = None
    typed_term: str | None = None
    dependencies: list[Dependency] | None = None


class Parse(BaseModel):
    """All that there is to say of a sentence, readings best first."""

    text: str
    tokens: list[str]
    offsets: Annotated[list[tuple[int, int]], Field(description="Where tokens begin and end in the text.")]
    status: Literal["proved", "unproved", "rejected"]
    analyses: list[Analysis]
    confidence: Annotated[float | None, Field(description=CONFIDENCE_HELP)] = None
    error: Annotated[str | None, Field(description="Why a sentence was rejected.")] = None
    timed_out: Annotated[
        bool, Field(description="Whether time was up before all was tried: this is the best that was found by then.")
    ] = False
    place: Place | None = None


class Proofs(Parse):
    """The proofs of a judgement."""

    note: Annotated[str | None, Field(description="Why there is no proof, or how the proofs were found.")] = None
    stopped: Annotated[
        Literal["limit", "time"] | None, Field(description="Why the search ended before it was complete.")
    ] = None


class Format(BaseModel):
    """A format that a parse can be written in."""

    name: str
    help: Annotated[str, Field(description="What it gives.")]
    media_type: str
    ending: Annotated[str, Field(description="What the names of its files end in.")]
    inner: Annotated[bool, Field(description="Whether it is for the page alone.")]


class Health(BaseModel):
    """That the service is there, and how much waits."""

    status: Literal["ok"]
    version: str
    waiting: Annotated[int, Field(description="How many sentences are waiting or being worked on.")]


class Ready(BaseModel):
    """That the service can parse."""

    status: Literal["ready"]


class Model(BaseModel):
    """The model that parses."""

    name: str
    precision: str
    symbols: Annotated[list[str], Field(description="What types are spelled with.")]
    training: Annotated[dict[str, Any], Field(description="How it was trained, as it says itself.")]
    limits: Annotated[dict[str, float], Field(description="The most that a request may ask for.")]
    corpus: Annotated[str | None, Field(description="The parsed corpus that can be searched, if there is one.")]


class Failure(BaseModel):
    """What went wrong, in one sentence."""

    error: str


FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "The request is not JSON."},
    401: {"model": Failure, "description": "A bearer token is needed."},
    408: {"model": Failure, "description": "The request did not arrive in time."},
    413: {"model": Failure, "description": "The request is too large."},
    415: {"model": Failure, "description": "The request does not say that it is JSON."},
    421: {"model": Failure, "description": "The service does not go by the name that the request calls it by."},
    422: {"model": Failure, "description": "The request asks for what is not possible."},
    429: {"model": Failure, "description": "More calls a minute than a client may make."},
    503: {"model": Failure, "description": "Too much is waiting: try again after Retry-After seconds."},
    504: {"model": Failure, "description": "The answer was not ready in time."},
}
