"""Verbs and their complements, and what else heads a phrase."""

from tests.treebank.trees import Case

HEADS = [
    Case(
        "intransitive",
        "De man slaapt .",
        "smain(su:np(det:lid/De hd:n/man) hd:ww/slaapt)",
        """
        De      □det(n ⊸ np)
        man     n
        slaapt  ◇su np ⊸ s_main
        .       –
        """,
        "s_main",
        "slaapt (De_det man)ˢᵘ",
    ),
    Case(
        "transitive, names",
        "Jan kent Marie .",
        "smain(su:n/Jan hd:ww/kent obj1:n/Marie)",
        """
        Jan    n
        kent   ◇obj n ⊸ ◇su n ⊸ s_main
        Marie  n
        .      –
        """,
        "s_main",
        "kent Marieᵒᵇʲ Janˢᵘ",
    ),
    Case(
        "transitive, bare nouns",
        "Katten drinken melk",
        "smain(su:n/Katten hd:ww/drinken obj1:n/melk)",
        """
        Katten   n
        drinken  ◇obj n ⊸ ◇su n ⊸ s_main
        melk     n
        """,
        "s_main",
        "drinken melkᵒᵇʲ Kattenˢᵘ",
    ),
    Case(
        "ditransitive",
        "Zij geeft hem een boek .",
        "smain(su:vnw/Zij hd:ww/geeft obj2:vnw/hem obj1:np(det:lid/een hd:n/boek))",
        """
        Zij    pron
        geeft  ◇obj2 pron ⊸ ◇obj np ⊸ ◇su pron ⊸ s_main
        hem    pron
        een    □det(n ⊸ np)
        boek   n
        .      –
        """,
        "s_main",
        "geeft hemᵒᵇʲ² (een_det boek)ᵒᵇʲ Zijˢᵘ",
    ),
    Case(
        "object in front",
        "Die film ken ik niet",
        "smain(obj1:np(det:vnw/Die hd:n/film) hd:ww/ken su:vnw/ik mod:bw/niet)",
        """
        Die   □det(n ⊸ np)
        film  n
        ken   ◇obj np ⊸ ◇su pron ⊸ s_main
        ik    pron
        niet  □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "niet_mod (ken (Die_det film)ᵒᵇʲ ikˢᵘ)",
    ),
    Case(
        "predicative",
        "De soep is koud .",
        "smain(su:np(det:lid/De hd:n/soep) hd:ww/is predc:adj/koud)",
        """
        De    □det(n ⊸ np)
        soep  n
        is    ◇predc adj ⊸ ◇su np ⊸ s_main
        koud  adj
        .     –
        """,
        "s_main",
        "is koudᵖʳᵉᵈᶜ (De_det soep)ˢᵘ",
    ),
    Case(
        "separable particle",
        "Hij belt haar op",
        "smain(su:vnw/Hij hd:ww/belt obj1:vnw/haar svp:vz/op)",
        """
        Hij   pron
        belt  ◇svp vz ⊸ ◇obj pron ⊸ ◇su pron ⊸ s_main
        haar  pron
        op    vz
        """,
        "s_main",
        "belt opˢᵛᵖ haarᵒᵇʲ Hijˢᵘ",
    ),
    Case(
        "reflexive",
        "Zij vergist zich",
        "smain(su:vnw/Zij hd:ww/vergist se:vnw/zich)",
        """
        Zij      pron
        vergist  ◇se pron ⊸ ◇su pron ⊸ s_main
        zich     pron
        """,
        "s_main",
        "vergist zichˢᵉ Zijˢᵘ",
    ),
    Case(
        "prepositional complement",
        "Wij wachten op de bus",
        "smain(su:vnw/Wij hd:ww/wachten pc:pp(hd:vz/op obj1:np(det:lid/de hd:n/bus)))",
        """
        Wij      pron
        wachten  ◇pc pp ⊸ ◇su pron ⊸ s_main
        op       ◇obj np ⊸ pp
        de       □det(n ⊸ np)
        bus      n
        """,
        "s_main",
        "wachten (op (de_det bus)ᵒᵇʲ)ᵖᶜ Wijˢᵘ",
    ),
    Case(
        "circumposition",
        "Wij lopen naar het dorp toe",
        "smain(su:vnw/Wij hd:ww/lopen ld:pp(hd:vz/naar obj1:np(det:lid/het hd:n/dorp) hdf:vz/toe))",
        """
        Wij    pron
        lopen  ◇ld pp ⊸ ◇su pron ⊸ s_main
        naar   ◇hdf vz ⊸ ◇obj np ⊸ pp
        het    □det(n ⊸ np)
        dorp   n
        toe    vz
        """,
        "s_main",
        "lopen (naar toeʰᵈᶠ (het_det dorp)ᵒᵇʲ)ˡᵈ Wijˢᵘ",
    ),
    Case(
        "measure and provisional subject",
        "Het kost een jaar om te herstellen",
        "smain(sup:vnw/Het hd:ww/kost me:np(det:lid/een hd:n/jaar)"
        " su:oti(cmp:vz/om body:ti(cmp:vz/te body:inf(hd:ww/herstellen))))",
        """
        Het         pron
        kost        ◇me np ⊸ ◇su oti ⊸ ◇sup pron ⊸ s_main
        een         □det(n ⊸ np)
        jaar        n
        om          ◇body ti ⊸ oti
        te          ◇body ww ⊸ ti
        herstellen  ww
        """,
        "s_main",
        "kost (een_det jaar)ᵐᵉ (om (te herstellenᵇᵒᵈʸ)ᵇᵒᵈʸ)ˢᵘ Hetˢᵘᵖ",
    ),
    Case(
        "subordinate clause, provisional object",
        "Ik betreur het dat hij vertrekt",
        "smain(su:vnw/Ik hd:ww/betreur pobj1:vnw/het vc:cp(cmp:vg/dat body:ssub(su:vnw/hij hd:ww/vertrekt)))",
        """
        Ik        pron
        betreur   ◇pobj pron ⊸ ◇vc cp ⊸ ◇su pron ⊸ s_main
        het       pron
        dat       ◇body s_sub ⊸ cp
        hij       pron
        vertrekt  ◇su pron ⊸ s_sub
        """,
        "s_main",
        "betreur hetᵖᵒᵇʲ (dat (vertrekt hijˢᵘ)ᵇᵒᵈʸ)ᵛᶜ Ikˢᵘ",
    ),
    Case(
        "polar question",
        "Slaapt hij al ?",
        "sv1(hd:ww/Slaapt su:vnw/hij mod:bw/al)",
        """
        Slaapt  ◇su pron ⊸ s_v1
        hij     pron
        al      □mod(s_v1 ⊸ s_v1)
        ?       –
        """,
        "s_v1",
        "al_mod (Slaapt hijˢᵘ)",
    ),
]
