"""Mailboxes for the chapter, six learners on them, and how their two numbers are chosen.

The messages of the thesis's Table 8.1 cannot be had. Generated mailboxes stand in for them, with
the same numbers of folders and messages; what decides most, how many words tell a folder, was
fixed before any learner ran.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_digits

from mlcompanion.convex import Entropy, Euclidean
from mlcompanion.datasets import load_reuters, make_email_stream
from mlcompanion.online.structured import label_ranking_pdip, label_ranking_run, presence_step
from mlcompanion.online.structured.presence_steps import presence_dual

#: Folders and messages of the seven users of Table 8.1.
USERS = {
    "beck-s": (101, 1971),
    "farmer-d": (25, 3672),
    "kaminski-v": (41, 4477),
    "kitchen-l": (47, 4015),
    "lokay-m": (11, 2489),
    "sanders-r": (30, 1188),
    "williams-w3": (18, 2769),
}
GEOMETRIES = {"A": Euclidean(), "B": Entropy()}
UPDATES = ("I", "II", "III")
LEARNERS = tuple(product(GEOMETRIES, UPDATES))
RATES = 10.0 ** np.arange(-2, 2.1, 0.5)
MARGINS = (0.05, 0.1, 0.2, 0.5)
TUNING = (100, 101)  # seeds of the mailboxes on which c and the margin are chosen


def mailbox(n_folders, n_messages, seed, **options):
    """A mailbox: 2,000 words of which 15 tell a folder, folders that come and go."""
    settings = {"n_words": 2000, "burst": 0.3, "arriving": True} | options
    return make_email_stream(n_messages, n_folders=n_folders, random_state=seed, **settings)


def play(mail, learner, c, margin):
    """The run of a learner, as ``("B", "II")``, over a mailbox."""
    complexity, update = learner
    geometry = GEOMETRIES[complexity]
    return label_ranking_run(mail.data, mail.target, c, margin, geometry=geometry, update=update)


def mistake_rate(mail, learner, c, margin):
    """Mistakes in per cent."""
    return 100 * play(mail, learner, c, margin).mistakes.mean()


def choose(mails, learner):
    """c and margin with the fewest mistakes on some mailboxes, from one grid for all learners."""
    rates = {
        (c, margin): np.mean([mistake_rate(mail, learner, c, margin) for mail in mails])
        for c in RATES
        for margin in MARGINS
    }
    return min(rates, key=rates.get)


def judged_rates(mails, tuning):
    """Mistakes in per cent, shape (6, n_mails), and what was chosen for each learner."""
    chosen = [choose(tuning, learner) for learner in LEARNERS]
    rates = [
        [mistake_rate(mail, learner, *numbers) for mail in mails]
        for learner, numbers in zip(LEARNERS, chosen)
    ]
    return np.array(rates), chosen


def user_rates(user, seeds):
    """One row of Table 8.1: mean mistakes of the six learners, and their standard deviations."""
    size = USERS[user]
    rates, chosen = judged_rates(
        [mailbox(*size, seed) for seed in range(seeds)], [mailbox(*size, s) for s in TUNING]
    )
    return {
        "rates": rates.mean(axis=1).tolist(),
        "spread": rates.std(axis=1, ddof=1).tolist(),
        "c": [float(c) for c, _ in chosen],
        "margin": [float(margin) for _, margin in chosen],
    }


def word_leads(n_words, n_keywords, seeds):
    """Mistakes of update II with either complexity on 20 folders, for a number of words."""
    options = {"n_words": n_words, "n_keywords": n_keywords, "burst": 0.0, "arriving": False}
    mails, tuning = (
        [mailbox(20, 1500, seed, **options) for seed in some] for some in (range(seeds), TUNING)
    )
    found = {}
    for complexity in GEOMETRIES:
        learner = (complexity, "II")
        numbers = choose(tuning, learner)
        found[complexity] = [mistake_rate(mail, learner, *numbers) for mail in mails]
    return found


class Inbox(NamedTuple):
    """A learner with one message on the table.

    Attributes
    ----------
    before, after : ndarray, shape (k,)
        Scores of the folders, before and after the step.
    alpha : ndarray, shape (k,)
        The step: by how much each folder's vector moves, in units of 1/c.
    weights : ndarray, shape (k, n)
    """

    before: np.ndarray
    after: np.ndarray
    alpha: np.ndarray
    weights: np.ndarray


def inboxes(mail, learner, stops, c, margin):
    """The learner at some messages, counted from 1, and its mistakes in all rounds."""
    complexity, update = learner
    options = {"margin": margin, "geometry": GEOMETRIES[complexity], "update": update}
    weights = None
    played = 0
    mistakes = []
    found = []
    for stop in stops:
        part = slice(played, stop - 1)
        if stop - 1 > played:
            run = label_ranking_run(mail.data[part], mail.target[part], c, coef=weights, **options)
            mistakes.append(run.mistakes)
            weights = run.coef
        played = stop - 1
        row = mail.data[played : played + 1]
        run = label_ranking_run(row, mail.target[played : played + 1], c, coef=weights, **options)
        least = 0.0 if complexity == "A" else 1 / mail.data.shape[1]
        start = np.full(run.coef.shape, least) if weights is None else weights
        step = _step(start, run, row, complexity, c)
        scores = [(row @ w.T).ravel() for w in (start, run.coef)]
        found.append(Inbox(*scores, step, start))
    mistakes.append(run.mistakes)
    return found, np.concatenate(mistakes)


def _step(start, run, row, complexity, c):
    """Size of each vector's move, read off one word that is there (and one that is not)."""
    word = row.indices[0]
    if complexity == "A":
        return abs(run.coef[:, word] - start[:, word]) * c
    other = np.setdiff1d(np.arange(row.shape[1]), row.indices)[0]
    ratio = np.log(run.coef[:, word] / run.coef[:, other])
    return abs(ratio - np.log(start[:, word] / start[:, other])) * c


