r"""Experiments on the statements of Sugiyama (2016), chapter 24: the listing, and what is selected.

The references do not know the chapter's formulas: a section search, the optimality conditions,
coordinate descent for the objective as printed.
"""

import numpy as np

from mlcompanion._validation import check_array
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.sparse import backward_elimination, best_subset, forward_selection, lasso_path

__all__ = [
    "DECOY_COVARIANCE",
    "decoy_found",
    "elastic_net_ends",
    "first_of_size",
    "golden_section",
    "greedy_misses",
    "lasso_violation",
    "nonzeros_beyond",
    "run_listing",
    "soft_threshold_slips",
]


def golden_section(objective, low, high, n_steps=80):
    """Minimise convex functions of one variable between ``low`` and ``high``, all together.

    Parameters
    ----------
    objective : callable
        Maps an array of arguments to the array of values, entry by entry.
    low, high : array_like
        Ends of the intervals.
    n_steps : int
        Each step shortens the intervals to 0.618 of their lengths.

    Returns
    -------
    ndarray
    """
    low, high = np.broadcast_arrays(check_array(low, "low"), check_array(high, "high"))
    share = (np.sqrt(5) - 1) / 2
    for _ in range(n_steps):
        left = high - share * (high - low)
        right = low + share * (high - low)
        keep_left = objective(left) < objective(right)
        low = np.where(keep_left, low, left)
        high = np.where(keep_left, right, high)
    return (low + high) / 2


def run_listing(K, y, threshold, *, ridge=0.0, n_steps=1000, tol=1e-4):
    r"""The program of Fig. 24.4, word for word, on many problems at once.

    Parameters
    ----------
    K : array_like of shape (n_samples, n_features) or (n_problems, n_samples, n_features)
        One design for all problems, or one each.
    y : array_like of shape (n_problems, n_samples)
    threshold : float
        What the update of z subtracts: the penalty, 0.1; the print shows the digit 1.
    ridge : float or array_like of shape (n_problems,)
        Added to the 1 in :math:`(K^\top K+I)^{-1}`, as section 24.4.3 does for a squared penalty.
    n_steps : int
    tol : float
        A problem is left alone once its parameter moves by less.

    Returns
    -------
    theta, z : ndarray of shape (n_problems, n_features)
    """
    K = check_array(K, "K")
    y = check_array(y, "y", ndim=2)
    weight = 1 + check_array(ridge, "ridge", low=0).reshape(-1, 1, 1)
    turned = np.swapaxes(K, -1, -2)
    inverse = np.linalg.inv(turned @ K + weight * np.eye(K.shape[-1]))
    fixed = (turned @ y[..., None])[..., 0]
    z, u, theta = np.zeros((3, *fixed.shape))
    going = np.ones((len(y), 1), dtype=bool)
    for _ in range(n_steps):
        t = (inverse @ (fixed + z - u)[..., None])[..., 0]
        cut = np.maximum(0, t + u - threshold) + np.minimum(0, t + u + threshold)
        moved = np.linalg.norm(t - theta, axis=1, keepdims=True) >= tol
        theta = np.where(going, t, theta)
        u = np.where(going, u + t - cut, u)
        z = np.where(going, cut, z)
        going = going & moved
        if not going.any():
            break
    return theta, z


def lasso_violation(A, y, w, lam):
    r"""Largest violation of the lasso's optimality conditions by ``w``.

    With :math:`c=A^\top(y-Aw)`: :math:`|c_j-\lambda\operatorname{sign}w_j|` where :math:`w_j\ne0`,
    and what :math:`|c_j|` exceeds :math:`\lambda` by elsewhere.
    """
    A = check_array(A, "A", ndim=2)
    y = check_array(y, "y", ndim=1)
    w = check_array(w, "w", shape=(A.shape[1],))
    slopes = A.T @ (y - A @ w)
    zero = np.maximum(np.abs(slopes) - lam, 0)
    return float(np.where(w == 0, zero, np.abs(slopes - lam * np.sign(w))).max())


def first_of_size(A, y, size, *, shrink=0.8, ratio=0.001):
    """Features of the lasso at the largest penalty at which it has ``size`` of them.

    The penalty falls by the factor ``shrink`` from the largest until the number is reached or
    passed; halving the last step then looks for exactly ``size``.

    Returns
    -------
    ndarray of int, or None
        None if there are fewer down to ``ratio`` times the largest penalty, or if the number
        jumps over ``size``.
    """
    A = check_array(A, "A", ndim=2)
    y = check_array(y, "y", ndim=1)
    largest = low = np.abs(A.T @ y).max()
    w = np.zeros(A.shape[1])
    while np.count_nonzero(w) < size:
        if low < ratio * largest:
            return None
        high = low
        start = w
        low = shrink * low
        w = coordinate_descent(A, y, low, start=w).w
    for _ in range(40):
        if np.count_nonzero(w) == size:
            return np.flatnonzero(w)
        middle = np.sqrt(low * high)
        trial = coordinate_descent(A, y, middle, start=start).w
        if np.count_nonzero(trial) >= size:
            low = middle
            w = trial
        else:
            high = middle
    return None


def nonzeros_beyond(seed, eta=0.0, *, shares=(0.1, 0.01, 0.001)):
    """Non-zeros beyond the number of samples in fits to noise with too many parameters.

    Parameters
    ----------
    seed : int
        Draws 5 to 20 samples and two to five times as many Gaussian columns.
    eta : float
        Weight of half the squared norm.
    shares : tuple of float
        Penalties, as shares of the smallest that gives all zeros.

    Returns
    -------
    ndarray of int, shape (len(shares),)
        Entries above 1e-8, minus the number of samples.
    """
    rng = np.random.default_rng(seed)
    n = rng.integers(5, 21)
    A = rng.normal(size=(n, rng.integers(2 * n, 5 * n + 1)))
    y = rng.normal(size=n)
    lams = np.abs(A.T @ y).max() * np.geomspace(shares[0], shares[-1], 2 * len(shares) - 1)
    path = lasso_path(A, y, lams, eta, tol=1e-10, max_iter=1_000_000)
    return np.sum(np.abs(path.coefs[::2]) > 1e-8, axis=1) - n


