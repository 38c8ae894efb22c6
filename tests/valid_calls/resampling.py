"""Arguments and calls of resampling."""

import numpy as np

from valid_calls.kinds import Call, Count, Free

SHARED = {name: Count(3, low=1) for name in ("repeats", "n_first", "n_second")}

CALLS = {
    "fold_labels": Call(n_samples=Count(8, low=2), folds=Count(3, low=2, high=8)),
    "fold_splits": Call(
        X=Free(np.arange(8.0)[:, None]),  # only its length counts
        y=Free(None),
        folds=Count(3, low=2, high=8),
        name=Free("folds"),
    ),
    "LabeledKFold": Call(
        n_splits=Count(3, low=2), methods={"split": None, "get_n_splits": None}
    ),  # called by scikit-learn, on data that the learner has checked
}

INTERNAL = {"labeled_accuracy": "called by scikit-learn, on data that the learner has checked"}
