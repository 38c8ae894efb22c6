"""Theorems 1, 3 and 4: draws of whole densities, and predictions at fixed inputs."""

import numpy as np

from mlcompanion.bayes.dp_glm import DPGLMClassifier, DPGLMRegressor
from mlcompanion.bayes.local_models import LocalPrior

from . import local_data
from .settings import CURVE_PRIOR

__all__ = ["AT", "class_predictions", "near_share", "number_predictions", "waves"]

HALF = {"n_iter": 1000, "burn_in": 500, "thin": 5}
AT = np.array([-0.8, -0.4, 0.0, 0.4, 0.8])


def waves(n=20):
    """Functions cos(a x + b y + c): rows (a, b, c)."""
    rng = np.random.default_rng(1)
    return np.column_stack([rng.uniform(-3, 3, (n, 2)), rng.uniform(0, 2 * np.pi, n)])


def true_averages(functions):
    """Their averages under the truth; the noise enters by its characteristic function."""
    x = (np.arange(20_000) + 0.5) / 10_000 - 1
    width = local_data.triangular_width(x)
    found = []
    for a, b, c in functions:
        damped = np.sinc(b * width / (2 * np.pi)) ** 2
        found.append(np.mean(np.cos(a * x + b * np.sin(3 * x) + c) * damped))
    return np.array(found)


def law_of_clusters(clusters, sizes, prior, rng):
    """One draw of all clusters' parameters: mean, variance, two coefficients, noise variance."""
    var_x = clusters.spreads[:, 0] / rng.gamma(prior.a_x + 0.5 * sizes)
    mean = rng.normal(clusters.centres[:, 0], np.sqrt(var_x / (prior.nu + sizes)))
    var_y = clusters.noises / rng.gamma(prior.a_y + 0.5 * sizes)
    steps = rng.normal(size=(len(sizes), 2, 1)) * np.sqrt(var_y)[:, None, None]
    turned = np.linalg.solve(clusters.roots.transpose(0, 2, 1), steps)[:, :, 0]
    return mean, var_x, clusters.coefs + turned, var_y


def averages_of(parameters, functions):
    """Average of each function under each cluster (K, n_functions), in closed form."""
    mean, var_x, coefs, var_y = parameters
    a, b, c = functions.T
    turn = a + coefs[:, 1:] * b
    damped = np.exp(-0.5 * (turn**2 * var_x[:, None] + b**2 * var_y[:, None]))
    return damped * np.cos(turn * mean[:, None] + coefs[:, :1] * b + c)


def averages_of_draw(state, stack, prior, functions, rng, sticks=60):
    """The functions' averages under one draw of the density: weights and parameters.

    The part of the process that has no samples is broken into sticks; what the last leaves is
    less than a millionth where the concentration is below 4.
    """
    shares = rng.dirichlet(np.append(state.sizes, state.alpha))
    pieces = rng.beta(1, state.alpha, sticks)
    left = np.cumprod(np.append(1.0, 1 - pieces[:-1]))
    known = law_of_clusters(state.clusters, state.sizes, prior, rng)
    opened = type(state.clusters)(*(np.repeat(part, sticks, axis=0) for part in stack))
    new = law_of_clusters(opened, np.zeros(sticks), prior, rng)
    of_new = (pieces * left) @ averages_of(new, functions)
    return shares[:-1] @ averages_of(known, functions) + shares[-1] * of_new


def near_share(n, seed, radius=0.1):
    """Share of posterior draws of the density whose averages are all near the true ones."""
    rng = np.random.default_rng(seed)
    X, y = local_data.triangular(n, rng)
    model = DPGLMRegressor(prior=CURVE_PRIOR, standardize=False, random_state=seed, **HALF)
    model.fit(X, y)
    functions = waves()
    truth = true_averages(functions)
    empty = empty_cluster(CURVE_PRIOR)
    near = []
    for state in model.states_:
        found = averages_of_draw(state, empty, CURVE_PRIOR, functions, rng)
        near.append(np.abs(found - truth).max() <= radius)
    return float(np.mean(near))


def empty_cluster(prior):
    """Centre, spread, coefficients, factor and noise of a cluster without samples."""
    return (
        np.full((1, 1), prior.centre),
        np.full((1, 1), prior.b_x),
        np.zeros((1, 2)),
        np.eye(2)[None] / prior.coef_scale,
        np.array([prior.b_y]),
    )


def number_predictions(n, seed):
    """Predicted means at the five inputs, less the truth."""
    X, y = local_data.triangular(n, np.random.default_rng(seed))
    model = DPGLMRegressor(prior=CURVE_PRIOR, standardize=False, random_state=seed, **HALF)
    return model.fit(X, y).predict(AT[:, None]) - np.sin(3 * AT)


def class_predictions(n, seed):
    """Predicted probabilities of three classes at the five inputs, less the truth; (15,)."""
    X, y = local_data.middle_classes(n, np.random.default_rng(seed))
    prior = LocalPrior(b_x=0.1)
    model = DPGLMClassifier(prior=prior, standardize=False, random_state=seed, **HALF)
    found = model.fit(X, y).predict_proba(AT[:, None])
    wide = np.zeros((len(AT), 3))
    wide[:, model.classes_] = found  # a class that is not in the sample has probability 0
    return (wide - local_data.middle_probabilities(AT)).ravel()
