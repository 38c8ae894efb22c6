r"""Trial laws of labels and weights, and the free energy (Sugiyama 2016, section 18.2).

The labels of n samples from m known densities, with unknown weights w under a Dirichlet prior: a
trial law q of the labels is a matrix of responsibilities, a trial law r of the weights a Dirichlet.
"""

import numpy as np
from scipy.special import digamma, gammaln, softmax

from mlcompanion._validation import check_array

__all__ = [
    "best_label_law",
    "best_weight_law",
    "dirichlet_kl",
    "expected_log_weights",
    "label_bound",
    "variational_free_energy",
]


def check_log_densities(value, name="log_densities", n_components=None):
    """Logarithms of densities, (n, m): finite or -inf, each row possible under some component."""
    logs = np.asarray(value)
    if logs.dtype.kind != "f":
        return check_array(value, name, shape=(None, n_components), min_rows=1)
    impossible = logs == -np.inf
    check_array(np.where(impossible, 0.0, logs), name, shape=(None, n_components), min_rows=1)
    if logs.shape[1] == 0:
        raise ValueError(f"{name} needs at least 1 column, got shape {logs.shape}")
    if impossible.all(axis=1).any():
        row = int(np.flatnonzero(impossible.all(axis=1))[0])
        raise ValueError(f"{name} has a row that no component allows: row {row}")
    return logs.astype(float)


def check_concentrations(value, name, n_components):
    """Parameters of a Dirichlet law, one number for all components or one a component."""
    alpha = check_array(value, name, low=0, open_low=True)
    if alpha.ndim == 0:
        alpha = np.full(n_components, float(alpha))
    return check_array(alpha, name, shape=(n_components,))


def check_labels_law(value, name, shape):
    """Rows of responsibilities, each of sum 1."""
    eta = check_array(value, name, shape=shape, min_rows=1, low=0)
    if np.abs(eta.sum(axis=1) - 1).max() > 1e-6:
        raise ValueError(f"{name} must have rows of sum 1")
    return eta


def expected_log_weights(alpha):
    r"""Mean of each log w under a Dirichlet law: :math:`\psi(\alpha_\ell)-\psi(\sum\alpha)`.

    Parameters
    ----------
    alpha : array_like, shape (m,)
        Positive.

    Returns
    -------
    ndarray, shape (m,)
        Below the logarithm of the mean, by Jensen's inequality.
    """
    alpha = check_array(alpha, "alpha", ndim=1, min_rows=1, low=0, open_low=True)
    return digamma(alpha) - digamma(alpha.sum())


def dirichlet_kl(alpha, alpha0):
    """Kullback-Leibler divergence of one Dirichlet law from another, KL(alpha || alpha0).

    Parameters
    ----------
    alpha : array_like, shape (m,)
        Positive.
    alpha0 : float or array_like, shape (m,)
        Positive; one number for all components, or one a component.

    Returns
    -------
    float
        Zero for equal laws, else positive.

    Notes
    -----
    Cost: O(m). For two components it is the divergence of two beta laws.
    """
    alpha = check_array(alpha, "alpha", ndim=1, min_rows=1, low=0, open_low=True)
    alpha0 = check_concentrations(alpha0, "alpha0", len(alpha))
    of_all = _log_gamma_gap(alpha.sum(keepdims=True), alpha0.sum(keepdims=True))
    return max(0.0, float(_log_gamma_gap(alpha, alpha0).sum() - of_all[0]))


def _log_gamma_gap(a, b):
    """How far the log-gamma function at ``b`` lies above its tangent at ``a``.

    By Stirling's series for large ``a`` and ``b``, where the terms of the definition cancel.
    """
    gap = gammaln(b) - gammaln(a) - (b - a) * digamma(a)
    large = np.minimum(a, b) >= 1000
    a = a[large]
    b = b[large]
    step = b - a
    ratio = np.log1p(step / a)
    curved = b * ratio - step - 0.5 * (ratio - step / a)
    tails = _stirling_tail(b) - _stirling_tail(a) + step * (1 / (12 * a**2) - 1 / (120 * a**4))
    gap[large] = curved + tails
    return gap


def _stirling_tail(x):
    """What the series has beside (x - 1/2) log x - x and a constant."""
    return 1 / (12 * x) - 1 / (360 * x**3)


