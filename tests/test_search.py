"""The scorer of the book's search, by itself; ``tests/browser`` asks the built index."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import sphinx.search.en as english
import yaml

from book._ext import search_rank

ROOT = Path(__file__).resolve().parents[1]


QUERIES = yaml.safe_load((ROOT / "tests/browser/queries.yml").read_text(encoding="utf-8"))
ASK = """
const Search = { _index: { docnames: [] }, performTermsSearch: () => [] };
const asking = (query) => {
  splitQuery(query);
  return [...asked.scores].sort((a, b) => b[1] - a[1]).map(([page]) => page);
};
console.log(JSON.stringify(QUERIES.map(asking)));
"""


def ranked(queries):
    """The chapters that the scorer ranks for each query, best first."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node")
    script = "\n".join(
        (
            f"const stopwords = {json.dumps(sorted(english.english_stopwords))};",
            english.js_porter_stemmer,
            search_rank.scorer(),
            f"const QUERIES = {json.dumps(queries)};",
            ASK,
        )
    )
    done = subprocess.run([node, "-"], input=script, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_chapter_that_a_query_is_about_comes_first():
    assert len(QUERIES) >= 50
    found = ranked(list(QUERIES))
    wrong = {
        query: pages[:2]
        for (query, page), pages in zip(QUERIES.items(), found)
        if pages[:1] != [f"notebooks/{page}"]
    }
    assert wrong == {}


def test_words_that_no_chapter_has_rank_nothing():
    assert ranked(["zebra giraffe", "", "the and of", "constructor"]) == [[], [], [], []]


def test_terms_are_stems_and_pairs_without_code_and_formulas():
    text = search_rank.plain_words(
        "A **central** limit theorem `x` of $sums$: see [here](a/b.md) {ref}`q`"
    )
    found = search_rank.terms(text)
    assert found["central limit"] == found["limit theorem"] == 1
    assert not {"sum", "md", "q", "ref"} & found.keys()
    assert "theorem see" not in found  # a pair does not cross a colon


def test_other_names_come_from_the_notation_page():
    names = dict(search_rank.other_names())
    assert names["svm"] == "support vector classification"
    assert len(names) == len(search_rank.other_names()), "a name has one meaning"
    words = {name for name in names if name != name.strip() or not name}
    assert words == set()
