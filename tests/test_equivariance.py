"""Origin and units of the data change no answer: every estimator of the library, one table.

Each model is fitted to data as they are, and to the same data moved by a thousand and a million
standard deviations, in other units (all columns, or each its own, where a model is free of them by
definition), with outputs in other units, and with all weights multiplied. Widths, penalties and
thresholds are converted; the answers must be the same.

Tolerances follow from the conditioning. Data at k standard deviations from zero are themselves
rounded by ``k * 2e-16``: 2e-10 at a million. The Gram matrices of these data have condition
numbers below 20, so a direct solution may move by some 1e-8; an answer is compared at ``TIGHT``,
ten times that. A search takes its steps in units of the data and so ends at the same one: the
same number holds. Where a matrix is nearly singular, the entry says how far that moves the answer.

A new estimator enters by itself: the first test fails until it stands in the table.
"""

import importlib
import inspect
import pkgutil
import warnings
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

import mlcompanion
from mlcompanion import (
    causal,
    classification,
    clustering,
    density,
    ensemble,
    kernel_methods,
    manifold,
    outliers,
    reduction,
    regression,
    rules,
    sparse,
)
from mlcompanion.bayes import dp_glm
from mlcompanion.bayes import mixtures as bayes_mixtures
from mlcompanion.bayes.conjugate import GaussianMeanBayes
from mlcompanion.classification.linear import BoundLogisticRegression, SQBLogisticRegression
from mlcompanion.classification.partial.partial_boost import PartialLabelBoost
from mlcompanion.classification.partial.partial_labels import PartialLabelSVM
from mlcompanion.classification.partial.partial_models import (
    DiscriminativeEM,
    GaussianModel1,
    PartialLabelKNN,
)
from mlcompanion.clustering.spectral import SpectralClustering
from mlcompanion.density import mixtures
from mlcompanion.density.contrasts import KLIEP
from mlcompanion.ensemble import equilibrium
from mlcompanion.ensemble.aggregation import StarAggregateLasso
from mlcompanion.ensemble.votes import AxisStump, Bagging, StackedVote, StumpBooster
from mlcompanion.gp import GPRegressor, SquaredExponential, tiles
from mlcompanion.gp.outputs import ConvolvedGP
from mlcompanion.graphical import GraphicalLasso, KernelForest
from mlcompanion.graphical.classifiers import MDLDiscretizer
from mlcompanion.graphical.graph_regression import GoCART, KernelGraph, ParametricGraph
from mlcompanion.graphical.latent_laws import GaussianLatentTree
from mlcompanion.graphical.messages import LInfNeighbors
from mlcompanion.kernel_methods import pairs
from mlcompanion.kernels import rbf_kernel
from mlcompanion.online import kernel_learners
from mlcompanion.online.learners import ALMA
from mlcompanion.prox import TreeGroups
from mlcompanion.reduction import linear as maps
from mlcompanion.reduction import unfolding
from mlcompanion.regression.bands import KernelBandRegressor
from mlcompanion.regression.networks.networks import HierarchicalRegressor
from mlcompanion.regression.smoothing import (
    CorrelationCorrectedCV,
    LocalLinear,
    LSSVMRegressor,
    NadarayaWatson,
)
from mlcompanion.regression.tasks.multitask import MultioutputRidge, MultitaskRidge
from mlcompanion.sparse import cca
from mlcompanion.sparse.lasso import LassoCV
from mlcompanion.sparse.multitask.row_norms import MultitaskRowNorm, MultitaskTraceNorm
from mlcompanion.sparse.stochastic_l1 import SCD, SMIDAS, TruncatedGradient
from mlcompanion.sparse.streams import ORDALasso, ORDALogistic
from mlcompanion.text.topics import LSA, SparseCoding, SparseLSA
from mlcompanion.trees import OneAgainstAll, OnlinePartitionTree, RandomLabelTree

TIGHT = 1e-7
ORIGINS = (1e3, 1e6)
UNITS = (1e-12, 1e-6, 1e6, 1e12)
RNG = np.random.default_rng(7)
X = RNG.normal(size=(48, 3)) @ np.diag([1.0, 1.5, 0.8]) + [0.3, -0.2, 0.1]
Y = X @ [1.0, -0.7, 0.4] + 2 + 0.4 * RNG.standard_t(3, size=48)
OUTPUTS = np.column_stack([Y, 0.5 * Y + RNG.normal(size=48)])
LABELS = (np.median(Y) < Y).astype(int)
CLASSES = np.digitize(Y, np.quantile(Y, [0.3, 0.7]))
FLAGS = np.eye(3, dtype=bool)[CLASSES] | (RNG.random((48, 3)) < 0.2)
SEMI = np.where(np.arange(48) % 3 == 0, -1, LABELS)
TREE = TreeGroups([-1, 0, 0])
SIDES = np.array([1.0, -1.0, 1.0])


class Case(NamedTuple):
    """A model, the data that it takes, and what it is free of by definition.

    ``make(a, b)`` gives it for inputs in units of ``a`` and outputs in units of ``b``. Weights of w
    times the losses are what inputs and outputs in units of the root of w are, unless ``weigh(w)``
    gives the model whose penalty is w times as large.
    """

    make: object
    y: object = None
    free: str = "origin units"
    tol: float = TIGHT
    answer: object = None
    weigh: object = None


def predicted(model, X):
    """The finest answer that a model gives."""
    for name in ("decision_function", "predict_proba", "predict", "score_samples"):
        if hasattr(model, name):
            return np.asarray(getattr(model, name)(X), dtype=float)
    raise AssertionError(f"{type(model).__name__} answers nothing")


