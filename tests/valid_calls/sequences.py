"""Arguments and calls of the room of sequences."""

import numpy as np

from mlcompanion.sequences import ChainFeatures
from mlcompanion.sequences.processes import IID, KT, Markov, Mixture
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object

_rng = np.random.default_rng(8)
_CHAIN = ChainFeatures(2, 3)
_STRING = Array([0, 1, 1, 0], "m", low=0, high=1, integer=True)
_SEARCH = {
    "w": Array(_rng.normal(size=_CHAIN.size), "w"),
    "x": Array(_rng.normal(size=(4, 3)), "mi"),
    "y": _STRING,
}

_CHAIN_SCORES = {
    "places": Array(_rng.normal(size=(4, 2)), "mk"),
    "trans": Array(_rng.normal(size=(2, 2)), "kk", but={"one axis more"}),
}

INTERNAL = {
    "forward_backward": "a compiled loop; expected_transitions checks for it",
    "Measure": "what measures share",
    "check_law": "a checker",
    "check_word": "a checker",
    "log2": "one line",
    "sums_of_strings": "a compiled loop; the models of label strings check for it",
}

_WORD = Array([0, 1, 1, 0], "n", low=0, high=1, integer=True, but={"empty"})
_MARKED = Array([0, 2, 1, 2], "n", low=0, high=2, integer=True, but={"empty"})
_TRACK = Array([0, 1, 1, 0, 1], "t", low=0, high=1, integer=True)
_LAW = Array([0.3, 0.7], "m", low=0, high=1, bad=([0.3, 0.3], [1.0]))
_COIN = Object(IID([0.3, 0.7]))
_CHAIN_OBJECT = Object(Markov([[0.9, 0.1], [0.4, 0.6]]))
_COINS = [IID([0.3, 0.7]), IID([0.6, 0.4])]
_MANY = Object(_COINS, bad=([],))
_ORDER = Count(1)
_LIST = {"NaN", "infinity", "one axis more", "an entry below"}
_SYMBOLS = Count(2, low=2)


def _counts(columns):
    return {"counts": Array([2.0] * columns, "c", low=0, but={"one axis more", "empty"})}


_METHODS = {
    "conditionals": {"x": _WORD},
    "cond": {"past": _WORD},
    "losses": {"x": _WORD},
    "logprob": {"x": _WORD},
    "sample": {"n": Count(4)},
    "stream": None,  # a generator
}
_PRIOR = {"posterior": {"x": _WORD}}

SHARED = {"x": _SEARCH["x"], "w": _SEARCH["w"]}

