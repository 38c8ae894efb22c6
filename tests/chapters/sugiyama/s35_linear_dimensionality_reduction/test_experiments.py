"""Each experiment at a few draws; and what a broken algorithm would show."""

import numpy as np
import pytest

from mlcompanion.reduction.linear import inscribed_ball_share
from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction import experiments


def test_shares_of_the_ball():
    share = experiments.ball_shares([1, 2], 20_000, seed=0)
    assert share == [1.0, pytest.approx(np.pi / 4, abs=0.015)]


def test_shares_of_the_ball_over_many_draws():
    # one draw of few hits may be a fluke, as the page's is in 20 dimensions
    shares = [experiments.ball_shares([10], 100_000, seed)[0] for seed in range(20)]
    assert np.mean(shares) == pytest.approx(inscribed_ball_share([10])[0], rel=0.06)


def test_no_rival_of_principal_components(monkeypatch):
    found = experiments.least_errors(20, seed=0)
    assert found["better"] == 0
    assert max(found["gap"]) < 1e-12

    class Wrong(experiments.PCA):
        def fit(self, X, y=None):
            super().fit(X)
            self.components_ = np.eye(X.shape[1])[:2]
            return self

    monkeypatch.setattr(experiments, "PCA", Wrong)
    assert experiments.least_errors(20, seed=0)["better"] > 0


def test_directions_of_clouds():
    found = experiments.cluster_directions(range(4))
    assert {len(values) for values in found.values()} == {4}
    assert min(found["err_pca"]) >= 0.25


def test_the_local_version_parts_a_split_class():
    found = experiments.multimodal_errors(range(4))
    assert max(found["fda_a"] + found["lfda_a"]) <= 0.02
    assert max(found["lfda_b"]) < min(0.15, np.median(found["fda_b"]))


def test_the_spread_of_all_points_holds_the_line():
    found = experiments.semisupervised_angles(range(3))
    assert min(found["lfda_moved"]) > 30
    assert max(found["self_moved"]) < 20
    assert max(found["scatter_pca"]) < min(found["cov_pca"])


def test_ranks_and_pairs():
    found = experiments.scatter_ranks(2, seed=0)
    assert found["rank_b"][:2] == [2, 2]
    assert found["rank_lb"] == found["d"]
    assert max(found["gap"]) < 1e-12


def test_filling_holes():
    found = experiments.imputation_errors(range(2))
    assert all(a < b for a, b in zip(found["trace"], found["svd"]))
    assert max(found["steps"]) <= 1000
    steps = experiments.imputation_steps(range(1))
    assert steps["listing"][0] > 5 * steps["fast"][0]
    # a start that shared the matrix's seed would be its factors: no error at all
    assert min(experiments.factor_errors(range(2))) > 1e-3
