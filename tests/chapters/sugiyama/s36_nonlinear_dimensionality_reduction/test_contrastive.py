"""Expected updates of many tiny machines against those of the library, one by one."""

import numpy as np

from mlcompanion.reduction.unfolding import (
    contrastive_divergence,
    rbm_gradient,
    rbm_log_likelihood,
)
from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction.contrastive import (
    ascend,
    bias_gaps,
    divergence_means,
    law_of_inputs,
    log_likelihoods,
    random_machines,
    states_of,
    visible_bias_gaps,
)

WEIGHTS = random_machines(range(3), 4, 3, 1.0)
X = states_of(4)
ROWS = np.array([[0, 3, 3, 5], [1, 2, 15, 15], [7, 7, 7, 7]])
LAW = np.array([np.bincount(rows, minlength=16) / 4 for rows in ROWS])


def test_laws_and_likelihoods_are_the_librarys():
    for k in range(3):
        one = [part[k] for part in WEIGHTS]
        want = rbm_log_likelihood(X, *one)
        np.testing.assert_allclose(np.log(law_of_inputs(WEIGHTS)[k]), want, atol=1e-12)
        mean = rbm_log_likelihood(X[ROWS[k]], *one).mean()
        np.testing.assert_allclose(log_likelihoods(WEIGHTS, LAW)[k], mean)


def test_the_exact_update_is_the_gradient_and_long_chains_come_to_it():
    exact = divergence_means(WEIGHTS, LAW, None)
    far = divergence_means(WEIGHTS, LAW, 3000)
    for k in range(3):
        want = rbm_gradient(X[ROWS[k]], *[part[k] for part in WEIGHTS])
        for found, late, right in zip(exact, far, want):
            np.testing.assert_allclose(found[k], right, atol=1e-12)
            np.testing.assert_allclose(late[k], right, atol=1e-6)


def test_the_expected_update_is_the_mean_of_the_sampled_one():
    want = divergence_means(WEIGHTS, LAW, 1)
    rows = np.tile(X[ROWS[1]], (50_000, 1))
    found = contrastive_divergence(rows, *[part[1] for part in WEIGHTS], random_state=0)
    for right, sampled in zip(want, found):
        np.testing.assert_allclose(sampled, right[1], atol=6e-3)


def test_ascent_climbs_and_rows_belong_to_seeds():
    _, path = ascend(WEIGHTS, LAW, None, steps=200)
    assert np.all(np.diff(path, axis=0) > -1e-9)
    cosines, gaps = bias_gaps([0, 1], d=4, m=3)
    assert cosines.shape == (2,)
    assert gaps.shape == (2, 3)
    np.testing.assert_allclose(bias_gaps([1], d=4, m=3)[1][0], gaps[1])


def test_the_right_bias_gradient_is_right():
    right, printed = visible_bias_gaps(0)
    assert right < 1e-7 < printed
