"""Averaged and variance-reduced gradients to one gap, against scikit-learn's and copt's.

Every solver must come within a millionth of the gap at zero of the optimum, which Newton's method
finds. Tolerances mean different things, so each side gets the loosest one (by tens) that arrives,
and only that run is timed; where ours takes longer, passes and seconds a pass say by what. No
intercept; scikit-learn's C is 1 / (n lam).
"""

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from _race import peer, reach, row
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, newton, sag, svrg

TITLE = "Solvers of finite sums"
CHAPTER = "choromanska/01_introduction"
GOAL = 1e-6
TOLERANCES = tuple(10.0**-k for k in range(1, 10))


def problem(n, d, density=1.0, seed=0):
    """Logistic regression with penalty 1/n; columns from 1 down to 0.1, or sparse ones."""
    rng = np.random.default_rng(seed)
    if density < 1:
        X = sparse.random_array((n, d), density=density, rng=rng, format="csr")
    else:
        X = rng.normal(size=(n, d)) * np.geomspace(1, 0.1, d)
    y = np.where(X @ rng.normal(size=d) + rng.logistic(size=n) > 0, 1.0, -1.0)
    return FiniteSum(X, y, Logistic(), 1 / n)


def ours_fit(sum_, solver, tol, passes):
    """Weights of ours; ``passes`` is told how many it took."""
    run = solver(sum_, tol=tol, max_passes=2000, track=False, random_state=0)
    passes[solver.__name__] = run.passes[-1]
    return run.w


def sklearn_fit(sum_, solver, tol, passes):
    """Weights of scikit-learn; ``passes`` is told how many it took."""
    model = LogisticRegression(
        C=1.0, fit_intercept=False, solver=solver, tol=tol, max_iter=2000, random_state=0
    )
    model.fit(sum_.X, sum_.y)
    passes[f"scikit-learn {solver}"] = model.n_iter_[0]
    return model.coef_[0]


def behind(seconds, passes):
    """Passes of ours and of a peer, and how much longer one of ours takes."""
    mine, other = passes
    a_pass = seconds[0] / mine / (seconds[1] / other)
    return f"{mine:.0f} passes to its {other:.0f}, each {a_pass:.1f} times as long"


def copt_fit(copt, sum_, method, tol):
    """Weights of copt, where it stands."""
    loss = copt.loss.LogLoss(sum_.X, (sum_.y + 1) / 2)
    step = 1.0 / (3 * sum_.row_lipschitz().max())
    minimize = getattr(copt, f"minimize_{method}")
    run = minimize(
        loss.partial_deriv, sum_.X, (sum_.y + 1) / 2, np.zeros(sum_.n_features), step,
        alpha=sum_.lam, max_iter=500, tol=tol,
    )  # fmt: skip
    return run.x


def rows():
    """Dense problems of two sizes and a sparse one."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    copt = peer("copt")
    for size, made in (
        ("5,000 × 30", problem(5000, 30)),
        ("20,000 × 100", problem(20_000, 100)),
        ("20,000 × 5,000, 0.2 % stored", problem(20_000, 5000, 0.002)),
    ):
        least = newton(made, tol=1e-10).objective[-1] if made.n_features <= 100 else None
        if least is None:
            least = sag(made, tol=1e-9, max_passes=1000, random_state=0).objective[-1]
        start = made.value(np.zeros(made.n_features)) - least

        def gap(w, made=made, least=least, start=start):
            return (made.value(w) - least) / start

        passes = {}
        for ours in (sag, svrg):
            mine, _ = reach(
                lambda tol, ours=ours, made=made, passes=passes: ours_fit(made, ours, tol, passes),
                gap, GOAL, TOLERANCES,
            )  # fmt: skip
            for name in ("sag", "saga"):
                other, best = reach(
                    lambda tol, name=name, made=made, passes=passes: sklearn_fit(
                        made, name, tol, passes
                    ),
                    gap, GOAL, TOLERANCES,
                )  # fmt: skip
                theirs = f"scikit-learn {name}"
                taken = (passes[ours.__name__], passes[theirs])
                yield row(ours.__name__, size, mine, theirs, other,
                          f"gap {GOAL:g} of the first" if other else f"stopped at {best:.0e}",
                          behind((mine, other), taken) if other else "")  # fmt: skip
            if copt:
                method = "saga" if ours is sag else "svrg"
                other, best = reach(
                    lambda tol, method=method, made=made: copt_fit(copt, made, method, tol),
                    gap, GOAL, TOLERANCES,
                )  # fmt: skip
                yield row(
                    ours.__name__,
                    size,
                    mine,
                    f"copt {method}",
                    other,
                    f"gap {GOAL:g} of the first" if other else f"stopped at {best:.0e}",
                )
