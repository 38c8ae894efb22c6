"""The regret bounds of clustering with expert advice, as numbers.

Choromanska (2014), Theorems 7 to 13 and Corollaries 2 and 3. Every function returns the right-hand
side of one inequality. ``log`` losses are sums of ``-log sum_i p_t(i) exp(-L/2)``; the others are
sums of losses in [0, 1]. A bound that says nothing is infinite.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_square
from mlcompanion.probability import binary_entropy, binary_kl

__all__ = [
    "approximate_fixed_share_bound",
    "approximate_learn_alpha_bound",
    "approximate_static_bound",
    "approximate_switching_bound",
    "fixed_share_bound",
    "learn_alpha_bound",
    "static_expert_bound",
    "switching_bound",
    "transition_bound",
    "vote_regret_bound",
    "window_bound",
]


def static_expert_bound(best_loss, n):
    """Theorem 7: loss of the best expert ``+ 2 log n``."""
    return check_real(best_loss, "best_loss", low=0) + 2 * np.log(check_count(n, "n", low=1))


def fixed_share_bound(partition_loss, n, T, switches, alpha):
    """Theorem 8: loss of the best path with ``switches`` changes, plus the cost of naming it.

    ``+ 2 [log n + s log(n - 1) + (T - 1)(H(s/(T-1)) + D(s/(T-1) || alpha))]``.

    Parameters
    ----------
    partition_loss : float
    n, T, switches : int
        Experts, steps, changes of expert (segments minus one).
    alpha : float in [0, 1]

    Returns
    -------
    float
    """
    partition_loss = check_real(partition_loss, "partition_loss", low=0)
    n = check_count(n, "n", low=2)
    T = check_count(T, "T", low=2)
    s = check_count(switches, "switches", low=0, high=T - 1)
    alpha = check_real(alpha, "alpha", low=0, high=1)
    rate = s / (T - 1)
    # the first expert, and at each switch one of the others: the nats that name a path
    name = np.log(n) + s * np.log(n - 1)
    return float(
        partition_loss + 2 * (name + (T - 1) * (binary_entropy(rate) + binary_kl(rate, alpha)))
    )


def transition_bound(log_loss_star, transitions_star, occupancy, transitions, T):
    """Theorem 9: ``L^log(Theta) <= L^log(Theta*) + (T - 1) sum_i rho*_i D(Theta*_i || Theta_i)``.

    Parameters
    ----------
    log_loss_star : float
    transitions_star, transitions : array_like, shape (n, n)
    occupancy : array_like, shape (n,)
        ``rho*``, the mean posterior over the steps 1 to T - 1.
    T : int

    Returns
    -------
    float
    """
    log_loss_star = check_real(log_loss_star, "log_loss_star", low=0)
    star = check_square(transitions_star, "transitions_star", low=0, high=1)
    theta = check_array(transitions, "transitions", shape=star.shape, low=0, high=1)
    rho = check_array(occupancy, "occupancy", shape=star.shape[:1], low=0, high=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        # 0 log 0 is 0; a move that the learner excludes costs infinity
        rows = np.where(star > 0, star * np.log(star / theta), 0.0).sum(axis=1)
    paid = np.where(rho > 0, rho * rows, 0.0).sum()
    return float(log_loss_star + (check_count(T, "T", low=1) - 1) * paid)


def switching_bound(log_loss_star, alpha_star, alpha, T):
    """Corollary 2: ``L^log(alpha) <= L^log(alpha*) + (T - 1) D(alpha* || alpha)``."""
    log_loss_star = check_real(log_loss_star, "log_loss_star", low=0)
    alpha_star = check_real(alpha_star, "alpha_star", low=0, high=1)
    divergence = binary_kl(alpha_star, check_real(alpha, "alpha", low=0, high=1))
    return float(log_loss_star + (check_count(T, "T", low=2) - 1) * divergence)


def learn_alpha_bound(log_loss_star, alpha_star, alphas, T):
    """Theorem 10: ``L^log(alg) <= L^log(alpha*) + (T-1) min_j D(alpha* || alpha_j) + log m``."""
    alphas = check_array(alphas, "alphas", ndim=1, min_rows=1, low=0, high=1)
    nearest = min(switching_bound(log_loss_star, alpha_star, a, T) for a in alphas)
    return float(nearest + np.log(len(alphas)))


def window_bound(opt, b, window, radius):
    """Lemma 11: a ``b``-approximate clusterer on windows of ``W`` loses at most ``b W OPT / 4R^2``.

    Parameters
    ----------
    opt : float
        Optimal k-means cost of the whole stream.
    b : float
        Approximation factor, at least 1.
    window : int
    radius : float
        ``R``.

    Returns
    -------
    float
    """
    opt = check_real(opt, "opt", low=0)
    b = check_real(b, "b", low=1)
    radius = check_real(radius, "radius", low=0, open_low=True)
    return b * check_count(window, "window", low=1) * opt / (4 * radius**2)


def approximate_static_bound(opt, b, window, radius, n):
    """Theorem 11: Theorem 7 with :func:`window_bound` in place of the best expert's loss."""
    return static_expert_bound(window_bound(opt, b, window, radius), n)


def approximate_fixed_share_bound(opt, b, window, radius, n, T, *, switches, alpha):
    """Theorem 12: Theorem 8 with :func:`window_bound` in place of the partition's loss."""
    return fixed_share_bound(window_bound(opt, b, window, radius), n, T, switches, alpha)


def approximate_switching_bound(opt, b, window, radius, alpha_star, alpha, T):
    """Theorem 13: ``L(alpha) <= b W OPT / 4R^2 + 2 (T - 1) D(alpha* || alpha)``."""
    return 2 * switching_bound(window_bound(opt, b, window, radius) / 2, alpha_star, alpha, T)


def approximate_learn_alpha_bound(opt, b, window, radius, alpha_star, alphas, T):
    """Corollary 3, with ``2 log m`` where the thesis prints ``log m``: twice Theorem 10."""
    return 2 * learn_alpha_bound(window_bound(opt, b, window, radius) / 2, alpha_star, alphas, T)


def vote_regret_bound(n_rounds):
    """Bound on the expected 0-1 regret of :class:`MeanVote` after ``n_rounds``, elementwise.

    ``sqrt(2 T log 2) + sqrt(log(2) / 8)`` (Cesa-Bianchi and Lugosi 2006, Theorem 2.3).
    """
    T = check_array(n_rounds, "n_rounds", low=0)
    return np.sqrt(2 * T * np.log(2)) + np.sqrt(np.log(2) / 8)
