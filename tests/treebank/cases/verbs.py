"""Verb clusters, infinitives, participles, particles."""

from tests.treebank.trees import Case

VERBS = [
    Case(
        "understood subject",
        "Ze wil slapen",
        "smain(su:#1=vnw/Ze hd:ww/wil vc:inf(su:#1 hd:ww/slapen))",
        """
        Ze      pron
        wil     ◇vc ww ⊸ ◇su pron ⊸ s_main
        slapen  ww
        """,
        "s_main",
        "wil slapenᵛᶜ Zeˢᵘ",
    ),
    Case(
        "verb cluster",
        "Hij zal de brief hebben gelezen",
        "smain(su:#1=vnw/Hij hd:ww/zal vc:inf(su:#1 hd:ww/hebben"
        " vc:ppart(su:#1 obj1:np(det:lid/de hd:n/brief) hd:ww/gelezen)))",
        """
        Hij      pron
        zal      ◇vc inf ⊸ ◇su pron ⊸ s_main
        de       □det(n ⊸ np)
        brief    n
        hebben   ◇vc ppart ⊸ inf
        gelezen  ◇obj np ⊸ ppart
        """,
        "s_main",
        "zal (hebben (gelezen (de_det brief)ᵒᵇʲ)ᵛᶜ)ᵛᶜ Hijˢᵘ",
    ),
    Case(
        "crossing dependencies",
        "dat ik haar de kat zie voeren",
        "cp(cmp:vg/dat body:ssub(su:vnw/ik obj1:#1=vnw/haar hd:ww/zie"
        " vc:inf(su:#1 obj1:np(det:lid/de hd:n/kat) hd:ww/voeren)))",
        """
        dat     ◇body s_sub ⊸ cp
        ik      pron
        haar    pron
        de      □det(n ⊸ np)
        kat     n
        zie     ◇vc inf ⊸ ◇obj pron ⊸ ◇su pron ⊸ s_sub
        voeren  ◇obj np ⊸ inf
        """,
        "cp",
        "dat (zie (voeren (de_det kat)ᵒᵇʲ)ᵛᶜ haarᵒᵇʲ ikˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "control by an object, with om te",
        "Ik vroeg Jan om te blijven",
        "smain(su:vnw/Ik hd:ww/vroeg obj2:#1=n/Jan vc:oti(cmp:vz/om body:ti(cmp:vz/te body:inf(su:#1 hd:ww/blijven))))",
        """
        Ik       pron
        vroeg    ◇vc oti ⊸ ◇obj2 n ⊸ ◇su pron ⊸ s_main
        Jan      n
        om       ◇body ti ⊸ oti
        te       ◇body ww ⊸ ti
        blijven  ww
        """,
        "s_main",
        "vroeg (om (te blijvenᵇᵒᵈʸ)ᵇᵒᵈʸ)ᵛᶜ Janᵒᵇʲ² Ikˢᵘ",
    ),
    Case(
        "control from inside a prepositional phrase",
        "Ik vroeg aan hem te zwijgen",
        "smain(su:vnw/Ik hd:ww/vroeg obj2:pp(hd:vz/aan obj1:#1=vnw/hem)"
        " vc:ti(cmp:vz/te body:inf(su:#1 hd:ww/zwijgen)))",
        """
        Ik       pron
        vroeg    ◇vc ti ⊸ ◇obj2 pp ⊸ ◇su pron ⊸ s_main
        aan      ◇obj pron ⊸ pp
        hem      pron
        te       ◇body ww ⊸ ti
        zwijgen  ww
        """,
        "s_main",
        "vroeg (te zwijgenᵇᵒᵈʸ)ᵛᶜ (aan hemᵒᵇʲ)ᵒᵇʲ² Ikˢᵘ",
    ),
    Case(
        "control inside a participle",
        "Ik heb Eva gevraagd te komen",
        "smain(su:#1=vnw/Ik hd:ww/heb"
        " vc:ppart(su:#1 obj2:#2=n/Eva hd:ww/gevraagd vc:ti(cmp:vz/te body:inf(su:#2 hd:ww/komen))))",
        """
        Ik        pron
        heb       ◇vc ppart ⊸ ◇su pron ⊸ s_main
        Eva       n
        gevraagd  ◇vc ti ⊸ ◇obj2 n ⊸ ppart
        te        ◇body ww ⊸ ti
        komen     ww
        """,
        "s_main",
        "heb (gevraagd (te komenᵇᵒᵈʸ)ᵛᶜ Evaᵒᵇʲ²)ᵛᶜ Ikˢᵘ",
    ),
    Case(
        "passive",
        "De muur wordt geverfd door Piet",
        "smain(su:#1=np(det:lid/De hd:n/muur) hd:ww/wordt"
        " vc:ppart(obj1:#1 hd:ww/geverfd mod:pp(hd:vz/door obj1:n/Piet)))",
        """
        De       □det(n ⊸ np)
        muur     n
        wordt    ◇vc ppart ⊸ ◇su np ⊸ s_main
        geverfd  ppart
        door     ◇obj n ⊸ □mod(ppart ⊸ ppart)
        Piet     n
        """,
        "s_main",
        "wordt ((door Pietᵒᵇʲ)_mod geverfd)ᵛᶜ (De_det muur)ˢᵘ",
    ),
    Case(
        "object of a te-infinitive",
        "Dat is niet te begrijpen",
        "smain(su:#1=vnw/Dat hd:ww/is mod:bw/niet vc:ti(cmp:vz/te body:inf(obj1:#1 hd:ww/begrijpen)))",
        """
        Dat        pron
        is         ◇vc ti ⊸ ◇su pron ⊸ s_main
        niet       □mod(s_main ⊸ s_main)
        te         ◇body ww ⊸ ti
        begrijpen  ww
        """,
        "s_main",
        "niet_mod (is (te begrijpenᵇᵒᵈʸ)ᵛᶜ Datˢᵘ)",
    ),
    Case(
        "object that is also an object below",
        "Ik vind dat moeilijk te geloven",
        "smain(su:vnw/Ik hd:ww/vind obj1:#1=vnw/dat"
        " predc:ap(hd:adj/moeilijk vc:ti(cmp:vz/te body:inf(obj1:#1 hd:ww/geloven))))",
        """
        Ik        pron
        vind      ◇predc ap ⊸ ◇obj pron ⊸ ◇su pron ⊸ s_main
        dat       pron
        moeilijk  ◇vc ti ⊸ ap
        te        ◇body ww ⊸ ti
        geloven   ww
        """,
        "s_main",
        "vind (moeilijk (te gelovenᵇᵒᵈʸ)ᵛᶜ)ᵖʳᵉᵈᶜ datᵒᵇʲ Ikˢᵘ",
    ),
    Case(
        "material lower than its ghost",
        "Er wordt een huis gebouwd",
        "smain(mod:bw/Er hd:ww/wordt su:#1 vc:ppart(obj1:#1=np(det:lid/een hd:n/huis) hd:ww/gebouwd))",
        """
        Er       □mod(s_main ⊸ s_main)
        wordt    ◇vc ww ⊸ ◇su np ⊸ s_main
        een      □det(n ⊸ np)
        huis     n
        gebouwd  ww
        """,
        "s_main",
        "Er_mod (wordt gebouwdᵛᶜ (een_det huis)ˢᵘ)",
    ),
    Case(
        "two particles, by the alphabet of their classes",
        "Dat ziet er leuk uit",
        "smain(su:vnw/Dat hd:ww/ziet svp:vz/uit svp:vnw/er predc:adj/leuk)",
        """
        Dat   pron
        ziet  ◇svp pron ⊸ ◇svp vz ⊸ ◇predc adj ⊸ ◇su pron ⊸ s_main
        er    pron
        leuk  adj
        uit   vz
        """,
        "s_main",
        "ziet erˢᵛᵖ uitˢᵛᵖ leukᵖʳᵉᵈᶜ Datˢᵘ",
    ),
    Case(
        "two particles, the alphabet against their order",
        "dat het paard op hol slaat",
        "cp(cmp:vg/dat body:ssub(su:np(det:lid/het hd:n/paard) svp:vz/op svp:n/hol hd:ww/slaat))",
        """
        dat    ◇body s_sub ⊸ cp
        het    □det(n ⊸ np)
        paard  n
        op     vz
        hol    n
        slaat  ◇svp n ⊸ ◇svp vz ⊸ ◇su np ⊸ s_sub
        """,
        "cp",
        "dat (slaat holˢᵛᵖ opˢᵛᵖ (het_det paard)ˢᵘ)ᵇᵒᵈʸ",
    ),
]
