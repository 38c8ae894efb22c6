"""Arguments and calls of the online room; its bounds stand in ``online_bounds``."""

import numpy as np

from mlcompanion.convex import Entropy, Euclidean
from mlcompanion.convex.metrics import DiagonalMetric
from mlcompanion.losses import Hinge, Squared, SquaredHinge, ZeroOne
from mlcompanion.online import DualAscent, FixedScale, GradientDescent, Perceptron
from mlcompanion.online.core.paths import StoredPath
from mlcompanion.online.core.protocol import induced_losses
from mlcompanion.online.core.stream_descent import StreamDescent
from mlcompanion.online.experts import static_expert
from mlcompanion.online.games.environments import coin
from mlcompanion.online.games.meter import best_arm
from mlcompanion.online.games.natures import FixedTable
from mlcompanion.online.games.plain_learners import Constant
from mlcompanion.online.kernel_learners import DoubleUpdatingClassifier
from mlcompanion.sequences import ChainFeatures, hamming
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Made, Number, Object, Seed
from valid_calls.online_alignment import ALIGNMENT, INTERNAL_ALIGNMENT
from valid_calls.online_bounds import BOUNDS
from valid_calls.shared import N_ROWS, SIGNS, X

_positive = {"low": 0, "open_low": True}
_unit = {"low": 0, "high": 1}
_inside = {"low": 0, "high": 1, "open_low": True, "open_high": True}
_rng = np.random.default_rng(11)
_signs = Array(SIGNS, "n", among=(-1, 1))
_numbers = Array(X @ [1.0, -2.0, 0.5], "n")
_LOSSES = _rng.random((6, 2))
_MATRIX = np.array([[0.9, 0.1], [0.2, 0.8]])
_CHAIN = ChainFeatures(2, 3)
_XS = [_rng.normal(size=(4, 3)) for _ in range(2)]
_YS = [[0, 1, 1, 0], [1, 1, 0, 0]]
_GRADES = [[1.0, 2.0, 2.0, 3.0], [2.0, 1.0, 3.0, 1.0]]
_RELEVANT = np.arange(N_ROWS)[:, None] % 4 == np.arange(4)


class _Arms:
    """A player that holds two repeats and plays its first arm."""

    def ask(self):
        """The first arm of each."""
        return np.zeros(2, dtype=int)

    def tell(self, losses):
        """Learn nothing."""


class _Arm(_Arms):
    """The same, one repeat."""

    def ask(self):
        """The first arm."""
        return 0


def _arm(rng):
    return _Arm()


def _played(learner=DualAscent):
    settings = {} if learner is DualAscent else {"loss": Hinge(), "sigma": 0.1}
    engine = learner(3, **settings)
    engine.run(X, SIGNS)
    return engine


_pair = {
    "la": Number(1.0),
    "lb": Number(0.5),
    "ka": Number(1.0, **_positive),
    "kb": Number(0.9, **_positive),
    "w": Number(-0.4, bad=(-2.0,)),
    "gamma_b": Number(0.5, low=0, bad=(1.5,)),
}
_LAW = {
    "mean": Array(np.ones(3), "f"),
    "covariance": Array(np.eye(3), "ff", bad=(-np.eye(3),)),
}
_run = Made(lambda: _played().last_run, dims="n")

