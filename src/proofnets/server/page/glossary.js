// What the signs, labels and atoms on the page mean: for the legend, and for what is pointed at.

import { button, find, make, percent, UNSURE } from "./dom.js";

const SIGNS = {
  "⊢": "proves: from the words on its left, the goal on its right",
  "⊸": "linear implication: A ⊸ B uses up one A and gives one B",
  "◇": "marks a complement with its role: ◇su np is an np that is the subject",
  "□": "marks an adjunct with its role: □mod(np ⊸ np) modifies an np",
  "λ": "abstraction: λx.t waits for an x; in a relative clause, x is the gap",
  "∅": "a token that brings nothing to the proof, such as punctuation",
  "+": "a token that continues the word before it; above an atom of a net: it is brought",
  "−": "above an atom of a net: it is needed",
};
export const RULES = {
  "⊸E": "From a function A ⊸ B and an argument A follows B.",
  "⊸I": "If B follows with the help of a supposed A, then A ⊸ B follows without it: the hypothesis is discharged.",
  "◇I": "A phrase gets the mark of the complement that it will be.",
  "□E": "An adjunct puts off its mark, and can be used as a function.",
  "◇E": "A phrase puts off the mark of a complement (not a rule of the paper; a strict proof has none).",
  "□I": "A phrase gets the mark of an adjunct (not a rule of the paper; a strict proof has none).",
};
const LABELS = {
  su: "subject", obj: "direct object", obj2: "secondary object", vc: "verbal complement",
  predc: "predicative complement", predm: "predicative modifier", pc: "prepositional complement",
  ld: "locative or directional complement", me: "measure complement", se: "inherently reflexive object",
  svp: "part of a verb that stands apart", sup: "provisional subject (het, er)", pobj: "provisional object",
  obcomp: "complement of a comparison", body: "body of a clause: what a conjunction, a relative or a question word takes",
  cnj: "conjunct", cor: "second word of a correlation (zowel … als)", hdf: "last part of a circumposition (om … heen)",
  mwp: "part of a multi-word unit", hd: "second head", mod: "modifier", det: "determiner", app: "apposition",
  dp: "part of a discourse", dlink: "link to the discourse before", sat: "satellite of a discourse", tag: "tag, or direct speech",
  root: "head of the whole: it depends on nothing",
};
const ATOMS = {
  np: "noun phrase", n: "noun", pron: "pronoun", s_main: "main clause", s_sub: "subordinate clause", s_v1: "verb-first clause",
  s: "sentence", inf: "infinitive", ti: "infinitive with te", oti: "infinitive with om te", ahi: "infinitive with aan het",
  ppart: "past participle", ppres: "present participle", pp: "prepositional phrase", cp: "clause with a complementiser (dat, of)",
  ap: "adjective phrase", adj: "adjective", adv: "adverbial phrase", bw: "adverb", whq: "question with a question word",
  whsub: "embedded question", whrel: "free relative clause", rel: "relative clause", svan: "clause with van",
  vz: "preposition", vg: "conjunction", lid: "article", tw: "numeral", ww: "verb", detp: "determiner phrase",
  tsw: "interjection", spec: "name or foreign word", let: "punctuation", part: "particle",
};
const MARKS = [
  ["chance fair", "83%", "how likely the type of a word is right"],
  ["chance unsure", "42%", `less sure than ${percent(UNSURE)}: look at it twice`],
  ["chance unrated", "by hand", "a type that you gave: how sure that is, the model does not say"],
  ["stranger", "xyz unknown", "an atom that the model does not know"],
];
const PICTURES = [
  ["Coloured line", "an axiom link: this atom is brought here and needed there; one colour and one kind of line for each atom"],
  ["Dashed branch", "of a type in the net: a negative implication"],
  ["Wavy line", "under a word: its type is unsure; point at it to see what else it may be"],
  ["Small number", "tells words, or atoms, of the same name apart"],
  ["Name at a line’s end", "a link that goes on in another row: choose it to go there"],
  ["Raised label", "in a term: the role of a complement"],
  ["Lowered label", "in a term: the role of an adjunct"],
  ["[x]", "in a deduction: a hypothesis, which a ⊸I x discharges"],
  ["M₁", "in a deduction: a part of it that stands above, by itself"],
];
const KEYS = [
  ["Enter", "ask; Shift+Enter is a new line"], ["n, p", "next and previous sentence"],
  ["← →", "between tabs, and between the steps of a deduction"],
  ["+ − 0", "in a picture: larger, smaller, fit; with Ctrl, the wheel does so, too"], ["?", "this legend"],
];

