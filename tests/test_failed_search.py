"""A search that was stopped says so: everything public with a limit of steps.

Each is stopped after one step of a search that needs more. An estimator warns with
``ConvergenceWarning``, and an attribute tells it; a function warns, or its result tells it. New
names enter by themselves; one whose valid call is solved by a single step is given harder data.
"""

import inspect
import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from test_bad_input import NAMES, TABLES, Call, fresh, kinds_of, own_methods, signature, tried

from mlcompanion.clustering.chains import make_chains
from mlcompanion.losses import Huber
from mlcompanion.manifold.laplacian.laplacian_problem import LapProblem
from mlcompanion.optimize import least_squares_step
from mlcompanion.prox import L1
from mlcompanion.reduction.unfolding import Autoencoder
from mlcompanion.regression import BackpropRegressor, KernelSGDRegressor
from mlcompanion.rl.environments import dyna_maze

LIMITS = ("max_iter", "max_rounds", "n_iter")
#: What says yes or no.
TELLING = ("converged", "converged_", "stopped", "success")
#: What says how far the end is from the optimum, in the units of ``tol``.
CERTIFICATES = (
    "kkt_violation",
    "kkt_violation_",
    "gap",
    "gap_",
    "duality_gap_",
    "rdg_",
    "bound",
    "bounds",
    "upper_bound_",
)

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 3))
SIGNS = np.where(RNG.random(40) < 0.5, -1, 1)
GRAMS = np.array([np.exp(-((X[:, [j]] - X[:, j]) ** 2)) for j in range(3)])

WIDE = RNG.normal(size=(40, 40))
HEAVY = WIDE[:, 0] + RNG.standard_t(1, size=40)
CHAINS = make_chains(300, 10, 4, 3, random_state=0).chains
NEWTON = LapProblem(GRAMS[0], np.eye(40), SIGNS.astype(float), 1e-3, 1e-3, 1, True, "squared_hinge")

#: Arguments under which one step is not the end.
HARDER = {
    "ChainKMeans": ({"n_clusters": 3, "n_init": 1, "init": "random"}, {"X": CHAINS}),
    "policy_iteration": ({"mdp": dyna_maze().mdp()}, {}),
    "OverlappingGroupLasso": (
        {"groups": [list(range(i, i + 6)) for i in range(0, 36, 4)], "weights": None, "lam": 5.0},
        {"X": WIDE, "y": WIDE[:, :8].sum(axis=1) + SIGNS},
    ),
    "KMeans": ({"n_clusters": 8, "n_init": 1}, {"X": X}),
    "graphical_lasso_ball": ({"S": np.cov(WIDE[:, :4].T), "C": 3.0}, {}),
    "ball_subgradient": ({"target": 0.0}, {}),
    "excessive_gap": ({"gap": 1e-9}, {}),
    "GeneralizedMKL": ({"tol": 1e-9, "kernels": "precomputed"}, {"X": GRAMS, "y": SIGNS}),
    "SOCPMKL": ({"tol": 1e-9, "kernels": "precomputed"}, {"X": GRAMS, "y": SIGNS}),
    "SimpleNPKL": ({"loss": "square_hinge", "budget": 20.0, "tol": 1e-12}, {}),
    "SimpleMKL": ({"tol": 1e-9, "kernels": "precomputed"}, {"X": GRAMS, "y": SIGNS}),
    "RampSVC": ({}, {"X": X, "y": SIGNS}),
    "IsingRelaxation": ({"lam": 0.01}, {"X": (WIDE[:, :6] + WIDE[:, 1:7] > 0).astype(int)}),
    "VBMixtureWeights": ({"tol": 0.0}, {}),
    "solve_newton": ({"problem": NEWTON}, {}),
    "TukeyRegressor": ({}, {"X": WIDE[:, :3], "y": HEAVY}),
    "LADRegressor": ({"method": "irls"}, {"X": WIDE[:, :3], "y": HEAVY}),
    "irls_rescaled": (
        {"Phi": WIDE[:, :3], "y": HEAVY, "loss": Huber, "start": np.zeros(3), "weights": None},
        {},
    ),
    "admm": (
        {"solve": least_squares_step(WIDE, HEAVY), "penalty": L1(1.0), "n_rows": 40, "F": None},
        {},
    ),
    "ridge_radius": ({"Phi": WIDE[:, :3], "y": HEAVY, "R": 0.1}, {}),
    "cutting_planes": ({"Ks": GRAMS, "y": SIGNS, "tol": 1e-9}, {}),
}