_READ = "compiled: AdaptiveEngine checks for it"
_HOOK = "between classes of the room"
_COMPILED = "a compiled loop's"
INTERNAL = {
    **INTERNAL_ALIGNMENT,
    "Block": "arrays of a compiled loop",
    "Rows": "arrays of a compiled loop",
    "Rule": "numbers of a compiled loop",
    "State": "arrays of a compiled loop",
    "play_dense": _READ,
    "play_rows": _READ,
    "random_pairs": "rows that AdaGradRanker has checked",
    "read_rows": _READ,
    "BinaryStreamMixin": _HOOK,
    "Engine": _HOOK,
    "InducedLoss": "a round of induced_losses, which checks for all",
    "ManyClassesKernelMixin": _HOOK,
    "ManyClassesMixin": _HOOK,
    "KernelStreamMixin": _HOOK,
    "SupportStore": "a learner's; its rows have been checked",
    "add_pair": _COMPILED,
    "add_support": _COMPILED,
    "agreement": _COMPILED,
    "best_on_edge": _COMPILED,
    "best_pair": _COMPILED,
    "block_scores": _COMPILED,
    "double_update": _COMPILED,
    "margin_of": _COMPILED,
    "pair_gain": _COMPILED,
    "single_block": _COMPILED,
    "until_pair": _COMPILED,
    "violating_pair": _COMPILED,
    "OnlineLinearMixin": _HOOK,
    "StreamMixin": _HOOK,
    "check_pairs": "a check",
    "dot": _COMPILED,
    "pack": _COMPILED,
    "lift_levels": _COMPILED,
    "ranking_pass": _COMPILED,
    "ranker_state": "a state of a compiled loop",
    "unpack": _COMPILED,
}

SHARED = {
    "y": _signs,
    "loss": Object(Hinge()),
    "geometry": Object(Euclidean()),
    "scale": Object(FixedScale()),
    "step": Choice("subgradient"),
    "U": Number(1.0, **_positive),
    "L": Number(1.0, **_positive),
    "C": Number(1.0, **_positive),
    "margin": Number(1.0, **_positive),
    "inverse_rate": Number(1.0, **_positive),
    "radius": Number(2.0, **_positive),
    "eta": Number(0.5, low=0),
    "alpha": Number(0.1, **_unit),
    "alphas": Array([0.1, 0.5], "m", **_unit),
    "losses": Array(_LOSSES, "ti", low=0),
    "transitions": Array(_MATRIX, "ii", low=0, bad=(2 * _MATRIX,)),
    "l2": Number(0.1, low=0),
    "n_experts": Count(2, low=1),
    "Lambda": Array([0.5, -0.2, 0.1], "d"),
    "scores": Array([0.2, -0.1, 0.4, 0.0], "k"),
    "sqnorm": Number(2.0, low=0),
    "relevant": Array(_RELEVANT[1], "k", among=(0, 1)),
    "xs": Object(_XS, dims="q"),
    "ys": Object(_YS, dims="q"),
    "features": Object(_CHAIN),
    "w_bar": Array([0.0, 0.1, 0.0], "d"),
    "a": Array(_rng.normal(size=(2, 3)), "kd"),
    "b": Array([1.0, 0.5], "k"),
    "missing": Array([1.0, 0.5], "k"),
    "signs": Array(np.where(_rng.random((2, 5)) < 0.5, 1, -1), "st", among=(-1, 1)),
}