const EXPLAINED = new Map([ATOMS, LABELS, SIGNS, RULES].flatMap(Object.entries)); // of two of a name, the last
const explained = (name) => EXPLAINED.get(name) ?? EXPLAINED.get(name.replace(/^[◇□▿▴]/, ""));

/** What is known of something on the page, or nothing. */
function explanation(target, analysis) {
  const names = namesAt(target).filter((name) => explained(name));
  const lines = names.map((name) => `${name}: ${explained(name)}`);
  const chance = chanceAt(target, analysis);
  if (chance !== undefined) lines.push(`${percent(chance)} sure`);
  return lines.join("\n");
}

/** The signs, labels and atoms at a place, in HTML or in a picture. */
function namesAt(target) {
  const marked = target.closest("[data-sign]");
  if (marked) return [marked.dataset.sign];
  if (!target.closest("svg")) return [];
  const link = target.closest(".link");
  if (link) return [link.dataset.type];
  if (target.matches("tspan[class^=hue]")) return [atomAt(target)];
  return target.matches(".arc text:not([font-style]), .role, .name, .name *, .connective *, tspan[dy]")
    ? target.textContent.trim().split(/\s+/) : [];
}

/** The name of an atom, of which s and main may be two pieces. */
function atomAt(piece) {
  const lowered = piece.hasAttribute("font-size");
  const base = lowered ? piece.previousElementSibling : piece;
  const rest = lowered ? piece : piece.nextElementSibling;
  const joined = rest?.matches("tspan[class^=hue][font-size]") ? `${base.textContent}_${rest.textContent}` : base.textContent;
  return joined.trim();
}

/** How sure the link or the dependency is that a line of a picture stands for. */
function chanceAt(target, analysis) {
  const link = target.closest(".link")?.dataset.link;
  const arc = target.closest(".arc")?.dataset.word;
  if (link) return analysis?.link_confidence?.[analysis.links.findIndex((pair) => pair.join("-") === link)];
  return arc && analysis?.dependencies?.find(({ head, dependent }) => `${head} ${dependent}` === arc)?.confidence;
}

/** Shows what the things in a place mean when they are pointed at; `analysisOf` tells which reading they belong to. */
export function explainOnHover(place, analysisOf) {
  const hint = find("#hint");
  place.addEventListener("pointerover", ({ target }) => {
    hint.textContent = explanation(target, analysisOf(target));
    hint.hidden = !hint.textContent;
    if (hint.hidden) return;
    const { left } = target.getBoundingClientRect();
    const { bottom, top } = (target.closest(".word") ?? target).getBoundingClientRect();
    const below = bottom + hint.offsetHeight + 12 < innerHeight;
    hint.style.left = `${Math.max(8, Math.min(left, innerWidth - hint.offsetWidth - 8))}px`;
    hint.style.top = `${below ? bottom + 6 : Math.max(8, top - hint.offsetHeight - 6)}px`;
  });
  place.addEventListener("pointerleave", () => (hint.hidden = true));
  addEventListener("scroll", () => (hint.hidden = true), { passive: true });
}

const table = (title, rows) => make("section", {}, make("h3", {}, title),
  make("dl", {}, rows.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text)))));

/** Opens the legend. */
export function showLegend() {
  const dialog = find("#legend");
  if (!dialog.childElementCount) {
    const marks = MARKS.map(([kind, example, text]) => [make("span", { class: kind }, example), text]);
    dialog.append(
      make("header", {}, make("h2", {}, "Legend"), button("Close", "Close the legend", () => dialog.close())),
      make("p", {}, "Well-typed means that the types of all words fit together: that is a proof, and it was verified. "
        + "Whether they are the right types is another matter, of which the model can only be more or less sure."),
      make("div", { class: "tables" }, table("Signs", Object.entries(SIGNS)), table("How sure", marks),
        table("In the pictures", PICTURES), table("Rules", Object.entries(RULES)), table("Labels", Object.entries(LABELS)),
        table("Atoms", Object.entries(ATOMS)), table("Keys", KEYS)),
      make("p", {}, make("a", { href: "page/guide.html" }, "The guide"), " says more."));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
  }
  dialog.showModal();
}