def best_label_law(expected_log_joint):
    r"""The VB-E step: the trial law of the labels that lowers the free energy most, Eq. (18.4).

    .. math:: q(\eta_i=\ell)\propto\exp\left(\int r(\theta)\log p(x_i,\ell|\theta)\,d\theta\right)

    Parameters
    ----------
    expected_log_joint : array_like, shape (n, m)
        Means under r of the log joint density of sample and label; up to ``-inf``. With the log
        joint at a single parameter it is the E-step of ordinary EM.

    Returns
    -------
    ndarray, shape (n, m)
        Responsibilities; rows of sum 1.

    Raises
    ------
    ValueError
        If an entry is NaN or +infinity, or a row is ``-inf`` throughout.

    Notes
    -----
    Cost: O(n m), in logarithms.
    """
    return softmax(check_log_densities(expected_log_joint, "expected_log_joint"), axis=1)


def best_weight_law(eta, alpha0=1.0):
    """The VB-M step for the weights: prior counts plus expected counts, Eq. (18.5).

    Parameters
    ----------
    eta : array_like, shape (n, m)
        Responsibilities.
    alpha0 : float or array_like, shape (m,)
        The prior's parameters.

    Returns
    -------
    ndarray, shape (m,)
        Parameters of the Dirichlet law r.

    Notes
    -----
    Cost: O(n m).
    """
    eta = check_labels_law(eta, "eta", (None, None))
    return check_concentrations(alpha0, "alpha0", eta.shape[1]) + eta.sum(axis=0)


def label_bound(eta, log_joint):
    r"""The lower bound b of a log-likelihood (section 18.2.2): mean log joint plus entropy.

    .. math:: b(q,\theta)=\sum_i\sum_\ell\eta_{i\ell}\log\frac{p(x_i,\ell|\theta)}{\eta_{i\ell}}
        \le\log p(D|\theta)

    Parameters
    ----------
    eta : array_like, shape (n, m)
        Any law of independent labels, as rows of sum 1.
    log_joint : array_like, shape (n, m)
        log p(x_i, l | theta), up to ``-inf``.

    Returns
    -------
    float
        Equal to the log-likelihood where ``eta`` is the labels' posterior; ``-inf`` where ``eta``
        uses an impossible label.

    Notes
    -----
    Cost: O(n m).
    """
    log_joint = check_log_densities(log_joint, "log_joint")
    eta = check_labels_law(eta, "eta", log_joint.shape)
    used = eta > 0  # 0 log 0 is 0
    return float(np.sum(eta[used] * (log_joint[used] - np.log(eta[used]))))


def variational_free_energy(eta, alpha, log_densities, alpha0=1.0):
    r"""F(q, r) for known densities and unknown weights (section 18.2.1).

    .. math:: F(q,r)=\sum_{i,\ell}\eta_{i\ell}\left(\log\eta_{i\ell}-\log B_{i\ell}
        -\mathrm E_r\log w_\ell\right)+\mathrm{KL}(r\,\|\,\mathrm{prior})\ \ge\ -\log\mathrm{ML}

    Parameters
    ----------
    eta : array_like, shape (n, m)
        The trial law q of the labels: responsibilities.
    alpha : array_like, shape (m,)
        The trial law r of the weights, a Dirichlet.
    log_densities : array_like, shape (n, m)
        log B: each sample under each known density, up to ``-inf``.
    alpha0 : float or array_like, shape (m,)
        The prior's parameters.

    Returns
    -------
    float
        Its negative is at most the log evidence, for any trial laws; the difference is the
        divergence of q r from the true posterior.

    Notes
    -----
    Cost: O(n m).

    Examples
    --------
    >>> import numpy as np
    >>> F = variational_free_energy([[0.5, 0.5]], [1.5, 1.5], np.zeros((1, 2)))
    >>> round(F, 3)  # one sample that tells nothing: the log evidence is 0
    0.242
    """
    logs = check_log_densities(log_densities)
    alpha = check_array(alpha, "alpha", shape=(logs.shape[1],), low=0, open_low=True)
    bound = label_bound(eta, logs + expected_log_weights(alpha))
    return dirichlet_kl(alpha, alpha0) - bound
