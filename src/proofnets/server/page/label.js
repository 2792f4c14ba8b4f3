// Types and terms as they are printed: pieces of text, raised or lowered, each with the words that it belongs to.

import { make } from "./dom.js";

const LONGEST = 90; // letters of a term that stands in one line
const LONG = 44; // letters between two brackets from which on they have lines of their own

/** A term or a type in one line. Of two brackets that belong together, the one tells of the other. */
export function label(runs) {
  const shown = runs.map(piece);
  for (const [open, close] of pairs(runs)) {
    const both = [open, close].map((place) => (shown[place] = make("span", { class: "bracket" }, runs[place].text)));
    const toggle = (paired) => () => both.forEach((bracket) => bracket.classList.toggle("paired", paired));
    for (const bracket of both) {
      bracket.addEventListener("pointerenter", toggle(true));
      bracket.addEventListener("pointerleave", toggle(false));
    }
  }
  return shown;
}

/** A term that is long in several lines: what stands in long brackets begins a line, and so does what follows it. */
export function lines(runs) {
  const shown = label(runs);
  if (lengthOf(runs) <= LONGEST) return shown;
  const long = new Map(pairs(runs).filter(([open, close]) => lengthOf(runs.slice(open, close)) > LONG));
  const closing = new Set(long.values());
  let depth = 0, closed = false; // how many long brackets are open, and whether one was just closed
  const rows = [make("div")];
  shown.forEach((element, place) => {
    const breaks = runs[place].text === " " && (closed || long.has(place + 1));
    if (breaks) rows.push(make("div", { class: "row", "data-depth": depth + 1 }));
    else rows.at(-1).append(element);
    if (long.has(place)) depth += 1;
    if (closing.has(place)) depth -= 1;
    closed = closing.has(place) || (closed && runs[place].script !== 0);
  });
  for (const row of rows) row.style.paddingLeft = `${1.2 * Math.min(20, row.dataset.depth ?? 0)}em`;
  return rows;
}

const lengthOf = (runs) => runs.reduce((sum, run) => sum + run.text.length, 0);

/** The places of brackets that belong together. */
function pairs(runs) {
  const open = [], all = [];
  runs.forEach(({ text, words }, place) => {
    if (text === "(" && !words) open.push(place);
    if (text === ")" && !words && open.length) all.push([open.pop(), place]);
  });
  return all;
}

function piece(run) {
  const text = run.italic ? make("var", {}, run.text) : run.text;
  let set = run.script ? make(run.script > 0 ? "sup" : "sub", {}, text) : text;
  if (run.index) set = make("span", { class: "index" }, set);
  const explained = run.atom || (run.script && !run.words && run.text.trim());
  if (explained) set = make("span", { class: run.atom ? `hue${run.hue}` : false, "data-sign": explained }, set);
  return run.words ? make("bdi", { "data-word": run.words }, set) : set;
}
