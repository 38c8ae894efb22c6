"""Statements of Wu, Xu, Li and Oyama (2011) put to the test, by formulas computed another way."""

import warnings
from itertools import islice

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.datasets import load_reuters, make_click_log
from mlcompanion.kernel_methods import click_query_kernel, s_kernel
from mlcompanion.kernel_methods.search.search_kernels import sum_s_kernel
from mlcompanion.kernels import polynomial_kernel, rbf_kernel
from mlcompanion.text import BM25, DirichletLM

__all__ = [
    "collections",
    "correlation_of_the_pair",
    "inner_product_deviations",
    "pairwise_correlation_checks",
    "s_kernel_cases",
]

SETTINGS = ({}, {"k1": 0.5, "b": 0.2, "k3": 1.0, "mu": 50.0}, {"k1": 3.0, "b": 1.0, "mu": 500.0})


def collections(n_queries=200, random_state=0):
    """Three pairs (queries, documents) of counts: two generated ones, and the Reuters stories.

    The first has repeated words in queries, an empty and a very long document; the second is the
    simulated log's; queries on Reuters are drawn from the words of the stories.
    """
    rng = check_rng(random_state)
    pages = rng.poisson(0.05 * rng.pareto(1.5, (300, 1)) * np.ones(80))
    pages[0] = 0
    pages[1] = 40
    yield rng.poisson(0.03, (n_queries, 80)), pages
    log = make_click_log(25, random_state=rng)
    yield log.queries.toarray()[:n_queries], log.pages.toarray()
    stories = load_reuters().data.astype(float)
    share = stories.sum(axis=0) / stories.sum()
    yield np.array([rng.multinomial(rng.integers(1, 6), share) for _ in range(n_queries)]), stories


def _bm25_sum(query, pages, length, k1=1.2, b=0.75, k3=8.0, **_):
    """The textbook's sum over the words of a query, for all pages, of these lengths."""
    N = len(pages)
    total = np.zeros(N)
    for t in np.flatnonzero(query):
        having = np.flatnonzero(pages[:, t])
        tf = pages[having, t]
        df = len(having)
        idf = np.log(1 + (N - df + 0.5) / (df + 0.5))
        diluted = k1 * (1 - b + b * length[having] / length.mean())
        worth = query[t] * (k3 + 1) / (query[t] + k3)
        total[having] += worth * idf * tf * (k1 + 1) / (tf + diluted)
    return total


def inner_product_deviations(n_queries=200, n_collections=3, random_state=0):
    """Inner products of features against the textbook's BM25 and the smoothed likelihood.

    Returns
    -------
    dict
        The measurements of the claim *relevance-models*.
    """
    bm = []
    spreads = []
    constants = []
    without = []
    for queries, pages in islice(collections(n_queries, random_state), n_collections):
        known = pages.sum(axis=0) > 0
        queries = np.where(known, queries, 0)
        length = pages.sum(axis=1)
        for setting in SETTINGS:
            model = BM25(**{k: v for k, v in setting.items() if k != "mu"}).fit(pages)
            ours = (model.query_features(queries) @ model.document_features(pages).T).toarray()
            sums = np.array([_bm25_sum(q, pages, length, **setting) for q in queries])
            bm.append(abs(ours - sums).max() / sums.max())
            mu = setting.get("mu", 2000.0)
            model = DirichletLM(mu).fit(pages)
            Q = model.query_features(queries).toarray()
            D = model.document_features(pages).toarray()
            P = pages.sum(axis=0)[known] / pages.sum()
            smoothed = (pages[:, known] + mu * P) / (length[:, None] + mu)
            likelihood = queries[:, known] @ np.log(smoothed).T
            asked = queries.sum(axis=1) > 0
            size = np.ptp(likelihood[asked], axis=1)
            difference = (Q @ D.T - likelihood)[asked]
            spreads.append(np.max(np.ptp(difference, axis=1) / size))
            constant = -(queries[:, known] @ np.log(P))[asked, None]
            constants.append(np.max(abs(difference - constant) / constant))
            cut = (Q[:, :-1] @ D[:, :-1].T - likelihood)[asked]
            without.extend(np.ptp(cut, axis=1) / size)
    return {
        "bm_dev": float(max(bm)),
        "lm_spread": float(max(spreads)),
        "lm_const": float(max(constants)),
        "lm_without": float(np.median(without)),
    }


def _kernel(rng, n, kind):
    """A kernel on n random points with entries below 1 in size, and features where finite."""
    X = rng.normal(size=(n, 3))
    if kind == "normal":
        return 0.95 * rbf_kernel(X, sigma=rng.uniform(0.3, 2)), None
    F = X if kind == "linear" else np.einsum("ni,nj->nij", X, X).reshape(n, -1)
    F = F * np.sqrt(0.95 / np.sum(F**2, axis=1).max())
    if kind == "polynomial":  # the same scale by the formula, not by the features
        scale = 0.95 / np.sum(X**2, axis=1).max() ** 2
        return scale * polynomial_kernel(X, degree=2), F
    return F @ F.T, F


def _values_of_g(rng, n):
    """An S-function at n random pairs: random features, of both signs."""
    return np.sum(rng.normal(size=(n, 4)) * rng.normal(size=(n, 4)), axis=1)


def _matched_words(rng, n):
    """BM25 at n pairs of generated texts."""
    texts = rng.poisson(0.5, (2, n, 30)) + np.eye(n, 30, dtype=int)
    return BM25().fit(texts[1]).relevance(texts[0]).diagonal()


