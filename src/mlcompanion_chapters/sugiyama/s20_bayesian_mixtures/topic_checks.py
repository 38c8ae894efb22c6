"""Topics: joint probability, counting formula and its chain, bars; own formulas beside ours.

Sugiyama (2016), section 20.2.
"""

from functools import cache
from itertools import product

import numpy as np
from scipy.integrate import quad
from scipy.optimize import linear_sum_assignment
from scipy.special import logsumexp
from scipy.stats import beta as beta_law

from mlcompanion.datasets import load_reuters, make_topic_bars
from mlcompanion.text import LDAGibbs, lda_log_joint, perplexity

__all__ = [
    "bars_run",
    "conditional_case",
    "drawn_gaps",
    "first_line_case",
    "matched_topics",
    "mean_cosine",
    "resting_case",
    "reuters_run",
    "total_probability",
]


def counts_of(topics, words, documents, shape):
    """Counts (D, T) and (W, T) of a collection whose words are listed one by one."""
    D, T, W = shape
    of_documents = np.zeros((D, T), dtype=int)
    of_words = np.zeros((W, T), dtype=int)
    np.add.at(of_documents, (documents, topics), 1)
    np.add.at(of_words, (words, topics), 1)
    return of_documents, of_words


def log_joint(topics, words, documents, shape, alpha, beta):
    """The closed form, by the library."""
    return lda_log_joint(*counts_of(topics, words, documents, shape), alpha, beta)


TINY = np.array([0, 0, 0, 1, 1])  # documents of three words and of two


def all_tiny():
    """All topics and words of the tiny collection."""
    choices = list(product((0, 1), repeat=5))
    return [(np.array(z), np.array(w)) for z in choices for w in choices]


def total_probability(alpha=0.3, beta=0.7):
    """Sum of the closed form over all 1,024 cases."""
    logs = [log_joint(z, w, TINY, (2, 2, 2), alpha, beta) for z, w in all_tiny()]
    return float(np.exp(logsumexp(logs)))


def drawn_gaps(n_cases=100, n_draws=400_000, alpha=0.3, beta=0.7, seed=0):
    """Closed form against averages over drawn distributions, in standard errors."""
    rng = np.random.default_rng([seed, 213])
    theta = rng.dirichlet([alpha, alpha], size=(2, n_draws))
    phi = rng.dirichlet([beta, beta], size=(2, n_draws))
    theta = np.ascontiguousarray(theta.transpose(0, 2, 1))
    phi = np.ascontiguousarray(phi.transpose(0, 2, 1))
    cases = all_tiny()
    found = []
    for case in rng.choice(len(cases), n_cases, replace=False):
        topics, words = cases[case]
        value = np.ones(n_draws)
        for d, t, w in zip(TINY, topics, words):
            value *= theta[d, t]
            value *= phi[t, w]
        closed = np.exp(log_joint(topics, words, TINY, (2, 2, 2), alpha, beta))
        found.append(abs(value.mean() - closed) / (value.std() / np.sqrt(n_draws)))
    return np.array(found)


def counting_formula(topics, i, words, documents, shape, alpha, beta, *, leave_out=True):
    """Probabilities of the topic of word i by counts; ``leave_out`` is the usual slip if False."""
    W = shape[2]
    kept = np.arange(len(topics)) != i if leave_out else np.ones(len(topics), dtype=bool)
    of_documents, of_words = counts_of(topics[kept], words[kept], documents[kept], shape)
    here = of_documents[documents[i]] + alpha
    word = (of_words[words[i]] + beta) / (of_words.sum(axis=0) + W * beta)
    return here * word / np.sum(here * word)


def conditional_case(seed, alpha=0.3, beta=0.7):
    """The counting formula of one word of a random collection against ratios of closed forms."""
    rng = np.random.default_rng([seed, 214])
    shape = (5, 3, 6)
    documents = np.repeat(np.arange(5), 10)
    words = rng.integers(6, size=50)
    topics = rng.integers(3, size=50)
    i = rng.integers(50)
    logs = []
    for t in range(3):
        topics[i] = t
        logs.append(log_joint(topics, words, documents, shape, alpha, beta))
    exact = np.exp(logs - logsumexp(logs))
    topics[i] = rng.choice(3, p=exact)
    setting = (topics, i, words, documents, shape, alpha, beta)
    return {
        "cond": np.abs(counting_formula(*setting) - exact).max(),
        "control": np.abs(counting_formula(*setting, leave_out=False) - exact).max(),
    }


SMALL = np.array([0, 0, 0, 1, 1, 1])


def mean_of(law, a, b):
    """Mean of a beta law by quadrature, substituted so that no end is singular."""

    def inner(u):
        x = np.sin(u) ** 2
        return x * law.pdf(x, a, b) * 2 * np.sin(u) * np.cos(u)

    return quad(inner, 0, np.pi / 2, epsabs=1e-12, epsrel=1e-12)[0]


@cache
def drawn_average(n_words, counts, concentration, n_draws):
    """Mean over drawn distributions of the product of powers of their probabilities.

    All averages over distributions of as many words are taken over the same draws.
    """
    value = np.ones(n_draws)
    for column, power in zip(drawn_laws(n_words, concentration, n_draws), counts):
        for _ in range(power):
            value *= column
    return value.mean()


@cache
def drawn_laws(n_words, concentration, n_draws):
    """Draws from a Dirichlet law, one row a word."""
    rng = np.random.default_rng([n_words, 215])
    return np.ascontiguousarray(rng.dirichlet([concentration] * n_words, size=n_draws).T)


