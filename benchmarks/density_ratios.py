"""Density ratios against densratio on its own centres; energy distance against dcor.

densratio sets negative coefficients to zero after the fit, so ours are compared after the same. It
draws its centres; ours take them over. Both get one width and one penalty, since they choose in
different ways (theirs leaves one out, ours holds out folds, as the book's listing).
"""

from functools import partial

import numpy as np

from _race import duel, equal, least, peer
from mlcompanion.density import RelativeDensityRatio, energy_distance, relative_importance
from mlcompanion.kernels import rbf_kernel

densratio = peer("densratio")
dcor = peer("dcor")

TITLE = "Density ratios and energy distance"
CHAPTER = "sugiyama/33_semisupervised"

LAM = BETA = 0.1


def two_samples(n, d, seed=0):
    """Samples of two normal densities whose means differ by half a standard deviation."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=(n, d)) + 0.5 / np.sqrt(d)


def theirs(num, den, beta, sigmas, lams):
    """densratio's fit, its centres drawn as in every other call."""
    np.random.seed(0)  # noqa: NPY002
    return densratio.densratio(
        num, den, method="RuLSIF", alpha=beta, sigma_range=sigmas, lambda_range=lams, verbose=False
    )


def bare_arithmetic(samples, centers, sigma, beta):
    """Times of the tables of kernels, and of their products, that a fit cannot do without.

    Without the checks, the means and the solution of the system. For β = 0 the numerator's product
    has no weight.
    """
    tables, kept = least(lambda: [rbf_kernel(X, centers, sigma=sigma) for X in samples], 5)
    products, _ = least(lambda: [z.T @ z for z in (kept if beta > 0 else kept[1:])], 5)
    return f"kernels alone take {1e3 * tables:.2g} ms, their products {1e3 * products:.2g} ms"


def ratio_races():
    """The coefficients of the kernels, for one width and one penalty."""
    for n, d, beta in ((300, 1, 0.5), (2_000, 1, 0.1), (2_000, 5, 0.1), (20_000, 5, 0.0)):
        num, den = two_samples(n, d)
        sigma = float(np.sqrt(d))
        fit = partial(theirs, num, den, beta, [sigma], [LAM])
        centers = fit().kernel_info.centers
        model = RelativeDensityRatio(beta, sigma, LAM, centers=centers)
        alone = bare_arithmetic((num, den), centers, sigma, beta)
        yield duel(
            "relative density ratio, 100 centres", f"n = {n:,}, d = {d}, β = {beta:g}",
            lambda model=model, num=num, den=den: np.maximum(model.fit(num, den).coef_, 0),
            "densratio", lambda fit=fit: fit().theta,
            same=equal(rtol=1e-6, atol=1e-8),
            note=f"equal coefficients, negative ones at zero; {alone}",
        )  # fmt: skip


def choice_races():
    """Width and penalty chosen from 5 times 5, then the fit."""
    for n, d in ((300, 1), (1_000, 5)):
        num, den = two_samples(n, d)
        sigmas = list(np.sqrt(d) * np.array([0.25, 0.5, 1.0, 2.0, 4.0]))
        lams = [1e-3, 1e-2, 1e-1, 1.0, 10.0]
        fit = partial(theirs, num, den, BETA, sigmas, lams)
        centers = fit().kernel_info.centers
        model = RelativeDensityRatio(BETA, sigmas, lams, centers=centers, random_state=0)
        points = np.vstack(two_samples(1_000, d, seed=1))
        shift = 0.5 / np.sqrt(d)
        logs = (-0.5 * ((points - m) ** 2).sum(axis=1) for m in (0.0, shift))
        truth = relative_importance(*logs, BETA)

        def error(found, points=points, truth=truth):
            return np.mean((found(points) - truth) ** 2)

        def no_worse(ours, peers, error=error):
            assert error(ours.predict) <= 1.1 * error(peers.compute_density_ratio)

        yield duel(
            "width and penalty from 25, 100 centres", f"n = {n:,}, d = {d}, β = {BETA:g}",
            lambda model=model, num=num, den=den: model.fit(num, den), "densratio", fit,
            same=no_worse, repeats=3,
            note=lambda a, b, error=error: (
                f"mean squared error to the true ratio {error(a.predict):.4f} "
                f"against {error(b.compute_density_ratio):.4f}"
            ),
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
        yield from choice_races()
    if dcor is not None:
        yield from energy_races()
