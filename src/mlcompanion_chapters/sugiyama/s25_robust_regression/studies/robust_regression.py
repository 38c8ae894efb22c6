"""Sugiyama (2016), chapter 25: reweighting with the l1 penalty, its rises and its end points.

Settles of chapter sugiyama/25_robust_regression: fig25-14-zeros, fig25-14-outlier,
irls-never-worse and irls-end-points.

*kernel*: the program of Fig. 25.13 word for word, with its pseudo-inverse, and the same with the
squared loss and without the penalty, on 50 samples with and without the wrong output. A row holds
for squared, Huber, squared with penalty, Huber with penalty (in this order) the parameters below
0.001 in size (``zeros``) and the root mean square change of the fit on [-0.5, 0.5] that the wrong
output causes (``shift``).

*rise*: 50 random problems a row, 50 iterations each from a random start: the largest relative rise
of the objective in one iteration for Huber's loss (``plain``), with the penalty (``sparse``), and
with squared weights (``control``).

*end*: the relative excess of the end point over an independent minimum: ``huber`` (quasi-Newton),
``absolute`` (linear program), ``penalised`` (coordinate descent).
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.losses import Huber, Squared
from mlcompanion.optimize import irls, irls_weights
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.regression import gaussian_basis, lad_program

MODELS = ((None, 0.0), (0.1, 0.0), (None, 0.1), (0.1, 0.1))  # threshold, penalty
BLOCK = 50
SIZES = {
    "default": {"n_draws": 100, "n_blocks": 20, "n_problems": 200},
    "paper": {"n_draws": 100, "n_blocks": 20, "n_problems": 200},
}


def cases(n_draws, n_blocks, n_problems):
    """One case for each draw of the kernel model, block of problems, and problem."""
    sizes = {"kernel": n_draws, "rise": n_blocks, "end": n_problems}
    return [{"experiment": name, "seed": k} for name, size in sizes.items() for k in range(size)]


def run(case):
    """The row of a case."""
    return {"kernel": kernel, "rise": rises, "end": ends}[case["experiment"]](case["seed"])


def listing(K, y, eta, lam, rng):
    """Fig. 25.13: random start, stop below 0.001, at most 1,000 steps."""
    theta = rng.normal(size=len(y))
    for _ in range(1000):
        size = np.abs(theta)
        kept = size > len(y) * np.finfo(float).eps * size.max()  # as the pseudo-inverse cuts
        penalty = np.divide(lam, size, out=np.zeros_like(size), where=kept) + 1e-6
        weights = np.ones(len(y)) if eta is None else irls_weights(Huber(eta), y - K @ theta)
        system = K.T @ (weights[:, None] * K) + np.diag(penalty)
        new = np.linalg.solve(system, K.T @ (weights * y))
        move = np.linalg.norm(new - theta)
        theta = new
        if move < 1e-3:
            break
    return theta


def kernel(seed):
    """Zeros and changes of the four fits."""
    x, clean, *_ = make_sinc_trend(50, 0.2, random_state=seed)
    spoilt = clean.copy()
    spoilt[24] = -0.5
    K, middle = (
        gaussian_basis(x, sigma=0.3),
        gaussian_basis(np.linspace(-0.5, 0.5, 101), x, sigma=0.3),
    )
    zeros, shift = [], []
    for eta, lam in MODELS:
        rng = np.random.default_rng(seed)
        bad, good = (listing(K, y, eta, lam, rng) for y in (spoilt, clean))
        zeros.append(int(np.sum(np.abs(bad) < 1e-3)))
        shift.append(float(np.sqrt(np.mean((middle @ (bad - good)) ** 2))))
    return {"zeros": zeros, "shift": shift}


def problem(rng, share):
    """A Gaussian design, a linear output with unit noise, and a share of outliers of size 10."""
    n, m = int(rng.integers(5, 51)), int(rng.integers(1, 9))
    Phi = rng.normal(size=(n, m))
    y = Phi @ rng.normal(size=m) + rng.normal(size=n)
    wrong = rng.permutation(n)[: int(share * n)]
    y[wrong] += 10 * rng.choice([-1.0, 1.0], size=len(wrong))
    return Phi, y


def largest_rise(values):
    """Largest relative rise; values below 1e-12 of the start are rounding errors of 0."""
    values = np.asarray(values)
    return float(np.max(np.diff(values) / np.maximum(values[:-1], 1e-12 * values[0])))


def rises(seed):
    """Largest rises over one block of problems."""
    rng, worst = np.random.default_rng(seed), {"plain": -1.0, "sparse": -1.0, "control": -1.0}
    for _ in range(BLOCK):
        Phi, y = problem(rng, rng.uniform(0, 0.4))
        loss, lam = Huber(rng.choice([0.01, 0.1, 1.0])), rng.choice([0.1, 1.0, 10.0])
        options = {"start": rng.normal(size=Phi.shape[1]), "tol": 0, "max_iter": 50}
        found = {
            "plain": irls(Phi, y, loss, **options).objective,
            "sparse": irls(Phi, y, loss, l1=lam, **options).objective,
        }
        theta, values = options["start"], []
        for _ in range(50):
            values.append(loss.value(Phi @ theta, y).sum())
            roots = irls_weights(loss, y - Phi @ theta)  # as roots: the weights are squared
            theta = np.linalg.lstsq(roots[:, None] * Phi, roots * y)[0]
        found["control"] = values
        worst = {name: max(worst[name], largest_rise(found[name])) for name in worst}
    return worst


def ends(seed):
    """Relative excesses of the end points."""
    rng = np.random.default_rng(seed)
    Phi, y = problem(rng, 0.2)
    while len(y) < max(10, Phi.shape[1] + 2):
        Phi, y = problem(rng, 0.2)
    loss = Huber(rng.choice([0.1, 1.0]))
    options = {"tol": 1e-10, "max_iter": 10_000}

    def value(theta):
        return loss.value(Phi @ theta, y).sum()

    def slope(theta):
        return -Phi.T @ loss.derivative(y - Phi @ theta, 0.0)

    start = np.linalg.lstsq(Phi, y)[0]
    best = minimize(value, start, jac=slope, method="BFGS", options={"gtol": 1e-10}).fun
    absolute = irls(Phi, y, Huber(1e-4), **options).theta
    least = np.abs(y - Phi @ lad_program(Phi, y)[0]).sum()
    lam = 10 ** rng.uniform(-1, 1)
    sparse = irls(Phi, y, Squared(), l1=lam, **options).theta
    peer = coordinate_descent(Phi, y, lam, tol=1e-12).w

    def penalised(theta):
        return 0.5 * np.sum((y - Phi @ theta) ** 2) + lam * np.abs(theta).sum()

    return {
        "huber": float(value(irls(Phi, y, loss, **options).theta) / best - 1),
        "absolute": float(np.abs(y - Phi @ absolute).sum() / least - 1),
        "penalised": float(penalised(sparse) / penalised(peer) - 1),
    }
