"""Searches for counterexamples to the chapter's inequalities, by definitions alone.

Dual values come from the conjugates, bounds from sums over rounds, rankings from sorted scores:
nothing here reads a learner's own bookkeeping.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import softmax

from mlcompanion.online.structured import label_ranking_loss, label_ranking_run
from mlcompanion.online.structured.ranking_pass import (
    RankingRules,
    Rows,
    RunRecord,
    ranker_state,
    ranking_pass,
)

from .email_runs import GEOMETRIES, LEARNERS, UPDATES, mailbox, play

SHAPES = ((3, 50), (10, 50), (10, 500), (30, 500))
TIE = 1e-11


def log_sums(theta):
    """Logarithms of the rows' sums of exponentials; SciPy's does the same in ten times as long."""
    top = theta.max(axis=1)
    return top + np.log(np.exp(theta - top[:, None]).sum(axis=1))


def conjugates(theta, entropy):
    """The conjugate of the complexity for each row of ``theta``, shape (k,)."""
    if entropy:
        return log_sums(theta) - np.log(theta.shape[1])
    return 0.5 * (theta**2).sum(axis=1)


def dual_rise(theta, x, relevant, alpha, c, margin, entropy):
    """Rise of the dual by its definition: what is gained in margin, less what conjugates rise."""
    at = np.flatnonzero(alpha)
    signed = np.where(relevant, alpha, -alpha)[at]
    moved = theta[at] + signed[:, None] * x / c
    lost = conjugates(moved, entropy) - conjugates(theta[at], entropy)
    return margin * alpha[relevant].sum() - c * lost.sum()


def weights_of(theta, entropy):
    """The link."""
    return softmax(theta, axis=1) if entropy else theta


def one_step(theta, x, relevant, rules):
    """Dual variables of an update from a state, read off the move of the state."""
    words = np.flatnonzero(x)
    state = ranker_state(theta.copy(), rules.entropy)
    row = Rows(np.array([0, len(words)]), words, x[words], relevant[None])
    ranking_pass(row, state, rules, RunRecord(np.zeros(1), np.zeros(1, bool), np.zeros(1)))
    move = state.theta[:, words[0]] - theta[:, words[0]]
    return np.where(relevant, move, -move) * rules.c / x[words[0]]


def rises_from_one_state(n_rounds, seed):
    """Three updates from the same states: orders, floors, scales.

    Parameters
    ----------
    n_rounds : int
        Rounds with a loss, for each complexity.
    seed : int

    Returns
    -------
    dict
        Measurements of ``dual-increase-order``; ``strict`` is the smaller share of both.
    """
    rng = np.random.default_rng(seed)
    found = {"viol": 0, "floor": 0, "alpha_err": 0.0}
    shares = []
    for complexity in GEOMETRIES:
        strict = []
        rounds = 0
        while rounds < n_rounds:
            k, n = SHAPES[rng.integers(len(SHAPES))]
            rounds += _states(found, strict, complexity, k, n, rng)
        shares.append(np.mean(strict))
    return found | {"strict": float(min(shares)), "n_rounds": n_rounds}


def _states(found, strict, complexity, k, n, rng):
    """Compare the updates along one run, and count the rounds with a loss."""
    entropy = complexity == "B"
    c = 10 ** rng.uniform(-2, 2)
    margin = rng.uniform(0.05, 0.95 if entropy else 1.0)
    mail = mailbox(
        k, 60, int(rng.integers(2**31)), n_words=n, n_keywords=5, length=n / 8, two_folders=0.3
    )
    theta = rng.normal(size=(k, n)) * rng.choice([0.0, 1.0])
    rounds = 0
    for x, relevant in zip(mail.data.toarray(), mail.target):
        scores = weights_of(theta, entropy) @ x
        loss = label_ranking_loss(scores, relevant, margin)
        if loss <= 1e-9 or x.all() or not x.any():
            continue
        rounds += 1
        rules = [RankingRules(entropy, update, c, margin) for update in (1, 2, 3)]
        alphas = [one_step(theta, x, relevant, rule) for rule in rules]
        rises = [dual_rise(theta, x, relevant, a, c, margin, entropy) for a in alphas]
        slack = 1e-8 * max(1.0, abs(rises[2]))
        found["viol"] += rises[0] > rises[1] + slack or rises[1] > rises[2] + slack
        if loss >= margin:  # a mistake: update I moves
            square = 2 * (x.max() ** 2 if entropy else x @ x)
            found["floor"] += rises[0] < loss - square / (2 * c) - slack
        pair = np.flatnonzero(alphas[1])
        best = _best_scale(theta[pair], x, relevant[pair], c, margin, entropy)
        if len(pair):
            found["alpha_err"] = max(found["alpha_err"], abs(best - alphas[1][pair[0]]))
        if k > 2:
            strict.append(rises[2] > rises[1] + 1e-6 * max(1.0, abs(rises[1])))
        theta = theta + np.where(relevant, alphas[2], -alphas[2])[:, None] * x / c
    return rounds


def _best_scale(theta, x, relevant, c, margin, entropy):
    """Scale of a pair's step by a bounded search on the dual, as (8.4) and Update II have it."""

    def fall(scale):
        return -dual_rise(theta, x, relevant, np.full(2, scale), c, margin, entropy)

    if len(theta) < 2:
        return 0.0
    return minimize_scalar(fall, bounds=(0, 1), method="bounded", options={"xatol": 1e-8}).x


