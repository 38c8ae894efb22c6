"""Robust regression: against statsmodels, scikit-learn and SciPy, to the same coefficients.

Huber's and Tukey's losses with the scale re-estimated at each step (statsmodels ``RLM``), Huber's
loss with a fixed threshold (SciPy ``least_squares`` and, given the scale that it estimates jointly,
scikit-learn ``HuberRegressor``), and least absolute deviations (``QuantileRegressor``). Run
``python benchmarks/robust_regression.py``. Times are printed, never asserted.
"""

from time import perf_counter

import numpy as np
from scipy.optimize import least_squares
from sklearn.linear_model import HuberRegressor as PeerHuber
from sklearn.linear_model import QuantileRegressor
from threadpoolctl import threadpool_limits

from mlcompanion.regression import HuberRegressor, LADRegressor, TukeyRegressor

try:
    from statsmodels.robust.norms import HuberT, TukeyBiweight
    from statsmodels.robust.robust_linear_model import RLM
except ImportError:
    RLM = None


def timed(call, repeats=5):
    """A result and the least time of some calls."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = call()
        times.append(perf_counter() - start)
    return result, min(times)


def problem(n, m):
    """A design with a constant column; heavy-tailed noise, and a tenth of the outputs spoilt."""
    rng = np.random.default_rng(0)
    Phi = np.column_stack([np.ones(n), rng.normal(size=(n, m - 1))])
    y = Phi @ rng.normal(size=m) + rng.standard_t(3, size=n)
    y[rng.permutation(n)[: n // 10]] += 20
    return Phi, y


def row(race, Phi, ours, peer_name, peer, note, rtol=1e-4):
    """Two timed results, asserted equal, as a row of the table."""
    (mine, ours_s), (theirs, peer_s) = ours, peer
    np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=rtol)
    size = f"{Phi.shape[0]} x {Phi.shape[1]}"
    return dict(
        race=race, size=size, ours_s=ours_s, peer=peer_name, peer_s=peer_s,
        ratio=peer_s / ours_s, note=note,
    )  # fmt: skip


def statsmodels_races(Phi, y):
    """Both losses with the scale re-estimated, to the same fixed point."""
    if RLM is None:
        print("statsmodels is not installed: no races against RLM")
        return
    for name, model, norm in (
        ("Huber, scale by MAD", HuberRegressor(tol=1e-7), HuberT()),
        ("Tukey, scale by MAD", TukeyRegressor(start="ls", tol=1e-7), TukeyBiweight()),
    ):
        peer = RLM(y, Phi, M=norm)
        yield row(
            name,
            Phi,
            timed(lambda model=model: model.fit(Phi, y).coef_),
            "statsmodels RLM",
            timed(lambda peer=peer: peer.fit(tol=1e-7, conv="coefs").params),
            "same fixed point; RLM also computes covariances",
        )


def huber_races(Phi, y):
    """A fixed threshold."""
    peer = PeerHuber(alpha=0, fit_intercept=False, tol=1e-8, max_iter=1000)
    joint = timed(lambda: peer.fit(Phi, y).coef_, 3)
    given = HuberRegressor(1.35, scale=peer.scale_, tol=1e-7)
    yield row(
        "Huber, threshold given",
        Phi,
        timed(lambda: given.fit(Phi, y).coef_),
        "sklearn HuberRegressor",
        joint,
        "same coefficients at its scale, which it also estimates",
        rtol=1e-3,
    )
    start = np.zeros(Phi.shape[1])

    def descend():
        answer = least_squares(
            lambda w: Phi @ w - y, start, lambda w: Phi, loss="huber", f_scale=1.0,
            xtol=1e-10, ftol=1e-12, gtol=1e-10,
        )  # fmt: skip
        return answer.x

    fixed = HuberRegressor(1.0, scale=1.0, tol=1e-7)
    yield row(
        "Huber, threshold 1",
        Phi,
        timed(lambda: fixed.fit(Phi, y).coef_),
        "SciPy least_squares",
        timed(descend, 2),
        "same coefficients",
    )


def absolute_race(Phi, y):
    """The exact solution by linear programming."""
    peer = QuantileRegressor(quantile=0.5, alpha=0, fit_intercept=False)
    return row(
        "least absolute deviations",
        Phi,
        timed(lambda: LADRegressor().fit(Phi, y).coef_, 3),
        "sklearn QuantileRegressor",
        timed(lambda: peer.fit(Phi, y).coef_, 1),
        "same coefficients; ours solves the dual",
    )


def main():
    """Run the races; print a table; return its rows."""
    rows = []
    with threadpool_limits(1):  # one core for everyone
        for n, m in ((21, 4), (1000, 10), (20_000, 30)):
            Phi, y = problem(n, m)
            rows += [*statsmodels_races(Phi, y), *huber_races(Phi, y)]
        rows += [absolute_race(*problem(n, m)) for n, m in ((100, 4), (1000, 10), (5000, 10))]
    for r in rows:
        times = f"{r['ours_s'] * 1e3:>9.2f} ms {r['peer_s'] * 1e3:>10.2f} ms {r['ratio']:>8.1f}x"
        print(f"{r['race']:<28}{r['size']:<12}{times}  {r['peer']}")
    return rows


if __name__ == "__main__":
    main()
