r"""Sugiyama (2016), chapter 31: the printed updates against minimisers that do not know them.

Each check draws random states, lets the library learn one sample, and asks a general solver for the
minimum of (31.1) or (31.5), written with the loss itself.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from mlcompanion.losses import Absolute, Hinge, Squared, SquaredHinge
from mlcompanion.online import DualAscent, FixedScale
from mlcompanion.online.learners import ArowEngine
from mlcompanion.probability.distances import gaussian_kl

__all__ = [
    "State",
    "arow_case",
    "divergence_gap",
    "identity_breaks",
    "passive_aggressive_case",
    "precision_case",
    "random_state",
    "skip_case",
]

LOSSES = {
    "hinge": Hinge(),
    "squared hinge": SquaredHinge(),
    "absolute": Absolute(),
    "squared": Squared(),
}
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(8)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


def passive_aggressive_update(loss, w, x, y, lam):
    """The weights after one sample, by the library."""
    learner = DualAscent(len(w), loss=LOSSES[loss], scale=FixedScale(lam), step="coordinate")
    learner.theta = lam * w
    learner.update(x, y)
    return learner.weights


def _slack_solution(loss, w, x, y, lam):
    """The weights that SLSQP finds; the unknowns are the change and a slack.

    One sample moves the weights along x alone, but the solver is not told.
    """
    signed = y if "hinge" in loss else 1.0
    size = 1 + np.linalg.norm(x)  # in these units the slack hardly depends on the sample

    def short(z):
        """By how much the sample misses its target after the change z."""
        return 1 - y * (x @ (w + z / size)) if "hinge" in loss else y - x @ (w + z / size)

    def value(z):
        slack = z[-1]
        cost = 0.5 * slack**2 if loss.startswith("squared") else slack
        return cost + 0.5 * lam * (z[:-1] @ z[:-1]) / size**2

    def slope(z):
        last = z[-1] if loss.startswith("squared") else 1.0
        return np.append(lam * z[:-1] / size**2, last)

    along = signed * x / size
    rules = [(lambda z: z[-1] - short(z[:-1]), np.append(along, 1.0))]
    if loss in ("absolute", "squared"):
        rules.append((lambda z: z[-1] + short(z[:-1]), np.append(-along, 1.0)))
    if loss == "hinge":
        rules.append((lambda z: z[-1], np.append(0 * x, 1.0)))
    constraints = [
        {"type": "ineq", "fun": rule, "jac": lambda z, g=gradient: g} for rule, gradient in rules
    ]
    begin = np.append(np.zeros(len(w)), max(0.0, abs(short(np.zeros(len(w))))))
    options = {"ftol": 1e-14, "maxiter": 300}
    found = minimize(
        value, begin, jac=slope, constraints=constraints, method="SLSQP", options=options
    )
    return w + found.x[:-1] / size


def objective(loss, v, w, x, y, lam):
    """(31.1) at the weights ``v``, one or many."""
    change = v - w
    return LOSSES[loss].value(v @ x, y) + 0.5 * lam * np.sum(change**2, axis=-1)


def _sample(rng, d, labels):
    """Weights, an input of any size and a target; every fifth margin is above 1."""
    x = rng.standard_t(2, size=d) if rng.random() < 0.5 else rng.normal(size=d)
    x = x * 10 ** rng.choice([-3.0, 0.0, 0.0, 0.0, 2.0])
    w = rng.normal(size=d)
    y = rng.choice([-1.0, 1.0]) if labels else 3 * rng.standard_t(3)
    if labels and rng.random() < 0.2:
        w = w + y * (1 + rng.exponential() - y * (w @ x)) * x / (x @ x)
    return w, x, y


def passive_aggressive_case(loss, d, lam, rng, competitors=1000):
    """One random state: how good the update is beside a solver and random competitors.

    Returns
    -------
    dict
        ``excess`` over the solver's objective, relative to 1 + objective; ``beaten`` by how much
        by the best competitor, in the same units; ``wrong``: 1 if a step capped at the passiveness
        instead of its inverse is worse by 1e-6 (hinge only, else 0).
    """
    labels = "hinge" in loss
    w, x, y = _sample(rng, d, labels)
    new = passive_aggressive_update(loss, w, x, y, lam)
    ours = objective(loss, new, w, x, y, lam)
    solved = objective(loss, _slack_solution(loss, w, x, y, lam), w, x, y, lam)
    radius = np.linalg.norm(new - w) + 1e-3
    sizes = radius * 10 ** rng.uniform(-4, 0.5, size=(competitors, 1))
    steps = sizes * rng.normal(size=(competitors, d))
    steps[::2] = steps[::2, :1] * x / np.linalg.norm(x)  # half of them along the input
    rivals = objective(loss, new + steps, w, x, y, lam)
    wrong = 0
    if loss == "hinge":
        capped = w + y * min(lam, max(0.0, 1 - y * (w @ x)) / (x @ x)) * x
        wrong = int(objective(loss, capped, w, x, y, lam) - ours > 1e-6 * (1 + ours))
    return {
        "excess": float((ours - solved) / (1 + ours)),
        "beaten": float((ours - rivals.min()) / (1 + ours)),
        "wrong": wrong,
    }


@dataclass(frozen=True)
class State:
    """A normal law of the weights, and a sample.

    Attributes
    ----------
    mean : ndarray, shape (d,)
    root : ndarray, shape (d, d)
        Lower triangular; the covariance is ``root @ root.T``.
    x : ndarray, shape (d,)
    y : float
    """

    mean: np.ndarray
    root: np.ndarray
    x: np.ndarray
    y: float

    @property
    def covariance(self):
        """The covariance of the weights."""
        return self.root @ self.root.T


def random_state(rng, d, task, margin=None):
    """A state with a covariance of condition up to 1000; ``margin`` says on which side of 1 it is.

    Parameters
    ----------
    rng : Generator
    d : int
    task : {"classification", "regression"}
    margin : {None, "below", "above"}

    Returns
    -------
    State
    """
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    sizes = 10 ** rng.uniform(0, 3, size=d) * 10 ** rng.uniform(-3, 0)
    root = np.linalg.cholesky(turn @ np.diag(sizes) @ turn.T)
    mean, x = rng.normal(size=(2, d))
    y = 3 * rng.normal() if task == "regression" else rng.choice([-1.0, 1.0])
    if margin is not None:
        wanted = 1 + rng.exponential() + 0.1 if margin == "above" else 0.9 - rng.exponential()
        mean = mean + y * (wanted - y * (mean @ x)) * x / (x @ x)
    return State(mean, root, x, float(y))


def quadrature_kl(mean, root, old_mean, old_root):
    """The divergence from its definition, by Gauss-Hermite quadrature in one or two dimensions."""
    d = len(mean)
    grid = np.stack(np.meshgrid(*[NODES] * d, indexing="ij"), -1).reshape(-1, d)
    weights = np.prod(np.stack(np.meshgrid(*[WEIGHTS] * d, indexing="ij"), -1), -1).ravel()
    points = mean + grid @ root.T
    old = np.linalg.solve(old_root, (points - old_mean).T).T
    log_new = -0.5 * np.sum(grid**2, 1) - np.sum(np.log(np.diag(root)))
    log_old = -0.5 * np.sum(old**2, 1) - np.sum(np.log(np.diag(old_root)))
    return weights @ (log_new - log_old)


def printed_kl(mean, root, old_mean, old_root):
    """The divergence by the formula of section 31.3.1."""
    mixed = np.linalg.solve(old_root, np.column_stack([root, mean - old_mean]))
    logs = 2 * np.sum(np.log(np.diag(old_root)) - np.log(np.diag(root)))
    return 0.5 * (logs + np.sum(mixed**2) - len(mean))


def divergence_gap(rng, d):
    """Relative deviation of the library's divergence from the quadrature, for one random pair."""
    new, old = random_state(rng, d, "regression"), random_state(rng, d, "regression")
    exact = quadrature_kl(new.mean, new.root, old.mean, old.root)
    formula = gaussian_kl(new.mean, new.covariance, old.mean, old.covariance)
    return float(abs(formula - exact) / exact)


