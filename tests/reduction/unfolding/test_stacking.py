"""A stack of layers is the network that it begins."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.reduction.unfolding import RBM, Autoencoder, StackedPretraining
from mlcompanion.regression.networks import layer_scores, random_layers, train_layers

RNG = np.random.default_rng(2)
X = 5 + RNG.random((40, 6)) @ np.diag([1, 2, 3, 4, 5, 6])
AUTO = Autoencoder(max_iter=5)


@parametrize_with_checks([StackedPretraining((3, 2), unit=AUTO)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("unit", [AUTO, RBM(n_iter=3), RBM(n_iter=3, visible="gaussian")])
def test_its_layers_are_a_network_for_raw_columns(unit):
    stack = StackedPretraining((5, 4, 3), unit=unit, random_state=0).fit(X)
    codes = stack.transform(X)
    top = np.column_stack([np.eye(3), np.zeros(3)])
    np.testing.assert_allclose(layer_scores([*stack.layers_, top], X), codes, atol=1e-10)
    assert stack.reconstruct(X).shape == X.shape
    again = StackedPretraining((5, 4, 3), unit=unit, random_state=0).fit(X)
    assert np.array_equal(again.transform(X), codes)


def test_layers_are_trained_on_what_those_below_give():
    stack = StackedPretraining((5, 3), unit=AUTO, random_state=1).fit(X)
    first, second = stack.units_
    alone = Autoencoder(3, max_iter=5, limits=(0, 1), random_state=second.random_state)
    alone.fit(first.transform(X))
    assert np.array_equal(alone.components_, second.components_)
    assert first.n_components == 5
    assert AUTO.n_components == 10, "the template is left alone"


def test_a_start_is_trained_further():
    rows = RNG.random((40, 6))
    stack = StackedPretraining((5, 4), unit=AUTO, random_state=0).fit(rows)
    labels = np.eye(2)[(rows[:, 0] > 0.5).astype(int)]
    start = [*stack.layers_, random_layers([4, 2], 0)[0]]
    run = train_layers(start, rows, labels, loss="cross-entropy", eta=0.5, n_steps=600)
    assert run.losses[-1] < 0.5 * run.losses[0]
    assert np.array_equal(start[0], stack.layers_[0]), "the start is left alone"
    share = expit(np.diff(layer_scores(run.layers, rows), axis=1))[:, 0]
    assert np.mean((share > 0.5) == labels[:, 1]) > 0.9


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"hidden_layer_sizes": ()}, "hidden_layer_sizes"),
        ({"hidden_layer_sizes": (3, 0)}, "hidden_layer_sizes"),
        ({"unit": 3}, "unit"),
    ],
)
def test_bad_input_is_refused_by_name(options, word):
    with pytest.raises((ValueError, TypeError), match=word):
        StackedPretraining(**options).fit(X)
