"""Arguments and calls of ``online.alignment``."""

import numpy as np
from sklearn.naive_bayes import GaussianNB

from mlcompanion.datasets import make_piano_pieces, make_utterances
from mlcompanion.online.alignment import (
    AlignmentLearner,
    MusicFeatures,
    PhonemeHMM,
    ScoreHMM,
    SpeechFeatures,
    alignment_scores,
    labelled_frames,
)
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Made, Number, Object

_any_shape = {"one axis more", "one axis fewer", "empty"}
_positive = {"low": 0, "open_low": True}
_rng = np.random.default_rng(5)
_MADE = make_utterances(6, 6, n_phonemes=3, random_state=0)
_X, _E, _Y = (list(part) for part in _MADE[:3])
_PIECE = make_piano_pieces(1, 12, random_state=0)[0]
_MUSIC = MusicFeatures()
_MODEL = GaussianNB().fit(*labelled_frames(_X, _E, _Y))
_SPEECH = SpeechFeatures([8.0, 9, 10], [2.0, 2, 2], _MODEL, 25)
_TABLES = [_SPEECH.tables(x, e) for x, e in zip(_X, _E)]
_SCORES = alignment_scores(_rng.normal(size=(2, 6)), 4)
_NOTES = _MUSIC.tables(_PIECE.sound, _PIECE.events)

_starts = Array([1, 3], "k", low=0, high=5, integer=True)
_frames = Array(_Y[0], "k", low=0, integer=True)
_events = Array(_E[0], "k", low=0, high=2, integer=True)
_weights = Array(np.ones(7), "w", bad=(np.ones(3),))
_lists = {"signals": Object(_X, dims="q"), "events": Object(_E, dims="q")}
_labelled = {**_lists, "starts": Object(_Y, dims="q")}
_noted = {
    "signals": Object([_PIECE.sound], dims="q"),
    "events": Object([_PIECE.events], dims="q"),
    "starts": Object([_PIECE.frames()], dims="q"),
}
_tabled = {"tables": Object(_TABLES, dims="q"), "starts": Object(_Y, dims="q")}
_costs = {"y": Array([0.0, 3, 6], "n"), "z": Array([0.0, 4, 9], "n")}
_linear = {
    "answer": {"x": Object(_TABLES[0]), "y": _frames},
    "phi": {"x": Object(_TABLES[0]), "y": _frames},
    "scores": {"w": _weights, "x": Object(_TABLES[0])},
    "predict": {"w": _weights, "x": Object(_TABLES[0])},
    "best": {"scores": Made(lambda: _SPEECH.scores(np.ones(7), _TABLES[0]))},
}
_ten = Array(np.ones(10), "w", bad=(np.ones(3),))
_played = Array(_PIECE.frames(), "k", low=0, integer=True)
_music = {
    "tables": {"signal": Array(_PIECE.sound, "s"), "events": Array(_PIECE.events, "kc")},
    "answer": {"x": Object(_NOTES), "y": _played},
    "phi": {"x": Object(_NOTES), "y": _played},
    "scores": {"w": _ten, "x": Object(_NOTES)},
    "predict": {"w": _ten, "x": Object(_NOTES)},
    "best": {"scores": Made(lambda: _MUSIC.scores(np.ones(10), _NOTES))},
}


def _learned():
    return AlignmentLearner(_SPEECH).fit(_X, _E, _Y)


def _chain():
    return PhonemeHMM(random_state=0).fit(_X, _E, _Y)


def _segments():
    return ScoreHMM(_MUSIC, 1, 1, random_state=0).fit(
        [_PIECE.sound], [_PIECE.events], [_PIECE.frames()]
    )


INTERNAL_ALIGNMENT = {
    "AlignmentFeatures": "a mixin's hook: SpeechFeatures and MusicFeatures check",
    "fill": "compiled; align_dp has checked",
}

