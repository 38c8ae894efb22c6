r"""Checks on Wang (2011), sections 3 and 4: rates of the disagreement of smooth boundaries.

Heights come from linear programs that know nothing of the theorems; derivatives from formulas.
"""

import numpy as np
from numpy.polynomial import chebyshev
from scipy import sparse
from scipy.interpolate import BSpline
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.special import gammaln

from mlcompanion._validation import check_rng
from mlcompanion.learning_theory import highest_boundary
from mlcompanion.learning_theory.active.smooth_boundaries import (
    boundary_bump,
    bump_width,
    highest_analytic,
    largest_increments,
    smoothness_norm,
)
from mlcompanion.teaching.measure import log_slope

__all__ = [
    "HEIGHT_GRIDS",
    "analytic_mass",
    "derivative_ratios",
    "function_groups",
    "heights_over_radii",
    "highest_surface",
    "norm_factors",
]

#: For each order: the largest radius (two decades follow) and the grid, for the constant 500.
HEIGHT_GRIDS = {2: (6e-3, 601), 3: (2e-4, 401), 4: (2e-6, 401)}


def heights_over_radii(alpha, x0=0.5, C=500.0, n_radii=5):
    """Largest heights at one place for radii over two decades, and the bumps of the same areas.

    Returns
    -------
    dict
        ``r``, ``height``, ``bump`` (arrays), ``slope`` of log(height / r) against log(1 / r), and
        ``width`` of the widest boundary between its first zeros.
    """
    first, n = HEIGHT_GRIDS[alpha]
    radii = np.geomspace(first, first / 100, n_radii)
    found = [highest_boundary(alpha, C, r, x0, n) for r in radii]
    heights = np.array([height for height, _ in found])
    place = round(x0 * (n - 1))
    positive = found[0][1] > 0
    right = np.argmin(np.r_[positive[place:], False])
    left = np.argmin(np.r_[positive[place::-1], False])
    return {
        "r": radii,
        "height": heights,
        "bump": np.array([float(boundary_bump(0.0, alpha, bump_width(r, alpha))) for r in radii]),
        "slope": float(log_slope(1 / radii, heights / radii)),
        "width": (left + right) / (n - 1),
    }


