"""Information of labels: against the printed listing, closed forms, and in other units."""

import numpy as np
import pytest

from mlcompanion.datasets import make_two_spirals
from mlcompanion.density.contrasts import lsqmi
from mlcompanion.kernels import rbf_kernel
from mlcompanion.resampling import fold_splits

SIGMAS = [0.5, 1.0, 2.0]
LAMS = [1e-5, 1e-4, 1e-3]
EXACT = (1 - np.exp(-4)) / (8 * np.sqrt(np.pi))  # of unit normals at -2 and 2


def printed_listing(x, y, u):
    """Fig. 37.8 line by line: a solve for every width, penalty, label and fold; U as printed."""
    n, d = x.shape
    r = d / 2
    distances = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    g = np.zeros((len(SIGMAS), len(LAMS), u.max() + 1))
    for hk, h in enumerate(np.square(SIGMAS)):
        k = np.exp(-distances / (2 * h))
        for j in np.unique(y):
            t = y == j
            U = (np.pi * h) ** r * np.exp(-distances[np.ix_(t, t)] / (4 * h))
            for i in range(u.max() + 1):
                ai, aj = u != i, u == i
                ni, nj = ai.sum(), aj.sum()
                vi = (
                    k[np.ix_(t, ai & t)].sum(1) / ni
                    - k[np.ix_(t, ai)].sum(1) * (ai & t).sum() / ni**2
                )
                vj = (
                    k[np.ix_(t, aj & t)].sum(1) / nj
                    - k[np.ix_(t, aj)].sum(1) * (aj & t).sum() / nj**2
                )
                for lk, lam in enumerate(LAMS):
                    a = np.linalg.solve(U + lam * np.eye(t.sum()), vi)
                    g[hk, lk, i] += a @ U @ a - 2 * vj @ a
    g = g.mean(axis=2)
    hk, lk = np.unravel_index(g.argmin(), g.shape)
    h, s = SIGMAS[hk] ** 2, 0.0
    for j in np.unique(y):
        t = y == j
        U = (np.pi * h) ** r * np.exp(-distances[np.ix_(t, t)] / (4 * h))
        k = np.exp(-distances[t] / (2 * h))
        v = k[:, t].sum(1) / n - k.sum(1) * t.sum() / n**2
        s += v @ np.linalg.solve(U + LAMS[lk] * np.eye(t.sum()), v)
    return s, SIGMAS[hk], LAMS[lk], g


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("shuffled", [False, True])
def test_it_is_the_printed_listing(seed, shuffled):
    rng = np.random.default_rng(seed)
    spirals = make_two_spirals(120, random_state=seed)
    y = rng.permutation(spirals.target) if shuffled else spirals.target
    u = rng.permutation(np.arange(120) % 2)
    splits = [(np.flatnonzero(u != i), np.flatnonzero(u == i)) for i in range(2)]
    s, sigma, lam, g = printed_listing(spirals.data, y, u)
    found = lsqmi(spirals.data, y, sigma=SIGMAS, lam=LAMS, folds=splits)
    assert (found.sigma, found.lam) == (sigma, lam)
    assert found.qmi == pytest.approx(s, rel=1e-7)
    np.testing.assert_allclose(2 * found.cv_scores, g, rtol=1e-6)


def two_normals(n, rng):
    y = np.arange(n) % 2
    return rng.normal(4.0 * y - 2)[:, None], y


def test_it_approaches_the_closed_form_and_falls_to_zero():
    rng = np.random.default_rng(5)
    true, random = [], []
    for _ in range(5):
        X, y = two_normals(600, rng)
        options = {"sigma": SIGMAS, "lam": LAMS, "random_state": rng}
        true.append(lsqmi(X, y, **options).qmi)
        random.append(lsqmi(X, rng.permutation(y), **options).qmi)
    assert np.median(true) == pytest.approx(EXACT, rel=0.1)
    assert max(np.abs(random)) < 0.1 * EXACT


def test_the_coefficients_are_those_of_the_difference_of_densities():
    X, y = two_normals(400, np.random.default_rng(2))
    found = lsqmi(X, y, sigma=1.0, lam=1e-3, centers="all")
    x = np.linspace(-6, 6, 601)
    density = np.exp(-((x[:, None] - [-2, 2]) ** 2) / 2) / np.sqrt(2 * np.pi)
    fits = rbf_kernel(x[:, None], X, sigma=1.0) @ found.coef
    truth = (density[:, 0] - density[:, 1]) / 4
    assert np.abs(fits - np.column_stack([truth, -truth])).max() < 0.02
    assert found.cv_scores is None
    own = lsqmi(X, y, sigma=1.0, lam=1e-3)
    assert (own.coef[y == 0, 1] == 0).all()
    assert (own.coef[y == 1, 0] == 0).all()


