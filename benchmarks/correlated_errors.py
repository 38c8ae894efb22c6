"""Leaving out under correlated errors: blocks against refitting, and statsmodels' local means.

The machine's residuals with five samples left out around each come from a band of one inverse, and
are compared with 400 refits by our own machine. ``KernelReg`` of statsmodels computes the same
leave-one-out criterion of the local mean and line at the same Gaussian bandwidth.
"""

import numpy as np

from _race import duel, equal, peer
from mlcompanion.datasets import make_ar_noise
from mlcompanion.regression.smoothing import LSSVMRegressor, design_fit, lcv

TITLE = "Smoothing when errors agree"
CHAPTER = "jmlr12/25_correlated_errors"

kernel_regression = peer("statsmodels.nonparametric.kernel_regression", "statsmodels")


def series(n):
    """Places and values of a smooth curve with AR(1) noise."""
    x = np.arange(1, n + 1) / n
    return x, 300 * x**3 * (1 - x) ** 3 + make_ar_noise(n, 0.5, random_state=0)


def refitted(X, y, lag, **parameters):
    """Residuals of the middles of left-out blocks, one fit a block."""
    n = len(y)
    residuals = np.empty(n)
    for i in range(n):
        rest = np.abs(np.arange(n) - i) > lag
        model = LSSVMRegressor(**parameters).fit(X[rest], y[rest])
        residuals[i] = y[i] - model.predict(X[i : i + 1])[0]
    return residuals


def statsmodels_score(x, y, h, kind):
    """Leave-one-out criterion of ``KernelReg`` at a given bandwidth."""
    model = kernel_regression.KernelReg(y, x, "c", reg_type=kind, bw=[h])
    return model.cv_loo(np.array([h]), model.est[kind])


def statsmodels_fit(x, y, h, kind):
    """Fits of ``KernelReg`` at the places."""
    return kernel_regression.KernelReg(y, x, "c", reg_type=kind, bw=[h]).fit(x)[0]


def rows():
    """Blocks of five in 400 samples; local means and lines."""
    x, y = series(400)
    X = x[:, None]
    setting = {"gamma": 10.0, "h": 0.1}
    yield duel(
        "residuals of the least-squares SVM, blocks of five left out, with the fit", "n = 400",
        lambda: LSSVMRegressor(**setting).fit(X, y).block_loo_residuals(2),
        "400 refits by the same machine", lambda: refitted(X, y, 2, **setting),
        same=equal(rtol=1e-6, atol=1e-9), note="same residuals", repeats=3,
    )  # fmt: skip
    if not kernel_regression:
        return
    for kind, degree, name in (("lc", 0, "local mean"), ("ll", 1, "local line")):
        for n in (400, 1000):
            x, y = series(n)
            yield duel(
                f"leave-one-out criterion of the {name}, one bandwidth", f"n = {n:,}",
                lambda x=x, y=y, degree=degree: lcv(x, y, 0.05, "gaussian", degree),
                "statsmodels KernelReg.cv_loo",
                lambda x=x, y=y, kind=kind: statsmodels_score(x, y, 0.05, kind),
                same=equal(rtol=1e-6), note="same criterion", repeats=3,
            )  # fmt: skip
        x, y = series(1000)
        yield duel(
            f"fit of the {name} at all places", "n = 1,000",
            lambda x=x, y=y, degree=degree: design_fit(x, y, 0.05, "gaussian", degree),
            "statsmodels KernelReg.fit",
            lambda x=x, y=y, kind=kind: statsmodels_fit(x, y, 0.05, kind),
            same=equal(rtol=1e-6), note="same fits", repeats=3,
        )  # fmt: skip
