from functools import partial
from itertools import product

import numpy as np
import pytest

from mlcompanion.regression import poly_basis, trig_basis
from mlcompanion.regression.networks.product_models import Additive, Multiplicative

parabolas = partial(poly_basis, degree=2)
X = np.random.default_rng(0).uniform(-1, 1, size=(60, 3))


def test_products_are_the_definition_column_by_column():
    Phi = Multiplicative(parabolas).design(X)
    powers = product(range(3), repeat=3)
    expected = np.column_stack([np.prod(X ** np.array(p), axis=1) for p in powers])
    np.testing.assert_allclose(Phi, expected)


def test_sums_keep_one_constant_or_all():
    once = Additive(parabolas)
    printed = Additive(parabolas, drop_constants=False)
    expected = np.column_stack([np.ones(60), *(c for x in X.T for c in (x, x**2))])
    np.testing.assert_allclose(once.design(X), expected)
    np.testing.assert_allclose(printed.design(X), np.hstack([parabolas(x) for x in X.T]))
    assert np.linalg.matrix_rank(printed.design(X)) == once.design(X).shape[1] == once.n_params(3)


def test_counts_are_exact():
    nine = partial(poly_basis, degree=9)
    assert Multiplicative(nine).n_params(100) == 10**100
    assert Additive(nine, drop_constants=False).n_params(100) == 1000
    assert Additive(nine).n_params(100) == 901
    for model in (Multiplicative(parabolas), Additive(parabolas), Additive(parabolas, False)):
        assert model.design(X).shape == (60, model.n_params(3))


def test_only_products_reach_an_interaction():
    rng = np.random.default_rng(1)
    y = X[:, 0] * X[:, 1]
    target = trig_basis(X[:, 0], 1) @ rng.normal(size=3) + trig_basis(X[:, 2], 1) @ [0, 1, 2]

    def left(model, y):
        Phi = model.design(X)
        return np.sum((y - Phi @ np.linalg.lstsq(Phi, y, rcond=None)[0]) ** 2) / np.sum(y**2)

    assert left(Multiplicative(parabolas), y) < 1e-20 < 0.5 < left(Additive(parabolas), y)
    assert left(Additive(partial(trig_basis, order=1)), target) < 1e-20


def test_what_does_not_fit_or_is_no_basis_is_refused():
    with pytest.raises(ValueError, match="X has 100 columns"):
        Multiplicative(parabolas).design(np.zeros((2, 100)))
    with pytest.raises(ValueError, match="basis must begin with a constant"):
        Additive(lambda x: np.column_stack([x, x**2])).design(X)
    with pytest.raises(ValueError, match="basis must have shape"):
        Multiplicative(lambda x: np.ones((3, 2))).n_params(2)
