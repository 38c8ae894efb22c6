// Before a page goes to paper: open what folds, go to light colours, let wide formulas shrink.
"use strict";

(() => {
  const PAPER = 640; // px of a line at the size of print
  const SCALE = 14 / 16; // of a formula on paper against the screen
  let opened = null;
  let shrunk = [];
  let theme = "";

  function prepare() {
    const article = document.querySelector("article.bd-article");
    if (!article || opened) return;
    opened = [...article.querySelectorAll("details:not([open])")];
    opened.forEach((details) => {
      details.open = true;
    });
    theme = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
    article.querySelectorAll("img[loading=lazy]").forEach((image) => {
      image.loading = "eager";
    });
    article.querySelectorAll("div.math").forEach(shrink);
  }

  // A formula's size is set on its container, relative to the text around it.
  function shrink(box) {
    const container = box.querySelector("mjx-container");
    const formula = box.querySelector("mjx-math");
    const number = box.querySelector(".eqno");
    if (!formula) return;
    const width = formula.getBoundingClientRect().width * SCALE;
    const room = PAPER - (number ? number.getBoundingClientRect().width * SCALE : 0);
    if (width <= room) return;
    shrunk.push([container, container.style.fontSize]);
    const [size, text] = [container, box].map((element) => parseFloat(getComputedStyle(element).fontSize));
    container.style.fontSize = `${((size / text) * room) / width}em`;
  }

  function restore() {
    (opened || []).forEach((details) => {
      details.open = false;
    });
    shrunk.forEach(([container, size]) => {
      container.style.fontSize = size;
    });
    shrunk = [];
    if (opened) document.documentElement.dataset.theme = theme;
    opened = null;
  }

  window.addEventListener("beforeprint", prepare);
  window.addEventListener("afterprint", restore);
})();
