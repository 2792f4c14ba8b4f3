// The result: a sentence or a judgement with its status, its words, its readings, their panels, and what to take along.

import { arrowKeys, button, choice, make, percent, sureness } from "./dom.js";
import { copyButton, copyText, download, fileName, savingButton } from "./export.js";
import { panels } from "./pictures.js";
import { documentOf, documentOfAll, formats } from "./service.js";
import { words } from "./words.js";

/**
 * Shows a parse in a place. `view` says which reading is chosen, whether all are shown together, what `words` needs to
 * know, and `all` sentences; `actions` are what the page does when something is chosen: `choose`, `together`, `edit`,
 * `restore`, `light`.
 */
export function showResult(place, parse, view, actions) {
  const analysis = parse.analyses[view.reading];
  const sections = [status(parse, analysis, view, actions)];
  if (analysis && !view.together) {
    const bench = words(parse, analysis, view, actions.edit);
    sections.push(bench, strip(parse, analysis, bench));
  }
  if (parse.analyses.length > 1) sections.push(readingTabs(parse, view, actions));
  if (analysis) sections.push(...readings(parse, analysis, view, actions));
  place.replaceChildren(...sections);
}

function status(parse, analysis, view, actions) {
  const proved = parse.status === "proved";
  const count = parse.analyses.length;
  const typed = actions.noun === "reading" ? "Well-typed" : "Proved";
  const title = parse.error ? "Not read" : !proved ? "No proof" : count > 1 ? `${typed}, ${count} ${actions.noun}s` : typed;
  const line = make("div", { class: `status ${proved ? "proved" : "unproved"}` }, make("h2", {}, title));
  const sure = proved && analysis?.confidence;
  if (typeof sure === "number") line.append(make("strong", { class: `chance ${sureness(sure)}` }, `${percent(sure)} sure`));
  else if (proved && view.changed.size) line.append(make("strong", { class: "chance unrated" }, "not rated"));
  line.append(" ", make("span", { class: "why" }, why(parse, analysis, view)));
  if (parse.stopped === "limit" && actions.noun === "proof") line.append(" The search stopped there: there are more.");
  if (parse.stopped === "time" && proved) line.append(" The search stopped in the time allowed: there may be more.");
  if (parse.timed_out) line.append(" Time was up before all was tried: this is the best that was found by then.");
  if (view.changed.size) {
    line.append(" ", button("Restore the parser’s types", "Undo all changes by hand", actions.restore));
  }
  return line;
}

/** What is known of a parse, and what is not. */
function why(parse, analysis, view) {
  if (parse.status === "proved" && view.changed.size) {
    return `The types fit together: that is proved. Some were given by hand, and the model says how sure it is only of types that it chose itself. ${parse.note ?? ""}`;
  }
  if (parse.error ?? parse.note) return parse.error ?? parse.note;
  if (!analysis) return "No proof was found, and no types.";
  if (parse.status !== "proved") return "No proof was found; these are the types that the model prefers.";
  if (typeof analysis?.confidence !== "number") return "";
  const chances = analysis.type_confidence;
  const least = chances.indexOf(Math.min(...chances));
  return `The types fit together: that is proved. All of them are right with a chance of ${percent(analysis.confidence)}; `
    + `the least sure is that of ‘${parse.tokens[least]}’, ${percent(chances[least])}.`;
}

/** The words once more, in a line that stays in sight when the others have left it. */
function strip(parse, analysis, bench) {
  const tokens = parse.tokens.map((token, place) => make("bdi", {
    "data-word": place + 1, class: sureness(analysis.type_confidence?.[place] ?? 1),
  }, token));
  const line = make("div", { class: "strip", "aria-hidden": "true", hidden: true }, make("div", {}, tokens.flatMap((token) => [token, " "])));
  new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) => {
    line.hidden = isIntersecting || boundingClientRect.top > 0;
  }).observe(bench);
  return line;
}

function readingTabs(parse, view, actions) {
  const tabs = parse.analyses.map((analysis, number) => {
    const content = [`${capital(actions.noun)} ${number + 1}`, make("small", {}, score(analysis))];
    return button(content, analysis.term ?? "no proof", () => actions.choose(number), {
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

/** How sure a reading is or, where nobody says, its score: a mean log-probability. */
function score(analysis) {
  if (!analysis.proved) return "no proof";
  if (typeof analysis.confidence === "number") return percent(analysis.confidence);
  return analysis.score === null ? "" : analysis.score.toFixed(2).replace("-", "−");
}

/** The chosen reading or all of them, and below, when all is drawn, what to take along. */
function readings(parse, chosen, view, actions) {
  const shown = view.together ? parse.analyses : [chosen];
  const all = shown.map((analysis, place) =>
    panels(parse, analysis, actions.light, view.together && `${actions.noun} ${place + 1}`));
  const columns = shown.map((analysis, place) => {
    const number = parse.analyses.indexOf(analysis);
    return make("div", { class: "reading", "data-reading": number },
      view.together ? make("h2", {}, `${number + 1}`, make("small", {}, score(analysis))) : null,
      all[place].elements);
  });
  const taking = documents(parse, chosen, view.all);
  taking.hidden = true;
  Promise.all(all.map(({ done }) => done)).then(() => (taking.hidden = false));
  const many = parse.analyses.length > 1;
  return [make("div", {
    class: view.together ? "columns together" : "columns", id: "readings",
    role: many && "tabpanel", "aria-labelledby": many && `reading-${parse.analyses.indexOf(chosen)}`,
  }, columns), taking];
}

/** What can be taken along: the chosen reading or all sentences, in every format. */
function documents(parse, analysis, all) {
  const section = make("section", { class: "documents", "aria-label": "Take it along" });
  const link = copyButton("Copy a link", "It brings back what is on the screen", () => copyText(location.href));
  section.append(link);
  formats().then((known) => {
    const rows = known.filter(({ inner }) => !inner);
    const scope = choice("What to take along", [["one", "This reading"], ["all", `All ${all.length} sentences`]]);
    const format = choice("Format", rows.map(({ name, help }) => [name, `${name}: ${help}`]));
    const text = () => (scope.value === "all" ? documentOfAll(all, format.value) : documentOf(parse, analysis, format.value));
    const save = async () => {
      const { ending, media_type: kind } = rows.find(({ name }) => name === format.value);
      download(await text(), `${fileName(parse.text)}${scope.value === "all" ? "-and-more" : ""}.${ending}`, kind);
    };
    section.prepend(...(all.length > 1 ? [scope] : []), format,
      copyButton("Copy", "Copy the document", async () => copyText(await text())),
      savingButton("Download", "Download the document", save));
  }, () => {}); // the link is there already
  return section;
}
