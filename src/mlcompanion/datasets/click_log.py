"""A search engine's log of clicks, in a small world where several words mean the same.

The project's own generator; it stands in for the logs of Wu, Xu, Li and Oyama (2011), which are not
public.
"""

import numpy as np
from scipy import sparse
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_click_log"]

#: Chance of a click by grade, Bad to Perfect.
CLICK = np.array([0.02, 0.05, 0.15, 0.5, 0.8])
#: Pages of an intent: grade, how many, how often the first and the second concept is named.
PAGES = ((4, 2, 2, 2), (3, 3, 1, 1), (2, 4, 1, 0), (1, 4, 0, 1))


def make_click_log(
    n_intents=80,
    *,
    n_concepts=50,
    n_forms=4,
    n_background=200,
    n_wordings=8,
    canonical=0.5,
    canonical_pages=0.8,
    known=0.1,
    traffic=1,
    random_state=None,
):
    """Draw queries, graded pages, and what users clicked on in an engine's first ten results.

    An intent is a pair of concepts. Each concept can be said in several forms: one canonical, the
    others typos, acronyms or synonyms. Of an intent there are pages of all grades, and up to
    ``n_wordings`` queries, each a form of either concept. The engine scores a page by the idf of
    the words that it shares with the query, with noise, and sometimes knows a good page by other
    means. Users click according to grades.

    Parameters
    ----------
    n_intents, n_concepts, n_forms, n_background : int
        Intents; concepts, at least 2; forms of a concept; words that mean nothing.
    n_wordings : int
        Most queries of an intent; equal ones are dropped.
    canonical, canonical_pages : float
        Chance that a query, or a page, says a concept in its canonical form.
    known : float
        Chance, at each showing, that the engine raises a page of the two best grades.
    traffic : int
        Every query is asked this many times a number of Zipf's law (exponent 1.6, at most 60).
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``queries`` (n_queries, n_terms) and ``pages`` (n_pages, n_terms) sparse counts; ``grades``
        (n_queries, n_pages) int from 0, Bad, to 4, Perfect; ``intent`` (n_queries,); and one row a
        showing, in random order: ``asked`` (n,) the query, ``shown`` (n, 10) pages from the first
        rank down, ``clicked`` (n, 10) bool; ``terms``, ``DESCR``.

    Examples
    --------
    >>> log = make_click_log(5, random_state=0)
    >>> log.pages.shape, log.shown.shape[1]
    ((65, 400), 10)
    """
    n = check_count(n_intents, "n_intents", low=1)
    n_concepts = check_count(n_concepts, "n_concepts", low=2)
    n_forms = check_count(n_forms, "n_forms", low=1)
    n_background = check_count(n_background, "n_background", low=1)
    n_wordings = check_count(n_wordings, "n_wordings", low=1)
    canonical = check_real(canonical, "canonical", low=0, high=1)
    canonical_pages = check_real(canonical_pages, "canonical_pages", low=0, high=1)
    known = check_real(known, "known", low=0, high=1)
    traffic = check_count(traffic, "traffic", low=1)
    rng = check_rng(random_state)

    concepts = np.array([rng.choice(n_concepts, 2, replace=False) for _ in range(n)])
    say = _Speaker(n_concepts, n_forms, n_background, rng)
    pages, page_intent, grade = _pages(concepts, say, canonical_pages)
    queries, intent = _queries(concepts, say, n_wordings, canonical)
    same = intent[:, None] == page_intent
    grades = np.where(same, grade, 0).astype(np.int8)
    asked, shown, clicked = sessions(queries, pages, grades, known, traffic, rng)
    return Bunch(
        queries=queries,
        pages=pages,
        grades=grades,
        intent=intent,
        asked=asked,
        shown=shown,
        clicked=clicked,
        terms=say.terms,
        DESCR="Clicks on the results of a simulated search engine.",
    )


class _Speaker:
    """Says a concept in one of its forms, and talks of nothing."""

    def __init__(self, n_concepts, n_forms, n_background, rng):
        self.n_forms = n_forms
        self.rng = rng
        self.first_background = n_concepts * n_forms
        self.n_terms = self.first_background + n_background
        forms = [f"c{c}{chr(97 + f % 26)}" for c in range(n_concepts) for f in range(n_forms)]
        self.terms = forms + [f"w{w}" for w in range(n_background)]

    def concept(self, concept, canonical):
        """A term: the canonical form with a given chance, else any of the others."""
        other = self.n_forms > 1 and self.rng.random() >= canonical
        return concept * self.n_forms + (self.rng.integers(1, self.n_forms) if other else 0)

    def background(self, size):
        """Terms without a meaning."""
        return self.rng.integers(self.first_background, self.n_terms, size).tolist()


def _table(texts, n_terms):
    """Counts of the terms in each text."""
    rows = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    columns = np.concatenate(texts)
    table = sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(texts), n_terms))
    table.sum_duplicates()
    return table


def _pages(concepts, say, canonical):
    """Pages of all intents in random order: counts, intent, and grade for that intent."""
    texts = []
    intents = []
    grades = []
    for intent, (first, second) in enumerate(concepts):
        for grade, count, *times in PAGES:
            for _ in range(count):
                words = [say.concept(c, canonical) for c, t in zip((first, second), times)
                         for _ in range(t)]  # fmt: skip
                texts.append(words + say.background(6))
                intents.append(intent)
                grades.append(grade)
    order = say.rng.permutation(len(texts))  # no order of ties may tell the grade
    texts = [texts[i] for i in order]
    return _table(texts, say.n_terms), np.array(intents)[order], np.array(grades)[order]


def _queries(concepts, say, n_wordings, canonical):
    """Different wordings of each intent: counts, and the intent."""
    texts = []
    intents = []
    for intent, pair in enumerate(concepts):
        drawn = {tuple(say.concept(c, canonical) for c in pair) for _ in range(n_wordings)}
        texts += sorted(drawn)  # a set has no order that a seed could repeat
        intents += [intent] * len(drawn)
    return _table([list(text) for text in texts], say.n_terms), np.array(intents)


def sessions(queries, pages, grades, known, traffic, rng, n_shown=10):
    """All showings in random order: the query, ten pages, and which of them were clicked."""
    df = np.bincount(pages.indices, minlength=pages.shape[1])
    idf = np.log1p((pages.shape[0] - df + 0.5) / (df + 0.5))
    match = (queries.sign() @ sparse.diags_array(idf) @ pages.sign().T).toarray()
    # a few queries are asked often, most hardly ever
    times = traffic * np.minimum(rng.zipf(1.6, queries.shape[0]), 60)
    asked = np.repeat(np.arange(len(times)), times)
    shown = []
    for query, count in enumerate(times):
        scores = match[query] + rng.standard_normal((count, pages.shape[0]))
        good = np.flatnonzero(grades[query] >= 3)
        raised = rng.random((count, len(good))) < known
        # what the engine knows by other means than words
        scores[:, good] += raised * rng.uniform(0, 8, raised.shape)
        best = np.argpartition(-scores, n_shown, axis=1)[:, :n_shown]
        order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1)
        shown.append(np.take_along_axis(best, order, axis=1))
    shown = np.concatenate(shown)
    clicked = rng.random(shown.shape) < CLICK[grades[asked[:, None], shown]]
    order = rng.permutation(len(asked))
    return asked[order], shown[order], clicked[order]
