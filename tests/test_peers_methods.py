"""What scikit-learn's estimators answer, ours answer: ``score``, and a word about sparse inputs.

Every public estimator enters by itself, with its valid call.
"""

import inspect

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import is_classifier, is_regressor
from sklearn.covariance import GraphicalLasso as PeerLasso
from test_pandas import call_of, estimators

from mlcompanion.clustering import SequentialKMeans, kmeans_cost
from mlcompanion.graphical import GraphicalLasso
from mlcompanion.kernel_methods import SVC
from mlcompanion.online.learners import AROW, PegasosOnline, Perceptron
from mlcompanion.sparse.lasso import LassoCV

#: Without a score, as their peers are: transformers, causes, and what divides two densities.
NO_SCORE = {
    "AffineRenormalizer": "a transformer of projections",
    "Autoencoder": "a transformer",
    "LaplacianEigenmap": "a map of its own points, as scikit-learn's",
    "RBM": "a transformer; free energies compare rows of one machine only",
    "StackedPretraining": "a transformer, the start of a network",
    "GatedRenormalizer": "a transformer of projections",
    "HistogramEqualizer": "a transformer, as scikit-learn's quantile transformer",
    "DensityThreshold": "labels of outliers, as scikit-learn's detectors, which have no score",
    "InlierScore": "labels of outliers; clean points are not labelled",
    "LOF": "labels of outliers, as scikit-learn's LocalOutlierFactor",
    "MinimumEnclosingBall": "a ball, for which there is no outcome",
    "SVDD": "labels of outliers, as scikit-learn's OneClassSVM",
    "KernelPCA": "a transformer, as scikit-learn's",
    **dict.fromkeys(("LFDA", "LPP", "FisherProjection", "QMIReducer", "SELF", "SemiLFDA"), "a map"),
    "PCA": "a map; scikit-learn's score is that of a density, which this is not",
    "QuantileRenormalizer": "a transformer of projections",
    "AdaGradRanker": "an order of rows, for which scikit-learn has metrics but no estimator",
    "IBPLinearGaussian": "a transformer: features of a posterior sample",
    "DirectLiNGAM": "an order of causes, of which data hold no truth",
    "ICALiNGAM": "an order of causes, of which data hold no truth",
    "DoublingKCenter": "a bound on the largest distance; no peer",
    "OnlineClusteringWithExperts": "scored while it sees the stream",
    "LInfNeighbors": "finds neighbours, and predicts nothing",
    "KLIEP": "a ratio has no outcome to be held against",
    "RelativeDensityRatio": "a ratio has no outcome to be held against",
    "KDERidge": "a transformer: points of a ridge",
    "MDLDiscretizer": "a transformer: cut points",
    "LDAGibbs": "topics of a corpus: held-out text is judged by perplexity",
    **dict.fromkeys(("LSA", "SparseCoding", "SparseLSA"), "a transformer, as scikit-learn's"),
    "VBMixtureWeights": "weights of given densities; its bound is what it maximises",
    **dict.fromkeys(
        ("ColoredMVU", "MinimumVolumeEmbedding", "SimpleNPKL", "StructurePreservingEmbedding"),
        "a kernel or a map of the points that it was given, and of no others",
    ),
    "SpectralClustering": "labels of the points that it was given, as with scikit-learn's",
    "TreeDictionaryLearning": "a transformer, as scikit-learn's dictionary learning",
}
#: Fitted to sets of labels.
OF_BAGS = {
    "DiscriminativeEM",
    "GaussianModel1",
    "PartialLabelBoost",
    "PartialLabelKNN",
    "PartialLabelSVM",
}
#: What works on sparse matrices without making them dense.
SPARSE = {
    "ALMA",
    "AdaGradClassifier",
    "AdaGradRanker",
    "DALRegressor",
    "DALLogisticRegression",
    "ElasticNet",
    "LDAGibbs",
    "LSA",
    "LabelRankingClassifier",
    "Lasso",
    "ORDALasso",
    "ORDALogistic",
    "SQBLogisticRegression",
    "SCD",
    "SMIDAS",
    "SparseCoding",
    "SparseLSA",
    "TruncatedGradient",
}
#: What refuses them though a peer takes them, for a reason that its docstring tells.
REFUSES = [AROW, LassoCV, PegasosOnline, Perceptron, SVC]
#: What else takes the rows of X.
QUESTIONS = ("predict", "decision_function", "predict_proba", "transform", "score_samples")


def all_but_those_of_counts():
    return [pytest.param(room, name, id=name) for room, name in estimators()]


@pytest.mark.parametrize(("room", "name"), all_but_those_of_counts())
def test_a_score_is_answered(room, name):
    model, arguments = call_of(room, name)
    if name in NO_SCORE:
        assert not hasattr(model, "score")
        return
    model.fit(**arguments)
    known = inspect.signature(model.score).parameters
    given = {key: value for key, value in arguments.items() if key in known}
    if "Y" in arguments:  # of several tasks: a score calls their outcomes y
        given["y"] = arguments["Y"]
    if name in OF_BAGS:  # fitted to bags of labels, scored by the true ones
        given["y"] = np.argmax(given["y"], axis=1)
    value = model.score(**given)
    assert np.ndim(value) == 0
    assert np.isfinite(value)
    if is_classifier(model):
        assert 0 <= value <= 1
    if is_regressor(model):
        assert value <= 1


@pytest.mark.parametrize(("room", "name"), all_but_those_of_counts())
def test_sparse_inputs_are_taken_or_refused_by_that_word(room, name):
    model, arguments = call_of(room, name)
    first = next(iter(arguments))
    rows = sparse.csr_array(np.asarray(arguments[first], dtype=float))
    if name in SPARSE:
        dense = call_of(room, name)[0]
        if "tol" in model.get_params():  # both searches end at the same point
            model.set_params(tol=1e-10)
            dense.set_params(tol=1e-10)
        question = "predict" if hasattr(model, "predict") else "transform"
        model.fit(**{**arguments, first: rows})
        want = getattr(dense.fit(**arguments), question)(arguments[first])
        found = getattr(model, question)(rows)
        if sparse.issparse(found):  # as sparse as what it was made of
            found = found.toarray()
        np.testing.assert_allclose(found, want, rtol=1e-6)
        return
    with pytest.raises((TypeError, ValueError), match=r"[Ss]parse .*toarray"):
        model.fit(**{**arguments, first: rows})
    model.fit(**arguments)
    for question in QUESTIONS:
        if hasattr(model, question):
            with pytest.raises((TypeError, ValueError), match=r"[Ss]parse .*toarray"):
                getattr(model, question)(rows)


@pytest.mark.parametrize("kind", REFUSES)
def test_a_refusal_tells_its_reason(kind):
    words = " ".join(f"{kind.__doc__} {kind.fit.__doc__}".split())
    assert "Sparse X is refused" in words


def test_scores_of_clusters_and_graphs_are_those_of_the_peers():
    X = np.random.default_rng(0).normal(size=(50, 3)) @ [[1, 0.5, 0], [0, 1, 0], [0, 0, 2.0]]
    model = SequentialKMeans(4).fit(X)
    assert model.score(X[:20]) == -kmeans_cost(X[:20], model.cluster_centers_)
    ours = GraphicalLasso(0.1).fit(X)
    theirs = PeerLasso(0.1).fit(X)
    theirs.location_ = ours.location_
    theirs.precision_ = ours.precision_
    theirs.covariance_ = ours.covariance_
    assert ours.score(X[:20]) == pytest.approx(theirs.score(X[:20]), rel=1e-9)
