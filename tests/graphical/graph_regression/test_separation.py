import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.graphical.graph_regression import (
    determinant_gap,
    excess_risk_bound,
    mean_gap_bound,
    merged_excess,
    normal_risk,
)


def by_search(shares, means, covariances):
    """Excess risk of one law for several cells, by a generic optimiser."""
    p = means.shape[1]
    below = np.tril_indices(p)

    def risk(values):
        mean, half = values[:p], np.zeros((p, p))
        half[below] = values[p:]
        precision = half @ half.T + 1e-12 * np.eye(p)
        return sum(
            s * normal_risk(precision, S, m - mean) for s, m, S in zip(shares, means, covariances)
        )

    begin = np.r_[shares @ means / shares.sum(), np.eye(p)[below]]
    own = sum(s * normal_risk(np.linalg.inv(S), S) for s, S in zip(shares, covariances))
    return minimize(risk, begin, method="BFGS", options={"gtol": 1e-10}).fun - own


@pytest.mark.parametrize("p", [1, 2, 3])
def test_closed_form_of_the_excess_risk(p):
    rng = np.random.default_rng(p)
    for _ in range(3):
        half = rng.normal(size=(2, p, p + 2))
        covariances = half @ half.transpose(0, 2, 1)
        means = rng.normal(size=(2, p))
        shares = rng.uniform(0.1, 0.5, 2)
        found = merged_excess(shares, means, covariances)
        assert found == pytest.approx(by_search(shares, means, covariances), abs=1e-6)


def test_equal_cells_lose_half_the_gap_times_their_probability():
    rng = np.random.default_rng(0)
    half = rng.normal(size=(2, 3, 5))
    covariances = half @ half.transpose(0, 2, 1)
    lost = merged_excess([0.2, 0.2], np.zeros((2, 3)), covariances)
    assert lost == pytest.approx(0.2 * determinant_gap(*covariances))
    assert determinant_gap(covariances[0], covariances[0]) == pytest.approx(0, abs=1e-12)


def test_the_printed_bound_on_means_is_too_large():
    excess = merged_excess([0.5, 0.5], [[0.0], [2.0]], [[[1.0]], [[1.0]]])
    assert excess == pytest.approx(np.log(2))
    assert mean_gap_bound(1, 0.5, 4, printed=True) == 1.0 > excess
    assert mean_gap_bound(1, 0.5, 4) == pytest.approx(excess)


def test_penalty_falls_like_one_over_root_n():
    options = {"d": 2, "p": 5, "delta": 0.1, "constant": 3.0, "norm": 2.0}
    first = excess_risk_bound(4, 1000, **options)
    assert excess_risk_bound(4, 4000, **options) == pytest.approx(first / 2)
    assert excess_risk_bound(5, 1000, **options) > first


def test_indefinite_matrices_are_refused_by_name():
    bad = [[1.0, 2.0], [2.0, 1.0]]
    with pytest.raises(ValueError, match="precision must be positive definite"):
        normal_risk(bad, np.eye(2))
    with pytest.raises(ValueError, match="second must be positive definite"):
        determinant_gap(10 * np.eye(2), bad)
