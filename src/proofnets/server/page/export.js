// To take something along: copies, downloads, and pictures that are dragged out of the page.

import { button, make } from "./dom.js";

const LARGEST = 12000; // pixels, which all browsers can draw

export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make("textarea"); // browsers refuse the clipboard to pages that are not local or HTTPS
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function download(content, name, kind) {
  const link = make("a", { download: name });
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function copyPicture(svg) {
  if (!navigator.clipboard?.write) throw new Error("This browser copies no pictures from here: download it instead.");
  await navigator.clipboard.write([new ClipboardItem({ "image/png": toPng(svg) })]);
}

/** The element of a picture, without the style that is for a file of its own: the page's policy admits none. */
export const readPicture = (svg) =>
  new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ""), "image/svg+xml").documentElement;

/** A picture in pixels, black on white, twice as large as on the screen. */
export async function toPng(svg) {
  const picture = readPicture(svg);
  picture.setAttribute("color", "#000");
  const [width, height] = ["width", "height"].map((side) => Number(picture.getAttribute(side)));
  const scale = Math.min(2, LARGEST / width, LARGEST / height);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }));
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  const canvas = make("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const brush = canvas.getContext("2d");
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture is too large for this browser: download it as SVG.");
  return blob;
}

/** Something to take hold of, by which a picture is dragged into a document or a folder. */
export function dragHandle(svg, name) {
  let png = ""; // a drag gives its data at once, so that the picture is made as soon as somebody comes near
  const prepare = async () => {
    const reader = new FileReader();
    reader.onload = () => {
      png = reader.result;
      handle.classList.add("ready");
    };
    reader.readAsDataURL(await toPng(await svg()));
  };
  const start = ({ dataTransfer }) => {
    dataTransfer.effectAllowed = "copy";
    dataTransfer.setData("text/html", `<img src="${png}" alt="${name}">`);
    dataTransfer.setData("DownloadURL", `image/png:${name}.png:${png}`);
  };
  const handle = make("span", {
    class: "handle", draggable: "true", title: "Drag the picture into a document", "aria-hidden": "true",
    pointerenter: () => png || prepare().catch(() => {}), dragstart: start,
  }, "⠿");
  return handle;
}

/** A name for a file, from the first words of a text. */
export function fileName(text) {
  const words = text.normalize("NFD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? ["proof"];
  return words.join("-").slice(0, 40);
}

/** A button that says whether it has copied. */
export const copyButton = (text, title, copy) => telling(text, title, copy, "Copied", "Not copied");

/** A button that says so if there was nothing to download. */
export const savingButton = (text, title, load) => telling(text, title, load, text, "Not downloaded");

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
