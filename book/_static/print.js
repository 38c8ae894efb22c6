// Before a page goes to paper: open what folds, go to light colours, let wide formulas shrink.
"use strict";

(() => {
  const PAPER = 640; // px of a line at the size of print
  const SCALE = 14 / 16; // of a formula on paper against the screen
  let opened = null;
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
    article.querySelectorAll("div.math").forEach((box) => {
      const formula = box.querySelector("mjx-math");
      const width = formula ? formula.getBoundingClientRect().width * SCALE : 0;
      const number = box.querySelector(".eqno");
      const room = PAPER - (number ? number.getBoundingClientRect().width * SCALE + 16 : 0);
      if (width > room) box.style.setProperty("--mlc-shrink", (room / width).toFixed(3));
    });
  }

  function restore() {
    (opened || []).forEach((details) => {
      details.open = false;
    });
    if (opened) document.documentElement.dataset.theme = theme;
    opened = null;
  }

  window.addEventListener("beforeprint", prepare);
  window.addEventListener("afterprint", restore);
})();
