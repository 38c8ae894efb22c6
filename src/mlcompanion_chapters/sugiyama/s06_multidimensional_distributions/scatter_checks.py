"""Checks on Sugiyama (2016), chapter 6: scatter matrices, stacked matrices, eigenvectors.

Each function returns the measurements of one claim. Scatter matrices are sums of outer products of
normal vectors, integrals over matrices are sums on grids, Jacobians come from the maps themselves.
"""

from time import process_time

import numpy as np
from scipy.special import gamma
from scipy.stats import chi2
from threadpoolctl import threadpool_limits

from mlcompanion._validation import check_rng
from mlcompanion.linalg import vec
from mlcompanion.probability import Wishart
from mlcompanion.probability.laws.wishart import log_gamma_d

__all__ = [
    "batch_covariance",
    "eigenvector_statements",
    "gamma_readings",
    "identity_errors",
    "kronecker_seconds",
    "random_spd",
    "scatter",
    "substitution_jacobians",
    "wishart_covariances",
    "wishart_formulas",
]


def random_spd(d, low, high, random_state):
    """A random symmetric matrix with eigenvalues uniform between two numbers."""
    rng = check_rng(random_state)
    Q = np.linalg.qr(rng.normal(size=(d, d)))[0]
    matrix = Q * rng.uniform(low, high, size=d) @ Q.T
    return (matrix + matrix.T) / 2


def _power(A, exponent):
    """Power of a symmetric positive definite matrix."""
    values, vectors = np.linalg.eigh(A)
    return vectors * values**exponent @ vectors.T


def scatter(X):
    """Scatter matrices of the vectors along the last but one axis, not centred."""
    return np.swapaxes(X, -1, -2) @ X


def _cone(scales, n_nodes=24):
    """2 by 2 positive definite matrices and weights of a quadrature over all of them.

    Variances u^2 with u below the root of each scale, correlations sin(angle): powers of the
    determinant become smooth.
    """
    nodes, weights = np.polynomial.legendre.leggauss(n_nodes)
    half = (nodes + 1) / 2, weights / 2
    (u, v), angle = (np.sqrt(s) * half[0] for s in scales), np.pi / 2 * nodes
    widths = [2 * np.sqrt(s) * half[1] for s in scales]
    u, v, angle = np.meshgrid(u, v, angle, indexing="ij")
    S = np.empty((*u.shape, 2, 2))
    S[..., 0, 0] = u**2
    S[..., 1, 1] = v**2
    S[..., 0, 1] = S[..., 1, 0] = u * v * np.sin(angle)
    weight = np.einsum("i,j,k->ijk", *widths, np.pi / 2 * weights)
    return S, weight * u**2 * v**2 * np.cos(angle)


def wishart_formulas(random_state=0, n_draws=200_000):
    """Total, chi-squared case, mean and generating function of the Wishart density."""
    rng = check_rng(random_state)
    total = []
    mean_z = []
    mgf_z = []
    control = []
    root = np.sqrt(n_draws)
    upper = np.triu_indices(2)
    for _ in range(5):
        sigma = random_spd(2, 0.5, 3, rng)
        half = _power(sigma, -0.5)
        T = half @ random_spd(2, -0.5, 0.1, rng) @ half
        x, y = np.tensordot(np.linalg.cholesky(sigma), rng.normal(size=(2, 8, n_draws)), 1)
        products = np.cumsum([x * x, x * y, y * y], axis=1)  # sums of outer products, by n
        for n in (3, 5, 8):
            law = Wishart(sigma, n)
            S, weight = _cone(np.diag(sigma) * chi2(n).isf(1e-7))
            total.append(abs(np.sum(weight * law.pdf(S)) - 1))
            draws = products[:, n - 1]
            error = draws.std(axis=1) / root
            mean_z.append(np.abs((draws.mean(axis=1) - n * sigma[upper]) / error).max())
            values = np.exp([T[0, 0], 2 * T[0, 1], T[1, 1]] @ draws)
            error = values.std() / root
            for factor, found in ((2, mgf_z), (1, control)):
                printed = np.linalg.det(np.eye(2) - factor * T @ sigma) ** (-n / 2)
                found.append(abs(values.mean() - printed) / error)
    x = np.linspace(0.05, 20, 400)
    chi = []
    for n in range(1, 11):
        printed = x ** (n / 2 - 1) * np.exp(-x / 2) / (2 ** (n / 2) * gamma(n / 2))
        chi.append(np.abs(Wishart([[1.0]], n).pdf(x[:, None, None]) / printed - 1).max())
    return {
        "total": max(total),
        "chi": max(chi),
        "mean_z": max(mean_z),
        "mgf_z": max(mgf_z),
        "control": max(control),
    }


