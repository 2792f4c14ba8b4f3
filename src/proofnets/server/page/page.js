// The page: reads what the user asks for, asks the service, and shows what it says.

import { arrowKeys, button, find, make, showError } from "./dom.js";
import { showResult } from "./result.js";
import { call } from "./service.js";
import { readState, startOf, writeState } from "./state.js";

const AMBIGUOUS = "Jan ziet de man met de verrekijker."; // an example that is shown with more than one reading
const SENTENCES = ["De strategie die ze volgen is eeuwenoud.", "Ze slapen.", AMBIGUOUS, "Hij zegt dat ze slapen."];
const PAPER = "De:□det(n ⊸ np), strategie:n, die:◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np), ze:pron, "
  + "volgen:◇obj pron ⊸ ◇su pron ⊸ s_sub, is:◇predc adj ⊸ ◇su np ⊸ s_main, eeuwenoud:adj ⊢ s_main";
const JUDGEMENTS = [
  ["The paper’s sentence", PAPER],
  ["Two orders of adverbs", "slaapt:s, vaak:s -> s, graag:s -> s |- s"],
  ["Lifting", "np |- (np -> s) -> s"],
  ["Out of balance", "Jan:np, ziet:<obj>np -> <su>np -> s |- s"],
];

let state = startOf();
let parses = []; // what the service said last: sentences, or the one judgement
let edited = null; // the sentence on the screen with types given by hand, if any
let asking = new AbortController(); // the last question: those before it are given up

function start() {
  find("#parse-examples").append(...SENTENCES.map((text) => button(text, "Parse this", () => tryText(text))));
  find("#prove-examples").append(...JUDGEMENTS.map(([name, text]) => button(name, text, () => tryJudgement(text))));
  find("#parse").addEventListener("submit", (event) => submit(event, { text: find("#text").value }));
  find("#prove").addEventListener("submit", (event) => submit(event, { judgement: find("#judgement").value }));
  for (const field of document.querySelectorAll("textarea")) {
    field.addEventListener("keydown", enterSubmits);
    field.addEventListener("input", () => fitHeight(field));
  }
  for (const field of document.querySelectorAll("select")) field.addEventListener("change", () => changeOption(field));
  for (const tab of find("#views").children) tab.addEventListener("click", () => ask(lastOf(tab.dataset.view)));
  arrowKeys(find("#views"));
  find("#result").addEventListener("pointerover", (event) => light(event.target));
  find("#result").addEventListener("pointerleave", (event) => { // a finger that is lifted leaves, too
    if (event.pointerType === "mouse") light(document.activeElement);
  });
  find("#result").addEventListener("focusin", (event) => light(event.target));
  addEventListener("hashchange", () => ask(readState()));
  tellModel();
  ask(readState());
}

// Questions

const remembered = {}; // what was last on the screen of each view
const lastOf = (view) => remembered[view] ?? { ...startOf(), view };

function submit(event, given) {
  event.preventDefault();
  ask({ ...fresh(), ...given });
}

/** The state as it is before there is an answer. */
const fresh = () => ({ ...state, sentence: 0, reading: 0, types: null, goal: "", changed: [] });

function tryText(text) {
  const wide = text === AMBIGUOUS && state.readings === 1 ? { beam: 5, readings: 3 } : {};
  ask({ ...fresh(), text, ...wide });
}

const tryJudgement = (judgement) => ask({ ...fresh(), judgement });

function changeOption(field) {
  const changed = { [field.id]: Number(field.value) };
  if (changed.readings) changed.beam = Math.max(state.beam, changed.readings > 1 ? 5 : 1);
  const typed = state.view === "parse" ? { text: find("#text").value } : { judgement: find("#judgement").value };
  ask({ ...fresh(), ...typed, ...changed });
}

/** Gives up what was asked before; the signal tells whether the new question has been given up in its turn. */
function begin() {
  asking.abort();
  asking = new AbortController();
  return asking.signal;
}

/** Makes a state the one on the screen: asks the service for what it needs, and shows it. */
async function ask(wanted) {
  state = wanted;
  remembered[state.view] = state;
  showQuestion();
  const signal = begin();
  const result = find("#result");
  const error = find(`#${state.view}-error`);
  showError(error, null);
  if (!(state.view === "parse" ? state.text : state.judgement).trim()) {
    result.replaceChildren();
    setBusy(false);
    return writeState(state);
  }
  setBusy(true);
  try {
    const found = await answers(signal);
    const linked = state.types && found[state.sentence] ? await link(found[state.sentence], state, signal) : null;
    if (signal.aborted) return;
    [parses, edited] = [found, linked];
    show();
  } catch (fault) {
    if (signal.aborted) return;
    result.replaceChildren();
    showError(error, fault);
  } finally {
    if (!signal.aborted) setBusy(false);
  }
}

/** Marks the result as that of an earlier question, on which nothing can be done any more. */
function setBusy(busy) {
  find("#result").setAttribute("aria-busy", busy);
  find("#result").inert = busy;
}

