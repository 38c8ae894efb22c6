"""Weights of pairs against a linear classifier on outer products, and steps as words grow.

Without a penalty scikit-learn's ``SGDClassifier`` on the outer products of query and difference,
with labels of both signs, takes the same steps: equal weights. Its l1 penalty is the cumulative one
of Tsuruoka, which clips at zero what ours thresholds: errors and zeros stand beside the time.
"""

from functools import partial

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import SGDClassifier

from _race import duel, equal, least, row
from mlcompanion.teaching import log_slope
from mlcompanion.text.preferences import pair_error, preference_steps, sample_tuples
from mlcompanion.text.preferences.descent import StepRule
from mlcompanion_chapters.chen.l08_sparse_preferences.exactness import swept_matrix

TITLE = "Ranking by weights of pairs: lazy thresholds"
CHAPTER = "chen/08_sparse_preferences"

C = 2.0
WIDTHS = (2_048, 8_192, 32_768, 131_072, 524_288)
POOL = 2_000  # words that occur
ACTIVE = 12  # words a row


def clouds(n_features, n=400, n_tuples=3000):
    """Rows of five classes with a direction each, unit length, and tuples of them."""
    rng = np.random.default_rng(n_features)
    y = np.arange(n) % 5
    X = 0.7 * rng.normal(size=(5, n_features))[y] + rng.normal(size=(n, n_features))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return X, y, sample_tuples(y, n_tuples, rng)


def last(X, tuples, **options):
    """The weights that a run leaves."""
    *_, state = preference_steps(X, tuples, every=len(tuples), C=C, start="zero", **options)
    return state.W.toarray()


def outer_products(X, tuples):
    """A linear classifier's rows, with labels of both signs."""
    query, better, worse = tuples.T
    signs = np.where(np.arange(len(tuples)) % 2, 1, -1)
    pairs = X[query][:, :, None] * (X[better] - X[worse])[:, None, :]
    return signs[:, None] * pairs.reshape(len(tuples), -1), signs


def classifier(**options):
    """One pass over the tuples in their order, with our rates."""
    return SGDClassifier(
        fit_intercept=False, learning_rate="invscaling", eta0=C, power_t=0.5, shuffle=False,
        max_iter=1, tol=None, **options,
    )  # fmt: skip


def outer_product_races():
    """The same tuples; the peer gets its products ready made, or has to make them."""
    for D in (10, 30, 60):
        X, _, tuples = clouds(D)
        plain = classifier(penalty=None, alpha=0.0)
        rows, signs = outer_products(X, tuples)
        yield duel(
            "steps without penalty", f"D = {D}, {len(tuples):,} tuples, products ready made",
            lambda X=X, tuples=tuples: last(X, tuples), "scikit-learn",
            lambda p=plain, rows=rows, signs=signs, D=D: p.fit(rows, signs).coef_.reshape(D, D),
            same=equal(rtol=1e-9, atol=1e-12), note="equal weights",
            reason="theirs reads ready products one after the other and multiplies twice; ours "
            "makes each product and keeps the level of each weight",
        )  # fmt: skip
        yield duel(
            "steps without penalty", f"D = {D}, {len(tuples):,} tuples, products to be made",
            lambda X=X, tuples=tuples: last(X, tuples), "scikit-learn",
            lambda plain=plain, X=X, tuples=tuples: plain.fit(*outer_products(X, tuples)).coef_,
            note="equal weights, as above",
        )  # fmt: skip


def penalty_races():
    """Both with an l1 penalty; not the same method, so errors are told."""
    for D in (10, 30, 60):
        X, y, tuples = clouds(D)
        lam = 2e-3
        peer = classifier(penalty="l1", alpha=lam)
        judges = sample_tuples(y, 5000, 1)

        def told(ours, theirs, X=X, judges=judges):
            words = []
            for name, W in (("ours", ours), ("theirs", theirs)):
                error = pair_error(X @ W @ X.T, judges)
                words.append(f"{name} {error:.1%} wrong, {np.mean(W != 0):.0%} not zero")
            return "; ".join(words)

        yield duel(
            "steps with an l1 penalty", f"D = {D}, {len(tuples):,} tuples, products to be made",
            lambda X=X, tuples=tuples, lam=lam: last(X, tuples, lam=lam, T=1), "scikit-learn",
            lambda peer=peer, X=X, tuples=tuples, D=D: peer.fit(
                *outer_products(X, tuples)
            ).coef_.reshape(D, D),
            note=told,
        )  # fmt: skip


def wide_rows(width, n=2000):
    """Rows with 12 of 2,000 words that occur, which lie scattered among ``width``."""
    rng = np.random.default_rng(0)
    picked = np.sort([rng.choice(POOL, ACTIVE, replace=False) for _ in range(n)])
    places = (picked * (width // POOL)).ravel()
    values = np.full(n * ACTIVE, ACTIVE**-0.5)
    X = csr_array((values, places, np.arange(n + 1) * ACTIVE), shape=(n, width))
    return X, sample_tuples(np.arange(n) % 10, 5000, rng)


def lazy_steps():
    """A step's time as words grow, beside a sweep over the matrix at each step."""
    times = []
    for width in WIDTHS:
        X, tuples = wide_rows(width)
        run = partial(_run, X, tuples)
        run()
        times.append((least(run, 5)[0] - least(partial(_run, X, tuples[:1]), 5)[0]) / 5000)
        size = f"{ACTIVE} of {width:,} words a row"
        if width > 5000:
            continue
        few = tuples[:20]
        dense = X.toarray()
        rule = StepRule(C, "sqrt", 1e-4, 1, np.ones(width))
        seconds = least(partial(swept_matrix, dense, few, rule), 1)[0] / len(few)
        np.testing.assert_allclose(
            _run(X, few).toarray(), swept_matrix(dense, few, rule), rtol=0, atol=1e-12
        )
        yield row(
            "a step with T = 1", size, times[-1], "sweeps in NumPy", seconds,
            "weights equal to 1e-12",
        )  # fmt: skip
    squares = np.square(np.array(WIDTHS[1:], dtype=float))
    yield row(
        "a step with T = 1", size, times[-1], "none", None,
        f"slope of time {log_slope(squares, times[1:]):.2f} in the pairs of words, from "
        f"{WIDTHS[1]:,} words on",
    )  # fmt: skip


def _run(X, tuples):
    """Weights after steps from zeros."""
    *_, state = preference_steps(X, tuples, every=len(tuples), C=C, lam=1e-4, T=1, start="identity")
    return state.W


def rows():
    """All races."""
    yield from outer_product_races()
    yield from penalty_races()
    yield from lazy_steps()
