r"""Give new points' projections the scale, or the histogram, that training projections have.

Abrahamsen and Hansen (2011): the affine cure of section 2, the histograms of section 3 (equation 4,
Algorithm 1), the check by leave-one-out of section 4.2. Each component is treated on its own.
"""

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.stats import rankdata
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_flag, check_has, check_in, check_real

__all__ = ["AffineRenormalizer", "GatedRenormalizer", "HistogramEqualizer", "QuantileRenormalizer"]

_NOTHING = 1e-13  # of the values themselves: a spread below it is rounding


def _checked_pair(estimator, X, X_loo):
    """Training and leave-one-out projections, a column for each component."""
    X = validate_data(estimator, X, dtype=np.float64, ensure_min_samples=2)
    return X, check_array(X_loo, "X_loo", shape=(None, X.shape[1]), min_rows=2)


def _spread(X):
    """Standard deviations of the columns; 0 where there is only rounding."""
    sd = X.std(axis=0)
    return np.where(sd > _NOTHING * np.abs(X).max(axis=0), sd, 0.0)


def _scales(X, X_loo):
    """Standard deviations of training over those of left-out points; 0 without any."""
    before = _spread(X_loo)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(before > 0, _spread(X) / before, 0.0)


class HistogramEqualizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    r"""The r-th smallest of a batch becomes the r-th smallest training value, column by column.

    With :math:`H` the distribution function of the training values and :math:`I(m)` the rank of a
    test value among all N' of them, :math:`\tilde g(m)=H^{-1}(I(m)/N')`.

    Parameters
    ----------
    interpolation : {"linear", "spline"}
        Between the sorted training values, where the batch has another size. The source's cubic
        spline can overshoot and turn the order of neighbours; straight lines cannot.

    Attributes
    ----------
    sorted_ : ndarray, shape (n_samples, n_features)
        The training values, sorted in each column.

    See Also
    --------
    QuantileRenormalizer : The same idea for points that come one by one.

    Notes
    -----
    The whole batch is looked at: a row's answer depends on the others. It presumes that the batch
    is distributed as the training points are, shares of classes included. A batch of one row gets
    the medians. Equal values stay equal. Cost: O(N log N) a column.
    Source: Abrahamsen and Hansen (2011), equation 4 and Algorithm 1.

    Examples
    --------
    >>> trained = [[-2.0], [0.0], [3.0]]
    >>> HistogramEqualizer().fit(trained).transform([[0.2], [0.1], [-0.1]]).ravel()
    array([ 3.,  0., -2.])
    """

    def __init__(self, interpolation="linear"):
        self.interpolation = interpolation

    def fit(self, X, y=None):
        """Sort the training projections.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : None
            Not used.

        Returns
        -------
        self
        """
        check_in(self.interpolation, "interpolation", ("linear", "spline"))
        X = validate_data(self, X, dtype=np.float64)
        self.sorted_ = np.sort(X, axis=0)
        return self

    def transform(self, X):
        """Equalise a batch.

        Parameters
        ----------
        X : array_like, shape (n_batch, n_features)

        Returns
        -------
        ndarray, shape (n_batch, n_features)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        n = len(self.sorted_)
        m = len(X)
        ranks = rankdata(X, axis=0) - 1  # equal values share the mean of theirs
        share = ranks / (m - 1) if m > 1 else np.full(X.shape, 0.5)
        places = share * (n - 1)
        if m == n:
            places = ranks  # whole numbers: the sorted values themselves
        if self.interpolation == "spline" and n > 3:
            curve = CubicSpline(np.arange(n), self.sorted_)
            return np.column_stack([curve(p)[:, j] for j, p in enumerate(places.T)])
        at = np.arange(n)
        return np.column_stack([np.interp(p, at, s) for p, s in zip(places.T, self.sorted_.T)])


class AffineRenormalizer(BaseEstimator):
    r"""Multiply new projections by how much training projections spread more than left-out ones.

    :math:`\tilde g=\bar f+\frac{s_f}{s_h}(g-\bar h)`, with means and standard deviations of the
    training projections f and of the leave-one-out projections h.

    Attributes
    ----------
    scale_ : ndarray, shape (q,)
        At least 1, as a rule; 0 for a component in which left-out points do not vary.
    mean_, mean_loo_ : ndarray, shape (q,)
        Of the training and of the leave-one-out projections.

    Notes
    -----
    ``fit`` takes two samples. A new point is treated by itself. Cost: O(N q).
    Source: Abrahamsen and Hansen (2011), section 2, after Kjems, Hansen and Strother (2001).

    Examples
    --------
    >>> cure = AffineRenormalizer().fit([[-2.0], [2.0]], [[-1.0], [1.0]])
    >>> cure.transform([[0.5]])
    array([[1.]])
    """

    def fit(self, X, X_loo):
        """Compare the two samples.

        Parameters
        ----------
        X : array_like, shape (N, q)
            Training projections.
        X_loo : array_like, shape (M, q)
            Leave-one-out projections, as from :func:`loo_projections`.

        Returns
        -------
        self
        """
        X, X_loo = _checked_pair(self, X, X_loo)
        self.mean_ = X.mean(axis=0)
        self.mean_loo_ = X_loo.mean(axis=0)
        self.scale_ = _scales(X, X_loo)
        return self

    def transform(self, X):
        """Rescale projections of new points, shape (n_new, q)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.mean_ + self.scale_ * (X - self.mean_loo_)


