// To take something along: copies and downloads.

const LARGEST = 12000; // pixels, which all browsers can draw

export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea"); // browsers refuse the clipboard to pages that are not local or HTTPS
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function download(content, name, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.download = name;
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
  const canvas = document.createElement("canvas");
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

/** A name for a file, from the first words of a text. */
export function fileName(text) {
  const words = text.normalize("NFD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? ["proof"];
  return words.join("-").slice(0, 40);
}