@pytest.mark.parametrize(("centers", "share"), [("own", 0.5), ("all", 1.0)])
def test_kernels_at_own_points_see_half_of_what_is_far_apart(centers, share):
    X, y = two_normals(600, np.random.default_rng(2))
    found = lsqmi(10 * y[:, None] + X, y, sigma=1.0, lam=1e-3, centers=centers)
    assert found.qmi / (1 / (8 * np.sqrt(np.pi))) == pytest.approx(share, abs=0.05)


def test_kernels_at_all_points_against_a_solution_for_each_label():
    data = make_two_spirals(60, random_state=4, turns=1.0)
    X, y = data.data, data.target
    found = lsqmi(X, y, sigma=0.8, lam=1e-2, centers="all")
    K = rbf_kernel(X, sigma=0.8)
    U = np.pi * 0.8**2 * rbf_kernel(X, sigma=0.8 * np.sqrt(2))
    total = 0.0
    for label in np.unique(y):
        v = K[:, y == label].sum(axis=1) / 60 - K.sum(axis=1) * 30 / 60**2
        total += v @ np.linalg.solve(U + 1e-2 * np.eye(60), v)
    assert found.qmi == pytest.approx(total, rel=1e-9)


@pytest.mark.parametrize("move", [1e3, 1e6])
@pytest.mark.parametrize("unit", [1e-12, 1e-3, 1e6, 1e12])
def test_origin_and_units_change_nothing_but_the_unit_of_the_answer(move, unit):
    data = make_two_spirals(100, random_state=3)
    plain = lsqmi(data.data, data.target, random_state=1)
    other = lsqmi((data.data + move) * unit, data.target, random_state=1)
    assert other.sigma / unit == pytest.approx(plain.sigma, rel=1e-6)
    assert other.lam / unit**2 == pytest.approx(plain.lam, rel=1e-6)
    assert other.qmi * unit**2 == pytest.approx(plain.qmi, rel=1e-5)


def test_names_and_order_of_labels_do_not_matter():
    data = make_two_spirals(80, random_state=3)
    words = np.where(data.target > 0, "b", "a")
    plain = lsqmi(data.data, data.target, random_state=1).qmi
    assert lsqmi(data.data, words, random_state=1).qmi == pytest.approx(plain)
    assert lsqmi(data.data, -data.target, random_state=1).qmi == pytest.approx(plain)


def test_one_label_tells_nothing_and_a_fold_may_miss_a_label():
    X = np.random.default_rng(0).normal(size=(30, 2))
    assert lsqmi(X, np.zeros(30), random_state=0).qmi == pytest.approx(0, abs=1e-15)
    y = np.r_[0, np.ones(29)]
    splits = [(np.arange(15), np.arange(15, 30)), (np.arange(15, 30), np.arange(15))]
    assert np.isfinite(lsqmi(X, y, folds=splits).qmi)
    assert np.isfinite(lsqmi(X, np.arange(30), random_state=0).qmi)
    assert np.isfinite(lsqmi(np.zeros((6, 2)), [0, 1] * 3, random_state=0).qmi)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"sigma": 0.0}, "sigma"),
        ({"sigma": [1.0, -1.0]}, "sigma"),
        ({"lam": 0.0}, "lam"),
        ({"lam": []}, "lam"),
        ({"centers": "some"}, "centers"),
        ({"labels": [0, 1]}, "labels"),
        ({"labels": [0.0, np.nan] + [1.0] * 8}, "labels"),
        ({"folds": 1}, "folds"),
        ({"folds": 11}, "folds"),
        ({"X": np.full((10, 2), np.nan)}, "X"),
        ({"X": np.ones((10, 2)) + 1e100 * np.eye(10)[:, :2]}, "sigma"),
    ],
)
def test_bad_input_is_refused_by_name(wrong, words):
    good = {"X": np.random.default_rng(0).normal(size=(10, 2)), "labels": [0, 1] * 5}
    with pytest.raises(ValueError, match=words):
        lsqmi(**{**good, **wrong})


def test_folds_are_those_of_the_house():
    data = make_two_spirals(60, random_state=0)
    splits = fold_splits(2, data.data, random_state=np.random.default_rng(9))
    by_pairs = lsqmi(data.data, data.target, folds=splits).qmi
    by_number = lsqmi(data.data, data.target, random_state=np.random.default_rng(9)).qmi
    assert by_pairs == by_number
