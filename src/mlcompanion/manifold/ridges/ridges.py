"""Ridges of a density: critical sets and subspace-constrained mean shift.

Ozertem and Erdogmus (2011): Definitions 1-4 (critical, principal, minor and saddle sets), Table 1
(SCMS; the steps stand in ``ridge_steps``), section 4.2.2 (curvilinear coordinates).
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_real,
)

from .density_field import GaussianMixtureField
from .ridge_steps import (
    constrained_move,
    normal_space,
    printed_move,
    projected_move,
    runge_kutta_move,
    within,
)

__all__ = ["RidgeResult", "classify_point", "curvilinear_coordinates", "ridge_residual", "scms"]

_AT_REST = 1e-9  # bandwidths; closer to a critical point the direction of the gradient is rounding


def classify_point(gradient, hessian, dim, *, tol=1e-6):
    """Say in which sets of Definition 4 a point lies: principal, minor, saddle, or none.

    Parameters
    ----------
    gradient : array_like, shape (n_features,)
    hessian : array_like, shape (n_features, n_features)
        Of the density, or of any increasing function of it: the answer is the same.
    dim : int
        Dimension of the set, at least 0 and less than ``n_features``.
    tol : float
        An eigenvector counts as orthogonal to the gradient if the cosine is at most ``tol``.

    Returns
    -------
    frozenset of str
        Empty outside the critical set; exactly one name at a regular point. At an irregular point
        (more orthogonal eigenvectors than needed) every choice of them counts: a saddle of a planar
        density is on a ridge and in a valley at once.

    Notes
    -----
    Cost O(d^3). Source: Definitions 1-4; "eigenvectors are negative" there means eigenvalues.
    """
    g = check_array(gradient, "gradient", ndim=1, min_rows=1)
    hessian = check_array(hessian, "hessian", shape=(len(g), len(g)))
    normals = len(g) - check_count(dim, "dim", low=0, high=len(g) - 1)
    tol = check_real(tol, "tol", low=0)
    values, vectors = np.linalg.eigh(hessian)
    orthogonal = np.abs(vectors.T @ g) <= tol * np.linalg.norm(g)
    # too few eigenvectors are orthogonal to the gradient: no critical point of this dimension
    if orthogonal.sum() < normals:
        return frozenset()
    below = (values[orthogonal] < 0).sum() >= normals
    above = (values[orthogonal] > 0).sum() >= normals
    return frozenset(n for n, has in (("principal", below), ("minor", above)) if has) or frozenset(
        {"saddle"}
    )


_MOVES = {
    "constrained": constrained_move,
    "projected": projected_move,
    "printed": printed_move,
    "rk4": None,
}


def _queries(field, Q):
    """The rows of ``Q``, checked against the field."""
    n_features = check_instance(field, "field", GaussianMixtureField).means.shape[1]
    return check_array(Q, "Q", shape=(None, n_features), min_rows=1)


def _residual(values, normal):
    """``|V'g| / |g|``, and ``|V'g|`` in units of density per bandwidth."""
    pull = np.linalg.norm(within(normal, values.score), axis=1)
    full = np.linalg.norm(values.score, axis=1)
    # the mean precision is one over its square
    bandwidth = np.sqrt(values.score.shape[1] / np.trace(values.precision, axis1=1, axis2=2))
    rest = pull * bandwidth
    if normal.shape[2] == normal.shape[1]:
        return rest, rest  # modes: the ratio would be 1 everywhere
    ratio = np.divide(pull, full, out=np.zeros_like(full), where=rest > _AT_REST)
    return ratio, rest


def ridge_residual(field, Q, dim=1):
    """How far points are from the ridge: the share of the gradient that leaves it.

    Parameters
    ----------
    field : GaussianMixtureField
    Q : array_like, shape (n_queries, n_features)
    dim : int

    Returns
    -------
    ndarray, shape (n_queries,)
        ``|V'g| / |g|``, 0 on the ridge and at modes. For ``dim = 0`` the length of the gradient of
        the log-density times the bandwidth.
    """
    Q = _queries(field, Q)
    values = field.evaluate(Q)
    dim = check_count(dim, "dim", low=0, high=values.score.shape[1] - 1)
    return _residual(values, normal_space(values, dim)[1])[0]


def _alignment_gap(values):
    """``1 - |g'Hg| / (|g| |Hg|)``: zero where the gradient is an eigenvector of the Hessian."""
    image = np.einsum("qij,qj->qi", values.second, values.score)
    inner = np.abs(np.einsum("qi,qi->q", values.score, image))
    size = np.linalg.norm(values.score, axis=1) * np.linalg.norm(image, axis=1)
    return 1 - np.divide(inner, size, out=np.ones_like(size), where=size > 0)


@dataclass(frozen=True)
class RidgeResult:
    """Where the trajectories of :func:`scms` ended, and how.

    Attributes
    ----------
    points : ndarray, shape (n_queries, n_features)
    n_iter : ndarray of int, shape (n_queries,)
        Evaluations of the field; the moves are one less.
    converged : ndarray of bool, shape (n_queries,)
    residual : ndarray, shape (n_queries,)
        As in :func:`ridge_residual`.
    gammas : ndarray, shape (n_queries, n_features)
        Eigenvalues of the local inverse covariance at the end, increasing.
    is_ridge : ndarray of bool, shape (n_queries,)
        Converged to a maximum within the normal space: all its eigenvalues are positive.
    arc_length : ndarray, shape (n_queries,)
        Length of the way.
    paths : ndarray, shape (n_sweeps, n_queries, n_features), or None
        Positions after every sweep, if asked for.
    """

    points: np.ndarray
    n_iter: np.ndarray
    converged: np.ndarray
    residual: np.ndarray
    gammas: np.ndarray
    is_ridge: np.ndarray
    arc_length: np.ndarray
    paths: np.ndarray | None = None


