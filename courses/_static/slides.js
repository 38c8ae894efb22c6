// Starts reveal.js once the formulas are set, and fits what is too high for a slide.
"use strict";

function fit(section) {
  const body = section.querySelector(".body");
  body.style.zoom = 1;
  const room = section.getBoundingClientRect().bottom - body.getBoundingClientRect().top;
  const scale = section.getBoundingClientRect().height / section.offsetHeight;
  const left = room / scale - 24;
  const needed = Math.max(body.scrollHeight / left, body.scrollWidth / body.clientWidth);
  if (needed > 1) body.style.zoom = Math.max(0.4, 0.97 / needed);
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
