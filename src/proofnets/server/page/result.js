// The result: a sentence or a judgement with its status, its words, its readings and their pictures.

import { arrowKeys, button, make } from "./dom.js";
import { copyText, download, fileName } from "./export.js";
import { copyButton, downloadButton, pictures } from "./pictures.js";
import { documentOf, formats } from "./service.js";
import { words } from "./words.js";

/** Whether a format is offered here: pictures have tools of their own, and labels are for the page alone. */
const isDocument = ({ name, media_type: kind }) => kind !== "image/svg+xml" && name !== "labels";

/**
 * Shows a parse in a place. `view` says which reading is chosen, whether all are shown together, and which types were
 * changed by hand; `actions` are what the page does when something is chosen: `choose`, `together`, `edit`, `restore`.
 */
export function showResult(place, parse, view, actions) {
  const analysis = parse.analyses[view.reading] ?? parse.analyses[0];
  const parts = [status(parse, view, actions)];
  if (analysis && !view.together) parts.push(words(parse, analysis, view.changed, actions.edit));
  if (parse.analyses.length > 1) parts.push(readingTabs(parse, view, actions));
  if (parse.analyses.length) parts.push(readings(parse, analysis, view));
  if (analysis) parts.push(documents(parse, analysis));
  place.replaceChildren(...parts);
}

function status(parse, view, actions) {
  const proved = parse.status === "proved";
  const count = parse.analyses.length;
  const title = parse.error ? "Not read" : !proved ? "No proof" : count > 1 ? `Proved, ${count} ${actions.noun}s` : "Proved";
  const line = make("div", { class: `status ${proved ? "proved" : "unproved"}` }, make("h2", {}, title));
  const why = parse.error ?? parse.note ?? (proved ? "" : "No proof was found; these are the types that the model prefers.");
  if (why) line.append(" ", make("span", { class: "why" }, why));
  if (parse.stopped === "limit" && actions.noun === "proof") line.append(" The search stopped there: there are more.");
  if (parse.stopped === "time" && proved) line.append(" The search stopped in the time allowed: there may be more.");
  if (view.changed.size) {
    line.append(" ", button("Restore the parser’s types", "Undo all changes by hand", actions.restore));
  }
  return line;
}

function readingTabs(parse, view, actions) {
  const tabs = parse.analyses.map((analysis, number) => {
    const content = [`${capital(actions.noun)} ${number + 1}`, make("small", {}, score(analysis))];
    return button(content, scoreHelp(analysis), () => actions.choose(number), {
      role: "tab",
      id: `reading-${number}`,
      "aria-selected": String(!view.together && number === view.reading),
      "aria-controls": "readings",
      tabindex: number === view.reading ? 0 : -1,
    });
  });
  const list = make("div", { role: "tablist", "aria-label": `${capital(actions.noun)}s` }, tabs);
  arrowKeys(list);
  const together = button("Side by side", `Show all ${actions.noun}s side by side`, actions.together, {
    class: "together", "aria-pressed": String(view.together),
  });
  return make("div", { class: "readings" }, list, together);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const minus = (text) => text.replace("-", "−");

function score(analysis) {
  if (!analysis.proved) return "no proof";
  return analysis.score === null ? "" : minus(analysis.score.toFixed(2));
}

const scoreHelp = (analysis) =>
  (analysis.term ?? "no proof") + (analysis.score === null ? "" : " (the score is a mean log-probability)");

function readings(parse, chosen, view) {
  const shown = view.together ? parse.analyses : [chosen];
  const columns = shown.map((analysis) => make("div", { class: "reading" },
    view.together ? make("h3", {}, `${parse.analyses.indexOf(analysis) + 1}`, make("small", {}, score(analysis))) : null,
    pictures(parse, analysis)));
  const many = parse.analyses.length > 1;
  return make("div", {
    class: view.together ? "columns together" : "columns", id: "readings",
    role: many && "tabpanel", "aria-labelledby": many && !view.together && `reading-${parse.analyses.indexOf(chosen)}`,
  }, columns);
}

/** What can be taken along of the chosen reading. */
function documents(parse, analysis) {
  const file = fileName(parse.text);
  const row = ({ name, help, media_type: kind, ending }) => {
    const text = () => documentOf(parse, analysis, name);
    return make("span", { class: "document" }, make("span", { title: help }, name),
      copyButton("Copy", `Copy as ${name}`, async () => copyText(await text())),
      downloadButton("Download", `Download as ${name}`, async () => download(await text(), `${file}.${ending}`, kind)));
  };
  const link = make("span", { class: "document" }, make("span", {}, "Link"),
    copyButton("Copy", "Copy a link that brings back what is on the screen", () => copyText(location.href)));
  const section = make("section", { class: "documents", "aria-label": "Take it along" }, link);
  formats().then((all) => section.prepend(...all.filter(isDocument).map(row)), () => {}); // the link is there already
  return section;
}
