"""Three small worlds after Tables 6 to 8 of Wu, Xu, Li and Oyama (2011).

Titles, addresses and similar queries are the printed ones; filler pages and clicks are drawn. A
page's words are those of its address and its title.
"""

import re

import numpy as np
from scipy import sparse
from sklearn.utils import Bunch

from mlcompanion._validation import check_in, check_rng

from .search_runs import METHODS, ClickSearch

__all__ = ["CASES", "case_shares", "make_world", "rank_of", "words"]

EVERYWHERE = "www com net org http html index asp the of and a in on or to s for"
STOP = frozenset(EVERYWHERE.split())
#: Words of filler pages; many of them are words of the cases' own pages.
FILLING = """stores save money live better deals shop online music downloads news books men women
list free games magazines links sections encyclopedia review cheap tickets hotels cars rental
activities attractions vacation packages travel air flights garden kitchen sports health city guide
photo video weather maps jobs school movies recipes pets toys phones"""
FILL = FILLING.split()

#: Pages (address, title) with grades; for each query the number of showings, and for pages how
#: often they are shown and then clicked.
CASES = {
    "wallmart": {
        "pages": [
            ("www.walmart.com", "Walmart.com: Save money. Live better", 4),
            ("www.walmartstores.com", "Walmartstores.com", 2),
            ("en.wikipedia.org/wiki/Wal*Mart", "Walmart - Wikipedia, the free encyclopedia", 2),
            ("instoresnow.walmart.com", "In stores now - Walmart.com", 1),
            ("mp3.walmart.com", "MP3 music downloads - Walmart.com", 1),
        ],
        "queries": {
            "wallmart": (16, {0: (0.2, 0.8), 1: (0.9, 0.4), 2: (0.2, 0.1)}),
            "wall mart": (12, {0: (0.8, 0.8), 1: (0.8, 0.3), 2: (0.5, 0.1), 3: (0.5, 0.1)}),
            "walmart": (40, {0: (1.0, 0.8), 1: (1.0, 0.3), 2: (1.0, 0.1), 3: (1.0, 0.1),
                             4: (1.0, 0.1)}),
            "wal mart": (16, {0: (0.8, 0.8), 1: (0.8, 0.3), 2: (0.8, 0.1), 4: (0.5, 0.1)}),
            "walmarts": (8, {0: (0.8, 0.8), 1: (0.8, 0.3), 3: (0.5, 0.1)}),
        },
    },
    "mensmagazines": {
        "pages": [
            ("en.wikipedia.org/wiki/List_of_men's_magazines",
             "List of men's magazines - Wikipedia, the free encyclopedia", 3),
            ("www.askmen.com/links/sections/mensmagazines.html", "AskMen.com - Men's magazines", 4),
        ],
        "queries": {"mensmagazines": (16, {1: (1.0, 0.6)})},
    },
    "southwest airlines": {
        "pages": [
            ("www.southwest-airlines.net", "Southwest Airlines", 4),
            ("www.southwestvacations.com/index.asp",
             "Southwest Vacations - Vacation Packages - Cheap Airline Tickets, Hotels, Rental "
             "Cars, Activities & Attractions", 1),
            ("www.cheapflights.com", "Cheap Airline Tickets, Hotels and Rental Cars", 1),
            ("www.vacation-packages.com", "Vacation Packages, Hotels, Activities", 0),
        ],
        "queries": {
            "southwest airlines": (8, {0: (0.6, 0.5), 1: (1.0, 0.3), 2: (1.0, 0.3),
                                       3: (0.7, 0.2)}),
            "southwest vacations": (30, {0: (0.5, 0.1), 1: (1.0, 0.8), 2: (0.8, 0.3),
                                         3: (0.8, 0.4)}),
            "southwest air fares": (20, {0: (0.5, 0.2), 1: (1.0, 0.5), 2: (1.0, 0.5),
                                         3: (0.5, 0.2)}),
            "cheap southwest tickets": (16, {0: (0.3, 0.1), 1: (1.0, 0.6), 2: (1.0, 0.5)}),
        },
    },
}  # fmt: skip


def words(text):
    """The words of a title, an address or a query, without those that every page has."""
    return [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]


def _counts(texts, places):
    """Counts of known words, one row a text."""
    table = np.zeros((len(texts), len(places)))
    for row, text in zip(table, texts):
        for word in words(text):
            row[places[word]] += 1
    return sparse.csr_array(table)


