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
        in     ◇obj spec ⊸ pp
        Den    spec
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
    Case(
        "unit with a noun",
        "Zij zitten in zak en as",
        "smain(su:vnw/Zij hd:ww/zitten predc:mwu(mwp:vz/in mwp:n/zak mwp:vg/en mwp:n/as))",
        """
        Zij     pron
        zitten  ◇predc np ⊸ ◇su pron ⊸ s_main
        in      np
        zak     +
        en      +
        as      +
        """,
        "s_main",
        'zitten "in zak en as"ᵖʳᵉᵈᶜ Zijˢᵘ',
    ),
    Case(
        "unit without a noun, the alphabet deciding",
        "Deze is het mooiste",
        "smain(su:vnw/Deze hd:ww/is predc:mwu(mwp:lid/het mwp:adj/mooiste))",
        """
        Deze     pron
        is       ◇predc adj ⊸ ◇su pron ⊸ s_main
        het      adj
        mooiste  +
        """,
        "s_main",
        'is "het mooiste"ᵖʳᵉᵈᶜ Dezeˢᵘ',
    ),
    Case(
        "unit whose noun stands elsewhere",
        "Van drie tot vier juli",
        "pp(hd:vz/Van obj1:mwu(mwp:tw/drie mwp:#1) mod:pp(hd:vz/tot obj1:mwu(mwp:tw/vier mwp:#1=n/juli)))",
        """
        Van   ◇obj np ⊸ pp
        drie  np
        tot   ◇obj np ⊸ □mod(pp ⊸ pp)
        vier  np
        juli  +
        """,
        "pp",
        '(tot "vier juli"ᵒᵇʲ)_mod (Van drieᵒᵇʲ)',
    ),
]
