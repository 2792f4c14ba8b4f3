// The panels of a reading: its term, its pictures and its steps, each with tools, and each to be folded.

import { button, find, make } from "./dom.js";
import { copyButton, copyPicture, copyText, download, dragHandle, fileName, readPicture, savingButton, toPng } from "./export.js";
import { lines } from "./label.js";
import { documentOf, labelsOf } from "./service.js";
import { steps } from "./steps.js";
import { zoomer } from "./zoom.js";

const PICTURES = [
  { format: "svg", latex: "latex-net", name: "net", title: "Proof net", folds: true,
    help: "Words below, their types taken apart above them, and the axiom links on top." },
  { format: "svg-proof", latex: "latex-proof", name: "deduction", title: "Natural deduction", centred: true, folds: true },
  { format: "svg-deps", latex: "latex-deps", name: "dependencies", title: "Dependencies", folds: true },
  { format: "svg-term", latex: "latex-term", name: "term-tree", title: "Term as a tree", centred: true },
  { format: "svg-heat", name: "beliefs", title: "What the model believed",
    help: "How probable each link is, in percent: rows are atoms that are needed, columns those that are brought. "
      + "The links of this reading have a frame." },
];
const FOLDED = "folded panels"; // where the browser keeps which they are
const SETTLED = 200; // milliseconds after which a window is no longer being resized

/**
 * All panels of a reading, which has a name if others are beside it; and when they are `done`: they come one below the
 * other, so that nothing jumps.
 */
export function panels(parse, analysis, light, name) {
  const drawn = PICTURES.filter(({ format }) =>
    format === "svg" || (format === "svg-heat" ? analysis.beliefs?.length : analysis.proved));
  const all = drawn.map((kind) => picturePanel(parse, analysis, kind));
  if (analysis.proved) {
    const [net, deduction, ...rest] = all;
    all.splice(0, all.length, termPanel(parse, analysis), net, deduction, stepPanel(parse, analysis, light), ...rest);
  }
  let before = Promise.resolve();
  for (const { element, folded, fill, tell } of all) {
    element.hidden = true;
    if (name) element.setAttribute("aria-label", `${element.getAttribute("aria-label")}, ${name}`);
    const [content, turn] = [folded ? null : fill(), before];
    before = Promise.allSettled([content, turn]).then(async () => {
      element.hidden = false;
      (await content)?.();
    }).catch(tell);
  }
  return { elements: all.map(({ element }) => element), done: before };
}

/**
 * A panel. `fill` gets what belongs into it, and gives a function that puts it there when the panel is seen; `tell` says
 * in its place what went wrong.
 */
function panel({ name, title, help, tools = [] }, body, fill) {
  const folded = readFolded().includes(name);
  const tell = (error) => body.replaceChildren(make("p", { class: "error" }, error.message));
  const toggle = button(title, "Fold or unfold", () => {
    const open = toggle.getAttribute("aria-expanded") === "false";
    setFolded(name, !open);
    toggle.setAttribute("aria-expanded", open);
    element.classList.toggle("folded", !open);
    if (open && !body.querySelector(":scope > :not(.error)")) fill().then((put) => put()).catch(tell);
  }, { "aria-expanded": String(!folded), class: "fold" });
  const element = make("section", { class: folded ? "panel folded" : "panel", "aria-label": title },
    make("header", {}, make("h3", {}, toggle), make("div", { class: "tools" }, tools)), body,
    help ? make("p", { class: "help" }, help) : null);
  return { element, folded, fill, tell };
}

function readFolded() {
  try {
    const names = JSON.parse(localStorage.getItem(FOLDED));
    return Array.isArray(names) ? names : [];
  } catch {
    return []; // the store is forbidden: the page works without
  }
}

function setFolded(name, folded) {
  const others = readFolded().filter((other) => other !== name);
  try {
    localStorage.setItem(FOLDED, JSON.stringify(folded ? [...others, name] : others));
  } catch {} // it is full or forbidden
}