def scms(
    field,
    Q,
    *,
    dim=1,
    step="constrained",
    stop="gradient",
    tol=1e-6,
    max_iter=500,
    normal=None,
    record=False,
    progress=False,
):
    """Move points to the ridge of dimension ``dim`` by subspace-constrained mean shift.

    Parameters
    ----------
    field : GaussianMixtureField
        The density; a :class:`GaussianKDEField` gives KDE-SCMS, a mixture GMM-SCMS.
    Q : array_like, shape (n_queries, n_features)
        Where to start.
    dim : int
        Dimension of the ridge: 0 for modes, 1 for curves, 2 for surfaces.
    step : {"constrained", "projected", "printed", "rk4"}
        The corrected step; the projected mean shift, equal to it for spherical kernels of one
        width; step 5 of Table 1 as printed (it does not converge); Runge-Kutta integration.
    stop : {"gradient", "alignment", "step"}
        Criterion compared with ``tol``: ``|V'g| / |g|``; ``1 - |g'Hg| / (|g||Hg|)`` (curves only);
        or the length of the move.
    tol : float
    max_iter : int
        Most evaluations of the field for a point.
    normal : array_like, shape (n_features, n_features - dim), optional
        Move along these fixed orthonormal axes instead of the eigenvectors.
    record : bool
        Keep the positions after every sweep.
    progress : bool
        Show a progress bar.

    Returns
    -------
    RidgeResult

    Raises
    ------
    ValueError
        If ``dim`` is not less than ``n_features`` or an option is unknown.

    Notes
    -----
    Cost of a sweep with m components: O(q m d^2 + q d^3); points that have arrived drop out.
    Source: Table 1; its step 5 lacks the point itself, and its order of eigenvectors is reversed.
    """
    x = _queries(field, Q).copy()
    record = check_flag(record, "record")
    n_queries, n = x.shape
    dim = check_count(dim, "dim", low=0, high=n - 1)
    check_in(step, "step", _MOVES)
    check_in(stop, "stop", ("gradient", "alignment", "step"))
    if stop == "alignment" and dim != 1:
        raise ValueError(f"stop='alignment' needs dim=1, got {dim}")
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    if normal is not None:
        normal = check_array(normal, "normal", shape=(n, n - dim))
        normal = np.broadcast_to(normal, (n_queries, n, n - dim))
    # points that still move; all others rest where they are
    active = np.arange(n_queries)
    n_iter = np.zeros(n_queries, dtype=int)
    converged = np.zeros(n_queries, dtype=bool)
    residual = np.zeros(n_queries)
    gammas = np.zeros((n_queries, n))
    length = np.zeros(n_queries)
    paths = [x.copy()]
    for _ in progress_bar(range(max_iter), progress, description="sweeps"):
        values = field.evaluate(x[active])
        gammas[active], V = normal_space(values, dim)
        V = V if normal is None else normal[active]
        residual[active], rest = _residual(values, V)
        n_iter[active] += 1
        if step == "rk4":
            axes = None if normal is None else V
            move = runge_kutta_move(field, x[active], values, dim, axes)
        else:
            move = _MOVES[step](x[active], values, V)
        size = np.linalg.norm(move, axis=1)
        if stop == "gradient":
            done = residual[active] <= tol
        else:
            done = (_alignment_gap(values) if stop == "alignment" else size) <= tol
        # near a critical point the gradient's direction is rounding: at rest as well
        done |= rest <= _AT_REST
        converged[active[done]] = True
        x[active[~done]] += move[~done]
        length[active[~done]] += size[~done]
        active = active[~done]
        paths.append(x.copy() if record else None)
        if not len(active):
            break
    # a ridge bends down in all normal directions: their eigenvalues are positive
    bends = gammas[:, dim:] if normal is None else _curvatures(field, x, normal)
    is_ridge = converged & (bends > 0).all(axis=1)
    paths = np.stack(paths) if record else None
    return RidgeResult(x, n_iter, converged, residual, gammas, is_ridge, length, paths)


def _curvatures(field, x, normal):
    """Eigenvalues of the local inverse covariance within fixed normal spaces."""
    local = field.evaluate(x).local_inverse_covariance
    return np.linalg.eigvalsh(np.einsum("qia,qij,qjb->qab", normal, local, normal))


def curvilinear_coordinates(field, Q, **options):
    """Arc lengths of the successive projections to dimensions n - 1, n - 2, ..., 0.

    Parameters
    ----------
    field : GaussianMixtureField
    Q : array_like, shape (n_queries, n_features)
    **options
        Handed to :func:`scms`; ``step="rk4"`` follows the curves most closely.

    Returns
    -------
    lengths : ndarray, shape (n_queries, n_features)
        Column ``k`` is the length of the way from the ridge of dimension ``k + 1`` to that of
        dimension ``k``: unsigned coordinates, most principal first. For a Gaussian with the default
        step they are the absolute principal component scores.
    modes : ndarray, shape (n_queries, n_features)
        Where each point ends: the origin of its coordinates.

    Notes
    -----
    Source: section 4.2.2; Fact 1 and the inclusions after Definition 4 make it well defined.
    """
    x = _queries(field, Q)
    lengths = np.zeros(x.shape)
    for dim in range(x.shape[1] - 1, -1, -1):
        result = scms(field, x, dim=dim, **options)
        x = result.points  # ridges are nested: the next projection starts on this one
        lengths[:, dim] = result.arc_length
    return lengths, x
