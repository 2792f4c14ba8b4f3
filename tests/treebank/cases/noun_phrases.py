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
        De        □det(n ⊸ np)
        poging    ◇vc ti ⊸ n
        te        ◇body inf ⊸ ti
        vluchten  inf
        mislukte  ◇su np ⊸ s_main
        """,
        "s_main",
        "mislukte (De_det (poging (te vluchtenᵇᵒᵈʸ)ᵛᶜ))ˢᵘ",
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
        "smain(su:np(det:vnw/Mijn hd:n/buurman app:spec/Karel) hd:ww/zingt)",
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
        de    □det(n ⊸ np)
        rode  n
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
]
