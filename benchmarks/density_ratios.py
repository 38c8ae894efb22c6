"""Density ratios against densratio on its own centres; energy distance against dcor.

densratio sets negative coefficients to zero after the fit, so ours are compared after the same. It
draws its centres; ours take them over. Both get one width and one penalty, since they choose in
different ways (theirs leaves one out, ours holds out folds, as the book's listing).
"""

import numpy as np

from _race import duel, equal, peer
from mlcompanion.density import RelativeDensityRatio, energy_distance

densratio = peer("densratio")
dcor = peer("dcor")

TITLE, CHAPTER = "Density ratios and energy distance", "sugiyama/33_semisupervised"

LAM = 0.1


def two_samples(n, d, seed=0):
    """Samples of two normal densities whose means differ by half a standard deviation."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=(n, d)) + 0.5 / np.sqrt(d)


def ratio_races():
    """The coefficients of the kernels, for one width and one penalty."""
    for n, d, beta in ((300, 1, 0.5), (2_000, 1, 0.1), (2_000, 5, 0.1), (20_000, 5, 0.0)):
        num, den = two_samples(n, d)
        sigma = float(np.sqrt(d))

        def theirs(num=num, den=den, beta=beta, sigma=sigma):
            np.random.seed(0)  # its centres  # noqa: NPY002
            return densratio.densratio(
                num, den, method="RuLSIF", alpha=beta, sigma_range=[sigma], lambda_range=[LAM],
                verbose=False,
            )  # fmt: skip

        centers = np.asarray(theirs().kernel_info.centers)
        model = RelativeDensityRatio(beta, sigma, LAM, centers=centers)
        yield duel(
            "relative density ratio, 100 centres", f"n = {n:,}, d = {d}, β = {beta:g}",
            lambda model=model, num=num, den=den: np.maximum(model.fit(num, den).coef_, 0),
            "densratio", lambda theirs=theirs: theirs().theta,
            same=equal(rtol=1e-6, atol=1e-8), note="equal coefficients, negative ones at zero",
        )  # fmt: skip


def energy_races():
    """Twice the mean distance between two samples minus those within."""
    for n, d in ((1_000, 1), (5_000, 1), (1_000, 5), (2_000, 50)):
        X, Y = two_samples(n, d)
        yield duel(
            "energy distance", f"n = {n:,}, d = {d}",
            lambda X=X, Y=Y: energy_distance(X, Y), "dcor",
            lambda X=X, Y=Y: dcor.energy_distance(X, Y),
            same=equal(rtol=1e-7, atol=1e-12), note="equal distances",
        )  # fmt: skip


def rows():
    """All races whose peer is there."""
    if densratio is not None:
        yield from ratio_races()
    if dcor is not None:
        yield from energy_races()
