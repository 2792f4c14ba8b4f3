// The pictures of a reading, each in a panel with its tools.

import { button, label, make } from "./dom.js";
import { copyPicture, copyText, download, fileName, readPicture, toPng } from "./export.js";
import { documentOf } from "./service.js";

const KINDS = [
  { format: "svg", name: "net", title: "Proof net", wide: true,
    help: "Words below, their types taken apart above them, and the axiom links on top." },
  { format: "svg-proof", name: "deduction", title: "Natural deduction", wide: true, centred: true },
  { format: "svg-deps", name: "dependencies", title: "Dependencies" },
  { format: "svg-term", name: "term", title: "Term as a tree", centred: true },
  { format: "svg-heat", name: "beliefs", title: "What the model believed", wide: true,
    help: "How probable each link is, in percent: rows are atoms that are needed, columns those that are brought. "
      + "The links of this reading have a frame." },
];
const SMALLEST = 0.5; // of what a picture is shrunk to at first

/** All panels of a reading. They fill as the pictures come. */
export function pictures(parse, analysis) {
  const kinds = KINDS.filter(({ format }) =>
    format === "svg" || (format === "svg-heat" ? analysis.beliefs?.length : analysis.proved));
  const panels = kinds.map((kind) => panel(parse, analysis, kind));
  return analysis.proved ? [termPanel(parse, analysis), ...panels] : panels;
}

function termPanel(parse, analysis) {
  const place = make("p", { class: "line" }, analysis.term);
  documentOf(parse, analysis, "labels").then((text) => {
    const [labels] = JSON.parse(text);
    place.replaceChildren(...label(labels.term), make("span", { class: "goal" }, " : ", label(labels.goal)));
  }, () => {}); // the plain term is there already
  const tools = [
    copyButton("Copy", "Copy the term as text", () => copyText(analysis.term)),
    copyButton("Copy plain", "Copy the term without its labels", () => copyText(analysis.plain_term)),
  ];
  return frame("Term", "", tools, place, true);
}

function panel(parse, analysis, kind) {
  const title = analysis.proved || kind.format !== "svg" ? kind.title : "Proof structure";
  const place = make("div", { class: "picture", tabindex: 0, role: "group", "aria-label": `${title}, scrollable` });
  const zoom = zoomer(place);
  const picture = documentOf(parse, analysis, kind.format);
  picture.then(
    (text) => zoom.show(drawing(text), kind.centred),
    (error) => place.append(make("p", { class: "error" }, error.message)),
  );
  const name = `${fileName(parse.text)}-${kind.name}`;
  const tools = [
    button("−", "Smaller", () => zoom.by(1 / 1.25)),
    button("+", "Larger", () => zoom.by(1.25)),
    copyButton("Copy", "Copy the picture, to paste it into a document", async () => copyPicture(await picture)),
    downloadButton("SVG", "Download the picture as SVG", async () => download(await picture, `${name}.svg`, "image/svg+xml")),
    downloadButton("PNG", "Download the picture as PNG", async () => download(await toPng(await picture), `${name}.png`)),
  ];
  return frame(title, kind.help, tools, place, kind.wide);
}

function frame(title, help, tools, body, wide) {
  const header = make("header", {}, make("h3", {}, title), make("div", { class: "tools" }, tools));
  const below = help ? make("p", { class: "help" }, help) : null;
  return make("section", { class: wide ? "panel wide" : "panel", "aria-label": title }, header, body, below);
}

/** A picture as part of the page: in the page's colours, and with a label in place of a tooltip. */
function drawing(text) {
  const svg = document.importNode(readPicture(text), true);
  svg.setAttribute("aria-label", svg.querySelector("title")?.textContent ?? "");
  for (const extra of svg.querySelectorAll(":scope > title, :scope > desc")) extra.remove();
  return svg;
}

/** Shows a picture so that it fits, if it is not too wide for that, and lets it be zoomed. */
function zoomer(place) {
  let svg, width, height, scale;
  const apply = () => {
    svg.setAttribute("width", width * scale);
    svg.setAttribute("height", height * scale);
  };
  const show = (picture, centred) => {
    svg = picture;
    [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
    scale = Math.min(1, Math.max(SMALLEST, place.clientWidth / width));
    place.replaceChildren(svg);
    apply();
    if (centred) place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  };
  const by = (factor) => {
    if (!svg) return;
    scale = Math.min(5, Math.max(0.2, scale * factor));
    apply();
  };
  place.addEventListener("keydown", (event) => {
    const factor = { "+": 1.25, "=": 1.25, "-": 1 / 1.25 }[event.key];
    if (factor && !event.ctrlKey && !event.metaKey) by(factor);
  });
  return { show, by };
}

/** A button that says whether it has copied. */
export const copyButton = (text, title, copy) => telling(text, title, copy, "Copied", "Not copied");

/** A button that says so if there was nothing to download. */
export const downloadButton = (text, title, load) => telling(text, title, load, text, "Not downloaded");

function telling(text, title, act, done, failed) {
  const made = button(text, title, async () => {
    try {
      await act();
      made.textContent = done;
    } catch (error) {
      made.textContent = failed;
      made.title = error.message;
    }
    setTimeout(() => (made.textContent = text), 1500);
  });
  return made;
}
