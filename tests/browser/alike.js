// Leave axe two texts of each kind: thousands of words on a page share colour, size and ground, and
// contrast depends on nothing else. Two, for axe does not judge a text that another overlaps; and
// of two letters at least, for it does not judge one. What else axe asks of a word is asked of
// links and controls: outside of these, words and formulas that are not judged lose their tags
// where MathJax wrote these or they bear no more than a class. A formula is two letters, for its
// letters have the colour of its box; and no rule reads the break within a name or the strokes of
// an icon. With `alone`, only what stands around a judged text stays at all.
(alone) => {
  // What follows is no page to measure.
  window.addEventListener("resize", (event) => event.stopImmediatePropagation(), true);
  document.querySelectorAll("article wbr, svg :not(title, desc, text)").forEach((e) => e.remove());
  document.querySelectorAll("mjx-container").forEach((formula) => {
    formula.replaceChildren("xy");
    formula.style.lineHeight = 1; // of MathJax's 0 axe sees nothing
  });
  const article = document.querySelector("article");
  article.normalize();

  const said = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (/\S/.test(data)) said.set(parentElement, `${said.get(parentElement) || ""}\n${data}`);
  }
  const grounding = ["background-color", "background-image", "opacity", "overflow-y", "position"];
  const lettering = ["color", "font-size", "font-weight", "text-shadow"];
  const grounds = new Map([[null, ""]]);
  const numbers = new Map();
  const kinds = new Map();
  const elements = [...document.querySelectorAll("html, body, body *")];
  for (const element of elements) {
    const style = getComputedStyle(element);
    const of = (name) => style.getPropertyValue(name);
    const fill = grounding.map(of).join(" ");
    let ground = grounds.get(element.parentElement);
    if (!/^rgba\(0, 0, 0, 0\) none 1 visible (static|relative)$/.test(fill)) {
      const key = `${ground} ${element.tagName} ${element.getAttribute("class")} ${fill}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      ground = numbers.get(key);
    }
    grounds.set(element, ground);
    element.removeAttribute("data-judged");
    if (!said.has(element) && !element.matches("input, select, textarea")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const kind = `${ground} ${lettering.map(of).join(" ")}`;
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push(element);
  }
  for (const kind of kinds.values()) {
    const saying = (pattern) => kind.filter((element) => pattern.test(said.get(element)));
    const long = [saying(/\w\w/), saying(/\S\S/)].find((some) => some.length);
    for (const element of new Set([(long || kind).at(0), (long || kind).at(-1)])) {
      element.setAttribute("data-judged", "");
      if (!long && /\w/.test(said.get(element)) && !element.closest("a, button, summary")) element.append("xy");
    }
  }
  const words =
    "article :is(span, em, strong, code, b, i, mjx-container):not([data-judged], a *, button *, summary *)";
  // Thousands of words leave; in the page each would ask every :has() of the style sheets again.
  const place = document.createComment("");
  article.replaceWith(place);
  const mathjax = new Set(["class", "jax", "tabindex", "ctxtmenu_counter", "style"]);
  for (const element of elements.reverse()) {
    const formula = element.tagName === "MJX-CONTAINER";
    const plain = [...element.attributes].every(({ name }) => (formula ? mathjax.has(name) : name === "class"));
    if (plain && !element.firstElementChild && element.matches(words)) element.replaceWith(element.textContent);
  }
  article.normalize();
  place.replaceWith(article);
  if (alone) {
    // The theme's script measures the header a while after the window changed, on a busy machine now.
    const kept = new Set(document.querySelectorAll("#pst-header"));
    for (let element of document.querySelectorAll("[data-judged]")) {
      for (; element && !kept.has(element); element = element.parentElement) kept.add(element);
    }
    document.querySelectorAll("body *").forEach((element) => kept.has(element) || element.remove());
  }
  // A colour on its way to another one is not judged. (Earlier this would cost a style of every word.)
  document.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important; }</style>");
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-judged]" }] });
}
