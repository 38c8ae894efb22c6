r"""Mirror steps from random examples that keep no zeros: what SMIDAS is measured against.

Shalev-Shwartz and Tewari (2011), section 3: the plain subgradient step, and exponentiated gradient
as in section 1.1.3.
"""

from mlcompanion._validation import check_real, check_rng
from mlcompanion.convex.mirror_maps import ENTROPY, PNORM

from ._example_runs import Budget, run_rule
from ._mirror_steps import MirrorRule
from .mirror_descent import p_norm_exponent
from .runs import L1Problem

__all__ = ["exponentiated_gradient", "mirror_subgradient"]


def mirror_subgradient(
    X,
    y,
    lam,
    loss=None,
    *,
    eta,
    p=None,
    n_passes=5,
    n_steps=None,
    records=1,
    random_state=None,
):
    r"""Stochastic mirror descent with a subgradient of the penalty, which keeps no zeros.

    :math:`\theta\leftarrow\theta-\eta(L'(\langle w,x_i\rangle,y_i)x_i+\lambda\,\mathrm{sign}(w))`,
    the step that SMIDAS mends.

    Parameters
    ----------
    X, y, lam, loss, eta, p, n_passes, n_steps, records, random_state
        As in :func:`~mlcompanion.sparse.stochastic_l1.smidas`.

    Returns
    -------
    StochasticRun

    Raises
    ------
    ValueError
        As there.

    Notes
    -----
    Cost: O(n_features) a step. Source: Shalev-Shwartz and Tewari (2011), section 3.
    """
    problem = L1Problem(X, y, lam, loss)
    eta = check_real(eta, "eta", low=0, open_low=True)
    if p is None:
        exponent = p_norm_exponent(problem.X.shape[1])
    else:
        exponent = check_real(p, "p", low=2)
    whole = int(exponent) if exponent == int(exponent) else 0
    rule = MirrorRule(PNORM, exponent, whole, 0.0, eta, problem.lam, False)
    budget = Budget(len(problem.y), n_passes, n_steps, records)
    return run_rule(problem, rule, budget, check_rng(random_state))


def exponentiated_gradient(
    X,
    y,
    lam,
    loss=None,
    *,
    eta,
    radius,
    n_passes=5,
    n_steps=None,
    records=1,
    random_state=None,
):
    r"""Exponentiated gradient steps from random examples: no weight is ever zero again.

    :math:`w=z(p^+-p^-)` with :math:`(p^+,p^-)\propto(e^\theta,e^{-\theta})`, the sum of absolute
    weights is below z.

    Parameters
    ----------
    X, y, lam, loss, eta, n_passes, n_steps, records, random_state
        As in :func:`~mlcompanion.sparse.stochastic_l1.smidas`; the step is taken in the dual.
    radius : float
        Bound z of the sum of absolute weights, positive.

    Returns
    -------
    StochasticRun

    Raises
    ------
    ValueError
        As there.

    Notes
    -----
    Cost: O(n_features) exponentials a step. Source: Kivinen and Warmuth (1997); as the rival of
    sections 1.1.3 and 3 of Shalev-Shwartz and Tewari (2011).
    """
    problem = L1Problem(X, y, lam, loss)
    eta = check_real(eta, "eta", low=0, open_low=True)
    radius = check_real(radius, "radius", low=0, open_low=True)
    rule = MirrorRule(ENTROPY, 2.0, 0, radius, eta, problem.lam, False)
    budget = Budget(len(problem.y), n_passes, n_steps, records)
    return run_rule(problem, rule, budget, check_rng(random_state))
