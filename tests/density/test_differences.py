"""The least squares density difference against integrals, the listing and its own algebra."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.density.contrasts import difference_form, gaussian_overlap, lsdd
from mlcompanion.kernels import rbf_kernel


@pytest.fixture
def samples():
    rng = np.random.default_rng(0)
    return rng.normal(0, 1, (200, 1)), rng.normal(1, 1, (150, 1))


def test_distance_of_two_normals(samples):
    truth = (1 - np.exp(-0.25)) / np.sqrt(np.pi)
    found = lsdd(*samples, random_state=0)
    assert abs(found.l2 - truth) < 0.05
    assert found.l2_plain <= found.l2
    grid = np.linspace(-3, 4, 50)
    difference = norm.pdf(grid) - norm.pdf(grid, 1)
    assert np.sqrt(np.mean((found(grid[:, None]) - difference) ** 2)) < 0.05


def test_the_estimates_are_integrals_of_the_function(samples):
    found = lsdd(*samples, sigma=0.7, lam=0.05)
    square, _ = quad(lambda t: found([[t]])[0] ** 2, -8, 9, limit=200)
    means = found(samples[0]).mean() - found(samples[1]).mean()
    assert found.l2_plain == pytest.approx(means, rel=1e-10)
    assert found.l2 == pytest.approx(2 * means - square, rel=1e-6)


def test_it_is_the_solution_of_the_system(samples):
    X, Y = samples
    found = lsdd(X, Y, sigma=0.7, lam=0.05, centers=X[:20])
    h = rbf_kernel(X[:20], X, sigma=0.7).mean(axis=1) - rbf_kernel(X[:20], Y, sigma=0.7).mean(
        axis=1
    )
    U = gaussian_overlap(X[:20], sigma=0.7)
    np.testing.assert_allclose(found.coef, np.linalg.solve(U + 0.05 * np.eye(20), h), rtol=1e-8)
    assert found.cv_scores is None


def test_cross_validation_is_the_listings(samples):
    """Fig. 39.1: kernels at the first sample, a solve for each width, penalty and fold."""
    X, Y = samples
    rng = np.random.default_rng(1)
    part = [rng.permutation(len(Z)) % 5 for Z in (X, Y)]
    folds = [[(np.flatnonzero(p != i), np.flatnonzero(p == i)) for i in range(5)] for p in part]
    sigmas = [0.5, 1.0, 3.0]
    lams = [0.01, 0.1, 1.0]
    listed = np.zeros((3, 3))
    for i, sigma in enumerate(sigmas):
        k = rbf_kernel(X, X, sigma=sigma)
        r = rbf_kernel(Y, X, sigma=sigma)
        U = gaussian_overlap(X, sigma=sigma)
        for f in range(5):
            v = k[part[0] != f].mean(axis=0) - r[part[1] != f].mean(axis=0)
            z = k[part[0] == f].mean(axis=0) - r[part[1] == f].mean(axis=0)
            for j, lam in enumerate(lams):
                a = np.linalg.solve(U + lam * np.eye(len(U)), v)
                listed[i, j] += (a @ U @ a - 2 * z @ a) / 5

    # the folds of samples of unlike sizes are handed in as a splitter that knows them
    class Known:
        def split(self, Z, y=None, groups=None):
            return iter(folds[0] if len(Z) == len(X) else folds[1])

        def get_n_splits(self, *args):
            return 5

    found = lsdd(X, Y, sigma=sigmas, lam=lams, centers=X, folds=Known())
    np.testing.assert_allclose(2 * found.cv_scores, listed, atol=1e-10)
    best = np.unravel_index(listed.argmin(), (3, 3))
    assert (found.sigma, found.lam) == (sigmas[best[0]], lams[best[1]])


def test_form_gives_every_split(samples):
    points = np.concatenate([samples[0][:15], samples[1][:10]])
    form = difference_form(points, 0.8, 0.2)
    rng = np.random.default_rng(2)
    for _ in range(5):
        order = rng.permutation(25)
        z = np.full(25, -1 / 10)
        z[order[:15]] = 1 / 15
        direct = lsdd(points[order[:15]], points[order[15:]], sigma=0.8, lam=0.2, centers=points)
        assert z @ form @ z == pytest.approx(direct.l2, rel=1e-9)
    assert np.linalg.eigvalsh(form)[0] > -1e-12


def test_origin_and_units(samples):
    X, Y = samples
    plain = lsdd(X, Y, random_state=0)
    far = lsdd(X + 1e6, Y + 1e6, random_state=0)
    assert far.l2 == pytest.approx(plain.l2, rel=1e-6)
    for unit in (1e-9, 1e7):
        scaled = lsdd(unit * X, unit * Y, random_state=0)
        assert scaled.l2 * unit == pytest.approx(plain.l2, rel=1e-6)


def test_equal_samples_have_no_difference():
    X = np.arange(10)[:, None]
    found = lsdd(X, X, random_state=0)
    assert found.l2 == 0
    assert np.all(found(X) == 0)
    ones = np.ones((10, 2))
    assert lsdd(ones, ones, random_state=0).l2 == 0


def test_bad_input_is_refused_by_name(samples):
    X, Y = samples
    with pytest.raises(ValueError, match="sigma"):
        lsdd(X, Y, sigma=[1.0, 0.0])
    with pytest.raises(ValueError, match="lam"):
        lsdd(X, Y, lam=-1.0)
    with pytest.raises(ValueError, match="Y"):
        lsdd(X, np.column_stack([Y, Y]))
    with pytest.raises(ValueError, match="sigma"):
        lsdd(np.ones((5, 800)), np.zeros((5, 800)), sigma=10.0, lam=1.0)