def make_world(case, *, n_fillers=25, extra=(), showings=None, random_state=None):
    """A log of one case: its pages, then fillers; showings in random order.

    Parameters
    ----------
    case : {"wallmart", "mensmagazines", "southwest airlines"}
    n_fillers : int
        Pages of random words; clicked with probability 0.02 when shown.
    extra : sequence of (address, title, grade)
        More pages, which are never shown.
    showings : int, optional
        How often the case's own query was asked; by default as often as ``CASES`` says.
    random_state : int or Generator

    Returns
    -------
    Bunch
        As :func:`mlcompanion.datasets.make_click_log`, with ``titles``, ``addresses`` and
        ``asked_for``, the texts of the queries; the case's own query is the first.
    """
    world = CASES[check_in(case, "case", CASES)]
    rng = check_rng(random_state)
    fillers = [_filler(rng) for _ in range(n_fillers)]
    n_own = len(world["pages"])
    addresses, titles, grades = zip(*world["pages"], *extra, *fillers)
    asked_for = list(world["queries"])
    texts = [f"{a} {t}" for a, t in zip(addresses, titles)]
    places = {w: i for i, w in enumerate(sorted({w for t in texts + asked_for for w in words(t)}))}
    fillers = np.arange(n_own + len(extra), len(texts))
    sessions = [
        (query, *_session(chances, fillers, rng))
        for query, (count, chances) in enumerate(world["queries"].values())
        for _ in range(count if query or showings is None else showings)
    ]
    order = rng.permutation(len(sessions))
    asked, shown, clicked = (np.array(column)[order] for column in zip(*sessions))
    return Bunch(
        queries=_counts(asked_for, places),
        pages=_counts(texts, places),
        grades=np.tile(grades, (len(asked_for), 1)),
        asked=asked,
        shown=shown,
        clicked=clicked,
        titles=titles,
        addresses=addresses,
        asked_for=asked_for,
        terms=list(places),
    )


def _filler(rng):
    name = "".join(rng.choice(FILL, 2, replace=False))
    return f"www.{name}.com", " ".join(rng.choice(FILL, rng.integers(3, 8), replace=False)), 0


def _session(chances, fillers, rng):
    """Ten pages in random order, those of the case with their chances, and the clicks."""
    own = [page for page, (often, _) in chances.items() if rng.random() < often]
    page = rng.permutation(
        np.r_[own, rng.choice(fillers, 10 - len(own), replace=False)].astype(int)
    )
    chance = np.array([chances[p][1] if p in chances else 0.02 for p in page.tolist()])
    return page, rng.random(10) < chance


def rank_of(page, scores, retrieved):
    """Rank of a page from 1, in the middle of its equals; infinite if it was not retrieved."""
    if not retrieved[page]:
        return np.inf
    others = scores[retrieved] - scores[page]
    return float(np.sum(others > 0) + (np.sum(others == 0) + 1) / 2)


def case_shares(n_sets=20, **options):
    """Shares of random sets in which each of the three cases goes as told.

    Parameters
    ----------
    n_sets : int
    **options
        Of :class:`ClickSearch`.

    Returns
    -------
    dict
        ``case6``: Robust BM25 puts walmart.com first, neither BM25 nor query expansion does;
        ``case7``: it has the list of magazines among its first three, BM25 has not; ``case8``: the
        pairwise kernel has the vacations above the airline, Robust BM25 the other way round.
    """
    told = {"case6": [], "case7": [], "case8": []}
    for seed in range(n_sets):
        ranks = {}
        for case in CASES:
            search = ClickSearch(make_world(case, random_state=seed), matched=False, **options)
            for method in METHODS:
                found = search.ranking(0, method)
                ranks[case, method] = [rank_of(page, *found) for page in (0, 1)]
        first = {method: rank[0] for (case, method), rank in ranks.items() if case == "wallmart"}
        rescued = first["Robust BM25"] == 1
        told["case6"].append(rescued and min(first["BM25"], first["query expansion"]) > 1)
        listed = [ranks["mensmagazines", m][0] for m in ("Robust BM25", "BM25")]
        told["case7"].append(listed[0] <= 3 < listed[1])
        robust, pairwise = (ranks["southwest airlines", m] for m in METHODS[:2])
        told["case8"].append(pairwise[1] < pairwise[0] and robust[0] < robust[1])
    return {case: float(np.mean(shares)) for case, shares in told.items()}