class QuantileRenormalizer(BaseEstimator):
    r"""The monotone map that turns leave-one-out projections into training projections.

    The r-th smallest leave-one-out value goes to the r-th smallest training value, with straight
    lines between; beyond the ends the map goes on with the slope of the affine cure. It is learned
    without any test point, and a new point is treated by itself.

    Attributes
    ----------
    knots_ : list of ndarray
        For each component the leave-one-out values at which the map is told, increasing.
    heights_ : list of ndarray
        The training values there.
    scale_ : ndarray, shape (q,)
        Slopes beyond the ends.

    See Also
    --------
    HistogramEqualizer : The source's cure, which needs the whole batch.

    Notes
    -----
    ``fit`` takes two samples. Cost: O(N log N) a component, O(log N) a new value.

    Examples
    --------
    >>> cure = QuantileRenormalizer().fit([[-9.0], [0.0], [1.0]], [[-1.0], [0.0], [1.0]])
    >>> cure.transform([[-0.5], [0.5]]).ravel()
    array([-4.5,  0.5])
    """

    def fit(self, X, X_loo):
        """Sort both samples.

        Parameters
        ----------
        X : array_like, shape (N, q)
            Training projections.
        X_loo : array_like, shape (M, q)
            Leave-one-out projections, as from :func:`loo_projections`.

        Returns
        -------
        self
        """
        X, X_loo = _checked_pair(self, X, X_loo)
        goals = HistogramEqualizer().fit(X).transform(np.sort(X_loo, axis=0))
        self.scale_ = _scales(X, X_loo)
        self.knots_ = []
        self.heights_ = []
        for values, heights in zip(np.sort(X_loo, axis=0).T, goals.T):
            knots, first = np.unique(values, return_index=True)
            self.knots_.append(knots)
            self.heights_.append(heights[first])
        return self

    def transform(self, X):
        """Map projections of new points, shape (n_new, q)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        found = np.empty_like(X)
        for j, (knots, heights) in enumerate(zip(self.knots_, self.heights_)):
            inside = np.clip(X[:, j], knots[0], knots[-1])
            beyond = self.scale_[j] * (X[:, j] - inside)
            found[:, j] = np.interp(inside, knots, heights) + beyond
        return found


class GatedRenormalizer(BaseEstimator):
    """Equalise histograms only if that is seen to work on left-out training points.

    The leave-one-out projections are equalised to the training histogram and classified. Only if
    fewer errors are made than by the baseline are test batches equalised as well; else they pass as
    they are.

    Parameters
    ----------
    classifier : estimator
        Learns from the training projections, as the one that will be used afterwards.
    baseline : float, optional
        Error rate to undercut. Default: that of always guessing the largest class.
    refit : bool
        Train the classifier anew without each left-out point. False keeps one classifier, which
        knows the labels that it is asked for: quicker, and it opens too often.

    Attributes
    ----------
    open_ : bool
        Whether batches are equalised.
    loo_error_, baseline_ : float
        Error rates of the renormalised left-out points and of the baseline.
    equalizer_ : HistogramEqualizer

    Notes
    -----
    ``fit`` takes two samples and the labels. Cost: N fits of the classifier, or one, and a sort.
    Source: Abrahamsen and Hansen (2011), section 4.2.

    Examples
    --------
    >>> from mlcompanion.classification import FDA
    >>> X = np.array([[-2.0], [-1.0], [1.0], [2.5]])
    >>> gate = GatedRenormalizer(FDA(ridge=1.0)).fit(X, 0.1 * X, [0, 0, 1, 1])
    >>> gate.open_, gate.transform(0.1 * X).ravel()
    (True, array([-2. , -1. ,  1. ,  2.5]))
    """

    def __init__(self, classifier, baseline=None, *, refit=True):
        self.classifier = classifier
        self.baseline = baseline
        self.refit = refit

    def fit(self, X, X_loo, y):
        """Judge the cure by the left-out points.

        Parameters
        ----------
        X : array_like, shape (N, q)
            Training projections.
        X_loo : array_like, shape (N, q)
            Leave-one-out projections of the same points.
        y : array_like, shape (N,)
            Their labels.

        Returns
        -------
        self
        """
        check_has(self.classifier, "classifier", "fit", "predict")
        check_flag(self.refit, "refit")
        X, X_loo = _checked_pair(self, X, X_loo)
        check_array(X_loo, "X_loo", shape=X.shape)
        y = np.asarray(y)
        if y.shape != (len(X),):
            raise ValueError(f"y must hold a label for each row of X, got shape {y.shape}")
        self.baseline_ = 1 - np.unique(y, return_counts=True)[1].max() / len(y)
        if self.baseline is not None:
            self.baseline_ = check_real(self.baseline, "baseline", low=0, high=1)
        self.equalizer_ = HistogramEqualizer().fit(X)
        guesses = self._guesses(X, self.equalizer_.transform(X_loo), y)
        self.loo_error_ = float(np.mean(guesses != y))
        self.open_ = bool(self.loo_error_ < self.baseline_)
        return self

    def _guesses(self, X, cured, y):
        """Labels of the cured left-out points."""
        if not self.refit:
            return clone(self.classifier).fit(X, y).predict(cured)
        guesses = []
        for i in range(len(X)):
            others = np.arange(len(X)) != i
            model = clone(self.classifier).fit(X[others], y[others])
            guesses.append(model.predict(cured[[i]])[0])
        return np.array(guesses)

    def transform(self, X):
        """Equalise a batch of new projections, shape (n_batch, q), or hand it on."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.equalizer_.transform(X) if self.open_ else X.copy()
