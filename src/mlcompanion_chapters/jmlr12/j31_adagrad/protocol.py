"""One pass over a training set, parameters chosen by mistakes during it, errors on a test set.

Nothing is chosen by hand or by test errors. Step sizes and the rivals' parameters: fewest mistakes
(in ranking, best average precision on rows kept for it) over one grid, the smaller at a tie. The
kernel's width: fewest mistakes of Passive-Aggressive, the rival, on the first training rows. The
multiplier of an l1 penalty: that with which plain RDA keeps the source's share of weights.
"""

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.metrics import average_precision_score

from mlcompanion.online import FixedScale
from mlcompanion.online.adaptive import AdaGradClassifier
from mlcompanion.online.learners import AROW, PassiveAggressive
from mlcompanion.online.structured.multiclass import MulticlassDualAscent
from mlcompanion.prox import L1, RowNorm

from . import data

__all__ = [
    "ETAS", "LAMBDAS", "SEVEN", "SHARES", "SIX", "census_curve", "digits_row", "error", "learner",
    "one_pass", "ranking_row", "share_used", "text_row", "title_row", "tradeoff_row", "tuned",
]  # fmt: skip

ETAS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
STRENGTHS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)  # of AROW; of PA, the inverse of C
WIDTHS = (0.125, 0.25, 0.5, 1.0)  # of the kernel, in medians of the distances
LAMBDAS = tuple(float(v) for v in 10.0 ** np.arange(-8, -0.99, 0.5))
SIX = ("RDA", "FOBOS", "Ada-RDA", "Ada-FOBOS", "PA", "AROW")


def learner(name, value, penalty=None):
    """A learner by its name in the tables, with its parameter and without intercept."""
    if name == "PA":
        return PassiveAggressive(C=1 / value, fit_intercept=False)
    if name == "multiclass PA":
        return MulticlassDualAscent(scale=FixedScale(value), fit_intercept=False)
    if name == "AROW":
        return AROW(lam=value, covariance="diag_drop", fit_intercept=False)
    matrix = "diag" if name.startswith("Ada") else "identity"
    update = "rda" if name.endswith("RDA") else "fobos"
    return AdaGradClassifier(update, matrix, penalty, eta=value, fit_intercept=False, delta=1e-6)


def _values(name):
    return STRENGTHS if "PA" in name or name == "AROW" else ETAS


def _layout(name, X):
    """Sparse rows for those who take them."""
    if name.endswith(("RDA", "FOBOS")):
        return csr_array(X)
    return X.toarray() if issparse(X) else X


def one_pass(name, value, penalty, X, y):
    """The learner after one pass over the rows."""
    return learner(name, value, penalty).fit(_layout(name, X), y)


def tuned(name, penalty, X, y):
    """The value of the grid with fewest mistakes in one pass, and the learner that made them."""
    X = _layout(name, X)
    tried = {value: learner(name, value, penalty).fit(X, y) for value in _values(name)}
    best = min(tried, key=lambda value: tried[value].n_mistakes_)
    return best, tried[best]


def error(model, X, y):
    """Share of wrong answers."""
    rows = X if isinstance(model, AdaGradClassifier) or not issparse(X) else X.toarray()
    return float(np.mean(model.predict(rows) != y))


def share_used(model, X=None):
    """Share of non-zero weights; of the features that stand in ``X``, where it is given."""
    used = (model.coef_ != 0).any(axis=0)
    if X is None:
        return float(used.mean())
    seen = np.asarray((X != 0).sum(axis=0)).ravel() > 0
    return float(used[seen].mean())


def _multiplier(share, X, y):
    """The multiplier of the grid with which plain RDA keeps nearest to this share of weights."""
    kept = {lam: share_used(tuned("RDA", L1(lam), X, y)[1]) for lam in LAMBDAS}
    return min(kept, key=lambda lam: abs(kept[lam] - share))


def text_row(task, split):
    """Errors of six learners with one l1 multiplier, and shares of non-zero weights."""
    X, y, X_test, y_test = data.text_task(task, split)
    lam = _multiplier(0.1, X, y)
    chosen, made = zip(*(tuned(name, L1(lam), X, y) for name in SIX))
    return {
        "lam": lam,
        "err": [error(model, X_test, y_test) for model in made],
        "nz": [share_used(model) for model in made[:4]],
        "chosen": list(chosen),
    }


def tradeoff_row(task, split):
    """The sweep over l1 multipliers of adaptive dual averaging, and AROW."""
    X, y, X_test, y_test = data.text_task(task, split)
    made = [tuned("Ada-RDA", L1(lam), X, y)[1] for lam in LAMBDAS]
    return {
        "err": [error(model, X_test, y_test) for model in made],
        "nz": [share_used(model, X) for model in made],
        "arow": error(tuned("AROW", None, X, y)[1], X_test, y_test),
    }


def title_row(word, seed):
    """Errors on Reuters of the six learners without a penalty."""
    X, y, X_test, y_test = data.title_task(word, seed)
    return {"err": [error(tuned(n, None, X, y)[1], X_test, y_test) for n in SIX]}


