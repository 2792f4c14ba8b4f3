// A picture in a place that scrolls: fitted, zoomed, dragged about, and with lines that lead to where they go on.

const SMALLEST = 0.5; // of what a picture is shrunk to at first
const STEP = 1.25;

/**
 * Lets a place show a picture, so that it fits at first if it is not too wide for that. When the place gets wider or
 * narrower it is fitted again, and `resized` is called, unless the reader has zoomed.
 */
export function zoomer(place, resized) {
  let svg, width, height, scale;
  let fitting = null; // how the scale was found, if the reader has not chosen it
  let room = 0; // how wide the place was when it was fitted
  const apply = (wanted) => {
    scale = Math.min(5, Math.max(0.1, wanted));
    svg.setAttribute("width", width * scale);
    svg.setAttribute("height", height * scale);
  };
  const refit = (how) => {
    if (!svg) return;
    fitting = how;
    apply(how());
  };
  const legible = () => Math.min(1, Math.max(SMALLEST, place.clientWidth / width));
  const full = () => document.fullscreenElement?.contains(place);
  const whole = () => Math.min(place.clientWidth / width, full() ? place.clientHeight / height : Infinity, full() ? 3 : 1);
  const show = (picture, centred) => {
    svg = picture;
    [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
    place.replaceChildren(svg);
    refit(legible);
    if (centred) place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  };
  const fit = () => refit(whole);
  /** Zooms; what is at a point of the window stays there. */
  const by = (factor, x, y) => {
    if (!svg) return;
    const before = svg.getBoundingClientRect();
    const [dx, dy] = [(x ?? before.left) - before.left, (y ?? before.top) - before.top];
    const old = scale;
    fitting = null;
    apply(scale * factor);
    const grown = scale / old - 1;
    place.scrollBy(dx * grown, dy * grown);
  };
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const factor = { "+": STEP, "=": STEP, "-": 1 / STEP }[event.key];
    if (factor) by(factor);
    if (event.key === "0") fit();
  });
  place.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !full()) return; // the wheel scrolls the page
    event.preventDefault();
    by(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });
  place.addEventListener("click", (event) => jump(place, event.target));
  new ResizeObserver(() => {
    if (!fitting || !place.offsetWidth || place.offsetWidth === room) return;
    room = place.offsetWidth; // with its scroll bar, which may come and go with the scale
    refit(fitting);
    resized();
  }).observe(place, { box: "border-box" });
  drag(place);
  return { show, fit, larger: () => by(STEP), smaller: () => by(1 / STEP) };
}

/** Lets a mouse drag what is in a place; a finger can do so by itself. */
function drag(place) {
  place.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button) return;
    const move = ({ movementX, movementY }) => {
      place.classList.add("dragged");
      place.scrollBy(-movementX, -movementY);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => {
      removeEventListener("pointermove", move);
      place.classList.remove("dragged");
    }, { once: true });
  });
}

/** From the name at the end of a line that is cut, to where the line goes on: of its two ends, the farther one. */
function jump(place, target) {
  const name = target.closest("text");
  const line = name?.closest(".link, .arc");
  if (!line || (line.matches(".arc") && !name.hasAttribute("font-style"))) return;
  const ends = line.matches(".link")
    ? line.dataset.link.split("-").map((atom) => place.querySelector(`[data-atom="${atom}"]`))
    : line.dataset.word.split(" ").map((word) => place.querySelector(`svg text[data-word="${word}"]`));
  const away = (end) => Math.abs(end.getBoundingClientRect().top - name.getBoundingClientRect().top);
  const there = ends.sort((one, other) => away(other) - away(one))[0];
  there.scrollIntoView({ block: "center", inline: "center" });
  for (const old of place.querySelectorAll(".target")) old.classList.remove("target");
  there.classList.add("target");
}
