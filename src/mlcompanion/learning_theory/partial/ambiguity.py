r"""What candidate labels can teach: ambiguity, bounds on the error, certificates, the minimiser.

Cour, Sapp and Taskar (2011), sections 3 to 5. A bag is the set of an example's candidates; its
extra labels are the bag without the true one.
"""

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_in, check_real

__all__ = [
    "ambiguity_degree",
    "certified_labels",
    "clpl_population_minimizer",
    "co_occurrence",
    "partial_label_bound",
    "partial_zero_one",
]


def _bags(value, name="candidates", shape=(None, None)):
    return check_array(value, name, shape=shape, min_rows=1, among=(0, 1)).astype(bool)


def partial_zero_one(predicted, candidates):
    """Whether the predicted label lies outside the bag, shape (n,).

    Parameters
    ----------
    predicted : array_like of int, shape (n,)
        Labels as columns.
    candidates : array_like of bool, shape (n, L)

    Returns
    -------
    ndarray of bool, shape (n,)

    Notes
    -----
    Its mean, the error that can be observed, lies between (1 - epsilon) times the true error and
    the true error. Source: Cour, Sapp and Taskar (2011), section 3.

    Examples
    --------
    >>> partial_zero_one([0, 2], [[1, 1, 0], [1, 1, 0]]).tolist()
    [False, True]
    """
    bags = _bags(candidates)
    predicted = check_array(
        predicted, "predicted", shape=(len(bags),), dtype=int, low=0, high=bags.shape[1] - 1
    )
    return ~bags[np.arange(len(bags)), predicted]


