"""What scikit-learn asks of a transformer."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.text.topics import LSA, SparseCoding, SparseLSA

MODELS = [
    LSA(2),
    LSA(2, scaling="singular"),
    SparseCoding(2, random_state=0),
    SparseLSA(2),
    SparseLSA(2, init="documents", nonnegative=True),
]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(MODELS)
def test_scikit_learn_checks(estimator, check):
    check(estimator)
