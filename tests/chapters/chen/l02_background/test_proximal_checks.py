import numpy as np
import pytest

from mlcompanion.prox import dual_block_ascent
from mlcompanion_chapters.chen.l02_background.proximal_checks import general_prox, prox_errors


@pytest.mark.parametrize("norm", ["l2", "linf"])
def test_general_solver_is_the_limit_of_block_ascent(norm):
    rng = np.random.default_rng(0)
    groups = [np.arange(0, 3), np.arange(2, 5)]
    V = 2 * rng.normal(size=(10, 5))
    radii = rng.uniform(0.2, 2, size=(10, 2))
    q = {"l2": 2, "linf": np.inf}[norm]
    exact = [
        dual_block_ascent(v, groups, t, q=q, max_passes=20_000, tol=1e-14).v
        for v, t in zip(V, radii)
    ]
    np.testing.assert_allclose(general_prox(V, groups, radii, norm), exact, atol=1e-5)


def test_errors_tell_formulas_from_an_order_that_is_wrong():
    found = prox_errors(n_draws=20)
    assert max(found[k] for k in ("err_soft", "err_group2", "err_groupinf", "err_tree")) < 1e-5
    assert found["err_overlap"] > 0.01
