"""Training inputs around 1, test inputs around 2: Sugiyama (2016), sections 33.2.1 to 33.2.3.

The listing of Fig. 33.5, many draws at once: fits with importance weights, how they vary, and what
cross validation says of them.
"""

import numpy as np
from scipy.stats import laplace, norm

from mlcompanion._validation import check_rng
from mlcompanion.density import relative_importance

__all__ = [
    "cross_validation_bias",
    "importance",
    "importance_bounds",
    "importance_shape",
    "polynomial_fits",
    "shift_errors",
    "shifted_inputs",
    "weight_stability",
]

TRAIN = norm(1, 0.5)
TEST = norm(2, 0.25)
NOISE = 0.1
BETAS = (0.05, 0.25, 0.5, 0.95, 1.0)


def shifted_inputs(repeats=1, n=100, random_state=None):
    """Training samples and test inputs of Fig. 33.5.

    Returns
    -------
    x, y, u : ndarray, shape (repeats, n)
        Training inputs from N(1, 0.5²) with outputs sinc(x) plus noise, test inputs from
        N(2, 0.25²).
    """
    rng = check_rng(random_state)
    x, u = (law.mean() + law.std() * rng.normal(size=(repeats, n)) for law in (TRAIN, TEST))
    return x, np.sinc(x) + NOISE * rng.normal(size=x.shape), u


def importance(x, beta=0.0, test=TEST):
    """Exact relative importance of training inputs of any shape."""
    logs = test.logpdf(x).ravel(), TRAIN.logpdf(x).ravel()
    return relative_importance(*logs, beta).reshape(np.shape(x))


def polynomial_fits(x, y, weights, degree=1):
    """Weighted least squares for every row: coefficients, from the constant up.

    Parameters
    ----------
    x, y, weights : ndarray, shape (repeats, n)
    degree : int

    Returns
    -------
    ndarray, shape (repeats, degree + 1)
    """
    powers = x[..., None] ** np.arange(degree + 1)
    weighted = np.swapaxes(powers * weights[..., None], 1, 2)
    return np.linalg.solve(weighted @ powers, weighted @ y[..., None])[..., 0]


def _values(coefficients, x):
    """Values of polynomials, a row of coefficients for a row of inputs."""
    powers = x[..., None] ** np.arange(coefficients.shape[-1])
    return np.sum(coefficients[..., None, :] * powers, axis=-1)


def shift_errors(repeats=200, betas=(0.0, 0.1, 0.5, 1.0), random_state=None):
    """Mean squared error of straight lines to the true function at the test inputs (Fig. 33.6).

    Returns
    -------
    dict
        From beta to a list with an error a draw; ``beta = 1`` is ordinary least squares.
    """
    x, y, u = shifted_inputs(repeats, random_state=random_state)
    errors = {}
    for beta in betas:
        lines = polynomial_fits(x, y, importance(x, beta))
        errors[beta] = np.mean((_values(lines, u) - np.sinc(u)) ** 2, axis=1).tolist()
    return errors


def weight_stability(repeats=500, betas=(0.0, 0.1, 0.5), random_state=None):
    """How the fitted value at x = 2 varies from draw to draw, and how many samples count.

    Returns
    -------
    dict of list
        By beta: ``v``, the variance of the fitted value, ``ess``, the mean effective number of
        samples, and ``slope``, the variance of the line's slope.
    """
    x, y, _ = shifted_inputs(repeats, random_state=random_state)
    found = {"v": [], "ess": [], "slope": []}
    for beta in betas:
        w = importance(x, beta)
        lines = polynomial_fits(x, y, w)
        found["v"].append(float((lines @ [1.0, 2.0]).var(ddof=1)))
        found["slope"].append(float(lines[:, 1].var(ddof=1)))
        found["ess"].append(float(np.mean(w.sum(axis=1) ** 2 / np.sum(w**2, axis=1))))
    return found


def _test_errors(coefficients):
    """Expected squared error at a new test input and output, by Gauss-Hermite quadrature."""
    nodes, masses = np.polynomial.hermite_e.hermegauss(40)
    u = TEST.mean() + TEST.std() * nodes
    square = (_values(coefficients, np.broadcast_to(u, (*coefficients.shape[:-1], 40)))
              - np.sinc(u)) ** 2  # fmt: skip
    return square @ masses / masses.sum() + NOISE**2


