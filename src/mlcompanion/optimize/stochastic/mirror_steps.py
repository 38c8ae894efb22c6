"""One step of mirror descent, in the geometry of a mirror map.

Shalev-Shwartz (2007), Figure 4.1.
"""

from scipy.special import logsumexp

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.convex.mirror_maps import ENTROPY, MirrorMap

__all__ = ["mirror_step"]


def mirror_step(geometry, dual, subgradient, eta):
    """One round of Figure 4.1, from ``grad f(w_t)`` to ``w_{t+1}`` and ``grad f(w_{t+1})``.

    Parameters
    ----------
    geometry : MirrorMap
        ``f``; its link is the gradient of the conjugate, projection included.
    dual, subgradient : ndarray, shape (n,)
        ``grad f(w_t)`` and a subgradient of ``g_t`` at ``w_t``.
    eta : float

    Returns
    -------
    w, dual : ndarray, shape (n,)

    Notes
    -----
    O(n). On the simplex the new dual vector comes from logarithms, so that a weight that underflows
    to 0 can return.
    """
    check_instance(geometry, "geometry", MirrorMap)
    dual = check_array(dual, "dual", ndim=1, min_rows=1)
    subgradient = check_array(subgradient, "subgradient", shape=dual.shape)
    return unchecked_step(geometry, dual, subgradient, check_real(eta, "eta", low=0))


def unchecked_step(geometry, dual, subgradient, eta):
    """What :func:`mirror_step` does, for arrays that are known to be right."""
    theta = dual - eta * subgradient
    w = geometry.link(theta)
    if geometry.code == ENTROPY:
        return w, 1 + theta - logsumexp(theta)  # grad f = 1 + log w
    return w, geometry.gradient(w)
