"""A chain fitted by bounds: the optimum of L-BFGS, and a likelihood that never falls."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.classification.structured import LinearChainCRF, fit_chain_by_bound


def strings(n=8, k=3, b=2, seed=0):
    rng = np.random.default_rng(seed)
    ys = [rng.integers(k, size=rng.integers(1, 6)) for _ in range(n)]
    ys[0] = np.arange(k)
    xs = [np.eye(k, b)[y] + 0.7 * rng.normal(size=(len(y), b)) for y in ys]
    return xs, ys


@pytest.mark.parametrize(("merge", "diagonal"), [("join", False), ("sum", False), ("join", True)])
def test_finds_the_optimum_of_lbfgs(merge, diagonal):
    xs, ys = strings()
    run = fit_chain_by_bound(xs, ys, 1.0, merge=merge, diagonal=diagonal, tol=1e-6, max_iter=5000)
    peer = LinearChainCRF(1.0, first_pair=False, tol=1e-8, max_iter=500).fit(xs, ys)
    assert run.converged
    assert_allclose(run.coef, peer.coef_, atol=1e-4)
    assert_allclose(run.transition, peer.transition_, atol=1e-4)
    assert (np.diff(run.objective) <= 1e-10 * run.objective[0]).all()


def test_joins_need_fewer_steps():
    xs, ys = strings()
    steps = [
        fit_chain_by_bound(xs, ys, merge=merge, max_iter=5000).n_iter for merge in ("join", "sum")
    ]
    assert steps[0] < steps[1]


def test_says_when_it_stopped_early():
    xs, ys = strings()
    with pytest.warns(ConvergenceWarning):
        fit_chain_by_bound(xs, ys, 0.01, max_iter=1)


@pytest.mark.parametrize(("changes", "word"), [({"lam": 0}, "lam"), ({"merge": "max"}, "merge"),
                                               ({"ys": [[0, 0]]}, "ys")])  # fmt: skip
def test_bad_input_is_named(changes, word):
    xs, ys = strings()
    with pytest.raises(ValueError, match=word):
        fit_chain_by_bound(**{"xs": xs, "ys": ys, **changes})