def loss_covers_mistakes(n_cases, seed):
    """Loss against mistakes, read from the sorted ranking; measurements of the claim.

    Half of the scores are small whole numbers, which tie often.
    """
    rng = np.random.default_rng(seed)
    found = {"viol": 0, "ties": 0, "average_viol": 0, "cases": n_cases}
    for k in (2, 3, 10, 50):
        shape = (n_cases // 4, k)
        n = shape[0]
        whole = rng.random((n, 1)) < 0.5
        scores = np.where(whole, rng.integers(-3, 4, shape), rng.normal(size=shape))
        margin = rng.choice((0.05, 0.5, 1.0, 2.0), n)
        count = np.choose(rng.integers(3, size=n), [1, rng.integers(1, k, n), k - 1])
        relevant = rng.permuted(np.arange(k) < count[:, None], axis=1)
        wrong = _ranked_wrong(scores, relevant)
        losses = _losses(scores, relevant, margin)[wrong]
        found["viol"] += int((losses < margin[wrong] - 1e-12).sum())
        found["ties"] += int((abs(losses - margin[wrong]) <= 1e-12).sum())
        pairs = margin[:, None, None] - scores[:, :, None] + scores[:, None, :]
        ranked = relevant[:, :, None] & ~relevant[:, None, :]
        means = np.where(ranked, np.maximum(pairs, 0), 0).sum((1, 2)) / ranked.sum((1, 2))
        found["average_viol"] += int((means[wrong] < margin[wrong]).sum())
    return found


def _ranked_wrong(scores, relevant):
    """Whether some irrelevant label is not below all relevant ones: sorted lists tell."""
    order = np.lexsort((relevant, -scores))  # among equals irrelevant ones first: a tie is wrong
    top = np.arange(scores.shape[1]) < relevant.sum(axis=1, keepdims=True)
    return (~np.take_along_axis(relevant, order, axis=1) & top).any(axis=1)


def conjugate_ratios(n_points, seed):
    """Largest ratio of a conjugate's remainder to half the squared dual norm, A then B.

    In a third of the cases all entries of the move have one size, as where the entropy's bound is
    met; a sum over labels is a mean of such ratios, and no larger.
    """
    rng = np.random.default_rng(seed)
    worst = [0.0, 0.0]
    for n in (2, 5, 20):
        m = -(-n_points // 3)
        theta = rng.normal(size=(m, n)) * rng.choice((0.0, 1.0, 3.0), (m, 1))
        move = rng.normal(size=(m, n)) * rng.choice((1e-2, 1.0, 5.0), (m, 1))
        flat = np.sign(move) * abs(move).max(axis=1, keepdims=True)
        move = np.where(rng.random((m, 1)) < 1 / 3, flat, move)
        for place, entropy in enumerate((False, True)):
            rise = conjugates(theta + move, entropy) - conjugates(theta, entropy)
            linear = (weights_of(theta, entropy) * move).sum(axis=1)
            norms = abs(move).max(axis=1) ** 2 if entropy else (move**2).sum(axis=1)
            worst[place] = max(worst[place], float(((rise - linear) / (0.5 * norms)).max()))
    return worst


def bound_search(shapes, seeds, n_rounds):
    """Learners' losses against bounds with many competitors; measurements of ``mistake-bound``.

    Parameters
    ----------
    shapes : list of (int, int)
        Labels and words.
    seeds : int
    n_rounds : int

    Returns
    -------
    dict
        ``n`` pairs of a run and a competitor, ``viol``, and ``viol_16`` with a sixteenth of the
        bound's last term.
    """
    found = {"n": 0, "viol": 0, "viol_16": 0}
    for (k, n), seed in ((shape, seed) for shape in shapes for seed in range(seeds)):
        rng = np.random.default_rng([seed, k, n])
        mail = mailbox(k, n_rounds, seed, n_words=n, n_keywords=5, length=n / 10)
        if seed % 2:  # labels that nobody can learn
            mail.target = mail.target[rng.permutation(n_rounds)]
        for complexity in GEOMETRIES:
            rivals = [
                (mail.data @ u.T, _complexity(u, complexity))
                for u in _competitors(mail, complexity, k, n, rng)
            ]
            for update, c, margin in (
                (u, c, m) for u in UPDATES for c in (0.01, 1, 100) for m in (0.1, 0.5)
            ):
                setting = _Setting(complexity, update, c, margin)
                run = play(mail, (complexity, update), c, margin)
                _compare(found, mail, run, rivals, setting)
    return found


def _complexity(u, complexity):
    """(8.2) or (8.3)."""
    if complexity == "A":
        return 0.5 * (u**2).sum()
    return (np.log(u.shape[1]) + (u * np.log(u)).sum(axis=1)).sum()


def _competitors(mail, complexity, k, n, rng):
    """The least complex vectors, some fitted to the whole stream, and twenty random ones."""
    telling = (
        mail.target.T.astype(float) @ mail.data / np.maximum(mail.target.sum(axis=0), 1)[:, None]
    )
    telling = telling - mail.data.mean(axis=0)
    if complexity == "A":
        drawn = [rng.normal(size=(k, n)) * s for s in 10 ** rng.uniform(-3, 0, 20)]
        return [np.zeros((k, n)), 3 * telling, *drawn]
    drawn = [softmax(rng.normal(size=(k, n)) * s, axis=1) for s in 10 ** rng.uniform(-1, 1, 20)]
    return [np.full((k, n), 1 / n), softmax(20 * telling, axis=1), *drawn]


def _losses(scores, target, margin):
    low = np.where(target, scores, np.inf).min(axis=1)
    high = np.where(target, -np.inf, scores).max(axis=1)
    return np.maximum(0, margin - low + high)


class _Setting(NamedTuple):
    """A learner: its complexity, its update, the inverse rate and the margin."""

    complexity: str
    update: str
    c: float
    margin: float


def _compare(found, mail, run, rivals, setting):
    """Sums over the rounds in which the learner may move, for the scores and costs of rivals."""
    at = run.mistakes if setting.update == "I" else run.losses > 0
    sizes = np.diff(mail.data.indptr)
    squares = 2.0 * (sizes if setting.complexity == "A" else (sizes > 0))
    last = squares[at].sum() / (2 * setting.c)
    paid = run.losses[at].sum()
    for scores, cost in rivals:
        loss = _losses(scores[at], mail.target[at], setting.margin).sum()
        limit = setting.c * cost + loss
        slack = 1e-9 * max(1.0, paid)
        found["n"] += 1
        found["viol"] += bool(paid > limit + last + slack)
        found["viol_16"] += bool(paid > limit + last / 16 + slack)


def perceptron_mistakes(mail):
    """The ranking Perceptron, written on its own: rounds with a mistake."""
    W = np.zeros(mail.target.shape[::-1][:1] + mail.data.shape[1:])
    mistakes = []
    for x, relevant in zip(mail.data.toarray(), mail.target):
        scores = W @ x
        low = np.flatnonzero(relevant)[scores[relevant].argmin()]
        high = np.flatnonzero(~relevant)[scores[~relevant].argmax()]
        mistakes.append(scores[low] <= scores[high])
        if mistakes[-1]:
            W[low] += x
            W[high] -= x
    return np.array(mistakes)


def passive_aggressive_gap(mail, c, margin):
    """Largest relative difference of update II's weights from the smallest sufficient move."""
    W = np.zeros((mail.target.shape[1], mail.data.shape[1]))
    gap = 0.0
    for t, relevant in enumerate(mail.target):
        x = mail.data[[t]].toarray()[0]
        run = label_ranking_run(x[None], relevant[None], c, margin, W, update="II")
        scores = W @ x
        low = np.flatnonzero(relevant)[scores[relevant].argmin()]
        high = np.flatnonzero(~relevant)[scores[~relevant].argmax()]
        lead = scores[low] - scores[high]
        square = x @ x

        def price(step, lead=lead, square=square):
            return square * step**2 + max(0.0, margin - lead - 2 * step * square) / c

        step = minimize_scalar(
            price, bounds=(0, 1 / c), method="bounded", options={"xatol": 1e-12}
        ).x
        wanted = W.copy()
        if margin > lead:
            wanted[low] += step * x
            wanted[high] -= step * x
        gap = max(gap, abs(run.coef - wanted).max() / max(abs(wanted).max(), 1e-12))
        W = run.coef
    return gap


def special_cases(seeds, n_messages):
    """Measurements of ``known-special-cases``."""
    found = {"perceptron": 0, "pa": 0.0, "eg": 0}
    for seed in range(seeds):
        mail = mailbox(20, n_messages, seed, n_words=1000)
        mistakes = perceptron_mistakes(mail)
        for c in (2.0**-10, 1.0, 2.0**10):
            for margin in (0.1, 1.0):
                found["perceptron"] += int(
                    (play(mail, ("A", "I"), c, margin).mistakes != mistakes).sum()
                )
        found["pa"] = max(found["pa"], passive_aggressive_gap(mail, 10.0, 0.5))
        counts = {
            int(play(mail, ("B", "I"), c, 0.1).mistakes.sum()) for c in (2.0**-10, 1.0, 2.0**10)
        }
        found["eg"] += len(counts) > 1
    return found


def first_messages(n_folders, n_messages, seeds):
    """Fewest folders over learners and seeds whose first message was not ranked first."""
    least = np.inf
    for seed in range(seeds):
        mail = mailbox(n_folders, n_messages, seed)
        first = np.unique(mail.folder, return_index=True)[1]
        for learner in LEARNERS:
            least = min(least, int(play(mail, learner, 1.0, 0.1).mistakes[first].sum()))
    return least
