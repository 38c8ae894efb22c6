"""Binary matrices with infinitely many columns: the Indian buffet process and its constructions.

Implements Griffiths and Ghahramani (JMLR 12, 2011), sections 4 and 7: the finite beta-Bernoulli
model (Eq. 9-11), left-ordered forms (section 4.2), the buffet (section 4.4), the distribution over
histories (section 4.5), the two-parameter process (section 7.1), stick breaking (section 7.2) and
the beta process (section 7.3).
"""

from collections import Counter

import numpy as np
from scipy.special import betaln, gammaln

from mlcompanion._validation import check_array, check_count, check_flag, check_real, check_rng

__all__ = [
    "expected_dishes",
    "history_counts",
    "left_ordered_form",
    "log_prob_finite_beta_bernoulli",
    "log_prob_ibp",
    "sample_beta_process",
    "sample_exchangeable_ibp",
    "sample_finite_beta_bernoulli",
    "sample_ibp",
    "sample_ibp_histories",
    "sample_ibp_stick_breaking",
    "stick_breaking_weights",
]

_MOST_HISTORIES = 15  # 2^15 - 1 Poisson variables


def check_binary(Z, name="Z", *, min_rows=1):
    """Return ``Z`` as a boolean matrix, or raise a ``ValueError`` if it holds anything but 0, 1."""
    if isinstance(Z, np.ndarray) and Z.dtype == bool and Z.ndim == 2 and len(Z) >= min_rows:
        return Z.copy()
    return check_array(Z, name, ndim=2, min_rows=min_rows, among=(0, 1)).astype(bool)


def _check(n, alpha, beta=1.0):
    return (
        check_count(n, "n", low=1),
        check_real(alpha, "alpha", low=0, open_low=True),
        check_real(beta, "beta", low=0, open_low=True),
    )


def expected_dishes(n, alpha, beta=1.0):
    """Mean (and variance) of the number of dishes that ``n`` customers taste.

    alpha * sum of beta / (beta + i - 1): for beta = 1, alpha times the harmonic number H_n
    (sections 4.6 and 7.1).
    """
    n, alpha, beta = _check(n, alpha, beta)
    return float(alpha * np.sum(beta / (beta + np.arange(n))))


def sample_ibp(n, alpha, beta=1.0, *, random_state=None):
    """Draw a matrix from the buffet: rows are customers, columns dishes in order of arrival.

    Customer i takes a dish that m_k others took with probability m_k / (beta + i - 1), then
    Poisson(alpha beta / (beta + i - 1)) new ones.

    Parameters
    ----------
    n : int
        Number of customers, at least 1.
    alpha : float
        Mean number of dishes a customer takes, positive.
    beta : float
        Concentration: a large one spreads the same ones over more columns; 1 is the IBP.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, K)
        No column is empty.

    Raises
    ------
    ValueError
        On a count below 1 or a parameter that is not positive.

    Notes
    -----
    Cost O(n K). Source: sections 4.4 and 7.1.
    """
    n, alpha, beta = _check(n, alpha, beta)
    rng = check_rng(random_state)
    new = rng.poisson(alpha * beta / (beta + np.arange(n)))
    Z = np.zeros((n, new.sum()), dtype=bool)
    known = 0
    for i in range(n):
        popularity = Z[:i, :known].sum(axis=0)
        Z[i, :known] = rng.random(known) < popularity / (beta + i)
        Z[i, known : known + new[i]] = True
        known += new[i]
    return Z


def sample_exchangeable_ibp(n, alpha, *, random_state=None):
    """Draw a left-ordered matrix: of each group of alike dishes a customer takes the leftmost.

    A group is the set of dishes with one history; of its K_h dishes customer i takes the first
    Binomial(K_h, m_h / i). The law is that of the left-ordered form of :func:`sample_ibp`, and
    customers are exchangeable (section 4.4).

    Parameters
    ----------
    n : int
    alpha : float
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, K)
    """
    n, alpha, _ = _check(n, alpha)
    rng = check_rng(random_state)
    groups = []  # (history so far, number of dishes), in left-to-right order
    for i in range(n):
        divided = []
        for history, size in groups:
            taken = rng.binomial(size, sum(history) / (i + 1))
            divided += [((*history, 1), taken), ((*history, 0), size - taken)]
        divided.append(((0,) * i + (1,), rng.poisson(alpha / (i + 1))))
        groups = [(history, size) for history, size in divided if size]
    columns = [history for history, size in groups for _ in range(size)]
    return np.array(columns, dtype=bool).reshape(len(columns), n).T


def sample_ibp_histories(n, alpha, *, random_state=None):
    """Draw a left-ordered matrix from its independent Poisson histories (section 4.5).

    K_h ~ Poisson(alpha (m_h - 1)! (n - m_h)! / n!) for each of the 2^n - 1 histories.

    Parameters
    ----------
    n : int
        At most 15.
    alpha : float
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, K)
    """
    check_count(n, "n", low=1, high=_MOST_HISTORIES)
    n, alpha, _ = _check(n, alpha)
    rng = check_rng(random_state)
    codes = np.arange(2**n - 1, 0, -1)  # the largest history stands leftmost
    histories = (codes[:, None] >> np.arange(n - 1, -1, -1)) & 1
    m = histories.sum(axis=1)
    counts = rng.poisson(alpha * np.exp(betaln(m, n - m + 1)))
    return np.repeat(histories, counts, axis=0).T.astype(bool)


