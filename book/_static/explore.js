// Moves a pre-drawn widget between its states. No dependency.
"use strict";

const FEW = 4; // a slider of so many stops tells them all

function siteRoot() {
  return document.documentElement.dataset.content_root || "./";
}

// Distance between two states: sliders by relative position, lists and switches by match.
function distance(a, b, data) {
  return a.reduce((sum, value, k) => {
    if (data.kinds[k] !== "slider") return sum + (value === b[k] ? 0 : 4);
    const span = Math.max(1, data.labels[k].length - 1);
    return sum + Math.abs(value - b[k]) / span;
  }, 0);
}

function nearest(state, data) {
  let best = 0;
  let least = Infinity;
  data.states.forEach((candidate, number) => {
    const d = distance(state, candidate, data);
    if (d < least) {
      least = d;
      best = number;
    }
  });
  return [best, least === 0];
}

function setUpExplore(figure) {
  const data = JSON.parse(figure.querySelector(".mlc-data").textContent);
  const inputs = [...figure.querySelectorAll(".mlc-control input, .mlc-control select")];
  const images = inPanels(figure, data.cuts);
  const readout = figure.querySelector(".mlc-readout");
  const note = figure.querySelector(".mlc-nearest");
  const frame = (number) => `${siteRoot()}_static/frames/${data.frames}/${number}.webp`;

  const position = (input) => (input.type === "checkbox" ? Number(input.checked) : Number(input.value));

  function describe(number) {
    return data.names
      .map((name, k) => `${name} ${data.labels[k][data.states[number][k]]}`)
      .join(", ");
  }

  function update() {
    inputs.forEach((input, k) => {
      if (input.type !== "range") return;
      const label = data.labels[k][position(input)];
      input.setAttribute("aria-valuetext", label);
      input.nextElementSibling.textContent = label;
      stopsOf(input).forEach((stop, place) => stop.classList.toggle("mlc-here", place === position(input)));
    });
    const [number, exact] = nearest(inputs.map(position), data);
    figure.dataset.state = number;
    images.forEach((image) => (image.src = frame(number)));
    images[0].alt = data.readouts[number];
    readout.textContent = data.readouts[number].replace(/(\d) %/g, "$1\u00a0%"); // stays with its number
    note.hidden = exact;
    note.textContent = exact ? "" : `Nearest drawn state: ${describe(number)}.`;
  }

  inputs.forEach((input, k) => {
    input.addEventListener("input", update);
    if (input.type === "range" && data.labels[k].length <= FEW) showStops(input, data.labels[k]);
  });
  setUpGuess(figure);

  figure.querySelectorAll(".mlc-play").forEach((button) => {
    const input = document.getElementById(button.dataset.for);
    let timer = null;
    const stop = () => {
      clearInterval(timer);
      timer = null;
      button.textContent = "Play";
    };
    button.addEventListener("click", () => {
      if (timer) return stop();
      if (Number(input.value) === Number(input.max)) input.value = 0;
      button.textContent = "Stop";
      timer = setInterval(() => {
        if (Number(input.value) >= Number(input.max)) return stop();
        input.value = Number(input.value) + 1;
        update();
      }, 350);
    });
    input.addEventListener("pointerdown", () => timer && stop());
  });

  // The other frames load only when the widget comes into view.
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    data.states.forEach((_, number) => {
      new Image().src = frame(number);
    });
  });
  observer.observe(figure);
  // A browser may restore a control's position when the reader comes back.
  update();
}

// A slider of few stops tells them all; a click takes one. Keys move the slider as any other, and
// a screen reader hears its value.
function stopsOf(input) {
  return [...input.parentElement.querySelectorAll(".mlc-stops > span")];
}

function showStops(input, labels) {
  const stops = document.createElement("span");
  stops.className = "mlc-stops";
  stops.setAttribute("aria-hidden", "true");
  labels.forEach((label, place) => {
    const stop = document.createElement("span");
    stop.textContent = label;
    stop.addEventListener("click", () => {
      input.value = place;
      input.dispatchEvent(new Event("input"));
    });
    stops.append(stop);
  });
  input.nextElementSibling.after(stops);
}

// A guess opens what was to be seen, and is told in words whether it was right. Nothing is kept.
// The same for a widget and for a question behind "In short".
function setUpGuess(figure) {
  const fold = figure.querySelector(".mlc-because");
  figure.querySelectorAll(".mlc-predict input").forEach((option) => {
    option.addEventListener("change", () => {
      figure.querySelector(".mlc-guess").textContent = option.dataset.verdict;
      fold.open = true;
    });
  });
}

// The panels of a picture: side by side, and on a phone one above the other. Each is a window on the
// whole picture. The description stays with the first.
function inPanels(figure, cuts) {
  const view = figure.querySelector(".mlc-view");
  const whole = view.querySelector("img");
  const [width, height] = ["width", "height"].map((name) => Number(whole.getAttribute(name)));
  view.style.setProperty("--width", `${width}px`);
  view.style.setProperty("--ratio", width / height);
  figure.classList.toggle("mlc-stacks", cuts.length > 2);
  const images = cuts.slice(1).map((end, k) => {
    const part = end - cuts[k];
    const panel = document.createElement("div");
    panel.className = "mlc-panel";
    panel.style.flex = `${part} 1 0`;
    panel.style.aspectRatio = `${part * width} / ${height}`;
    const image = whole.cloneNode();
    if (k) image.alt = "";
    image.style.width = `${100 / part}%`;
    image.style.marginLeft = `${(-100 * cuts[k]) / part}%`;
    panel.append(image);
    return [panel, image];
  });
  view.replaceChildren(...images.map(([panel]) => panel));
  return images.map(([, image]) => image);
}

