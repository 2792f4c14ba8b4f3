// The service: calls, and what went wrong, in words.

export class ServiceError extends Error {}

let under = 0; // how many calls are under way
let tell = () => {};

/** Tells a listener whether anything is asked of the service at the moment. */
export const whenBusy = (listener) => (tell = listener);

const count = (step) => tell((under += step) > 0);

async function post(path, body, signal) {
  let answer;
  count(1);
  try {
    answer = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch {
    throw new ServiceError("The service does not answer. Is it still running?");
  } finally {
    count(-1);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new ServiceError(sentence(told.error || `The service answered ${answer.status}.`));
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

const answered = new Map(); // the last answers by question, so that a step back shows what was there
const KEPT = 30;

/** What the service answers; a question can be given up by its signal. */
export async function call(path, body, signal) {
  const question = JSON.stringify([path, body]);
  const answer = answered.get(question) ?? (await (await post(path, body, signal)).json());
  answered.delete(question);
  answered.set(question, answer);
  if (answered.size > KEPT) answered.delete(answered.keys().next().value);
  return answer;
}

const told = new Map(); // what the service says of itself, once somebody has asked

function about(path) {
  if (!told.has(path)) {
    told.set(path, fetch(`api/${path}`).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status))));
    told.get(path).catch(() => told.delete(path));
  }
  return told.get(path);
}

/** The formats that there are: name, help, media_type and ending of each, and whether it is `inner`, the page's own. */
export const formats = () => about("formats");

/** The model: its name, its symbols, how it was trained; and the corpus, if there is one. */
export const model = () => about("model");

/** The atoms of a type that the model does not know; all are known to those who do not know the model. */
export const strangers = (type, symbols) =>
  symbols ? [...new Set(type.match(/(?<![◇□\p{L}\d_])[\p{L}_][\p{L}\d_]*/gu))].filter((name) => !symbols.includes(name)) : [];

const NEEDED = ["goal", "types", "links", "score", "frequency", "confidence", "type_confidence", "link_confidence",
  "other_types", "dependencies"];
const fields = (names, whole) => Object.fromEntries(names.filter((name) => name in whole).map((name) => [name, whole[name]]));

/** A parse with some of its readings as `render` takes it: without what is worked out again. */
const slim = (parse, analyses, more = []) =>
  ({ ...fields(["text", "tokens", "offsets", "error", "timed_out", "place"], parse),
    analyses: analyses.map((analysis) => fields([...NEEDED, ...more], analysis)) });

const made = new WeakMap(); // documents that were made before, by analysis and format

/** A document of one reading, as text; a picture that can be folded may have a width to keep to. */
export function documentOf(parse, analysis, format, width = 0) {
  if (!made.has(analysis)) made.set(analysis, new Map());
  const known = made.get(analysis);
  const path = `render/${format}${width ? `?width=${width}` : ""}`;
  if (!known.has(path)) {
    const text = post(path, slim(parse, [analysis], ["beliefs"])).then((answer) => answer.text());
    text.catch(() => known.delete(path));
    known.set(path, text);
  }
  return known.get(path);
}

/** One document of several sentences with all their readings. */
export const documentOfAll = async (parses, format) =>
  (await post(`render/${format}`, parses.map((parse) => slim(parse, parse.analyses)))).text();

/** Terms and types of a reading in pieces, to be set neatly; nothing if that is not to be had. */
export const labelsOf = (parse, analysis) =>
  documentOf(parse, analysis, "labels").then((text) => JSON.parse(text)[0], () => null);
