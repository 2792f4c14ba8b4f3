// The page: reads what the user asks for, asks the service, and shows what it says.

import { arrowKeys, button, find, make, showError } from "./dom.js";
import { explainOnHover, showLegend } from "./glossary.js";
import { showResult } from "./result.js";
import { sentenceList, showChosen } from "./sentences.js";
import { call, labelsOf, model, whenBusy } from "./service.js";
import { FIELDS, keepDraft, readDraft, readState, startOf, titleOf, writeState } from "./state.js";

const AMBIGUOUS = "Jan ziet de man met de verrekijker."; // an example that is shown with more than one reading
const PAPER = "De:□det(n ⊸ np), strategie:n, die:◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np), ze:pron, "
  + "volgen:◇obj pron ⊸ ◇su pron ⊸ s_sub, is:◇predc adj ⊸ ◇su np ⊸ s_main, eeuwenoud:adj ⊢ s_main";
const EXAMPLES = {
  parse: ["De strategie die ze volgen is eeuwenoud.", "Ze slapen.", AMBIGUOUS, "Hij zegt dat ze slapen."].map((text) => [text, text]),
  prove: [
    ["The paper’s sentence", PAPER],
    ["Two orders of adverbs", "slaapt:s, vaak:s -> s, graag:s -> s |- s"],
    ["Lifting", "np |- (np -> s) -> s"],
    ["Out of balance", "Jan:np, ziet:<obj>np -> <su>np -> s |- s"],
    ["Not strict", "x:<su>np |- np"],
  ],
  search: [
    ["Verbs and their subjects", "pattern { V -[su]-> S }"],
    ["Clauses with an object gap", "pattern { term R (λx^obj.[V x])^body }"],
    ["Objects before their verb", "pattern { V -[obj]-> O; O << V }"],
    ["Coordinators of equals", 'pattern { C [type="◇cnj ?a ⊸ ◇cnj ?a ⊸ ?a"] }'],
  ],
};
const OTHERS = 5; // other types of a word that are offered
const MOST_TOGETHER = 6; // proofs that are shown side by side without being asked

let state = startOf();
let answer = { parses: [] }; // what the service said last: sentences, the one judgement, or what a search found
let shown = null; // the sentence on the screen
let asking = new AbortController(); // the last question: those before it are given up
const remembered = {}; // what was last on the screen of each view

/** How each view asks, and what it makes of the answer. */
const ASK = {
  parse: async (signal) => {
    const { text, beam, readings } = state;
    const parses = await call("parse", { text, beam, readings, beliefs: true, alternatives: OTHERS }, signal);
    state.sentence = Math.min(state.sentence, parses.length - 1);
    const edit = state.edits[state.sentence];
    return { parses, edited: edit && (await link(parses[state.sentence], edit, signal)) };
  },
  prove: async (signal) => {
    const { judgement, limit, strict } = state;
    return { parses: [await call("prove", { judgement, limit, strict }, signal)] };
  },
  search: async (signal) => {
    const by = state.by.split(/[\s,]+/).filter(Boolean);
    const { total, matches, counts } = await call("search", { pattern: state.pattern, by }, signal);
    return { parses: matches.map(({ parse }) => parse), marks: matches.map(({ nodes }) => nodes), total, counts };
  },
};

function start() {
  for (const [view, examples] of Object.entries(EXAMPLES)) {
    find(`#${view}-examples`).append(...examples.map(([name, text]) => button(name, text, () => tryExample(view, text))));
    find(`#${view}`).addEventListener("submit", (event) => {
      event.preventDefault();
      go({ ...fresh(), [FIELDS[view]]: fieldOf(view).value, by: find("#by").value });
    });
  }
  for (const field of document.querySelectorAll("form textarea, #by")) {
    field.addEventListener("keydown", enterSubmits);
    field.addEventListener("input", () => {
      fitHeight(field);
      keepDraft({ [field.id]: field.value });
    });
  }
  for (const field of document.querySelectorAll("form :is(select, #strict, #by)")) {
    field.addEventListener("change", () => changeOption(field));
  }
  for (const tab of find("#views").children) {
    tab.addEventListener("click", () => go(remembered[tab.dataset.view] ?? { ...startOf(), view: tab.dataset.view }));
  }
  arrowKeys(find("#views"));
  const result = find("#result");
  result.addEventListener("pointerover", (event) => light(event.target));
  result.addEventListener("pointerleave", (event) => { // a finger that is lifted leaves, too
    if (event.pointerType === "mouse") light(document.activeElement);
  });
  result.addEventListener("focusin", (event) => light(event.target));
  explainOnHover(result, (target) => shown?.analyses[target.closest(".reading")?.dataset.reading]);
  find("#show-legend").addEventListener("click", showLegend);
  document.addEventListener("keydown", shortcut);
  addEventListener("popstate", comeBack);
  whenBusy((busy) => (find("#busy").hidden = !busy));
  find("#busy").hidden = true;
  tellModel();
  comeBack();
  find("main").classList.add("ready");
}