def first_line_case(seed, n_draws=400_000, alpha=0.5, beta=0.5):
    """The printed first line, its integrals one a word, beside averages over drawn distributions.

    The distributions are drawn independently, so the average of the product is taken as the
    product of the averages of its four factors.

    Returns
    -------
    dict
        ``literal``: largest relative difference from (T W)^-N; ``spread``: largest over smallest
        average; ``factor``: largest factor between the two.
    """
    words = np.random.default_rng([seed, 215]).integers(3, size=6)
    first = (mean_of(beta_law, alpha, alpha) * mean_of(beta_law, beta, 2 * beta)) ** 6
    averages = []
    for z in product((0, 1), repeat=6):
        of_documents, of_words = counts_of(np.array(z), words, SMALL, (2, 2, 3))
        parts = [drawn_average(2, tuple(row), alpha, n_draws) for row in of_documents.tolist()]
        parts += [drawn_average(3, tuple(row), beta, n_draws) for row in of_words.T.tolist()]
        averages.append(np.prod(parts))
    averages = np.array(averages)
    return {
        "literal": abs(first * 6.0**6 - 1),
        "spread": averages.max() / averages.min(),
        "factor": np.maximum(first / averages, averages / first).max(),
    }


def resting_case(seed, alpha=0.5, beta=0.5):
    """Resting law of a whole sweep, written out, against the exact posterior of 64 assignments.

    Returns
    -------
    dict
        ``gap``: total variation distance; ``control``: the same if the word stays in the counts.
    """
    rng = np.random.default_rng([seed, 216])
    words = rng.integers(3, size=6)
    shape = (2, 2, 3)
    states = np.array(list(product((0, 1), repeat=6)))
    logs = [log_joint(z, words, SMALL, shape, alpha, beta) for z in states]
    exact = np.exp(logs - logsumexp(logs))
    found = {}
    for name, leave_out in (("gap", True), ("control", False)):
        sweep = np.eye(64)
        for i in range(6):
            step = np.zeros((64, 64))
            for at, z in enumerate(states):
                shares = counting_formula(
                    z, i, words, SMALL, shape, alpha, beta, leave_out=leave_out
                )
                for t in (0, 1):
                    step[at, at + (t - z[i]) * 2 ** (5 - i)] = shares[t]
            sweep = sweep @ step
        values, vectors = np.linalg.eig(sweep.T)
        resting = np.real(vectors[:, np.argmin(np.abs(values - 1))])
        resting /= resting.sum()
        found[name] = 0.5 * np.abs(resting - exact).sum()
    return found


def matched_topics(phi, bars):
    """Which topic fits which bar best, one to one, and the cosines of the pairs.

    Returns
    -------
    topics, cosines : ndarray
        In the order of the bars that have a topic.
    """
    norms = np.linalg.norm(phi, axis=1)[:, None] * np.linalg.norm(bars, axis=1)
    cosines = phi @ bars.T / norms
    topics, matched = linear_sum_assignment(-cosines)
    order = np.argsort(matched)
    return topics[order], cosines[topics, matched][order]


def mean_cosine(phi, bars):
    """Mean cosine between topics and bars, matched one to one."""
    return matched_topics(phi, bars)[1].mean()


def bars_run(seed, n_sweeps=500):
    """Ten bars from 200 documents of 100 words.

    Returns
    -------
    dict
        ``cosine``, ``start``: at the end and of the random start; ``climb``, ``level``: of the log
        joint probability; ``path``.
    """
    bars = make_topic_bars(random_state=np.random.default_rng([seed, 217]))
    rng = np.random.default_rng([seed, 218])
    model = LDAGibbs(
        10, alpha=1.0, beta=0.01, n_sweeps=n_sweeps, method="dense", random_state=rng
    ).fit(bars.data)
    start = random_phi(bars.data, 10, 0.01, rng)
    path = model.log_joint_path_
    climb = path[-1] - path[0]
    return {
        "cosine": mean_cosine(model.phi_, bars.phi),
        "start": mean_cosine(start, bars.phi),
        "climb": climb,
        "level": abs(path[-50:].mean() - path[-100:-50].mean()) / climb,
        "path": path,
    }


def random_phi(X, T, beta, rng):
    """Words of topics that are dealt out at random."""
    of_words = np.zeros((X.shape[1], T))
    words = np.repeat(np.tile(np.arange(X.shape[1]), len(X)), X.ravel())
    np.add.at(of_words, (words, rng.integers(T, size=len(words))), 1)
    return ((of_words + beta) / (of_words + beta).sum(axis=0)).T


def halves(X, rng):
    """Each document's words in two halves, drawn without replacement."""
    first = np.array([rng.multivariate_hypergeometric(row, row.sum() // 2) for row in X])
    return first, X - first


def reuters_run(T=20, seed=0, n_sweeps=100, n_held=95):
    """Topics of 300 stories; perplexity of the unseen half of each of 95 others.

    Returns
    -------
    dict
        ``model``, ``words``; ``perplexity``, ``unigram``: of the same words, by topics and by the
        frequency of each word.
    """
    stories = load_reuters()
    rng = np.random.default_rng([seed, 219])
    order = rng.permutation(len(stories.data))
    counts = stories.data.astype(np.int64)
    known = counts[order[n_held:]]
    new = counts[order[:n_held]]
    model = LDAGibbs(T, n_sweeps=n_sweeps, random_state=rng).fit(known)
    seen, unseen = halves(new, rng)
    frequency = known.sum(axis=0) + 0.01
    return {
        "model": model,
        "words": np.array(stories.feature_names),
        "perplexity": perplexity(unseen, model.transform(seen), model.phi_),
        "unigram": perplexity(unseen, np.ones((n_held, 1)), frequency[None] / frequency.sum()),
    }
