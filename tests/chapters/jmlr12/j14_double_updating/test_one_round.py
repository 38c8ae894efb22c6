"""The page's pictures of single rounds, against what the learner itself does."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j14_double_updating import one_round, protocol

rng = np.random.default_rng(0)
SIDE = rng.choice([-1, 1], 40)
CLOUD = rng.normal(size=(40, 2)) + SIDE[:, None] * [0.5, 0.0]


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("C", [1.0, 5.0])
def test_a_round_in_the_plane_is_the_learner_s(both, C):
    for t in range(10, 40, 4):
        found = one_round.plane_round(CLOUD, SIDE, t, C, both, 0.8)
        coef = np.abs(found.model.dual_coef_)
        gamma, d = found.step
        if found.pair[0] <= 0 or (both and found.pair[4] > 0):
            continue
        np.testing.assert_allclose(coef[-1], gamma, atol=1e-9)
        np.testing.assert_allclose(coef[found.partner] - found.pair[6], d, atol=1e-9)
        expected = found.margins[0] + gamma * found.pair[4] + d
        np.testing.assert_allclose(found.margins[1], expected, atol=1e-9)


def test_pushes_are_the_changes_of_margins():
    gram, y = protocol.gram_of("sonar")
    order = protocol.order_of(y, 0)
    found = one_round.pushes(gram, y, order, 90, 5.0)
    signs = np.where(y == "R", 1, -1)
    models = [
        protocol.one_pass(protocol.double(protocol.looked_up(gram), 5.0), order[:n], y)
        for n in (90, 91)
    ]
    rows = models[0].support_vectors_
    margins = [signs[rows[:, 0].astype(int)] * m.decision_function(rows) for m in models]
    np.testing.assert_allclose(margins[1] - margins[0], found.double, atol=1e-9)
    np.testing.assert_allclose(found.single, found.steps[0] * found.conflicts)


def test_no_partner_is_full_without_a_limit():
    gram, y = protocol.gram_of("sonar")
    kernel = protocol.looked_up(gram)
    orders = [protocol.order_of(y, 0)]
    for C, least, most in ((1e9, 0, 0), (0.1, 0.9, 1)):
        made, support, full = one_round.mistakes_so_far(kernel, y, orders, ("DUOL",), C)["DUOL"]
        assert least <= full <= most
        run = protocol.one_pass(protocol.learner("DUOL", kernel, C), orders[0], y).run_
        assert made[-1] == run.n_mistakes
        assert support[-1] == run.n_support[-1]
