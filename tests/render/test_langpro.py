"""The facts for LangPro, as text; in `tests/bridges`, SWI-Prolog reads them."""

from proofnets.derivation import Derivation
from proofnets.logic import parse_judgement, proofs
from proofnets.render.langpro import fact


def test_variables_have_the_types_of_their_hypotheses() -> None:
    """Also behind an abstraction that is not written, since terms are η-short."""
    given = parse_judgement(
        "f:◇a(◇su np ⊸ s) ⊸ ◇b(◇obj pron ⊸ ◇mod □mod(s ⊸ s) ⊸ s) ⊸ s, g:◇su np ⊸ s, h:◇obj pron ⊸ s ⊢ s"
    )
    (net,) = proofs(given, strict=False)
    text = fact(1, net, Derivation(given.words, given.types, given.goal, ()))
    x, y = "v(X1,obj:{vnw})", "v(X2,mod:{mod:[(s ~> s)]})"
    assert f"abst({x},abst({y},(([mod]-({{mod}}-{y})) @ (t(2,(obj:{{vnw}} ~> s)) @ {x}))))" in text
    assert "{a}:t(1,(su:{np} ~> s))" in text
