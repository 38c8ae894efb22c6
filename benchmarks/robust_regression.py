"""Robust regression: against statsmodels, scikit-learn and SciPy, to the same coefficients.

Huber's and Tukey's losses with the scale re-estimated at each step (statsmodels ``RLM``), Huber's
loss with a fixed threshold (SciPy ``least_squares`` and, given the scale that it estimates jointly,
scikit-learn ``HuberRegressor``), and least absolute deviations (``QuantileRegressor``).
"""

import numpy as np
from scipy.optimize import least_squares
from sklearn.linear_model import HuberRegressor as PeerHuber
from sklearn.linear_model import QuantileRegressor

from _race import duel, equal, peer
from mlcompanion.regression import HuberRegressor, LADRegressor, TukeyRegressor

TITLE = "Robust regression"
CHAPTER = "sugiyama/25_robust_regression"


def problem(n, m):
    """A design with a constant column; heavy-tailed noise, and a tenth of the outputs spoilt."""
    rng = np.random.default_rng(0)
    Phi = np.column_stack([np.ones(n), rng.normal(size=(n, m - 1))])
    y = Phi @ rng.normal(size=m) + rng.standard_t(3, size=n)
    y[rng.permutation(n)[: n // 10]] += 20
    return Phi, y


def size_of(Phi):
    return f"{Phi.shape[0]} x {Phi.shape[1]}"


def reason_of(Phi):
    """Why a fit by reweighting may be behind."""
    if len(Phi) < 100:
        return "so few samples that a step is NumPy's calls (lstsq, median), not arithmetic"
    return "a step solves weighted least squares, O(nm²); the peer's gradient steps are O(nm)"


def statsmodels_races(Phi, y):
    """Both losses with the scale re-estimated, to the same fixed point."""
    models = peer("statsmodels.robust.robust_linear_model", "statsmodels")
    norms = peer("statsmodels.robust.norms", "statsmodels")
    if models is None:
        return
    for name, model, norm in (
        ("Huber, scale by MAD", HuberRegressor(tol=1e-7, fit_intercept=False), norms.HuberT()),
        (
            "Tukey, scale by MAD",
            TukeyRegressor(start="ls", tol=1e-7, fit_intercept=False),
            norms.TukeyBiweight(),
        ),
    ):
        theirs = models.RLM(y, Phi, M=norm)
        yield duel(
            name, size_of(Phi), lambda model=model: model.fit(Phi, y).coef_,
            "statsmodels RLM",
            lambda theirs=theirs: theirs.fit(tol=1e-7, conv="coefs").params,
            same=equal(rtol=1e-4, atol=1e-4),
            note="same fixed point; RLM also computes covariances", reason=reason_of(Phi),
        )  # fmt: skip


def huber_races(Phi, y):
    """A fixed threshold."""
    theirs = PeerHuber(alpha=0, fit_intercept=False, tol=1e-8, max_iter=1000).fit(Phi, y)
    given = HuberRegressor(1.35, scale=theirs.scale_, tol=1e-7, fit_intercept=False)
    yield duel(
        "Huber, threshold given", size_of(Phi), lambda: given.fit(Phi, y).coef_,
        "sklearn HuberRegressor", lambda: theirs.fit(Phi, y).coef_,
        same=equal(rtol=1e-3, atol=1e-3),
        note="same coefficients at its scale, which it also estimates", reason=reason_of(Phi),
    )  # fmt: skip
    start = np.zeros(Phi.shape[1])

    def descend():
        answer = least_squares(
            lambda w: Phi @ w - y, start, lambda w: Phi, loss="huber", f_scale=1.0,
            xtol=1e-10, ftol=1e-12, gtol=1e-10,
        )  # fmt: skip
        return answer.x

    fixed = HuberRegressor(1.0, scale=1.0, tol=1e-7, fit_intercept=False)
    yield duel(
        "Huber, threshold 1", size_of(Phi), lambda: fixed.fit(Phi, y).coef_,
        "SciPy least_squares", descend, same=equal(rtol=1e-4, atol=1e-4),
        note="same coefficients", reason=reason_of(Phi),
    )  # fmt: skip


def absolute_race(Phi, y):
    """The exact solution by linear programming."""
    ours = LADRegressor(fit_intercept=False)
    theirs = QuantileRegressor(quantile=0.5, alpha=0, fit_intercept=False)
    return duel(
        "least absolute deviations", size_of(Phi), lambda: ours.fit(Phi, y).coef_,
        "sklearn QuantileRegressor", lambda: theirs.fit(Phi, y).coef_,
        same=equal(rtol=1e-4, atol=1e-4), note="same coefficients; ours solves the dual",
    )  # fmt: skip


def rows():
    """Losses of Huber and Tukey at three sizes, then least absolute deviations."""
    for n, m in ((21, 4), (1000, 10), (20_000, 30)):
        Phi, y = problem(n, m)
        yield from statsmodels_races(Phi, y)
        yield from huber_races(Phi, y)
    for n, m in ((100, 4), (1000, 10), (5000, 10)):
        yield absolute_race(*problem(n, m))
