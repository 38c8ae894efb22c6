"""Exact risks, and searches that find a violation where a constant or a set is wrong."""

import numpy as np
import pytest
from scipy.stats import binom, ks_2samp

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.learning_theory import risk_certificate
from mlcompanion_chapters.shalev_shwartz.o12_appendix_b_online_to_batch import (
    batch_conversion as batch,
)


def test_hard_weights_stay_in_the_interval_and_start_at_zero():
    W = batch.hard_weights(100, 2.0, 50, 0)
    assert W.shape == (50, 100)
    assert (W[:, 0] == 0).all()
    assert np.abs(W).max() <= 1
    slow = batch.hard_weights(100, 2.0, 50, 0, cautious=10.0)
    assert slow.mean() < W.mean() / 4


def test_tuned_learner_keeps_theorem_10_and_the_cautious_one_does_not():
    tuned, slow = (
        2.0 * (1 - batch.hard_weights(1600, 2.0, 400, 0, cautious=c)).mean() for c in (1.0, 10.0)
    )
    assert tuned <= 1
    assert slow == pytest.approx(2 * (1 - 2 / 20), rel=0.1)  # w grows like kappa t / (10 T)


def test_population_runs_are_unbiased_before_the_update_only():
    data = make_noisy_separator(60, 4, flip=0.1, random_state=0)
    runs = batch.population_runs(data.data, data.target.astype(float), 60, 80, 0)
    gap = runs.online - runs.mean_risk
    late = runs.after - runs.mean_risk
    assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(80)
    assert late.mean() < -3 * late.std() / np.sqrt(80)
    assert (runs.average_risk <= runs.mean_risk + 1e-10).all()
    assert runs.best <= runs.average_risk.min() + 1e-9


def test_index_sets():
    right = batch.index_sets(12, 3)
    printed = batch.index_sets(12, 3, printed=True)
    assert np.concatenate(right).tolist() == list(range(12))
    assert [s.tolist() for s in printed] == [[3, 4, 5], [6, 7, 8], [9, 10, 11]]


def test_stopping_and_blocks_keep_their_probabilities():
    share = batch.stopping_share(400, 4.0, (0.5, 0.1), 500, 0)
    assert (share <= [0.57, 0.14]).all()
    assert batch.stopping_share(400, 4.0, (0.5,), 500, 0, cautious=10.0)[0] > 0.5
    assert batch.block_failures(600, 2, 4.0, 500, 0) <= np.exp(-2) + 0.05
    assert batch.block_failures(600, 1, 4.0, 500, 0, cautious=10.0) > 0.37
    assert batch.printed_failures(2400, 4, 8.0, 50, 0) > 0.9


def test_stopped_weights_have_the_law_of_the_run():
    W = batch.hard_weights(200, 2.0, 4000, 0, horizon=400)
    by_run = W[np.arange(4000), np.random.default_rng(1).integers(200, size=4000)]
    direct = batch.stopped_weights(200, 2.0, 4000, 2, horizon=400)
    assert ks_2samp(by_run, direct).pvalue > 0.001
    other = batch.stopped_weights(200, 2.0, 4000, 2)
    assert ks_2samp(by_run, other).pvalue < 0.001


def test_excesses_of_both_ways():
    data = make_noisy_separator(100, 4, flip=0.1, random_state=0)
    found = batch.confidence_excess(data.data, data.target.astype(float), 30, 0, n_rounds=200)
    assert found.shape == (30, 2)
    assert found.min() >= -1e-6


@pytest.mark.parametrize(
    ("name", "size"), [("made up", 2000), ("breast cancer", 569), ("spambase", 4597)]
)
def test_populations_have_unit_rows_and_flipped_labels(name, size):
    X, y = batch.population(name)
    _, flipped = batch.population(name, flip=0.1)
    assert len(X) == len(y) == size
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    assert set(y) == {-1.0, 1.0}
    assert np.mean(y != flipped) == pytest.approx(0.1, abs=1e-3)


def test_exact_probabilities_need_every_term():
    worst, short = batch.bernstein_check(np.geomspace(1e-4, 0.9, 20), (10, 100), (0.5, 0.01))
    assert worst <= 1 < short
    viol, viol_short = batch.lemma22_violations(20_000, 0)
    assert viol == 0 < viol_short
    worst, short = batch.certificate_check(np.geomspace(1e-3, 0.9, 6), (10, 50), (0.5, 0.05))
    assert worst <= 1 < short


def test_certificate_probability_by_hand():
    T = 12
    delta = 0.3
    r = 0.9
    missed = [k for k in range(T + 1) if r > risk_certificate(k / T, T, delta)]
    by_hand = binom.pmf(missed, T, r).sum() / delta
    assert batch.certificate_check([r], [T], [delta])[0] == pytest.approx(by_hand)
