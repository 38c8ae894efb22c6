// Starts reveal.js once the formulas are set, and fits what is too high or too small for a slide.
"use strict";

function leaves(section) {
  const edge = section.getBoundingClientRect();
  return [...section.querySelectorAll(".body, .body *")].some((element) => {
    // for screen readers, and the inside of tall bars, which is cut off: nobody sees how far these go
    if (element.closest("mjx-assistive-mml, mjx-ext > *")) return false;
    const box = element.getBoundingClientRect();
    return box.width && (box.bottom > edge.bottom - 8 || box.right > edge.right - 8);
  });
}

function fit(section) {
  const body = section.querySelector(".body");
  const most = body.querySelector(".mlc-explore, img, pre") ? 1 : 1.3; // words alone may be larger
  for (let zoom = most; zoom > 0.35; zoom *= 0.95) {
    body.style.zoom = zoom;
    if (!leaves(section)) return;
  }
}

// While a widget has the keyboard, Escape gives it back to the slides; a clicker's keys always turn
// the page. Both come before the widget and reveal.js see them.
function keys(event) {
  const widget = document.activeElement.closest(".mlc-explore");
  const turns = { PageDown: "next", PageUp: "prev" }[event.key];
  if (!turns && !(event.key === "Escape" && widget)) return;
  if (widget) document.activeElement.blur();
  event.preventDefault();
  event.stopImmediatePropagation();
  if (turns) Reveal[turns]();
}

async function start() {
  if (window.MathJax && MathJax.startup) await MathJax.startup.promise;
  await document.fonts.ready;
  const laidOut = new Promise((done) => Reveal.on("pdf-ready", done));
  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, controls: true, progress: true,
    slideNumber: "c/t", transition: "none", display: "block", plugins: [RevealNotes],
    keyboardCondition: () => !document.activeElement.closest(".mlc-explore"),
  });
  const fitCurrent = () => fit(Reveal.getCurrentSlide());
  Reveal.on("slidechanged", fitCurrent);
  Reveal.on("resize", fitCurrent);
  if (Reveal.isPrintView && Reveal.isPrintView()) {
    await laidOut; // before, no slide has its size
    Reveal.getSlides().forEach(fit);
  } else fitCurrent();
  document.documentElement.dataset.ready = "yes";
}

window.addEventListener("keydown", keys, true);
window.addEventListener("load", start);