def labelled(model, X):
    return np.asarray(model.predict(X), dtype=float)


def learned_kernel(model, X):
    return model.kernel_.dense()


def linear(make, tol=TIGHT, free="origin units outputs weights"):
    return Case(make, Y, free, tol)


def machine(kind, y=CLASSES, **options):
    """Kernel machines: a Gaussian kernel moves with the data, its width has their units."""
    return Case(lambda a, b: kind(kernel="rbf", sigma=1.5 * a, **options), y)


def online(kind, y=LABELS):
    """Learners with a Gaussian kernel, whose width has the units of the data."""
    return Case(lambda a, b: kind(kernel_params={"sigma": 1.5 * a}), y)


def mixed(kind, **options):
    """Machines that weigh Gaussian kernels of three widths, which have the units of the data."""

    def make(a, b):
        def kernels(X, X_train):
            return np.array([rbf_kernel(X, X_train, sigma=w * a) for w in (0.7, 1.5, 3.0)])

        return kind(kernels=kernels, **options)

    return Case(make, LABELS)


def _process(a, b):
    """A covariance and a noise in units of the data."""
    return SquaredExponential(1.5 * a, 2.0 * b), 0.1 * b**2


def _given(a, b):
    return dict(zip(("covariance", "noise_variance"), _process(a, b)))


#: Multiclass machines stop at a share of their bound; where, rounding decides, unless it is this.
OPTIMUM = 1 - 1e-9