#: Hooks between the classes of the room, and rows that ``run`` or ``fit`` has checked.
_HOOKS = dict.fromkeys(
    ("begin", "go_on", "instances", "meet", "n_weights", "new_engine", "play", "split", "start")
)
_TWO_CLASSES = {
    **_HOOKS,
    "partial_fit": {"y": _signs, "classes": Array([-1.0, 1.0], "c", bad=([1.0, 2.0],))},
}
#: scikit-learn's measures, which a learner of two tasks chooses from.
_SCORE = {"score": None}
_classifier = {"methods": _TWO_CLASSES}
_three = {"y": Array(np.arange(N_ROWS) % 3, "n")}
_many = {**_HOOKS, "fit": _three, "partial_fit": {**_three, "classes": Array([0, 1, 2], "c")}}
_kernel = {"kernel": Choice("rbf", bad=("precomputed",)), "kernel_params": Object({"sigma": 1.0})}
_kernel_hooks = dict.fromkeys(("play_block", "kernel_values", "start_rule"))
_two_kernel = {**_TWO_CLASSES, **_kernel_hooks}
_many_kernel = {**_many, **_kernel_hooks}
_alma = {
    "alpha": Number(0.9, low=0, high=1, open_low=True),
    "B": Number(1.0, **_positive),
    "rate": Number(1.0, **_positive),
}
_adaptive = {
    "penalty": Free(None, bad=[3.5, "l1"]),
    "update": Choice("rda"),
    "eta": Number(0.5, **_positive),
    "delta": Number(0.1, low=0),
}
_two_lengths = Free((3, 1), bad=[(0, 1), (3, 0), (1.5, 1), ("a", 1)])
_row = {
    "x": Array(X[0], "d", bad=(X[0, :2],)),
    "y": Number(1.0, but={"text"}, bad=(0.5, "no such value")),
}
_plays = {
    "play": None,
    "play_one": _row,
    "run": {"X": Array(X, "nd", bad=(X[:, :2],)), "y": _signs},
}
_engine = {
    "announce": {"norm": Number(1.0, low=0)},
    "check": {"X": Array(X, "nd", bad=(X[:, :2],))},
    "path": None,
    "play": None,
    "replay": None,
    "retune": {},
    "update": _row,
}
_of_path = {name: None for name in _engine} | {
    "run": None, "dual_value": None, "path": {"X": Array(X, "nd", bad=(X[:-1], X[:, :2]))},
}  # fmt: skip
#: A round of a game, answered by the learner in the loop of ``play``.
_in_play = {"methods": {"predict": None, "update": None}}
_first = {"methods": {"total": {"first": Count(0, low=0, high=N_ROWS)}}}
_losses_of_step = {"losses": Array(_LOSSES[0], "i", low=0, bad=(np.ones(3),))}
_hinge_step = {
    "x": Array([1.0, 0.0, -1.0], "d", among=(-1, 0, 1)),
    "margin": Number(0.5, low=0),
}
_line = {"x": Array([1.0, 0.0, -1.0], "d"), "margin": Number(0.5, low=0)}
_ranking = {"y": Array([1.0, 2.0, 2.0, 3.0], "k")}
_any_rounds = Count(5, low=0)

_presence = {
    "logits": Array([-0.2, 0.1, 0.4, 0.0], "k"),
    "value": Number(1.0, **_positive),
    "margin": Number(0.2, **_positive),
}
#: What the meter asks of a nature is asked in every round: the course checks its own arguments.
_nature = {
    "methods": {"course": {"n_rounds": Count(2, low=0)}},
    "noise": Number(0.1, low=0, but={"text"}, bad=("normal",)),
}
_PLAYED = _rng.random((2, 4, 3))
_checkpoints = Array([1, 4], "c", low=1, integer=True, bad=([4, 1], [5]))

