"""Relative clauses, questions, and whatever else has a gap."""

from tests.treebank.trees import Case

GAPS = [
    Case(
        "the sentence of the paper",
        "De strategie die ze volgen is eeuwenoud",
        "smain(su:np(det:lid/De hd:n/strategie mod:rel(rhd:#1=vnw/die body:ssub(obj1:#1 su:vnw/ze hd:ww/volgen)))"
        " hd:ww/is predc:adj/eeuwenoud)",
        """
        De         □det(n ⊸ np)
        strategie  n
        die        ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ze         pron
        volgen     ◇obj pron ⊸ ◇su pron ⊸ s_sub
        is         ◇predc adj ⊸ ◇su np ⊸ s_main
        eeuwenoud  adj
        """,
        "s_main",
        "is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen x zeˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ",
    ),
    Case(
        "subject relative",
        "kinderen die graag lezen",
        "np(hd:n/kinderen mod:rel(rhd:#1=vnw/die body:ssub(su:#1 mod:bw/graag hd:ww/lezen)))",
        """
        kinderen  np
        die       ◇body(◇su pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        graag     □mod(s_sub ⊸ s_sub)
        lezen     ◇su pron ⊸ s_sub
        """,
        "np",
        "(die (λxˢᵘ.graag_mod (lezen x))ᵇᵒᵈʸ)_mod kinderen",
    ),
    Case(
        "passive relative",
        "een ster die gezien wordt",
        "np(det:lid/een hd:n/ster mod:rel(rhd:#1=vnw/die body:ssub(su:#1 vc:ppart(obj1:#1 hd:ww/gezien) hd:ww/wordt)))",
        """
        een     □det(n ⊸ np)
        ster    n
        die     ◇body(◇su pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        gezien  ww
        wordt   ◇vc ww ⊸ ◇su pron ⊸ s_sub
        """,
        "np",
        "(die (λxˢᵘ.wordt gezienᵛᶜ x)ᵇᵒᵈʸ)_mod (een_det ster)",
    ),
    Case(
        "fronted preposition with its object",
        "de vrouw met wie hij praat",
        "np(det:lid/de hd:n/vrouw mod:rel(rhd:#1=pp(hd:vz/met obj1:vnw/wie) body:ssub(pc:#1 su:vnw/hij hd:ww/praat)))",
        """
        de     □det(n ⊸ np)
        vrouw  n
        met    ◇obj pron ⊸ ◇body(◇pc pp ⊸ s_sub) ⊸ □mod(np ⊸ np)
        wie    pron
        hij    pron
        praat  ◇pc pp ⊸ ◇su pron ⊸ s_sub
        """,
        "np",
        "(met wieᵒᵇʲ (λxᵖᶜ.praat x hijˢᵘ)ᵇᵒᵈʸ)_mod (de_det vrouw)",
    ),
    Case(
        "fronted noun phrase with a possessive",
        "de schrijver wiens boek ik las",
        "np(det:lid/de hd:n/schrijver"
        " mod:rel(rhd:#1=np(det:vnw/wiens hd:n/boek) body:ssub(obj1:#1 su:vnw/ik hd:ww/las)))",
        """
        de         □det(n ⊸ np)
        schrijver  n
        wiens      □det(n ⊸ ◇body(◇obj np ⊸ s_sub) ⊸ □mod(np ⊸ np))
        boek       n
        ik         pron
        las        ◇obj np ⊸ ◇su pron ⊸ s_sub
        """,
        "np",
        "(wiens_det boek (λxᵒᵇʲ.las x ikˢᵘ)ᵇᵒᵈʸ)_mod (de_det schrijver)",
    ),
    Case(
        "relative adverb",
        "het huis waar ik werk",
        "np(det:lid/het hd:n/huis mod:rel(rhd:#1=bw/waar body:ssub(mod:#1 su:vnw/ik hd:ww/werk)))",
        """
        het   □det(n ⊸ np)
        huis  n
        waar  ◇body(◇mod□mod(s_sub ⊸ s_sub) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik    pron
        werk  ◇su pron ⊸ s_sub
        """,
        "np",
        "(waar (λxᵐᵒᵈ.▿mod(x)_mod (werk ikˢᵘ))ᵇᵒᵈʸ)_mod (het_det huis)",
    ),
    Case(
        "deep gap",
        "het boek dat zij wil kunnen lezen",
        "np(det:lid/het hd:n/boek mod:rel(rhd:#1=vnw/dat"
        " body:ssub(su:#2=vnw/zij hd:ww/wil vc:inf(su:#2 hd:ww/kunnen vc:inf(su:#2 obj1:#1 hd:ww/lezen)))))",
        """
        het     □det(n ⊸ np)
        boek    n
        dat     ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        zij     pron
        wil     ◇vc inf ⊸ ◇su pron ⊸ s_sub
        kunnen  ◇vc inf ⊸ inf
        lezen   ◇obj pron ⊸ inf
        """,
        "np",
        "(dat (λxᵒᵇʲ.wil (kunnen (lezen x)ᵛᶜ)ᵛᶜ zijˢᵘ)ᵇᵒᵈʸ)_mod (het_det boek)",
    ),
    Case(
        "free relative",
        "Wat zij zegt klopt",
        "smain(su:whrel(rhd:#1=vnw/Wat body:ssub(obj1:#1 su:vnw/zij hd:ww/zegt)) hd:ww/klopt)",
        """
        Wat    ◇body(◇obj pron ⊸ s_sub) ⊸ whrel
        zij    pron
        zegt   ◇obj pron ⊸ ◇su pron ⊸ s_sub
        klopt  ◇su whrel ⊸ s_main
        """,
        "s_main",
        "klopt (Wat (λxᵒᵇʲ.zegt x zijˢᵘ)ᵇᵒᵈʸ)ˢᵘ",
    ),
    Case(
        "question",
        "Wat eet je ?",
        "whq(whd:#1=vnw/Wat body:sv1(obj1:#1 hd:ww/eet su:vnw/je))",
        """
        Wat  ◇body(◇obj pron ⊸ s_v1) ⊸ whq
        eet  ◇obj pron ⊸ ◇su pron ⊸ s_v1
        je   pron
        ?    –
        """,
        "whq",
        "Wat (λxᵒᵇʲ.eet x jeˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "question with a noun phrase",
        "Welke trein neem jij ?",
        "whq(whd:#1=np(det:vnw/Welke hd:n/trein) body:sv1(obj1:#1 hd:ww/neem su:vnw/jij))",
        """
        Welke  □det(n ⊸ ◇body(◇obj np ⊸ s_v1) ⊸ whq)
        trein  n
        neem   ◇obj np ⊸ ◇su pron ⊸ s_v1
        jij    pron
        ?      –
        """,
        "whq",
        "Welke_det trein (λxᵒᵇʲ.neem x jijˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "question with a prepositional phrase",
        "Op wie wacht de bakker ?",
        "whq(whd:#1=pp(hd:vz/Op obj1:vnw/wie) body:sv1(pc:#1 hd:ww/wacht su:np(det:lid/de hd:n/bakker)))",
        """
        Op      ◇obj pron ⊸ ◇body(◇pc pp ⊸ s_v1) ⊸ whq
        wie     pron
        wacht   ◇pc pp ⊸ ◇su np ⊸ s_v1
        de      □det(n ⊸ np)
        bakker  n
        ?       –
        """,
        "whq",
        "Op wieᵒᵇʲ (λxᵖᶜ.wacht x (de_det bakker)ˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "question with an adverb",
        "Waarom huil je ?",
        "whq(whd:#1=bw/Waarom body:sv1(mod:#1 hd:ww/huil su:vnw/je))",
        """
        Waarom  ◇body(◇mod□mod(s_v1 ⊸ s_v1) ⊸ s_v1) ⊸ whq
        huil    ◇su pron ⊸ s_v1
        je      pron
        ?       –
        """,
        "whq",
        "Waarom (λxᵐᵒᵈ.▿mod(x)_mod (huil jeˢᵘ))ᵇᵒᵈʸ",
    ),
    Case(
        "question for the degree of a predicate",
        "Hoe oud is zij ?",
        "whq(whd:#1=ap(mod:bw/Hoe hd:adj/oud) body:sv1(predc:#1 hd:ww/is su:vnw/zij))",
        """
        Hoe  □mod((◇body(◇predc ap ⊸ s_v1) ⊸ whq) ⊸ ◇body(◇predc ap ⊸ s_v1) ⊸ whq)
        oud  ◇body(◇predc ap ⊸ s_v1) ⊸ whq
        is   ◇predc ap ⊸ ◇su pron ⊸ s_v1
        zij  pron
        ?    –
        """,
        "whq",
        "Hoe_mod (λxᵇᵒᵈʸ.oud (λyᵖʳᵉᵈᶜ.▿body(x) y)ᵇᵒᵈʸ) (λzᵖʳᵉᵈᶜ.is z zijˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "question whose fronted phrase is spelled out at the gap",
        "Wie ken jij die zingt ?",
        "whq(whd:#1 body:sv1(obj1:#1=np(hd:vnw/Wie mod:rel(rhd:#2=vnw/die body:ssub(su:#2 hd:ww/zingt)))"
        " hd:ww/ken su:vnw/jij))",
        """
        Wie    ◇body(◇obj np ⊸ s_v1) ⊸ whq
        ken    ◇obj np ⊸ ◇su pron ⊸ s_v1
        jij    pron
        die    ◇body(◇su pron ⊸ s_sub) ⊸ □mod((◇body(◇obj np ⊸ s_v1) ⊸ whq) ⊸ ◇body(◇obj np ⊸ s_v1) ⊸ whq)
        zingt  ◇su pron ⊸ s_sub
        ?      –
        """,
        "whq",
        "(die (λxˢᵘ.zingt x)ᵇᵒᵈʸ)_mod (λyᵇᵒᵈʸ.Wie (λzᵒᵇʲ.▿body(y) z)ᵇᵒᵈʸ) (λx1ᵒᵇʲ.ken x1 jijˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "gap inside a noun phrase",
        "een boek waarvan ik de titel ken",
        "np(det:lid/een hd:n/boek mod:rel(rhd:#1=bw/waarvan"
        " body:ssub(su:vnw/ik obj1:np(det:lid/de hd:n/titel mod:#1) hd:ww/ken)))",
        """
        een      □det(n ⊸ np)
        boek     n
        waarvan  ◇body(◇mod□mod(np ⊸ np) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik       pron
        de       □det(n ⊸ np)
        titel    n
        ken      ◇obj np ⊸ ◇su pron ⊸ s_sub
        """,
        "np",
        "(waarvan (λxᵐᵒᵈ.ken (▿mod(x)_mod (de_det titel))ᵒᵇʲ ikˢᵘ)ᵇᵒᵈʸ)_mod (een_det boek)",
    ),
    Case(
        "long-distance question",
        "Wie denk je dat komt ?",
        "whq(whd:#1=vnw/Wie body:sv1(hd:ww/denk su:vnw/je vc:cp(cmp:vg/dat body:ssub(su:#1 hd:ww/komt))))",
        """
        Wie   ◇body(◇su pron ⊸ s_v1) ⊸ whq
        denk  ◇vc cp ⊸ ◇su pron ⊸ s_v1
        je    pron
        dat   ◇body s_sub ⊸ cp
        komt  ◇su pron ⊸ s_sub
        ?     –
        """,
        "whq",
        "Wie (λxˢᵘ.denk (dat (komt x)ᵇᵒᵈʸ)ᵛᶜ jeˢᵘ)ᵇᵒᵈʸ",
    ),
    Case(
        "indirect question",
        "Ik weet wie er zingt",
        "smain(su:vnw/Ik hd:ww/weet vc:whsub(whd:#1=vnw/wie body:ssub(su:#1 mod:bw/er hd:ww/zingt)))",
        """
        Ik     pron
        weet   ◇vc whsub ⊸ ◇su pron ⊸ s_main
        wie    ◇body(◇su pron ⊸ s_sub) ⊸ whsub
        er     □mod(s_sub ⊸ s_sub)
        zingt  ◇su pron ⊸ s_sub
        """,
        "s_main",
        "weet (wie (λxˢᵘ.er_mod (zingt x))ᵇᵒᵈʸ)ᵛᶜ Ikˢᵘ",
    ),
    Case(
        "conjunction in front",
        "Wie en wat zie je ?",
        "whq(whd:#1=conj(cnj:vnw/Wie crd:vg/en cnj:vnw/wat) body:sv1(obj1:#1 hd:ww/zie su:vnw/je))",
        """
        Wie  ◇body(◇obj pron ⊸ s_v1) ⊸ whq
        X    = ◇body(◇obj pron ⊸ s_v1) ⊸ whq
        en   ◇cnj X ⊸ ◇cnj X ⊸ X
        wat  ◇body(◇obj pron ⊸ s_v1) ⊸ whq
        zie  ◇obj pron ⊸ ◇su pron ⊸ s_v1
        je   pron
        ?    –
        """,
        "whq",
        "en (λxᵇᵒᵈʸ.Wie (λyᵒᵇʲ.▿body(x) y)ᵇᵒᵈʸ)ᶜⁿʲ (λzᵇᵒᵈʸ.wat (λx1ᵒᵇʲ.▿body(z) x1)ᵇᵒᵈʸ)ᶜⁿʲ (λy1ᵒᵇʲ.zie y1 jeˢᵘ)ᵇᵒᵈʸ",
    ),
]
