"""Noun phrases: determiners, adjectives, names, numbers."""

from tests.treebank.trees import Case

NOUN_PHRASES = [
    Case(
        "adjectives",
        "Een grote witte hond blaft",
        "smain(su:np(det:lid/Een mod:adj/grote mod:adj/witte hd:n/hond) hd:ww/blaft)",
        """
        Een    □det(n ⊸ np)
        grote  □mod(np ⊸ np)
        witte  □mod(np ⊸ np)
        hond   n
        blaft  ◇su np ⊸ s_main
        """,
        "s_main",
        "blaft (witte_mod (grote_mod (Een_det hond)))ˢᵘ",
    ),
    Case(
        "adjective without determiner",
        "Zij lust rijpe bananen",
        "smain(su:vnw/Zij hd:ww/lust obj1:np(mod:adj/rijpe hd:n/bananen))",
        """
        Zij      pron
        lust     ◇obj np ⊸ ◇su pron ⊸ s_main
        rijpe    □mod(np ⊸ np)
        bananen  np
        """,
        "s_main",
        "lust (rijpe_mod bananen)ᵒᵇʲ Zijˢᵘ",
    ),
    Case(
        "numeral as determiner",
        "Drie schepen zonken",
        "smain(su:np(det:tw/Drie hd:n/schepen) hd:ww/zonken)",
        """
        Drie     □det(n ⊸ np)
        schepen  n
        zonken   ◇su np ⊸ s_main
        """,
        "s_main",
        "zonken (Drie_det schepen)ˢᵘ",
    ),
    Case(
        "two determiners",
        "Mijn twee zussen zingen",
        "smain(su:np(det:vnw/Mijn det:tw/twee hd:n/zussen) hd:ww/zingen)",
        """
        Mijn    □det(n ⊸ np)
        twee    □mod(np ⊸ np)
        zussen  n
        zingen  ◇su np ⊸ s_main
        """,
        "s_main",
        "zingen (twee_mod (Mijn_det zussen))ˢᵘ",
    ),
    Case(
        "noun complement",
        "De poging te vluchten mislukte",
        "smain(su:np(det:lid/De hd:n/poging vc:ti(cmp:vz/te body:inf(hd:ww/vluchten))) hd:ww/mislukte)",
        """
        De        □det(n ⊸ ◇vc ti ⊸ np)
        poging    n
        te        ◇body ww ⊸ ti
        vluchten  ww
        mislukte  ◇su np ⊸ s_main
        """,
        "s_main",
        "mislukte (De_det poging (te vluchtenᵇᵒᵈʸ)ᵛᶜ)ˢᵘ",
    ),
    Case(
        "prepositional modifier of a noun",
        "Het dak van het huis lekt",
        "smain(su:np(det:lid/Het hd:n/dak mod:pp(hd:vz/van obj1:np(det:lid/het hd:n/huis))) hd:ww/lekt)",
        """
        Het   □det(n ⊸ np)
        dak   n
        van   ◇obj np ⊸ □mod(np ⊸ np)
        het   □det(n ⊸ np)
        huis  n
        lekt  ◇su np ⊸ s_main
        """,
        "s_main",
        "lekt ((van (het_det huis)ᵒᵇʲ)_mod (Het_det dak))ˢᵘ",
    ),
    Case(
        "apposition",
        "Mijn buurman Karel zingt",
        "smain(su:np(det:vnw/Mijn hd:n/buurman app:n/Karel) hd:ww/zingt)",
        """
        Mijn     □det(n ⊸ np)
        buurman  n
        Karel    □app(np ⊸ np)
        zingt    ◇su np ⊸ s_main
        """,
        "s_main",
        "zingt (Karel_app (Mijn_det buurman))ˢᵘ",
    ),
    Case(
        "determiner and adjective without noun",
        "Ik neem de rode",
        "smain(su:vnw/Ik hd:ww/neem obj1:np(det:lid/de hd:adj/rode))",
        """
        Ik    pron
        neem  ◇obj np ⊸ ◇su pron ⊸ s_main
        de    □det(adj ⊸ np)
        rode  adj
        """,
        "s_main",
        "neem (de_det rode)ᵒᵇʲ Ikˢᵘ",
    ),
    Case(
        "determiner with a complement",
        "Ik maak dezelfde fout als jij",
        "smain(su:vnw/Ik hd:ww/maak obj1:np(det:detp(hd:adj/dezelfde obcomp:cp(cmp:vg/als body:vnw/jij)) hd:n/fout))",
        """
        Ik        pron
        maak      ◇obj np ⊸ ◇su pron ⊸ s_main
        dezelfde  ◇obcomp cp ⊸ □det(n ⊸ np)
        fout      n
        als       ◇body pron ⊸ cp
        jij       pron
        """,
        "s_main",
        "maak ((dezelfde (als jijᵇᵒᵈʸ)ᵒᵇᶜᵒᵐᵖ)_det fout)ᵒᵇʲ Ikˢᵘ",
    ),
    Case(
        "modifier of a determiner",
        "bijna tien jaar",
        "np(det:detp(mod:bw/bijna hd:tw/tien) hd:n/jaar)",
        """
        bijna  □mod(□det(n ⊸ np) ⊸ □det(n ⊸ np))
        tien   □det(n ⊸ np)
        jaar   n
        """,
        "np",
        "(bijna_mod ▴det(λx.tien_det x))_det jaar",
    ),
    Case(
        "noun phrase by itself",
        "Een kop thee !",
        "np(det:lid/Een hd:n/kop mod:n/thee)",
        """
        Een   □det(n ⊸ np)
        kop   n
        thee  □mod(np ⊸ np)
        !     –
        """,
        "np",
        "thee_mod (Een_det kop)",
    ),
    Case(
        "two numerals are no determiners",
        "Zij telt drie vier meeuwen",
        "smain(su:vnw/Zij hd:ww/telt obj1:np(det:tw/drie det:tw/vier hd:n/meeuwen))",
        """
        Zij      pron
        telt     ◇obj np ⊸ ◇su pron ⊸ s_main
        drie     □mod(np ⊸ np)
        vier     □mod(np ⊸ np)
        meeuwen  np
        """,
        "s_main",
        "telt (vier_mod (drie_mod meeuwen))ᵒᵇʲ Zijˢᵘ",
    ),
    Case(
        "a phrase gives way to a numeral",
        "Elke drie dagen regent het",
        "smain(mod:np(det:detp(hd:vnw/Elke) det:tw/drie hd:n/dagen) hd:ww/regent su:vnw/het)",
        """
        X       = □mod(s_main ⊸ s_main)
        Elke    □mod(X ⊸ X)
        drie    □det(n ⊸ X)
        dagen   n
        regent  ◇su pron ⊸ s_main
        het     pron
        """,
        "s_main",
        "(Elke_mod ▴mod(λx.(drie_det dagen)_mod x))_mod (regent hetˢᵘ)",
    ),
    Case(
        "noun complement without a determiner",
        "Er zijn tekenen dat het dooit",
        "smain(mod:vnw/Er hd:ww/zijn su:np(hd:n/tekenen vc:cp(cmp:vg/dat body:ssub(su:vnw/het hd:ww/dooit))))",
        """
        Er       □mod(s_main ⊸ s_main)
        zijn     ◇su np ⊸ s_main
        tekenen  ◇vc cp ⊸ np
        dat      ◇body s_sub ⊸ cp
        het      pron
        dooit    ◇su pron ⊸ s_sub
        """,
        "s_main",
        "Er_mod (zijn (tekenen (dat (dooit hetˢᵘ)ᵇᵒᵈʸ)ᵛᶜ)ˢᵘ)",
    ),
    Case(
        "infinitive as a noun, with an object",
        "Het breien van sokken rust",
        "smain(su:np(det:lid/Het hd:ww/breien mod:pp(hd:vz/van obj1:n/sokken)) hd:ww/rust)",
        """
        Het     □det(ww ⊸ np)
        breien  ww
        van     ◇obj n ⊸ □mod(np ⊸ np)
        sokken  n
        rust    ◇su np ⊸ s_main
        """,
        "s_main",
        "rust ((van sokkenᵒᵇʲ)_mod (Het_det breien))ˢᵘ",
    ),
]
