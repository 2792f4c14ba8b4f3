"""Dutch sentences with their dependency trees, and what must be extracted from them: types, goal and term.

All are ours. A tree is written as Alpino draws it, in brackets: `su:np(det:lid/De hd:n/man)` is a phrase with its
relation, its category and its daughters, `hd:n/man` a word with its relation and class. `su:#1=vnw/die` has an index,
and `obj1:#1` is a ghost of it. What stands at the top has no relation. Words take their places from the sentence;
`zij@5` is the fifth token, where one is there twice and the tree has another order. Tokens that the tree does not
mention are punctuation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from proofnets.logic import parse_type
from proofnets.treebank.alpino import Tree, read_trees

_PIECE = re.compile(r"\)|[^\s()]+\(?")
_NODE = re.compile(
    r"(?:(?P<rel>\w+):)?(?:#(?P<index>\d+)=?)?(?:(?P<cat>\w+)\(|(?P<pt>\w+)/(?P<word>[^@]+)(?:@(?P<place>\d+))?)?"
)


def alpino(sentence: str, notation: str) -> str:
    """The Alpino XML of a sentence whose tree is given in the notation above."""
    tokens = sentence.split()
    places = list(range(len(tokens)))
    top = ElementTree.Element("node", cat="top", rel="top")
    around = [top]
    for piece in _PIECE.findall(notation):
        if piece == ")":
            around.pop()
            continue
        found = _NODE.fullmatch(piece)
        if found is None:
            raise ValueError(f"{piece} is no node")
        node = ElementTree.SubElement(around[-1], "node", rel=found["rel"] or "--")
        if found["index"]:
            node.set("index", found["index"])
        if found["cat"]:
            node.set("cat", found["cat"])
            around.append(node)
        elif found["word"]:
            word = found["word"]
            place = int(found["place"]) - 1 if found["place"] else next(p for p in places if tokens[p] == word)
            places.remove(place)
            _set_word(node, word, found["pt"], place)
    for place in places:
        if tokens[place].isalnum():
            raise ValueError(f"{tokens[place]} is not in the tree")
        _set_word(ElementTree.SubElement(top, "node", rel="--"), tokens[place], "let", place)
    material = {n.get("index"): n for n in top.iter("node") if n.get("cat") or n.get("word")}
    _set_span(top, material)
    for number, node in enumerate(top.iter("node")):
        node.set("id", str(number))
    document = ElementTree.Element("alpino_ds", version="1.3")
    document.append(top)
    ElementTree.SubElement(document, "sentence").text = sentence
    return ElementTree.tostring(document, encoding="unicode")


def _set_word(node: ElementTree.Element, word: str, pt: str, place: int) -> None:
    node.attrib.update(word=word, lemma=word.lower(), pt=pt, begin=str(place), end=str(place + 1))


def _set_span(node: ElementTree.Element, material: dict[str | None, ElementTree.Element]) -> tuple[int, int]:
    """A phrase goes from where its first daughter begins to where its last ends; a ghost is where its material is."""
    if "begin" not in node.attrib:
        spans = [_set_span(inside, material) for inside in list(node) or [material[node.get("index")]]]
        node.set("begin", str(min(begin for begin, _ in spans)))
        node.set("end", str(max(end for _, end in spans)))
    return int(node.attrib["begin"]), int(node.attrib["end"])


def read_text(xml: str, folder: Path, name: str = "tree") -> Tree:
    """The one tree of a text in Alpino XML, by way of a file."""
    file = folder / f"{name}.xml"
    file.write_text(xml, encoding="utf-8")
    (tree,) = read_trees([file])
    assert isinstance(tree, Tree), tree
    return tree


@dataclass(frozen=True)
class Case:
    """A sentence with its tree, and what must come of it.

    `types` has a line a token: the token and its type, `+` if it continues a unit, `–` if it brings no resource.
    A line such as `V = ◇su np ⊸ s_main` gives a type a short name for the lines below it.
    """

    name: str
    sentence: str
    tree: str
    types: str
    goal: str
    term: str

    @property
    def lines(self) -> list[tuple[str, str | None]]:
        """The tokens with their types as a sample has them."""
        names: dict[str, str] = {}
        found: list[tuple[str, str | None]] = []
        for line in self.types.strip().splitlines():
            token, text = line.split(maxsplit=1)
            for name, long in names.items():
                text = re.sub(rf"\b{name}\b", f"({long})", text)
            if text.startswith("= "):
                names[token] = text[2:]
            elif text in ("+", "–"):
                found.append((token, text if text == "+" else None))
            else:
                found.append((token, str(parse_type(text))))
        return found


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
        "smain(su:spec/Jan hd:ww/kent obj1:spec/Marie)",
        """
        Jan    np
        kent   ◇obj np ⊸ ◇su np ⊸ s_main
        Marie  np
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
        te          ◇body inf ⊸ ti
        herstellen  inf
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
        betreur   ◇vc cp ⊸ ◇pobj pron ⊸ ◇su pron ⊸ s_main
        het       pron
        dat       ◇body s_sub ⊸ cp
        hij       pron
        vertrekt  ◇su pron ⊸ s_sub
        """,
        "s_main",
        "betreur (dat (vertrekt hijˢᵘ)ᵇᵒᵈʸ)ᵛᶜ hetᵖᵒᵇʲ Ikˢᵘ",
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
]

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
        "smain(su:spec/Anna hd:ww/is predc:ap(hd:adj/groter obcomp:cp(cmp:vg/dan body:np(det:vnw/haar hd:n/broer))))",
        """
        Anna    np
        is      ◇predc ap ⊸ ◇su np ⊸ s_main
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