def batch_covariance(draws, n_batches=100):
    """Covariance matrix of draws about their mean, and its standard error from batches.

    Parameters
    ----------
    draws : ndarray, shape (m, k)
        m is a multiple of ``n_batches``.
    n_batches : int

    Returns
    -------
    covariance, error : ndarray, shape (k, k)
    """
    parts = (draws - draws.mean(axis=0)).reshape(n_batches, -1, draws.shape[1])
    products = np.swapaxes(parts, 1, 2) @ parts / parts.shape[1]
    return products.mean(axis=0), products.std(axis=0, ddof=1) / np.sqrt(n_batches)


def _random_correlated(rng):
    """A 3 by 3 covariance with all correlations of 0.3 or more in size."""
    while True:
        sigma = random_spd(3, 0.3, 4, rng)
        scale = np.sqrt(np.diag(sigma))
        correlations = np.abs(sigma / np.outer(scale, scale))
        if correlations.min() >= 0.3:
            return sigma


def wishart_covariances(random_state=0, n_draws=200_000, n=5):
    """Covariances of the entries of scatter matrices against both formulas (section 6.4)."""
    rng = check_rng(random_state)
    plain = batch_covariance(vec(scatter(rng.normal(size=(n_draws, n, 2)))))[0]
    law = Wishart(_random_correlated(rng), n)
    found, error = batch_covariance(vec(law.story(n_draws, rng)))
    printed = 2 * n * np.kron(law.covariance, law.covariance)
    return {
        "var11": plain[0, 0],
        "var12": plain[1, 1],
        "cov12_21": plain[1, 2],
        "right_z": np.abs((found - law.cov()) / error).max(),
        "printed_z": np.abs((found - printed) / error).max(),
    }


def _relative(found, expected):
    """Largest difference over the largest entry."""
    return np.abs(found - expected).max() / np.abs(expected).max()


def identity_errors(random_state):
    """Relative errors of the eight rules of Fig. 6.5 on random matrices, and a control.

    Returns
    -------
    errors : ndarray, shape (8,)
        The three forms of vec(ABC), inverse, mixed product, and the three traces.
    control : float
        The error of the first rule where vec stacks rows.
    """
    rng = check_rng(random_state)
    m, n, p, q = rng.integers(1, 7, size=4)
    A, B, C, D = (rng.normal(size=s) for s in ((m, n), (n, p), (p, q), (q, m)))
    F, G, H = (rng.normal(size=s) for s in ((p, q), (n, p), (q, p)))
    square = random_spd(m, 0.5, 2, rng)
    other = random_spd(n, 0.5, 2, rng)
    square = np.linalg.qr(rng.normal(size=(m, m)))[0] @ square
    product = A @ B @ C
    kron = np.kron(C.T, A)
    flip = np.linalg.inv
    pairs = (
        (vec(product), kron @ vec(B)),
        (vec(product), np.kron(np.eye(q), A @ B) @ vec(C)),
        (vec(product), np.kron(C.T @ B.T, np.eye(m)) @ vec(A)),
        (flip(np.kron(square, other)), np.kron(flip(square), flip(other))),
        (np.kron(A, F) @ np.kron(G, H), np.kron(A @ G, F @ H)),
        (np.trace(np.kron(square, other)), np.trace(square) * np.trace(other)),
        (np.trace(A @ B @ C @ D), vec((A @ B).T) @ vec(C @ D)),
        (np.trace(A @ B @ C @ D), vec(A.T) @ np.kron(D.T, B) @ vec(C)),
    )
    size = np.linalg.norm(A) * np.linalg.norm(B) * np.linalg.norm(C) * np.linalg.norm(D)
    errors = [_relative(found, expected) for expected, found in pairs[:6]]
    errors += [abs(found - expected) / size for expected, found in pairs[6:]]
    return np.array(errors), _relative(kron @ B.ravel(), product.ravel())


def kronecker_seconds(d, random_state, repeats=20):
    """Seconds of vec(ABC) through the Kronecker matrix and through products, in turns.

    Parameters
    ----------
    d : int
        Rows and columns of the three matrices.
    random_state : int or Generator
    repeats : int

    Returns
    -------
    kron, products : ndarray, shape (repeats,)
        Processor seconds on one thread; of the products, a mean of 20 calls.
    """
    A, B, C = check_rng(random_state).normal(size=(3, d, d))
    seconds = np.empty((2, repeats))
    with threadpool_limits(1):
        for k in range(repeats):
            begin = process_time()
            _ = np.kron(C.T, A) @ vec(B)
            middle = process_time()
            for _ in range(20):
                vec(A @ B @ C)
            seconds[:, k] = middle - begin, (process_time() - middle) / 20
    return seconds


