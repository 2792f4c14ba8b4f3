"""Multi-word units."""

from tests.treebank.trees import Case

UNITS = [
    Case(
        "adjacent unit",
        "Hij woont in Den Haag .",
        "smain(su:vnw/Hij hd:ww/woont ld:pp(hd:vz/in obj1:mwu(mwp:spec/Den mwp:spec/Haag)))",
        """
        Hij    pron
        woont  ◇ld pp ⊸ ◇su pron ⊸ s_main
        in     ◇obj np ⊸ pp
        Den    np
        Haag   +
        .      –
        """,
        "s_main",
        'woont (in "Den Haag"ᵒᵇʲ)ˡᵈ Hijˢᵘ',
    ),
    Case(
        "unit with a mark inside",
        "Het is kort , maar krachtig gezegd",
        "smain(su:#1=vnw/Het hd:ww/is"
        " vc:ppart(obj1:#1 mod:mwu(mwp:adj/kort mwp:vg/maar mwp:adj/krachtig) hd:ww/gezegd))",
        """
        Het       pron
        is        ◇vc ppart ⊸ ◇su pron ⊸ s_main
        kort      □mod(ppart ⊸ ppart)
        ,         +
        maar      +
        krachtig  +
        gezegd    ppart
        """,
        "s_main",
        'is ("kort , maar krachtig"_mod gezegd)ᵛᶜ Hetˢᵘ',
    ),
    Case(
        "discontinuous unit",
        "Wat heb je voor boeken ?",
        "whq(whd:#1=np(det:mwu(mwp:vnw/Wat mwp:vz/voor) hd:n/boeken) body:sv1(obj1:#1 hd:ww/heb su:vnw/je))",
        """
        Wat     ◇mwp vz ⊸ □det(n ⊸ ◇body(◇obj np ⊸ s_v1) ⊸ whq)
        heb     ◇obj np ⊸ ◇su pron ⊸ s_v1
        je      pron
        voor    vz
        boeken  n
        ?       –
        """,
        "whq",
        "(Wat voorᵐʷᵖ)_det boeken (λxᵒᵇʲ.heb x jeˢᵘ)ᵇᵒᵈʸ",
    ),
]
