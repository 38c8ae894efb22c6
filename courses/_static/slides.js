// Starts reveal.js once the formulas are set, and fits what is too high for a slide.
"use strict";

function leaves(section) {
  const edge = section.getBoundingClientRect();
  return [...section.querySelectorAll(".body, .body *")].some((element) => {
    const box = element.getBoundingClientRect();
    return box.width && (box.bottom > edge.bottom - 8 || box.right > edge.right - 8);
  });
}

function fit(section) {
  const body = section.querySelector(".body");
  for (let zoom = 1; zoom > 0.35; zoom *= 0.95) {
    body.style.zoom = zoom;
    if (!leaves(section)) return;
  }
}

async function start() {
  if (window.MathJax && MathJax.startup) await MathJax.startup.promise;
  await document.fonts.ready;
  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, controls: true, progress: true,
    slideNumber: "c/t", transition: "none", display: "block", plugins: [RevealNotes],
    keyboardCondition: () => !document.activeElement.closest(".mlc-explore"),
  });
  const fitCurrent = () => fit(Reveal.getCurrentSlide());
  Reveal.on("slidechanged", fitCurrent);
  Reveal.on("resize", fitCurrent);
  if (Reveal.isPrintView && Reveal.isPrintView()) Reveal.getSlides().forEach(fit);
  else fitCurrent();
  document.documentElement.dataset.ready = "yes";
}

window.addEventListener("load", start);