def interior_point_counts(user, c, margin, compared):
    """Iterations of the interior point method in each round with a loss, along an optimal run.

    Returns
    -------
    dict
        ``n``, ``most`` and ``mean`` iterations, ``counts`` of rounds by iterations, and ``gap``:
        the largest difference of the dual from that of the walk, over ``compared`` rounds.
    """
    mail = mailbox(*USERS[user], 0)
    theta = np.zeros((mail.target.shape[1], mail.data.shape[1]))
    power = np.ones_like(theta)  # exp(theta), rows scaled now and then
    iterations = []
    gap = 0.0
    for t, relevant in enumerate(mail.target):
        words = mail.data.indices[mail.data.indptr[t] : mail.data.indptr[t + 1]]
        on = power[:, words].sum(axis=1)
        off = power.sum(axis=1) - on
        logits = np.log(on / off)
        alpha = presence_step(logits, 1.0, relevant, c, margin)
        if not alpha.any():
            continue
        path = inner_path(logits, relevant, c, margin)
        iterations.append(path.n_iter)
        if len(iterations) <= compared:
            duals = [
                presence_dual(np.maximum(a, 0), logits, 1.0, relevant, c, margin)
                for a in (alpha, path.alpha[:-1])
            ]
            gap = max(gap, abs(duals[0] - duals[1]))
        theta[:, words] += np.where(relevant, alpha, -alpha)[:, None] / c
        moved = np.flatnonzero(alpha)
        power[moved] = np.exp(theta[moved] - theta[moved].max(axis=1, keepdims=True))
    counts = np.bincount(iterations)
    return {
        "n": len(iterations),
        "most": int(max(iterations)),
        "mean": float(np.mean(iterations)),
        "counts": counts.tolist(),
        "gap": float(gap),
    }


def inner_path(logits, relevant, c, margin, tol=1e-6):
    """The optimal step on distributions by the interior point method of Section 7.3.2."""
    sign = np.where(relevant, 1.0, -1.0)

    def score(alpha):
        return 1 / (1 + np.exp(-(logits + sign * alpha / c)))

    def slope(alpha):
        return sign * score(alpha) - margin * relevant

    def curvature(alpha):
        return score(alpha) * (1 - score(alpha)) / c

    return label_ranking_pdip(slope, curvature, relevant, tol)


@cache
def real_streams():
    """Two real tables of presence: dark pixels of 1,797 digits, words of 395 news by place."""
    digits = load_digits()
    news = load_reuters()
    places = [title.split(":")[0].split()[-1] for title in news.titles]
    names, index = np.unique(places, return_inverse=True)
    common = np.flatnonzero(np.bincount(index) >= 8)
    kept = np.isin(index, common)
    label = np.searchsorted(common, index[kept])
    return {
        "digits": (digits.data > 8, digits.target, [str(k) for k in range(10)]),
        "news": (news.data[kept] > 0, label, names[common].tolist()),
    }
