// The words with their types and how sure these are, and the editor of a type: the workbench.

import { button, make, percent, showError, sureness } from "./dom.js";
import { label } from "./label.js";
import { strangers } from "./service.js";
import { keepDraft } from "./state.js";

const NOTHING = "∅"; // how a token that brings no resource is shown
const SIGNS = [
  ["◇", "For a complement: ◇su np. You can also type <su>np"],
  ["□", "For an adjunct: □mod(np ⊸ np). You can also type [mod](np -> np)"],
  ["⊸", "From one type to another: np ⊸ s. You can also type np -> s"],
];

/**
 * The words of an analysis in a row, the goal last; it has number 0. `view` has the neat labels, the numbers of those
 * whose types were given by hand (`changed`), what the parser itself says of them (`parsed`), the `symbols` that the
 * model knows, and an editor that was left open (`editor`). `edit`, if types can be edited, takes all types and the
 * goal, and throws what is wrong with them.
 */
export function words(parse, analysis, view, edit) {
  const bench = make("div", { class: "bench" });
  const entries = parse.tokens.map((token, place) => ({
    number: place + 1, token, type: shown(analysis.types[place]), runs: view.labels?.types[place],
    sure: analysis.type_confidence?.[place],
  }));
  entries.push({ number: 0, token: "⊢", type: analysis.goal, runs: view.labels?.goal });
  const start = (number, value) => open(bench, { parse, analysis, view, edit, number, value });
  const cells = entries.map((entry) => cell(entry, view, edit && (() => start(entry.number))));
  bench.append(make("div", { class: "words", role: "group", "aria-label": "Words and types" }, cells));
  if (edit && view.editor) start(view.editor.number, view.editor.value);
  return bench;
}

const shown = (type) => type ?? NOTHING;
const called = (number, word) => (number ? `‘${word}’` : "the goal");

function cell({ number, token, type, runs, sure }, view, open) {
  const changed = view.changed.has(number);
  const unknown = strangers(type === NOTHING ? "" : type, view.symbols);
  const notes = [
    sure !== undefined && make("span", { class: `chance ${sureness(sure)}` }, percent(sure)),
    changed && make("span", { class: "chance unrated" }, "by hand"),
    unknown.length > 0 && make("span", { class: "stranger" }, `${unknown.join(", ")} unknown`),
  ].filter(Boolean);
  const content = [
    make("bdi", { class: "token" }, token),
    make("span", { class: "type" }, Array.isArray(runs) ? label(runs) : type),
    make("span", { class: "notes" }, notes),
  ];
  const state = [changed && "changed", sure !== undefined && sureness(sure)].filter(Boolean);
  const attributes = { class: ["word", ...state].join(" "), "data-word": number };
  if (!open) return make("span", { ...attributes, tabindex: 0 }, content);
  const more = [
    changed && "changed by hand", sure !== undefined && `${percent(sure)} sure`,
    unknown.length > 0 && `${unknown.join(", ")} unknown to the model`,
  ].filter(Boolean).map((remark) => `, ${remark}`).join("");
  const name = `${called(number, token)} has the type ${type}${more}; edit it`;
  return button(content, undefined, open, { ...attributes, "aria-label": name });
}

/** Opens the editor of one type. It stays open, with the reason, as long as what is typed is refused. */
function open(bench, { parse, analysis, view, edit, number, value }) {
  bench.querySelector("form")?.remove();
  const now = number ? shown(analysis.types[number - 1]) : analysis.goal;
  const input = make("input", {
    id: "type", value: value ?? now, list: "known-types", input: () => typed(true),
    spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "type-error type-note",
  });
  const error = make("p", { class: "error", id: "type-error", role: "alert", hidden: true });
  const note = make("p", { class: "help", id: "type-note" });
  const typed = (keep) => {
    if (keep) keepDraft({ editor: { number, value: input.value, sentence: view.sentence } });
    const unknown = strangers(input.value.replaceAll(/[<[]\w+[>\]]/g, ""), view.symbols);
    note.textContent = unknown.length
      ? `The model does not know ${unknown.join(", ")}: it cannot link such types, and a search will.` : "";
  };
  const submit = async (event) => {
    event?.preventDefault();
    try {
      await edit(...replaced(analysis, number, input.value.trim()));
    } catch (fault) {
      showError(error, fault, input.value.trim());
      input.focus();
    }
  };
  const close = () => {
    keepDraft({ editor: null });
    form.remove();
    bench.querySelector(`[data-word="${number}"]`).focus();
  };
  const choose = (type) => {
    input.value = type;
    submit();
  };
  const form = make("form", { class: "editor", submit, keydown: (event) => event.key === "Escape" && close() },
    make("label", { for: "type" }, `Type of ${called(number, parse.tokens[number - 1])}`),
    make("div", { class: "ask" }, input, make("button", { class: "primary" }, "Link again")),
    error, note, others(view.parsed, number, now, choose),
    make("div", { class: "tools" }, signs(input, number), button("Cancel", "Leave it as it was", close)),
    make("datalist", { id: "known-types" }, knownTypes(parse).map((type) => make("option", { value: type }))));
  bench.append(form);
  if (value === undefined) input.select();
  typed(false);
  input.focus();
}

/** What else the parser thinks that a word may have, to choose from; its own type, too, if that was changed. */
function others(parsed, number, now, choose) {
  const place = number - 1;
  const all = [{ type: parsed?.types[place], confidence: parsed?.type_confidence?.[place] }, ...(parsed?.other_types?.[place] ?? [])]
    .map(({ type, confidence }) => [shown(type), confidence])
    .filter(([type, confidence]) => confidence !== undefined && type !== now);
  if (!number || !all.length) return null;
  return make("div", { class: "others", role: "group", "aria-label": "Other types" }, make("span", {}, "Or is it:"),
    all.map(([type, confidence]) =>
      button([type, make("small", {}, percent(confidence))], "Link again with this type", () => choose(type))));
}

/** Buttons for what is not on a keyboard. */
function signs(input, number) {
  const changed = () => {
    input.dispatchEvent(new Event("input"));
    input.focus();
  };
  const insert = (sign) => {
    input.setRangeText(sign, input.selectionStart, input.selectionEnd, "end");
    changed();
  };
  const replace = (text) => {
    input.value = text;
    changed();
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