def _width(name, n_support, rows):
    """The kernel's width: fewest mistakes of Passive-Aggressive, at its best, on these rows."""

    def mistakes(share):
        Z, digits = data.images(name, n_support, share)
        return tuned("multiclass PA", None, Z[rows], digits[rows])[1].n_mistakes_

    return min(WIDTHS, key=mistakes)


def ranking_row(name, seed, n_support=400, n_steps=4000, n_choose=600):
    """Average precision and precision at 1, 3, 5, 10, means over one digit against the rest."""
    rng = np.random.default_rng(seed)
    n = len(data.images(name, n_support, 1.0)[1])
    train, choose, test = np.split(rng.permutation(n), [n // 2, 3 * n // 4])
    width = _width(name, n_support, train[:n_choose])
    Z, digits = data.images(name, n_support, width)
    lam = None
    found = []
    for digit in range(10):
        relevant = digits == digit
        X, signs = _pairs(Z[train], relevant[train], n_steps, rng)
        lam = _multiplier(0.8996, X, signs) if lam is None else lam
        row = []
        for kind in ("Ada-RDA", "AROW", "PA", "RDA"):
            tried = [one_pass(kind, v, L1(lam), X, signs).coef_[0] for v in _values(kind)]
            held = [average_precision_score(relevant[choose], Z[choose] @ w) for w in tried]
            best = tried[int(np.argmax(held))]
            row.append([*_precisions(relevant[test], Z[test] @ best), float((best != 0).mean())])
        found.append(row)
    ap, *pk, nz = np.mean(found, axis=0).T.tolist()
    return {"ap": ap, "pk": pk, "nz": [nz[0], nz[3]], "lam": lam, "width": width}


def _pairs(Z, relevant, n_steps, rng):
    """Differences of a relevant and any row, every other one turned round, with their signs."""
    above = rng.choice(np.flatnonzero(relevant), n_steps)
    below = rng.integers(len(Z), size=n_steps)
    signs = np.where(np.arange(n_steps) % 2, 1.0, -1.0)
    return signs[:, None] * (Z[above] - Z[below]), signs


def _precisions(relevant, scores):
    """Average precision, and the shares of relevant ones among the first 1, 3, 5, 10."""
    first = relevant[np.argsort(-scores, kind="stable")]
    hits = np.cumsum(first)
    average = np.mean(np.arange(1, hits[-1] + 1) / (np.flatnonzero(first) + 1))
    return [float(average), *(float(hits[k - 1] / k) for k in (1, 3, 5, 10))]


SEVEN = (
    ("multiclass PA", 0.0), ("Ada-RDA", 0.0), ("RDA", 0.0), ("Ada-RDA", 5e-4), ("RDA", 5e-4),
    ("Ada-RDA", 1e-3), ("RDA", 1e-3),
)  # fmt: skip


def digits_row(name, seed, n_support, n_choose):
    """Errors, shares of non-zero rows and mistakes of the seven learners of Table 3."""
    n = len(data.images(name, n_support, 1.0)[1])
    train, test = np.split(np.random.default_rng(seed).permutation(n), [4 * n // 5])
    first = train[:n_choose]
    width = _width(name, n_support, first)
    Z, digits = data.images(name, n_support, width)
    made = []
    for kind, lam in SEVEN:
        penalty = RowNorm(lam) if lam else None
        value, _ = tuned(kind, penalty, Z[first], digits[first])
        made.append(one_pass(kind, value, penalty, Z[train], digits[train]))
    mistakes = [int(made[k].n_mistakes_) for k in (0, 2, 4, 1, 3)]
    return {
        "err": [error(model, Z[test], digits[test]) for model in made],
        "nz": [share_used(model) for model in made],
        "mist": mistakes,
        "width": width,
    }


SHARES = (0.05, 0.1, 0.25, 0.5, 1.0)


def census_curve(name, seed):
    """Test errors of six learners after shares of the training rows."""
    X, y = data.products(name)
    order = np.random.default_rng(seed).permutation(len(y))
    train, test = np.split(order, [2 * len(y) // 3])
    first = train[: len(train) // 20]
    lam = _multiplier(0.075, csr_array(X[first]), y[first])
    learners = [(kind, None) for kind in ("AROW", "PA", "RDA", "Ada-RDA")]
    learners += [(kind, L1(lam)) for kind in ("RDA", "Ada-RDA")]
    err = []
    nz = []
    for kind, penalty in learners:
        model = learner(kind, tuned(kind, penalty, X[first], y[first])[0], penalty)
        start = 0
        row = []
        used = []
        for end in (int(share * len(train)) for share in SHARES):
            part = train[start:end]
            model.partial_fit(_layout(kind, X[part]), y[part], classes=[-1.0, 1.0])
            start = end
            row.append(error(model, X[test], y[test]))
            used.append(share_used(model))
        err.append(row)
        if penalty is not None:
            nz.append(used)
    return {"err": err, "nz": nz, "lam": lam}
