// The natural deduction step by step: as text, which a screen reader reads, and one step at a time, to learn from.

import { button, make } from "./dom.js";
import { RULES } from "./glossary.js";
import { documentOf } from "./service.js";

/** Fills a place with the steps of a reading; `light` lights up words wherever they are. */
export async function steps(parse, analysis, light) {
  const [all] = JSON.parse(await documentOf(parse, analysis, "steps"));
  let now = 0;
  const figure = make("div", { class: "figure", "aria-live": "polite" });
  const lines = all.map((step, place) => make("li", { "data-word": step.words || false },
    button([`${step.term} : ${step.type}`, make("small", {}, how(step))], "Show this step", () => go(place))));
  const go = (place) => {
    now = Math.max(0, Math.min(all.length - 1, place));
    lines.forEach((line, number) => {
      line.firstChild.setAttribute("aria-current", number === now ? "step" : "false");
      line.classList.toggle("ahead", number > now);
    });
    const list = lines[now].parentElement;
    if (list) list.scrollTop = lines[now].offsetTop - list.clientHeight / 2;
    figure.replaceChildren(...inference(all, now));
    light(lines[now]);
  };
  const keys = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) go(now + step);
  };
  const tools = make("div", { class: "tools" },
    button("« First", "The first step", () => go(0)),
    button("‹ Back", "The step before", () => go(now - 1)),
    button("Next ›", "The next step", () => go(now + 1)),
    button("Last »", "The last step", () => go(all.length - 1)));
  const list = make("ol", { tabindex: 0, "aria-label": "All steps" }, lines);
  go(now);
  return make("div", { class: "steps", keydown: keys }, list, make("div", { class: "now" }, tools, figure));
}

function how({ rule, premises }) {
  if (!premises.length) return "given";
  return `${rule} from ${premises.map((premise) => premise + 1).join(" and ")}`;
}

/** One step as on paper: premises, a line with the rule beside it, the conclusion; and what the rule says. */
function inference(all, place) {
  const step = all[place];
  const judgement = ({ term, type, words }) => make("span", { "data-word": words || false }, term, make("small", {}, type));
  const given = step.words ? "A word, with its type." : "A hypothesis: it is supposed here, and a later ⊸I discharges it.";
  return [
    make("p", { class: "help" }, `Step ${place + 1} of ${all.length}`),
    make("div", { class: "inference" },
      make("div", { class: "premises" }, step.premises.map((premise) => judgement(all[premise]))),
      step.premises.length ? make("div", { class: "bar" }, make("span", {}, step.rule)) : null,
      make("div", { class: "conclusion" }, judgement(step))),
    make("p", {}, step.premises.length ? RULES[step.rule] : given),
  ];
}