def _ratio(K):
    values = np.linalg.eigvalsh(K)
    return values[0] / values[-1]


def s_kernel_cases(n_cases=500, random_state=0):
    """Eigenvalues and operator norms of S-kernels over random cases.

    Returns
    -------
    dict
        The measurements of the claim *s-kernels*.
    """
    rng = check_rng(random_state)
    kinds = ("normal", "polynomial", "linear")
    least = []
    negative = []
    ratios = []
    lemma = []
    for case in range(n_cases):
        n = (5, 20, 100)[case % 3]
        g = (_matched_words if case % 10 == 0 else _values_of_g)(rng, n)
        if case % 2:
            KX, KY = (_kernel(rng, n, kinds[rng.integers(3)])[0] for _ in range(2))
            series = ("exp", "geometric", np.eye(6)[rng.integers(6)])[rng.integers(3)]
            least.append(_ratio(s_kernel(g, KX, KY, series)))
            continue
        m = int(rng.integers(2, 6))
        chosen = [[_kernel(rng, n, kinds[rng.integers(1, 3)]) for _ in range(m)] for _ in "XY"]
        KX, KY = ([K for K, _ in side] for side in chosen)
        c = rng.exponential(size=m)
        K = sum_s_kernel(g, KX, KY, c)
        least.append(_ratio(K))
        signed = np.outer(g, g) * (KX[0] * KY[0])
        values = np.linalg.eigvalsh(K - (c[0] + 2 * c.max()) * signed)
        negative.append(values[0] / abs(values).max())
        ratios.append(_operator_ratio(rng, g, c, chosen, K, alone=case % 8 == 0))
        lemma.append(_lemma_7(rng, KX[0], KY[0], chosen[1][0][1]))
    return {
        "eig": float(min(least)),
        "eig_negative": float(min(negative)),
        "op_viol": int(np.sum(np.array(ratios) > 1 + 1e-9)),
        "op_near": float(max(ratios)),
        "lemma7": float(min(lemma)),
    }


def _operator_ratio(rng, g, c, chosen, K, alone):
    """Squared norm of the operator over that of the combination; ``alone``: one pair has weight."""
    alpha = rng.normal(size=len(g))
    if alone:
        alpha[1:] = 0
    norms = []
    for weight, (_, FX), (_, FY) in zip(c, *chosen):
        gamma = np.sqrt(weight) * (FX * (alpha * g)[:, None]).T @ FY  # c^(1/4) in both features
        norms.append(np.linalg.norm(gamma, 2))
    return max(norms) ** 2 / (alpha @ K @ alpha)


def _lemma_7(rng, KX, KY, FY):
    """Smallest eigenvalue of right minus left of Lemma 7 over the largest of the right."""
    z = rng.normal(size=FY.shape[1])
    right = KX * KY * (z @ z)
    left = KX * np.outer(FY @ z, FY @ z)
    return np.linalg.eigvalsh(right - left)[0] / np.linalg.eigvalsh(right)[-1]


def correlation_of_the_pair(u, v):
    """Correlation of two rows over the columns where either is not 0; 1 if it is undefined."""
    either = (u > 0) | (v > 0)
    if either.sum() < 2 or np.ptp(u[either]) == 0 or np.ptp(v[either]) == 0:
        return 1.0
    return float(np.corrcoef(u[either], v[either])[0, 1])


def pairwise_correlation_checks(n_tables=(78, 21, 1), random_state=0):
    """Equation (9) over the pages of the pair, and over all pages, on sparse tables of clicks.

    Parameters
    ----------
    n_tables : tuple of int
        Tables of 3, 30 and 100 queries.
    random_state : int or Generator

    Returns
    -------
    dict
        The measurements of the claim *eq9-kernel*.
    """
    rng = check_rng(random_state)
    three = np.eye(3)
    eig3 = [[correlation_of_the_pair(u, v) if i != j else 1.0 for j, v in enumerate(three)]
            for i, u in enumerate(three)]  # fmt: skip
    broken = []
    least = []
    below = []
    for n, n_pages, count in zip((3, 30, 100), (3, 100, 300), n_tables):
        for _ in range(count):
            C = rng.poisson(2.0 * rng.random((n, 1)) * (rng.random((n, n_pages)) < 3 / n_pages))
            K = np.corrcoef(C[C.any(axis=1) & (np.ptp(C, axis=1) > 0)])
            least.append(np.linalg.eigvalsh(np.atleast_2d(K))[0] if K.size else 0.0)
            clicked = np.flatnonzero(C.any(axis=1))
            ours = click_query_kernel(C)[np.ix_(clicked, clicked)]
            disjoint = (C[clicked] @ C[clicked].T) == 0
            below.append(np.all(ours[disjoint] < 0))
            if n >= 30:
                pair = np.eye(n)
                for i in range(n):
                    for j in range(i):
                        pair[i, j] = pair[j, i] = correlation_of_the_pair(C[i], C[j])
                broken.append(np.linalg.eigvalsh(pair)[0] < -0.01)
    with np.errstate(invalid="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        undefined = bool(np.isnan(np.corrcoef([1.0], [1.0])[0, 1]))
    return {
        "eig3": float(np.linalg.eigvalsh(eig3)[0]),
        "eig_pair": float(np.mean(broken)),
        "eig_all": float(min(least)),
        "neg_all": float(np.mean(below)),
        "undefined": undefined,
    }