// Questions

const fieldOf = (view) => find(`#${FIELDS[view]}`);

/** The state as it is before there is an answer. */
const fresh = () => ({ sentence: 0, reading: 0, together: null, edits: {} });

function tryExample(view, text) {
  const wide = text === AMBIGUOUS && state.readings === 1 ? { beam: 5, readings: 3 } : {};
  setField(fieldOf(view), text);
  go({ ...fresh(), [FIELDS[view]]: text, ...wide });
}

/** Asks again with another option: of what is in the field by now, and with types given by hand if that is the same. */
function changeOption(field) {
  const name = FIELDS[state.view];
  const typed = fieldOf(state.view).value;
  const value = field.type === "checkbox" ? field.checked : field.id === "by" ? field.value : Number(field.value);
  const wider = field.id === "readings" && value > 1 ? { beam: Math.max(state.beam, 5) } : {};
  go({ ...(typed === state[name] ? { reading: 0 } : fresh()), [name]: typed, [field.id]: value, ...wider });
}

/** Makes changes of what is on the screen, of which a new question is a step of the history. */
function go(changes, focus) {
  state = { ...state, ...changes };
  writeState(state);
  const fields = [...Object.keys(FIELDS).map(fieldOf), find("#by")];
  keepDraft(Object.fromEntries(fields.map((field) => [field.id, field.value])));
  return display(focus);
}

/** Shows what the address tells of, and what was typed at this step of the history. */
function comeBack() {
  state = readState();
  if (!history.state) writeState(state);
  const typed = { [FIELDS[state.view]]: state[FIELDS[state.view]], by: state.by, ...readDraft() };
  for (const field of [...Object.keys(FIELDS).map(fieldOf), find("#by")]) {
    if (field.id in typed) setField(field, typed[field.id]);
  }
  display();
}

/** Gives up what was asked before; the signal tells whether the new question has been given up in its turn. */
function begin() {
  asking.abort();
  asking = new AbortController();
  return asking.signal;
}

/** Brings the state on the screen: asks the service for what it needs, and shows it. */
async function display(focus) {
  remembered[state.view] = state;
  document.title = titleOf(state);
  showQuestion();
  const signal = begin();
  const result = find("#result");
  const error = find(`#${state.view}-error`);
  const asked = state[FIELDS[state.view]];
  showError(error, null);
  if (!asked.trim()) {
    answer = { parses: [] };
    result.replaceChildren();
    return setBusy(false);
  }
  setBusy(true);
  try {
    const said = await ASK[state.view](signal);
    if (signal.aborted) return;
    answer = said;
    await show(signal);
  } catch (fault) {
    if (signal.aborted) return;
    result.replaceChildren();
    showError(error, fault, asked);
  } finally {
    if (!signal.aborted) {
      setBusy(false); // before there is a focus: what is inert has none
      if (focus) find(`#result ${focus}`)?.focus();
    }
  }
}

/** Marks the result as that of an earlier question, on which nothing can be done any more. */
function setBusy(busy) {
  find("#result").setAttribute("aria-busy", busy);
  find("#result").inert = busy;
}

/** A sentence with given types. */
async function link(parse, { types, goal }, signal) {
  const { readings } = state;
  const linked = await call("link", { tokens: parse.tokens, types, goal, readings, beliefs: true }, signal);
  return { ...linked, text: parse.text, offsets: parse.offsets };
}

// What is on the screen

function showQuestion() {
  for (const tab of find("#views").children) {
    const chosen = tab.dataset.view === state.view;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    find(`#view-${tab.dataset.view}`).hidden = !chosen;
  }
  fitHeight(fieldOf(state.view));
  for (const name of ["beam", "readings", "limit"]) choose(find(`#${name}`), state[name]);
  find("#strict").checked = state.strict;
}

/** Chooses an option, also one that a link asks for and that is not in the list. */
function choose(field, value) {
  if (![...field.options].some((option) => Number(option.value) === value)) field.append(make("option", {}, String(value)));
  field.value = String(value);
}

function setField(field, value) {
  field.value = value;
  fitHeight(field);
}

