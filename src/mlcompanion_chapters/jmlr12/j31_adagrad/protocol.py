"""One pass over a training set, parameters chosen by mistakes during it, errors on a test set."""

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
    "ETAS", "LAMBDAS", "SIX", "best_by_mistakes", "census_curve", "digits_row", "learner",
    "one_pass", "ranking_row", "share_used", "text_row", "tradeoff_row",
]  # fmt: skip

ETAS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
STRENGTHS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)  # of AROW; of PA, the inverse of C
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


def best_by_mistakes(name, penalty, X, y):
    """The learner, of those with the parameters of the grid, that erred least in its pass."""
    X = _layout(name, X)
    tried = [learner(name, value, penalty).fit(X, y) for value in _values(name)]
    return min(tried, key=lambda model: model.n_mistakes_)


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


def _sparse_tenth(X, y):
    """The multiplier with which RDA keeps nearest to a tenth of its weights."""
    shares = {lam: share_used(best_by_mistakes("RDA", L1(lam), X, y)) for lam in LAMBDAS}
    return min(shares, key=lambda lam: abs(shares[lam] - 0.1))


def text_row(task, split):
    """Errors of six learners with one l1 multiplier, and shares of non-zero weights."""
    X, y, X_test, y_test = data.text_task(task, split)
    lam = _sparse_tenth(X, y)
    made = [best_by_mistakes(name, L1(lam), X, y) for name in SIX]
    return {
        "lam": lam,
        "err": [error(model, X_test, y_test) for model in made],
        "nz": [share_used(model) for model in made[:4]],
        "chosen": [getattr(m, "eta", getattr(m, "lam", getattr(m, "C", None))) for m in made],
    }


def tradeoff_row(task, split):
    """The sweep over l1 multipliers of adaptive dual averaging, and AROW."""
    X, y, X_test, y_test = data.text_task(task, split)
    made = [best_by_mistakes("Ada-RDA", L1(lam), X, y) for lam in LAMBDAS]
    return {
        "err": [error(model, X_test, y_test) for model in made],
        "nz": [share_used(model, X) for model in made],
        "arow": error(best_by_mistakes("AROW", None, X, y), X_test, y_test),
    }


def title_row(word, seed):
    """Errors on Reuters of the six learners without a penalty."""
    X, y, X_test, y_test = data.title_task(word, seed)
    return {"err": [error(best_by_mistakes(n, None, X, y), X_test, y_test) for n in SIX]}


def ranking_row(name, seed, n_support=400, n_steps=2000):
    """Average precision and precision at 1, 3, 5, 10, means over one digit against the rest."""
    Z, digits = data.images(name, n_support)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(Z))
    parts = np.split(order, [len(Z) // 2, 3 * len(Z) // 4])
    lam = 1e-3
    found = []
    for digit in range(10):
        train, choose, test = ((Z[part], digits[part] == digit) for part in parts)
        X, signs = _pairs(*train, n_steps, rng)
        row = []
        for learner_name in ("Ada-RDA", "AROW", "PA", "RDA"):
            tried = [
                one_pass(learner_name, value, L1(lam), X, signs).coef_[0]
                for value in _values(learner_name)
            ]
            best = max(tried, key=lambda w: average_precision_score(choose[1], choose[0] @ w))
            row.append([*_precisions(test[1], test[0] @ best), float((best != 0).mean())])
        found.append(row)
    ap, *pk, nz = np.mean(found, axis=0).T.tolist()
    return {"ap": ap, "pk": pk, "nz": [nz[0], nz[3]]}


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
    Z, digits = data.images(name, n_support)
    order = np.random.default_rng(seed).permutation(len(Z))
    cut = 4 * len(Z) // 5
    X, y, X_test, y_test = Z[order[:cut]], digits[order[:cut]], Z[order[cut:]], digits[order[cut:]]
    made = []
    for kind, lam in SEVEN:
        penalty = RowNorm(lam) if lam else None
        chosen = best_by_mistakes(kind, penalty, X[:n_choose], y[:n_choose])
        value = chosen.scale.a if kind == "multiclass PA" else chosen.eta
        made.append(one_pass(kind, value, penalty, X, y))
    mistakes = [made[k].n_mistakes_ for k in (0, 2, 4, 1, 3)]
    return {
        "err": [error(model, X_test, y_test) for model in made],
        "nz": [share_used(model) for model in made],
        "mist": mistakes,
    }


SHARES = (0.05, 0.1, 0.25, 0.5, 1.0)


def census_curve(name, seed, lam=1e-3):
    """Test errors of six learners after shares of the training rows."""
    X, y = data.products(name)
    order = np.random.default_rng(seed).permutation(len(y))
    cut = 2 * len(y) // 3
    X, y, X_test, y_test = X[order[:cut]], y[order[:cut]], X[order[cut:]], y[order[cut:]]
    n_choose = cut // 20
    err = []
    nz = []
    for kind, penalty in (
        ("AROW", None), ("PA", None), ("RDA", None), ("Ada-RDA", None), ("RDA", L1(lam)),
        ("Ada-RDA", L1(lam)),
    ):  # fmt: skip
        chosen = best_by_mistakes(kind, penalty, X[:n_choose], y[:n_choose])
        value = {"AROW": "lam", "PA": "C"}.get(kind, "eta")
        value = getattr(chosen, value)
        model = learner(kind, 1 / value if kind == "PA" else value, penalty)
        rows = _layout(kind, X)
        start = 0
        row = []
        used = []
        for end in (int(share * cut) for share in SHARES):
            model.partial_fit(rows[start:end], y[start:end], classes=[-1.0, 1.0])
            start = end
            row.append(error(model, X_test, y_test))
            used.append(share_used(model))
        err.append(row)
        if penalty is not None:
            nz.append(used)
    return {"err": err, "nz": nz}
