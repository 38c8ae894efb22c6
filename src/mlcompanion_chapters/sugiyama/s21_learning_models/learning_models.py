r"""Checks on Sugiyama (2016), Sections 21.1 and 21.2: what a linear-in-parameter model reaches.

What is left of a function after its best fit, ranks of product and sum designs, kernel models near
and far from their samples and along a curve in many dimensions, and sequences as inputs.
"""

from functools import partial

import numpy as np
from scipy.spatial import cKDTree

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.kernels import spectrum_kernel
from mlcompanion.linalg import squared_distances
from mlcompanion.regression import Ridge, gaussian_basis, poly_basis, trig_basis
from mlcompanion.regression.networks.networks import hidden_outputs
from mlcompanion.regression.networks.product_models import Additive, Multiplicative
from mlcompanion.resampling import fold_labels

__all__ = [
    "CURVES",
    "centre_error",
    "design_ranks",
    "dimension_error",
    "drill_cores",
    "family",
    "folded_errors",
    "interactions",
    "left_over",
    "near_and_far",
    "sequence_errors",
    "sounded_bed",
]

#: The three curves of the first claim, on [-3, 3].
CURVES = {
    "shoal": lambda x: np.sinc(x) + 0.1 * x,
    "|x|": np.abs,
    "sin 2x": lambda x: np.sin(2 * x),
}


