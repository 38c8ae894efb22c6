// Opens what folds around the place that a link leads to. Nothing here is needed to read.
"use strict";

(() => {
  function reveal() {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name && document.getElementById(name);
    if (!target) return;
    let closed = false;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      closed = closed || !fold.open;
      fold.open = true;
    }
    if (closed) target.scrollIntoView();
  }

  window.addEventListener("hashchange", reveal);
  reveal();
})();