async function show(signal) {
  const { parses, edited, marks } = answer;
  state.sentence = Math.max(0, Math.min(state.sentence, parses.length - 1));
  const parse = edited ?? parses[state.sentence];
  if (!parse) return find("#result").replaceChildren(tally(answer));
  state.reading = Math.max(0, Math.min(state.reading, parse.analyses.length - 1));
  const analysis = parse.analyses[state.reading];
  const parsing = state.view === "parse";
  const [labels, about] = await Promise.all([analysis && labelsOf(parse, analysis), parsing && model().catch(() => null)]);
  if (signal.aborted) return;
  const many = parse.analyses.length;
  const usual = state.view === "prove" && many <= MOST_TOGETHER;
  const { editor } = readDraft();
  const view = {
    reading: state.reading,
    together: many > 1 && (state.together ?? usual),
    changed: new Set(edited ? state.edits[state.sentence].changed : []),
    parsed: edited ? parses[state.sentence].analyses[0] : analysis,
    editor: editor?.sentence === state.sentence ? editor : null,
    sentence: state.sentence,
    symbols: about?.symbols,
    labels,
    all: edited ? parses.with(state.sentence, edited) : parses,
  };
  const place = make("article", { "data-text": parse.text });
  showResult(place, parse, view, {
    noun: state.view === "prove" ? "proof" : "reading",
    choose: (reading) => go({ reading, together: false }, `#reading-${reading}`),
    together: () => go({ together: !view.together }, ".together"),
    edit: parsing ? edit : null,
    restore: () => go({ edits: without(state.edits, state.sentence), reading: 0 }, ".word"),
    light,
  });
  const list = parses.length > 1 || marks ? sentenceList(parses, state.sentence, chooseSentence, { marks, edits: state.edits }) : "";
  shown = parse;
  find("#result").replaceChildren(...(marks ? [tally(answer)] : []), list, place);
  if (list) showChosen(list);
  if (parse.status === "unproved" && analysis && !parse.note) explain(parse, signal);
  find("#news").textContent = `${parse.text}: ${place.querySelector(".status").textContent}`;
}

const without = (edits, number) => Object.fromEntries(Object.entries(edits).filter(([key]) => Number(key) !== number));

const chooseSentence = (sentence) => go({ sentence, reading: 0, together: null }, '.sentences [aria-current="true"]');

/** How much a search found, and the counts if it was asked for these. */
function tally({ parses, total, counts }) {
  const more = parses.length && parses.length < total ? `; here are the first ${parses.length}` : "";
  const keys = Object.keys(counts[0] ?? {});
  return make("div", { class: "tally" },
    make("h2", {}, total === 1 ? "1 match" : total ? `${total.toLocaleString("en")} matches${more}` : "No match"),
    keys.length ? make("table", {},
      make("thead", {}, make("tr", {}, keys.map((key) => make("th", { scope: "col" }, key)))),
      make("tbody", {}, counts.map((row) => make("tr", {}, keys.map((key) => make("td", {}, String(row[key] ?? "–"))))))) : null);
}

/** Adds to a sentence without a proof what the types of its best reading lack. */
async function explain(parse, signal) {
  const linked = await link(parse, parse.analyses[0], signal).catch(() => null);
  if (!linked) return;
  parse.note = linked.status === "unproved" ? linked.note
    : "The parser found no proof, but with these types there is one: choose a word, and link again, to see it.";
  if (shown === parse) find(".status .why").textContent = parse.note;
}

/** The workbench: links the sentence again with types given by hand. */
async function edit(types, goal, number) {
  const signal = begin();
  await link(answer.parses[state.sentence], { types, goal }, signal).catch((fault) => {
    if (!signal.aborted) throw fault;
  });
  if (signal.aborted) return;
  keepDraft({ editor: null });
  const changed = [...new Set([...(state.edits[state.sentence]?.changed ?? []), number])];
  await go({ edits: { ...state.edits, [state.sentence]: { types, goal, changed } }, reading: 0 }, `[data-word="${number}"]`);
}

/** Lights up all that belongs to the words that something belongs to. */
function light(target) {
  const result = find("#result");
  for (const lit of result.querySelectorAll(".lit")) lit.classList.remove("lit");
  const here = result.contains(target) ? target.closest("[data-word]") : null;
  for (const word of here ? here.dataset.word.split(" ") : []) {
    for (const element of result.querySelectorAll(`[data-word~="${CSS.escape(word)}"]`)) element.classList.add("lit");
  }
}

// Keys

function enterSubmits(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.form.requestSubmit();
}

function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
  const step = { n: 1, p: -1 }[event.key];
  if (step && answer.parses[state.sentence + step]) chooseSentence(state.sentence + step);
  if (event.key === "?") showLegend();
}

/** Makes a field as high as its text. */
function fitHeight(field) {
  if (!field.matches("textarea")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`; // with its border
}

async function tellModel() {
  const about = await model().catch(() => null);
  if (!about) return;
  find("#about").textContent = `Model ${about.name}, ${about.training.made_by ?? "proofnets"}.`;
  find("#tab-search").hidden = !about.corpus;
  find("#corpus").textContent = about.corpus ?? "";
}

start();