def _matrix_of(linear_map, basis, coordinates):
    """The matrix of a linear map of matrices, from its images of a basis."""
    return np.array([coordinates(linear_map(E)) for E in basis]).T


def substitution_jacobians(random_state=0, n_matrices=200):
    """Jacobians of the one-sided and the two-sided substitution against the printed factor."""
    rng = check_rng(random_state)
    found = {"two_sided": [], "one_sided": [], "asymmetry": []}
    for number in range(n_matrices):
        d = 2 + number % 2
        sigma = random_spd(d, 0.3, 4, rng)
        S = random_spd(d, 0.3, 4, rng)
        half = _power(sigma, 0.5)
        lower = np.tril_indices(d)
        units = np.eye(d * d).reshape(-1, d, d)
        symmetric = [units[d * i + j] + (i != j) * units[d * j + i] for i, j in zip(*lower)]
        printed = np.linalg.det(2 * sigma) ** ((d + 1) / 2)
        two = _matrix_of(lambda W, r=half: 2 * r @ W @ r, symmetric, lambda W, at=lower: W[at])
        one = _matrix_of(lambda W, s=sigma: 2 * s @ W, units, vec)
        found["two_sided"].append(abs(np.linalg.det(two) / printed - 1))
        found["one_sided"].append(abs(np.linalg.det(one) / printed - 1))
        product = np.linalg.solve(sigma, S) / 2
        found["asymmetry"].append(np.linalg.norm(product - product.T) / np.linalg.norm(product))
    return {
        "two_sided": max(found["two_sided"]),
        "one_sided": np.median(found["one_sided"]),
        "asymmetry": np.median(found["asymmetry"]),
    }


def _gamma_2_by_integral(a):
    """The integral (6.2) over positive definite 2 by 2 matrices."""
    S, weight = _cone((45.0, 45.0), n_nodes=48)
    det = S[..., 0, 0] * S[..., 1, 1] - S[..., 0, 1] ** 2
    return np.sum(weight * det ** (a - 1.5) * np.exp(-S[..., 0, 0] - S[..., 1, 1]))


def gamma_readings(random_state=0):
    """The product formula for the d-dimensional gamma function, read in two ways."""
    rng = check_rng(random_state)
    right = []
    literal = []
    recursion = []
    for a in (2.0, 2.5, 4.0):
        integral = _gamma_2_by_integral(a)
        right.append(abs(np.sqrt(np.pi) * gamma(a) * gamma(a - 0.5) / integral - 1))
        if a > 2:
            second = _gamma_2_by_integral(a - 0.5)
            literal.append(abs(np.sqrt(np.pi) * second - 1))
    for _ in range(50):
        d = int(rng.integers(2, 7))
        a = (d - 1) / 2 + rng.uniform(0.5, 6)
        last = np.log(np.pi) * (d - 1) / 2 + np.log(gamma(a + (1 - d) / 2))
        recursion.append(abs(np.expm1(log_gamma_d(a, d - 1) + last - log_gamma_d(a, d))))
    return {"right": max(right), "literal": min(literal), "recursion": max(recursion)}


def eigenvector_statements(random_state=0, n_matrices=200):
    """The decomposition of Fig. 6.2 on symmetric matrices and on others."""
    rng = check_rng(random_state)
    symmetric = []
    printed = []
    overlap = []
    general = []
    for number in range(n_matrices):
        d = 2 + number % 5
        A = random_spd(d, 0.3, 3, rng) @ np.diag(rng.choice([-1.0, 1.0], size=d))
        A = A + A.T
        values, Phi = np.linalg.eigh(A)
        gaps = (
            Phi * values @ Phi.T - A,
            (Phi / values @ Phi.T) @ A - np.eye(d),
            Phi.T @ Phi - np.eye(d),
        )
        symmetric.append(max(np.abs(gap).max() for gap in gaps) / np.abs(A).max())
        P = rng.normal(size=(d, d))
        while np.linalg.cond(P) > 50:
            P = rng.normal(size=(d, d))
        spectrum = 0.3 + np.cumsum(rng.uniform(0.3, 1, size=d))
        A = P * spectrum @ np.linalg.inv(P)
        values, Phi = np.linalg.eig(A)
        values = values.real
        Phi = Phi.real / np.linalg.norm(Phi.real, axis=0)
        size = np.linalg.norm(A)
        printed.append(np.linalg.norm(Phi * values @ Phi.T - A) / size)
        overlap.append(np.abs(Phi.T @ Phi - np.eye(d)).max())
        general.append(np.linalg.norm(Phi * values @ np.linalg.inv(Phi) - A) / size)
    return {
        "symmetric": max(symmetric),
        "printed": np.median(printed),
        "overlap": np.median(overlap),
        "general": max(general),
    }
