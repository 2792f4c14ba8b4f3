"""Which lines end a sentence."""

import pytest

from proofnets.parser.inputs import from_text

WRAPPED = """Kabinet gevallen
De minister heeft gisteren in Den Haag gezegd dat hij niet wist
wat er in de brief stond. Volgens hem was het een fout van minister
Jansen van Financiën, die daarvoor door de hele Kamer is geprezen en
daarna is verdwenen.
Het kabinet is gevallen
"""


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("De man slaapt\nDe vrouw leest een boek\n", ["De man slaapt", "De vrouw leest een boek"]),
        ("De vrouw leest een boek\r\nDe man slaapt", ["De vrouw leest een boek", "De man slaapt"]),
        (
            WRAPPED,
            [
                "Kabinet gevallen",
                "De minister heeft gisteren in Den Haag gezegd dat hij niet wist\nwat er in de brief stond.",
                "Volgens hem was het een fout van minister\nJansen van Financiën, die daarvoor door de hele Kamer "
                "is geprezen en\ndaarna is verdwenen.",
                "Het kabinet is gevallen",
            ],
        ),
        (
            "Kopen:\n- melk\n- de krant\n  van gisteren\n* kaas\n• boter\n1. De man slaapt.\n(b) Ze leest. Hij niet.",
            [
                *("Kopen:", "- melk", "- de krant\n  van gisteren", "* kaas", "• boter"),
                *("1. De man slaapt.", "(b) Ze leest.", "Hij niet."),
            ],
        ),
        ("Ze kwam met Jan,\nPiet en Klaas", ["Ze kwam met Jan,\nPiet en Klaas"]),
        ("Het huis is 3.5 meter\nhoog en oud", ["Het huis is 3.5 meter\nhoog en oud"]),
        ("Titel\n\n\nTekst", ["Titel", "Tekst"]),
    ],
)
def test_lines(text: str, sentences: list[str]) -> None:
    assert [sentence.text for sentence in from_text(text)] == sentences


def test_many_lines_are_read_in_no_time() -> None:
    """No assertion on the time, but if it were not linear in the length, this would take hours."""
    assert len(list(from_text("De man slaapt\n" * 50_000))) == 50_000
    assert len(list(from_text("1. Ja. " * 50_000))) > 0