VERBS = [
    Case(
        "understood subject",
        "Ze wil slapen",
        "smain(su:#1=vnw/Ze hd:ww/wil vc:inf(su:#1 hd:ww/slapen))",
        """
        Ze      pron
        wil     ◇vc inf ⊸ ◇su pron ⊸ s_main
        slapen  inf
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
        "smain(su:vnw/Ik hd:ww/vroeg obj2:#1=spec/Jan"
        " vc:oti(cmp:vz/om body:ti(cmp:vz/te body:inf(su:#1 hd:ww/blijven))))",
        """
        Ik       pron
        vroeg    ◇vc oti ⊸ ◇obj2 np ⊸ ◇su pron ⊸ s_main
        Jan      np
        om       ◇body ti ⊸ oti
        te       ◇body inf ⊸ ti
        blijven  inf
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
        te       ◇body inf ⊸ ti
        zwijgen  inf
        """,
        "s_main",
        "vroeg (te zwijgenᵇᵒᵈʸ)ᵛᶜ (aan hemᵒᵇʲ)ᵒᵇʲ² Ikˢᵘ",
    ),
    Case(
        "control inside a participle",
        "Ik heb Eva gevraagd te komen",
        "smain(su:#1=vnw/Ik hd:ww/heb"
        " vc:ppart(su:#1 obj2:#2=spec/Eva hd:ww/gevraagd vc:ti(cmp:vz/te body:inf(su:#2 hd:ww/komen))))",
        """
        Ik        pron
        heb       ◇vc ppart ⊸ ◇su pron ⊸ s_main
        Eva       np
        gevraagd  ◇vc ti ⊸ ◇obj2 np ⊸ ppart
        te        ◇body inf ⊸ ti
        komen     inf
        """,
        "s_main",
        "heb (gevraagd (te komenᵇᵒᵈʸ)ᵛᶜ Evaᵒᵇʲ²)ᵛᶜ Ikˢᵘ",
    ),
    Case(
        "passive",
        "De muur wordt geverfd door Piet",
        "smain(su:#1=np(det:lid/De hd:n/muur) hd:ww/wordt"
        " vc:ppart(obj1:#1 hd:ww/geverfd mod:pp(hd:vz/door obj1:spec/Piet)))",
        """
        De       □det(n ⊸ np)
        muur     n
        wordt    ◇vc ppart ⊸ ◇su np ⊸ s_main
        geverfd  ppart
        door     ◇obj np ⊸ □mod(ppart ⊸ ppart)
        Piet     np
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
        te         ◇body inf ⊸ ti
        begrijpen  inf
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
        te        ◇body inf ⊸ ti
        geloven   inf
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
        wordt    ◇vc ppart ⊸ ◇su np ⊸ s_main
        een      □det(n ⊸ np)
        huis     n
        gebouwd  ppart
        """,
        "s_main",
        "Er_mod (wordt gebouwdᵛᶜ (een_det huis)ˢᵘ)",
    ),
]

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
        gezien  ppart
        wordt   ◇vc ppart ⊸ ◇su pron ⊸ s_sub
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
        waar  ◇body(□mod(s_sub ⊸ s_sub) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik    pron
        werk  ◇su pron ⊸ s_sub
        """,
        "np",
        "(waar (λx.x_mod (werk ikˢᵘ))ᵇᵒᵈʸ)_mod (het_det huis)",
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
        Waarom  ◇body(□mod(s_v1 ⊸ s_v1) ⊸ s_v1) ⊸ whq
        huil    ◇su pron ⊸ s_v1
        je      pron
        ?       –
        """,
        "whq",
        "Waarom (λx.x_mod (huil jeˢᵘ))ᵇᵒᵈʸ",
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
        waarvan  ◇body(□mod(np ⊸ np) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik       pron
        de       □det(n ⊸ np)
        titel    n
        ken      ◇obj np ⊸ ◇su pron ⊸ s_sub
        """,
        "np",
        "(waarvan (λx.ken (x_mod (de_det titel))ᵒᵇʲ ikˢᵘ)ᵇᵒᵈʸ)_mod (een_det boek)",
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

COORDINATION = [
    Case(
        "names",
        "Jan en Marie dansen",
        "smain(su:conj(cnj:spec/Jan crd:vg/en cnj:spec/Marie) hd:ww/dansen)",
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
        "smain(su:conj(cnj:spec/Eva cnj:spec/Kees crd:vg/en cnj:spec/Sofie) hd:ww/zwemmen)",
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
        "smain(su:conj(crd:vg/Zowel cnj:spec/Eva crd:vg/als cnj:spec/Kees) hd:ww/lacht)",
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
        "conj(cnj:smain(su:#1=spec/Piet hd:ww/gaapt) crd:vg/en cnj:smain(su:#1 hd:ww/snurkt))",
        """
        Piet    np
        gaapt   ◇su np ⊸ s_main
        en      ◇cnj(◇su np ⊸ s_main) ⊸ ◇cnj(◇su np ⊸ s_main) ⊸ ◇su np ⊸ s_main
        snurkt  ◇su np ⊸ s_main
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
        "conj(cnj:smain(su:#1=spec/Jan hd:ww/kan vc:#2) crd:vg/en"
        " cnj:smain(su:#1 hd:ww/wil vc:#2=inf(su:#1 hd:ww/helpen)))",
        """
        Jan     np
        kan     ◇vc inf ⊸ ◇su np ⊸ s_main
        X       = ◇vc inf ⊸ ◇su np ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        wil     ◇vc inf ⊸ ◇su np ⊸ s_main
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
        werd      ◇vc ppart ⊸ ◇su np ⊸ s_main
        geroepen  ppart
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
        "conj(cnj:smain(su:spec/Jan hd:#1=ww/drinkt obj1:n/bier) crd:vg/en cnj:smain(su:spec/Piet hd:#1 obj1:n/wijn))",
        """
        Jan     np
        drinkt  ◇obj n ⊸ ◇su np ⊸ s_main
        bier    n
        V       = ◇obj n ⊸ ◇su np ⊸ s_main
        X       = V ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        Piet    np
        wijn    n
        """,
        "s_main",
        "en (λx.x bierᵒᵇʲ Janˢᵘ)ᶜⁿʲ (λy.y wijnᵒᵇʲ Pietˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.λx1ˢᵘ.drinkt z x1)",
    ),
    Case(
        "gapping of a verb cluster",
        "Eva wil thee zetten en Kees koffie",
        "conj(cnj:smain(su:#1=spec/Eva hd:#2=ww/wil vc:inf(su:#1 obj1:n/thee hd:#3=ww/zetten)) crd:vg/en"
        " cnj:smain(su:#4=spec/Kees hd:#2 vc:inf(su:#4 obj1:n/koffie hd:#3)))",
        """
        Eva     np
        wil     ◇vc inf ⊸ ◇su np ⊸ s_main
        thee    n
        zetten  ◇obj n ⊸ inf
        V       = ◇vc inf ⊸ ◇su np ⊸ s_main
        X       = V ⊸ (◇obj n ⊸ inf) ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        Kees    np
        koffie  n
        """,
        "s_main",
        "en (λx.λy.x (y theeᵒᵇʲ)ᵛᶜ Evaˢᵘ)ᶜⁿʲ (λz.λx1.z (x1 koffieᵒᵇʲ)ᵛᶜ Keesˢᵘ)ᶜⁿʲ"
        " (λy1ᵛᶜ.λz1ˢᵘ.wil y1 z1) (λx2ᵒᵇʲ.zetten x2)",
    ),
    Case(
        "gapping with a shared subject",
        "Zij geeft Jan koffie en Eva thee",
        "conj(cnj:smain(su:#1=vnw/Zij hd:#2=ww/geeft obj2:spec/Jan obj1:n/koffie) crd:vg/en"
        " cnj:smain(su:#1 hd:#2 obj2:spec/Eva obj1:n/thee))",
        """
        Zij     pron
        geeft   ◇obj2 np ⊸ ◇obj n ⊸ ◇su pron ⊸ s_main
        Jan     np
        koffie  n
        V       = ◇obj2 np ⊸ ◇obj n ⊸ ◇su pron ⊸ s_main
        X       = V ⊸ ◇su pron ⊸ s_main
        en      ◇cnj X ⊸ ◇cnj X ⊸ X
        Eva     np
        thee    n
        """,
        "s_main",
        "en (λx.λyˢᵘ.x Janᵒᵇʲ² koffieᵒᵇʲ y)ᶜⁿʲ (λz.λx1ˢᵘ.z Evaᵒᵇʲ² theeᵒᵇʲ x1)ᶜⁿʲ"
        " (λy1ᵒᵇʲ².λz1ᵒᵇʲ.λx2ˢᵘ.geeft y1 z1 x2) Zijˢᵘ",
    ),
    Case(
        "gapping with unequal objects",
        "Jan leest kranten en Eva een roman",
        "conj(cnj:smain(su:spec/Jan hd:#1=ww/leest obj1:n/kranten) crd:vg/en"
        " cnj:smain(su:spec/Eva hd:#1 obj1:np(det:lid/een hd:n/roman)))",
        """
        Jan      np
        leest    ◇obj np ⊸ ◇su np ⊸ s_main
        kranten  np
        V        = ◇obj np ⊸ ◇su np ⊸ s_main
        X        = V ⊸ s_main
        en       ◇cnj X ⊸ ◇cnj X ⊸ X
        Eva      np
        een      □det(n ⊸ np)
        roman    n
        """,
        "s_main",
        "en (λx.x krantenᵒᵇʲ Janˢᵘ)ᶜⁿʲ (λy.y (een_det roman)ᵒᵇʲ Evaˢᵘ)ᶜⁿʲ (λzᵒᵇʲ.λx1ˢᵘ.leest z x1)",
    ),
    Case(
        "gapping with an adjunct",
        "Jan kwam gisteren en Piet vandaag",
        "conj(cnj:smain(su:spec/Jan hd:#1=ww/kwam mod:bw/gisteren) crd:vg/en"
        " cnj:smain(su:spec/Piet hd:#1 mod:bw/vandaag))",
        """
        Jan       np
        kwam      ◇su np ⊸ s_main
        gisteren  □mod(s_main ⊸ s_main)
        V         = ◇su np ⊸ s_main
        X         = V ⊸ s_main
        en        ◇cnj X ⊸ ◇cnj X ⊸ X
        Piet      np
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
        de       □det(n ⊸ np)
        voor-    n
        en       ◇cnj(□det(n ⊸ np) ⊸ np) ⊸ ◇cnj(□det(n ⊸ np) ⊸ np) ⊸ □det(n ⊸ np) ⊸ np
        nadelen  n
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
        Mijn    □det(n ⊸ np)
        oom     n
        en      ◇cnj n ⊸ ◇cnj n ⊸ n
        voogd   n
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
        "conj(cnj:smain(mod:#1=bw/Morgen hd:ww/zingt su:spec/Eva) crd:vg/en"
        " cnj:smain(mod:#1 hd:ww/danst su:spec/Kees))",
        """
        Morgen  □mod(s_main ⊸ s_main)
        zingt   ◇su np ⊸ s_main
        Eva     np
        en      ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        danst   ◇su np ⊸ s_main
        Kees    np
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
        " cnj:smain(su:#1 hd:ww/zag obj1:np(hd:spec/Piet app:np(det:lid/de hd:n/baas))))",
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
        "conj(cnj:smain(su:spec/Eva hd:#1=ww/drinkt obj1:n/thee) cnj:smain(su:spec/Kees hd:#1 obj1:n/melk))",
        """
        Eva     np
        drinkt  ◇obj n ⊸ ◇su np ⊸ s_main
        thee    n
        V       = ◇obj n ⊸ ◇su np ⊸ s_main
        X       = V ⊸ s_main
        ,       ◇cnj X ⊸ ◇cnj X ⊸ X
        Kees    np
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
        "np(det:lid/de hd:n/man mod:rel(rhd:#1=vnw/die body:conj(cnj:ssub(obj1:#1 su:spec/Eva hd:ww/kent) crd:vg/en"
        " cnj:ssub(obj1:#1 su:spec/Kees hd:ww/haat))))",
        """
        de    □det(n ⊸ np)
        man   n
        die   ◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
        Eva   np
        kent  ◇obj pron ⊸ ◇su np ⊸ s_sub
        en    ◇cnj(◇obj pron ⊸ s_sub) ⊸ ◇cnj(◇obj pron ⊸ s_sub) ⊸ ◇obj pron ⊸ s_sub
        Kees  np
        haat  ◇obj pron ⊸ ◇su np ⊸ s_sub
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
        "adjunct gap in every conjunct",
        "de stad waar ik woon en werk",
        "np(det:lid/de hd:n/stad mod:rel(rhd:#1=bw/waar body:conj(cnj:ssub(mod:#1 su:#2=vnw/ik hd:ww/woon) crd:vg/en"
        " cnj:ssub(mod:#1 su:#2 hd:ww/werk))))",
        """
        de    □det(n ⊸ np)
        stad  n
        waar  ◇body(□mod(s_sub ⊸ s_sub) ⊸ s_sub) ⊸ □mod(np ⊸ np)
        ik    pron
        woon  ◇su pron ⊸ s_sub
        en    ◇cnj(◇su pron ⊸ s_sub) ⊸ ◇cnj(◇su pron ⊸ s_sub) ⊸ ◇su pron ⊸ s_sub
        werk  ◇su pron ⊸ s_sub
        """,
        "np",
        "(waar (λx.x_mod (en (λyˢᵘ.woon y)ᶜⁿʲ (λzˢᵘ.werk z)ᶜⁿʲ ikˢᵘ))ᵇᵒᵈʸ)_mod (de_det stad)",
    ),
    Case(
        "some conjuncts share a subject",
        "Eva kwam , zag en won , maar Kees bleef",
        "conj(cnj:smain(su:#1=spec/Eva hd:ww/kwam) cnj:smain(su:#1 hd:ww/zag) crd:vg/en"
        " cnj:smain(su:#1 hd:ww/won) crd:vg/maar cnj:smain(su:spec/Kees hd:ww/bleef))",
        """
        Eva    np
        kwam   ◇su np ⊸ s_main
        ,      –
        zag    ◇su np ⊸ s_main
        X      = ◇su np ⊸ s_main
        en     ◇cnj X ⊸ ◇cnj X ⊸ ◇cnj X ⊸ X
        won    ◇su np ⊸ s_main
        ,      –
        maar   ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        Kees   np
        bleef  ◇su np ⊸ s_main
        """,
        "s_main",
        "maar (en (λxˢᵘ.kwam x)ᶜⁿʲ (λyˢᵘ.zag y)ᶜⁿʲ (λzˢᵘ.won z)ᶜⁿʲ Evaˢᵘ)ᶜⁿʲ (bleef Keesˢᵘ)ᶜⁿʲ",
    ),
    Case(
        "two pairs of conjuncts share a subject each",
        "Eva kwam en won , maar Kees bleef en sliep",
        "conj(cnj:smain(su:#1=spec/Eva hd:ww/kwam) crd:vg/en@3 cnj:smain(su:#1 hd:ww/won) crd:vg/maar"
        " cnj:smain(su:#2=spec/Kees hd:ww/bleef) crd:vg/en@9 cnj:smain(su:#2 hd:ww/sliep))",
        """
        Eva    np
        kwam   ◇su np ⊸ s_main
        en     ◇cnj(◇su np ⊸ s_main) ⊸ ◇cnj(◇su np ⊸ s_main) ⊸ ◇su np ⊸ s_main
        won    ◇su np ⊸ s_main
        ,      –
        maar   ◇cnj s_main ⊸ ◇cnj s_main ⊸ s_main
        Kees   np
        bleef  ◇su np ⊸ s_main
        en     ◇cnj(◇su np ⊸ s_main) ⊸ ◇cnj(◇su np ⊸ s_main) ⊸ ◇su np ⊸ s_main
        sliep  ◇su np ⊸ s_main
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
]

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

ODDITIES = [
    Case(
        "headless phrase",
        "Eva niet",
        "smain(su:spec/Eva mod:bw/niet)",
        """
        Eva   s_main
        niet  □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "niet_mod Eva",
    ),
    Case(
        "two heads",
        "Hij loopt rent weg",
        "smain(su:vnw/Hij hd:ww/loopt hd:ww/rent svp:bw/weg)",
        """
        Hij    pron
        loopt  ◇hd ww ⊸ ◇svp bw ⊸ ◇su pron ⊸ s_main
        rent   ww
        weg    bw
        """,
        "s_main",
        "loopt rentʰᵈ wegˢᵛᵖ Hijˢᵘ",
    ),
    Case(
        "determiner without a noun",
        "Zij neemt deze",
        "smain(su:vnw/Zij hd:ww/neemt obj1:np(det:vnw/deze))",
        """
        Zij    pron
        neemt  ◇obj np ⊸ ◇su pron ⊸ s_main
        deze   np
        """,
        "s_main",
        "neemt dezeᵒᵇʲ Zijˢᵘ",
    ),
]

CASES = [*HEADS, *NOUN_PHRASES, *MODIFIERS, *VERBS, *GAPS, *COORDINATION, *UNITS, *DISCOURSE, *ODDITIES]
