// Leave axe one text of each kind: thousands of words on a page have the same chain of tags,
// classes and styles around them, and contrast depends on nothing else. What else axe asks of a
// word is asked of links and controls: outside of these, the words that are not judged lose their
// tags where they bear no more than a class, and a formula is one letter.
() => {
  const styles = [
    "color", "backgroundColor", "backgroundImage", "opacity", "textShadow", "fontSize",
    "fontWeight", "display", "visibility", "position",
  ];
  for (const formula of document.querySelectorAll("mjx-container")) formula.replaceChildren("x");
  const numbers = new Map();
  const kindOf = new Map();
  const elements = [...document.querySelectorAll("body, body *")];
  for (const element of elements) {
    const style = getComputedStyle(element);
    const parts = [kindOf.get(element.parentElement), element.tagName, element.getAttribute("class")];
    const key = [...parts, ...styles.map((name) => style[name])].join("|");
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    kindOf.set(element, numbers.get(key));
  }
  const controls = "input, select, textarea";
  const text = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const judged = new Set();
  for (const element of elements) {
    const speaks = element.matches(controls) || [...element.childNodes].some(text);
    element.toggleAttribute("data-judged", speaks && !judged.has(kindOf.get(element)));
    if (speaks) judged.add(kindOf.get(element));
  }
  const words = "article :is(span, em, strong, code, b, i):not(:has(*), a *, button *, summary *)";
  for (const element of elements.reverse()) {
    const plain = [...element.attributes].every((attribute) => attribute.name === "class");
    if (plain && element.matches(words)) element.replaceWith(element.textContent);
  }
  document.querySelector("article").normalize();
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-judged]" }] });
}
