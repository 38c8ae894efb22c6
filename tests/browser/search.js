// Asks Sphinx's own search, with the book's scorer, and prints for each query the pages in order.
// Usage: node search.js SITE < queries.json
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const element = () => ({ append() {}, addEventListener() {} });
const page = {
  SPHINX_HIGHLIGHT_ENABLED: false,
  _: (words) => words,
  _ready() {},
  console,
  document: { getElementById: () => null, createElement: element, addEventListener() {} },
};
page.window = page;
vm.createContext(page);
const site = process.argv[2];
for (const name of ["_static/language_data.js", "_static/searchtools.js", "searchindex.js"]) {
  vm.runInContext(fs.readFileSync(path.join(site, name), "utf8"), page);
}
page.queries = JSON.parse(fs.readFileSync(0, "utf8"));
// The last result is shown first.
const found = vm.runInContext(
  `queries.map((query) =>
     Search._performSearch(...Search._parseQuery(query)).reverse().map(([page, , anchor]) => page + anchor))`,
  page,
);
process.stdout.write(JSON.stringify(found));
