import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from mlcompanion.kernels import (
    alignment,
    center_gram,
    gram,
    polynomial_kernel,
    rbf_kernel,
    rbf_on_grid,
    spectrum_kernel,
    unit_diagonal,
)

WORDS = ["banana", "ananas", "nab", "a", "bandana", "BANANA"]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_spectrum_kernel_counts_common_runs_as_the_peer_does(length):
    peer = CountVectorizer(analyzer="char", ngram_range=(length, length), lowercase=False)
    counts = peer.fit_transform(WORDS).toarray()
    found = spectrum_kernel(WORDS, length=length, normalize=False)
    np.testing.assert_allclose(found, counts @ counts.T)
    np.testing.assert_allclose(
        spectrum_kernel(WORDS[:2], WORDS, length=length, normalize=False), found[:2]
    )


def test_normalized_kernel_is_a_cosine_and_short_sequences_have_none():
    K = spectrum_kernel(WORDS)
    raw = spectrum_kernel(WORDS, normalize=False)
    size = np.sqrt(np.diag(raw))
    np.testing.assert_allclose(K * np.outer(size, size), raw)
    np.testing.assert_allclose(np.diag(K), [1, 1, 1, 0, 1, 1])
    assert np.linalg.eigvalsh(K)[0] > -1e-12


def test_any_symbols_will_do():
    tuples = [tuple(map(ord, word)) for word in WORDS]
    np.testing.assert_array_equal(spectrum_kernel(tuples), spectrum_kernel(WORDS))


def test_what_is_no_list_of_sequences_is_refused():
    for bad in ("banana", 3, [1, 2], [[[1], [2]]]):
        with pytest.raises(TypeError, match="X"):
            spectrum_kernel(bad)
    with pytest.raises(ValueError, match="Y"):
        spectrum_kernel(WORDS, [])


def test_a_grid_of_gaussians_is_the_kernel_at_its_points():
    rng = np.random.default_rng(0)
    centers = rng.normal(size=(9, 2))
    coef = rng.normal(size=(9, 3))
    x = np.linspace(-2, 2, 5)
    y = np.linspace(-1, 3, 4)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    slow = rbf_kernel(points, centers, sigma=0.7) @ coef
    found = rbf_on_grid(centers, coef, x, y, sigma=0.7)
    np.testing.assert_allclose(found, slow.T.reshape(3, 4, 5), atol=1e-13)
    one = rbf_on_grid(centers, coef[:, 0], x, y, sigma=0.7)
    np.testing.assert_allclose(one, found[0], atol=1e-13)


def features(X):
    """Explicit features of the polynomial kernel of degree 2 without a constant."""
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1]])


def test_centering_and_unit_length_are_those_of_explicit_features():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(8, 2))
    Z = rng.normal(size=(5, 2))
    K, K_test = (polynomial_kernel(A, X, degree=2) for A in (X, Z))
    F = features(X)
    G = features(Z)
    mean = F.mean(axis=0)
    np.testing.assert_allclose(center_gram(K), (F - mean) @ (F - mean).T, atol=1e-12)
    np.testing.assert_allclose(center_gram(K_test, K), (G - mean) @ (F - mean).T, atol=1e-12)
    f, g = (A / np.linalg.norm(A, axis=1, keepdims=True) for A in (F, G))
    np.testing.assert_allclose(unit_diagonal(K), f @ f.T, atol=1e-12)
    own = np.sum(G**2, axis=1)
    np.testing.assert_allclose(unit_diagonal(K_test, own, np.diag(K)), g @ f.T, atol=1e-12)


def test_alignment_is_a_cosine_and_knows_labels():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(10, 3))
    y = np.repeat([-1.0, 1.0], 5)
    K = X @ X.T
    assert alignment(K, 3 * K) == pytest.approx(1)
    expected = y @ K @ y / (np.linalg.norm(K) * 10)
    assert alignment(K, y) == pytest.approx(expected)
    assert alignment(K, np.outer(y, y)) == pytest.approx(expected)
    shifted = (X + 7) @ (X + 7).T
    assert alignment(shifted, y, centered=True) == pytest.approx(alignment(K, y, centered=True))


def test_a_precomputed_kernel_is_taken_as_it_is():
    K = rbf_kernel(np.arange(4.0)[:, None])
    np.testing.assert_array_equal(gram(K, kernel="precomputed"), K)
    np.testing.assert_array_equal(gram(K[:2], K, kernel="precomputed"), K[:2])
    with pytest.raises(ValueError, match="X"):
        gram(K[:2], kernel="precomputed")


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda K: unit_diagonal(K[:2]), "rows"),
        (lambda K: unit_diagonal(K[:2], columns=np.ones(4)), "rows"),
        (lambda K: unit_diagonal(K, np.ones(4)), "columns"),
        (lambda K: unit_diagonal(K - 1), "rows"),
        (lambda K: alignment(np.zeros((4, 4)), K), "K"),
        (lambda K: alignment(K, np.ones(4), centered=True), "L"),
        (lambda K: center_gram(K[:2]), "K"),
        (lambda K: center_gram(K, K[:2, :2]), "K"),
        (lambda K: center_gram(np.triu(K)), "K must be symmetric"),
        (lambda K: center_gram(K, np.tril(K)), "K_train must be symmetric"),
    ],
)
def test_what_has_no_answer_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call(rbf_kernel(np.arange(4.0)[:, None]))
