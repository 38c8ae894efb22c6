r"""The lasso without a penalty to choose: star aggregates of its path, averaged over splits.

Gaïffas and Lecué (2011), section 3.2.
"""

import numpy as np

from mlcompanion._data import validate_data
from mlcompanion._linear import LinearRegressor, centred
from mlcompanion._validation import check_array, check_count, check_real, check_rng

from .path_dictionary import lasso_path_dictionary
from .segments import star_weights

__all__ = ["StarAggregateLasso", "significance_threshold"]


def significance_threshold(sparsity, n_features):
    r"""From which significance on a variable is selected: :math:`\frac12(1+q^2/(p^2\beta))`.

    Parameters
    ----------
    sparsity : float
        :math:`\hat s`, the sum of all significances: how many variables an aggregate uses.
    n_features : int
        p.

    Returns
    -------
    float
        With :math:`q=\min(\hat s,\sqrt{0.7p})` and :math:`\beta=p/10`; at most 1, which the
        formula exceeds for one or two variables.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    Source: Gaïffas and Lecué (2011), section 3.2, after Meinshausen and Bühlmann (2010), whose
    denominator is :math:`p\beta`.

    Examples
    --------
    >>> round(significance_threshold(3.0, 8), 4)
    0.5547
    """
    s = check_real(sparsity, "sparsity", low=0)
    p = check_count(n_features, "n_features", low=1)
    q = min(s, np.sqrt(0.7 * p))
    beta = p / 10
    return float(min(0.5 * (1 + q**2 / (p**2 * beta)), 1.0))


class StarAggregateLasso(LinearRegressor):
    r"""Linear regression by star aggregates of lasso paths, with selected variables.

    For each of many random splits, one half is fitted by a whole lasso path, and the other half
    mixes two of its knots. The mean of these aggregates predicts; how much weight falls on knots
    that use a variable is its significance.

    Parameters
    ----------
    n_splits : int
        Number of random splits.
    ridges : array_like of shape (n_ridges,)
        Ridge parameters of the paths, see :func:`lasso_path_dictionary`; 0 alone is the lasso.
    random_state : int, RandomState, Generator or None
        Draws the splits.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
        Mean of the aggregates' coefficients: variables that are not selected may have some.
    intercept_ : float
    significance_ : ndarray of shape (n_features,)
        Between 0 and 1.
    threshold_ : float
        See :func:`significance_threshold`.
    support_ : ndarray of shape (n_features,), bool
        Whether a variable's significance reaches the threshold.

    Notes
    -----
    The star is taken without preselection, both of its steps on the learning half, as in the
    source's experiments. A constant term is always fitted; columns are scaled, so that their units
    do not matter. Cost: ``n_splits`` paths of half of the samples for each ridge parameter.
    Source: Gaïffas and Lecué (2011), section 3.2.

    Examples
    --------
    >>> rng = np.random.default_rng(5)
    >>> X = rng.normal(size=(40, 8))
    >>> y = 3 * X[:, 0] + 2 * X[:, 4] + 3 * rng.normal(size=40)
    >>> model = StarAggregateLasso(random_state=0).fit(X, y)
    >>> np.flatnonzero(model.support_)
    array([0, 4])
    """

    def __init__(self, n_splits=100, *, ridges=(0.0,), random_state=None):
        self.n_splits = n_splits
        self.ridges = ridges
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to inputs and outputs.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, ensure_min_samples=2)
        n_splits = check_count(self.n_splits, "n_splits", low=1)
        ridges = check_array(self.ridges, "ridges", ndim=1, min_rows=1, low=0)
        rng = check_rng(self.random_state)
        data = centred(X, y.astype(float))
        n, p = X.shape
        total = np.zeros(p + 1)
        significance = np.zeros(p)
        for _ in range(n_splits):
            order = rng.permutation(n)
            train = order[: n // 2]
            learn = order[n // 2 :]
            path = lasso_path_dictionary(data.X[train], data.y[train], ridges)
            star = star_weights(path.predictions(data.X[learn]), data.y[learn])
            ends = [star.first, star.second]
            shares = np.array([star.lam, 1 - star.lam])
            total[:p] += shares @ path.coef[ends]
            total[p] += shares @ path.intercept[ends]
            significance += shares @ (path.coef[ends] != 0)
        self.coef_ = total[:p] / n_splits
        self.intercept_ = float(total[p] / n_splits + data.intercept(self.coef_))
        self.significance_ = significance / n_splits
        self.threshold_ = significance_threshold(self.significance_.sum(), p)
        self.support_ = self.significance_ >= self.threshold_
        return self