def analytic_mass(C, r, n_places=21):
    """Mass of the region of disagreement over r, if all derivatives are bounded by C.

    Twice the integral of the largest height, by Gauss's rule; mirrored places have equal heights.
    """
    nodes, masses = np.polynomial.legendre.leggauss(n_places)
    heights = [highest_analytic(C, r, (x + 1) / 2)[0] for x in nodes[: n_places // 2 + 1]]
    heights += heights[: n_places // 2][::-1]
    return float(masses @ heights / r)


def highest_surface(alpha, C, r, n=49):
    """The same linear program for boundaries over the unit square, at its middle.

    All partial differences of order ``alpha`` are bounded. A best boundary may be taken symmetric
    in both axes, so only a quarter of the ``n x n`` grid (n odd) has variables.

    Returns
    -------
    float
    """
    half = n // 2 + 1
    h = 1 / (n - 1)
    width = (r / C) ** (1 / (alpha + 2))
    unit = C * width**alpha
    mirror = sparse.csr_array(
        (np.ones(n), (np.arange(n), np.minimum(np.arange(n), n - 1 - np.arange(n)))), (n, half)
    )

    def differences(order):
        """Differences along one axis, of the mirrored function, those of the first half."""
        D = sparse.eye_array(n, format="csr")
        for _ in range(order):
            D = D[1:] - D[:-1]
        return (D @ mirror)[:half] * (width / h) ** order

    bends = [sparse.kron(differences(k), differences(alpha - k)) for k in range(alpha + 1)]
    axis = np.full(n, h)
    axis[[0, -1]] /= 2
    quarter = axis @ mirror
    area = np.kron(quarter, quarter)[None] * unit / r
    m = half**2
    size = sum(D.shape[0] for D in bends)
    eye = sparse.eye_array(m)
    none = sparse.csr_array((size, m))
    A = sparse.block_array(
        [[sparse.vstack(bends), none], [eye, eye], [-eye, eye], [None, sparse.csr_array(area)]]
    )
    low = np.concatenate([np.full(size, -1.0), np.zeros(2 * m + 1)])
    high = np.concatenate([np.ones(size), np.full(2 * m, np.inf), [1.0]])
    objective = np.zeros(2 * m)
    objective[m - 1] = -1  # the middle of the square is the last corner of the quarter
    answer = milp(
        objective,
        constraints=LinearConstraint(A.tocsc(), low, high),
        bounds=Bounds(-np.inf, np.inf),
    )
    return float(-answer.fun * unit)


def _polynomials(rng, x, zoom):
    """Chebyshev polynomials up to degree 12 on a random part of [-1, 1]."""
    length = 2 * 10.0 ** (-2 * zoom)
    points = rng.uniform(-1, 1 - length) + length * x
    rows = []
    for k in range(9):
        derivative = chebyshev.chebder(np.eye(13), m=k)
        rows.append((chebyshev.chebvander(points, 12 - k) @ derivative).T * length**k)
    return np.array(rows)


def _sines(rng, x, zoom):
    """Six waves of about one frequency, 1e-4 to 1e2: 400 steps resolve the fastest."""
    omega = 10 ** (2 - 4 * zoom + rng.uniform(-0.3, 0.1, 6))[:, None]
    phase = rng.uniform(0, 2 * np.pi, (6, 1))
    return np.array([omega**k * np.sin(omega * x + phase + k * np.pi / 2) for k in range(9)])


def _splines(rng, x, zoom):
    """Cubic splines with random knots, not too close; the third derivative jumps."""
    count = 3 + int(8 * zoom)
    inner = (np.arange(count) + rng.uniform(0.2, 0.8, count)) / count
    knots = np.r_[[-0.01] * 4, inner, [1.01] * 4]
    size = len(knots) - 4
    return np.array([BSpline(knots, np.eye(size), 3)(x, nu=k).T for k in range(4)])


def _bumps(rng, x, zoom):
    """Bumps (1 - u^2)^10 of one width, 0.1 to 1, at three places."""
    width = 10.0 ** (-zoom / 1.5)
    u = (x - rng.random((3, 1))) / width
    base = np.polynomial.Polynomial([1, 0, -1]) ** 10
    inside = np.abs(u) < 1
    return np.array([np.where(inside, base.deriv(k)(u), 0) / width**k if k else
                     np.where(inside, base(u), 0) for k in range(9)])  # fmt: skip


#: family -> (basis with derivatives, highest order that exists everywhere)
FAMILIES = {
    "polynomials": (_polynomials, 8),
    "sines": (_sines, 8),
    "splines": (_splines, 2),
    "bumps": (_bumps, 8),
}


def function_groups(n_functions, n_points=2001, random_state=None, per_group=100):
    """Random functions on [0, 1] with exact derivatives, group by group.

    Yields
    ------
    name : str
    derivatives : ndarray, shape (n_orders, per_group, n_points)
        f, f', ...; of splines up to the third, else up to the eighth.
    order : int
        The highest derivative that exists everywhere.
    """
    rng = check_rng(random_state)
    x = np.linspace(0, 1, n_points)
    for group in range(n_functions // per_group):
        name = list(FAMILIES)[group % len(FAMILIES)]
        basis, order = FAMILIES[name]
        tables = basis(rng, x, rng.uniform(0, 1.5))
        coef = rng.normal(size=(per_group, tables.shape[1]))
        coef *= 10.0 ** rng.uniform(-3, 0, coef.shape)  # so that some are nearly one basis function
        coef *= 10.0 ** rng.uniform(-3, 3, (per_group, 1))
        yield name, coef @ tables, order


def _suprema(derivatives):
    """Largest absolute values along the last axis, without a copy."""
    return np.maximum(derivatives.max(axis=-1), -derivatives.min(axis=-1))


def derivative_ratios(n_functions=10_000, alphas=(1.25, 1.5, 1.75, 2.0), random_state=None):
    """Derivatives in between against the bounds of Theorems 15 and 16.

    Returns
    -------
    dict
        ``gorny``: the largest M_k over its bound; ``first``: for every function and order in
        ``alphas``, M_1 over its bound, shape (n_functions, len(alphas)); ``misread``: the largest
        quotients of three bounds that look alike and are wrong, as a control: Theorem 16 with its
        two exponents exchanged, with M_alpha alone for M', and Theorem 15 with exponents exchanged.
    """
    gorny = []
    first = []
    for _name, derivatives, order in function_groups(n_functions, random_state=random_state):
        M = _suprema(derivatives[: order + 1])
        for n in range(2, order + 1):
            above = np.maximum(M[0] * np.exp(gammaln(n + 1)), M[n])
            for k in range(1, n):
                factor = 4 * (n / k) ** k * np.exp(k)
                bound = factor * M[0] ** (1 - k / n) * above ** (k / n)
                swapped = factor * M[0] ** (k / n) * above ** (1 - k / n)
                gorny.append([np.max(M[k] / bound), np.max(M[k] / swapped)])
        rises = largest_increments(derivatives[1][:, ::5])
        lags = np.arange(1, rises.shape[1] + 1) / rises.shape[1]
        ratios = []
        for alpha in alphas:
            M_alpha = (rises / lags ** (alpha - 1)).max(axis=1)
            above = np.maximum(M[0], M_alpha)
            ratios.append([
                M[1] / (5 * M[0] ** (1 - 1 / alpha) * above ** (1 / alpha)),
                M[1] / (5 * M[0] ** (1 / alpha) * above ** (1 - 1 / alpha)),
                M[1] / (5 * M[0] ** (1 - 1 / alpha) * M_alpha ** (1 / alpha)),
            ])  # fmt: skip
        first.append(np.transpose(ratios, (1, 2, 0)))
    theorem, swapped, alone = np.concatenate(first, axis=1)
    whole_orders, exchanged = np.max(gorny, axis=0)
    misread = [float(swapped.max()), float(alone.max()), float(exchanged)]
    return {"gorny": float(whole_orders), "first": theorem, "misread": misread}


def norm_factors(n_functions=1000, alphas=(0.5, 1, 1.5, 2, 2.5, 3), random_state=None):
    """How far the two remarks after Definition 5 are off, over random functions and the line.

    Returns
    -------
    dict
        ``line``: norm of f(x) = x at every order; ``member``: the largest norm of order m = 1, 2, 3
        over the largest derivative up to m; ``nested``: the largest norm of an order over that of
        a higher one.
    """
    x = np.linspace(0, 1, 401)
    line = np.array([x, np.ones_like(x), np.zeros_like(x), np.zeros_like(x)])[:, None]
    groups = [line]
    groups += [d[:4] for _, d, _ in function_groups(n_functions, 401, random_state)]
    member = nested = 0.0
    for derivatives in groups:
        norms = {alpha: smoothness_norm(derivatives[:3], alpha) for alpha in alphas}
        for m in (1, 2, 3):
            bound = _suprema(derivatives[: m + 1]).max(axis=0)
            member = max(member, float(np.max(norms[m] / bound)))
        for beta, alpha in zip(*np.triu_indices(len(alphas), 1)):
            quotient = norms[alphas[beta]] / norms[alphas[alpha]]
            nested = max(nested, float(np.max(quotient)))
    return {
        "line": [float(smoothness_norm(line[:3], alpha)[0]) for alpha in alphas],
        "member": member,
        "nested": nested,
    }
