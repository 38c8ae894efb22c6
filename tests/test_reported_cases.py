"""Cases that careful use reported, as they were reported: each was wrong, endless or silent once.

What belongs to a pattern is held by the tables (``test_equivariance``, ``test_*_far_out``,
``test_failed_search``, ``test_bad_input``); here stand the single calls beside them.
"""

import importlib
import pkgutil
import time
import tracemalloc
import warnings

import numpy as np
import pytest
from scipy.special import polygamma

import mlcompanion
from mlcompanion.classification import KNNClassifier
from mlcompanion.classification.partial.partial_models import PartialLabelKNN
from mlcompanion.clustering import DoublingKCenter
from mlcompanion.density import Histogram
from mlcompanion.kernel_methods import SVC
from mlcompanion.prox import TreeGroups
from mlcompanion.regression import KernelLeastSquares
from mlcompanion.regression.tasks.multitask import MultitaskRidge
from mlcompanion.sparse import TreeLogistic
from mlcompanion.sparse.tree.tree_lasso import ward_tree
from mlcompanion.stats.likelihood.information import fisher_information
from mlcompanion.stats.likelihood.smooth_models import GAMMA

RNG = np.random.default_rng(0)


def quietly(call):
    """Seconds of processor time that a call takes, warnings aside."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call()
        begin = time.process_time()
        call()
    return time.process_time() - begin


X20 = RNG.normal(size=(20, 2))
ENDLESS = {
    "far from zero": lambda: SVC(kernel="linear").fit(X20 + 1e7, np.sign(X20[:, 0])),
    "a hard margin without one": lambda: SVC(1e8, kernel="linear").fit(
        np.arange(4.0)[:, None], [0, 1, 0, 1]
    ),
    "a vanishing width": lambda: SVC(sigma=1e-170).fit([[0.0], [1.0]], [0, 1]),
    "centres far from zero": lambda: DoublingKCenter(2).fit(np.array([[0.0], [1], [2]]) + 1e8),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_took_half_a_minute_or_never_ended_takes_a_second(name):
    assert quietly(ENDLESS[name]) < 1


def test_information_at_a_singular_end():
    alpha = 0.1
    rate = 1.0
    want = [[polygamma(1, alpha), -1 / rate], [-1 / rate, alpha / rate**2]]
    np.testing.assert_allclose(fisher_information(GAMMA, (alpha, rate)), want, rtol=1e-6)


def test_bins_far_from_zero_hold_the_same_samples():
    x = np.round(1024 * RNG.normal(size=(200, 1))) / 1024  # so that the sum below is exact
    near = Histogram(width=0.5, origin=0.0).fit(x).score_samples(x)
    far = Histogram(width=0.5, origin=2.0**40).fit(x + 2.0**40).score_samples(x + 2.0**40)
    np.testing.assert_array_equal(far, near)
    whole = (100 * x).astype(np.int8)
    peer = Histogram(width=50.0).fit(whole.astype(float)).score_samples(whole.astype(float))
    np.testing.assert_array_equal(Histogram(width=50.0).fit(whole).score_samples(whole), peer)


def test_a_tree_of_groups_does_not_hear_of_an_offset():
    X = RNG.normal(size=(60, 3))
    y = np.digitize(X[:, 0] + 0.3 * RNG.normal(size=60), [-0.4, 0.4])
    tree = TreeGroups([-1, 0, 0])
    near = TreeLogistic(tree, 2.0).fit(X, y).predict_proba(X)
    far = TreeLogistic(tree, 2.0).fit(X + 100, y).predict_proba(X + 100)
    np.testing.assert_allclose(far, near, atol=1e-8)
    parents = ward_tree(X).parent
    np.testing.assert_array_equal(ward_tree(X + np.array([1e6, -1e6, 1e3])).parent, parents)


def test_tasks_with_one_column_of_large_numbers():
    X = RNG.normal(size=(30, 3)) * [1.0, 1.0, 1e7]
    y = X @ [1.0, 1.0, 1e-7]
    task = np.arange(30) % 2
    found = [
        MultitaskRidge(form=form).fit(X, y, task=task).predict(X, task=task)
        for form in ("auto", "parameters", "samples")
    ]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("model", [KNNClassifier(3), PartialLabelKNN(3, random_state=0)], ids=str)
def test_neighbours_are_found_in_blocks(model):
    """Not all distances at once: 3,000 by 3,000 would be 72 MB."""
    X = RNG.normal(size=(3000, 2))
    y = (X[:, 0] > 0).astype(int)
    model.fit(X, np.eye(2)[y] if isinstance(model, PartialLabelKNN) else y)
    model.predict(X[:10])
    tracemalloc.start()
    model.predict(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40e6


#: Used by chapters, and reported as shown by no room's face.
HIDDEN_ONCE = [
    "hoeffding", "cantelli", "jensen", "holder", "maximum_likelihood", "SmoothModel", "NORMAL",
    "GAMMA", "bca_interval", "percentile_interval", "mann_whitney", "aic", "tic", "select", "smo",
    "quadratic_program", "dual_coordinate_ascent", "solve_msvm", "importance_weighted_ls",
    "importance_weighted_cv", "MultioutputRidge", "loo_residuals", "DesignSVD", "FivePiece",
    "gaussian_kl",
]  # fmt: skip


def faces():
    """All names that rooms, and rooms inside rooms, hand out."""
    names = set()
    for module in pkgutil.walk_packages(mlcompanion.__path__, "mlcompanion."):
        if module.ispkg and not any(part.startswith("_") for part in module.name.split(".")):
            names |= set(getattr(importlib.import_module(module.name), "__all__", ()))
    return names


def test_what_chapters_use_stands_on_a_face():
    assert not set(HIDDEN_ONCE) - faces()


def test_repeated_rows_do_not_break_an_unpenalised_fit():
    X = np.repeat(RNG.normal(size=(10, 1)), 2, axis=0)
    y = np.sin(X[:, 0])
    np.testing.assert_allclose(KernelLeastSquares(1.0, 0.0).fit(X, y).predict(X), y, atol=1e-5)
