"""Units and origin change no answer: Gaussian processes, their tiles, outputs, rates and scores.

Inputs and targets stand in one unit; widths, scales and noise are converted, and a process of mean
zero has targets with an origin. ``far_out`` says how a table is read, and holds that each function
of the room is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.outputs import ConvolvedGaussianKernel
from mlcompanion.gp.tiles import Hyperparameters, LocalGP

ROOMS = ("gp",)
F = SimpleNamespace(**NAMES["gp"])
RNG = np.random.default_rng(4)
X = dyadic(RNG.uniform(-2, 2, size=(30, 2)))
Y = dyadic(np.sin(2 * X[:, 0]) + 0.3 * RNG.normal(size=30))
NEW = dyadic(RNG.uniform(-2, 2, size=(5, 2)))
ROOT = RNG.normal(size=(12, 12)) / 3
K = ROOT @ ROOT.T + 0.1 * np.eye(12)
TRUTH = np.sin(np.arange(12.0))
MEAN = np.array([0.5, -1.0, 0.0, 3.0])
STD = np.array([1.0, 0.5, 0.2, 0.1])
GAINS = np.array([[1.0], [-0.5]])
SIZES = np.array([10.0, 100.0, 1000.0])
RISK = np.array([3.0, 2.0, 0.5])
FREQUENCIES = np.array([1.0, 2.0, 4.0])
SQUARES = np.array([1.0, 0.2, 0.1])
TERMS = F.lagrange_basis([0.1, 0.3, 0.6, 0.9], 2)


def prior(b):
    return SquaredExponential(1.5 * b, 1.2 * b)


def tiles(a, b):
    mesh = F.rectangle_mesh(a + b * X, (2, 1))
    return LocalGP(mesh, "fixed", *Hyperparameters(prior(b), 0.1 * b**2)).fit(a + b * X, b * Y)


def improvement(name, size):
    """Of a mean and a deviation against the best value: free of both; ``size(b)`` turns back."""
    call = getattr(F, name)

    def of(a, b):
        return size(call(a + b * MEAN, b * STD, a + 0.5 * b, 0.125 * b), b)

    return free(far=1e-8)(of)


def parts(found, b):
    return flat(*found) / b**2


def outputs(a, b):
    kernel = ConvolvedGaussianKernel(
        b * GAINS, np.array([[50.0], [30.0]]) / b**2, [[20.0 / b**2]], normalize=True
    )
    return kernel, [a + b * X[:8, :1], a + b * X[8:13, :1]], [b * Y[:8], b * Y[8:13]]


INDUCING = dyadic(np.linspace(-2, 2, 4))[:, None]


def conditioned(approx):
    def call(a, b):
        kernel, inputs, targets = outputs(a, b)
        noise = b**2 * np.array([0.1, 0.2])
        Z = None if approx == "full" else a + b * INDUCING
        found = F.condition_outputs(kernel, inputs, targets, noise=noise, approx=approx, Z=Z)
        means, variances = found.predict([a + b * NEW[:, :1]] * 2)
        return flat(*means) / b, flat(*variances) / b**2

    return free()(lambda a, b: flat(*call(a, b)))


def likelihood(approx):
    def call(a, b):
        kernel, inputs, targets = outputs(a, b)
        noise = b**2 * np.array([0.1, 0.2])
        Z = None if approx == "full" else a + b * INDUCING
        found = F.outputs_log_likelihood(kernel, inputs, targets, noise=noise, approx=approx, Z=Z)
        value = found.value + 13 * np.log(b)
        return flat(value, found.S * b, found.P, found.Lam, found.noise)

    return free(1e-10)(call)


def drawn(a, b):
    kernel, inputs, _ = outputs(a, b)
    f, y, _ = F.draw_outputs(kernel, inputs, noise=0.1 * b**2, random_state=0)
    return flat(*f, *y) / b


def evidence(a, b):
    value, slopes = F.gp_log_likelihood(prior(b), 0.1 * b**2, a + b * X, b * Y)
    return flat(value + len(Y) * np.log(b), slopes)


def low_rank(kept):
    def call(a, b):
        left = None if kept is None else b**2 * np.full(12, 3.0)
        fit = F.low_rank_fit(
            b * TRUTH, b**2 * K[:, :4], b**2 * K[:4, :4], noise=0.1 * b**2, K_ff=left
        )
        mean, variance = fit.predict(b**2 * K[:3, :4], b**2 * np.full(3, 3.0))
        return flat(mean / b, variance / b**2)

    return Case(call)


def halved(a, b):
    mesh = F.refine_mesh(F.rectangle_mesh(a + b * X, (2, 2)), b**2 * np.array([1.0, 3.0, 2.0, 0.5]))
    return flat(mesh.labels, *((np.asarray(cuts) - a) / b for cuts in mesh.cuts))


def rescaled(a, b):
    found = F.rescaled_posterior(
        a + b * X, b * Y, np.array([0.5, 1.0]) / b, 0.1 * b**2, weights=[0.5, 0.5],
        covariance=SquaredExponential(1.0, 1.2 * b),
    )  # fmt: skip
    return flat(found.weights, found.log_marginal + len(Y) * np.log(b), found.means / b)


def path(a, b):
    found = F.price_path(b**2 * K, b * TRUTH, 0.1 * b)
    return flat(found.eps / b, found.total_weight * b, found.price)


def one_step(a, b):
    found = F.predictive_kl(b**2 * K, b * TRUTH, 0.1 * b**2, b * TRUTH[::-1])
    return flat(found.mean / b, found.variance / b**2, found.divergence, found.risk)


def learnt(a, b):
    mesh = F.rectangle_mesh(a + b * X, (2, 1))
    found = F.tile_hyperparameters(mesh, a + b * X, b * Y, n_steps=10, random_state=0)[0]
    covariance = found.covariance.log_parameters - np.log(b)
    return flat(covariance, np.log(found.noise_variance) - 2 * np.log(b))


def one_width(b):
    """Another unit of the second input changes its width alone."""
    A = X * [1, b]
    found = F.tile_hyperparameters(F.rectangle_mesh(A, (2, 1)), A, Y, n_steps=10, random_state=0)[0]
    return flat(found.covariance.log_parameters - [0, 0, np.log(b)], found.noise_variance)


CASES = {
    # searches for a maximum
    "expected_improvement": improvement("expected_improvement", lambda f, b: f / b),
    "log_expected_improvement": improvement(
        "log_expected_improvement", lambda f, b: f - np.log(b)
    ),
    "probability_of_improvement": improvement("probability_of_improvement", lambda f, b: f),
    "log_probability_of_improvement": improvement(
        "log_probability_of_improvement", lambda f, b: f
    ),
    "ucb": free()(lambda a, b: (F.ucb(a + b * MEAN, b * STD) - a) / b),
    # scores
    "msll": free()(
        lambda a, b: F.msll(a + b * Y, a + b * Y[::-1], np.full(30, 0.5) * b**2, a + b * X[:, 0])
    ),
    "nlpd": free()(
        lambda a, b: F.nlpd(a + b * Y, a + b * Y[::-1], np.full(30, 0.5) * b**2) - np.log(b)
    ),
    "smse": free()(lambda a, b: F.smse(a + b * Y, a + b * Y[::-1])),
    "gp_log_likelihood": free(1e-10)(evidence),
    "low_rank_fit": low_rank("diagonal"),
    "low_rank_fit, dtc": low_rank(None),
    # tiles
    "boundary_mismatch": free(1e-9, 1e-8)(
        lambda a, b: F.boundary_mismatch(tiles(a, b), 3) / b**2
    ),
    "boundary_values": free()(
        lambda a, b: (
            F.boundary_values(a + b * np.array([MEAN, STD]), [2.0 * b, 3.0 * b], TERMS) - a
        )
        / b
    ),
    "control_points": free()(
        lambda a, b: (
            F.control_points(F.rectangle_mesh(a + b * X, (2, 1)).faces()[0], 3) - a
        )
        / b
    ),
    "marginal_loss": Case(
        lambda a, b: F.marginal_loss(b * RISK, [1.0, 2.0, 4.5], SIZES) / b
    ),
    "rectangle_mesh": free()(
        lambda a, b: flat(
            *((np.asarray(cuts) - a) / b for cuts in F.rectangle_mesh(a + b * X, (3, 2)).cuts)
        )
    ),
    "refine_mesh": free()(halved),
    "tile_errors": free(1e-9, 1e-8)(lambda a, b: F.tile_errors(tiles(a, b), 2) / b**4),
    "tile_hyperparameters, one column": Case(lambda a, b: one_width(b), tol=1e-6),
    "tile_hyperparameters": free(1e-6, 1e-5)(learnt),
    # several outputs
    "condition_outputs": conditioned("full"),
    "condition_outputs, inducing": conditioned("fitc"),
    "condition_outputs, dtc": conditioned("dtc"),
    "condition_outputs, blocks": conditioned("pitc"),
    "draw_outputs": free(1e-7, 1e-6)(drawn),  # the root of a covariance that is nearly singular
    "outputs_log_likelihood": likelihood("full"),
    "outputs_log_likelihood, inducing": likelihood("pitc"),
    "outputs_log_likelihood, dtc": likelihood("dtc"),
    "outputs_log_likelihood, fitc": likelihood("fitc"),
    "spherical_coregionalization": Case(
        lambda a, b: F.spherical_coregionalization(b * STD[:3], [0.3, 0.5, 1.0]) / b**2
    ),
    # rates
    "analytic_factor": Case(lambda a, b: F.analytic_factor(a + 0.5 * X[:, 0], 20), "origin"),
    "circulant_risk": Case(
        lambda a, b: parts(
            F.circulant_risk(
                b**2 * np.array([1.0, 0.5, 0.5]), b * np.array([1.0, 2.0, 0.0]), b**2
            ),
            b,
        )
    ),
    "concentration_inf": Case(
        lambda a, b: F.concentration_inf(b**2 * K, b * TRUTH, b * np.array([0.5, 0.2]))
    ),
    "gamma_scale_weights": Case(
        lambda a, b: F.gamma_scale_weights(b * FREQUENCIES, 1.5, 3.0 * b**2, dimension=2)
    ),
    "local_slopes": Case(lambda a, b: F.local_slopes(b * SIZES, b * RISK)),
    "rate_slope": Case(lambda a, b: F.rate_slope(b * SIZES, b * RISK)),
    "log_evidence_ratio": Case(
        lambda a, b: F.log_evidence_ratio(
            a + X[:3].T, a + Y[:3], a + dyadic(ROOT[:2, :3]), [1.0, 2.0]
        ),
        "origin",
    ),
    "oracle_scale": Case(
        lambda a, b: flat(*F.oracle_scale(FREQUENCIES, SQUARES, 100.0 * b, b))
    ),
    "power_sequence_risk": Case(
        lambda a, b: flat(*F.power_sequence_risk(1.0, 1.5, b * SIZES, b))
    ),
    "posterior_risk": Case(
        lambda a, b: parts(F.posterior_risk(b**2 * K, b * TRUTH, b**2 * np.array([0.1, 1.0])), b)
    ),
    "predictive_kl": Case(one_step),
    "price_path": Case(path),
    "random_design_risk": Case(
        lambda a, b: parts(
            F.random_design_risk(
                prior(b), lambda P: b * np.cos((P[:, 0] - a) / b), a + b * X, a + b * NEW,
                0.1 * b**2,
            ),
            b,
        ),
        "units origin",
        1e-10,
    ),
    "rescaled_posterior": free(1e-10)(rescaled),
    "rkhs_norm": Case(lambda a, b: F.rkhs_norm(b**2 * K, b * TRUTH)),
    "seeger_bound": Case(lambda a, b: F.seeger_bound(b**2 * K, 0.1 * b**2, 2.0)),
    "sequence_risk": Case(
        lambda a, b: parts(F.sequence_risk(b**2 * SQUARES[::-1], b**2 * SQUARES, SIZES, b**2), b)
    ),
    "small_ball": Case(
        lambda a, b: F.small_ball(
            lambda n, rng: b * rng.normal(size=(n, 12)) @ ROOT.T, b * np.array([2.0, 1.0]),
            n_paths=100, random_state=0,
        )
    ),
}  # fmt: skip

EXCUSED = reasons(
    {
        "of a process of unit scale on [0, 1], or of smoothness alone": """brownian_small_ball
            matern_exponent sobolev_function spectral_matern spectral_modes
            unit_squared_exponential""",
        "a distance in deviations of the noise": "ball_test_error",
        "shares of a face": "lagrange_basis",
        "calls functions that are given, and looks at no data itself": """multitask_kernel
            psi_inverse spectral_norm""",
        "of parameters and values of order one: so it says, and so it stops": """
            scaled_conjugate_gradients""",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
