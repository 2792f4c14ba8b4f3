// Small helpers to make elements. Text is always set as text, never as markup.

export const find = (selector) => document.querySelector(selector);

/** An element with attributes, of which functions are listeners and what is false is left out, and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const button = (content, title, click, attributes = {}) =>
  make("button", { type: "button", title, click, ...attributes }, content);

/** A list to choose from, of pairs of a value and what is shown for it. */
export const choice = (name, options, attributes = {}) =>
  make("select", { "aria-label": name, ...attributes },
    options.map(([value, shown]) => make("option", { value }, shown)));

/** A probability for people: nothing is quite sure, and nothing impossible. */
export const percent = (chance) =>
  chance > 0.994 ? "> 99%" : chance < 0.006 ? "< 1%" : `${Math.round(100 * chance)}%`;

export const SURE = 0.95, UNSURE = 0.7; // as in derivation/analyses.py: the same on the terminal and in pictures

/** How sure a probability is, as a class. */
export const sureness = (chance) => (chance >= SURE ? "sure" : chance >= UNSURE ? "fair" : "unsure");

const WINDOW = 60; // letters of a line in which a fault is shown

/** Says what is wrong and, if it names a column of a text, points at it. */
export function showError(place, error, text = "") {
  place.hidden = !error;
  place.replaceChildren(...(error ? [error.message] : []));
  const column = /column (\d+)/i.exec(error?.message ?? "")?.[1];
  if (column) place.append(make("pre", {}, pointed([...text], column - 1)));
}

/** The line that a fault is in, and a caret below it. */
function pointed(letters, position) {
  const start = letters.lastIndexOf("\n", position - 1) + 1;
  const rest = letters.slice(start).join("").split("\n")[0];
  const first = Math.max(0, position - start - WINDOW / 2);
  const shown = [...rest.replaceAll("\t", " ")].slice(first, first + WINDOW).join("");
  return `${shown}\n${" ".repeat(position - start - first)}^`;
}

/** Lets the arrow keys go from tab to tab. */
export function arrowKeys(tablist) {
  tablist.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tabs = [...tablist.querySelectorAll('[role="tab"]:not([hidden])')];
    const here = tabs.indexOf(document.activeElement);
    if (!step || here < 0) return;
    event.preventDefault();
    const next = (here + step + tabs.length) % tabs.length;
    tabs[next].click();
    tabs[next].focus();
  });
}
