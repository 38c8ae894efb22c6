"""What estimators for two classes share: labels to signs and back, and streams of rows."""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets, unique_labels

from mlcompanion._classes import LargestScoreMixin

__all__ = ["BinaryClassifierMixin"]


def _plain_pair(labels):
    """The two classes of an array in which they are plain to see; None may also be a doubt."""
    if type(labels) is not np.ndarray or labels.ndim != 1 or labels.dtype.kind not in "biuf":
        return None
    classes = np.unique(labels)
    plain = len(classes) == 2 and (classes == np.floor(classes)).all()
    return classes if plain else None


class BinaryClassifierMixin(LargestScoreMixin):
    """Two classes in ``classes_``; the second one is positive."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _two_classes(self, labels):
        """Set ``classes_`` from ``labels``, or say that there are not two."""
        classes = _plain_pair(labels)
        if classes is None:
            check_classification_targets(labels)
            classes = unique_labels(labels)
        if len(classes) != 2:
            raise ValueError(
                "Only binary classification is supported: y must have two classes, "
                f"got {len(classes)} class(es)"
            )
        self.classes_ = classes

    def _signs(self, y):
        """Targets as -1 and 1."""
        positive = y == self.classes_[1]
        unknown = ~(positive | (y == self.classes_[0]))
        if unknown.any():
            raise ValueError(f"y has labels outside classes: {np.unique(y[unknown])}")
        return 2.0 * positive - 1.0
