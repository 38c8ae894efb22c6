// For a reader who comes back: what a link leads to is unfolded, sections can be checked off, and
// the first page says where one stopped. All of it stays in this browser; nothing is counted or sent.
"use strict";

(() => {
  const STOPPED = "mlc-stopped";
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
  const page = location.pathname.slice(root.pathname.length);
  const article = document.querySelector("article.bd-article");
  if (!article) return;

  // A browser may refuse to keep anything: then all works but this.
  function recall(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // refused
    }
  }

  const checked = (path) => recall(`mlc-read:${path}`, []);

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let closed = false;
    let fold = target && target.closest("details");
    for (; fold; fold = fold.parentElement.closest("details")) {
      closed = closed || !fold.open;
      fold.open = true;
    }
    if (closed) target.scrollIntoView();
  }

  function title(heading) {
    const copy = heading.cloneNode(true);
    copy.querySelectorAll(".headerlink").forEach((link) => link.remove());
    return copy.textContent.trim();
  }

  function mark(id, read) {
    document.querySelectorAll(`.bd-sidebar-secondary a[href="#${CSS.escape(id)}"]`).forEach((link) => {
      link.classList.toggle("mlc-checked", read);
    });
  }

  function addCheck(section) {
    const box = document.createElement("input");
    const label = document.createElement("label");
    box.type = "checkbox";
    box.checked = checked(page).includes(section.id);
    label.className = "mlc-read";
    label.append(box, " read");
    label.title = "Kept in this browser only";
    box.setAttribute("aria-label", `read: ${title(section.querySelector("h2"))}`);
    section.append(label);
    mark(section.id, box.checked);
    box.addEventListener("change", () => {
      const others = checked(page).filter((id) => id !== section.id);
      keep(`mlc-read:${page}`, box.checked ? [...others, section.id] : others);
      mark(section.id, box.checked);
    });
  }

  function stop() {
    const heads = [...article.querySelectorAll("section[id] > :is(h2, h3)")];
    const passed = heads.filter((head) => {
      const box = head.getBoundingClientRect();
      return box.height && box.top < innerHeight / 2;
    });
    const last = passed.at(-1);
    if (!last) return; // only the opening was seen
    const place = { page, id: last.parentElement.id, section: title(last) };
    keep(STOPPED, { ...place, title: title(article.querySelector("h1")) });
  }

  function comeBack(line) {
    const place = recall(STOPPED, null);
    if (!place || typeof place.page !== "string" || !place.page.startsWith("notebooks/")) return;
    const link = document.createElement("a");
    link.href = `${root.pathname}${place.page}#${encodeURIComponent(place.id)}`;
    link.textContent = `${place.title}: ${place.section}`;
    line.replaceChildren("Continue where you stopped: ", link);
    line.hidden = false;
  }

  function countChecks(link) {
    const path = new URL(link.href).pathname.slice(root.pathname.length);
    const count = checked(path).length;
    if (!count) return;
    const words = document.createElement("span");
    words.className = "mlc-place";
    words.textContent = ` ✓ ${count} read`;
    link.after(words);
  }

  // The formula or the box that some words name, shown beside them.
  let peek = null;

  function named(link) {
    if (new URL(link.href).pathname !== location.pathname) return null;
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target && target.closest("div.math, div.proof");
  }

  function hide() {
    if (peek) peek.remove();
    peek = null;
  }

  function show(event) {
    const link = event.target.closest && event.target.closest("article a.reference.internal");
    const origin = link && named(link);
    if (peek || !origin) return;
    peek = document.createElement("div");
    peek.className = "mlc-peek";
    peek.setAttribute("aria-hidden", "true"); // a screen reader follows the link
    peek.append(origin.cloneNode(true));
    peek.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
    peek.querySelectorAll("a, button, [tabindex]").forEach((element) => element.setAttribute("tabindex", "-1"));
    document.body.append(peek);
    const box = link.getBoundingClientRect();
    const left = Math.min(box.left, innerWidth - peek.offsetWidth - 16);
    const above = box.bottom + peek.offsetHeight > innerHeight;
    const top = above ? box.top - peek.offsetHeight - 6 : box.bottom + 6;
    peek.style.left = `${Math.max(8, left) + scrollX}px`;
    peek.style.top = `${top + scrollY}px`;
  }

  for (const name of ["mouseover", "focusin"]) article.addEventListener(name, show);
  for (const name of ["mouseout", "focusout", "click"]) article.addEventListener(name, hide);
  addEventListener("keydown", (event) => event.key === "Escape" && hide());

  if (page.startsWith("notebooks/")) {
    article.querySelectorAll("section[id]:has(> h2)").forEach(addCheck);
    addEventListener("pagehide", stop);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") stop();
    });
  }
  article.querySelectorAll(".mlc-continue").forEach(comeBack);
  article.querySelectorAll(".mlc-cards a").forEach(countChecks);
  addEventListener("hashchange", reveal);
  reveal();
})();
