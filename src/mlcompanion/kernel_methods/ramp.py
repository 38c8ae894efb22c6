r"""The support vector machine with the ramp loss: Sugiyama (2016), section 27.6.3.

:math:`\min(1,\max(0,1-m))=\max(0,1-m)-\max(0,-m)`: a convex loss minus a convex one. The second is
replaced by its tangent at the present margins, which leaves a support vector machine in which the
misclassified samples no longer pull; then the margins are computed again. Collobert, Sinz, Weston
and Bottou (2006), "Trading convexity for scalability".
"""

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_real
from mlcompanion.optimize.smo import Checked, smo

from ._machine import KernelMachine, signed

__all__ = ["RampSVC"]


class RampSVC(KernelMachine):
    r"""Support vector machine whose loss of a sample is at most 1.

    It minimises :math:`\frac12\|w\|^2+C\sum_i\min(1,\max(0,1-m_i))`, with margins :math:`m_i=
    y_if(x_i)`, locally, from the solution of the hinge loss.

    Parameters
    ----------
    C : float
        Price of a unit of margin error, positive.
    kernel, sigma, degree, coef0, fit_intercept
        As for :class:`SVC`.
    tol : float
        Of the support vector machine of each round.
    max_rounds : int
        Most rounds after the hinge solution. The objective falls until the set of misclassified
        samples repeats, usually within ten.

    Attributes
    ----------
    classes_, support_, support_vectors_, dual_coef_, coef_, intercept_
        As for :class:`SVC`.
    ignored_ : ndarray of bool, shape (n_samples,)
        Samples with a negative margin: they do not pull.
    history_ : ndarray, shape (n_iter_ + 1,)
        The objective of the hinge solution and after each round.
    n_iter_ : int
        Rounds.
    converged_ : bool
        Whether the last machine met ``tol`` and no round was left to do; else ``fit`` warns.

    Raises
    ------
    ValueError
        If ``y`` has not two classes, or an argument is malformed.

    Notes
    -----
    Cost, in memory too: that of :class:`SVC`; the rounds start where the last one ended and cost
    less. Every round lowers the objective or ends the run; which of many local minima is found
    depends on the start.

    Examples
    --------
    Ten points in two classes, and an outlier at 5: the round after the hinge leaves it behind.

    >>> import numpy as np
    >>> side = np.linspace(1, 3, 5)
    >>> x, y = np.r_[-side, side, 5][:, None], np.repeat([-1, 1, -1], [5, 5, 1])
    >>> machine = RampSVC(kernel="linear").fit(x, y)
    >>> machine.ignored_.nonzero()[0], machine.history_.round(2)
    (array([10]), array([2.31, 1.5 ]))
    """

    def __init__(
        self,
        C=1.0,
        *,
        kernel="rbf",
        sigma=1.0,
        degree=3,
        coef0=0.0,
        fit_intercept=True,
        tol=1e-3,
        max_rounds=100,
    ):
        self.C = C
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_rounds = max_rounds

    def fit(self, X, y):
        """Solve the hinge's dual, then one more for each set of samples left behind.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or the Gram matrix
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        C = check_real(self.C, "C", low=0, open_low=True)
        tol = check_real(self.tol, "tol", low=0, open_low=True)
        max_rounds = check_count(self.max_rounds, "max_rounds", low=1)
        equality = check_flag(self.fit_intercept, "fit_intercept")
        X, y, K = self._begin(X, y)
        Q = signed(K, y)
        a = y if equality else None
        # 1. the hinge loss
        ignored = np.zeros(len(y), dtype=bool)
        found = smo(Checked(Q), C=C, a=a, tol=tol)
        best = (found, ignored)
        history = []
        settled = False
        while True:
            # 2. margins; the tangent of the subtracted hinge has slope 1 where they are negative
            pull = found.alpha - C * ignored
            margins = Q @ pull + y * found.intercept
            ramp = np.clip(1 - margins, 0, 1).sum()
            value = pull @ Q @ pull / 2 + C * ramp
            if history and value >= history[-1]:
                settled = True
                break
            history.append(value)
            best = (found, ignored)
            left = margins < 0
            settled = bool((left == ignored).all())
            if settled or len(history) > max_rounds:
                break
            # 3. the dual with the box [-C, 0] for these samples, moved back to [0, C]
            ignored = left
            moved = C * left
            start = np.clip(pull + moved, 0, C)
            d = float(y @ moved) if equality else 0.0
            found = smo(Checked(Q), 1 + Q @ moved, C, a, d, alpha0=start, tol=tol)
        found, ignored = best
        pull = found.alpha - C * ignored
        self.ignored_ = Q @ pull + y * found.intercept < 0
        self._keep(X, pull * y, found.intercept, np.flatnonzero(pull))
        self.history_ = np.array(history)
        self.n_iter_ = max(len(history) - 1, 1)
        self.converged_ = settled and found.kkt_violation <= tol
        self._warn_unless(self.converged_)
        return self
