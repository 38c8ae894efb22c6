"""The chapter's checks: a bound that is broken by hand is seen to fail."""

import numpy as np

from mlcompanion.online.kernel_learners import solve_pair
from mlcompanion_chapters.jmlr12.j14_double_updating import bounds, protocol


def test_gains_stay_above_their_bounds_and_touch_them():
    for kind in bounds.THEOREMS:
        *pair, rho = bounds.cases_of(kind, 20_000, 0)
        gain = bounds.gain_of(solve_pair(*pair), *pair[:5])
        least = bounds.least_gain(kind, rho, *pair[5:7])
        assert (gain >= least - 1e-9).all()
        assert kind == "auxiliary" or (gain < 1.02 * least).any()


def test_the_least_objective_is_above_every_dual_value():
    gram, y = protocol.gram_of("sonar")
    rows = np.arange(0, 208, 3)
    gram = gram[np.ix_(rows, rows)]
    y = y[rows]
    signs = np.where(y == "R", 1, -1)
    least = bounds.least_objective(gram, signs, 1.0)
    alpha = np.zeros(len(y))
    for _ in range(200):
        for i in range(len(y)):
            slope = 1 - signs[i] * (gram[i] @ (alpha * signs))
            alpha[i] = np.clip(alpha[i] + slope, 0, 1)
    dual = alpha.sum() - (alpha * signs) @ gram @ (alpha * signs) / 2
    assert dual <= least + 1e-6
    np.testing.assert_allclose(dual, least, rtol=1e-3)


def test_nine_learners_and_letters():
    found = protocol.nine_learners("sonar", protocol.BINARY, 5.0, 0)
    assert len(found["mistakes"]) == len(found["support"]) == 9
    np.testing.assert_array_equal(protocol.letters(["ACGTN"]), [[1, 2, 3, 4, 2.5]])
    np.testing.assert_array_equal(
        protocol.scaled(np.array([[0.0, 3], [2, 3]])), [[-1, -1], [1, -1]]
    )