CALLS = {
    **ALIGNMENT,
    **BOUNDS,
    "AdaGradClassifier": Call(
        loss=Choice("hinge"),
        matrix=Choice("block"),
        **_adaptive,
        block_size=Count(2, low=1),
        methods=_many,
    ),
    "AdaGradRanker": Call(
        matrix=Choice("diag"),
        **_adaptive,
        n_steps=Count(20, low=1),
        random_state=Seed(0),
        methods={"fit": {"y": Array(SIGNS, "n", bad=(-np.ones(N_ROWS),))}},
    ),
    "DenseDescent": Call(
        shape=_two_lengths,
        update=Choice("rda"),
        loss=Choice("hinge"),
        penalty=_adaptive["penalty"],
        metric=Object(DiagonalMetric((3, 1))),
        eta=Number(0.5, **_positive),
        methods=_plays,
    ),
    "LazyDescent": Call(
        shape=_two_lengths,
        loss=Choice("hinge"),
        adapts=Flag(True, but={"text"}),  # set by adaptive_engine
        **_adaptive,
        methods=_plays,
    ),
    "adaptive_engine": Call(
        shape=_two_lengths,
        loss=Choice("hinge"),
        matrix=Choice("block"),
        **_adaptive,
        block_size=Count(2, low=1),
    ),
    "ALMA": Call(**_alma, methods=_TWO_CLASSES),
    "AlmaEngine": Call(**_alma, methods=_engine),
    "alma_constants": Call(**_alma),
    "AROW": [
        Call(lam=Number(1.0, **_positive), methods={**_TWO_CLASSES, **_SCORE}),
        Call(
            task=Choice("regression"),
            lam=Number(1.0, **_positive),
            covariance=Choice("diag_drop"),
            methods={
                **_HOOKS,
                **_SCORE,
                "fit": {"y": _numbers},
                "decision_function": None,  # only of two classes
                "partial_fit": {"y": _numbers, "classes": Free(None)},
            },
        ),
    ],
    "ArowEngine": Call(
        loss=Object(SquaredHinge()),
        lam=Number(1.0, **_positive),
        covariance=Choice("full"),
        always=Flag(True),
        methods={**_engine, "restart": _LAW},
    ),
    "Against": Call(costs=Array(_MATRIX, "ao"), methods={"course": {"n_rounds": Count(2, low=0)}}),
    "Drifting": Call(
        start=Array([0.0, 1.0], "a"),
        end=Array([1.0, 0.0], "a"),
        period=Count(3, low=1),
        **_nature,
    ),
    "FixedTable": Call(losses=Array(_LOSSES, "ti"), methods=_nature["methods"]),
    "IndependentLosses": Call(means=Array([0.2, 0.6], "a"), **_nature),
    "Switching": Call(means=Array(_MATRIX, "ma"), **_nature),
    "best_arm": Call(totals=Array(_LOSSES, "ti")),
    "best_in_ball": Call(totals=Array(_LOSSES, "ti")),
    "compete": Call(
        make_player=Object(_arm),
        nature=Object(FixedTable(_LOSSES)),
        n_rounds=Count(4, low=1, high=6),
        seeds=Array([0, 1], "s", low=0, integer=True),
        told=Choice("loss"),
        best=Object(best_arm),
        checkpoints=_checkpoints,
    ),
    "compete_together": Call(
        player=Object(_Arms()),
        losses=Array(_PLAYED, "rta"),
        means=Array(_PLAYED, "rta"),
        best=Object(best_arm),
        checkpoints=_checkpoints,
    ),
    "doubling_checkpoints": Call(n_rounds=Count(5, low=1)),
    "run_record": Call(
        run=Object(static_expert(_LOSSES), dims="ti"),
        checkpoints=Array([1, 4], "c", low=1, integer=True, bad=([4, 1], [7])),
    ),
    "regret_record": Call(
        losses=Array(_PLAYED[0], "rt"),
        best=Array(_PLAYED[0], "rt"),
        expected=Array(_PLAYED[0], "rt"),
        expected_best=Array(_PLAYED[0], "rt"),
        checkpoints=Array([1, 3], "c", low=1, integer=True, bad=([3, 1], [5])),
        work=Free(None),
    ),
    "Conservative": Call(learner=Object(Constant()), **_in_play),
    "Constant": Call(value=Number(1.0), **_in_play),
    "CoordinateAdversary": Call(
        methods={"play": {"learner": Object(DualAscent(10)), "box": Number(2.0, **_positive)}}
    ),
    "DualAscent": [
        Call(methods=_engine),
        Call(make=_played, methods=_of_path),
    ],
    "DualAscentClassifier": Call(**_classifier),
    "DualAscentRegressor": Call(
        loss=Object(Squared()),
        methods={**_HOOKS, "fit": {"y": _numbers}, "partial_fit": {"y": _numbers}},
    ),
    "EstimatorLearner": Call(model=Object(Perceptron()), **_in_play),
    "FixedShare": Call(methods={"update": _losses_of_step}),
    "GradientDescent": Call(
        eta=Number(0.5, **_positive),
        methods={"step": {"subgradient": Array([1.0, 0.0, 2.0], "d", bad=([1.0],))}},
    ),
    "HypothesisPath": Call(make=lambda: _played().path(X), **_first),
    "InstanceRanker": Call(
        loss=Choice("max"),
        methods={
            "learn": {"X": Array(_XS[0], "kd", bad=(_XS[0][:, :2],)), **_ranking},
            "partial_fit": {"Xs": Object(_XS, dims="q"), "ys": Object(_GRADES, dims="q")},
            "predict": {"X": Array(_XS[0], "kd", bad=(_XS[0][:, :2],), but={"empty"})},
        },
    ),
    "DoubleUpdatingClassifier": Call(
        rho=Number(0.1, low=0, high=1, open_high=True),
        solver=Choice("exact"),
        selector=Choice("conflict"),
        random_state=Seed(0),
        **_kernel,
        methods=_many_kernel,
    ),
    "KernelALMA": Call(
        **_alma,
        **_kernel,
        methods=_two_kernel,
    ),
    "KernelPA": Call(loss=Choice("hinge"), **_kernel, methods=_many_kernel),
    "KernelPerceptron": Call(**_kernel, methods=_two_kernel),
    "KernelROMMA": Call(aggressive=Flag(True), **_kernel, methods=_two_kernel),
    "MIRA": Call(**_kernel, methods=_many_kernel),
    "MulticlassKernelPerceptron": Call(update=Choice("prop"), **_kernel, methods=_many_kernel),
    "pair_cases": Call(**_pair),
    "solve_pair": Call(**_pair),
    "update_types": Call(
        run=Made(lambda: DoubleUpdatingClassifier(C=1.0).fit(X, SIGNS).run_),
        rho=Number(0.1, low=0, high=1, open_high=True),
        several=Flag(False),
    ),
    "LabelRankingClassifier": [
        Call(update=Choice("II"), geometry=Object(Euclidean()), methods=_many),
        Call(margin=Number(0.2, **_positive), geometry=Object(Entropy()), methods=_many),
    ],
    "LastAnswer": Call(value=Number(1.0), **_in_play),
    "LearnAlpha": Call(methods={"update": _losses_of_step}),
    "LinearLearner": Call(ocp=Object(GradientDescent(3, 1.0)), **_in_play),
    "LipschitzScale": Call(lipschitz=Number(1.0, **_positive)),
    "LossScale": Call(beta1=Number(1.0, low=1), beta2=Number(1.0, **_positive)),
    "MajorityVote": Call(**_in_play),
    "MarginAscent": Call(
        methods={
            **_engine,
            "climb": {
                "direction": Array(X[0], "d", bad=(X[0, :2],)),
                "margin": Number(1.0, low=0),
            },
        }
    ),
    "MeanVote": Call(**_in_play),
    "MiniAscent": Call(
        n_mini=Count(1, low=0),
        window=Count(2, low=1),
        budget=Count(5, low=1),
        tol=Number(1e-6, **_positive),
        methods=_engine,
    ),
    "MiniUpdateClassifier": [
        Call(
            n_mini=Count(1, low=0),
            window=Count(2, low=1),
            budget=Count(5, low=1),
            inverse_rate=Free(None),  # stands for U
            tol=Number(1e-6, **_positive),
            methods={**_TWO_CLASSES, "path": None},
        ),
        Call(
            U=Free(1.0),
            n_mini=Count(0, low=0),
            window=Count(1, low=1),
            tol=Number(1e-6, **_positive),
            methods={**_TWO_CLASSES, "path": None},
        ),
    ],
    "MulticlassDualAscent": Call(methods=_many),
    "OnlineToBatch": Call(
        learner=Object(Perceptron()),
        n_blocks=Count(2, low=1),
        validation_fraction=Number(0.2, **_inside),
        suffix=Number(0.5, 0, 1, open_low=True),
        methods={
            **_TWO_CLASSES,
            "certificate": {
                "delta": Number(0.1, **_inside),
                "loss_bound": Number(20.0, **_positive),
            },
        },
    ),
    "PNormPerceptron": Call(p=Number(4.0, low=2), **_classifier),
    "PassiveAggressive": Call(variant=Choice(1), **_classifier),
    "PegasosOnline": Call(project=Flag(True), **_classifier),
    "Perceptron": Call(**_classifier),
    "PerceptronRule": Call(**_in_play),
    "RandomSigns": Call(
        methods={
            "draw": {"n_sequences": Count(2, low=1)},
            "regret": {
                "weights": Array(
                    np.zeros((2, 5)),
                    "st",
                    low=-1,
                    high=1,
                    but={"length"},
                    bad=(np.zeros((2, 4)), np.zeros((3, 5))),
                ),
            },
        },
    ),
    "RandomizedVote": Call(**_in_play),
    "SelfTunedWinnow": Call(**_classifier),
    "StaticExpert": Call(methods={"update": _losses_of_step}),
    "StoredPath": Call(make=lambda: StoredPath(X, X), **_first),
    "StreamDescent": [
        Call(sigma=Number(0.1, low=0), methods=_engine),
        Call(make=lambda: _played(StreamDescent), methods=_of_path),
    ],
    "StringLearner": Call(
        cost=Object(hamming),
        loss=Choice("prediction"),
        methods={
            "learn": {
                "x": Array(_XS[0], "mi", bad=(_XS[0][:, :2],)),
                "y": Array(_YS[0], "m", low=0, high=1, integer=True),
            },
            "partial_fit": {},
            "perceptron": {"cost": Object(hamming)},
            "predict": {},
        },
    ),
    "StronglyConvexOMD": Call(
        start=Array([0.0, 0.1], "d"),
        eta=Object(lambda t: 1 / t),
        methods={"step": {"subgradient": Array([1.0, 0.0], "d", bad=([1.0],))}},
    ),
    "TinyNetwork": Call(n_hidden=Count(2, low=1), eta=Number(0.5, **_positive), **_in_play),
    "Winnow": Call(**_classifier),
    "alpha_grid": Call(T=Count(10, low=2), delta=Number(0.1, 0, 0.5, open_low=True)),
    "average_hypothesis": Call(run=_run, first=Count(0, low=0, high=N_ROWS - 1)),
    "baum_welch_transitions": Call(start=Array(_MATRIX, "ii", low=0, bad=(2 * _MATRIX,))),
    "best_partition": Call(switches=Count(1, low=0, high=5)),
    "coin": Call(n_rounds=_any_rounds, bias=Number(0.5, **_unit)),
    "drifting_regression": Call(
        n_features=Count(3, low=2), drift=Number(0.5), noise=Number(0.1, low=0)
    ),
    "exponentiated_run": Call(eta=Number(0.5, **_positive)),
    "fixed_share_step": Call(
        p=Array([0.3, 0.7], "i", low=0, bad=([0.5, 0.6],)),
        losses=Array(_LOSSES[0], "i", low=0),
    ),
    "fixed_stream": Call(y=_numbers),
    "hindsight_alpha": Call(grid=Count(10, low=2)),
    "hindsight_objective": Call(w=Array([0.1, 0.0, 0.2], "d")),
    "hinge_dual": Call(alpha=Array(np.full(N_ROWS, 0.5), "n", **_unit, but={"one axis more"})),
    "hinge_step_entropy": Call(**_hinge_step),
    "hinge_step_euclidean": Call(score=Number(0.2), margin=Number(1.0, low=0)),
    "hinge_step_line": Call(link=Object(lambda v: v), **_line),
    "hinge_step_p_norm": Call(**_line, p=Number(4.0, low=2), tol=Number(1e-9, **_positive)),
    "hypothesis_path": Call(run=_run),
    "interval_weights": [
        Call(link=Choice("clip")),
        Call(inverse_rate=Array(np.arange(1.0, 6.0), "t", **_positive, but={"one axis fewer"})),
    ],
    "l1_ball_run": Call(eta=Number(0.5, **_positive)),
    "label_ranking_dual": Call(alpha=Array([0.1, 0.1, 0.0, 0.0], "k", low=0)),
    "label_ranking_pdip": Call(
        df=Object(lambda a: a - 0.3),
        d2f=Object(np.ones_like),
        tol=Number(1e-6, **_positive),
    ),
    "label_ranking_run": Call(
        relevant=Array(_RELEVANT, "nk", among=(0, 1)), coef=Array(np.zeros((4, 3)), "kd")
    ),
    "pair_scale": Call(
        low=Number(-0.5),
        high=Number(0.5),
        value=Number(1.0, **_positive),
        margin=Number(0.2, **_positive),
    ),
    "presence_dual": Call(alpha=Array([0.1, 0.1, 0.0, 0.0], "k", low=0), **_presence),
    "presence_step": Call(**_presence),
    "label_ranking_step_entropy": Call(
        theta=Array(_rng.normal(size=(4, 3)), "kd"),
        x=Array([1.0, 0.5, -1.0], "d"),
        tol=Number(1e-6, **_positive),
    ),
    "max_of_hinge_bound": Call(T=Number(5, low=1)),
    "max_of_hinge_dual": Call(tol=Number(1e-6, **_positive), max_iter=Count(100, low=1)),
    "max_of_hinge_objective": Call(z=Array([0.1, 0.0, 0.2], "d", but={"one axis more"})),
    "max_of_hinge_step": Call(
        n_iter=Count(10, low=1),
        checkpoints=Array([1, 5], "c", low=1, high=10, integer=True, but={"empty"}),
    ),
    "mixed_ascent": Call(n_revisits=Count(2, low=0)),
    "multiclass_comparator_losses": Call(
        U=Array(_rng.normal(size=(2, 3, 3)), "mkd"),
        labels=Array(np.arange(N_ROWS) % 3, "n", low=0, high=2, integer=True),
    ),
    "online_convex_programming": Call(
        learner=Object(GradientDescent(3, 1.0)),
        environment=Object(induced_losses(X, SIGNS, Hinge())),
        n_rounds=_any_rounds,
    ),
    "pair_error": Call(**_ranking),
    "passes_until_separated": Call(max_passes=Count(2, low=1)),
    "play": Call(
        learner=Object(Constant()),
        environment=Object(coin(100, random_state=0)),
        loss=Object(ZeroOne()),
        n_rounds=_any_rounds,
    ),
    "progressive_validation": Call(learner=Object(Perceptron())),
    "ranking_comparator_losses": Call(
        U=Array(_rng.normal(size=(2, 3)), "md"),
        Xs=Object(_XS, dims="q"),
        ys=Object(_GRADES, dims="q"),
    ),
    "ranking_loss": Call(**_ranking),
    "regret_curve": Call(losses=Array([1.0, 0.5], "t"), comparator_losses=Array([0.5, 0.2], "t")),
    "root_steps": Call(
        factor=Number(1.0, **_positive), n_rounds=_any_rounds, first=Count(1, low=1)
    ),
    "share_matrix": Call(n=Count(3, low=1)),
    "simplex_run": Call(losses=Array(_LOSSES, "ti")),
    "string_comparator_losses": Call(
        U=Array(_rng.normal(size=(2, _CHAIN.size)), "mw", bad=(np.ones((2, 3)),))
    ),
    "strong_steps": Call(n_rounds=_any_rounds, first=Count(1, low=1)),
    "strongly_convex_run": Call(
        sigma=Number(0.1, low=0),
        eta=Array(np.full(N_ROWS, 0.1), "n", low=0),
        start=Array([0.0, 0.1, 0.0], "d"),
    ),
    "transition_step": Call(
        p=Array([0.3, 0.7], "i", low=0, bad=([0.5, 0.6],)),
        losses=Array(_LOSSES[0], "i", low=0),
    ),
    "worst_pair": Call(**_ranking),
    "zero_one_adversary": Call(n_rounds=_any_rounds),
}