CALLS = {
    "ChainFeatures": Call(
        n_symbols=Count(2, low=2),
        n_inputs=Count(3, low=1),
        methods={
            "instance": {},
            "answer": {"x": _SEARCH["x"], "y": _STRING},
            "phi": {"y": _STRING},
            "scores": {"y": _STRING},
            "predict": {},
            "worst_rival": {"y": _STRING},
            "loss_augmented": {"y": _STRING},
            "maximal_loss": {"y": _STRING},
        },
    ),
    "chain_maxima": Call(**_CHAIN_SCORES),
    "chain_sums": Call(**_CHAIN_SCORES),
    "hamming": Call(y=Array([0, 1, 1], "m"), z=Array([0, 1, 0], "m")),
    "viterbi": Call(
        init=Array([0.1, 0.2], "k"),
        trans=Array(_rng.normal(size=(3, 2, 2)), "tkl"),
        other_than=_STRING,
        places=Array(_rng.normal(size=(3, 2)), "tk"),
    ),
    "IID": Call(p=_LAW, methods={**_METHODS, "counts_logprob": _counts(2)}),
    "Degenerate": Call(t=_TRACK, n_symbols=_SYMBOLS, methods=_METHODS),
    "Markov": Call(
        P=Array([[0.9, 0.1], [0.4, 0.6]], "mm", low=0, high=1,
                but={"one axis more", "one axis fewer"}),
        start=Choice("uniform"), methods=_METHODS,
    ),
    "HMM": Call(
        transitions=Array([[0.9, 0.1], [0.4, 0.6]], "ss", low=0, high=1),
        emissions=Array([[0.9, 0.1], [0.4, 0.6]], "sm", low=0, high=1),
        start=Array([0.5, 0.5], "s", low=0, high=1),
        methods={**_METHODS, "states": {"x": _WORD}},
    ),
    "OnTrack": Call(
        t=_TRACK, stay=Number(0.6, 0, 1), n_symbols=_SYMBOLS, methods=_METHODS,
    ),
    "HiddenTrack": Call(
        t=_TRACK, climb=Number(0.6, 0, 1, open_low=True, open_high=True), n_symbols=Count(3, low=3),
        methods={**_METHODS, "conditionals": {"x": _MARKED},
                 "losses": {"x": _MARKED}, "logprob": {"x": _MARKED},
                 "cond": {"past": _MARKED}},
    ),
    "RMeasure": Call(
        k_max=Count(2), n_symbols=_SYMBOLS, weights=Choice("inverse"),
        pseudo_count=Number(0.5, low=0, open_low=True), methods={**_METHODS, **_PRIOR},
    ),
    "KT": Call(
        order=Count(0), n_symbols=_SYMBOLS, pseudo_count=Number(0.5, low=0, open_low=True),
        methods={**_METHODS, **_PRIOR, "counts_logprob": _counts(2)},
    ),
    "Mixture": Call(
        measures=_MANY, weights=Array([0.4, 0.6], "k", low=0, open_low=True),
        methods={**_METHODS, **_PRIOR, "counts_logprob": _counts(2)},
    ),
    "GridMixture": Call(
        laws=Array([[0.9, 0.1], [0.4, 0.6]], "jm", low=0, high=1), order=Count(0),
        methods={**_METHODS, "counts_logprob": _counts(2)},
    ),
    "markov_grid": Call(order=_ORDER, m=Count(3, low=1), n_symbols=_SYMBOLS),
    "conditional_tv": Call(
        mixture=Object(Mixture(_COINS)), x=_WORD,
        member=Array([0.4, 0.6], "k", low=0, high=1, but={"one axis fewer"}),
    ),
    "kl_cumulative": Call(
        mu=_COIN, rho=Object(KT()), n=Count(3, low=1), method=Choice("words"),
        n_paths=Count(3, low=2),
    ),
    "adversary": Call(
        rho=Object(KT()), n=Count(5, low=1),
        symbols=Array([0, 1], "s", low=0, high=1, integer=True, but=_LIST),
    ),
    "best_order_k_loss": Call(
        x=_WORD, k=_ORDER, n_symbols=_SYMBOLS, low=Number(0.1, 0, 0.5),
    ),
    "d_infinity": Call(mu1=_CHAIN_OBJECT, mu2=_CHAIN_OBJECT),
    "maximum_mean_cycle": Call(
        weights=Array([[0.1, 0.2], [0.3, -0.4]], "vv"),
    ),
    "coin_net": Call(
        low=Number(0.1, 0, 0.5, open_low=True), radius=Number(0.5, low=0, open_low=True),
    ),
    "greedy_cover": Call(
        sets=Array([[1, 0, 1], [0, 1, 1]], "sc", among=(0, 1), integer=True),
        mass=Array([0.2, 0.3, 0.5], "c", low=0),
    ),
    "greedy_countable_mixture": Call(
        measures=_MANY, rho=Object(KT()), n=Count(3, low=1), delta=Number(1.0, low=0),
        parents=_MANY,
    ),
    "thue_morse": Call(n=Count(5)),
    "fibonacci_word": Call(n=Count(5)),
    "champernowne_bits": Call(n=Count(5)),
}  # fmt: skip
