r"""Tests of strong convexity and of the smoothness of the conjugate that it implies.

Shalev-Shwartz (2007), Section A.4. Each function turns one inequality into a number per sample, a
ratio or a slack, so that a search can try to break it. A function is strongly convex with respect
to a *norm*; with modulus one, all the ratios of the first kind are at least 1 and all those of the
second kind at most 1.
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance

__all__ = [
    "definition_slack",
    "hessian_ratio",
    "link_lipschitz_ratio",
    "obtuse_angle",
    "smoothness_ratio",
    "strong_convexity_modulus",
    "strong_convexity_ratio",
]


def _pairs(a, b, names):
    a = check_array(a, names[0], ndim=2, min_rows=1)
    return a, check_array(b, names[1], shape=a.shape)


def _functions(**functions):
    for name, function in functions.items():
        check_instance(function, name, callable)


def _rows(function, points):
    return np.array([function(point) for point in points], dtype=float)


def definition_slack(value, norm, u, v, alpha):
    r"""Definition 4: right-hand side minus left-hand side of (A.6), for every pair of points.

    :math:`\alpha f(v)+(1-\alpha)f(u)-\frac12\alpha(1-\alpha)\|v-u\|^2-f(\alpha v+(1-\alpha)u)`.

    Parameters
    ----------
    value, norm : callable
        The function and the norm, of one vector of shape (d,).
    u, v : array_like of shape (m, d)
    alpha : array_like of shape (m,)
        In [0, 1].

    Returns
    -------
    ndarray of shape (m,)
        Non-negative for a strongly convex function.
    """
    _functions(value=value, norm=norm)
    u, v = _pairs(u, v, "uv")
    alpha = check_array(alpha, "alpha", shape=(len(u),), low=0, high=1)
    between = _rows(value, alpha[:, None] * v + (1 - alpha)[:, None] * u)
    chord = alpha * _rows(value, v) + (1 - alpha) * _rows(value, u)
    return chord - alpha * (1 - alpha) / 2 * _rows(norm, v - u) ** 2 - between


def strong_convexity_ratio(gradient, norm, u, v):
    r"""Lemma 14: :math:`\langle\nabla f(u)-\nabla f(v),u-v\rangle\,/\,\|u-v\|^2` of every pair.

    Parameters
    ----------
    gradient, norm : callable
        Of one vector of shape (d,).
    u, v : array_like of shape (m, d)
        Pairs of different points.

    Returns
    -------
    ndarray of shape (m,)
        At least 1 for every pair exactly if ``f`` is strongly convex, (A.8).

    Raises
    ------
    ValueError
        If a pair holds the same point twice.
    """
    _functions(gradient=gradient, norm=norm)
    u, v = _pairs(u, v, "uv")
    length = _rows(norm, u - v)
    if (length == 0).any():
        raise ValueError("u and v must differ in every row")
    rise = _rows(gradient, u) - _rows(gradient, v)
    return (rise * (u - v)).sum(axis=1) / length**2


def strong_convexity_modulus(gradient, norm, u, v):
    """The least ratio of :func:`strong_convexity_ratio`: an upper bound on the true modulus."""
    return float(strong_convexity_ratio(gradient, norm, u, v).min())


def hessian_ratio(hessian, norm, w, x):
    r"""Lemma 14, second part: :math:`\langle\nabla^2f(w)x,x\rangle\,/\,\|x\|^2`.

    Parameters
    ----------
    hessian : callable
        ``hessian(w) -> (d, d)``.
    norm : callable
    w, x : array_like of shape (m, d)
        Points and directions; no direction is zero.

    Returns
    -------
    ndarray of shape (m,)
        If it is at least 1 everywhere, ``f`` is strongly convex, (A.9).
    """
    _functions(hessian=hessian, norm=norm)
    w, x = _pairs(w, x, "wx")
    length = _rows(norm, x)
    if (length == 0).any():
        raise ValueError("x must not hold a zero direction")
    curvature = np.array([d @ hessian(p) @ d for p, d in zip(w, x)])
    return curvature / length**2


def link_lipschitz_ratio(link, norm, dual_norm, theta1, theta2):
    r"""Lemma 15.3: :math:`\|\nabla f^\star(\theta_1)-\nabla f^\star(\theta_2)\|\,/\,
    \|\theta_1-\theta_2\|_\star`.

    Parameters
    ----------
    link : callable
        Gradient of the conjugate, of one vector of shape (d,).
    norm, dual_norm : callable
    theta1, theta2 : array_like of shape (m, d)
        Pairs of different vectors.

    Returns
    -------
    ndarray of shape (m,)
        At most 1 if ``f`` is strongly convex.
    """
    _functions(link=link, norm=norm, dual_norm=dual_norm)
    theta1, theta2 = _pairs(theta1, theta2, ("theta1", "theta2"))
    length = _rows(dual_norm, theta1 - theta2)
    if (length == 0).any():
        raise ValueError("theta1 and theta2 must differ in every row")
    return _rows(norm, _rows(link, theta1) - _rows(link, theta2)) / length


def smoothness_ratio(conjugate, link, dual_norm, theta, lam):
    r"""Lemma 15.4: second-order remainder of the conjugate over :math:`\frac12\|\lambda\|_\star^2`.

    :math:`\bigl(f^\star(\theta+\lambda)-f^\star(\theta)-\langle\nabla f^\star(\theta),\lambda
    \rangle\bigr)\,/\,\frac12\|\lambda\|_\star^2`.

    Parameters
    ----------
    conjugate, link, dual_norm : callable
        Of one vector of shape (d,).
    theta, lam : array_like of shape (m, d)
        Points and steps; no step is zero.

    Returns
    -------
    ndarray of shape (m,)
        Non-negative since the conjugate is convex, and at most 1 if ``f`` is strongly convex.
    """
    _functions(conjugate=conjugate, link=link, dual_norm=dual_norm)
    theta, lam = _pairs(theta, lam, ("theta", "lam"))
    length = _rows(dual_norm, lam)
    if (length == 0).any():
        raise ValueError("lam must not hold a zero step")
    slope = (_rows(link, theta) * lam).sum(axis=1)
    remainder = _rows(conjugate, theta + lam) - _rows(conjugate, theta) - slope
    return remainder / (length**2 / 2)


def obtuse_angle(link, gradient, theta, u):
    r"""Lemma 15.5: :math:`\langle u-\nabla f^\star(\theta),\theta-\nabla f(\nabla f^\star(\theta))
    \rangle`.

    For half the squared Euclidean norm on a convex set the link is the projection, and the lemma
    says that ``theta - projection`` makes an obtuse angle with every direction into the set.

    Parameters
    ----------
    link, gradient : callable
        Gradients of the conjugate and of ``f``, of one vector of shape (d,).
    theta, u : array_like of shape (m, d)
        Dual vectors, and points of the set.

    Returns
    -------
    ndarray of shape (m,)
        Never positive.
    """
    _functions(link=link, gradient=gradient)
    theta, u = _pairs(theta, u, ("theta", "u"))
    w = _rows(link, theta)
    return ((u - w) * (theta - _rows(gradient, w))).sum(axis=1)
