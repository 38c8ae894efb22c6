"""Tables with names: every public estimator keeps the names of its columns, and their order.

Each call of ``valid_calls`` is made with a DataFrame in place of the matrix.
"""

import inspect
import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone
from test_bad_input import NAMES, TABLES, fresh, kinds_of, own_methods, signature, tried
from valid_calls.kinds import Call

from mlcompanion.bayes import IBPLinearGaussian
from mlcompanion.manifold import KDERidge
from mlcompanion.sparse import TreeDictionaryLearning

pd = pytest.importorskip("pandas")  # not among the lowest versions

#: What an estimator is asked after its fit, if it answers.
QUESTIONS = ("predict", "transform", "decision_function", "predict_proba", "score_samples")
QUESTIONS += ("scores", "ratio")

#: Estimators whose data are no table with columns of features.
NO_TABLE = {
    "ConvolvedGP": "a list of inputs, one array an output",
    "BM25": "counts of words, a matrix that is mostly empty",
    "DirichletLM": "counts of words",
    "VSM": "counts of words",
    "PairwiseRanker": "weights of words, in rows that are mostly empty",
    "CorrelationCorrectedCV": "one column, evenly spaced, which has no order",
    "LinearChainCRF": "a list of strings, one array each",
    "StructuredSVC": "a list of strings, one array each",
    "RobustRanker": "kernels between queries and documents",
}


def estimators():
    """Room and name of every public estimator."""
    for room in TABLES:
        for name in tried(room):
            cls = NAMES[room][name]
            if isinstance(cls, type) and issubclass(cls, BaseEstimator) and name not in NO_TABLE:
                yield room, name


def call_of(room, name):
    """The estimator of a valid call and the arguments of its ``fit``."""
    entry = TABLES[room].CALLS.get(name, Call())
    entry = entry[0] if isinstance(entry, list) else entry
    cls = NAMES[room][name]
    given = kinds_of(own_methods(cls)["fit"], entry.methods.get("fit", {}), room)
    if entry.make:
        return clone(entry.make()), fresh(given)
    return cls(**fresh(kinds_of(signature(cls), entry.kinds, room))), fresh(given)


def in_names(arguments, n_columns):
    """The arguments with a DataFrame for each matrix of features; and one whose columns turned."""
    names = [f"column {k}" for k in range(n_columns)]
    tables = {
        key: pd.DataFrame(np.asarray(value), columns=names) if key.startswith("X") else value
        for key, value in arguments.items()
    }
    return names, tables


@pytest.mark.parametrize(("room", "name"), list(estimators()))
def test_columns_have_names_and_an_order(room, name):
    model, arguments = call_of(room, name)
    first = next(iter(arguments))
    names, tables = in_names(arguments, np.shape(arguments[first])[1])
    X = tables[first]
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*feature names.*")
        model.fit(**tables)
        assert list(model.feature_names_in_) == names
        asked = [getattr(model, q) for q in QUESTIONS if callable(getattr(model, q, None))]
        rest = {key: value for key, value in tables.items() if key in ("task", "Z")}
        for question in asked:
            known = inspect.signature(question).parameters
            given = {key: value for key, value in rest.items() if key in known}
            question(X, **given)
            with pytest.raises(ValueError, match="feature names"):
                question(X[names[::-1]], **given)
        if hasattr(model, "partial_fit"):
            more = {k: v for k, v in tables.items() if k in ("X", "y")}
            model.partial_fit(**more)
            with pytest.raises(ValueError, match="feature names"):
                model.partial_fit(**{**more, "X": X[names[::-1]]})


@pytest.mark.parametrize(
    ("model", "out"),
    [
        (IBPLinearGaussian(n_iter=3, random_state=0), "ibplineargaussian"),
        (KDERidge(), None),
        (TreeDictionaryLearning(random_state=0), "treedictionarylearning"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_transformers_name_what_they_return(model, out):
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(12, 3)), columns=list("abc"))
    X.index = X.index + 100
    table = model.set_output(transform="pandas").fit(X).transform(X)
    wanted = list("abc") if out is None else [f"{out}{k}" for k in range(table.shape[1])]
    assert list(table.columns) == list(model.get_feature_names_out()) == wanted
    assert table.index.equals(X.index)
    np.testing.assert_array_equal(table, model.set_output(transform="default").transform(X))
