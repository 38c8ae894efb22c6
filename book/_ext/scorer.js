// Ranks what Sphinx's search finds: chapters by how much they are about the words, then the
// reference. RANK and NAMES are written before this file by search_rank.py.
const asked = { query: "", scores: new Map(), patched: false };

const plainWords = (query) => query.toLowerCase().split(/[^\p{L}\p{N}_]+/gu).filter(Boolean);

// What the book calls the things that a query names otherwise: "svm" is "support vector" here.
function otherNames(words) {
  const query = words.join(" ");
  const found = NAMES.find(([other]) => plainWords(other).join(" ") === query);
  return found ? plainWords(found[1]) : [];
}

// Sphinx asks this to split a query. Words of one letter, as in "p-value", count for the rank
// alone: as a part of a name, each of them would be found in hundreds.
var splitQuery = (query) => {
  const words = plainWords(query);
  if (query !== asked.query) {
    asked.query = query;
    asked.scores = rank(words, otherNames(words));
  }
  if (!asked.patched) addChapters();
  const long = query.split(/[^\p{L}\p{N}_]+/gu).filter((word) => word.length > 1);
  return long.length ? long : words;
};

// Chapters that are about the words under another name, or hold only some of them, are found too.
function addChapters() {
  const search = Search.performTermsSearch;
  asked.patched = true;
  Search.performTermsSearch = (...given) => {
    const results = search(...given);
    const known = new Set(results.map(([page]) => page));
    const best = Math.max(...asked.scores.values());
    for (const [page, gain] of asked.scores) {
      const place = Search._index.docnames.indexOf(page);
      if (place < 0 || known.has(page) || gain < 0.5 * best) continue;
      results.push([page, Search._index.titles[place], "", null, 0, Search._index.filenames[place]]);
    }
    return results;
  };
}

const stemsOf = (words) => {
  const stemmer = new Stemmer();
  return words.filter((word) => !stopwords.includes(word)).map((word) => stemmer.stemWord(word));
};

const pairsOf = (stems) => stems.slice(1).map((stem, k) => `${stems[k]} ${stem}`);

// Okapi BM25 over stems and pairs of neighbours. A pair says more than its two words, the reader's
// own words more than another name, a title more than the text, and what introduces comes first.
function rank(words, names) {
  const scores = new Map();
  const weights = new Map();
  for (const [stems, weight] of [[stemsOf(names), 0.5], [stemsOf(words), 1]]) {
    stems.forEach((stem) => weights.set(stem, weight));
    pairsOf(stems).forEach((pair) => weights.set(pair, 3 * weight));
  }
  const count = RANK.pages.length;
  const mean = RANK.lengths.reduce((sum, length) => sum + length, 0) / count;
  for (const [term, weight] of weights) {
    const found = Object.hasOwn(RANK.terms, term) ? RANK.terms[term] : [];
    const rarity = Math.log(1 + (count - found.length / 2 + 0.5) / (found.length / 2 + 0.5));
    for (let k = 0; k < found.length; k += 2) {
      const page = found[k];
      const room = 12 * (0.5 + (0.5 * RANK.lengths[page]) / mean);
      const titled = RANK.titles[page].includes(` ${term} `) ? 1.5 : 1;
      const gain = (titled * weight * rarity * found[k + 1]) / (found[k + 1] + room);
      const name = RANK.pages[page];
      scores.set(name, (scores.get(name) || 0) + gain * RANK.levels[page]);
    }
  }
  return scores;
}

var Scorer = {
  score: ([page, title, anchor, description, score]) => {
    const gain = asked.scores.get(page) || 0;
    if (page.startsWith("notebooks/")) return 1000 + 100 * gain + (anchor ? -0.5 : 0);
    if (description) return score; // a name of the reference
    return page.startsWith("book/reference/") || page.startsWith("_source/") ? 100 + score : 500 + score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