def sample_finite_beta_bernoulli(n, n_features, alpha, beta=1.0, *, random_state=None):
    """Draw from the finite model: pi_k ~ Beta(alpha beta / K, beta), then coins (Eq. 9-10).

    Parameters
    ----------
    n, n_features : int
        Rows and columns.
    alpha, beta : float
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, n_features)
        Empty columns are kept.
    """
    n, alpha, beta = _check(n, alpha, beta)
    rng = check_rng(random_state)
    n_features = check_count(n_features, "n_features", low=1)
    weights = rng.beta(alpha * beta / n_features, beta, n_features)
    return rng.random((n, n_features)) < weights


def stick_breaking_weights(alpha, n_sticks, *, random_state=None):
    """The largest feature probabilities, decreasing: products of Beta(alpha, 1) (section 7.2)."""
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    n_sticks = check_count(n_sticks, "n_sticks", low=1)
    return np.cumprod(check_rng(random_state).beta(alpha, 1.0, n_sticks))


def sample_ibp_stick_breaking(n, alpha, n_sticks=200, *, random_state=None):
    """Draw coins with the stick-breaking weights; columns that stay empty are dropped.

    Truncating at ``n_sticks`` misses n alpha (alpha / (1 + alpha))^n_sticks ones on average.
    """
    n, alpha, _ = _check(n, alpha)
    rng = check_rng(random_state)
    weights = stick_breaking_weights(alpha, n_sticks, random_state=rng)
    Z = rng.random((n, n_sticks)) < weights
    return Z[:, Z.any(axis=0)]


def sample_beta_process(alpha, beta, epsilon, *, random_state=None):
    """Atoms above ``epsilon`` of the beta process (section 7.3), in no order.

    They form a Poisson process with intensity alpha beta pi^-1 (1 - pi)^(beta - 1).

    Parameters
    ----------
    alpha, beta : float
    epsilon : float
        Between 0 and 1.
    random_state : int, Generator or None

    Returns
    -------
    ndarray
        Independent coins with these probabilities give the rows of the matrix.

    Notes
    -----
    Drawn by thinning: for beta >= 1 from the intensity 1/pi; for beta < 1 the singular factor at
    1 is drawn by its own inverse distribution function on the upper half.
    """
    _, alpha, beta = _check(1, alpha, beta)
    rng = check_rng(random_state)
    epsilon = check_real(epsilon, "epsilon", low=0, high=1, open_low=True, open_high=True)
    middle = max(0.5, epsilon)
    # Below the middle: propose from 1/pi, accept with (1 - pi)^(beta - 1) over its largest value.
    peak = max((1 - epsilon) ** (beta - 1), (1 - middle) ** (beta - 1))
    proposed = rng.poisson(alpha * beta * peak * np.log(middle / epsilon))
    low = epsilon * (middle / epsilon) ** rng.random(proposed)
    low = low[rng.random(proposed) * peak < (1 - low) ** (beta - 1)]
    # Above: propose from (1 - pi)^(beta - 1), accept with 1/pi over 1/middle.
    proposed = rng.poisson(alpha * (1 - middle) ** beta / middle)
    high = 1 - (1 - middle) * rng.random(proposed) ** (1 / beta)
    return np.concatenate([low, high[rng.random(proposed) < middle / high]])


def left_ordered_form(Z):
    """Sort the columns by their history, the largest first; row 0 is the most significant bit.

    Two matrices have the same form exactly if they differ by the order of their columns
    (section 4.2). Rows are compared lexicographically, so any number of rows is exact.

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)

    Returns
    -------
    ndarray of bool, shape (n, K)
    """
    Z = check_binary(Z)
    order = np.lexsort(~Z[::-1]) if Z.shape[1] else np.arange(0)
    return Z[:, order]


def history_counts(Z):
    """The distinct non-zero columns, in the order in which they first stand, and their numbers.

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)

    Returns
    -------
    histories : ndarray of bool, shape (H, n)
    counts : ndarray of int, shape (H,)
    """
    Z = check_binary(Z)
    columns = Z[:, Z.any(axis=0)].T
    if not len(columns):
        return columns, np.zeros(0, dtype=int)
    alike = Counter(map(bytes, np.packbits(columns, axis=1)))
    packed = np.frombuffer(b"".join(alike), dtype=np.uint8).reshape(len(alike), -1)
    histories = np.unpackbits(packed, axis=1, count=columns.shape[1])
    return histories.astype(bool), np.array(list(alike.values()))


def log_prob_ibp(Z, alpha, beta=1.0, ordered=False):
    """Log probability of a binary matrix under the (two-parameter) Indian buffet process.

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)
        Empty columns do not count.
    alpha, beta : float
    ordered : bool
        ``False``: of the class of matrices with this left-ordered form (Eq. 14), whatever the order
        of rows. ``True``: of this matrix with its dishes grouped by the customer who tried them
        first (Eq. 15), which does depend on the order of rows.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``Z`` is not binary or a parameter is not positive.
    """
    Z = check_binary(Z)
    ordered = check_flag(ordered, "ordered")
    n, alpha, beta = _check(len(Z), alpha, beta)
    Z = Z[:, Z.any(axis=0)]
    m = Z.sum(axis=0)
    # in order of arrival what counts are the new dishes of each customer
    alike = np.bincount(Z.argmax(axis=0), minlength=n) if ordered else history_counts(Z)[1]
    columns = len(m) * np.log(alpha * beta) + betaln(m, n - m + beta).sum()
    return float(columns - gammaln(alike + 1).sum() - expected_dishes(n, alpha, beta))


def log_prob_finite_beta_bernoulli(Z, alpha):
    """Log probability of a matrix under the finite model with K = ``Z.shape[1]`` (Eq. 11)."""
    Z = check_binary(Z)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    n, k = Z.shape
    if not k:
        raise ValueError("Z needs at least one column, empty or not")
    m = Z.sum(axis=0)
    share = alpha / k
    return float(np.sum(np.log(share) + betaln(m + share, n - m + 1)))
