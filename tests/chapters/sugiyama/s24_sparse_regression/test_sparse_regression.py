import numpy as np
from sklearn.linear_model import lars_path

from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.sparse import admm_lasso
from mlcompanion_chapters.sugiyama.s24_sparse_regression.sparse_regression import (
    DECOY_COVARIANCE,
    decoy_found,
    elastic_net_ends,
    first_of_size,
    golden_section,
    greedy_misses,
    lasso_violation,
    nonzeros_beyond,
    run_listing,
    soft_threshold_slips,
)


def test_section_search_finds_minima():
    centre = np.array([-3.0, 0.2, 4.0])
    found = golden_section(lambda z: (z - centre) ** 2 + np.abs(z), -10, 10 * np.ones(3))
    shrunk = np.sign(centre) * np.maximum(np.abs(centre) - 0.5, 0)
    np.testing.assert_allclose(found, shrunk, atol=1e-6)


def test_violation_is_zero_at_the_lasso_and_only_there():
    rng = np.random.default_rng(2)
    A = rng.normal(size=(20, 8))
    y = rng.normal(size=20)
    w = coordinate_descent(A, y, 2.0, tol=1e-14).w
    assert np.count_nonzero(w) < 8
    assert lasso_violation(A, y, w, 2.0) < 1e-6
    assert lasso_violation(A, y, w, 1.0) > 0.5
    assert lasso_violation(A, y, w + 0.1, 2.0) > 0.1
    assert lasso_violation(A, y, np.zeros(8), 1.5) == np.abs(A.T @ y).max() - 1.5


def test_listing_is_our_admm():
    rng = np.random.default_rng(3)
    K = rng.normal(size=(4, 15, 10))
    y = rng.normal(size=(4, 15))
    for designs, ridge in ((K, np.array([0.0, 1.0, 2.0, 3.0])), (K[0], 0.0)):
        theta, z = run_listing(designs, y, 0.7, ridge=ridge, n_steps=30, tol=0.0)
        each = zip(np.broadcast_to(designs, K.shape), y, np.broadcast_to(ridge, 4))
        runs = [admm_lasso(a, b, 0.7, eta=eta, tol=0, max_iter=30) for a, b, eta in each]
        np.testing.assert_allclose(theta, [run.theta for run in runs], atol=1e-12)
        np.testing.assert_allclose(z, [run.z for run in runs], atol=1e-12)


def test_problems_stop_each_at_its_own_time():
    rng = np.random.default_rng(3)
    K = rng.normal(size=(4, 15, 10))
    y = rng.normal(size=(4, 15))
    together = run_listing(K, y, 0.7, n_steps=200, tol=1e-3)
    alone = [run_listing(K[i : i + 1], y[i : i + 1], 0.7, n_steps=200, tol=1e-3) for i in range(4)]
    for k in range(2):
        np.testing.assert_allclose(together[k], np.concatenate([run[k] for run in alone]))
    later = run_listing(K, y, 0.7, n_steps=200, tol=0.0)
    assert not np.allclose(together[0], later[0], atol=1e-9)


def test_first_model_of_a_size_is_that_of_the_exact_path():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        A = rng.normal(size=(40, 8)) + rng.normal(size=(40, 1))
        y = A[:, :3] @ [1, -1, 1] + rng.normal(size=40)
        _, _, path = lars_path(A, y, method="lasso")
        counts = np.count_nonzero(path, axis=0)
        knot = np.flatnonzero(counts >= 3)[0]
        exact = np.flatnonzero(path[:, knot])
        assert counts[knot] == 3
        np.testing.assert_array_equal(first_of_size(A, y, 3), exact)
    assert first_of_size(A, y, 9) is None


def test_only_a_square_lifts_the_limit_on_noise():
    plain = np.array([nonzeros_beyond(seed) for seed in range(5)])
    both = np.array([nonzeros_beyond(seed, 2.0) for seed in range(5)])
    assert plain.shape == (5, 3)
    assert plain.max() <= 0 < both.max()


def test_misses_are_judged_against_all_subsets():
    assert not any(greedy_misses(0, slack=1e6).values())
    strict = [greedy_misses(seed, slack=-1e-9) for seed in range(3)]
    assert all(all(miss.values()) for miss in strict)  # nobody is below the best


def test_a_decoy_fools_forward_selection_alone():
    assert np.linalg.eigvalsh(DECOY_COVARIANCE)[0] > 0
    signs = np.array([1, 1, -1])
    inner = DECOY_COVARIANCE[:3, :3]
    assert abs(DECOY_COVARIANCE[3, :3] @ np.linalg.solve(inner, signs)) < 1
    found = [decoy_found(seed) for seed in range(3)]
    assert not any(f.pop("forward") for f in found)
    assert all(all(f.values()) for f in found)


def test_printed_update_is_that_of_half_the_penalty():
    ends = elastic_net_ends(2.0, n_problems=4)
    assert max(ends["right"].max(), ends["half"].max()) < 1e-8
    assert ends["printed"].min() > 1e-3


def test_printed_threshold_is_no_minimum():
    slips = soft_threshold_slips(n_scalars=200)
    assert slips["right"] < 1e-6
    assert min(slips["printed"], slips["value"]) > 0.2
