"""Tokens and sentences as Alpino's treebanks have them, and their places in the text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.parser.languages import tokeniser

DUTCH = tokeniser("Dutch")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ze slapen.", "Ze slapen ."),
        ("'s Morgens eet z'n vader auto's op.", "'s Morgens eet z'n vader auto's op ."),
        ("Dat kost € 3,50 (of 1.000.000).", "Dat kost € 3,50 ( of 1.000.000 ) ."),
        (
            "Om 12:30 op 3-4-2019 komt dhr. Jansen, o.a. voor de NS-trein.",
            "Om 12:30 op 3-4-2019 komt dhr. Jansen , o.a. voor de NS-trein .",
        ),
        ("Zie http://www.rug.nl/alpino, of mail a.b@c.nl!", "Zie http://www.rug.nl/alpino , of mail a.b@c.nl !"),
        ('"Kom!" zei hij.', '" Kom ! " zei hij .'),
        ("Nee... of toch?!", "Nee ... of toch ? !"),
        ("50% van de e-mails – echt waar – is spam;", "50% van de e-mails – echt waar – is spam ;"),
        ("J.R.R. Tolkien schreef 't.", "J.R.R. Tolkien schreef 't ."),
        ("voor- en nadelen", "voor- en nadelen"),
        ("A.-B. en A.B.-C. of a.b.xy", "A.-B. en A.B.-C. of a . b . xy"),
        ("(x.y@z.nl, zie .be.nl of 3.5.x)", "( x.y@z.nl , zie . be.nl of 3.5 . x )"),
        ("In 's-Hertogenbosch, 's-avonds en '45-'50", "In 's-Hertogenbosch , 's-avonds en '45 - '50"),
        ("A.F.Th. van der Heijden en J.Chr.B. Jansen", "A.F.Th. van der Heijden en J.Chr.B. Jansen"),
        ("#zomer met @piet, a@b.nl en 3 # 4", "#zomer met @piet , a@b.nl en 3 # 4"),
        (
            "zee(wind), (sub)faculteiten, bezwaar(tje)s (of zo)",
            "zee(wind) , (sub)faculteiten , bezwaar(tje)s ( of zo )",
        ),
        ("-5°C. In '45 en 90° of 3%.", "-5°C . In '45 en 90° of 3% ."),
        ("e\u0301e\u0301n foto\u00adgraaf", "e\u0301e\u0301n foto\u00adgraaf"),
    ],
)
def test_tokens(text, tokens):
    assert [token.text for token in DUTCH.tokenise(text)] == tokens.split()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Ze slapen. Hij niet.", 2),
        ("Ze woont bij dr. De Wit in Den Haag.", 1),
        ('"Ga weg!" riep ze. "Nu!" Hij ging.', 3),
        ("Een\n\nTwee", 2),
        ("Het werd -5°C. In '45 was het warmer.", 2),
        ("A.F.Th. van der Heijden schrijft.", 1),
        ("Een\ntwee", 1),
        ("", 0),
        ("Het is 3.5 meter. 4 is te veel.", 2),
    ],
)
def test_sentences(text, count):
    assert len(list(DUTCH.sentences(text))) == count


@pytest.mark.parametrize("part", ["a.", "1.", "a-", "a@", "a'", "1.a.", "ab.", ".", "'", "a\u0301."])
@pytest.mark.parametrize("more", ["", "(", "(b)", "#", "Th.", "'s-"])
def test_a_long_run_is_read_in_no_time(part, more):
    """No assertion on the time, but if it were not linear in the length, this would take hours."""
    text = (part + more) * 30_000 + "x"
    assert "".join(token.text for token in DUTCH.tokenise(text)) == text


@given(st.text())
def test_tokens_are_where_they_say_and_leave_out_only_what_cannot_be_seen(text):
    tokens = DUTCH.tokenise(text)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(one.end <= other.start for one, other in pairwise(tokens))
    starts, ends = [*(t.start for t in tokens), len(text)], [0, *(t.end for t in tokens)]
    gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    assert not any(character.isalnum() for gap in gaps for character in gap)


@given(st.text())
def test_sentences_have_all_tokens_in_order(text):
    assert [token for sentence in DUTCH.sentences(text) for token in sentence] == DUTCH.tokenise(text)
