"""ALMA against river; the time of a trial of double updating as support vectors grow.

Zhao, Hoi and Jin (2011). ALMA on dense rows of length 1, where river, which rescales the weights of
a row's features only, rescales all of them; the same margins and weights are asserted. Single rows
are played by the learner's engine, which checks them and takes -1 and 1 for labels. Double updating
has no peer: its dual objective is compared with the one that its weights give, and its time is
taken at four sizes.
"""

from copy import deepcopy
from functools import partial

import numpy as np

from _race import duel, least, peer, row
from _streams import streams, unit_rows
from mlcompanion.kernels import gram
from mlcompanion.online.kernel_learners import DoubleUpdatingClassifier
from mlcompanion.online.learners import ALMA, AlmaEngine
from mlcompanion.teaching import log_slope

TITLE = "Double updating and ALMA"
CHAPTER = "jmlr12/14_double_updating"
SHORT = ((100_000, 20), (100_000, 100))
LABELS = [-1, 1]
SIZES = (4000, 8000, 16_000, 32_000)
TRIALS = 256
TURNS = 5
FEATURES = 10
KERNEL = {"kernel": "rbf", "kernel_params": {"sigma": 1.0}}


def our_stream(X, y):
    """Margins, and the weights, after one call."""
    model = ALMA().partial_fit(X, y, classes=LABELS)
    return model.run_.margins, model.coef_[0]


def our_rounds(X, y):
    """The same by one call a round."""
    engine = AlmaEngine(X.shape[1])
    margins = np.empty(len(X))
    for t, (x, target) in enumerate(zip(X, y.tolist())):
        margins[t] = engine.update(x, target).margins[0]
    return margins, engine.weights


def their_rounds(river, examples, y, n_features):
    """The same by river, whose probability is a function of the score."""
    model = river.ALMAClassifier()
    chances = np.empty(len(examples))
    for t, (x, answer) in enumerate(examples):
        chances[t] = model.predict_proba_one(x)[True]
        model.learn_one(x, answer)
    return y * np.log(chances / (1 - chances)), np.array([model.w[j] for j in range(n_features)])


def same(ours, theirs):
    """Margins and weights to 1e-12."""
    for mine, other in zip(ours, theirs):
        np.testing.assert_allclose(mine, other, rtol=0, atol=1e-12)


def alma():
    """Streams in one call of ours, then one example at a time."""
    river = peer("river.linear_model", "river")
    if river is None:
        return
    for size, X, labels in streams(SHORT):
        X = unit_rows(np.ascontiguousarray(X[:5000]))
        y = labels[:5000]
        rows = [dict(enumerate(x)) for x in X.tolist()]
        theirs = partial(their_rounds, river, list(zip(rows, (y > 0).tolist())), y, X.shape[1])
        size = f"{size}, first {len(X):,}"
        told = "margins and weights equal to 1e-12"
        yield duel(
            "ALMA, a stream", size, partial(our_stream, X, y), "river", theirs, same=same,
            note=told,
        )  # fmt: skip
        yield duel(
            "ALMA, one example at a time", size, partial(our_rounds, X, y.astype(float)), "river",
            theirs, same=same, note=told,
        )  # fmt: skip


def double_updating():
    """Labels by coin: nearly every instance becomes a support vector."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(SIZES[-1] + TRIALS, FEATURES))
    y = rng.choice(LABELS, len(X))
    model = DoubleUpdatingClassifier(**KERNEL)
    seen = 0
    grown = []
    for wanted in SIZES:
        model.partial_fit(X[seen:wanted], y[seen:wanted], classes=LABELS)
        seen = wanted
        if wanted == SIZES[0]:
            check_dual(model)
        grown.append(deepcopy(model))

    def seconds(model, seen):
        copy = deepcopy(model)
        trials = slice(seen, seen + TRIALS)
        return least(lambda: copy.partial_fit(X[trials], y[trials]), 1)[0] / TRIALS

    times = np.min([list(map(seconds, grown, SIZES)) for _ in range(TURNS)], axis=0)
    sizes = [len(model.dual_coef_) for model in grown]
    slope = log_slope(sizes, times)
    per_thousand = np.polyfit(sizes, times, 1)[0] * 1e9
    yield row(
        "double updating, a trial", f"{sizes[-1]:,} support vectors, d = {FEATURES}", times[-1],
        "none", None,
        f"slope of time {slope:.2f} from {sizes[0]:,} support vectors on;"
        f" a thousand more cost {per_thousand:.0f} µs",
    )  # fmt: skip


def check_dual(model):
    """The sum of all rises is the dual objective at the weights."""
    K = gram(model.support_vectors_, **{"kernel": "rbf", **KERNEL["kernel_params"]})
    coef = model.dual_coef_
    dual = np.abs(coef).sum() - coef @ K @ coef / 2
    np.testing.assert_allclose(model.dual_gain_, dual, rtol=1e-9)


def rows():
    """ALMA, then double updating."""
    yield from alma()
    yield from double_updating()
