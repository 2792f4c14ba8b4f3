"""Dutch, with tokens as Alpino's treebanks have them."""

from __future__ import annotations

from proofnets.parser.tokens import Orthography

_ABBREVIATIONS = """
    a.d. a.h.w. a.k.a. a.s. a.u.b. aanv. afb. afd. afl. alg. anon. apr. arr. art. aug. b.g.g. b.v. bijv. blz. bv.
    c.q. c.s. ca. cf. co. comp. d.d. d.i. d.m.v. d.w.z. dec. dhr. dipl. div. dl. dr. drs. ds. e.a. e.d. e.e.a. e.o.
    e.v. ed. eds. enz. etc. evt. excl. feb. fig. fr. g.g.d. geb. gebr. gem. get. gr. h.k.h. hfdst. hr. hs. i.c.
    i.c.m. i.o. i.p.v. i.s.m. i.t.t. i.v.m. ib. ibid. id. incl. ing. ir. jhr. jl. jr. jul. jun. k.b. kath. l.l.
    lic. ll. lt. m.a.w. m.b.t. m.b.v. m.i. m.i.v. m.n. m.u.v. max. mevr. mgr. min. mld. mln. mnd. mr. mrs. mrt. ms.
    mw. n.a.v. n.b. n.v. n.v.t. nl. no. nov. nr. nrs. o.a. o.b.v. o.i. o.i.d. o.l.v. o.m. o.t.t. okt. ong. p.a. p.m.
    p.p. p.r. par. pct. ph.d. plm. prof. q.q. r.-k. red. ref. resp. s.v.p. sec. sen. sept. sr. st. t.a.v. t.b.v.
    t.e.m. t.g.v. t.h.v. t.m. t.n.v. t.o.v. t.t. t.w. t.w.v. t.z.t. tel. temp. u.s. v.a. v.chr. v.d. v.h. v.l.n.r.
    v.w.b. vb. ver. verg. vgl. vlg. vnl. vol. vs. w.o. w.v. wnd. x.-v. z.g. z.i. z.o.z. kon. ned. th. zg. zgn.
    fa. gld. inc. mej. nom. zn.
"""

DUTCH = Orthography(
    abbreviations=frozenset(_ABBREVIATIONS.split()),
    clitics=("s", "t", "n", "k", "m", "r", "ns", "er", "em"),
    ordinals=("e", "de", "ste", "er", "ers"),
    addresses=("nl", "be", *Orthography().addresses),
)
