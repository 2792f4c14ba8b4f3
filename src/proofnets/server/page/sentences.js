// The sentences of a text or the matches of a search: a list to go through, with how sure each of them is.

import { button, make, percent, sureness } from "./dom.js";

/**
 * The list; `choose` shows one of them. `marks` has, for each match of a search, its nodes and the tokens that they are;
 * `edits` has types that were given by hand, by the number of the sentence.
 */
export function sentenceList(parses, chosen, choose, { marks = [], edits = {} }) {
  const items = parses.map((parse, number) => make("li", {}, button(
    [make("span", {}, marks[number] ? marked(parse, marks[number]) : parse.text), verdict(parse, number in edits)],
    undefined, () => choose(number), { "aria-current": number === chosen && "true" })));
  const step = (by, name, key) => button(name, `${name} sentence (${key})`, () => choose(chosen + by), {
    disabled: !parses[chosen + by], class: "step",
  });
  const list = make("ol", { class: "sentences", tabindex: 0, "aria-label": "Sentences" }, items);
  return make("nav", { "aria-label": "Sentences" },
    make("div", { class: "tools" }, make("span", {}, `${chosen + 1} of ${parses.length}`), step(-1, "Previous", "p"), step(1, "Next", "n")),
    list);
}

/** Brings the chosen sentence into sight, within its list. */
export function showChosen(list) {
  const here = list.querySelector('[aria-current="true"]');
  const box = here?.closest("ol");
  if (box) box.scrollTop = here.parentElement.offsetTop - box.clientHeight / 2;
}

function verdict(parse, byHand) {
  if (byHand) return make("small", { class: "chance unrated" }, "types by hand");
  if (parse.status !== "proved") return make("small", { class: "chance unsure" }, parse.error ? "not read" : "no proof");
  const sure = parse.confidence;
  return typeof sure === "number" ? make("small", { class: `chance ${sureness(sure)}` }, percent(sure)) : null;
}

/** A sentence in which the words of a match stand out, each with the name of its node. */
function marked(parse, nodes) {
  const names = Object.fromEntries(Object.entries(nodes).map(([name, token]) => [token, name]));
  const letters = [...parse.text]; // offsets count characters, of which some are two in JavaScript
  let end = 0;
  const pieces = parse.offsets.flatMap(([start, stop], place) => {
    const word = letters.slice(start, stop).join("");
    const between = letters.slice(end, start).join("");
    end = stop;
    const name = names[place + 1];
    return [between, name ? make("mark", {}, word, make("sub", {}, name)) : word];
  });
  return [...pieces, letters.slice(end).join("")];
}
