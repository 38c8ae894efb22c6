r"""Are the proximal formulas of Chen (2013), section 2.5, right? A general solver judges them.

The reference is a barrier method on the dual of the proximal problem, run for many points at once;
it uses no formula for a prox or a projection.
"""

from itertools import pairwise, permutations

import numpy as np

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.prox import GroupNorm, compose_group_proxes, soft_threshold

__all__ = ["general_prox", "prox_errors"]

TREE = [range(0, 2), range(2, 4), range(4, 8), range(0, 4), range(4, 12), range(12)]
OVERLAPPING = [range(0, 5), range(3, 8), range(6, 12)]


def general_prox(V, groups, radii, norm="l2"):
    r"""Minimise :math:`\frac12\|x-v\|^2+\sum_g t_g\|x_g\|_q` for many v by a barrier method.

    The dual problem, :math:`\min\frac12\|v-\sum_g\xi^g\|^2` with :math:`\xi^g` in the dual ball of
    radius :math:`t_g`, is followed along its central path by Newton steps. Groups may overlap in
    any way; no formula for a prox or a projection is used.

    Parameters
    ----------
    V : array_like of shape (n_points, n_features)
    groups : sequence of sequences of int
    radii : array_like of shape (n_points, n_groups)
        :math:`t_g`, positive, for each point.
    norm : {"l2", "linf"}

    Returns
    -------
    ndarray of shape (n_points, n_features)
    """
    V = check_array(V, "V", ndim=2, min_rows=1)
    radii = check_array(radii, "radii", shape=(len(V), len(groups)))
    check_in(norm, "norm", ("l2", "linf"))
    places = np.concatenate([np.asarray(g) for g in groups])
    M = (np.arange(V.shape[1])[:, None] == places).astype(float)  # sum of the blocks
    ends = np.cumsum([0] + [len(g) for g in groups])
    slices = [slice(a, b) for a, b in pairwise(ends)]
    # facets of a dual ball: its sign vectors for l1, the ball itself for l2
    corners = [
        np.stack(np.meshgrid(*[[-1.0, 1.0]] * len(g)), -1).reshape(-1, len(g))
        if norm == "linf"
        else None
        for g in groups
    ]

    def slopes(xi, weight):
        """Gradient and Hessian of weight times the dual objective plus the barrier."""
        gradient = weight * (xi @ M.T - V) @ M
        hessian = np.repeat(weight * (M.T @ M)[None], len(V), axis=0)
        for g, (part, sides) in enumerate(zip(slices, corners)):
            block = xi[:, part]
            t = radii[:, g, None]
            if norm == "l2":
                room = t**2 - np.sum(block**2, axis=1, keepdims=True)
                slope = 2 * block / room
                hessian[:, part, part] += slope[:, :, None] * slope[:, None]
                hessian[:, part, part] += 2 * np.eye(block.shape[1]) / room[:, :, None]
            else:
                room = t - block @ sides.T
                slope = (1 / room) @ sides
                hessian[:, part, part] += np.einsum("ka,nk,kb->nab", sides, room**-2, sides)
            gradient[:, part] += slope
        return gradient, hessian

    xi = np.zeros((len(V), len(places)))
    weight = 1.0
    while weight < 1e12:
        for _ in range(50):
            gradient, hessian = slopes(xi, weight)
            move = -np.linalg.solve(hessian, gradient[..., None])[..., 0]
            fall = -np.sum(gradient * move, axis=1)
            if fall.max() < 1e-3:
                break
            length = 1 / (1 + np.sqrt(np.maximum(fall, 0)))  # stays inside: self-concordance
            xi = xi + np.where(fall < 0.0625, 1.0, length)[:, None] * move
        weight *= 10
    return V - xi @ M.T


def prox_errors(n_draws=200, seed=0):
    """Largest errors of proximal formulas on 12 coordinates, relative to the largest entry.

    Returns
    -------
    dict
        ``err_soft``, ``err_group2``, ``err_groupinf`` (groups of four), ``err_tree`` (children
        before parents) and ``err_overlap``, the least over all orders of three overlapping groups.
    """
    rng = check_rng(seed)
    V = 2 * rng.normal(size=(n_draws, 12))
    labels = np.repeat(np.arange(3), 4)
    fours = [range(0, 4), range(4, 8), range(8, 12)]

    def worst(results, groups, radii, norm="l2"):
        exact = general_prox(V, groups, radii, norm)
        apart = np.abs(np.array(results) - exact).max(axis=1)
        return float((apart / np.abs(V).max(axis=1)).max())

    def composed(groups, radii):
        groups = [np.asarray(g) for g in groups]
        return [compose_group_proxes(v, groups, t) for v, t in zip(V, radii)]

    def draw(n_groups):
        return rng.uniform(0.2, 2.0, size=(len(V), n_groups))

    each = draw(12)
    three = draw(3)
    six = draw(6) / 2
    over = draw(3)
    norms = {
        q: [GroupNorm(labels, 1.0, t, norm=q).prox(v) for v, t in zip(V, three)]
        for q in ("l2", "linf")
    }
    orders = [list(order) for order in permutations(range(3))]
    return {
        "err_soft": worst(soft_threshold(V, each), [[j] for j in range(12)], each),
        "err_group2": worst(norms["l2"], fours, three),
        "err_groupinf": worst(norms["linf"], fours, three, "linf"),
        "err_tree": worst(composed(TREE, six), TREE, six),
        "err_overlap": min(
            worst(composed([OVERLAPPING[g] for g in o], over[:, o]), OVERLAPPING, over)
            for o in orders
        ),
    }