function termPanel(parse, analysis) {
  const body = make("div", { class: "line" });
  const tools = [
    copyButton("Term", "Copy the term as text", () => copyText(analysis.term)),
    copyButton("Plain", "Copy the term without its labels", () => copyText(analysis.plain_term)),
    copyButton("Typed", "Copy the term with its types", () => copyText(analysis.typed_term)),
    copyButton("LaTeX", "Copy the term as a fragment of LaTeX", async () => copyText(await documentOf(parse, analysis, "latex-term"))),
  ];
  return panel({ name: "term", title: "Term", tools: [make("span", {}, "Copy:"), ...tools] }, body, async () => {
    const labels = await labelsOf(parse, analysis);
    const colon = { text: " : ", script: 0, words: "" };
    return () => body.replaceChildren(...(labels ? lines([...labels.term, colon, ...labels.goal]) : [analysis.term]));
  });
}

function stepPanel(parse, analysis, light) {
  const body = make("div");
  const tools = copyButton("Copy", "Copy the deduction as text", async () => copyText(await documentOf(parse, analysis, "proof")));
  return panel({ name: "steps", title: "Step by step", tools }, body, async () => {
    const made = await steps(parse, analysis, light);
    return () => body.replaceChildren(made);
  });
}

function picturePanel(parse, analysis, kind) {
  const title = analysis.proved || kind.format !== "svg" ? kind.title : "Proof structure";
  const place = make("div", { class: "picture", tabindex: 0, role: "group", "aria-label": `${title}, scrollable` });
  let room = 0; // the width that it is drawn for, if it can be folded
  let settling;
  const draw = async () => {
    const wanted = (room = kind.folds ? roomFor() : 0);
    const picture = drawing(await documentOf(parse, analysis, kind.format, wanted));
    return () => wanted === room && zoom.show(picture, kind.centred);
  };
  const redraw = async () => {
    if (kind.folds && !document.fullscreenElement && place.isConnected && room !== roomFor()) (await draw())();
  };
  const zoom = zoomer(place, () => {
    clearTimeout(settling);
    settling = setTimeout(() => redraw().catch(() => {}), SETTLED); // if it cannot be drawn, the old picture stays
  });
  const svg = () => documentOf(parse, analysis, kind.format);
  const name = `${fileName(parse.text)}-${kind.name}`;
  const tools = [
    button("−", "Smaller", zoom.smaller), button("+", "Larger", zoom.larger), button("Fit", "All of it", zoom.fit),
    button("Full screen", "Full screen, and back", () => fullScreen(place, zoom)),
    make("span", {}, "Copy:"),
    copyButton("PNG", "Copy the picture, to paste it into a document", async () => copyPicture(await svg())),
    copyButton("SVG", "Copy the picture as SVG", async () => copyText(await svg())),
    kind.latex && analysis.proved ? copyButton("LaTeX", "Copy the picture as a fragment of LaTeX",
      async () => copyText(await documentOf(parse, analysis, kind.latex))) : null,
    make("span", {}, "Save:"),
    savingButton("PNG", "Download the picture as PNG", async () => download(await toPng(await svg()), `${name}.png`)),
    savingButton("SVG", "Download the picture as SVG", async () => download(await svg(), `${name}.svg`, "image/svg+xml")),
    dragHandle(svg, name),
  ];
  return panel({ ...kind, title, tools }, place, draw);
}

/** How wide a picture may be that is drawn for the window as it is, in steps; on a phone, it is made smaller. */
const roomFor = () => Math.round(Math.min(2400, Math.max(600, find("#result").clientWidth - 60)) / 50) * 50;

async function fullScreen(place, zoom) {
  if (document.fullscreenElement) return document.exitFullscreen();
  await place.closest(".panel").requestFullscreen();
  zoom.fit();
}

/** A picture as part of the page: in the page's colours, and with a label in place of a tooltip. */
function drawing(text) {
  const svg = document.importNode(readPicture(text), true);
  svg.setAttribute("aria-label", svg.querySelector("title")?.textContent ?? "");
  for (const extra of svg.querySelectorAll(":scope > title, :scope > desc")) extra.remove();
  return svg;
}
