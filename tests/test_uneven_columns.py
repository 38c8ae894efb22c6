"""Columns of very different lengths: a search ends near its optimum, or says that it did not.

Four columns of raw wine, from hue to proline, whose deviations are as 1 to 1,400. A rule that looks
at the slope of the whole sees the longest column alone, and ends while the others stand where they
began. Each model is fitted as it comes and, a hundred times as exactly, with all steps it may need.
Group lasso, trace norms and Huber's lasso, which end by the same gap as the fused lasso, take some
tens of thousands of steps for that, and are left out.
"""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.exceptions import ConvergenceWarning

from mlcompanion import classification, kernel_methods, regression, sparse
from mlcompanion.classification.linear import BoundLogisticRegression, SQBLogisticRegression
from mlcompanion.sparse.lasso import LassoCV

X, CLASSES = (part[::2] for part in load_wine(return_X_y=True))
X = X[:, [0, 6, 10, 12]]
NUMBERS = CLASSES.astype(float)
TWO = (CLASSES == 1).astype(int)
BAGS = np.eye(3, dtype=bool)[CLASSES]
GROUPS = [0, 0, 1, 1]

MODELS = [
    (sparse.Lasso(), NUMBERS),
    (sparse.ElasticNet(), NUMBERS),
    (LassoCV(random_state=0), NUMBERS),
    (sparse.FusedLasso(), NUMBERS),
    (sparse.ConstrainedLasso(), NUMBERS),
    (sparse.ConstrainedGroupLasso(GROUPS), NUMBERS),
    (sparse.OverlappingGroupLasso([[0, 1, 2], [1, 2, 3]]), NUMBERS),
    (sparse.GraphFusedLasso(), NUMBERS),
    (sparse.TreeLasso(), NUMBERS),
    (sparse.TreeLogistic(), CLASSES),
    (sparse.DALRegressor(), NUMBERS),
    (sparse.DALLogisticRegression(), CLASSES),
    (regression.HuberRegressor(), NUMBERS),
    (regression.TukeyRegressor(), NUMBERS),
    (regression.LADRegressor("irls"), NUMBERS),
    (classification.SoftmaxRegression(), CLASSES),
    (classification.PartialLabelSVM(), BAGS),
    (BoundLogisticRegression(), CLASSES),
    (SQBLogisticRegression(random_state=0), TWO),
    (kernel_methods.SVC(kernel="linear"), TWO),
    (kernel_methods.MSVM(kernel="linear"), CLASSES),
    (kernel_methods.RampSVC(kernel="linear"), TWO),
]
#: Of the answers' spread: what a tolerance as it comes may leave.
NEAR = 0.05


def patient(model):
    """The model with a hundredth of its tolerance and twenty times its steps."""
    given = model.get_params()
    tol = given["tol"]
    # multiclass machines are told the share of the bound that is to be reached
    other = {"tol": tol / 100 if tol < 0.5 else 1 - (1 - tol) / 100}
    limits = {name: 20 * given[name] for name in ("max_iter", "max_rounds") if name in given}
    return clone(model).set_params(**other, **{k: v for k, v in limits.items() if v > 0})


def answers(model, y):
    """What it says of its own rows, and whether it warned."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(X, y)
    said = getattr(model, "decision_function", model.predict)(X)
    return said, any(issubclass(w.category, ConvergenceWarning) for w in caught)


@pytest.mark.parametrize(("model", "y"), MODELS, ids=lambda part: type(part).__name__)
def test_a_search_ends_near_its_optimum_or_says_so(model, y):
    found, told = answers(clone(model), y)
    if not told:
        want, _ = answers(patient(model), y)
        np.testing.assert_allclose(found, want, rtol=0, atol=NEAR * np.std(want))
