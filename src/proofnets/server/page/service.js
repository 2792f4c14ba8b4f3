// The service: calls, and what went wrong, in words.

export class ServiceError extends Error {}

async function post(path, body, signal) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch {
    throw new ServiceError("The service does not answer. Is it still running?");
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new ServiceError(sentence(told.error || `The service answered ${answer.status}.`));
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

/** What the service answers; a question can be given up by its signal. */
export const call = async (path, body, signal) => (await post(path, body, signal)).json();

/** One reading of a parse, as `render` takes it. */
export function only(parse, analysis) {
  const { text, tokens, offsets } = parse;
  return { text, tokens, offsets, analyses: [analysis] };
}

let known; // the formats, once somebody has asked for them

/** The formats that there are: name, help, media_type and ending of each. */
export async function formats() {
  known ??= fetch("api/formats").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
  known.catch(() => (known = undefined));
  return known;
}

const made = new WeakMap(); // documents that were made before, by analysis and format

/** A document of one reading, as text. */
export function documentOf(parse, analysis, format) {
  if (!made.has(analysis)) made.set(analysis, new Map());
  const known = made.get(analysis);
  if (!known.has(format)) {
    const text = post(`render/${format}`, only(parse, analysis)).then((answer) => answer.text());
    text.catch(() => known.delete(format));
    known.set(format, text);
  }
  return known.get(format);
}
