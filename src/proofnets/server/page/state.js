// What is on the screen, as the fragment of the address: a link brings it back, and it is never sent to the service.
// What is typed and not asked yet is kept with its step of the history, for as long as the window is open.

const START = {
  view: "parse", text: "", beam: 1, readings: 1, sentence: 0, edits: {}, judgement: "", limit: 20, strict: false,
  pattern: "", by: "", reading: 0, together: null,
};
const OF_VIEW = {
  parse: ["view", "text", "beam", "readings", "sentence", "edits", "reading", "together"],
  prove: ["view", "judgement", "limit", "strict", "reading", "together"],
  search: ["view", "pattern", "by", "sentence", "reading"],
};
const GLANCES = ["sentence", "reading", "together"]; // what shows more of the same answer is no step to go back from

/** The field that a view asks its question in. */
export const FIELDS = { parse: "text", prove: "judgement", search: "pattern" };

export const startOf = () => structuredClone(START);

/** The state that the address tells of. What makes no sense in it is as at the start. */
export function readState() {
  const state = startOf();
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [name, usual] of Object.entries(START)) {
    if (given.has(name)) state[name] = read(given.get(name), usual);
  }
  if (!Object.hasOwn(OF_VIEW, state.view)) state.view = START.view;
  state.edits = Object.fromEntries(Object.entries(state.edits ?? {}).filter(([, edit]) => isEdit(edit)));
  return state;
}

const isEdit = (edit) => Array.isArray(edit?.types) && typeof edit.goal === "string" && Array.isArray(edit.changed);

function read(text, usual) {
  if (typeof usual === "string") return text;
  try {
    const value = JSON.parse(text);
    const fits = typeof usual === "number" ? Number.isInteger(value) && value >= 0
      : typeof usual === "object" ? typeof value === "object" || usual === null : typeof value === typeof usual;
    return fits ? value : usual;
  } catch {
    return usual;
  }
}

const same = (value, other) => JSON.stringify(value) === JSON.stringify(other);

/** Puts the state into the address; what is as at the start is left out. A new question is a step. */
export function writeState(state) {
  const told = new URLSearchParams();
  for (const name of OF_VIEW[state.view].filter((name) => !same(state[name], START[name]))) {
    told.set(name, typeof state[name] === "string" ? state[name] : JSON.stringify(state[name]));
  }
  const before = readState();
  const asks = OF_VIEW[state.view].some((name) => !GLANCES.includes(name) && !same(before[name], state[name]));
  const step = asks && location.hash;
  history[step ? "pushState" : "replaceState"](step ? { key: newKey() } : (history.state ?? { key: newKey() }), "", `#${told}`);
}

const newKey = () => `${Date.now()}-${Math.random()}`;

/** A title that tells a step of the history from the others. */
export function titleOf(state) {
  const asked = state[FIELDS[state.view]].trim().replace(/\s+/g, " ");
  const types = Object.values(state.edits).flatMap((edit) => edit.changed).length;
  const more = state.view === "parse"
    ? [types && (types > 1 ? `${types} types by hand` : "a type by hand"), state.beam > 1 && `beam ${state.beam}`,
      state.readings > 1 && `${state.readings} readings`]
    : [state.strict && "strict", state.by && `by ${state.by}`];
  const kind = { parse: "", prove: "Prove", search: "Search" }[state.view];
  return [asked && shortened(asked), ...more, kind, "Neural Proof Nets"].filter(Boolean).join(" · ");
}

const shortened = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Keeps what is typed at this step of the history. */
export function keepDraft(draft) {
  try {
    sessionStorage.setItem(`draft ${history.state?.key}`, JSON.stringify({ ...readDraft(), ...draft }));
  } catch {} // the store is full or forbidden: the page works without
}

/** What was typed at this step of the history. */
export function readDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(`draft ${history.state?.key}`)) ?? {};
  } catch {
    return {};
  }
}