def cross_validation_bias(repeats=500, folds=5, random_state=None):
    """Ordinary and importance weighted cross validation under covariate shift (Fig. 33.8).

    Candidates are a constant, a line and a parabola, each fitted with importance weights and
    without.

    Returns
    -------
    dict
        ``b_w``, ``se_w``: mean over the draws, and its standard error, of the weighted estimate
        minus the true test error of the models trained in the folds, for the unweighted line;
        ``b_o``, ``se_o``: the same for ordinary cross validation; ``reg_w``, ``reg_o``: mean true
        test error of the candidate that each chooses; ``better_w``, ``better_o``: number of draws
        in which its choice has the smaller error.
    """
    x, y, _ = shifted_inputs(repeats, random_state=random_state)
    w = importance(x)
    candidates = [(degree, fit) for degree in range(3) for fit in (w, np.ones_like(w))]
    fold = np.arange(x.shape[1]) % folds  # the samples come in random order
    estimates = {"w": [], "o": []}
    true = []
    final = []
    for degree, fit in candidates:
        weighted = []
        ordinary = []
        trained = []
        for out in (fold == k for k in range(folds)):
            model = polynomial_fits(x[:, ~out], y[:, ~out], fit[:, ~out], degree)
            square = (y[:, out] - _values(model, x[:, out])) ** 2
            weighted.append(np.mean(w[:, out] * square, axis=1))
            ordinary.append(np.mean(square, axis=1))
            trained.append(_test_errors(model))
        estimates["w"].append(np.mean(weighted, axis=0))
        estimates["o"].append(np.mean(ordinary, axis=0))
        true.append(np.mean(trained, axis=0))
        final.append(_test_errors(polynomial_fits(x, y, fit, degree)))
    line = 3  # the unweighted one
    found = {}
    errors = {}
    for name, estimate in estimates.items():
        miss = estimate[line] - true[line]
        found[f"b_{name}"] = float(miss.mean())
        found[f"se_{name}"] = float(miss.std(ddof=1) / np.sqrt(repeats))
        chosen = np.argmin(estimate, axis=0)
        errors[name] = np.array(final)[chosen, np.arange(repeats)]
        found[f"reg_{name}"] = float(np.mean(errors[name]))
    found["better_w"] = int(np.sum(errors["w"] < errors["o"]))
    found["better_o"] = int(np.sum(errors["o"] < errors["w"]))
    return found


def importance_bounds(n_pairs=500, random_state=None):
    """A search for relative importances above 1 / beta (section 33.2.2).

    Returns
    -------
    dict
        ``over``: largest beta times importance over random pairs of normal and Laplace densities;
        ``near``: the same for the pair of Fig. 33.7 and each beta below 1; ``flat``: largest
        deviation from 1 at beta = 1; ``dev``: largest relative difference, for that pair and all
        beta, between the importance and its definition by the two densities.
    """
    rng = check_rng(random_state)
    x = np.linspace(-40, 40, 10_001)
    over = 0.0
    flat = 0.0
    for _ in range(n_pairs):
        logs = [
            (norm, laplace)[rng.integers(2)].logpdf(x, rng.uniform(-5, 5), rng.uniform(0.3, 3))
            for _ in range(2)
        ]
        for beta in BETAS:
            w = relative_importance(*logs, beta)
            over = max(over, float(beta * w.max()))
        flat = max(flat, float(np.abs(w - 1).max()))  # the last beta is 1
    pair = norm.logpdf(x, 0, 1), norm.logpdf(x, 0.5, 1)
    near = [float(beta * relative_importance(*pair, beta).max()) for beta in BETAS[:-1]]
    inner = np.abs(x) <= 10
    test = norm.pdf(x[inner], 0, 1)
    train = norm.pdf(x[inner], 0.5, 1)
    dev = 0.0
    for beta in BETAS:
        defined = test / (beta * test + (1 - beta) * train)
        w = relative_importance(*(logs[inner] for logs in pair), beta)
        dev = max(dev, float(np.abs(w / defined - 1).max()))
    return {"over": over, "near": near, "flat": flat, "dev": dev}


def importance_shape():
    """Where the importance of the listing of Fig. 33.5 rises and falls.

    Returns
    -------
    dict
        ``peak``; ``rise``: share of the steps before it that rise; ``fall``: importance at x = 4 as
        a share of the peak's; ``listing_dev``: largest relative difference between the listing's
        formula and the ratio of the densities.
    """
    x = np.arange(-1000, 5001) / 1000
    ratio = TEST.pdf(x) / TRAIN.pdf(x)
    listing = 2 * np.exp(-8 * (x - 2) ** 2 + 2 * (x - 1) ** 2)
    top = ratio.argmax()
    return {
        "peak": float(x[top]),
        "rise": float(np.mean(np.diff(ratio[: top + 1]) > 0)),
        "fall": float(ratio[x == 4.0][0] / ratio[top]),
        "listing_dev": float(np.abs(listing / ratio - 1).max()),
    }