def criterion(mean, root, state, lam, task):
    """(31.5) of a mean and the root of a covariance; the divergence by quadrature up to d = 2."""
    divergence = quadrature_kl if len(mean) <= 2 else printed_kl
    score = mean @ state.x
    short = max(0.0, 1 - state.y * score) if task == "classification" else state.y - score
    cost = 0.5 * short**2 + 0.5 * np.sum((root.T @ state.x) ** 2)
    return cost + lam * divergence(mean, root, state.mean, state.root)


def minimised(state, lam, task, *, mean_too=True):
    """Mean and covariance where (31.5) is least, by quasi-Newton steps from the old state.

    The unknowns are a mean and a Cholesky factor in the old law's own units.
    """
    d = len(state.mean)
    below = np.tril_indices(d, -1)
    n_means = d if mean_too else 0

    def unpack(z):
        mean = state.mean + state.root @ z[:d] if mean_too else state.mean
        inner = np.diag(np.exp(z[n_means : n_means + d]))
        inner[below] = z[n_means + d :]
        return mean, state.root @ inner

    def value(z):
        return criterion(*unpack(z), state, lam, task)

    def slope(z):
        """The gradient of (31.5) with the printed divergence, in the same unknowns."""
        mean, root = unpack(z)
        own = state.root.T @ state.x
        inner = np.linalg.solve(state.root, root)
        score = mean @ state.x
        short = state.y - score if task == "regression" else state.y * max(0.0, 1 - state.y * score)
        towards = np.outer(own, own @ inner) + lam * inner
        scale = np.diag(inner) * np.diag(towards) - lam
        by_mean = lam * z[:n_means] - short * own[:n_means]
        return np.concatenate([by_mean, scale, towards[below]])

    end = np.zeros(n_means + d + len(below[0]))
    for _ in range(3):  # a fresh start frees a search that the bend of the hinge misled
        end = minimize(value, end, method="BFGS", jac=slope, options={"gtol": 1e-9}).x
    mean, root = unpack(end)
    return mean, root @ root.T