def family(name, b):
    """Return a function from positions to the values of b basis functions of one kind.

    Parameters
    ----------
    name : {"powers", "waves", "bumps", "steps", "hinges"}
        Powers of x / 3; 1 and sines and cosines of x, 2x, ...; Gaussian bumps of width 0.3, evenly
        spaced on [-3, 3]; sigmoids and rectified linear units with random slopes and places.
    b : int
        Odd for the waves.

    Returns
    -------
    callable
        From a vector (n,) to a design matrix (n, b).
    """
    check_in(name, "name", ("powers", "waves", "bumps", "steps", "hinges"))
    if name == "powers":
        return lambda x: poly_basis(x, b - 1, scale=3)
    if name == "waves":
        return lambda x: trig_basis(x, b // 2, frequency=1)
    if name == "bumps":
        return lambda x: gaussian_basis(x, np.linspace(-3, 3, b), sigma=0.3)
    rng = np.random.default_rng(3)
    steep = 4 * rng.normal(size=b)
    middle = rng.uniform(-3, 3, size=b)
    units = np.column_stack([steep, -steep * middle])
    unit = {"steps": "sigmoid", "hinges": "relu"}[name]
    return lambda x: hidden_outputs(np.asarray(x)[:, None], units, unit)


def left_over(Phi, Y, centred=False):
    """Share of the mean square of functions that the best linear combination leaves.

    Parameters
    ----------
    Phi : array_like, shape (n, b)
        Design matrix.
    Y : array_like, shape (n,) or (n, k)
        Values of the functions, one a column.
    centred : bool
        Compare with the variance instead of the mean square.

    Returns
    -------
    float or ndarray of shape (k,)
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    Y = check_array(Y, "Y")
    residual = Y - Phi @ np.linalg.lstsq(Phi, Y, rcond=None)[0]
    return np.mean(residual**2, axis=0) / (np.var(Y, axis=0) if centred else np.mean(Y**2, axis=0))


def design_ranks(dimensions, n_points=3000, random_state=None):
    """Columns and rank of product and sum designs of 1, x, x^2 at random points of the cube.

    Returns
    -------
    dict
        ``"products"`` and ``"sums"``: a pair (columns, rank) for each number of inputs; the sums
        have the constant in every input, as printed.
    """
    rng = check_rng(random_state)
    basis = partial(poly_basis, degree=2)
    models = {"products": Multiplicative(basis), "sums": Additive(basis, drop_constants=False)}
    found = {name: [] for name in models}
    for d in dimensions:
        X = rng.uniform(-1, 1, size=(n_points, d))
        for name, model in models.items():
            Phi = model.design(X)
            s = np.linalg.svd(Phi, compute_uv=False)
            found[name].append((Phi.shape[1], int(np.sum(s > 1e-10 * s[0]))))
    return found


def interactions(side=40, n_functions=100, random_state=None):
    """What products and sums of five waves in each of two inputs leave of random functions.

    Returns
    -------
    dict
        Shares of the variance: ``mult_left`` and ``add_left`` of random combinations of the
        products, ``add_own`` of random sums, arrays; ``add_product`` of x1 x2, a number.
    """
    rng = check_rng(random_state)
    basis = partial(trig_basis, order=2, frequency=1.0)
    axis = np.linspace(-3, 3, side)
    X = np.column_stack([c.ravel() for c in np.meshgrid(axis, axis)])
    products = Multiplicative(basis).design(X)
    sums = Additive(basis).design(X)
    joint = products @ rng.normal(size=(products.shape[1], n_functions))
    separate = sums @ rng.normal(size=(sums.shape[1], n_functions))
    return {
        "mult_left": left_over(products, joint, centred=True),
        "add_left": left_over(sums, joint, centred=True),
        "add_own": left_over(sums, separate, centred=True),
        "add_product": float(left_over(sums, X[:, 0] * X[:, 1], centred=True)),
    }


def sounded_bed(X):
    """Height of the bed over the plane: sin(3 x1) cos(2 x2) + 0.5."""
    return np.sin(3 * X[:, 0]) * np.cos(2 * X[:, 1]) + 0.5


def near_and_far(seed, n=500, n_test=10_000, sigma=0.3, lam=0.1):
    """A kernel model near and far from its samples, and a product model far from them.

    Inputs fill [-1, 1]^2, test inputs [-6, 6]^2.

    Returns
    -------
    dict
        ``near``: root-mean-square error at test inputs within ``sigma`` of a sample, in standard
        deviations of the target; ``inside``, ``rim``: the same for those of them inside and outside
        of the square that the inputs fill; ``far``, ``far_mult``: largest absolute prediction of
        the kernel and of the product model (powers up to 5) farther than 5 ``sigma`` from all
        samples, in units of the largest absolute target.
    """
    rng = check_rng(seed)
    X = rng.uniform(-1, 1, size=(n, 2))
    T = rng.uniform(-6, 6, size=(n_test, 2))
    y = sounded_bed(X) + 0.05 * rng.normal(size=n)
    target = sounded_bed(T)
    distance = cKDTree(X).query(T)[0]
    near = distance <= sigma
    far = distance > 5 * sigma
    ridge = Ridge(lam, fit_intercept=False)
    kernels = ridge.fit(gaussian_basis(X, sigma=sigma), y).predict(gaussian_basis(T, X, sigma))
    powers = Multiplicative(partial(poly_basis, degree=5)).design
    products = ridge.fit(powers(X), y).predict(powers(T[far]))
    inside = np.abs(T).max(axis=1) <= 1

    def error(where):
        return np.sqrt(np.mean((kernels - target)[where] ** 2)) / target.std()

    return {
        "near": error(near),
        "inside": error(inside & near),
        "rim": error(~inside & near),
        "far": abs(kernels[far]).max() / abs(target).max(),
        "far_mult": abs(products).max() / abs(target).max(),
    }


def centre_error(b, lam, n=1000, n_test=2000, seed=0):
    """Test error of a kernel model with the first b of n inputs as centres, width 0.5.

    Returns
    -------
    float
        Root-mean-square distance from :func:`sounded_bed` over [-1, 1]^2; noise 0.1 on the samples.
    """
    rng = check_rng(seed)
    X = rng.uniform(-1, 1, size=(n, 2))
    T = rng.uniform(-1, 1, size=(n_test, 2))
    y = sounded_bed(X) + 0.1 * rng.normal(size=n)
    model = Ridge(lam, fit_intercept=False).fit(gaussian_basis(X, X[:b], 0.5), y)
    gap = model.predict(gaussian_basis(T, X[:b], 0.5)) - sounded_bed(T)
    return float(np.sqrt(np.mean(gap**2)))


def folded_errors(K, y, lams, labels):
    """Held-out mean squares of kernel least squares for every penalty, without refitting.

    With one kernel at every input, the residuals of a fold S that is left out are
    ``(I - H_SS)^-1 r_S``, where H is the hat matrix of all samples and r its residuals: what
    :func:`mlcompanion.regression.cross_validate_grid` computes by one decomposition a fold takes
    one decomposition in all.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Kernel matrix of the inputs.
    y : array_like, shape (n,)
    lams : array_like, shape (L,)
        Penalties, positive.
    labels : array_like of int, shape (n,)
        Fold of each sample.

    Returns
    -------
    ndarray, shape (L,)
        Mean over the folds.
    """
    s, U = np.linalg.eigh(K)
    means = []
    folds = [labels == fold for fold in np.unique(labels)]
    for lam in lams:
        share = s**2 / (s**2 + lam)  # eigenvalues of H; the invisible ones are left out
        V = U[:, share > 1e-12]
        share = share[share > 1e-12]
        r = y - V @ (share * (V.T @ y))
        held = [np.linalg.solve(np.eye(S.sum()) - (V[S] * share) @ V[S].T, r[S]) for S in folds]
        means.append(np.mean([np.mean(h**2) for h in held]))
    return np.array(means)


def _curve(t, coefficients):
    """Points of a closed curve: sines and cosines of t up to three turns."""
    waves = trig_basis(t, 3, frequency=1.0)[:, 1:]
    return waves @ coefficients


def _inputs(kind, d, rng, n):
    """Inputs and the noise-free target: along a random closed curve, or all over the cube."""
    if kind == "curve":
        coefficients = rng.normal(size=(6, d))
        coefficients *= np.sqrt(2 / np.sum(coefficients**2))  # mean square length 1
        t = rng.uniform(0, 2 * np.pi, size=n)
        return _curve(t, coefficients), np.sin(2 * t) + np.cos(t)
    X = rng.uniform(-1, 1, size=(n, d))
    return X, np.sin(3 * X[:, 0]) + X[:, 0] * X[:, 1]


def dimension_error(kind, d, seed, n=200, n_test=1000):
    """Test error of the kernel model, in standard deviations of the target, tuned by five folds.

    Parameters
    ----------
    kind : {"curve", "cube"}
        Inputs along a random closed curve in d dimensions, or uniform in [-1, 1]^d.
    d, seed, n, n_test : int

    Returns
    -------
    float
        Width and penalty are chosen from five each, on logarithmic grids: 0.1 to 2 median
        distances, 0.001 to 10.
    """
    rng = check_rng(seed)
    X, target = _inputs(kind, d, rng, n + n_test)
    X, T, y = X[:n], X[n:], target[:n] + 0.1 * rng.normal(size=n)
    squares = squared_distances(X, X)
    labels = fold_labels(n, 5, rng)
    middle = np.sqrt(np.median(squares[np.triu_indices(n, 1)]))
    sigmas = np.geomspace(0.1, 2, 5) * middle
    lams = np.geomspace(1e-3, 10, 5)
    grams = [np.exp(squares / (-2 * sigma**2)) for sigma in sigmas]
    table = [folded_errors(K, y, lams, labels) for K in grams]
    row, column = np.unravel_index(np.argmin(table), (5, 5))
    model = Ridge(lams[column], fit_intercept=False).fit(grams[row], y)
    K = np.exp(squared_distances(T, X) / (-2 * sigmas[row] ** 2))
    error = model.predict(K) - target[n:]
    return float(np.sqrt(np.mean(error**2)) / target[n:].std())


def drill_cores(n_cores, random_state=None, letters="SGCM"):
    """Cores from two bays: letter sequences of length 10 to 40 from two random Markov chains.

    Parameters
    ----------
    n_cores : int
    random_state : int, Generator or None
    letters : str
        The states: sand, gravel, clay, mud.

    Returns
    -------
    cores : list of str
    bay : ndarray, shape (n_cores,)
        1 or -1, at random.
    """
    rng = check_rng(random_state)
    k = len(letters)
    steps = np.cumsum(rng.dirichlet(np.ones(k), size=(2, k)), axis=2)
    bay = rng.choice([1, -1], size=n_cores)
    state = rng.integers(k, size=n_cores)
    path = []
    for u in rng.uniform(size=(40, n_cores, 1)):
        path.append(state)
        state = np.minimum(np.sum(u > steps[(bay < 0).astype(int), state], axis=1), k - 1)
    lengths = rng.integers(10, 41, size=n_cores)
    alphabet = np.array(list(letters))
    rows = alphabet[np.array(path).T]
    return ["".join(row[:length]) for row, length in zip(rows, lengths)], bay


def sequence_errors(seed, n=200, n_test=1000, lam=0.1, kernel=spectrum_kernel):
    """Test error of the kernel model on cores, and the least eigenvalue of its kernel matrix.

    Returns
    -------
    dict
        ``err``: share of wrong bays; ``least``: least eigenvalue over the largest.
    """
    cores, bay = drill_cores(n + n_test, seed)
    K = kernel(cores, cores[:n])  # the fit sees kernel values only
    model = Ridge(lam, fit_intercept=False).fit(K[:n], bay[:n])
    spectrum = np.linalg.eigvalsh(K[:n])
    wrong = np.sign(model.predict(K[n:])) != bay[n:]
    return {"err": wrong.mean(), "least": spectrum[0] / spectrum[-1]}