// Boxes that scroll sideways fade where there is more, and can be reached from the keyboard.
// All are measured before one is changed: each change would have the page laid out again.
function showWhereThereIsMore(boxes) {
  const measured = boxes.map((box) => [box, box.scrollWidth - box.clientWidth, box.scrollLeft]);
  measured.forEach(([box, rest, left]) => {
    box.classList.toggle("mlc-more-left", rest > 1 && left > 1);
    box.classList.toggle("mlc-more-right", rest > 1 && left < rest - 1);
    if (rest > 1) box.tabIndex = 0;
  });
}

// In a table that scrolls the names of the rows stay, unless they would take half of its box.
// All are measured before one is changed.
function keepNames(boxes) {
  const stays = boxes.map((box) => {
    const name = box.querySelector("table:not(.mlc-ledger, .mlc-all-claims) tr > :first-child");
    return Boolean(name) && box.scrollWidth > box.clientWidth + 1 && name.offsetWidth < box.clientWidth / 2;
  });
  boxes.forEach((box, k) => box.classList.toggle("mlc-keeps-names", stays[k]));
}

// A formula's own box is clipped to the line: what it holds tells its width. Tables scroll as a whole.
function isWide(formula) {
  const content = formula.firstElementChild || formula;
  return !formula.closest("table") && content.getBoundingClientRect().width > formula.closest("p, li, dd, div").clientWidth;
}

// A displayed formula that is a little too wide is set smaller, by a quarter at most; then it scrolls.
// All are measured before any is changed, or the page would be laid out anew for each. What does not
// shrink with the letters, as the space before a formula's number, asks for a second round.
function shrink(formulas) {
  formulas.forEach((formula) => (formula.style.fontSize = ""));
  const plain = formulas.map((formula) => parseFloat(getComputedStyle(formula).fontSize));
  let sizes = plain;
  for (let round = 0; round < 2; round += 1) {
    const parts = formulas.map((formula) => formula.clientWidth / formula.scrollWidth);
    sizes = sizes.map((size, k) => (parts[k] < 1 ? Math.max(0.75 * plain[k], 0.98 * parts[k] * size) : size));
    formulas.forEach((formula, k) => {
      if (sizes[k] < plain[k]) formula.style.fontSize = `${sizes[k]}px`;
    });
  }
}

function findWideBoxes() {
  const article = document.querySelector(".bd-article");
  if (!article) return;
  const formulas = [...article.querySelectorAll("span.math")];
  formulas.forEach((formula) => {
    formula.classList.remove("mlc-wide", "mlc-more-left", "mlc-more-right");
    formula.style.fontSize = "";
  });
  formulas.filter(isWide).forEach((formula) => formula.classList.add("mlc-wide"));
  shrink([...article.querySelectorAll("div.math, span.math.mlc-wide")]);
  const boxes = [...article.querySelectorAll("div.math, span.math.mlc-wide, pre, .mlc-scroll, .pst-scrollable-table-container")];
  showWhereThereIsMore(boxes);
  keepNames(boxes);
  boxes.filter((box) => !box.dataset.mlcWatched).forEach((box) => {
    box.addEventListener("scroll", () => showWhereThereIsMore([box]), { passive: true });
    box.dataset.mlcWatched = "yes";
  });
  article.dataset.mlcMeasured = window.innerWidth;
}

// A line does not begin with the full stop, nor end with the bracket, of a formula or a verdict.
function keepTogether(element) {
  const [before, after] = [element.previousSibling, element.nextSibling];
  const text = (node) => (node && node.nodeType === Node.TEXT_NODE ? node.data : "");
  const opening = text(before).match(/[(\[“]$/);
  const closing = text(after).match(/^[.,;:!?)\]”’]+/);
  if (!opening && !closing) return;
  const together = document.createElement("span");
  together.className = "mlc-together";
  element.replaceWith(together);
  together.append(opening ? opening[0] : "", element, closing ? closing[0] : "");
  if (opening) before.data = before.data.slice(0, -1);
  if (closing) after.data = after.data.slice(closing[0].length);
}

// In a narrow table a long name of code breaks between its words, not inside of one.
function breakNames(code) {
  const parts = code.textContent.split(/(?<=[_.(,=])(?=\w)|(?<=[a-z])(?=[A-Z])/);
  if (parts.length > 1 && !code.querySelector(":not(.pre)")) {
    code.replaceChildren(...parts.flatMap((part, k) => (k ? [document.createElement("wbr"), part] : [part])));
  }
}

async function watchWideBoxes() {
  if (window.MathJax && MathJax.startup) await MathJax.startup.promise;
  document.querySelectorAll(".bd-article span.math, .bd-article a:has(> .mlc-verdict)").forEach(keepTogether);
  findWideBoxes();
  let waiting = null;
  const measureSoon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(findWideBoxes, 100);
  };
  window.addEventListener("resize", measureSoon);
  document.addEventListener("toggle", measureSoon, true);
}

document.querySelectorAll(".bd-article td code").forEach(breakNames);
document.querySelectorAll(".mlc-explore").forEach(setUpExplore);
document.querySelectorAll(".mlc-asked").forEach(setUpGuess);
window.addEventListener("load", watchWideBoxes);
