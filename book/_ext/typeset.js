// Typeset the formulas of built pages: node typeset.js MATHJAX TEX STYLE PAGE ...
//
// What MathJax would write in each reader's browser is written once, here. TEX is the book's
// configuration of MathJax's input, as JSON; STYLE is the file for the rules that all formulas
// share, beside MathJax's folder of fonts. What is wrong with a formula goes to the error stream.
"use strict";

const fs = require("fs");
const path = require("path");
const [mathjax, tex, style, ...pages] = process.argv.slice(2);

const INLINE = /(<span class="math[^>]*>)\\\(([^]*?)\\\)(?=<\/span>)/g;
const DISPLAYED = /(<div class="math[^>]*>\s*(?:<span class="eqno">[^]*?<\/span>)?)\\\[([^]*?)\\\](?=\s*<\/div>)/g;
const CONFIGURATION = /<script>window\.MathJax = [^]*?<\/script>\s*/;
const PROGRAM = /<script[^>]*src="([^"]*)mathjax\/tex-chtml\.js[^>]*><\/script>/;
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#x27;": "'", "&amp;": "&" };

const plain = (text) => text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => ENTITIES[entity]);

async function main() {
  const { init } = require(path.join(mathjax, "node-main.js"));
  const MathJax = await init({
    loader: {
      load: ["adaptors/liteDOM", "input/tex", "output/chtml", "a11y/assistive-mml"],
      paths: { mathjax },
      versionWarnings: false,
    },
    tex: { packages: { "[-]": ["noundefined"] }, ...JSON.parse(tex) }, // an unknown command is an error
    chtml: { fontURL: "mathjax/output/chtml/fonts/woff-v2", adaptiveCSS: false },
    startup: { typeset: false },
  });
  const { adaptor } = MathJax.startup;
  const known = new Map();
  const key = (text, display) => `${display} ${text}`;
  const typeset = async (text, display) => {
    if (known.has(key(text, display))) return;
    const formula = adaptor.outerHTML(await MathJax.tex2chtmlPromise(plain(text), { display }));
    const wrong = formula.match(/data-mjx-error="([^"]*)"/);
    if (wrong) console.error(`${wrong[1]}: ${text}`);
    known.set(key(text, display), formula);
  };
  for (const page of pages) {
    const typed = fs.readFileSync(page, "utf8");
    for (const [, , text] of typed.matchAll(INLINE)) await typeset(text, false);
    for (const [, , text] of typed.matchAll(DISPLAYED)) await typeset(text, true);
    const done = typed
      .replace(INLINE, (_, open, text) => open + known.get(key(text, false)))
      .replace(DISPLAYED, (_, open, text) => open + known.get(key(text, true)))
      .replace(CONFIGURATION, "")
      .replace(PROGRAM, (_, folder) => `<link rel="stylesheet" href="${folder}${path.basename(style)}" />`);
    fs.writeFileSync(page, done);
  }
  fs.writeFileSync(style, adaptor.textContent(MathJax.chtmlStylesheet()));
}

main();
