"""Low-rank and mixed Gaussian processes against GPy, and steps of training over the outputs.

Likelihoods are asserted equal: FITC on one output, a coregionalized process on three. Then seconds
a step of the full process over those of its approximations, with exponents in the number of
outputs.
"""

import numpy as np
from scipy.linalg import blas

from _race import duel, equal, least, peer, row
from mlcompanion.gp import low_rank_fit
from mlcompanion.gp.outputs import (
    ConvolvedGaussianKernel,
    ICMKernel,
    condition_outputs,
    outputs_log_likelihood,
)
from mlcompanion.kernels import rbf_kernel
from mlcompanion.teaching import log_slope

TITLE = "Gaussian processes with several outputs"
CHAPTER = "jmlr12/11_convolved_gp"
NOISE = 0.1


def least_work(x, Z, factor):
    """What the likelihood and all slopes cannot do without: covariances, solves and products.

    Two solves and four products of all n K numbers with a small matrix; their size alone matters.
    """
    K_fu = rbf_kernel(x, Z, sigma=0.7)
    V = blas.dtrsm(1.0, factor, K_fu, side=1, lower=1, trans_a=1)
    B = V.T @ V
    half = blas.dtrmm(1.0, factor, V, side=1, lower=1, trans_a=1)
    slopes = blas.dtrmm(1.0, factor, half, side=1, lower=1, overwrite_b=True)
    B += V.T @ slopes
    return blas.dtrsm(1.0, factor, slopes, side=1, lower=1, overwrite_b=True)


def fitc_races(gpy):
    """One likelihood of FITC, covariances included."""
    for n in (1000, 4000):
        rng = np.random.default_rng(0)
        x = np.sort(rng.uniform(0, 10, n))[:, None]
        y = np.sin(x[:, 0]) + 0.3 * rng.normal(size=n)
        Z = np.linspace(0, 10, 30)[:, None]

        def ours(x=x, y=y, Z=Z):
            K_uu = rbf_kernel(Z, sigma=0.7) + 1e-6 * np.eye(len(Z))
            fit = low_rank_fit(
                y, rbf_kernel(x, Z, sigma=0.7), K_uu, noise=NOISE, K_ff=np.ones(len(y)), jitter=0
            )
            fit.gradient()
            return fit.log_marginal_likelihood

        def bare(x=x, Z=Z):
            return least_work(x, Z, np.eye(len(Z)))

        kernel = gpy.kern.RBF(1, lengthscale=0.7)
        likelihood = gpy.likelihoods.Gaussian(variance=NOISE)
        method = gpy.inference.latent_function_inference.FITC()
        method.const_jitter = 1e-6

        def theirs(x=x, y=y, Z=Z, kernel=kernel, likelihood=likelihood, method=method):
            return method.inference(kernel, x, Z, likelihood, y[:, None])[1]

        yield duel(
            "FITC: likelihood and gradient", f"n = {n:,}, K = 30", ours, "GPy", theirs,
            same=lambda a, b: equal(rtol=1e-5)(a, np.squeeze(b)), note="equal likelihoods",
            bare=bare,
        )  # fmt: skip


def mixed_races(gpy):
    """One likelihood of three outputs that are mixed from one function and a part of their own."""
    for n in (100, 300):
        rng = np.random.default_rng(1)
        x = [np.sort(rng.uniform(0, 5, n))[:, None] for _ in range(3)]
        y = [np.sin(v[:, 0]) * w + 0.3 * rng.normal(size=n) for v, w in zip(x, (1, 2, -1))]
        A = np.array([[1.0], [2.0], [-1.0]])
        stacked = np.vstack([np.hstack([v, np.full_like(v, d)]) for d, v in enumerate(x)])
        targets = np.concatenate(y)[:, None]

        def base(X, X2):
            return rbf_kernel(X, X2, sigma=0.7)

        def ours(x=x, y=y, A=A, base=base):
            return condition_outputs(ICMKernel(A, base), x, y, noise=NOISE).log_marginal_likelihood

        kernel = gpy.kern.RBF(1, lengthscale=0.7) ** gpy.kern.Coregionalize(
            1, output_dim=3, rank=1, W=A, kappa=np.full(3, 1e-12)
        )
        likelihood = gpy.likelihoods.Gaussian(variance=NOISE)
        method = gpy.inference.latent_function_inference.ExactGaussianInference()

        def theirs(stacked=stacked, targets=targets, kernel=kernel, likelihood=likelihood,
                   method=method):  # fmt: skip
            return method.inference(kernel, stacked, likelihood, targets)[1]

        yield duel(
            "ICM: one likelihood", f"3 outputs of {n}", ours, "GPy", theirs,
            same=lambda a, b: equal(rtol=1e-5)(a, np.squeeze(b)), note="equal likelihoods",
        )  # fmt: skip


def step_races():
    """Full against approximated steps of training over the number of outputs."""
    taken = {}
    sizes = (16, 32, 64)
    for D in sizes:
        rng = np.random.default_rng(2)
        X = [np.sort(rng.uniform(-1, 1, 60)) for _ in range(D)]
        y = [rng.normal(size=60) for _ in range(D)]
        kernel = ConvolvedGaussianKernel(
            rng.uniform(0.5, 2, D), rng.uniform(50, 300, D), 100.0, normalize=True
        )
        for name in ("full", "dtc", "fitc", "pitc"):
            taken[name, D] = least(
                lambda name=name, kernel=kernel, X=X, y=y: outputs_log_likelihood(
                    kernel, X, y, noise=np.full(len(X), 0.1), approx=name,
                    Z=np.linspace(-1, 1, 20),
                )
            )[0]  # fmt: skip
    slopes = {
        name: log_slope(sizes, [taken[name, D] for D in sizes])
        for name in ("full", "dtc", "fitc", "pitc")
    }
    for name in ("dtc", "fitc", "pitc"):
        yield row(
            f"a step of training: {name}", f"{sizes[-1]} outputs of 60", taken[name, sizes[-1]],
            "our full process", taken["full", sizes[-1]],
            f"exponent in D {slopes[name]:.1f}, full {slopes['full']:.1f}",
        )  # fmt: skip


def rows():
    """All races."""
    if (gpy := peer("GPy")) is not None:
        yield from fitc_races(gpy)
        yield from mixed_races(gpy)
    yield from step_races()
