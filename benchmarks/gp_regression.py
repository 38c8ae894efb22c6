"""Gaussian process regression against scikit-learn: likelihoods, slopes, searches, predictions.

Both hold the same covariance plus noise. scikit-learn's parameters are the logarithms of the scale
squared, the widths and the noise's variance: its first slope is half of ours. It adds 1e-10 to the
diagonal, which ours is told to do as well.
"""

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.gaussian_process.kernels import Matern as PeerMatern

from _race import duel, equal
from mlcompanion.gp import GPRegressor, Matern, SquaredExponential, gp_log_likelihood

TITLE = "Gaussian process regression"
CHAPTER = "jmlr12/30_gp_information_rates"
NOISE = 0.04
ALPHA = 1e-10


def sample(n, d):
    """A surface over d columns, with noise."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    y = np.sin(X[:, 0]) + X[:, -1] ** 2 / 3 + 0.2 * rng.normal(size=n)
    return X, y - y.mean()


def covariances(widths):
    """Pairs of ours and the peer's kernel without its noise."""
    yield "squared exponential", SquaredExponential(widths, 0.8), RBF(widths)
    yield "Matérn 3/2", Matern(1.5, widths, 0.8), PeerMatern(widths, nu=1.5)


def likelihoods(n, d):
    """One value with all its slopes, with a width for each column."""
    X, y = sample(n, d)
    for name, ours, theirs in covariances(np.linspace(1, 2, d)):
        kernel = ConstantKernel(0.64) * theirs + WhiteKernel(NOISE)
        model = GaussianProcessRegressor(kernel, alpha=ALPHA, optimizer=None).fit(X, y)
        turn = np.ones(d + 2)
        turn[0] = 2

        def peer(model=model, turn=turn):
            value, slopes = model.log_marginal_likelihood(model.kernel_.theta, eval_gradient=True)
            return np.append(value, slopes * turn)

        yield duel(
            "likelihood and its slopes", f"{name}, {n} x {d}",
            lambda ours=ours: np.append(*gp_log_likelihood(ours, NOISE + ALPHA, X, y)),
            "scikit-learn", peer, same=equal(rtol=1e-5, atol=1e-5), note="equal",
        )  # fmt: skip


def searches(n, d):
    """A whole fit from the same start, by L-BFGS on both sides."""
    X, y = sample(n, d)
    kernel = ConstantKernel(0.64) * RBF(1.5) + WhiteKernel(NOISE)

    def peer():
        return (
            GaussianProcessRegressor(kernel, alpha=ALPHA).fit(X, y).log_marginal_likelihood_value_
        )

    def ours():
        return GPRegressor(SquaredExponential(1.5, 0.8), NOISE).fit(X, y).log_likelihood_

    yield duel(
        "fit with its parameters", f"{n} x {d}", ours, "scikit-learn", peer,
        same=equal(rtol=1e-4), note="equal likelihoods",
    )  # fmt: skip


def predictions(n, d):
    """Means and standard deviations at new points, after the fit."""
    X, y = sample(n, d)
    new = sample(n, d)[0][::-1] + 0.1
    kernel = ConstantKernel(0.64) * RBF(1.5)
    theirs = GaussianProcessRegressor(kernel, alpha=NOISE, optimizer=None).fit(X, y)
    ours = GPRegressor(SquaredExponential(1.5, 0.8), NOISE, fit_parameters=False).fit(X, y)
    yield duel(
        "means and deviations", f"{n} new points, {n} x {d}",
        lambda: ours.predict(new, return_std=True), "scikit-learn",
        lambda: theirs.predict(new, return_std=True), same=equal(rtol=1e-6, atol=1e-8),
        note="equal",
    )  # fmt: skip


def rows():
    """All races."""
    for n, d in ((300, 2), (1000, 5)):
        yield from likelihoods(n, d)
        yield from searches(n, d)
        yield from predictions(n, d)
