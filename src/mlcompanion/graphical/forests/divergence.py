"""Divergence between forest distributions without a sum over all states, and the best forest.

Tan, Anandkumar and Willsky (2011), section 6, equations (12) and (19).
"""

import numpy as np
from scipy.special import rel_entr

from mlcompanion._validation import check_instance, check_real

from ..trees.spanning import maximum_spanning_tree
from .distribution import ForestDistribution
from .tables import check_table, table_information

__all__ = ["expected_gain", "forest_kl", "forest_projection", "forest_risk"]


def forest_projection(joint, tol=1e-12):
    r"""The forest distribution nearest to a law: :math:`\arg\min_QD(P\|Q)`.

    It has the law's own marginals and pairs along the heaviest tree of its mutual informations,
    without the edges whose information is zero.

    Parameters
    ----------
    joint : array_like, one axis a variable
        Probabilities of all joint states.
    tol : float
        Information, in nats, up to which an edge is dropped.

    Returns
    -------
    ForestDistribution

    Notes
    -----
    Cost: O(d²) sums over all joint states.
    Source: Tan, Anandkumar and Willsky (2011), equation (12).

    Examples
    --------
    >>> from mlcompanion.graphical.forests import binary_forest
    >>> forest_projection(binary_forest(4, [(0, 2), (2, 3)]).joint()).edges.tolist()
    [[0, 2], [2, 3]]
    """
    joint = check_table(joint, "joint", None)
    tol = check_real(tol, "tol", low=0)
    d = joint.ndim
    axes = range(d)
    pairs = {}
    weights = np.zeros((d, d))
    for i in axes:
        for j in range(i + 1, d):
            pairs[i, j] = joint.sum(axis=tuple(set(axes) - {i, j}))
            weights[i, j] = weights[j, i] = table_information(pairs[i, j])
    tree = maximum_spanning_tree(weights)
    kept = tree.edges[tree.weights > tol]
    marginals = [joint.sum(axis=tuple(set(axes) - {i})) for i in axes]
    return ForestDistribution(kept, marginals, [pairs[i, j] for i, j in kept.tolist()])


def expected_gain(P, Q):
    """What the edges of a forest law gain on average over rows of another: its share of a score.

    Parameters
    ----------
    P : ForestDistribution
        Where rows come from.
    Q : ForestDistribution
        Whose edges are asked.

    Returns
    -------
    float
        Sum over the edges of Q of the mean of log Q_ij / (Q_i Q_j), in nats; minus infinity if
        something that P allows has probability zero.

    Examples
    --------
    >>> from mlcompanion.graphical.forests import binary_forest
    >>> P = binary_forest(3, [(0, 1)])
    >>> round(expected_gain(P, P), 4)
    0.0823
    """
    P = check_instance(P, "P", ForestDistribution)
    Q = check_instance(Q, "Q", ForestDistribution)
    _same_states(P, Q)
    total = 0.0
    for (i, j), table in zip(Q.edges, Q.tables):
        true = P.pair_table(i, j)  # the channels along the true path
        met = true > 0  # 0 log anything is 0
        ratio = table[met] / np.outer(Q.marginals[i], Q.marginals[j])[met]
        with np.errstate(divide="ignore"):
            total += (true[met] * np.log(ratio)).sum()
    return float(total)


def _same_states(P, Q):
    if not np.array_equal(P.n_states, Q.n_states):
        raise ValueError(f"Q must have the states of P, {P.n_states.tolist()}")


def forest_kl(P, Q):
    r"""Divergence :math:`D(P\|Q)` in nats between two forest distributions, exactly.

    .. math:: \sum_iD(P_i\|Q_i)+\sum_{E_P}I(P_{ij})
        -\sum_{E_Q}\sum_{x,y}P_{ij}(x,y)\log\frac{Q_{ij}(x,y)}{Q_i(x)Q_j(y)}

    Parameters
    ----------
    P, Q : ForestDistribution
        With the same states.

    Returns
    -------
    float
        Infinite if something that P allows has probability zero under Q.

    Notes
    -----
    Cost: O(k l r³) for k edges of Q whose ends are l edges of P apart; a sum over all joint states
    would cost r^d.

    Examples
    --------
    >>> from mlcompanion.graphical.forests import binary_forest
    >>> P = binary_forest(3, [(0, 1)])
    >>> round(forest_kl(P, binary_forest(3, [])), 4)
    0.0823
    """
    P = check_instance(P, "P", ForestDistribution)
    Q = check_instance(Q, "Q", ForestDistribution)
    _same_states(P, Q)
    # infinite if Q excludes a state that P has: no finite gain can mend that
    own = sum(rel_entr(p, q).sum() for p, q in zip(P.marginals, Q.marginals))
    if not np.isfinite(own):
        return np.inf
    gain = P.informations().sum()
    return float(max(own + gain - expected_gain(P, Q), 0.0))


def forest_risk(P, Q):
    r"""What a learned forest loses beside the best one: :math:`D(P\|Q)-D(P\|\tilde P)`, in nats.

    Here :math:`\tilde P` is the projection of P onto forests, P itself if it is one.

    Parameters
    ----------
    P : ForestDistribution, or array_like with one axis a variable
    Q : ForestDistribution

    Returns
    -------
    float

    Notes
    -----
    By the Pythagorean relation (83) this is a divergence from the projection only where Q has the
    projection's edges. Source: Tan, Anandkumar and Willsky (2011), equation (19).

    Examples
    --------
    >>> from mlcompanion.graphical.forests import binary_forest
    >>> P = binary_forest(3, [(0, 1)])
    >>> round(forest_risk(P.joint(), binary_forest(3, [])), 4)
    0.0823
    """
    Q = check_instance(Q, "Q", ForestDistribution)
    if isinstance(P, ForestDistribution):
        return forest_kl(P, Q)
    joint = check_table(P, "P", None)
    nearest = forest_projection(joint)
    _same_states(nearest, Q)
    return float(rel_entr(joint, Q.joint()).sum() - rel_entr(joint, nearest.joint()).sum())