ALIGNMENT = {
    "AlignmentLearner": [
        Call(
            features=Object(_SPEECH),
            U=Number(1.0, **_positive),
            eps=Number(1.0, low=0),
            n_pass=Count(1, low=1),
            methods={"fit": _labelled, "fit_tables": _tabled, "predict": None},
        ),
        Call(make=_learned, methods={"fit": None, "fit_tables": None, "predict": _lists}),
    ],
    "MusicFeatures": Call(
        sampling=Number(8000.0, **_positive),
        frame=Number(0.02, **_positive),
        tau=Number(0.06, low=0),
        longest=Count(60, low=1),
        half=Count(2, low=1),
        methods=_music,
    ),
    "PhonemeHMM": [
        Call(
            n_components=Count(1, low=1),
            n_init=Count(1, low=1),
            methods={"fit": _labelled, "align": None, "predict": None},
        ),
        Call(
            make=_chain,
            methods={
                "fit": None,
                "align": {"signal": Array(_X[0], "tf", bad=(_X[0][:, :2],)), "events": _events},
                "predict": _lists,
            },
        ),
    ],
    "ScoreHMM": [
        Call(
            features=Object(_MUSIC),
            n_components=Count(1, low=1),
            n_init=Count(1, low=1),
            methods={
                "fit": _noted,
                "fit_tables": {"tables": Object([_NOTES], dims="q"), "starts": _noted["starts"]},
                "align_tables": None,
                "predict": None,
            },
        ),
        Call(
            make=_segments,
            methods={
                "fit": None,
                "fit_tables": None,
                "align_tables": {"x": Object(_NOTES)},
                "predict": {key: _noted[key] for key in ("signals", "events")},
            },
        ),
    ],
    "SpeechFeatures": Call(
        mu=Array([8.0, 9, 10], "p", low=0, open_low=True),
        sigma=Array([2.0, 2, 2], "p", low=0, open_low=True),
        frame_model=Object(_MODEL),
        longest=Count(25, low=1),
        methods={
            "estimate": {**_labelled, "longest": Count(25, low=1)},
            "tables": {"signal": Array(_X[0], "tf"), "events": _events},
            **_linear,
        },
    ),
    "align_dp": Call(
        scores=Object(_SCORES),
        shortest=Count(1, high=4),
        free_start=Flag(True),
        method=Choice("scan"),
    ),
    "alignment_cost": Call(**_costs, eps=Number(1.0, low=0)),
    "alignment_score": Call(scores=Object(_SCORES), starts=_starts),
    "alignment_scores": Call(
        start=Array(_rng.normal(size=(2, 6)), "kt"),
        longest=Count(4, low=1),
        end=Array(_rng.normal(size=(2, 7)), "ke", bad=(np.zeros((2, 6)),)),
        length=Array(_rng.normal(size=(2, 5)), "kl"),
        bend=Array(_rng.normal(size=2), "k"),
        rate=Array([0.5, 1.0], "k", low=0, open_low=True),
        triple=Array(_rng.normal(size=(2, 6, 5, 5)), "kbll"),
    ),
    "band_edges": Call(pitch=Number(69.0), harmonic=Count(1, low=1)),
    "boundary_accuracy": Call(**_costs, tol=Number(1.0, low=0)),
    "durations_of": Call(**_labelled),
    "harmonic_energies": Call(
        sound=Array(_PIECE.sound, "s"),
        sampling=Number(8000.0, **_positive),
        pitches=Array([60, 69], "m", low=0, high=127, integer=True),
        frame=Number(0.02, **_positive),
        n_harmonics=Count(3, low=1),
    ),
    "labelled_frames": Call(**_labelled),
    "local_polynomial": Call(
        values=Array(
            _rng.normal(size=(2, 9)), "ab", but={"one axis more", "one axis fewer", "empty"}
        ),
        half=Count(2, low=1),
    ),
    "mean_deviation": Call(**_costs),
    "pitch_hertz": Call(pitch=Array([60.0, 69.0], "m", but=_any_shape)),
    "tenfold_cost": Call(**_costs, eps=Number(1.0, low=0)),
}
