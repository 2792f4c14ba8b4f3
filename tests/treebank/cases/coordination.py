"""Conjuncts, and what they share."""

from tests.treebank.trees import Case

COORDINATION = [
    Case(
        "names",
        "Jan en Marie dansen",
        "smain(su:conj(cnj:n/Jan crd:vg/en cnj:n/Marie) hd:ww/dansen)",
        """
        Jan     np
        en      ◇cnj np ⊸ ◇cnj np ⊸ np
        Marie   np
        dansen  ◇su np ⊸ s_main
        """,
        "s_main",
        "dansen (en Janᶜⁿʲ Marieᶜⁿʲ)ˢᵘ",
    ),
    Case(
        "bare nouns, which make an np",
        "Zij koopt appels of peren",
        "smain(su:vnw/Zij hd:ww/koopt obj1:conj(cnj:n/appels crd:vg/of cnj:n/peren))",
        """
        Zij     pron
        koopt   ◇obj np ⊸ ◇su pron ⊸ s_main
        appels  np
        of      ◇cnj np ⊸ ◇cnj np ⊸ np
        peren   np
        """,
        "s_main",
        "koopt (of appelsᶜⁿʲ perenᶜⁿʲ)ᵒᵇʲ Zijˢᵘ",
    ),
    Case(
        "unequal parts of a noun phrase",
        "Hij en een vriend schaken",
        "smain(su:conj(cnj:vnw/Hij crd:vg/en cnj:np(det:lid/een hd:n/vriend)) hd:ww/schaken)",
        """
        Hij      np
        en       ◇cnj np ⊸ ◇cnj np ⊸ np
        een      □det(n ⊸ np)
        vriend   n
        schaken  ◇su np ⊸ s_main
        """,
        "s_main",
        "schaken (en Hijᶜⁿʲ (een_det vriend)ᶜⁿʲ)ˢᵘ",
    ),
    Case(
        "three conjuncts with a comma",
        "Eva , Kees en Sofie zwemmen",
        "smain(su:conj(cnj:n/Eva cnj:n/Kees crd:vg/en cnj:n/Sofie) hd:ww/zwemmen)",
        """
        Eva      np
        ,        –
        Kees     np
        en       ◇cnj np ⊸ ◇cnj np ⊸ ◇cnj np ⊸ np
        Sofie    np
        zwemmen  ◇su np ⊸ s_main
        """,
        "s_main",
        "zwemmen (en Evaᶜⁿʲ Keesᶜⁿʲ Sofieᶜⁿʲ)ˢᵘ",
    ),
    Case(
        "correlative",
        "Zowel Eva als Kees lacht",
        "smain(su:conj(crd:vg/Zowel cnj:n/Eva crd:vg/als cnj:n/Kees) hd:ww/lacht)",
        """
        Zowel  ◇cor vg ⊸ ◇cnj np ⊸ ◇cnj np ⊸ np
        Eva    np
        als    vg
        Kees   np
        lacht  ◇su np ⊸ s_main
        """,
        "s_main",
        "lacht (Zowel alsᶜᵒʳ Evaᶜⁿʲ Keesᶜⁿʲ)ˢᵘ",
    ),
    Case(
        "shared subject",
        "Piet gaapt en snurkt",
        "conj(cnj:smain(su:#1=n/Piet hd:ww/gaapt) crd:vg/en cnj:smain(su:#1 hd:ww/snurkt))",
        """
        Piet    n
        gaapt   ◇su n ⊸ s_main
        en      ◇cnj(◇su n ⊸ s_main) ⊸ ◇cnj(◇su n ⊸ s_main) ⊸ ◇su n ⊸ s_main
        snurkt  ◇su n ⊸ s_main
        """,
        "s_main",
        "en (λxˢᵘ.gaapt x)ᶜⁿʲ (λyˢᵘ.snurkt y)ᶜⁿʲ Pietˢᵘ",
    ),
    Case(
        "shared subject and object",
        "Wij bakken en verkopen brood",
        "conj(cnj:smain(su:#1=vnw/Wij hd:ww/bakken obj1:#2) crd:vg/en cnj:smain(su:#1 hd:ww/verkopen obj1:#2=n/brood))",
        """
        Wij       pron
        bakken    ◇obj n ⊸ ◇su pron ⊸ s_main
        X         = ◇obj n ⊸ ◇su pron ⊸ s_main
        en        ◇cnj X ⊸ ◇cnj X ⊸ X
        verkopen  ◇obj n ⊸ ◇su pron ⊸ s_main
        brood     n
        """,
        "s_main",
        "en (λxᵒᵇʲ.λyˢᵘ.bakken x y)ᶜⁿʲ (λzᵒᵇʲ.λx1ˢᵘ.verkopen z x1)ᶜⁿʲ broodᵒᵇʲ Wijˢᵘ",
    ),
    Case(
        "shared verbal complement",
        "Jan kan en wil helpen",
        "conj(cnj:smain(su:#1=n/Jan hd:ww/kan vc:#2) crd:vg/en"
        " cnj:smain(su:#1 hd:ww/wil vc:#2=inf(su:#1 hd:ww/helpen)))",
        """
        Jan     n
        kan     ◇vc inf ⊸ ◇su n ⊸ s_main
        X       = ◇vc inf ⊸ ◇su n ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        wil     ◇vc inf ⊸ ◇su n ⊸ s_main
        helpen  inf
        """,
        "s_main",
        "en (λxᵛᶜ.λyˢᵘ.kan x y)ᶜⁿʲ (λzᵛᶜ.λx1ˢᵘ.wil z x1)ᶜⁿʲ helpenᵛᶜ Janˢᵘ",
    ),
    Case(
        "subject shared with a passive",
        "De hond werd geroepen en kwam",
        "conj(cnj:smain(su:#1=np(det:lid/De hd:n/hond) hd:ww/werd vc:ppart(obj1:#1 hd:ww/geroepen)) crd:vg/en"
        " cnj:smain(su:#1 hd:ww/kwam))",
        """
        De        □det(n ⊸ np)
        hond      n
        werd      ◇vc ww ⊸ ◇su np ⊸ s_main
        geroepen  ww
        en        ◇cnj(◇su np ⊸ s_main) ⊸ ◇cnj(◇su np ⊸ s_main) ⊸ ◇su np ⊸ s_main
        kwam      ◇su np ⊸ s_main
        """,
        "s_main",
        "en (λxˢᵘ.werd geroepenᵛᶜ x)ᶜⁿʲ (λyˢᵘ.kwam y)ᶜⁿʲ (De_det hond)ˢᵘ",
    ),
    Case(
        "understood subject of conjoined infinitives with a shared object",
        "Ik wil boeken kopen en lezen",
        "smain(su:#1=vnw/Ik hd:ww/wil vc:conj(cnj:inf(su:#1 obj1:#2=n/boeken hd:ww/kopen) crd:vg/en"
        " cnj:inf(su:#1 obj1:#2 hd:ww/lezen)))",
        """
        Ik      pron
        wil     ◇vc inf ⊸ ◇su pron ⊸ s_main
        boeken  n
        kopen   ◇obj n ⊸ inf
        en      ◇cnj(◇obj n ⊸ inf) ⊸ ◇cnj(◇obj n ⊸ inf) ⊸ ◇obj n ⊸ inf
        lezen   ◇obj n ⊸ inf
        """,
        "s_main",
        "wil (en (λxᵒᵇʲ.kopen x)ᶜⁿʲ (λyᵒᵇʲ.lezen y)ᶜⁿʲ boekenᵒᵇʲ)ᵛᶜ Ikˢᵘ",
    ),
    Case(
        "prepositions with a shared object",
        "Kinderen spelen in en om het huis",
        "smain(su:n/Kinderen hd:ww/spelen mod:conj(cnj:pp(hd:vz/in obj1:#1) crd:vg/en"
        " cnj:pp(hd:vz/om obj1:#1=np(det:lid/het hd:n/huis))))",
        """
        Kinderen  n
        spelen    ◇su n ⊸ s_main
        in        ◇obj np ⊸ □mod(s_main ⊸ s_main)
        X         = ◇obj np ⊸ □mod(s_main ⊸ s_main)
        en        ◇cnj X ⊸ ◇cnj X ⊸ X
        om        ◇obj np ⊸ □mod(s_main ⊸ s_main)
        het       □det(n ⊸ np)
        huis      n
        """,
        "s_main",
        "(en (λxᵒᵇʲ.▴mod(λy.(in x)_mod y))ᶜⁿʲ (λzᵒᵇʲ.▴mod(λx1.(om z)_mod x1))ᶜⁿʲ (het_det huis)ᵒᵇʲ)_mod"
        " (spelen Kinderenˢᵘ)",
    ),
    Case(
        "gapping",
        "Jan drinkt bier en Piet wijn",
        "conj(cnj:smain(su:n/Jan hd:#1=ww/drinkt obj1:n/bier) crd:vg/en cnj:smain(su:n/Piet hd:#1 obj1:n/wijn))",
        """
        Jan     n
        drinkt  ◇obj n ⊸ ◇su n ⊸ s_main
        bier    n
        V       = ◇obj n ⊸ ◇su n ⊸ s_main
        X       = V ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        Piet    n
        wijn    n
        """,
        "s_main",
        "en (λx.x bierᵒᵇʲ Janˢᵘ)ᶜⁿʲ (λy.y wijnᵒᵇʲ Pietˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.λx1ˢᵘ.drinkt z x1)",
    ),
    Case(
        "gapping of a verb cluster",
        "Eva wil thee zetten en Kees koffie",
        "conj(cnj:smain(su:#1=n/Eva hd:#2=ww/wil vc:inf(su:#1 obj1:n/thee hd:#3=ww/zetten)) crd:vg/en"
        " cnj:smain(su:#4=n/Kees hd:#2 vc:inf(su:#4 obj1:n/koffie hd:#3)))",
        """
        Eva     n
        wil     ◇vc inf ⊸ ◇su n ⊸ s_main
        thee    n
        zetten  ◇obj n ⊸ inf
        V       = ◇vc inf ⊸ ◇su n ⊸ s_main
        X       = V ⊸ (◇obj n ⊸ inf) ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        Kees    n
        koffie  n
        """,
        "s_main",
        "en (λx.λy.x (y theeᵒᵇʲ)ᵛᶜ Evaˢᵘ)ᶜⁿʲ (λz.λx1.z (x1 koffieᵒᵇʲ)ᵛᶜ Keesˢᵘ)ᶜⁿʲ"
        " (λy1ᵛᶜ.λz1ˢᵘ.wil y1 z1) (λx2ᵒᵇʲ.zetten x2)",
    ),
    Case(
        "gapping with a shared subject",
        "Zij geeft Jan koffie en Eva thee",
        "conj(cnj:smain(su:#1=vnw/Zij hd:#2=ww/geeft obj2:n/Jan obj1:n/koffie) crd:vg/en"
        " cnj:smain(su:#1 hd:#2 obj2:n/Eva obj1:n/thee))",
        """
        Zij     pron
        geeft   ◇obj2 n ⊸ ◇obj n ⊸ ◇su pron ⊸ s_main
        Jan     n
        koffie  n
        V       = ◇obj2 n ⊸ ◇obj n ⊸ ◇su pron ⊸ s_main
        X       = V ⊸ ◇su pron ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        Eva     n
        thee    n
        """,
        "s_main",
        "en (λx.λyˢᵘ.x Janᵒᵇʲ² koffieᵒᵇʲ y)ᶜⁿʲ (λz.λx1ˢᵘ.z Evaᵒᵇʲ² theeᵒᵇʲ x1)ᶜⁿʲ"
        " (λy1ᵒᵇʲ².λz1ᵒᵇʲ.λx2ˢᵘ.geeft y1 z1 x2) Zijˢᵘ",
    ),
    Case(
        "gapping with unequal objects",
        "Jan leest kranten en Eva een roman",
        "conj(cnj:smain(su:n/Jan hd:#1=ww/leest obj1:n/kranten) crd:vg/en"
        " cnj:smain(su:n/Eva hd:#1 obj1:np(det:lid/een hd:n/roman)))",
        """
        Jan      n
        leest    ◇obj np ⊸ ◇su n ⊸ s_main
        kranten  np
        V        = ◇obj np ⊸ ◇su n ⊸ s_main
        X        = V ⊸ s_main
        en       ◇cnj X ⊸ ◇cnj X ⊸ X
        Eva      n
        een      □det(n ⊸ np)
        roman    n
        """,
        "s_main",
        "en (λx.x krantenᵒᵇʲ Janˢᵘ)ᶜⁿʲ (λy.y (een_det roman)ᵒᵇʲ Evaˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.λx1ˢᵘ.leest z x1)",
    ),
    Case(
        "gapping with an adjunct",
        "Jan kwam gisteren en Piet vandaag",
        "conj(cnj:smain(su:n/Jan hd:#1=ww/kwam mod:bw/gisteren) crd:vg/en cnj:smain(su:n/Piet hd:#1 mod:bw/vandaag))",
        """
        Jan       n
        kwam      ◇su n ⊸ s_main
        gisteren  □mod(s_main ⊸ s_main)
        V         = ◇su n ⊸ s_main
        X         = V ⊸ s_main
        en        ◇cnj X ⊸ ◇cnj X ⊸ X
        Piet      n
        vandaag   □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "en (λx.gisteren_mod (x Janˢᵘ))ᶜⁿʲ (λy.vandaag_mod (y Pietˢᵘ))ᶜⁿʲ (λzˢᵘ.kwam z)",
    ),
    Case(
        "shared determiner",
        "Wij wegen de voor- en nadelen",
        "smain(su:vnw/Wij hd:ww/wegen obj1:conj(cnj:np(det:#1=lid/de hd:spec/voor-) crd:vg/en"
        " cnj:np(det:#1 hd:n/nadelen)))",
        """
        Wij      pron
        wegen    ◇obj np ⊸ ◇su pron ⊸ s_main
        de       □det(np ⊸ np)
        voor-    np
        en       ◇cnj(□det(np ⊸ np) ⊸ np) ⊸ ◇cnj(□det(np ⊸ np) ⊸ np) ⊸ □det(np ⊸ np) ⊸ np
        nadelen  np
        """,
        "s_main",
        "wegen (en (λx.x_det voor-)ᶜⁿʲ (λy.y_det nadelen)ᶜⁿʲ ▴det(λz.de_det z))ᵒᵇʲ Wijˢᵘ",
    ),
    Case(
        "shared noun",
        "een grote en een kleine man",
        "conj(cnj:np(det:lid/een@1 mod:adj/grote hd:#1) crd:vg/en cnj:np(det:lid/een@4 mod:adj/kleine hd:#1=n/man))",
        """
        een     □det(n ⊸ np)
        grote   □mod(np ⊸ np)
        en      ◇cnj(n ⊸ np) ⊸ ◇cnj(n ⊸ np) ⊸ n ⊸ np
        een     □det(n ⊸ np)
        kleine  □mod(np ⊸ np)
        man     n
        """,
        "np",
        "en (λx.grote_mod (een₁_det x))ᶜⁿʲ (λy.kleine_mod (een₄_det y))ᶜⁿʲ man",
    ),
    Case(
        "conjoined adjectives",
        "warme en koude dranken",
        "np(mod:conj(cnj:adj/warme crd:vg/en cnj:adj/koude) hd:n/dranken)",
        """
        warme    □mod(np ⊸ np)
        en       ◇cnj□mod(np ⊸ np) ⊸ ◇cnj□mod(np ⊸ np) ⊸ □mod(np ⊸ np)
        koude    □mod(np ⊸ np)
        dranken  np
        """,
        "np",
        "(en ▴mod(λx.warme_mod x)ᶜⁿʲ ▴mod(λy.koude_mod y)ᶜⁿʲ)_mod dranken",
    ),
    Case(
        "conjoined nouns below a determiner",
        "Mijn oom en voogd zwijgt",
        "smain(su:np(det:vnw/Mijn hd:conj(cnj:n/oom crd:vg/en cnj:n/voogd)) hd:ww/zwijgt)",
        """
        Mijn    □det(np ⊸ np)
        oom     np
        en      ◇cnj np ⊸ ◇cnj np ⊸ np
        voogd   np
        zwijgt  ◇su np ⊸ s_main
        """,
        "s_main",
        "zwijgt (Mijn_det (en oomᶜⁿʲ voogdᶜⁿʲ))ˢᵘ",
    ),
    Case(
        "shared modifier",
        "Zij plukt rijpe pruimen en bessen",
        "smain(su:vnw/Zij hd:ww/plukt obj1:conj(cnj:np(mod:#1=adj/rijpe hd:n/pruimen) crd:vg/en"
        " cnj:np(mod:#1 hd:n/bessen)))",
        """
        Zij      pron
        plukt    ◇obj np ⊸ ◇su pron ⊸ s_main
        rijpe    □mod(np ⊸ np)
        pruimen  np
        en       ◇cnj np ⊸ ◇cnj np ⊸ np
        bessen   np
        """,
        "s_main",
        "plukt (rijpe_mod (en pruimenᶜⁿʲ bessenᶜⁿʲ))ᵒᵇʲ Zijˢᵘ",
    ),
    Case(
        "shared determiner and modifier",
        "De oude mannen en vrouwen rusten",
        "smain(su:conj(cnj:np(det:#1=lid/De mod:#2=adj/oude hd:n/mannen) crd:vg/en"
        " cnj:np(det:#1 mod:#2 hd:n/vrouwen)) hd:ww/rusten)",
        """
        De       □det(n ⊸ np)
        oude     □mod(np ⊸ np)
        mannen   n
        en       ◇cnj(□det(n ⊸ np) ⊸ np) ⊸ ◇cnj(□det(n ⊸ np) ⊸ np) ⊸ □det(n ⊸ np) ⊸ np
        vrouwen  n
        rusten   ◇su np ⊸ s_main
        """,
        "s_main",
        "rusten (oude_mod (en (λx.x_det mannen)ᶜⁿʲ (λy.y_det vrouwen)ᶜⁿʲ ▴det(λz.De_det z)))ˢᵘ",
    ),
    Case(
        "shared modifier of clauses",
        "Morgen zingt Eva en danst Kees",
        "conj(cnj:smain(mod:#1=bw/Morgen hd:ww/zingt su:n/Eva) crd:vg/en cnj:smain(mod:#1 hd:ww/danst su:n/Kees))",
        """
        Morgen  □mod(s_main ⊸ s_main)
        zingt   ◇su n ⊸ s_main
        Eva     n
        en      ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        danst   ◇su n ⊸ s_main
        Kees    n
        """,
        "s_main",
        "Morgen_mod (en (zingt Evaˢᵘ)ᶜⁿʲ (danst Keesˢᵘ)ᶜⁿʲ)",
    ),
    Case(
        "a comma for a coordinator",
        "De wind draait , het weer verandert .",
        "conj(cnj:smain(su:np(det:lid/De hd:n/wind) hd:ww/draait)"
        " cnj:smain(su:np(det:lid/het hd:n/weer) hd:ww/verandert))",
        """
        De         □det(n ⊸ np)
        wind       n
        draait     ◇su np ⊸ s_main
        ,          ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        het        □det(n ⊸ np)
        weer       n
        verandert  ◇su np ⊸ s_main
        .          –
        """,
        "s_main",
        '"," (draait (De_det wind)ˢᵘ)ᶜⁿʲ (verandert (het_det weer)ˢᵘ)ᶜⁿʲ',
    ),
    Case(
        "commas for a coordinator, with a shared subject",
        "Zij kwam , zag , won .",
        "conj(cnj:smain(su:#1=vnw/Zij hd:ww/kwam) cnj:smain(su:#1 hd:ww/zag) cnj:smain(su:#1 hd:ww/won))",
        """
        Zij   pron
        kwam  ◇su pron ⊸ s_main
        ,     –
        zag   ◇su pron ⊸ s_main
        X     = ◇su pron ⊸ s_main
        ,     ◇cnj X ⊸ ◇cnj X ⊸ ◇cnj X ⊸ X
        won   ◇su pron ⊸ s_main
        .     –
        """,
        "s_main",
        '"," (λxˢᵘ.kwam x)ᶜⁿʲ (λyˢᵘ.zag y)ᶜⁿʲ (λzˢᵘ.won z)ᶜⁿʲ Zijˢᵘ',
    ),
    Case(
        "a comma for a coordinator of adjectives, beside another comma",
        "Een lange , koude winter kwam , dacht ik",
        "du(nucl:smain(su:np(det:lid/Een mod:conj(cnj:adj/lange cnj:adj/koude) hd:n/winter) hd:ww/kwam)"
        " tag:sv1(hd:ww/dacht su:vnw/ik))",
        """
        Een     □det(n ⊸ np)
        lange   □mod(np ⊸ np)
        ,       ◇cnj□mod(np ⊸ np) ⊸ ◇cnj□mod(np ⊸ np) ⊸ □mod(np ⊸ np)
        koude   □mod(np ⊸ np)
        winter  n
        kwam    ◇su np ⊸ s_main
        ,       –
        dacht   ◇su pron ⊸ □tag(s_main ⊸ s_main)
        ik      pron
        """,
        "s_main",
        '(dacht ikˢᵘ)_tag (kwam (("," ▴mod(λx.lange_mod x)ᶜⁿʲ ▴mod(λy.koude_mod y)ᶜⁿʲ)_mod (Een_det winter))ˢᵘ)',
    ),
    Case(
        "a comma for a coordinator, with a shared subject and a comma in the last conjunct",
        "Zij kwam , zag Piet , de baas .",
        "conj(cnj:smain(su:#1=vnw/Zij hd:ww/kwam)"
        " cnj:smain(su:#1 hd:ww/zag obj1:np(hd:n/Piet app:np(det:lid/de hd:n/baas))))",
        """
        Zij   pron
        kwam  ◇su pron ⊸ s_main
        ,     ◇cnj(◇su pron ⊸ s_main) ⊸ ◇cnj(◇su pron ⊸ s_main) ⊸ ◇su pron ⊸ s_main
        zag   ◇obj np ⊸ ◇su pron ⊸ s_main
        Piet  np
        ,     –
        de    □det(n ⊸ □app(np ⊸ np))
        baas  n
        .     –
        """,
        "s_main",
        '"," (λxˢᵘ.kwam x)ᶜⁿʲ (λyˢᵘ.zag ((de_det baas)_app Piet)ᵒᵇʲ y)ᶜⁿʲ Zijˢᵘ',
    ),
    Case(
        "gapping with a comma for a coordinator",
        "Eva drinkt thee , Kees melk .",
        "conj(cnj:smain(su:n/Eva hd:#1=ww/drinkt obj1:n/thee) cnj:smain(su:n/Kees hd:#1 obj1:n/melk))",
        """
        Eva     n
        drinkt  ◇obj n ⊸ ◇su n ⊸ s_main
        thee    n
        V       = ◇obj n ⊸ ◇su n ⊸ s_main
        X       = V ⊸ s_main
        ,       ◇cnj X ⊸ ◇cnj X ⊸ X
        Kees    n
        melk    n
        .       –
        """,
        "s_main",
        '"," (λx.x theeᵒᵇʲ Evaˢᵘ)ᶜⁿʲ (λy.y melkᵒᵇʲ Keesˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.λx1ˢᵘ.drinkt z x1)',
    ),
    Case(
        "no coordinator and no mark",
        "twee drie dagen",
        "np(det:conj(cnj:tw/twee cnj:tw/drie) hd:n/dagen)",
        """
        twee   □det(n ⊸ np)
        drie   □cnj(□det(n ⊸ np) ⊸ □det(n ⊸ np))
        dagen  n
        """,
        "np",
        "(drie_cnj ▴det(λx.twee_det x))_det dagen",
    ),
    Case(
        "gap in every conjunct",
        "de man die Eva kent en Kees haat",
        "np(det:lid/de hd:n/man mod:rel(rhd:#1=vnw/die body:conj(cnj:ssub(obj1:#1 su:n/Eva hd:ww/kent) crd:vg/en"
        " cnj:ssub(obj1:#1 su:n/Kees hd:ww/haat))))",
        """
        de    □det(n ⊸ np)
        man   n
        die   ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        Eva   n
        kent  ◇obj pron ⊸ ◇su n ⊸ s_sub
        en    ◇cnj(◇obj pron ⊸ s_sub) ⊸ ◇cnj(◇obj pron ⊸ s_sub) ⊸ ◇obj pron ⊸ s_sub
        Kees  n
        haat  ◇obj pron ⊸ ◇su n ⊸ s_sub
        """,
        "np",
        "(die (λxᵒᵇʲ.en (λyᵒᵇʲ.kent y Evaˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.haat z Keesˢᵘ)ᶜⁿʲ x)ᵇᵒᵈʸ)_mod (de_det man)",
    ),
    Case(
        "gap with another role in each conjunct",
        "wat ik zag en mij trof",
        "whrel(rhd:#1=vnw/wat body:conj(cnj:ssub(obj1:#1 su:vnw/ik hd:ww/zag) crd:vg/en"
        " cnj:ssub(su:#1 obj1:vnw/mij hd:ww/trof)))",
        """
        wat   ◇body(◇obj pron ⊸ s_sub) ⊸ whrel
        ik    pron
        zag   ◇obj pron ⊸ ◇su pron ⊸ s_sub
        en    ◇cnj(◇obj pron ⊸ s_sub) ⊸ ◇cnj(◇obj pron ⊸ s_sub) ⊸ ◇obj pron ⊸ s_sub
        mij   pron
        trof  ◇obj pron ⊸ ◇su pron ⊸ s_sub
        """,
        "whrel",
        "wat (λxᵒᵇʲ.en (λyᵒᵇʲ.zag y ikˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.trof mijᵒᵇʲ ▿obj(z)ˢᵘ)ᶜⁿʲ x)ᵇᵒᵈʸ",
    ),
    Case(
        "shared relative pronoun",
        "boeken die ik koop en lees",
        "np(hd:n/boeken mod:conj(cnj:rel(rhd:#1=vnw/die body:ssub(obj1:#1 su:#2=vnw/ik hd:ww/koop)) crd:vg/en"
        " cnj:rel(rhd:#1 body:ssub(obj1:#1 su:#2 hd:ww/lees))))",
        """
        boeken  np
        die     ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik      pron
        koop    ◇obj pron ⊸ ◇su pron ⊸ s_sub
        V       = ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        X       = V ⊸ ◇su pron ⊸ □mod(np ⊸ np)
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        lees    ◇obj pron ⊸ ◇su pron ⊸ s_sub
        """,
        "np",
        "(en (λx.λyˢᵘ.▴mod(λz.(x (λx1ᵒᵇʲ.koop x1 y)ᵇᵒᵈʸ)_mod z))ᶜⁿʲ"
        " (λy1.λz1ˢᵘ.▴mod(λx2.(y1 (λy2ᵒᵇʲ.lees y2 z1)ᵇᵒᵈʸ)_mod x2))ᶜⁿʲ"
        " (λz2ᵇᵒᵈʸ.▴mod(λx3.(die (λy3ᵒᵇʲ.▿body(z2) y3)ᵇᵒᵈʸ)_mod x3)) ikˢᵘ)_mod boeken",
    ),
    Case(
        "shared relative adverb",
        "dorpen waar ik werk en slaap",
        "np(hd:n/dorpen mod:conj(cnj:rel(rhd:#1=bw/waar body:ssub(mod:#1 su:#2=vnw/ik hd:ww/werk)) crd:vg/en"
        " cnj:rel(rhd:#1 body:ssub(mod:#1 su:#2 hd:ww/slaap))))",
        """
        dorpen  np
        V       = ◇body(◇mod□mod(s_sub ⊸ s_sub) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        waar    V
        ik      pron
        werk    ◇su pron ⊸ s_sub
        X       = V ⊸ ◇su pron ⊸ □mod(np ⊸ np)
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        slaap   ◇su pron ⊸ s_sub
        """,
        "np",
        "(en (λx.λyˢᵘ.▴mod(λz.(x (λx1ᵐᵒᵈ.▿mod(x1)_mod (werk y))ᵇᵒᵈʸ)_mod z))ᶜⁿʲ"
        " (λy1.λz1ˢᵘ.▴mod(λx2.(y1 (λy2ᵐᵒᵈ.▿mod(y2)_mod (slaap z1))ᵇᵒᵈʸ)_mod x2))ᶜⁿʲ"
        " (λz2ᵇᵒᵈʸ.▴mod(λx3.(waar (λy3ᵐᵒᵈ.▿body(z2) ▴mod(λz3.▿mod(y3)_mod z3)ᵐᵒᵈ)ᵇᵒᵈʸ)_mod x3)) ikˢᵘ)_mod dorpen",
    ),
    Case(
        "adjunct gap in every conjunct",
        "de stad waar ik woon en werk",
        "np(det:lid/de hd:n/stad mod:rel(rhd:#1=bw/waar body:conj(cnj:ssub(mod:#1 su:#2=vnw/ik hd:ww/woon) crd:vg/en"
        " cnj:ssub(mod:#1 su:#2 hd:ww/werk))))",
        """
        de    □det(n ⊸ np)
        stad  n
        waar  ◇body(◇mod□mod(s_sub ⊸ s_sub) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik    pron
        woon  ◇su pron ⊸ s_sub
        en    ◇cnj(◇su pron ⊸ s_sub) ⊸ ◇cnj(◇su pron ⊸ s_sub) ⊸ ◇su pron ⊸ s_sub
        werk  ◇su pron ⊸ s_sub
        """,
        "np",
        "(waar (λxᵐᵒᵈ.▿mod(x)_mod (en (λyˢᵘ.woon y)ᶜⁿʲ (λzˢᵘ.werk z)ᶜⁿʲ ikˢᵘ))ᵇᵒᵈʸ)_mod (de_det stad)",
    ),
    Case(
        "some conjuncts share a subject",
        "Eva kwam , zag en won , maar Kees bleef",
        "conj(cnj:smain(su:#1=n/Eva hd:ww/kwam) cnj:smain(su:#1 hd:ww/zag) crd:vg/en"
        " cnj:smain(su:#1 hd:ww/won) crd:vg/maar cnj:smain(su:n/Kees hd:ww/bleef))",
        """
        Eva    n
        kwam   ◇su n ⊸ s_main
        ,      –
        zag    ◇su n ⊸ s_main
        X      = ◇su n ⊸ s_main
        en     ◇cnj X ⊸ ◇cnj X ⊸ ◇cnj X ⊸ X
        won    ◇su n ⊸ s_main
        ,      –
        maar   ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        Kees   n
        bleef  ◇su n ⊸ s_main
        """,
        "s_main",
        "maar (en (λxˢᵘ.kwam x)ᶜⁿʲ (λyˢᵘ.zag y)ᶜⁿʲ (λzˢᵘ.won z)ᶜⁿʲ Evaˢᵘ)ᶜⁿʲ (bleef Keesˢᵘ)ᶜⁿʲ",
    ),
    Case(
        "two pairs of conjuncts share a subject each",
        "Eva kwam en won , maar Kees bleef en sliep",
        "conj(cnj:smain(su:#1=n/Eva hd:ww/kwam) crd:vg/en@3 cnj:smain(su:#1 hd:ww/won) crd:vg/maar"
        " cnj:smain(su:#2=n/Kees hd:ww/bleef) crd:vg/en@9 cnj:smain(su:#2 hd:ww/sliep))",
        """
        Eva    n
        kwam   ◇su n ⊸ s_main
        en     ◇cnj(◇su n ⊸ s_main) ⊸ ◇cnj(◇su n ⊸ s_main) ⊸ ◇su n ⊸ s_main
        won    ◇su n ⊸ s_main
        ,      –
        maar   ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        Kees   n
        bleef  ◇su n ⊸ s_main
        en     ◇cnj(◇su n ⊸ s_main) ⊸ ◇cnj(◇su n ⊸ s_main) ⊸ ◇su n ⊸ s_main
        sliep  ◇su n ⊸ s_main
        """,
        "s_main",
        "maar (en₃ (λxˢᵘ.kwam x)ᶜⁿʲ (λyˢᵘ.won y)ᶜⁿʲ Evaˢᵘ)ᶜⁿʲ (en₈ (λzˢᵘ.bleef z)ᶜⁿʲ (λx1ˢᵘ.sliep x1)ᶜⁿʲ Keesˢᵘ)ᶜⁿʲ",
    ),
    Case(
        "comparatives with a shared standard",
        "Hij zong hoger en mooier dan zij",
        "smain(su:vnw/Hij hd:ww/zong mod:conj(cnj:ap(hd:adj/hoger obcomp:#1) crd:vg/en"
        " cnj:ap(hd:adj/mooier obcomp:#1=cp(cmp:vg/dan body:vnw/zij))))",
        """
        Hij     pron
        zong    ◇su pron ⊸ s_main
        hoger   ◇obcomp cp ⊸ □mod(s_main ⊸ s_main)
        X       = ◇obcomp cp ⊸ □mod(s_main ⊸ s_main)
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        mooier  ◇obcomp cp ⊸ □mod(s_main ⊸ s_main)
        dan     ◇body pron ⊸ cp
        zij     pron
        """,
        "s_main",
        "(en (λxᵒᵇᶜᵒᵐᵖ.▴mod(λy.(hoger x)_mod y))ᶜⁿʲ (λzᵒᵇᶜᵒᵐᵖ.▴mod(λx1.(mooier z)_mod x1))ᶜⁿʲ"
        " (dan zijᵇᵒᵈʸ)ᵒᵇᶜᵒᵐᵖ)_mod (zong Hijˢᵘ)",
    ),
    Case(
        "adjectives, which stay adjectives",
        "De held is rijk en knap",
        "smain(su:np(det:lid/De hd:n/held) hd:ww/is predc:conj(cnj:adj/rijk crd:vg/en cnj:adj/knap))",
        """
        De    □det(n ⊸ np)
        held  n
        is    ◇predc adj ⊸ ◇su np ⊸ s_main
        rijk  adj
        en    ◇cnj adj ⊸ ◇cnj adj ⊸ adj
        knap  adj
        """,
        "s_main",
        "is (en rijkᶜⁿʲ knapᶜⁿʲ)ᵖʳᵉᵈᶜ (De_det held)ˢᵘ",
    ),
    Case(
        "an adjective and an adjectival phrase",
        "Zij is jong en zeer handig",
        "smain(su:vnw/Zij hd:ww/is predc:conj(cnj:adj/jong crd:vg/en cnj:ap(mod:bw/zeer hd:adj/handig)))",
        """
        Zij     pron
        is      ◇predc ap ⊸ ◇su pron ⊸ s_main
        jong    ap
        en      ◇cnj ap ⊸ ◇cnj ap ⊸ ap
        zeer    □mod(ap ⊸ ap)
        handig  ap
        """,
        "s_main",
        "is (en jongᶜⁿʲ (zeer_mod handig)ᶜⁿʲ)ᵖʳᵉᵈᶜ Zijˢᵘ",
    ),
    Case(
        "an adjective and a prepositional phrase, the alphabet deciding",
        "Hij bleek ziek en in nood",
        "smain(su:vnw/Hij hd:ww/bleek predc:conj(cnj:adj/ziek crd:vg/en cnj:pp(hd:vz/in obj1:n/nood)))",
        """
        Hij    pron
        bleek  ◇predc adj ⊸ ◇su pron ⊸ s_main
        ziek   adj
        en     ◇cnj adj ⊸ ◇cnj adj ⊸ adj
        in     ◇obj n ⊸ adj
        nood   n
        """,
        "s_main",
        "bleek (en ziekᶜⁿʲ (in noodᵒᵇʲ)ᶜⁿʲ)ᵖʳᵉᵈᶜ Hijˢᵘ",
    ),
    Case(
        "modifier of some conjuncts, which modifies all",
        "Zij koopt kaas , verse melk en boter",
        "smain(su:vnw/Zij hd:ww/koopt obj1:conj(cnj:n/kaas cnj:np(mod:#1=adj/verse hd:n/melk) crd:vg/en"
        " cnj:np(mod:#1 hd:n/boter)))",
        """
        Zij    pron
        koopt  ◇obj np ⊸ ◇su pron ⊸ s_main
        kaas   np
        ,      –
        verse  □mod(np ⊸ np)
        melk   np
        en     ◇cnj np ⊸ ◇cnj np ⊸ ◇cnj np ⊸ np
        boter  np
        """,
        "s_main",
        "koopt (verse_mod (en kaasᶜⁿʲ melkᶜⁿʲ boterᶜⁿʲ))ᵒᵇʲ Zijˢᵘ",
    ),
    Case(
        "participles with a shared modifier, which has no vote",
        "De kamers werden dagelijks geveegd en gelucht",
        "smain(su:#1=np(det:lid/De hd:n/kamers) hd:ww/werden vc:conj("
        "cnj:ppart(obj1:#1 mod:#2=adj/dagelijks hd:ww/geveegd) crd:vg/en cnj:ppart(obj1:#1 mod:#2 hd:ww/gelucht)))",
        """
        De         □det(n ⊸ np)
        kamers     n
        werden     ◇vc ww ⊸ ◇su np ⊸ s_main
        dagelijks  □mod(ww ⊸ ww)
        geveegd    ww
        en         ◇cnj ww ⊸ ◇cnj ww ⊸ ww
        gelucht    ww
        """,
        "s_main",
        "werden (dagelijks_mod (en geveegdᶜⁿʲ geluchtᶜⁿʲ))ᵛᶜ (De_det kamers)ˢᵘ",
    ),
    Case(
        "shared complement of nouns with a determiner each",
        "de wens en de hoop te winnen",
        "conj(cnj:np(det:lid/de@1 hd:n/wens vc:#1) crd:vg/en"
        " cnj:np(det:lid/de@4 hd:n/hoop vc:#1=ti(cmp:vz/te body:inf(hd:ww/winnen))))",
        """
        X       = ◇vc ti ⊸ np
        de      □det(n ⊸ X)
        wens    n
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        de      □det(n ⊸ X)
        hoop    n
        te      ◇body ww ⊸ ti
        winnen  ww
        """,
        "np",
        "en (λxᵛᶜ.de₁_det wens x)ᶜⁿʲ (λyᵛᶜ.de₄_det hoop y)ᶜⁿʲ (te winnenᵇᵒᵈʸ)ᵛᶜ",
    ),
    Case(
        "shared determiner, which takes the nouns alone",
        "het kermen en zich beklagen",
        "conj(cnj:np(det:#1=lid/het hd:ww/kermen) crd:vg/en cnj:np(det:#1 hd:ww/beklagen se:vnw/zich))",
        """
        X         = □det(ww ⊸ np) ⊸ np
        het       □det(ww ⊸ np)
        kermen    ww
        en        ◇cnj X ⊸ ◇cnj X ⊸ X
        zich      pron
        beklagen  ◇se pron ⊸ ww
        """,
        "np",
        "en (λx.x_det kermen)ᶜⁿʲ (λy.y_det (beklagen zichˢᵉ))ᶜⁿʲ ▴det(λz.het_det z)",
    ),
]