def printed_arow(state, lam, task, update="always"):
    """Mean and covariance after the sample, by the library."""
    loss = SquaredHinge() if task == "classification" else Squared()
    learner = ArowEngine(len(state.x), loss, lam, "full", update == "always")
    learner.restart(state.mean, state.covariance)
    learner.update(state.x, state.y)
    return learner.weights, learner.covariance


def _relative(found, right):
    return float(np.linalg.norm(found - right) / np.linalg.norm(right))


def arow_case(task, d, lam, rng):
    """Relative deviations of the printed mean and covariance from the minimiser's."""
    state = random_state(rng, d, task, None if task == "regression" else "below")
    mean, covariance = minimised(state, lam, task)
    ours, ours_covariance = printed_arow(state, lam, task)
    return {
        "mean_err": _relative(ours, mean),
        "cov_err": _relative(ours_covariance, covariance),
    }


def precision_case(d, lam, rng):
    r"""Deviations of the minimiser's inverse covariance from both signs of :math:`xx^\top/\lambda`.

    Returns
    -------
    dict
        ``plus_err``, ``minus_err``, relative to the minimiser's inverse; ``share``: size of the
        change beside the old inverse.
    """
    state = random_state(rng, d, "regression")
    inverse = np.linalg.inv(minimised(state, lam, "regression", mean_too=False)[1])
    old = np.linalg.inv(state.covariance)
    change = np.outer(state.x, state.x) / lam
    return {
        "plus_err": _relative(old + change, inverse),
        "minus_err": _relative(old - change, inverse),
        "share": float(np.linalg.norm(change) / np.linalg.norm(old)),
    }


def identity_breaks(d, lam, rng):
    """Whether the printed inverse is negative somewhere, for an input longer than sqrt(lam)."""
    x = rng.normal(size=d)
    x = x / np.linalg.norm(x) * np.sqrt(lam) * (1.01 + rng.exponential())
    return int(np.linalg.eigvalsh(np.eye(d) - np.outer(x, x) / lam)[0] < 0)


def skip_case(d, lam, rng):
    """A margin above 1: the unchanged state beside the one with the covariance updated.

    The input is drawn until its uncertainty is 0.01 % of the passiveness: what is gained along a
    direction that is known already, is lost in rounding.

    Returns
    -------
    dict
        ``worse``: 1 if leaving the covariance costs more by 1e-9, relative; ``mean_err``,
        ``cov_err``: of the printed state from the minimiser's.
    """
    task = "classification"
    state = random_state(rng, d, task, "above")
    while np.sum((state.root.T @ state.x) ** 2) < 1e-4 * lam:
        state = random_state(rng, d, task, "above")
    _, covariance = printed_arow(state, lam, task)
    left = criterion(state.mean, state.root, state, lam, task)
    shrunk = criterion(state.mean, np.linalg.cholesky(covariance), state, lam, task)
    mean, best = minimised(state, lam, task)
    return {
        "worse": int(left - shrunk > 1e-9 * left),
        "mean_err": _relative(state.mean, mean),
        "cov_err": _relative(covariance, best),
    }