def greedy_misses(seed, *, slack=0.01):
    """Whether searches for the best three of ten inputs, all alike, miss them.

    60 samples; each pair of inputs has correlation 0.8; three matter, with coefficients 1 or -1;
    noise 1.

    Parameters
    ----------
    seed : int
    slack : float
        A miss leaves more than this, relative, above the best squared error.

    Returns
    -------
    dict of bool
        For ``"forward"``, ``"backward"`` and the ``"lasso"``: the first three inputs of its path,
        fitted afresh.
    """
    rng = np.random.default_rng(seed)
    X = np.sqrt(0.8) * rng.normal(size=(60, 1)) + np.sqrt(0.2) * rng.normal(size=(60, 10))
    y = X[:, :3] @ rng.choice([-1.0, 1.0], size=3) + rng.normal(size=60)
    chosen = X[:, first_of_size(X, y, 3)]
    errors = {
        "forward": forward_selection(X, y, 3).rss[3],
        "backward": backward_elimination(X, y).rss[3],
        "lasso": np.sum((y - chosen @ np.linalg.lstsq(chosen, y, rcond=None)[0]) ** 2),
    }
    limit = (1 + slack) * best_subset(X, y, 3).rss[3]
    return {name: error > limit for name, error in errors.items()}


#: Covariance of three features that matter and a decoy, found by a random search.
DECOY_COVARIANCE = np.array(
    [[1, 0.1, 0.95, 0.78], [0.1, 1, 0.12, -0.49], [0.95, 0.12, 1, 0.76], [0.78, -0.49, 0.76, 1]]
)


def decoy_found(seed):
    r"""Whether four methods find the features of :math:`y=x_1+x_2-2x_3` beside a decoy.

    200 samples with :data:`DECOY_COVARIANCE`, noise 0.3.

    Returns
    -------
    dict of bool
        For ``"forward"``, ``"backward"``, ``"best subset"`` at size three, and whether one of 30
        penalties of the ``"lasso path"`` has that support.
    """
    rng = np.random.default_rng(seed)
    X = rng.multivariate_normal(np.zeros(4), DECOY_COVARIANCE, size=200)
    y = X @ [1, 1, -2, 0] + 0.3 * rng.normal(size=200)
    searches = {
        "forward": forward_selection,
        "backward": backward_elimination,
        "best subset": best_subset,
    }
    found = {name: list(f(X, y).subsets[3]) == [0, 1, 2] for name, f in searches.items()}
    supports = lasso_path(X, y, n_lams=30).coefs != 0
    return found | {"lasso path": bool((supports == [1, 1, 1, 0]).all(axis=1).any())}


def elastic_net_ends(eta, seed=0, *, n_problems=100, lam=1.0):
    r"""Where two forms of the elastic net's update end, relative to independent minima.

    The printed penalty :math:`\eta\|w\|^2` asks for :math:`2\eta` in the linear system; the print
    adds :math:`\eta`. 40 samples, 10 features, Gaussian; 20,000 steps.

    Parameters
    ----------
    eta : float, positive
    seed : int
    n_problems : int
    lam : float

    Returns
    -------
    dict of ndarray of shape (n_problems,)
        Relative distances: of the ``"right"`` and the ``"printed"`` form from the minimum, and of
        the printed form from the minimum with ``"half"`` of eta.
    """
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n_problems, 40, 10))
    y = rng.normal(size=(n_problems, 40))
    ends = {k: run_listing(A, y, lam, ridge=k * eta, n_steps=20_000, tol=1e-14)[1] for k in (2, 1)}
    least = {  # coordinate descent halves the square
        k: np.array([coordinate_descent(a, b, lam, k * eta, tol=1e-14).w for a, b in zip(A, y)])
        for k in (2, 1)
    }

    def distance(end, aim):
        return np.linalg.norm(end - aim, axis=1) / np.linalg.norm(aim, axis=1)

    return {
        "right": distance(ends[2], least[2]),
        "printed": distance(ends[1], least[2]),
        "half": distance(ends[1], least[1]),
    }


def soft_threshold_slips(seed=0, *, n_scalars=10_000, lam=0.1):
    """How the printed forms of the update of z differ from a minimum by section search.

    Parameters
    ----------
    seed : int
        Draws theta and u from the standard normal law.
    n_scalars : int
    lam : float

    Returns
    -------
    dict of float
        ``"right"``: largest distance of the corrected formula from the place of the minimum;
        ``"printed"`` and ``"value"``: shares of scalars where the formula without its plus sign
        is off, and where the least value is not what the formula gives, by more than 0.001.
    """
    theta, u = np.random.default_rng(seed).normal(size=(2, n_scalars))

    def lagrangian(z):
        return lam * np.abs(z) + u * (theta - z) + (theta - z) ** 2 / 2

    corrected = np.maximum(0, theta + u - lam) + np.minimum(0, theta + u + lam)
    no_plus = np.maximum(0, theta + u - lam) + np.minimum(0, theta * u + lam)
    place = golden_section(lagrangian, theta + u - 1, theta + u + 1)
    return {
        "right": float(np.abs(corrected - place).max()),
        "printed": float(np.mean(np.abs(no_plus - place) > 1e-3)),
        "value": float(np.mean(np.abs(lagrangian(place) - corrected) > 1e-3)),
    }
