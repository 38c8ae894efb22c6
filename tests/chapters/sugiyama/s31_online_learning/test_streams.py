import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s31_online_learning import ridge_runs, streams


def test_the_first_clouds_are_those_of_the_listing():
    X, y = streams.passing_clouds(0, n=20_000)
    for label, centre in ((1, -5), (-1, 5)):
        np.testing.assert_allclose(X[y == label].mean(0), [centre, 0], atol=0.2)
        np.testing.assert_allclose(X[y == label].std(0), [1, 5], rtol=0.05)
    assert abs(y[:10_000].sum()) < 400  # shuffled


def test_cells_share_their_draw_and_order():
    clean, labels = streams.stray_clouds(4, outliers=0)
    dirty, same = streams.stray_clouds(4, outliers=2)
    np.testing.assert_array_equal(labels, same)
    moved = dirty - clean
    assert sorted(moved[:, 0].round(9))[-3:] == [0, 10, 10]
    assert (labels[moved[:, 0] > 0] == 1).all()
    shifted, _ = streams.stray_clouds(4, outliers=2, shift=10.0)
    np.testing.assert_allclose(shifted - dirty, np.tile([10.0, 0.0], (50, 1)))


def listing_line(X, y, count):
    """Fig. 31.3 word for word."""
    t = np.zeros(3)
    for x, label in zip(np.c_[X, np.ones(len(X))][:count], y):
        t = t + label * max(0, 1 - label * (t @ x)) / (x @ x + 1) * x
    return t


def test_three_samples_are_the_listings():
    X, y = streams.passing_clouds(7)
    err3, err_end, gap = streams.first_three(7)
    lines = [listing_line(X, y, count) for count in (3, 200)]
    wrong = [100 * np.mean(y * (np.c_[X, np.ones(200)] @ t) <= 0) for t in lines]
    assert [err3, err_end] == pytest.approx(wrong)
    heights = np.linspace(-10, 10, 101)
    places = [-(t[1] * heights + t[2]) / t[0] for t in lines]
    assert gap == pytest.approx(np.abs(places[0] - places[1]).max())


def test_outliers_and_offset():
    errors = streams.outlier_errors(1, n_test=500)
    assert len(errors) == 8
    assert errors["PA 0 0"] > 20 > 1 > errors["PA 0 10"]
    assert max(v for k, v in errors.items() if k.startswith("AROW")) < 2


def test_steps_are_gradient_steps():
    X, y, _ = streams._stream(3, 4, 30, 0.1)
    by_hand = np.zeros(4)
    found = streams._regressor(streams.Squared(), 100.0, "subgradient")
    for x, target in zip(X, y):
        by_hand += 0.01 * (target - by_hand @ x) * x
    np.testing.assert_allclose(found.fit(X, y).coef_[0], by_hand, rtol=1e-10)
    excess = streams.fixed_steps(3)["sgd"]
    assert excess[4] == streams.LOST
    assert excess[0] > 0.5


def test_the_exact_fit_fits_the_last_sample():
    X, y, _ = streams._stream(0, 3, 20, 1.0)
    model = streams._regressor(streams.Absolute(), 1e-12).fit(X, y)
    assert model.coef_[0] @ X[-1] == pytest.approx(y[-1])
    errors = streams.exact_fit_runs(0)
    assert errors["exact_after"] > 5 * errors["exact_before"]
    assert errors["small_after"] < 0.1


@pytest.mark.parametrize("name", ["PA", "AROW"])
def test_a_kernel_pass_is_the_listings(name):
    x, y, found, covariance = streams.kernel_pass(2, name)
    rng = np.random.default_rng([2, 5])
    rng.permutation(50)
    t = rng.normal(size=50)
    S = np.eye(50)
    for i in range(50):
        k = np.exp(-((x - x[i]) ** 2) / (2 * 0.3**2))
        z = S @ k
        t = t + (y[i] - t @ k) / (k @ z + 1) * z
        S = S - np.outer(z, z) / (k @ z + 1) if name == "AROW" else S
    np.testing.assert_allclose(found, t, atol=1e-10)
    np.testing.assert_allclose(covariance, S, atol=1e-10)
    assert streams.distance_from_truth(x, found) < streams.distance_from_truth(x, 10 * found)


def test_real_rows_and_one_pass():
    X, y = streams.real_rows("twonorm")
    assert set(y) == {-1.0, 1.0}
    errors = streams.one_pass(X, y, 0, n_train=500)
    assert errors.keys() == {"PA", "short", "AROW", "drop", "exact", "batch"}
    assert max(errors.values()) < 10


def test_ridge_around_a_start_minimises():
    X, y, start = ridge_runs.random_rows(12, 3, 0)
    w = ridge_runs.ridge_around(X, y, start, 0.7)
    np.testing.assert_allclose(X.T @ (X @ w - y) + 0.7 * (w - start), 0, atol=1e-10)
    K, z, begin = ridge_runs.kernel_rows(0)
    assert K.shape == (50, 50)
    assert len(z) == len(begin) == 50
