// The words with their types, and the editor of a type: the workbench.

import { button, label, make, showError } from "./dom.js";
import { documentOf } from "./service.js";

const NOTHING = "∅"; // how a token that brings no resource is shown
const SIGNS = [
  ["◇", "For a complement: ◇su np. You can also type <su>np"],
  ["□", "For an adjunct: □mod(np ⊸ np). You can also type [mod](np -> np)"],
  ["⊸", "From one type to another: np ⊸ s. You can also type np -> s"],
];

/**
 * The words of an analysis in a row, the goal last; it has number 0. `changed` are the numbers of those whose types
 * were given by hand. `edit`, if types can be edited, takes all types and the goal, and throws what is wrong with them.
 */
export function words(parse, analysis, changed, edit) {
  const bench = make("div", { class: "bench" });
  const entries = parse.tokens.map((token, place) => [place + 1, token, shown(analysis.types[place])]);
  entries.push([0, "⊢", analysis.goal]);
  const cells = entries.map(([number, word, type]) =>
    cell(number, word, type, changed.has(number), edit && (() => open(bench, parse, analysis, number, edit))));
  bench.append(make("div", { class: "words", role: "group", "aria-label": "Words and types" }, cells));
  documentOf(parse, analysis, "labels").then((text) => {
    const [labels] = JSON.parse(text);
    [...labels.types, labels.goal].forEach((runs, place) => {
      if (Array.isArray(runs)) cells[place].querySelector(".type").replaceChildren(...label(runs));
    });
  }, () => {}); // the types are there already, if less neat
  return bench;
}

const shown = (type) => type ?? NOTHING;
const called = (number, word) => (number ? `‘${word}’` : "the goal");

function cell(number, word, type, changed, open) {
  const content = [make("bdi", { class: "token" }, word), make("span", { class: "type" }, type)];
  const attributes = { class: changed ? "word changed" : "word", "data-word": number };
  if (!open) return make("span", { ...attributes, tabindex: 0 }, content);
  const name = `${called(number, word)} has the type ${type}${changed ? ", changed by hand" : ""}; edit it`;
  return button(content, "Edit the type", open, { ...attributes, "aria-label": name });
}

/** Opens the editor of one type. It stays open, with the reason, as long as what is typed is refused. */
function open(bench, parse, analysis, number, edit) {
  bench.querySelector("form")?.remove();
  const name = called(number, parse.tokens[number - 1]);
  const input = make("input", {
    id: "type", value: number ? shown(analysis.types[number - 1]) : analysis.goal, list: "known-types",
    spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "type-error",
  });
  const error = make("p", { class: "error", id: "type-error", role: "alert", hidden: true });
  const submit = async (event) => {
    event.preventDefault();
    try {
      await edit(...replaced(analysis, number, input.value.trim()));
    } catch (fault) {
      showError(error, fault);
      input.focus();
    }
  };
  const close = () => {
    form.remove();
    bench.querySelector(`[data-word="${number}"]`).focus();
  };
  const form = make("form", { class: "editor", submit, keydown: (event) => event.key === "Escape" && close() },
    make("label", { for: "type" }, `Type of ${name}`),
    make("div", { class: "ask" }, input, make("button", { class: "primary" }, "Link again")),
    error,
    make("div", { class: "tools" }, signs(input, number), button("Cancel", "Leave it as it was", close)),
    make("datalist", { id: "known-types" }, knownTypes(parse).map((type) => make("option", { value: type }))));
  bench.append(form);
  input.select();
  input.focus();
}

/** Buttons for what is not on a keyboard. */
function signs(input, number) {
  const insert = (sign) => {
    input.setRangeText(sign, input.selectionStart, input.selectionEnd, "end");
    input.focus();
  };
  const replace = (text) => {
    input.value = text;
    input.focus();
  };
  const made = SIGNS.map(([sign, title]) => button(sign, title, () => insert(sign)));
  if (!number) return made;
  return [...made,
    button(NOTHING, "It brings nothing, as punctuation does", () => replace(NOTHING)),
    button("+", "It continues the word before it", () => replace("+"))];
}

function replaced(analysis, number, text) {
  if (!number) return [analysis.types, text, number];
  const types = [...analysis.types];
  types[number - 1] = text === NOTHING || text === "" ? null : text;
  return [types, analysis.goal, number];
}

const knownTypes = (parse) =>
  [...new Set(parse.analyses.flatMap((analysis) => analysis.types))].filter((type) => type && type !== "+");
