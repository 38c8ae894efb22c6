"""Quadratic programmes as references that share no code with the machines they check."""

import warnings

from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.interior import quadratic_program

__all__ = ["reference_program"]


def reference_program(*programme, **how):
    """The best point of :func:`quadratic_program`, also where rounding ends it short of ``tol``.

    Its callers measure how far it agrees with what they check, so that it need not warn.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return quadratic_program(*programme, **how)