R = regression
S = sparse
C = classification
K = kernel_methods
CASES = {
    # the top of a likelihood is flat: where the search ends moves by the root of its tolerance
    "ConvolvedGP": Case(
        lambda a, b: ConvolvedGP(max_iter=60), Y, "origin columns units outputs", tol=1e-3
    ),
    # the columns' own units leave models without a penalty alone
    "LeastSquares": linear(
        lambda a, b: R.LeastSquares(), free="origin columns units outputs weights"
    ),
    "LeastSquares, svd": linear(
        lambda a, b: R.LeastSquares(solver="svd"), free="origin columns units outputs weights"
    ),
    "LeastSquares, normal": linear(
        lambda a, b: R.LeastSquares(solver="normal"), free="origin columns units outputs weights"
    ),
    "Ridge, 0": linear(lambda a, b: R.Ridge(0.0), free="origin columns units outputs weights"),
    "Ridge": linear(lambda a, b: R.Ridge(2.0 * a**2)),
    "SubspaceLeastSquares": Case(
        lambda a, b: R.SubspaceLeastSquares(), Y, "columns units outputs weights"
    ),
    "HuberRegressor": Case(
        lambda a, b: R.HuberRegressor(tol=1e-10), Y, "origin columns units outputs weights"
    ),
    "TukeyRegressor": Case(
        lambda a, b: R.TukeyRegressor(tol=1e-10), Y, "origin columns units outputs weights"
    ),
    "LADRegressor": Case(lambda a, b: R.LADRegressor(), Y, "origin columns units outputs weights"),
    "LADRegressor, irls": Case(
        lambda a, b: R.LADRegressor("irls"), Y, "origin columns units outputs weights"
    ),
    # with a kernel for each copy of a sample, its matrix is multiplied as well
    "KernelBandRegressor": Case(
        lambda a, b: KernelBandRegressor([1.0 * a, 2.0 * a], [0.1, 1.0], random_state=0),
        Y,
        "origin units outputs",
        answer=lambda model, X: np.concatenate(model.predict(X, return_std=True)),
    ),
    "KernelBandRegressor, its own widths": Case(
        lambda a, b: KernelBandRegressor(random_state=0), Y, "origin units outputs"
    ),
    "KernelLeastSquares": Case(
        lambda a, b: R.KernelLeastSquares(2.0 * a, 0.1),
        Y,
        "origin units outputs weights",
        weigh=lambda w: R.KernelLeastSquares(2.0, 0.1 * w**2),
    ),
    "KernelLeastSquares, ridge": Case(
        lambda a, b: R.KernelLeastSquares(2.0 * a, 0.1, "K"),
        Y,
        "origin units outputs weights",
        weigh=lambda w: R.KernelLeastSquares(2.0, 0.1 * w, "K"),
    ),
    "GPRegressor": Case(
        lambda a, b: GPRegressor(
            SquaredExponential(1.5 * a, 2.0 * b), 0.1 * b**2, fit_parameters=False
        ),
        Y,
        "origin units outputs",
    ),
    "LocalGP": Case(
        lambda a, b: tiles.LocalGP((2, 1, 2), "fixed", *_process(a, b)), Y, "origin units outputs"
    ),
    "LocalGP, searched": Case(
        lambda a, b: tiles.LocalGP((2, 1, 1), "local", random_state=0),
        Y,
        "origin columns units outputs",
        1e-3,
    ),
    "DomainDecompositionGP": Case(
        lambda a, b: tiles.DomainDecompositionGP((2, 1, 2), 3, 2, "fixed", **_given(a, b)),
        Y,
        "origin units outputs",
        1e-6,
    ),
    "DomainDecompositionGP, posterior": Case(
        lambda a, b: tiles.DomainDecompositionGP(
            (2, 2, 1), 2, hyper="fixed", correction="posterior", **_given(a, b)
        ),
        Y,
        "origin units outputs",
        1e-6,
    ),
    "BayesianCommitteeMachine": Case(
        lambda a, b: tiles.BayesianCommitteeMachine(20, **_given(a, b)),
        Y,
        "origin units outputs",
        1e-6,
    ),
    "BaggedGP": Case(
        lambda a, b: tiles.BaggedGP(3, 20, local=True, random_state=0, **_given(a, b)),
        Y,
        "origin units outputs",
        1e-6,
    ),
    "LocalExperts": Case(
        lambda a, b: tiles.LocalExperts(2, 15, **_given(a, b)), Y, "origin units outputs", 1e-6
    ),
    "GPRegressor, searched": Case(lambda a, b: GPRegressor(), Y, "origin units outputs", 1e-3),
    "LSSVMRegressor": Case(lambda a, b: LSSVMRegressor(5.0, 2.0 * a), Y, "origin units outputs"),
    "NadarayaWatson": Case(lambda a, b: NadarayaWatson(1.0 * a), Y, "origin units outputs"),
    "LocalLinear": Case(lambda a, b: LocalLinear(2.0 * a), Y, "origin units outputs"),
    "CorrelationCorrectedCV": Case(
        lambda a, b: CorrelationCorrectedCV(param_grid={"gamma": [1.0, 9.0], "h": [a, 3 * a]}),
        Y,
        "origin units outputs",
    ),
    "KernelSGDRegressor": Case(
        lambda a, b: R.KernelSGDRegressor(
            2.0 * a, 0.1, init="zero", tol=1e-3, max_iter=2000, random_state=0
        ),
        Y,
        "origin units outputs",
    ),
    "SparseHuber": Case(
        lambda a, b: R.SparseHuber(0.5 * b, 0.5 * b, 2.0 * a, tol=1e-6),
        Y,
        "origin units outputs",
    ),
    "HierarchicalRegressor": Case(
        lambda a, b: HierarchicalRegressor(2, n_restarts=1, random_state=0),
        Y,
        "origin units outputs",
    ),
    "MultitaskRidge": Case(lambda a, b: MultitaskRidge(1.0 * a**2, 0.5 * a**2), Y, "units outputs"),
    "MultioutputRidge": Case(
        lambda a, b: MultioutputRidge(1.0 * a**2, 0.5 * a**2), OUTPUTS, "units outputs"
    ),
    "MultitaskTraceNorm": Case(lambda a, b: MultitaskTraceNorm(5.0 * a * b), Y, "units outputs"),
    "MultitaskRowNorm": Case(lambda a, b: MultitaskRowNorm(5.0 * a * b), Y, "units outputs"),
    # searches take their steps in units of the data, and so end at the same one
    "Lasso": linear(lambda a, b: S.Lasso(5.0 * a * b)),
    "ElasticNet": linear(lambda a, b: S.ElasticNet(5.0 * a * b, 3.0 * a**2)),
    "LassoCV": linear(lambda a, b: LassoCV(random_state=0)),
    "GroupLasso": linear(lambda a, b: S.GroupLasso([0, 0, 1], 5.0 * a * b)),
    "FusedLasso": linear(lambda a, b: S.FusedLasso(5.0 * a * b, 3.0 * a * b)),
    "TraceNormRegression": linear(lambda a, b: S.TraceNormRegression((1, 3), 5.0 * a * b)),
    "ConstrainedLasso": linear(lambda a, b: S.ConstrainedLasso(1.0 * b / a)),
    "ConstrainedGroupLasso": linear(lambda a, b: S.ConstrainedGroupLasso([0, 0, 1], 1.0 * b / a)),
    "ConstrainedTraceNorm": linear(lambda a, b: S.ConstrainedTraceNorm((1, 3), 1.0 * b / a)),
    "HuberLasso": Case(lambda a, b: S.HuberLasso(0.5 * b, 5.0 * a * b), Y, "origin units outputs"),
    "OverlappingGroupLasso": linear(
        lambda a, b: S.OverlappingGroupLasso([[0, 1], [1, 2]], 5.0 * a * b, 3.0 * a * b)
    ),
    "GraphFusedLasso": linear(
        lambda a, b: S.GraphFusedLasso(None, 5.0 * a * b, 3.0 * a * b, tol=1e-6)
    ),
    "MultiTaskGraphFusedLasso": Case(
        lambda a, b: S.MultiTaskGraphFusedLasso(None, 5.0 * a * b, 3.0 * a * b, tol=1e-6),
        OUTPUTS,
        "origin units outputs",
    ),
    "TreeLasso": linear(lambda a, b: S.TreeLasso(TREE, 5.0 * a * b, tol=1e-8)),
    "TreeLogistic": Case(lambda a, b: S.TreeLogistic(TREE, 2.0 * a, tol=1e-8), CLASSES),
    # atoms are unit vectors of raw signals: free of the units alone
    "TreeDictionaryLearning": Case(
        lambda a, b: S.TreeDictionaryLearning(TREE, 0.3 * a, tol=1e-9, random_state=0),
        free="units",
        answer=lambda model, X: model.inverse_transform(model.transform(X)) / X.std(),
    ),
    "DALRegressor": Case(
        lambda a, b: S.DALRegressor(5.0 * a * b, tol=1e-10, max_iter=120),
        Y,
        "origin units outputs",
    ),
    "ORDALasso": linear(
        lambda a, b: ORDALasso(0.05 * a * b, 0.1 * a**2, random_state=0),
        free="origin units outputs",
    ),
    "ORDALogistic": Case(lambda a, b: ORDALogistic(0.05 * a, 0.1 * a**2, random_state=0), LABELS),
    "DALLogisticRegression": Case(
        lambda a, b: S.DALLogisticRegression(2.0 * a, tol=1e-10, max_iter=120), CLASSES
    ),
    # without an intercept: free of the units alone, its step of the entries
    "SCD": Case(
        lambda a, b: SCD(0.05 * a, tol=1e-12, max_passes=50_000, random_state=0), LABELS, "units"
    ),
    "SCD, squared": Case(
        lambda a, b: SCD(0.1 * a * b, "squared", tol=1e-12, random_state=0), Y, "units outputs"
    ),
    "SMIDAS": Case(lambda a, b: SMIDAS(0.01 * a, random_state=0), LABELS, "units"),
    "TruncatedGradient": Case(
        lambda a, b: TruncatedGradient(0.01 * a, random_state=0), LABELS, "units"
    ),
    "GraphicalLasso": Case(
        lambda a, b: GraphicalLasso(0.1 * a**2),
        answer=lambda model, X: model.precision_ * np.outer(X.std(axis=0), X.std(axis=0)),
    ),
    "GoCART": Case(
        lambda a, b: GoCART(random_state=0, min_leaf=5), Y, "origin columns units outputs"
    ),
    "KernelGraph": Case(
        lambda a, b: KernelGraph(random_state=0, n_judged=8), Y, "origin units outputs"
    ),
    "ParametricGraph": Case(
        lambda a, b: ParametricGraph(random_state=0), Y, "origin columns units outputs"
    ),
    # classification
    "FDA": Case(lambda a, b: C.FDA(), CLASSES, "origin columns units"),
    "GenerativeClassifier": Case(
        lambda a, b: C.GenerativeClassifier(), CLASSES, "origin columns units", answer=labelled
    ),
    "LSClassifier": Case(lambda a, b: C.LSClassifier(), CLASSES, "origin columns units"),
    "LSClassifier, penalised": Case(lambda a, b: C.LSClassifier(0.5 * a**2), CLASSES),
    "KernelLSClassifier": Case(lambda a, b: C.KernelLSClassifier(2.0 * a), CLASSES),
    "LSPC": Case(lambda a, b: C.LSPC(2.0 * a), CLASSES),
    "OneVsRest": Case(lambda a, b: C.OneVsRest(C.LSClassifier()), CLASSES, "origin columns units"),
    "OneVsOne": Case(lambda a, b: C.OneVsOne(C.LSClassifier()), CLASSES, "origin columns units"),
    "KNNClassifier": Case(lambda a, b: C.KNNClassifier(3), CLASSES),
    "SoftmaxRegression": Case(
        lambda a, b: C.SoftmaxRegression(0.5 * a**2, tol=1e-8, max_iter=1000),
        CLASSES,
        "origin units weights",
    ),
    "BoundLogisticRegression": Case(
        lambda a, b: BoundLogisticRegression(0.5 * a**2, tol=1e-9, max_iter=2000),
        CLASSES,
        "origin units weights",
        # the penalty is one of the mean loss
        weigh=lambda weight: BoundLogisticRegression(0.5, tol=1e-9, max_iter=2000),
    ),
    "SQBLogisticRegression": Case(
        lambda a, b: SQBLogisticRegression(
            0.02 * a**2, (48, 48), cap_sigma=48, solver="exact", tol=1e-10, max_passes=500
        ),
        CLASSES,
    ),
    "ClassBalanceLS": Case(
        lambda a, b: C.ClassBalanceLS(), CLASSES, "origin columns units", answer=labelled
    ),
    "PartialLabelSVM": Case(
        lambda a, b: PartialLabelSVM(C=1.0 / a**2, tol=1e-6, max_iter=3000), FLAGS
    ),
    "PartialLabelKNN": Case(lambda a, b: PartialLabelKNN(3, random_state=0), FLAGS),
    "PartialLabelBoost": Case(
        lambda a, b: PartialLabelBoost(n_rounds=10), FLAGS, "origin columns units"
    ),
    "GaussianModel1": Case(
        lambda a, b: GaussianModel1(),
        FLAGS,
        "origin columns units",
        answer=lambda m, X: m.scores(X) - m.scores(X).max(axis=1, keepdims=True),
    ),
    "DiscriminativeEM": Case(lambda a, b: DiscriminativeEM(0.5 * a**2, tol=1e-6), FLAGS),
    "CBAClassifier": Case(lambda a, b: rules.CBAClassifier(0.1), LABELS, "origin columns units"),
    "DecisionStump": Case(
        lambda a, b: ensemble.DecisionStump(), LABELS, "origin columns units weights"
    ),
    "BinnedStump": Case(
        lambda a, b: equilibrium.BinnedStump(), LABELS, "origin columns units weights"
    ),
    "CompleteTree": Case(
        lambda a, b: equilibrium.CompleteTree(), LABELS, "origin columns units weights"
    ),
    "LPAdaBoost": Case(
        lambda a, b: equilibrium.LPAdaBoost(n_rounds=5), LABELS, "origin columns units"
    ),
    # rows are divided by their usual length, and their constant is a column
    "OneAgainstAll": Case(lambda a, b: OneAgainstAll(random_state=0), CLASSES, "units"),
    "OnlinePartitionTree": Case(lambda a, b: OnlinePartitionTree(random_state=0), CLASSES, "units"),
    "RandomLabelTree": Case(lambda a, b: RandomLabelTree(random_state=0), CLASSES, "units"),
    "DualBooster": Case(
        lambda a, b: ensemble.DualBooster(n_rounds=5), LABELS, "origin columns units weights"
    ),
    "AxisStump": Case(
        lambda a, b: AxisStump(random_state=0), LABELS, "origin columns units weights"
    ),
    # bootstrap samples, and samples held out: a weight is no number of copies
    "Bagging": Case(
        lambda a, b: Bagging(n_estimators=20, random_state=0), LABELS, "origin columns units"
    ),
    "StackedVote": Case(
        lambda a, b: StackedVote([("one", AxisStump(0)), ("all", StumpBooster())], random_state=0),
        LABELS,
        "origin columns units",
    ),
    **{
        f"StumpBooster, {loss}": Case(
            lambda a, b, loss=loss: StumpBooster(loss, 8, axis="random", random_state=0),
            LABELS,
            "origin columns units",
        )
        for loss in ("exponential", "mada", "logistic")
    },
    # halves of the sample are drawn: a weight is no number of copies
    "StarAggregateLasso": linear(
        lambda a, b: StarAggregateLasso(20, random_state=0), free="origin columns units outputs"
    ),
    # kernels
    "SVC": machine(K.SVC, LABELS, tol=1e-9),
    "SVC, linear": Case(
        lambda a, b: K.SVC(1.0 / a**2, kernel="linear", tol=1e-9, max_iter=3000), LABELS
    ),
    "RampSVC": machine(K.RampSVC, LABELS, tol=1e-9),
    "SquaredHingeLS": machine(K.SquaredHingeLS, LABELS, random_state=0),
    "CrammerSingerSVC": machine(K.CrammerSingerSVC, tol=OPTIMUM),
    "MSVM": machine(K.MSVM, tol=OPTIMUM),
    "MSVM, linear": Case(
        lambda a, b: K.MSVM("LLW", lam=1.0 * a**2, kernel="linear", tol=OPTIMUM), CLASSES
    ),
    "GenericMSVM": machine(K.GenericMSVM, tol=OPTIMUM),
    "KernelPerceptron": online(kernel_learners.KernelPerceptron),
    "KernelPA": online(kernel_learners.KernelPA),
    "KernelROMMA": online(kernel_learners.KernelROMMA),
    "KernelALMA": online(kernel_learners.KernelALMA),
    # the weights lie in a ball about zero; scores have the units of the rows
    "ALMA": Case(lambda a, b: ALMA(), LABELS, "units", answer=lambda model, X: model.coef_),
    "MulticlassKernelPerceptron": online(kernel_learners.MulticlassKernelPerceptron, CLASSES),
    "MIRA": online(kernel_learners.MIRA, CLASSES),
    "DoubleUpdatingClassifier": online(kernel_learners.DoubleUpdatingClassifier),
    "RuleMKL": mixed(K.RuleMKL, tol=1e-9),
    "AlignmentMKL": mixed(K.AlignmentMKL, tol=1e-9),
    "GroupLassoMKL": mixed(K.GroupLassoMKL, tol=1e-7),
    "LocalizedMKL": mixed(K.LocalizedMKL, tol=1e-7, max_iter=300, random_state=0),
    "NonlinearMKL": mixed(K.NonlinearMKL, tol=1e-7, max_iter=1000),
    "SimpleMKL": mixed(K.SimpleMKL, tol=1e-7, max_iter=1000),
    "SOCPMKL": mixed(K.SOCPMKL, tol=1e-9),
    "GeneralizedMKL": mixed(K.GeneralizedMKL, tol=1e-7, max_iter=1000),
    # kernels and maps of the points, whose graph is all that they see of them, or distances
    "SimpleNPKL": Case(lambda a, b: pairs.SimpleNPKL("linear"), SEMI, answer=learned_kernel),
    "SimpleNPKL, hinge": Case(
        lambda a, b: pairs.SimpleNPKL("square_hinge", budget=100.0, tol=1e-9, max_iter=500),
        SEMI,
        answer=learned_kernel,
    ),
    "ColoredMVU": Case(lambda a, b: pairs.ColoredMVU(), CLASSES, answer=learned_kernel),
    "MinimumVolumeEmbedding": Case(
        lambda a, b: pairs.MinimumVolumeEmbedding(), answer=learned_kernel
    ),
    "StructurePreservingEmbedding": Case(
        lambda a, b: pairs.StructurePreservingEmbedding(), answer=learned_kernel
    ),
    # the graph's Laplacian is nearly singular
    "LapRLSC": Case(lambda a, b: manifold.LapRLSC(sigma=1.5 * a), SEMI, tol=1e-6),
    "LapSVM": Case(lambda a, b: manifold.LapSVM(sigma=1.5 * a), SEMI, tol=1e-6),
    "LaplacianLS": Case(lambda a, b: manifold.LaplacianLS(1.5 * a), SEMI),
    # densities, clusters, causes
    "GaussianDensity": Case(
        lambda a, b: density.GaussianDensity(),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "GaussianLatentTree": Case(
        lambda a, b: GaussianLatentTree(),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "KernelForest": Case(
        lambda a, b: KernelForest(random_state=0),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "GaussianMixtureEM": Case(
        lambda a, b: mixtures.GaussianMixtureEM(2, random_state=0),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "GaussianMixtureGD": Case(
        lambda a, b: mixtures.GaussianMixtureGD(2, step=0.1, random_state=0),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "GaussianMeanBayes": Case(
        lambda a, b: GaussianMeanBayes(0.7 * a, noise=a),
        free="units",  # its prior has a place: zero
        answer=lambda m, X: m.score_samples(X) + X.shape[1] * np.log(m.noise),
    ),
    "VBGaussianMixture": Case(
        lambda a, b: bayes_mixtures.VBGaussianMixture(2, random_state=0),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "CollapsedGibbsGMM": Case(
        lambda a, b: bayes_mixtures.CollapsedGibbsGMM(2, n_sweeps=5, random_state=0),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "DPGibbsGMM": Case(
        lambda a, b: bayes_mixtures.DPGibbsGMM(n_sweeps=5, random_state=0),
        free="origin columns units",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "DPGLMRegressor": Case(
        lambda a, b: dp_glm.DPGLMRegressor(n_iter=5, burn_in=3, thin=1, random_state=0),
        Y,
        "origin columns units outputs",
    ),
    "DPGLMLogNormal": Case(
        lambda a, b: dp_glm.DPGLMLogNormal(n_iter=5, burn_in=3, thin=1, random_state=0),
        Y,
        "origin columns units outputs",
    ),
    "DPGLMClassifier": Case(
        lambda a, b: dp_glm.DPGLMClassifier(n_iter=5, burn_in=3, thin=1, random_state=0),
        CLASSES,
        "origin columns units",
    ),
    "NNDensity": Case(
        lambda a, b: density.NNDensity(5),
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "KernelDensity": Case(
        lambda a, b: density.KernelDensity(0.7 * a),
        free="origin units weights",
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
        weigh=lambda w: density.KernelDensity(0.7),
    ),
    "ParzenWindow": Case(
        lambda a, b: density.ParzenWindow(3.3 * a),
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "RelativeDensityRatio": Case(
        lambda a, b: density.RelativeDensityRatio(0.1, sigma=1.5 * a, lam=0.1, random_state=0),
        answer="ratio",
    ),
    "KLIEP": Case(lambda a, b: KLIEP(1.5 * a), answer="ratio"),
    "InlierScore": Case(
        lambda a, b: outliers.InlierScore(sigma=1.5 * a, random_state=0), answer="ratio"
    ),
    "LOF": Case(lambda a, b: outliers.LOF(7)),
    "SVDD": Case(lambda a, b: outliers.SVDD(0.08, tol=1e-10)),
    "SVDD, linear": Case(
        lambda a, b: outliers.SVDD(0.08, kernel="linear", tol=1e-10),
        answer=lambda m, X: m.score_samples(X) / X.var(axis=0).max(),
    ),
    "MinimumEnclosingBall": Case(
        lambda a, b: outliers.MinimumEnclosingBall(),
        answer=lambda m, X: m.decision_function(X) / X.var(axis=0).max(),
    ),
    "DensityThreshold": Case(
        lambda a, b: outliers.DensityThreshold(),
        answer=lambda m, X: m.score_samples(X) + np.log(X.std(axis=0)).sum(),
    ),
    "KDERidge": Case(
        lambda a, b: manifold.KDERidge(1, 0.8 * a, tol=1e-8),
        answer=lambda m, X: (m.transform(X) - X.mean(axis=0)) / X.std(axis=0),
    ),
    "MDLDiscretizer": Case(
        lambda a, b: MDLDiscretizer(),
        LABELS,
        "origin columns units",
        answer=lambda m, X: m.transform(X).astype(float),
    ),
    "LInfNeighbors": Case(
        lambda a, b: LInfNeighbors(3), answer=lambda m, X: m.distances(X) / X.std(axis=0).max()
    ),
    "DoublingKCenter": Case(lambda a, b: clustering.DoublingKCenter(4), answer=labelled),
    "KMeans": Case(lambda a, b: clustering.KMeans(4, random_state=0), answer=labelled),
    "SpectralClustering": Case(
        lambda a, b: SpectralClustering(3, n_neighbors=5, random_state=0),
        answer=lambda m, X: m.labels_.astype(float),
    ),
    "SpectralClustering, gaussian": Case(
        lambda a, b: SpectralClustering(3, graph="gaussian", width=0.8 * a, random_state=0),
        answer=lambda m, X: m.labels_.astype(float),
    ),
    "SequentialKMeans": Case(lambda a, b: clustering.SequentialKMeans(4), answer=labelled),
    "OnlineClusteringWithExperts": Case(
        lambda a, b: clustering.OnlineClusteringWithExperts(
            3, window=20, radius=6.0 * a, random_state=0
        ),
        free="units",
        answer=labelled,
    ),
    "DirectLiNGAM": Case(
        lambda a, b: causal.DirectLiNGAM("pwling"), free="origin columns units", answer="order"
    ),
    # not of the units of single columns: its permutation searches compare sizes of coefficients,
    # which is the weakness that the paper holds against it (Shimizu et al. 2011, section 2.4)
    "ICALiNGAM": Case(
        lambda a, b: causal.ICALiNGAM(random_state=0), free="origin units", answer="order"
    ),
}

for _name, _kernel in {"KernelPCA": "linear", "KernelPCA, rbf": "rbf"}.items():
    CASES[_name] = Case(
        lambda a, b, kernel=_kernel: reduction.KernelPCA(2, kernel=kernel),
        free="origin units",
        answer=lambda model, X: model.transform(X) / np.sqrt(model.eigenvalues_),
    )
# never centred: the origin has a meaning; the penalty has the units of the data
CASES["LSA"] = Case(lambda a, b: LSA(2), free="units", answer=lambda model, X: model.transform(X))
for _name, _options in {
    "SparseLSA": {},
    "SparseLSA, nonnegative": {"nonnegative": True},
    "SparseLSA, groups": {"groups": [0, 0, 1]},
}.items():
    CASES[_name] = Case(
        lambda a, b, options=_options: SparseLSA(2, lam=0.5 * a, **options),
        free="units",
        answer=lambda model, X: model.embedding_,
    )
CASES["SparseCoding"] = Case(
    lambda a, b: SparseCoding(2, lam=0.1 * a, random_state=0),
    free="units",
    answer=lambda model, X: model.components_,
)
for _name, _make in {
    "Autoencoder": lambda: unfolding.Autoencoder(2, max_iter=50, random_state=0),
    "RBM": lambda: unfolding.RBM(2, n_iter=3, random_state=0),
    "RBM, gaussian": lambda: unfolding.RBM(
        2, visible="gaussian", learning_rate=0.01, n_iter=3, random_state=0
    ),
    "StackedPretraining": lambda: unfolding.StackedPretraining(
        (3, 2), unit=unfolding.Autoencoder(max_iter=50), random_state=0
    ),
}.items():
    CASES[_name] = Case(
        lambda a, b, make=_make: make(),
        free="origin columns units",
        answer=lambda model, X: model.transform(X),
    )
CASES["LaplacianEigenmap"] = Case(
    lambda a, b: unfolding.LaplacianEigenmap(n_neighbors=6, weights="heat"),
    free="origin units",
    answer=lambda model, X: model.embedding_,
)


def _directions(model, X):
    """Projections in units of their spread; the scale of the directions is a convention."""
    Z = model.transform(X)
    return Z / Z.std(axis=0)


for _name, _case in {
    "PCA": Case(lambda a, b: maps.PCA(2)),
    "LPP": Case(lambda a, b: maps.LPP(2, width=2.0 * a)),
    "LPP, local": Case(lambda a, b: maps.LPP(2, similarity="local")),
    "LPP, knn": Case(lambda a, b: maps.LPP(2, similarity="knn")),
    "FisherProjection": Case(lambda a, b: maps.FisherProjection(), CLASSES, "origin columns units"),
    "FisherProjection, ridge": Case(
        lambda a, b: maps.FisherProjection(ridge=0.3), CLASSES, "origin columns units"
    ),
    "LFDA": Case(lambda a, b: maps.LFDA(), CLASSES),
    "LFDA, gaussian": Case(lambda a, b: maps.LFDA(similarity="gaussian", width=a), CLASSES),
    # the identity has no unit: of units beta = 1 alone is free
    "SELF": Case(lambda a, b: maps.SELF(2, beta=0.5), SEMI, "origin"),
    "SemiLFDA": Case(lambda a, b: maps.SemiLFDA(2, beta=1.0), SEMI),
    "QMIReducer": Case(
        lambda a, b: maps.QMIReducer(
            h=a, h_y=b, lam=0.1 * a * b, step=10.0 * a * b, tol=1e-9, random_state=0
        ),
        Y,
        "origin units outputs",
        answer=lambda model, X: _directions(model, X) * model.h_y,  # no output is predicted
    ),
}.items():
    CASES[_name] = _case._replace(answer=_case.answer or _directions)

# ranks decide: of the test values nothing else is asked
CASES["HistogramEqualizer"] = Case(
    lambda a, b: reduction.HistogramEqualizer(),
    free="origin columns units",
    answer=lambda model, X: (model.transform(X) - X.mean(axis=0)) / X.std(axis=0),
)

_VIEWS = np.column_stack([OUTPUTS, X[:, 0] ** 2])


def _scores(model, X):
    return model.transform(X)[:, 0]


def _scores_in_units_of_y(model, X):
    return _scores(model, X) * model.y_scale_.length[0]


for _name, _make in {
    "SparseCCA": lambda: cca.SparseCCA(1.4, 1.4, n_init=0),
    "GroupSparseCCA": lambda: cca.GroupSparseCCA([[0, 1], [1, 2]], 0.2, radius_x=1.4, n_init=0),
    "GroupPursuitCCA": lambda: cca.GroupPursuitCCA(0.1, 0.1, radius_x=1.4, n_init=0),
    "TreeSparseCCA": lambda: cca.TreeSparseCCA(theta=0.1, radius_x=1.4, n_init=0),
}.items():
    CASES[_name] = Case(
        lambda a, b, make=_make: make(), _VIEWS, "origin columns units", answer=_scores
    )
    CASES[f"{_name}, second view"] = Case(
        lambda a, b, make=_make: make(),
        _VIEWS,
        "outputs",
        answer=_scores_in_units_of_y,
    )

#: Free of nothing by definition, with the reason.
EXCUSED = {
    "LatentLogisticRegression": "its likelihood has several tops: the start decides which",
    "RobustRanker": "its kernel of queries and pages, and its scores, are given",
    **dict.fromkeys(
        ["ChainKMeans", "OrderKMeans"],
        "rows are ranked, so columns share a unit: held in clustering/chains/test_models.py",
    ),
    "AffineRenormalizer": "two samples: held in reduction/test_renormalize.py",
    "QuantileRenormalizer": "two samples: held in reduction/test_renormalize.py",
    "GatedRenormalizer": "two samples: an equalizer, and a gate that errors decide",
    "BackpropRegressor": "a network starts from weights of the order of one",
    "ChowLiuForest": "its columns are codes of states",
    "DiscreteLatentTree": "its columns are codes of states",
    "LatentClassModel": "its columns are codes of states",
    "FoCART": "its covariates lie in the unit cube, its responses are codes of states",
    "IsingRelaxation": "its columns are zeros and ones",
    "HillClimbBNC": "its columns are codes of states",
    "TANClassifier": "its columns are codes of states",
    "Histogram": "its bins have a width and an origin",
    "IBPLinearGaussian": "priors of fixed variances about zero",
    "PairwiseRanker": "weights of words have a zero; units: text/preferences/test_steps.py",
    "LDAGibbs": "counts of words have a zero and a unit",
    "DPGLMPoisson": "its columns are categories",
    "VBMixtureWeights": "its columns are logarithms of known densities",
    "VSM": "counts of words have a zero and a unit",
    "BM25": "counts of words have a zero and a unit",
    "DirichletLM": "counts of words have a zero and a unit",
    "LinearChainCRF": "lists of strings: units are held in classification/test_linear_chain_crf.py",
    "StructuredSVC": "lists of strings: units are held in classification/test_structured_svc.py",
    "LabelRankingClassifier": "sparse inputs of a stream, margins and rates about zero",
    "MiniUpdateClassifier": "online: instances lie in a ball about zero, which bounds the mistakes",
    "PassiveAggressive": "online: the margin is one, the intercept a column of ones",
    "Perceptron": "online: the intercept is a column of ones, of the order of the instances",
    "DualAscentClassifier": "online: the intercept is a column of ones",
    "DualAscentRegressor": "online: the intercept is a column of ones",
    "OnlineToBatch": "online: the learner that it wraps decides",
    "PegasosOnline": "online: the intercept is a column of ones and is penalised",
    "SelfTunedWinnow": "online: multiplicative updates know a zero",
    "Winnow": "online: multiplicative updates know a zero",
    "PNormPerceptron": "online: the intercept is a column of ones",
    "AROW": "online: the intercept is a column of ones, and its covariance begins at one",
    "MulticlassDualAscent": "online: the intercept is a column of ones",
    "AdaGradClassifier": "online: a weight's first step has the length eta, whatever the units",
    "AdaGradRanker": "online: a weight's first step has the length eta, whatever the units",
}
#: What only hands methods on.
BASES = {"ConditionalGraph", "DensityEstimator", "MixtureModel", "TaskModel"}


def estimators():
    """Names of all estimators that the library's modules show."""
    found = set()
    for module in pkgutil.walk_packages(mlcompanion.__path__, "mlcompanion."):
        parts = module.name.split(".")[1:]
        beside = parts[0] in ("plots", "teaching")
        if beside or any(part.startswith("_") for part in parts):
            continue
        loaded = importlib.import_module(module.name)
        for name in getattr(loaded, "__all__", ()):
            thing = getattr(loaded, name)
            if inspect.isclass(thing) and issubclass(thing, BaseEstimator):
                found.add(name)
    return found - BASES


def test_every_estimator_is_listed():
    listed = {name.split(",")[0] for name in CASES}
    assert not listed & EXCUSED.keys()
    assert estimators() == listed | EXCUSED.keys()


def answer(name, X, a=1.0, b=1.0, weight=None):
    """What a model says of the data that it was fitted to, outputs in the old units."""
    case = CASES[name]
    root = 1.0 if weight is None else np.sqrt(weight)
    model = case.make(a * root, b * root)
    if weight is not None and case.weigh is not None:
        model = case.weigh(weight)
    extra = {} if weight is None else {"sample_weight": np.full(len(X), weight)}
    numeric = isinstance(case.y, np.ndarray) and case.y.dtype.kind == "f"
    y = b * case.y if numeric else case.y
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        if case.answer == "ratio":
            return model.fit(X[:30], X[18:]).predict(X)
        model.fit(X, y, **extra) if y is not None else model.fit(X, **extra)
        if case.answer == "order":
            sizes = X.std(axis=0)
            return model.adjacency_matrix_ * sizes / sizes[:, None]
        found = (case.answer or predicted)(model, X)
    return found / b if numeric else found


REFERENCE = {}


def reference(name):
    if name not in REFERENCE:
        REFERENCE[name] = answer(name, inputs(name))
    return REFERENCE[name]


def inputs(name):
    """Causes need laws that are not normal."""
    if not name.endswith("LiNGAM"):
        return X
    noise = stats.uniform(-1, 2).rvs((400, 3), random_state=3)
    return noise @ np.linalg.inv(np.eye(3) - np.triu(np.full((3, 3), 0.8), 1))


def agree(name, found):
    """Within the tolerance of the entry, in units of the answers' spread."""
    want = reference(name)
    size = np.std(want) or np.abs(want).max() or 1.0
    np.testing.assert_allclose(found, want, rtol=0, atol=CASES[name].tol * size)


def entries(word):
    return [name for name, case in CASES.items() if word in case.free.split()]


@pytest.mark.parametrize("name", entries("origin"))
def test_the_origin_changes_no_answer(name):
    data = inputs(name)
    for far in ORIGINS:
        moved = data + far * SIDES * data.std(axis=0)
        agree(name, answer(name, moved))


@pytest.mark.parametrize("name", entries("columns"))
def test_units_of_single_columns_change_no_answer(name):
    for unit in (1e6, 1e12):
        agree(name, answer(name, inputs(name) * [unit, 1 / unit, 1.0]))


@pytest.mark.parametrize("name", entries("units"))
def test_units_of_all_columns_change_no_answer(name):
    for unit in UNITS:
        agree(name, answer(name, inputs(name) * unit, a=unit))


@pytest.mark.parametrize("name", entries("outputs"))
def test_units_of_outputs_change_no_answer(name):
    for unit in UNITS:
        agree(name, answer(name, inputs(name), b=unit))


#: What takes weights and is not free of their common factor, with the reason.
WEIGHED = {
    "SVC": "factors of C: held in kernel_methods/test_svc_weights.py",
    "SVC, linear": "as SVC",
    "AROW": "online: steps, not a sum of losses",
}


def test_every_model_with_weights_is_held_to_their_factor():
    for name, case in CASES.items():
        takes = "sample_weight" in inspect.signature(case.make(1.0, 1.0).fit).parameters
        assert takes == ("weights" in case.free.split()) or name in WEIGHED, name


@pytest.mark.parametrize("name", entries("weights"))
def test_common_factors_of_weights_change_no_answer(name):
    for factor in (1e-6, 1e6):
        agree(name, answer(name, inputs(name), weight=factor))
