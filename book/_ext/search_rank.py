"""Search that ranks: chapters before the reference, and first the chapter that is about the words.

Sphinx's index knows only that a page holds a word. This module counts how often each chapter uses
each word and each pair of neighbouring words, titles and headings counted more, and hands the
counts to the scorer (``scorer.js``). Other names of a thing come from the notation page.
"""

import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

from sphinx.search.en import SearchEnglish

from . import catalogue
from .chapter_text import HEADING as HEADINGS
from .chapter_text import plain_words, source_box, source_of, without_source_box

SCORER = Path(__file__).parent / "scorer.js"
NOTATION = Path(__file__).resolve().parents[1] / "notation.md"

#: How much a word counts by where it stands; the source's authors and title stand in the box.
TITLE, QUESTION, HEADING, BOLD, BOX, TEXT = 12, 6, 5, 4, 3, 1
LEVELS = {"introductory": 1.2, "intermediate": 1.1}  # what a score is multiplied by
LEAST = {1: 2, 2: 3}  # what words, and pairs, have to reach to be kept
WORD = re.compile(r"[^\W_]+")
STRONG = re.compile(r"\*\*([^*]+)\*\*")  # a term where it is defined
NAMES = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.M)


@cache
def language():
    """Stems and stop words as Sphinx's own index has them."""
    return SearchEnglish({})


def stems(text):
    """The stems of a text's words, stop words left out."""
    found = (word.lower() for word in WORD.findall(text))
    return [_stem(word) for word in found if word not in language().stopwords]


@cache
def _stem(word):
    return language().stem(word)


def terms(text):
    """How often each stem, and each pair of neighbouring stems, stands in a text."""
    known = Counter()
    for line in re.split(r"[.:;!?()|]\s|\n\n", text):
        found = stems(line)
        known.update(found)
        known.update(f"{a} {b}" for a, b in pairwise(found))
    return known


def chapter_terms(part, chapter):
    """The weighted counts of a chapter's terms."""
    cells = json.loads(catalogue.notebook(part, chapter).read_text(encoding="utf-8"))["cells"]
    texts = [source_of(cell) for cell in cells if cell["cell_type"] == "markdown"]
    text = "\n\n".join(texts)
    box = source_box(text)
    boxed = text[box.start : box.end] if box else ""
    body = without_source_box(text)
    headings = [match[0] for match in HEADINGS.finditer(body) if len(match[1]) > 1]
    weighted = (
        (chapter["title"], TITLE),
        (chapter["question"], QUESTION),
        ("\n\n".join(headings), HEADING),
        ("\n\n".join(STRONG.findall(body)), BOLD),
        (f"{boxed}\n\n{chapter['source']}", BOX),
        (body, TEXT),
    )
    known = Counter()
    for words, weight in weighted:
        for term, count in terms(plain_words(words)).items():
            known[term] += weight * count
    return known


def counts():
    """What the scorer knows; of a term ``[chapter, count, chapter, count, …]``."""
    pages, titles, levels, lengths = [], [], [], []
    found = {}
    for part, chapter in catalogue.chapters("ready"):
        known = chapter_terms(part, chapter)
        for term, count in known.items():
            if count >= LEAST[1 + term.count(" ")]:
                found.setdefault(term, []).extend((len(pages), count))
        pages.append(f"notebooks/{catalogue.page_of(part, chapter)}")
        titles.append(f" {' '.join(stems(chapter['title']))} ")
        levels.append(LEVELS.get(chapter["level"], 1))
        lengths.append(sum(count for term, count in known.items() if " " not in term))
    return {
        "pages": pages,
        "titles": titles,
        "levels": levels,
        "lengths": lengths,
        "terms": found,
    }


def other_names():
    """Pairs of another name and the book's, from the notation page's last table."""
    table = NOTATION.read_text(encoding="utf-8").partition("\n## Other names\n")[2]
    pairs = [
        (other.strip().lower(), ours.strip().lower())
        for ours, others in NAMES.findall(table)
        if others.strip() != "Also called" and set(others.strip()) != {"-"}
        for other in others.split(",")
    ]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def scorer():
    """The scorer with what it knows of the chapters."""
    known = json.dumps(counts(), separators=(",", ":"), ensure_ascii=False)
    names = json.dumps(other_names(), ensure_ascii=False)
    return f"const RANK = {known};\nconst NAMES = {names};\n{SCORER.read_text(encoding='utf-8')}"


def write_scorer(app, env):
    """Put the scorer where Sphinx reads it: all pages are read, none is written."""
    if not catalogue.LIST.is_file() or app.builder.format != "html":
        return
    path = Path(app.doctreedir) / "scorer.js"
    path.write_text(scorer(), encoding="utf-8")
    app.config.html_search_scorer = str(path)


def setup(app):
    """Register what happens before the index is written."""
    app.connect("env-updated", write_scorer)
