"""One step of subspace-constrained mean shift: as corrected, as meant, as printed, as integrated.

Ozertem and Erdogmus (2011), Table 1 and footnote 5. Every move takes the points ``x`` and the
values of the density there, and returns what to add to ``x``. The functions trust their arguments;
:func:`mlcompanion.manifold.scms` checks them.
"""

import numpy as np

__all__ = [
    "along",
    "constrained_move",
    "normal_space",
    "printed_move",
    "projected_move",
    "runge_kutta_move",
    "within",
]


def normal_space(values, dim):
    """Eigenvalues of the local inverse covariance and the eigenvectors to move along.

    Parameters
    ----------
    values : FieldValues
    dim : int

    Returns
    -------
    gammas : ndarray, shape (n_queries, n_features)
        Increasing: the first ``dim`` belong to the ridge.
    normal : ndarray, shape (n_queries, n_features, n_features - dim)
        Eigenvectors of the *largest* eigenvalues.
    """
    # ascending: the last directions are those in which the density falls fastest
    gammas, vectors = np.linalg.eigh(values.local_inverse_covariance)
    return gammas, vectors[:, :, dim:]


def along(normal, coordinates):
    """Vectors with the given coordinates in the normal spaces, shape (n_queries, n_features)."""
    return np.einsum("qij,qj->qi", normal, coordinates)


def within(normal, vector):
    """Coordinates of vectors in the normal spaces, shape (n_queries, n_features - dim)."""
    return np.einsum("qij,qi->qj", normal, vector)


def constrained_move(x, values, normal):
    """``V (V'AV)^-1 V' grad log p``: the best move within ``V`` for the lower bound on log p."""
    inside = np.einsum("qia,qij,qjb->qab", normal, values.precision, normal)
    pull = within(normal, values.score)
    return along(normal, np.linalg.solve(inside, pull[:, :, None])[:, :, 0])


def projected_move(x, values, normal):
    """``V V' (m(x) - x)``: the mean shift, projected afterwards."""
    return along(normal, within(normal, values.shift))


def printed_move(x, values, normal):
    """``V V' m(x) - x``: step 5 of Table 1 exactly as printed."""
    return along(normal, within(normal, x + values.shift)) - x


def runge_kutta_move(field, x, values, dim, normal=None, *, time=0.5):
    """Follow ``dx/dt = V V' grad log p`` for a time of ``time / mean(A)``, order 4."""
    unit = np.trace(values.precision, axis1=1, axis2=2) / x.shape[1]
    step = (time / unit)[:, None]  # 1 / unit is a bandwidth squared, the time's own unit

    def velocity(y):
        at = field.evaluate(y)
        V = normal_space(at, dim)[1] if normal is None else normal
        return along(V, within(V, at.score))

    k1 = velocity(x)
    k2 = velocity(x + step / 2 * k1)
    k3 = velocity(x + step / 2 * k2)
    k4 = velocity(x + step * k3)
    return step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
