"""What the built book's search finds first."""

import json
import shutil
import subprocess
from pathlib import Path

import yaml
from browser.conftest import SITE, missing

HERE = Path(__file__).parent
QUERIES = yaml.safe_load((HERE / "queries.yml").read_text(encoding="utf-8"))


def test_fifty_queries_find_their_chapter_first():
    node = shutil.which("node") or missing("no node")
    if not (SITE / "searchindex.js").is_file():
        missing("the book is not built: make book")
    asked = json.dumps(list(QUERIES))
    ask = [node, str(HERE / "search.js"), str(SITE)]
    done = subprocess.run(ask, input=asked, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    wrong = {
        query: pages[:2]
        for (query, page), pages in zip(QUERIES.items(), found)
        if pages[:1] != [f"notebooks/{page}"]
    }
    assert wrong == {}


def test_a_search_shows_chapters_before_names_of_the_reference(open_page):
    opened = open_page("search.html?q=p-value")
    first = opened.locator("ul.search li a").first
    first.wait_for()
    assert "notebooks/sugiyama/10_hypothesis_testing" in first.get_attribute("href")
    assert opened.problems == []
