"""Entropies and divergences of laws, in nats.

Those of a coin stand in Chernoff's bound (Sugiyama 2016, Section 8.2) and in the regret of
algorithms that track the best expert (Choromanska 2014, Theorem 8).
"""

from scipy.special import entr, rel_entr

from .._validation import check_array

__all__ = ["binary_entropy", "binary_kl"]


def binary_entropy(p):
    """``H(p) = -p log p - (1 - p) log(1 - p)``, in nats; zero at both ends.

    Parameters
    ----------
    p : float or array_like
        In [0, 1].

    Returns
    -------
    float or ndarray
    """
    p = check_array(p, "p", low=0, high=1)
    return (entr(p) + entr(1 - p))[()]


def binary_kl(p, q):
    """``D(p || q)`` of two coins, in nats; infinite where ``q`` forbids what ``p`` does.

    Parameters
    ----------
    p, q : float or array_like
        Probabilities of heads, in [0, 1]; shapes broadcast.

    Returns
    -------
    float or ndarray
    """
    p, q = check_array(p, "p", low=0, high=1), check_array(q, "q", low=0, high=1)
    return (rel_entr(p, q) + rel_entr(1 - p, 1 - q))[()]
