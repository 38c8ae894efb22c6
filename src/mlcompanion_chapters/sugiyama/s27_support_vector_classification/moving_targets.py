"""Spirals, moving targets and outliers: Sugiyama (2016), Figs 27.10 to 27.17."""

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_rng
from mlcompanion.datasets import make_two_spirals
from mlcompanion.kernel_methods import SVC, RampSVC, SquaredHingeLS
from mlcompanion.kernel_methods.retargeted import RULES, RetargetRule, retargeted_least_squares
from mlcompanion.kernels import rbf_kernel, rbf_on_grid

from .support_vectors import overlapping

__all__ = [
    "PRINTED_RULE",
    "both_on_spirals",
    "listings",
    "one_outlier",
    "outlier_turns",
    "retargeting_runs",
    "spiral_listing",
    "spiral_scores",
    "squared_ramp_rules",
]

#: The last formula of section 27.6.3, with the loss that it does minimise: beyond a margin of 0 a
#: line takes over from the square.
PRINTED_RULE = RetargetRule(
    lambda m: m + np.clip(1 - m, 0, 1),
    lambda m: np.where(m < 0, 0.5 - m, np.clip(1 - m, 0, 1) ** 2 / 2).sum(),
)


def spiral_listing(shift=0.01):
    """The machine of Fig. 27.10: ``l`` on the diagonal, and the box 1 / (2 l)."""
    return SVC(1 / (2 * shift), sigma=1.0, ridge=shift, fit_intercept=False, tol=1e-6)


def spiral_scores(machine, side=100):
    """The listing's map: scores on a grid over [-15, 15] x [-15, 15], and its coordinates."""
    line = np.linspace(-15, 15, side)
    centres = machine.support_vectors_
    coef = machine.dual_coef_
    return line, rbf_on_grid(centres, coef, line, line, sigma=machine.sigma)


def both_on_spirals(repeats=10, random_state=0):
    """Figs 27.11 and 27.16 on fresh draws: errors, agreement of the maps, steps of the listing."""
    rng = check_rng(random_state)
    found = {name: [] for name in ("svm", "ls", "line", "agree", "steps", "n_sv", "largest")}
    for _ in range(repeats):
        train = make_two_spirals(random_state=rng)
        test = make_two_spirals(random_state=rng)
        X = train.data
        y = train.target
        svm = spiral_listing().fit(X, y)
        ls = SquaredHingeLS(init="random", random_state=rng).fit(X, y)
        line = SVC(kernel="linear").fit(X, y)
        for name, machine in (("svm", svm), ("ls", ls), ("line", line)):
            found[name].append(1 - machine.score(test.data, test.target))
        grid, first = spiral_scores(svm)
        near = cdist(np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2), X).min(axis=1) <= 2
        same = (first > 0) == (spiral_scores(ls)[1] > 0)
        found["agree"].append(float(same.ravel()[near].mean()))
        found["steps"].append(ls.n_iter_)
        found["n_sv"].append(len(svm.support_))
        found["largest"].append(float(svm.alpha_.max()))
    return found


def listings(random_state=0):
    """Figs 27.10 and 27.15 word for word: are the operations defined, and what is right?

    Returns
    -------
    dict
        ``map_defined``, ``width_defined``: whether the printed operations have shapes that fit (an
        entrywise product; a division from the right, which needs equal numbers of columns).
        ``map_diff``: the map with a matrix product, against sums of kernels; ``width_diff``:
        kernels with ``2*1^2`` against those of width 1.
    """
    n = 200
    m = 100
    x = make_two_spirals(n, random_state=random_state).data
    line = np.linspace(-15, 15, m)
    U, V = (np.exp(-((column[:, None] - line) ** 2) / 2) for column in x.T)
    t = np.random.default_rng(random_state).normal(size=n)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    direct = rbf_kernel(grid, x) @ t
    x2 = (x**2).sum(axis=1)
    distances = x2[:, None] + x2 - 2 * x @ x.T
    return {
        "map_defined": V.T.shape == (U * t[:, None]).shape,
        "map_diff": float(abs(V.T @ (U * t[:, None]) - direct.reshape(m, m)).max()),
        "width_defined": distances.shape[1] == (2 * x**2).shape[1],
        "width_diff": float(abs(np.exp(-distances / (2 * 1**2)) - rbf_kernel(x)).max()),
    }


def retargeting_runs(repeats=10, lams=(0.1, 1.0, 10.0), random_state=0):
    """Fig. 27.14 to its end: steps that rise, and how far the end is from a generic minimum."""
    rng = check_rng(random_state)
    rises = 0
    excess = []
    steps = []
    for k, n in enumerate(np.geomspace(200, 50, repeats).round().astype(int)):
        spirals = make_two_spirals(random_state=rng)
        X, y = (spirals.data, spirals.target) if k == 0 else overlapping(n, rng)
        K = rbf_kernel(X)
        for lam in lams:
            run = retargeted_least_squares(K, y, lam, tol=1e-10, max_iter=100_000)
            rises += int((np.diff(run.history) > 1e-10 * run.history[:-1]).sum())
            least = _minimum(K * y[:, None], lam, "squared_hinge").fun
            excess.append(float((run.history[-1] - least) / least))
            steps.append(run.n_iter)
    return {"rises": rises, "excess": excess, "steps": steps}


