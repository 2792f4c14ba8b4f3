// What is on the screen, as the fragment of the address: a link brings it back, and it is never sent to the service.

const START = {
  view: "parse", text: "", beam: 1, readings: 1, sentence: 0, types: null, goal: "", changed: [],
  judgement: "", limit: 20, reading: 0, together: false,
};
const OF_VIEW = {
  parse: ["view", "text", "beam", "readings", "sentence", "types", "goal", "changed", "reading", "together"],
  prove: ["view", "judgement", "limit", "reading", "together"],
};

export const startOf = () => ({ ...START });

/** The state that the address tells of. What makes no sense in it is as at the start. */
export function readState() {
  const state = startOf();
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [name, usual] of Object.entries(START)) {
    if (given.has(name)) state[name] = read(given.get(name), usual);
  }
  if (!Object.hasOwn(OF_VIEW, state.view)) state.view = START.view;
  if (!Array.isArray(state.types)) state.types = null;
  if (!Array.isArray(state.changed)) state.changed = [];
  return state;
}

function read(text, usual) {
  if (typeof usual === "string") return text;
  try {
    const value = JSON.parse(text);
    const fits = typeof usual === "number" ? Number.isInteger(value) && value >= 0 : true;
    return fits ? value : usual;
  } catch {
    return usual;
  }
}

/** Puts the state into the address; what is as at the start is left out. A new question is a step to go back from. */
export function writeState(state) {
  const told = new URLSearchParams();
  for (const name of OF_VIEW[state.view]) {
    const value = state[name];
    if (JSON.stringify(value) === JSON.stringify(START[name])) continue;
    told.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const before = readState();
  const asks = OF_VIEW[state.view].some((name) => typeof START[name] === "string" && before[name] !== state[name]);
  history[asks && location.hash ? "pushState" : "replaceState"](null, "", `#${told}`);
}
