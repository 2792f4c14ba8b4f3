"""What modifies what: adverbs, phrases, clauses."""

from tests.treebank.trees import Case

MODIFIERS = [
    Case(
        "prepositional modifier of a clause",
        "In de tuin speelt een kind",
        "smain(mod:pp(hd:vz/In obj1:np(det:lid/de hd:n/tuin)) hd:ww/speelt su:np(det:lid/een hd:n/kind))",
        """
        In      ◇obj np ⊸ □mod(s_main ⊸ s_main)
        de      □det(n ⊸ np)
        tuin    n
        speelt  ◇su np ⊸ s_main
        een     □det(n ⊸ np)
        kind    n
        """,
        "s_main",
        "(In (de_det tuin)ᵒᵇʲ)_mod (speelt (een_det kind)ˢᵘ)",
    ),
    Case(
        "several modifiers, the first innermost",
        "Gisteren regende het hier hard",
        "smain(mod:bw/Gisteren hd:ww/regende su:vnw/het mod:bw/hier mod:adj/hard)",
        """
        Gisteren  □mod(s_main ⊸ s_main)
        regende   ◇su pron ⊸ s_main
        het       pron
        hier      □mod(s_main ⊸ s_main)
        hard      □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "hard_mod (hier_mod (Gisteren_mod (regende hetˢᵘ)))",
    ),
    Case(
        "modifier of a modifier",
        "Hij fietst heel snel",
        "smain(su:vnw/Hij hd:ww/fietst mod:ap(mod:bw/heel hd:adj/snel))",
        """
        Hij     pron
        fietst  ◇su pron ⊸ s_main
        heel    □mod(□mod(s_main ⊸ s_main) ⊸ □mod(s_main ⊸ s_main))
        snel    □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "(heel_mod ▴mod(λx.snel_mod x))_mod (fietst Hijˢᵘ)",
    ),
    Case(
        "modifier of a predicate",
        "De toren is erg hoog",
        "smain(su:np(det:lid/De hd:n/toren) hd:ww/is predc:ap(mod:bw/erg hd:adj/hoog))",
        """
        De     □det(n ⊸ np)
        toren  n
        is     ◇predc ap ⊸ ◇su np ⊸ s_main
        erg    □mod(ap ⊸ ap)
        hoog   ap
        """,
        "s_main",
        "is (erg_mod hoog)ᵖʳᵉᵈᶜ (De_det toren)ˢᵘ",
    ),
    Case(
        "predicative modifier",
        "Zij keerde ziek terug",
        "smain(su:vnw/Zij hd:ww/keerde predm:adj/ziek svp:bw/terug)",
        """
        Zij     pron
        keerde  ◇svp bw ⊸ ◇su pron ⊸ s_main
        ziek    □predm(s_main ⊸ s_main)
        terug   bw
        """,
        "s_main",
        "ziek_predm (keerde terugˢᵛᵖ Zijˢᵘ)",
    ),
    Case(
        "adverbial clause",
        "Zij lacht omdat hij struikelt",
        "smain(su:vnw/Zij hd:ww/lacht mod:cp(cmp:vg/omdat body:ssub(su:vnw/hij hd:ww/struikelt)))",
        """
        Zij        pron
        lacht      ◇su pron ⊸ s_main
        omdat      ◇body s_sub ⊸ □mod(s_main ⊸ s_main)
        hij        pron
        struikelt  ◇su pron ⊸ s_sub
        """,
        "s_main",
        "(omdat (struikelt hijˢᵘ)ᵇᵒᵈʸ)_mod (lacht Zijˢᵘ)",
    ),
    Case(
        "comparative",
        "Anna is groter dan haar broer",
        "smain(su:n/Anna hd:ww/is predc:ap(hd:adj/groter obcomp:cp(cmp:vg/dan body:np(det:vnw/haar hd:n/broer))))",
        """
        Anna    n
        is      ◇predc ap ⊸ ◇su n ⊸ s_main
        groter  ◇obcomp cp ⊸ ap
        dan     ◇body np ⊸ cp
        haar    □det(n ⊸ np)
        broer   n
        """,
        "s_main",
        "is (groter (dan (haar_det broer)ᵇᵒᵈʸ)ᵒᵇᶜᵒᵐᵖ)ᵖʳᵉᵈᶜ Annaˢᵘ",
    ),
    Case(
        "comparative of a modifier, set apart",
        "Zij zong luider dan gisteren",
        "smain(su:vnw/Zij hd:ww/zong mod:ap(hd:adj/luider obcomp:cp(cmp:vg/dan body:bw/gisteren)))",
        """
        Zij       pron
        zong      ◇su pron ⊸ s_main
        luider    ◇obcomp cp ⊸ □mod(s_main ⊸ s_main)
        dan       ◇body bw ⊸ cp
        gisteren  bw
        """,
        "s_main",
        "(luider (dan gisterenᵇᵒᵈʸ)ᵒᵇᶜᵒᵐᵖ)_mod (zong Zijˢᵘ)",
    ),
]
