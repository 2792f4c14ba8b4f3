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

/**
 * A term or a type: pieces of text, raised or lowered, each with the words that it belongs to. What stands between
 * brackets is a group, so that a style sheet can tell which two belong together.
 */
export function label(runs) {
  const groups = [[]];
  for (const run of runs) {
    const bracket = !run.words && (run.text === "(" || run.text === ")");
    if (bracket && run.text === "(") groups.push([]);
    groups.at(-1).push(bracket ? make("span", { class: "bracket" }, run.text) : piece(run));
    if (bracket && run.text === ")" && groups.length > 1) {
      const group = make("span", { class: "group" }, groups.pop());
      groups.at(-1).push(group);
    }
  }
  return groups.flat();
}

function piece(run) {
  const text = run.italic ? make("var", {}, run.text) : run.text;
  let set = run.script ? make(run.script > 0 ? "sup" : "sub", {}, text) : text;
  if (run.index) set = make("span", { class: "index" }, set);
  if (run.hue !== null) set = make("span", { class: `hue${run.hue}` }, set);
  return run.words ? make("bdi", { "data-word": run.words }, set) : set;
}

export function showError(place, error) {
  place.textContent = error ? error.message : "";
  place.hidden = !error;
}

/** Lets the arrow keys go from tab to tab. */
export function arrowKeys(tablist) {
  tablist.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tabs = [...tablist.querySelectorAll('[role="tab"]')];
    const here = tabs.indexOf(document.activeElement);
    if (!step || here < 0) return;
    event.preventDefault();
    const next = (here + step + tabs.length) % tabs.length;
    tabs[next].click();
    tabs[next].focus();
  });
}
