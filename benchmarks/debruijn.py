"""The seven sentences of the paper's last table (de Bruijn 1979), as the model in the package parses them.

Prints docs/debruijn.md: each sentence with the paper's term and ours. The paper's terms are written here in our
notation and with our labels (`body` for its `cmp_body` and `rel_body`; misprints mended); without types, since its
table leaves the modalities out of them.
"""

from __future__ import annotations

import argparse
import re

from proofnets.logic import show_term
from proofnets.parser import Parser, Settings

PARSED = (
    (
        "De voorafgaande stukjes over Wiskundige Omgangstaal hadden het vooral over het samenspel tussen woorden en "
        "formules.",
        "hadden (vooral_mod (over ((tussen (en woordenᶜⁿʲ formulesᶜⁿʲ)ᵒᵇʲ)_mod (het_det samenspel))ᵒᵇʲ))ᵖᶜ hetᵒᵇʲ "
        "((over Wiskundige Omgangstaalᵒᵇʲ)_mod (voorafgaande_mod (De_det stukjes)))ˢᵘ",
    ),
    (
        "In het wiskundig Nederlands worden vaak dezelfde fouten gemaakt als in het gewone Nederlands.",
        "worden (vaak_mod ((In (wiskundig_mod (het_det Nederlands))ᵒᵇʲ)_mod gemaakt))ᵛᶜ "
        "((dezelfde (als (in (gewone_mod (het_det Nederlands))ᵒᵇʲ)ᵇᵒᵈʸ)ᵒᵇᶜᵒᵐᵖ)_det fouten)ˢᵘ",
    ),
    (
        "In het wiskundige taalgebruik is er meestal een scheiding aan te brengen tussen de echte wiskundige taal en "
        "de taal waarmee we over die wiskundige taal of over het wiskundige bedrijf spreken.",
        "",
    ),
    (
        "Probeer zinnen steeds zo te stellen dat ze alleen op de door de schrijver bedoelde wijze zijn terug te lezen.",
        "",
    ),
    (
        "In het Nederlands kunnen vele zinnen wat volgorde betreft omgegooid worden.",
        "kunnen (worden ((wat (λxˢᵘ.betreft volgordeᵒᵇʲ x)ᵇᵒᵈʸ)_mod "
        "((In (het_det Nederlands)ᵒᵇʲ)_mod omgegooid))ᵛᶜ)ᵛᶜ (vele_mod zinnen)ˢᵘ",
    ),
    (
        "In het Nederlands kunnen vaak twee zinnen tot één kortere worden samengetrokken.",
        "kunnen (worden (vaak_mod ((In (het_det Nederlands)ᵒᵇʲ)_mod "
        "(samengetrokken (tot (één_det kortere)ᵒᵇʲ)ˡᵈ)))ᵛᶜ)ᵛᶜ (twee_det zinnen)ˢᵘ",
    ),
    (
        "Populaire taal is vaak minder beveiligd tegen dubbelzinnigheid dan nette taal, en het mengsel van beide talen "
        "is nòg gevaarlijker.",
        "en (is ((minder (dan (nette_mod taal)ᵇᵒᵈʸ)ᵒᵇᶜᵒᵐᵖ)_mod (vaak_mod (beveiligd (tegen dubbelzinnigheidᵒᵇʲ)ᵖᶜ)))ᵛᶜ "
        "(Populaire_mod taal)ˢᵘ)ᶜⁿʲ (is (nòg_mod gevaarlijker)ᵖʳᵉᵈᶜ "
        "((van (beide_det talen)ᵒᵇʲ)_mod (het_det mengsel))ˢᵘ)ᶜⁿʲ",
    ),
)
"""The sentences with the paper's terms; two of them have none."""


def same(term: str, other: str) -> bool:
    """Whether two terms are the same but for the numbers that tell equal words apart."""
    return re.sub("[₀-₉]", "", term) == other


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", default="nl")
    options.add_argument("--beam", type=int, default=1)
    chosen = options.parse_args()
    texts, terms = zip(*PARSED, strict=True)
    parses = [parse for (parse,) in Parser(chosen.model).parse(texts, Settings(beam=chosen.beam))]
    equal = proved = 0
    rows: list[str] = []
    for number, (parse, theirs) in enumerate(zip(parses, terms, strict=True), 1):
        net = parse.analyses[0].net if parse.analyses else None
        ours = show_term(net.term).replace('"', "") if net else "no proof"
        proved += net is not None
        equal += same(ours, theirs)
        verdict = "the same" if same(ours, theirs) else "not the same" if theirs else "the paper has no proof"
        rows.append(f"{number}. *{parse.text}* ({verdict})\n\n```\npaper  {theirs or '–'}\nours   {ours}\n```\n")
    how = f"beam {chosen.beam}" if chosen.beam > 1 else "greedy"
    print(
        "# Seven sentences of de Bruijn\n\n"
        "The paper's last table shows greedy parses of the first sentences of seven paragraphs of de Bruijn (1979).\n"
        f"Beside them what the model in the package says (`python -m benchmarks.debruijn`, {how}): {proved} of 7 are\n"
        f"proved (the paper: 5), and {equal} with the paper's very term.\n"
    )
    print("\n".join(rows), end="")


if __name__ == "__main__":
    main()
