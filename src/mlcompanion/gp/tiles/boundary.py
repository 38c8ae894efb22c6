"""Points of a face, and the values that two tiles are held to there: polynomials, an average.

Park, Huang and Ding (2011), section 4, Eqs. (9), (20) and (21).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance

from .mesh import Face

__all__ = ["boundary_values", "control_points", "lagrange_basis"]


def lagrange_basis(shares, n_degrees):
    r"""Lagrange polynomials that are 1 at one of p uniformly spaced points and 0 at the others.

    Parameters
    ----------
    shares : array_like, shape (q,)
        Places on a face, from 0 at one end to 1 at the other.
    n_degrees : int
        Number p of polynomials, of degree p - 1; their points are :math:`(i-\tfrac12)/p`.

    Returns
    -------
    ndarray, shape (q, p)
        The matrix T.

    Raises
    ------
    ValueError
        If ``n_degrees`` is less than 1.

    Notes
    -----
    Cost: O(q p^2). Source: Park, Huang and Ding (2011), Eq. (9).

    Examples
    --------
    >>> abs(lagrange_basis([0.25, 0.5, 0.75], 2))
    array([[1. , 0. ],
           [0.5, 0.5],
           [0. , 1. ]])
    """
    shares = check_array(shares, "shares", ndim=1)
    p = check_count(n_degrees, "n_degrees", low=1)
    nodes = (np.arange(p) + 0.5) / p
    basis = np.ones((len(shares), p))
    for k, node in enumerate(nodes):
        for other in np.delete(nodes, k):
            basis[:, k] *= (shares - other) / (node - other)
    return basis


def boundary_values(means, energies, basis):
    r"""Values on a face that make the predictions of both sides least uncertain there.

    A side pays :math:`\delta^2/c` for a move by :math:`\delta`; so the values are the average of
    both predictions in which each has the *other* side's share :math:`c`, fitted by polynomials.

    Parameters
    ----------
    means : array_like, shape (2, q)
        Predictions of both tiles at the face's control points.
    energies : array_like, shape (2,)
        :math:`c=y^\top(K+\tau I)^{-1}y` of both tiles; not negative.
    basis : array_like, shape (q, p)
        Polynomials at the control points, q at least p.

    Returns
    -------
    ndarray, shape (q,)
        The values at the control points, Tr.

    Raises
    ------
    ValueError
        If shapes disagree, or there are more polynomials than control points.

    Notes
    -----
    Where both energies are 0 so are both predictions. Cost: O(q p^2). Source: Park, Huang and Ding
    (2011), Eqs. (20) and (21).

    Examples
    --------
    >>> boundary_values([[1.0], [4.0]], [3.0, 6.0], [[1.0]])
    array([2.])
    """
    means = check_array(means, "means", shape=(2, None))
    energies = check_array(energies, "energies", shape=(2,), low=0)
    basis = check_array(basis, "basis", shape=(means.shape[1], None))
    if basis.shape[1] > basis.shape[0]:
        raise ValueError(f"basis has more polynomials than control points: {basis.shape}")
    total = energies.sum()
    share = energies[1] / total if total else 0.5
    average = share * means[0] + (1 - share) * means[1]
    if basis.shape[0] == basis.shape[1]:
        return average  # as many polynomials as points: they meet any values
    return basis @ np.linalg.lstsq(basis, average, rcond=None)[0]


def control_points(face, n_control):
    r"""Points of a face at the middles of ``n_control`` equal parts, :math:`(i-\tfrac12)/q`.

    Ends of a face are corners of the mesh, where the faces of four tiles meet: points there would
    stand twice in a tile's list and make its system singular.

    Parameters
    ----------
    face : Face
    n_control : int
        Points q along each of the face's own axes; of a point on a line there is one.

    Returns
    -------
    ndarray, shape (q ** (d - 1), d)

    Notes
    -----
    Source: Park, Huang and Ding (2011), section 4, before Eq. (11), who ask for uniform spacing and
    leave the ends open.
    """
    check_instance(face, "face", Face)
    q = check_count(n_control, "n_control", low=1)
    shares = (np.arange(q) + 0.5) / q
    along = [
        np.array([low]) if axis == face.axis else low + shares * (high - low)
        for axis, (low, high) in enumerate(zip(face.low, face.high))
    ]
    return np.stack(np.meshgrid(*along, indexing="ij"), axis=-1).reshape(-1, len(along))