def _minimum(signed, lam, rule):
    """A generic minimiser of a differentiable loss with its penalty."""
    rule = RULES[rule] if isinstance(rule, str) else rule

    def value_and_slope(theta):
        m = signed @ theta
        slope = signed.T @ (m - rule.target(m)) + lam * theta
        return rule.loss(m) + lam / 2 * theta @ theta, slope

    options = {"gtol": 1e-9, "ftol": 0.0, "maxiter": 20_000, "maxfun": 40_000}
    start = np.zeros(signed.shape[1])
    return minimize(value_and_slope, start, jac=True, method="L-BFGS-B", options=options)


def squared_ramp_rules(repeats=10, lam=0.1, random_state=0):
    """Section 27.6.3: the printed and the corrected target on data with flipped labels.

    The gradient of the squared ramp objective is taken by central differences of the loss; samples
    within 1e-6 of a kink, at margins 0 and 1, are left out of it. It is divided by its size at zero
    parameters, where all margins are 0 and the slope is taken from above.
    """
    rng = check_rng(random_state)
    found = {"g_printed": [], "g_fixed": [], "huber_diff": [], "rises": 0}
    options = {"tol": 1e-10, "max_iter": 100_000}
    for k in range(repeats):
        X, y = overlapping(100, rng, apart=1.5)
        X *= 0.4  # shorter rows, fewer steps
        y[rng.permutation(100)[:10]] *= -1
        Phi = np.c_[X, np.ones(100)]
        if k % 2:
            Phi = rbf_kernel(X, X[rng.permutation(100)[:10]], sigma=0.4)
        signed = Phi * y[:, None]
        start = np.linalg.norm(signed.sum(axis=0))  # margins 0: the slope of the ramp above is -1
        printed = retargeted_least_squares(Phi, y, lam, PRINTED_RULE, **options)
        fixed = retargeted_least_squares(Phi, y, lam, "squared_ramp", **options)
        found["g_printed"].append(_ramp_slope(signed, printed.theta, lam) / start)
        found["g_fixed"].append(_ramp_slope(signed, fixed.theta, lam) / start)
        other = _minimum(signed, lam, PRINTED_RULE).x
        found["huber_diff"].append(
            float(np.linalg.norm(printed.theta - other) / np.linalg.norm(other))
        )
        found["rises"] += int((np.diff(fixed.history) > 1e-10 * fixed.history[:-1]).sum())
    return found


def _ramp_slope(signed, theta, lam, step=1e-7):
    """Norm of the gradient of the penalised squared ramp, by differences of the loss."""
    m = signed @ theta
    smooth = (abs(m) > 1e-6) & (abs(m - 1) > 1e-6)
    ramp = np.clip(1 - (m[:, None] + step * np.array([1, -1])), 0, 1) ** 2 / 2
    slope = np.where(smooth, (ramp[:, 0] - ramp[:, 1]) / (2 * step), 0.0)
    return float(np.linalg.norm(signed.T @ slope + lam * theta))


def one_outlier(rng, n=100, far=10.0):
    """Two classes on both sides of a lane; one distant sample of the wrong label, the last one.

    It lies within 60 degrees of the other class's direction.

    Returns
    -------
    X : ndarray, shape (n + 1, 2)
    y : ndarray of ±1
    """
    X, y = lane_clouds(n, rng)
    angle = np.pi + rng.uniform(-np.pi / 3, np.pi / 3)
    outlier = far * np.array([np.cos(angle), np.sin(angle)])
    return np.vstack([X, outlier]), np.r_[y, 1.0]


def lane_clouds(n, rng):
    """Two round clouds around (2, 0) and (-2, 0), without points nearer than 0.5 to the axis."""
    y = np.repeat([1.0, -1.0], n // 2)
    X = rng.normal(size=(20 * n, 2))
    X[:, 0] += 2
    X = X[X[:, 0] > 0.5][:n]
    X[:, 0] *= y
    return X, y


def turn(first, second):
    """Angle in degrees between two normals."""
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def outlier_turns(repeats=20, C=0.1, random_state=0):
    """Fig. 27.17: how far an outlier turns the boundary of either loss; errors on clean data."""
    rng = check_rng(random_state)
    found = {name: [] for name in ("turn_h", "turn_r", "err_h", "err_r")}
    for _ in range(repeats):
        X, y = one_outlier(rng)
        fresh = lane_clouds(2000, rng)
        for name, kind in (("h", SVC), ("r", RampSVC)):
            whole = kind(C, kernel="linear", tol=1e-4).fit(X, y)
            clean = kind(C, kernel="linear", tol=1e-4).fit(X[:-1], y[:-1])
            turned = turn(whole.coef_, clean.coef_)
            found[f"turn_{name}"].append(round(turned, 1))  # less is the solver's tolerance
            found[f"err_{name}"].append(1 - whole.score(*fresh))
    return found
