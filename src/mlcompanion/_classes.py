"""Labels of two classes or more, as every classifier takes them and gives them back."""

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets

from mlcompanion._validation import check_in, check_instance, check_real

__all__ = [
    "AllScoresMixin",
    "LargestScoreMixin",
    "best_class",
    "class_codes",
    "class_factors",
    "decision_values",
    "unlabeled_mask",
]


def class_codes(y):
    """Return the labels that occur, sorted, and the place of each sample's among them.

    Parameters
    ----------
    y : array_like, shape (n,)

    Returns
    -------
    classes : ndarray, shape (c,)
    codes : ndarray of int, shape (n,)

    Raises
    ------
    ValueError
        If ``y`` holds no labels but measurements, or fewer than two classes.
    """
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y must have at least two classes, got {len(classes)} class")
    return classes, codes


def class_factors(class_weight, classes, labels, weights):
    """Factor of each sample's weight by its class.

    Parameters
    ----------
    class_weight : dict, "balanced" or None
        Factors by label, 1 for one that is not named; "balanced" gives all classes the same weight,
        and leaves the sum over all samples.
    classes : ndarray, shape (c,)
    labels : ndarray, shape (n,)
    weights : ndarray, shape (n,)
        Of the samples, for "balanced".

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If a label is none of the classes, or a factor is negative or not finite.
    TypeError
        If ``class_weight`` is of another kind.
    """
    if class_weight is None:
        return np.ones(len(labels))
    places = np.searchsorted(classes, labels)
    if isinstance(class_weight, str):
        check_in(class_weight, "class_weight", ("balanced",))
        sums = np.bincount(places, weights, len(classes))
        if not sums.all():
            raise ValueError("class_weight='balanced' needs sample_weight in each class")
        return (sums.sum() / (len(classes) * sums))[places]
    check_instance(class_weight, "class_weight", dict, "dict, 'balanced' or None")
    unknown = [label for label in class_weight if label not in classes]
    if unknown:
        raise ValueError(f"class_weight names {unknown[0]!r}, which is no class of y")
    factors = [class_weight.get(label, 1.0) for label in classes.tolist()]
    return np.array([check_real(f, "class_weight", low=0) for f in factors])[places]


def best_class(scores):
    """Return the place of the largest score of each row; of equal ones the first.

    Parameters
    ----------
    scores : ndarray, shape (..., n, c) or (n,)
        A column a class; or one score a row, that of the second of two classes, which must be
        positive for it: at 0 both are equal, and the first one wins.

    Returns
    -------
    ndarray of int, shape (..., n)
    """
    if scores.ndim == 1:
        return (scores > 0).astype(int)
    return scores.argmax(axis=-1)


def decision_values(scores):
    """Return the scores of all classes as a decision function: of two classes their difference.

    Parameters
    ----------
    scores : ndarray, shape (n, c)

    Returns
    -------
    ndarray, shape (n,) or (n, c)
    """
    if scores.shape[1] > 2:
        return scores
    first, second = scores.T
    equal = first == second  # also where both are infinite
    # never infinity less infinity
    return np.where(equal, 0.0, second - np.where(equal, 0.0, first))


class LargestScoreMixin(ClassifierMixin):
    """A classifier whose answer is the class with the largest score; of equal ones the first.

    It has ``classes_``, and ``decision_function`` in scikit-learn's shapes: one score a row for two
    classes, positive for the second; else a column a class.
    """

    def predict(self, X):
        """The class with the largest score, shape (n,); of equal ones the first.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray
        """
        return self._labels(self.decision_function(X))

    def _labels(self, scores):
        """The classes that scores decide for."""
        return self.classes_[best_class(scores)]


class AllScoresMixin(LargestScoreMixin):
    """A classifier that scores every class, in ``scores(X)``, also where there are two."""

    def decision_function(self, X):
        """Scores of all classes; of two the second's lead over the first.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray, shape (n, n_classes) or (n,)
        """
        return decision_values(self.scores(X))


def unlabeled_mask(y):
    """Which entries of ``y`` mark an unlabelled point: -1, or "-1" among strings."""
    return y == ("-1" if y.dtype.kind in "US" else -1)