async function answers(signal) {
  if (state.view === "prove") return [await call("prove", { judgement: state.judgement, limit: state.limit }, signal)];
  return call("parse", { text: state.text, beam: state.beam, readings: state.readings, beliefs: true }, signal);
}

/** A sentence with given types. */
async function link(parse, { types, goal }, signal) {
  const { readings } = state;
  const answer = await call("link", { tokens: parse.tokens, types, goal, readings, beliefs: true }, signal);
  return { ...answer, text: parse.text, offsets: parse.offsets };
}

// What is on the screen

function showQuestion() {
  for (const tab of find("#views").children) {
    const chosen = tab.dataset.view === state.view;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    find(`#view-${tab.dataset.view}`).hidden = !chosen;
  }
  for (const name of ["text", "judgement"]) {
    find(`#${name}`).value = state[name];
    fitHeight(find(`#${name}`));
  }
  for (const name of ["beam", "readings", "limit"]) choose(find(`#${name}`), state[name]);
}

/** Chooses an option, also one that a link asks for and that is not in the list. */
function choose(field, value) {
  if (![...field.options].some((option) => Number(option.value) === value)) field.append(make("option", {}, String(value)));
  field.value = String(value);
}

function show() {
  state.sentence = Math.min(state.sentence, parses.length - 1);
  const parse = edited ?? parses[state.sentence];
  state.reading = Math.min(state.reading, Math.max(0, parse.analyses.length - 1));
  writeState(state);
  const place = make("article", { "data-text": parse.text });
  const result = find("#result");
  result.replaceChildren(...(parses.length > 1 ? [sentenceList()] : []), place);
  const view = {
    reading: state.reading,
    together: state.together && parse.analyses.length > 1,
    changed: new Set(edited ? state.changed : []),
  };
  showResult(place, parse, view, {
    noun: state.view === "parse" ? "reading" : "proof",
    choose: (reading) => change({ reading, together: false }, `#reading-${reading}`),
    together: () => change({ together: !state.together }, ".together"),
    edit: state.view === "parse" ? edit : null,
    restore: () => {
      begin();
      edited = null;
      change({ types: null, goal: "", changed: [], reading: 0 }, ".word");
    },
  });
  if (parse.status === "unproved" && !parse.note) explain(parse);
  find("#news").textContent = `${parse.text}: ${parse.status}. ${parse.note ?? parse.error ?? ""}`;
}

/** Adds to a sentence without a proof what the types of its best reading lack. */
async function explain(parse) {
  const [{ types, goal }] = parse.analyses;
  const answer = await link(parse, { types, goal }).catch(() => null);
  if (!answer) return;
  parse.note = answer.status === "unproved" ? answer.note
    : "The parser found no proof, but with these types there is one: choose a word, and link again, to see it.";
  if (find("#result article")?.dataset.text === parse.text) find(".status .why").textContent = parse.note;
}

/** Changes what is shown of the same answer; the focus goes to where it was. */
function change(changes, focus) {
  Object.assign(state, changes);
  show();
  find(`#result ${focus}`)?.focus();
}

function sentenceList() {
  const items = parses.map((parse, number) =>
    make("li", {}, button(parse.text, `Show this sentence (${parse.status})`, () => {
      begin();
      edited = null;
      change({ sentence: number, reading: 0, types: null, goal: "", changed: [] }, ".sentences [aria-current=true]");
    }, { class: parse.status, "aria-current": number === state.sentence && "true" })));
  return make("nav", { class: "sentences", "aria-label": "Sentences" }, make("ol", {}, items));
}

/** The workbench: links the sentence again with types given by hand. */
async function edit(types, goal, number) {
  const signal = begin();
  const linked = await link(parses[state.sentence], { types, goal }, signal).catch((fault) => {
    if (!signal.aborted) throw fault;
  });
  if (signal.aborted) return;
  edited = linked;
  const changed = [...new Set([...state.changed, number])];
  change({ types, goal, changed, reading: 0 }, `[data-word="${number}"]`);
}

/** Lights up all that belongs to the word that something belongs to. */
function light(target) {
  const result = find("#result");
  for (const lit of result.querySelectorAll(".lit")) lit.classList.remove("lit");
  const here = result.contains(target) ? target.closest("[data-word]") : null;
  for (const word of here ? here.dataset.word.split(" ") : []) {
    for (const part of result.querySelectorAll(`[data-word~="${CSS.escape(word)}"]`)) part.classList.add("lit");
  }
}

function enterSubmits(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.form.requestSubmit();
}

/** Makes a field as high as its text. */
function fitHeight(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

async function tellModel() {
  const answer = await fetch("api/model").catch(() => null);
  if (!answer?.ok) return;
  const { name, training } = await answer.json();
  find("#about").textContent = `Model ${name}, ${training.made_by ?? "proofnets"}.`;
}

start();