def co_occurrence(candidates, y):
    """How often each label is an extra one beside each true one.

    Parameters
    ----------
    candidates : array_like of bool, shape (n, L)
    y : array_like of int, shape (n,)
        True labels as columns.

    Returns
    -------
    ndarray, shape (L, L)
        Row a: frequency of each z among the extra labels of examples of a; 0 for a label without
        examples.

    Examples
    --------
    >>> co_occurrence([[1, 1, 0], [1, 1, 0], [1, 1, 1]], [0, 0, 1]).tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    bags = _bags(candidates)
    y = check_array(y, "y", shape=(len(bags),), dtype=int, low=0, high=bags.shape[1] - 1)
    extra = bags.astype(float)
    extra[np.arange(len(y)), y] = 0.0
    truth = np.eye(bags.shape[1])[y]
    return truth.T @ extra / np.maximum(truth.sum(axis=0), 1)[:, None]


def ambiguity_degree(candidates, y):
    """The largest frequency with which one wrong label accompanies one true label.

    Parameters
    ----------
    candidates : array_like of bool, shape (n, L)
    y : array_like of int, shape (n,)
        True labels as columns.

    Returns
    -------
    float
        Row maxima of :func:`co_occurrence` are the degrees label by label.

    Notes
    -----
    It estimates epsilon of Cour, Sapp and Taskar (2011), Eq. 1, if the extra labels depend on the
    true one alone.

    Examples
    --------
    >>> ambiguity_degree([[1, 1, 0], [1, 0, 1], [1, 1, 0], [1, 1, 0]], [0, 0, 0, 0])
    0.75
    """
    return float(co_occurrence(candidates, y).max())


def partial_label_bound(
    loss, epsilon, n_samples, n_labels, *, size=1.0, radius=1.0, gamma=1.0, power=2, eta=0.05, c=1.0
):
    r"""Bound on the true error of linear scores from bags alone (Propositions 7 and 8).

    .. math:: \frac1{1-\varepsilon}\Big(\hat L+\frac{4pBL^{5/2}}{c\gamma}\sqrt{\frac{s^2}m}
        +L\sqrt{\frac{8\log(2/\eta)}m}\Big)

    Parameters
    ----------
    loss : float
        Mean truncated loss on the training bags.
    epsilon : float
        Ambiguity degree, below 1.
    n_samples, n_labels : int or float
        m and L.
    size : float
        Root of the mean squared norm s of the features.
    radius : float
        Bound B on the norms of the weights.
    gamma : float
        Margin.
    power : float
        1 for the hinge, 2 for its square.
    eta : float
        Probability with which the bound may fail.
    c : float
        The absolute constant that the source does not tell; 1 is a guess.

    Returns
    -------
    float

    Examples
    --------
    >>> round(partial_label_bound(0.1, 0.5, 10**8, 10), 2)
    0.72
    """
    loss = check_real(loss, "loss", low=0)
    epsilon = check_real(epsilon, "epsilon", low=0, high=1, open_high=True)
    m = check_real(n_samples, "n_samples", low=1)
    L = check_real(n_labels, "n_labels", low=2)
    size = check_real(size, "size", low=0)
    radius = check_real(radius, "radius", low=0)
    gamma = check_real(gamma, "gamma", low=0, open_low=True)
    power = check_real(power, "power", low=1)
    eta = check_real(eta, "eta", low=0, high=1, open_low=True, open_high=True)
    c = check_real(c, "c", low=0, open_low=True)
    spread = 4 * power * radius * L**2.5 / (c * gamma) * size / np.sqrt(m)
    return float((loss + spread + L * np.sqrt(8 * np.log(2 / eta) / m)) / (1 - epsilon))


def certified_labels(features, scores, losses, candidates, y, eta, limit, *, rule="corollary"):
    r"""Which training examples are surely labelled right, by their neighbours' bags.

    Parameters
    ----------
    features : array_like, shape (n, d)
    scores : array_like, shape (n, L)
        Of linear scorers whose weights have norm 1 at most.
    losses : array_like, shape (n,)
        Mean loss of each example.
    candidates : array_like of bool, shape (n, L)
    y : array_like of int, shape (n,)
        True labels as columns: neighbours must share them.
    eta : float
        Radius, positive: neighbours are nearer than that.
    limit : float
        psi(eta / 2); it certifies only if psi is still falling at eta / 2.
    rule : {"corollary", "lemma"}
        Lemma 9: the loss is at most ``limit``, and every extra label has a neighbour whose score
        for it is at most -eta / 2. Corollary 10: losses of the example and of some neighbours are
        at most ``limit``, and no extra label is common to all of them.

    Returns
    -------
    ndarray of bool, shape (n,)

    Notes
    -----
    Cost O(n^2 (d + L)), memory O(n (n + L)). Source: Cour, Sapp and Taskar (2011), section 5.1.

    Examples
    --------
    >>> G = [[1.0, -1.0, -1.0], [1.0, -1.0, -1.0]]
    >>> certified_labels([[0.0], [0.1]], G, [0.0, 0.0], [[1, 1, 0], [1, 0, 1]], [0, 0], 0.5,
    ...                  0.5625).tolist()
    [True, True]
    """
    features = check_array(features, "features", ndim=2, min_rows=1)
    n = len(features)
    scores = check_array(scores, "scores", shape=(n, None))
    losses = check_array(losses, "losses", shape=(n,), low=0)
    extra = _bags(candidates, shape=scores.shape)
    y = check_array(y, "y", shape=(n,), dtype=int, low=0, high=scores.shape[1] - 1)
    eta = check_real(eta, "eta", low=0, open_low=True)
    limit = check_real(limit, "limit", low=0)
    near = (cdist(features, features) < eta) & (y[:, None] == y)
    np.fill_diagonal(near, False)
    extra[np.arange(n), y] = False
    small = losses <= limit
    if check_in(rule, "rule", ("corollary", "lemma")) == "lemma":
        refuted = near.astype(float) @ (scores <= -eta / 2) > 0
    else:
        refuted = (near & small).astype(float) @ ~extra > 0
    return small & ~(extra & ~refuted).any(axis=1)


def clpl_population_minimizer(P):
    r"""Scores that minimise the expected mean loss when all bags are pairs, squared hinge.

    .. math:: g=\big(\tfrac12P+\operatorname{diag}(2-\tfrac32P_a)\big)^{-1}(3P_a-2),\qquad
        P_a=\sum_bP_{ab}

    Parameters
    ----------
    P : array_like, shape (L, L)
        Symmetric, diagonal 0: entry (a, b) is the probability of the bag {a, b}.

    Returns
    -------
    ndarray, shape (L,)

    Raises
    ------
    ValueError
        If ``P`` is not symmetric, has a diagonal, or its pairs do not sum to 1.

    Notes
    -----
    Valid where all hinges are active: no score below -1 and no mean of a possible pair above 1.
    Source: Cour, Sapp and Taskar (2011), section 4.2, which feeds it half of every probability.

    Examples
    --------
    >>> clpl_population_minimizer([[0, 0.5, 0.5], [0.5, 0, 0], [0.5, 0, 0]]).round(2).tolist()
    [3.0, -1.0, -1.0]
    """
    P = check_array(P, "P", ndim=2, min_rows=2, low=0)
    if P.shape[0] != P.shape[1] or not np.allclose(P, P.T) or np.diag(P).any():
        raise ValueError(f"P must be symmetric with diagonal 0, got shape {P.shape}")
    if abs(P.sum() - 2) > 1e-8:
        raise ValueError(f"P must hold each pair twice and sum to 2, got {P.sum():.9g}")
    often = P.sum(axis=1)
    return np.linalg.solve(0.5 * P + np.diag(2 - 1.5 * often), 3 * often - 2)
