"""A log over real headlines, asked in words that no headline has: Reuters, 1996 and 1997.

The headlines are real; what is asked, shown and clicked is ours. A concept is a group of words that
headlines use, and synonyms, chosen by hand, that none of them uses.
"""

import re
from itertools import combinations, product

import numpy as np
from scipy import sparse
from sklearn.utils import Bunch

from mlcompanion._validation import check_rng
from mlcompanion.datasets import load_reuters
from mlcompanion.datasets.click_log import sessions

from .search_runs import METHODS, ClickSearch

__all__ = ["SYNONYMS", "headline_log", "rescued"]

#: What headlines say, the commonest word first, and what else a reader might ask for.
SYNONYMS = {
    "pope papal": "pontiff holiness",
    "cardinal bishop bishops archbishop patriarch": "prelate clergyman",
    "teresa nuns nun": "sisterhood missionary",
    "yeltsin": "muscovite statesman",
    "charles prince": "highness dauphin",
    "camilla lover mistress": "paramour girlfriend",
    "king queen royal royals royalty": "monarchy sovereign",
    "harriman envoy ambassador": "diplomatess emissary",
    "funeral buried grave mourn farewell": "obsequies interment",
    "dies dead death dying": "demise passing",
    "marry marries wed weds wedding": "nuptials matrimony",
    "health condition": "wellbeing frailty",
    "surgery operation hospital": "scalpel clinic",
    "prize award nobel": "trophy accolade",
    "film actor actress hollywood": "cinema movie",
    "auction sale": "bidding sotheby",
    "versace": "couturier designer",
    "elvis": "rocker graceland",
}


def headline_log(*, known=0.1, traffic=2, random_state=None):
    """Draw a log: who asked the headlines for what, in which words, and clicked what.

    An intent is a pair of concepts that at least three headlines share; those are good (grade 4),
    headlines with one of the two concepts are of grade 1. Either concept is said by its commonest
    word or by one of its two synonyms, so that nine queries ask for the same.

    Parameters
    ----------
    known : float
        Chance, at each showing, that the engine raises a good page.
    traffic : int
        Every query is asked this many times a number of Zipf's law.
    random_state : int, Generator or None

    Returns
    -------
    Bunch
        As :func:`mlcompanion.datasets.make_click_log`, with ``titles``, ``asked_for`` and
        ``foreign``: how many of a query's two words stand in no headline.
    """
    rng = check_rng(random_state)
    titles = [story.split(": ", 1)[1].rsplit(". ", 1)[0] for story in load_reuters().titles]
    read = [re.findall(r"[a-z]+", title.lower()) for title in titles]
    said = {group: [set(group.split()) & set(title) for title in read] for group in SYNONYMS}
    about = np.array([[bool(found) for found in said[group]] for group in SYNONYMS])
    forms = [[group.split()[0], *others.split()] for group, others in SYNONYMS.items()]
    asked_for = []
    grades = []
    foreign = []
    intents = []
    pairs = [(a, b) for a, b in combinations(range(len(forms)), 2) if sum(about[a] & about[b]) >= 3]
    for intent, (a, b) in enumerate(pairs):
        for i, j in product(range(3), repeat=2):
            asked_for.append(f"{forms[a][i]} {forms[b][j]}")
            grades.append(4 * (about[a] & about[b]) + 1 * (about[a] ^ about[b]))
            foreign.append((i > 0) + (j > 0))
            intents.append(intent)
    terms = sorted({word for words in (*read, *forms) for word in words})
    queries, pages = (_counts(texts, terms) for texts in ([q.split() for q in asked_for], read))
    asked, shown, clicked = sessions(queries, pages, np.array(grades), known, traffic, rng)
    return Bunch(
        queries=queries,
        pages=pages,
        grades=np.array(grades),
        intent=np.array(intents),
        asked=asked,
        shown=shown,
        clicked=clicked,
        terms=terms,
        titles=titles,
        asked_for=asked_for,
        foreign=np.array(foreign),
    )


def _counts(texts, terms):
    """Counts of words, one row a text."""
    place = {word: i for i, word in enumerate(terms)}
    rows = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    columns = [place[word] for text in texts for word in text]
    return sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(texts), len(terms)))


def rescued(log, max_pairs=100):
    """Average precision by method, number of foreign words (0, 1, 2) and intent.

    Parameters
    ----------
    log : Bunch
        Of :func:`headline_log`.
    max_pairs : int
        Most preferences of a query's model.

    Returns
    -------
    dict
        Method of :data:`METHODS` -> ndarray, shape (3, n_intents): means over an intent's queries.
    """
    search = ClickSearch(log)
    found = {}
    tasks = [search.task(query, max_pairs=max_pairs) for query in range(len(log.asked_for))]
    for method in METHODS:
        ap = [search.judge(query, method, task=task)[0] for query, task in enumerate(tasks)]
        total = np.zeros((3, log.intent.max() + 1))
        count = np.zeros_like(total)
        np.add.at(total, (log.foreign, log.intent), ap)
        np.add.at(count, (log.foreign, log.intent), 1)
        found[method] = total / count
    return found
