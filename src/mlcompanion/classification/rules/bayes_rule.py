"""The Bayes decision rule: the decision of least expected loss (Sugiyama 2016, section 11.3).

A table of losses has one row a class and one column a decision: the entry in row y and column y'
is paid when class y is true and y' is decided. There may be more decisions than classes, for
instance "do not decide".
"""

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["bayes_rule", "conditional_risk"]


def conditional_risk(posterior, loss):
    r"""Expected loss of each decision, given the pattern (section 11.3.3).

    .. math:: R(y'|x)=\sum_{y=1}^c\ell_{y,y'}\,p(y|x)

    Parameters
    ----------
    posterior : array_like, shape (n, c)
        Probabilities of the classes, one row a pattern. Rows may be unnormalised (joint densities
        p(x, y) for instance): then a row of risks has the same factor.
    loss : array_like, shape (c, k)
        The first index is the true class, the second the decision.

    Returns
    -------
    ndarray, shape (n, k)

    Raises
    ------
    ValueError
        If a probability is negative or not finite, or the table has not one row a class.

    Notes
    -----
    Cost O(n c k).
    """
    posterior = _check_posterior(posterior)
    loss = check_array(loss, "loss", shape=(posterior.shape[1], None))
    if loss.shape[1] == 0:
        raise ValueError(f"loss must have at least one column, got shape {loss.shape}")
    return posterior @ loss


def bayes_rule(posterior, loss=None):
    r"""The decision of least expected loss for each pattern (sections 11.3.1 and 11.3.3).

    .. math:: \hat y=\operatorname*{argmin}_{y'}\sum_{y=1}^c\ell_{y,y'}\,p(y|x)

    Parameters
    ----------
    posterior : array_like, shape (n, c)
        Probabilities of the classes, one row a pattern; a positive factor of a row changes nothing.
    loss : array_like, shape (c, k), optional
        The first index is the true class, the second the decision. Default: the same loss for all
        errors, which makes it the rule of the highest posterior probability, Eq. (11.1).

    Returns
    -------
    ndarray of int, shape (n,)
        Columns of ``loss``, or of ``posterior``. Of equally good decisions the first one.

    Raises
    ------
    ValueError
        If a probability is negative or not finite, or the table has not one row a class.

    Notes
    -----
    Cost O(n c k).

    Examples
    --------
    Rain with probability 0.4; getting wet costs 1, carrying the umbrella in vain 0.2.

    >>> int(bayes_rule([[0.4, 0.6]])[0])  # the most probable weather: 1, dry
    1
    >>> int(bayes_rule([[0.4, 0.6]], [[0, 1], [0.2, 0]])[0])  # the cheapest decision: 0, carry it
    0
    """
    if loss is None:
        return np.argmax(_check_posterior(posterior), axis=1)
    return np.argmin(conditional_risk(posterior, loss), axis=1)


def _check_posterior(posterior):
    posterior = check_array(posterior, "posterior", ndim=2, low=0)
    if posterior.shape[1] == 0:
        raise ValueError(f"posterior must have at least one column, got shape {posterior.shape}")
    return posterior
