// What leaves the article's column, and what scrolls inside its own box. Code of up to 88 columns
// and displayed formulas should fit where the window is wide. In a table no short word is broken.
() => {
  const article = document.querySelector("article.bd-article");
  const padding = parseFloat(getComputedStyle(article).paddingRight);
  const edge = article.getBoundingClientRect().right - padding + 1;
  const words = (e) => {
    const text = (e.innerText || e.textContent || e.alt || "").trim().replace(/\s+/g, " ");
    return `${e.tagName.toLowerCase()} "${[...text].slice(0, 60).join("")}"`;
  };
  const scrolls = (e) => {
    const style = getComputedStyle(e);
    return style.display !== "inline" && ["auto", "scroll"].includes(style.overflowX);
  };
  const columns = (pre) => Math.max(...pre.textContent.split("\n").map((line) => line.length));
  // One for all words: the document minds each that there was at every change that comes after.
  const range = document.createRange();
  const lines = (text, { index, 0: word }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return [...range.getClientRects()].filter((rect, k, all) => !k || rect.top > all[k - 1].top + 5).length;
  };
  const brokenWords = (where) =>
    [...where.querySelectorAll("table")].flatMap((table) => {
      const found = [];
      const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      for (let text; (text = walker.nextNode()); ) {
        const shown = text.parentElement.getClientRects().length;
        if (!shown || text.parentElement.closest("mjx-container, svg")) continue;
        const short = [...text.data.matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_]{3,12}(?![\p{L}\p{N}_])/gu)];
        found.push(...short.filter((word) => lines(text, word) > 1).map((word) => word[0]));
      }
      return found;
    });
  const boxes = new Set();
  const out = [];
  const wide = "mjx-container, pre, table, figure, img, svg, code, select, input";
  for (const element of article.querySelectorAll(wide)) {
    if (!element.getClientRects().length) continue;
    let holder = element;
    while (holder !== article && !scrolls(holder)) holder = holder.parentElement;
    if (holder !== article) boxes.add(holder);
    else if (element.getBoundingClientRect().right > edge) out.push(words(element));
  }
  const scrolling = [];
  for (const box of boxes) {
    if (box.getBoundingClientRect().right > edge) out.push(words(box));
    const excess = box.scrollWidth - box.clientWidth;
    if (excess <= 1) continue;
    const fits = box.matches("div.math") || (box.tagName === "PRE" && columns(box) <= 88);
    const cue = getComputedStyle(box).maskImage !== "none";
    scrolling.push({ excess, fits, cue, focus: box.tabIndex >= 0, words: words(box) });
  }
  return { out, scrolling, broken: brokenWords(article) };
}
