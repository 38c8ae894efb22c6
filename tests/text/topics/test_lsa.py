"""Latent semantic analysis against NumPy's decomposition and scikit-learn's estimator."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import TruncatedSVD

from mlcompanion.text.topics import LSA


def documents(n=40, m=60, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((n, m)) * (rng.random((n, m)) < 0.2)
    return X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-9)


@pytest.mark.parametrize("shape", [(40, 60), (60, 40), (300, 250)])
@pytest.mark.parametrize("unit", [1.0, 1e6])
def test_is_the_singular_value_decomposition(shape, unit):
    X = unit * documents(*shape)
    U, S, Vt = np.linalg.svd(X, full_matrices=False)
    wanted = {"inverse": Vt / S[:, None], "none": Vt, "singular": U.T @ X}
    for scaling, A in wanted.items():
        for given in (X, sparse.csr_array(X)):
            model = LSA(4, scaling=scaling).fit(given)
            np.testing.assert_allclose(
                np.abs(model.components_), np.abs(A[:4]), rtol=1e-6, atol=1e-9 * unit
            )
            np.testing.assert_allclose(model.singular_values_, S[:4], rtol=1e-10)
    model = LSA(4).fit(X)
    np.testing.assert_allclose(model.transform(X), model.embedding_, atol=1e-10)


def test_agrees_with_scikit_learn():
    X = sparse.csr_array(documents(300, 250))
    peer = TruncatedSVD(6, algorithm="arpack", random_state=0).fit(X)
    ours = LSA(6, scaling="none").fit(X)
    np.testing.assert_allclose(np.abs(ours.components_), np.abs(peer.components_), atol=1e-8)
    np.testing.assert_allclose(np.abs(ours.transform(X)), np.abs(peer.transform(X)), atol=1e-8)


def test_a_direction_without_data_has_a_row_of_zeros():
    X = np.outer([1.0, 2, 3], [1.0, 1, 0, 0])
    A = LSA(2).fit(X).components_
    assert A[0].any()
    assert not A[1].any()
    assert not LSA(2).fit(np.zeros((3, 4))).components_.any()


def test_signs_do_not_depend_on_the_machine():
    A = LSA(5).fit(documents()).components_
    assert (A[np.arange(5), np.abs(A).argmax(axis=1)] > 0).all()


@pytest.mark.parametrize(
    ("arguments", "words"), [({"n_components": 41}, "at most 40"), ({"scaling": "s"}, "scaling")]
)
def test_refuses_by_name(arguments, words):
    with pytest.raises(ValueError, match=words):
        LSA(**arguments).fit(documents())
