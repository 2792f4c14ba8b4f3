"""Discourse units: tags, quotations, satellites."""

from tests.treebank.trees import Case

DISCOURSE = [
    Case(
        "quoted speech",
        '" Ik kom morgen " , zei hij .',
        "du(nucl:smain(su:vnw/Ik hd:ww/kom mod:bw/morgen) tag:sv1(hd:ww/zei su:vnw/hij))",
        """
        "       –
        Ik      pron
        kom     ◇su pron ⊸ s_main
        morgen  □mod(s_main ⊸ s_main)
        "       –
        ,       –
        zei     ◇su pron ⊸ □tag(s_main ⊸ s_main)
        hij     pron
        .       –
        """,
        "s_main",
        "(zei hijˢᵘ)_tag (morgen_mod (kom Ikˢᵘ))",
    ),
    Case(
        "parenthesis in the middle",
        "Hij komt , denk ik , morgen",
        "du(nucl:smain(su:vnw/Hij hd:ww/komt mod:bw/morgen) tag:sv1(hd:ww/denk su:vnw/ik))",
        """
        Hij     pron
        komt    ◇su pron ⊸ s_main
        ,       –
        denk    ◇su pron ⊸ □tag(s_main ⊸ s_main)
        ik      pron
        ,       –
        morgen  □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "(denk ikˢᵘ)_tag (morgen_mod (komt Hijˢᵘ))",
    ),
    Case(
        "parts of equal rank",
        "Ja , dat klopt .",
        "du(dp:tsw/Ja dp:smain(su:vnw/dat hd:ww/klopt))",
        """
        Ja     □dp(s_main ⊸ s_main)
        ,      –
        dat    pron
        klopt  ◇su pron ⊸ s_main
        .      –
        """,
        "s_main",
        "Ja_dp (klopt datˢᵘ)",
    ),
    Case(
        "satellite",
        "Wie het weet , die mag het zeggen",
        "du(sat:whrel(rhd:#1=vnw/Wie body:ssub(su:#1 obj1:vnw/het@2 hd:ww/weet))"
        " nucl:smain(su:#2=vnw/die hd:ww/mag vc:inf(su:#2 obj1:vnw/het@7 hd:ww/zeggen)))",
        """
        Wie     ◇body(◇su pron ⊸ s_sub) ⊸ □sat(s_main ⊸ s_main)
        het     pron
        weet    ◇obj pron ⊸ ◇su pron ⊸ s_sub
        ,       –
        die     pron
        mag     ◇vc inf ⊸ ◇su pron ⊸ s_main
        het     pron
        zeggen  ◇obj pron ⊸ inf
        """,
        "s_main",
        "(Wie (λxˢᵘ.weet het₂ᵒᵇʲ x)ᵇᵒᵈʸ)_sat (mag (zeggen het₆ᵒᵇʲ)ᵛᶜ dieˢᵘ)",
    ),
    Case(
        "link to what went before",
        "Maar niemand luisterde",
        "du(dlink:vg/Maar nucl:smain(su:vnw/niemand hd:ww/luisterde))",
        """
        Maar       □dlink(s_main ⊸ s_main)
        niemand    pron
        luisterde  ◇su pron ⊸ s_main
        """,
        "s_main",
        "Maar_dlink (luisterde niemandˢᵘ)",
    ),
    Case(
        "several parts at the top",
        "Goed , we gaan ! Nu ?",
        "adj/Goed smain(su:vnw/we hd:ww/gaan) bw/Nu",
        """
        Goed  □dp(s_main ⊸ s_main)
        ,     –
        we    pron
        gaan  ◇su pron ⊸ s_main
        !     –
        Nu    □dp(s_main ⊸ s_main)
        ?     –
        """,
        "s_main",
        "Nu_dp (Goed_dp (gaan weˢᵘ))",
    ),
    Case(
        "discourse unit inside a clause",
        "Zij riep : nee , blijf hier !",
        "smain(su:vnw/Zij hd:ww/riep vc:du(tag:tsw/nee nucl:sv1(hd:ww/blijf ld:bw/hier)))",
        """
        Zij    pron
        riep   ◇vc s_v1 ⊸ ◇su pron ⊸ s_main
        :      –
        nee    □tag(s_v1 ⊸ s_v1)
        ,      –
        blijf  ◇ld bw ⊸ s_v1
        hier   bw
        !      –
        """,
        "s_main",
        "riep (nee_tag (blijf hierˡᵈ))ᵛᶜ Zijˢᵘ",
    ),
    Case(
        "no clause among the parts",
        "Dag , lieve vrienden !",
        "du(dp:tsw/Dag dp:np(mod:adj/lieve hd:n/vrienden))",
        """
        Dag       □dp(np ⊸ np)
        ,         –
        lieve     □mod(np ⊸ np)
        vrienden  np
        !         –
        """,
        "np",
        "Dag_dp (lieve_mod vrienden)",
    ),
    Case(
        "two nuclei",
        "Hij komt , zij gaat",
        "du(nucl:smain(su:vnw/Hij hd:ww/komt) nucl:smain(su:vnw/zij hd:ww/gaat))",
        """
        Hij   pron
        komt  ◇su pron ⊸ s_main
        ,     –
        zij   pron
        gaat  ◇su pron ⊸ □dp(s_main ⊸ s_main)
        """,
        "s_main",
        "(gaat zijˢᵘ)_dp (komt Hijˢᵘ)",
    ),
    Case(
        "a loose word inside a clause",
        "Hij komt tja morgen",
        "smain(su:vnw/Hij hd:ww/komt tsw/tja mod:bw/morgen)",
        """
        Hij     pron
        komt    ◇su pron ⊸ s_main
        tja     □dp(s_main ⊸ s_main)
        morgen  □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "morgen_mod (tja_dp (komt Hijˢᵘ))",
    ),
    Case(
        "one word",
        "Bravo !",
        "tsw/Bravo",
        """
        Bravo  tsw
        !      –
        """,
        "tsw",
        "Bravo",
    ),
]
