from itertools import pairwise, product

import numpy as np
import pytest

from mlcompanion.online.experts.runs import fixed_share, learn_alpha
from mlcompanion_chapters.choromanska.r05_online_kmeans.expert_bounds import (
    bump_curvature,
    line_windows,
    newest_point_ratio,
    paths_log_loss,
    price_of_rates,
    regret_margins,
    segments_or_switches,
    unit_ball,
)


def test_unit_ball_shortens_only_what_is_long():
    v = np.array([[3.0, 4.0], [0.3, 0.4]])
    np.testing.assert_allclose(unit_ball(v), [[0.6, 0.8], [0.3, 0.4]])


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1.0])
def test_sum_over_paths_by_enumeration_and_by_the_algorithm(alpha):
    losses = np.random.default_rng(0).uniform(size=(5, 3))
    moves = np.where(np.eye(3) > 0, 1 - alpha, alpha / 2)
    total = 0.0
    for path in product(range(3), repeat=5):
        chance = np.prod([moves[i, j] for i, j in pairwise(path)]) / 3
        total += chance * np.exp(-sum(losses[t, i] for t, i in enumerate(path)) / 2)
    assert paths_log_loss(losses, alpha) == pytest.approx(-np.log(total))
    assert paths_log_loss(losses, alpha) == pytest.approx(fixed_share(losses, alpha).log_loss.sum())


def test_margins_are_not_negative_and_all_bounds_are_checked():
    margins = regret_margins(n_triples=1000, n_streams=3)
    assert set(margins) == {"6", "7", "8", "9", "C2", "10"}
    assert min(values.min() for values in margins.values()) > -1e-9


def test_price_of_rates_is_that_of_learn_alpha():
    found = price_of_rates(T=60, m=5)
    losses = np.tile([0.0, 1.0], (60, 1))
    rates = [0.0, *np.linspace(0.3, 1, 4)]
    excess = learn_alpha(losses, rates).log_loss.sum() - fixed_share(losses, 0.0).log_loss.sum()
    assert found["twice_excess"] == pytest.approx(2 * excess)
    assert found["log_m"] == pytest.approx(np.log(5))


def test_one_stream_tells_segments_from_switches():
    found = segments_or_switches()
    assert found["best"] == 0
    assert found["bound_segments"] < found["loss"] < found["bound_switches"]


def test_bump_is_concave_on_the_ball_only():
    found = bump_curvature(n_points=900)
    assert found["mean_of_f"] > found["f_of_mean"]
    assert found["ball_top"] < 1e-5


@pytest.mark.parametrize("b", [2, 5])
def test_newest_point_costs_what_the_lemma_says(b):
    assert newest_point_ratio(b) == pytest.approx(1)


def test_bounds_hold_on_a_line():
    found = line_windows(0)
    assert 0 < found["ratio"] <= 1
    assert found["b"] >= 1
    assert min(found[k] for k in ("lemma9", "thm11", "thm12", "thm13")) > -1e-9