#: No search for an optimum, or a limit that belongs to the method.
EXCUSED = {
    **dict.fromkeys(
        ("DPGLMClassifier", "DPGLMLogNormal", "DPGLMPoisson", "DPGLMRegressor"),
        "draws samples; every number of sweeps is a chain",
    ),
    "PairwiseRanker": "a number of stochastic steps is the method",
    "RBM": "a number of stochastic steps is the method",
    "IBPLinearGaussian": "draws samples; every number of sweeps is a chain",
    "stochastic_ascent": "the book's rule for a random walk; fewer steps than the limit tell it",
    "reweighted_least_squares": "has no tolerance: the objective of every step is returned",
    "fobos": "a number of steps is the method",
    **dict.fromkeys(
        ("ORDALasso", "ORDALogistic", "ac_rda", "ac_sa", "follow", "orda", "rda", "sage"),
        "a number of stochastic steps is the method",
    ),
    "stochastic_fobos": "a number of stochastic steps is the method",
    **dict.fromkeys(
        ("orda_bound", "orda_sum_bound", "orda_tail_bound", "orda_variance_bound"),
        "a formula, of the number of steps",
    ),
    **dict.fromkeys(
        ("kernel_kmeans", "kmeans_restarts", "paired_kmeans"),
        "restarts of lloyd, whose rounds never make it worse; more of them are the remedy",
    ),
    "kliep_steps": "the listing's steps, which have no minimum to reach: their number is returned",
    "lloyd": "n_iter is the number of rounds that the caller wants to see",
    "max_of_hinge_step": "n_iter rounds are the method, whose gap is returned",
    "polygonal_line": "alternations between assignment and vertices are rounds of the method",
    "truncated_cg": "a number of steps is the method: it regularises",
    "truncated_lsqr": "a number of steps is the method: it regularises",
    "hinge_step_p_norm": "bisection in the digits of a number",
}


#: Stochastic steps: a number that is given is the method. An attribute tells, nothing warns.
BUDGETS = {
    "Autoencoder": Autoencoder(2, tol=0.0, random_state=0),
    "BackpropRegressor": BackpropRegressor(2, tol=0.0, random_state=0),
    "KernelSGDRegressor": KernelSGDRegressor(tol=1e-300, random_state=0),
}


def searches():
    """Room and name of everything that has a limit of steps."""
    for room in TABLES:
        for name in tried(room):
            parameters = {p.name for p in signature(NAMES[room][name])}
            if parameters & set(LIMITS):
                yield room, name


def one_step(room, name):
    """Whether one step of a search warned, and its result or the estimator."""
    thing = NAMES[room][name]
    entry = TABLES[room].CALLS.get(name, Call())
    entry = entry[0] if isinstance(entry, list) else entry
    arguments = fresh(kinds_of(signature(thing), entry.kinds, room))
    own, data = HARDER.get(name, ({}, {}))
    parameters = {p.name for p in signature(thing)}
    arguments |= {limit: 1 for limit in LIMITS if limit in parameters} | own
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if inspect.isclass(thing) and issubclass(thing, BaseEstimator):
            usual = kinds_of(own_methods(thing)["fit"], entry.methods.get("fit", {}), room)
            result = thing(**arguments).fit(**(data or fresh(usual)))
        else:
            result = thing(**arguments)
    warned = any(issubclass(w.category, ConvergenceWarning) for w in caught)
    return warned, result


def said_no(result):
    """Whether the result says that the search had not ended, or how far it was."""
    if type(result) is tuple:  # a run, and what was found beside it
        return any(map(said_no, result))
    said = [getattr(result, name) for name in TELLING if hasattr(result, name)]
    if said:
        return not np.all(said[0])
    return any(hasattr(result, name) for name in CERTIFICATES)


@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room, name in searches() if name not in EXCUSED]
)
def test_one_step_of_a_search_is_told(room, name):
    warned, result = one_step(room, name)
    if isinstance(result, BaseEstimator):
        assert warned != (name in BUDGETS)
        assert said_no(result)
    else:
        assert warned or said_no(result)


def test_the_lists_speak_of_what_exists():
    names = {name for _, name in searches()}
    assert not (EXCUSED.keys() | HARDER.keys() | BUDGETS.keys()) - names


@pytest.mark.parametrize("name", BUDGETS)
def test_the_end_of_a_default_budget_is_told(name):
    with pytest.warns(ConvergenceWarning, match=name):
        model = BUDGETS[name].fit(X[:2], SIGNS[:2].astype(float))
    assert not model.converged_
