"""Placing known events in a signal: an exact dynamic program, features, learners, baselines."""

from .costs import alignment_cost, boundary_accuracy, mean_deviation, tenfold_cost
from .dynamic_program import (
    Alignment,
    AlignmentScores,
    align_dp,
    alignment_score,
    alignment_scores,
)
from .features import AlignmentFeatures, AlignmentTables
from .generative import PhonemeHMM, ScoreHMM
from .learner import AlignmentLearner
from .music import MusicFeatures, band_edges, harmonic_energies, local_polynomial, pitch_hertz
from .speech import SpeechFeatures, durations_of, labelled_frames

__all__ = [
    "Alignment",
    "AlignmentFeatures",
    "AlignmentLearner",
    "AlignmentScores",
    "AlignmentTables",
    "MusicFeatures",
    "PhonemeHMM",
    "ScoreHMM",
    "SpeechFeatures",
    "align_dp",
    "alignment_cost",
    "alignment_score",
    "alignment_scores",
    "band_edges",
    "boundary_accuracy",
    "durations_of",
    "harmonic_energies",
    "labelled_frames",
    "local_polynomial",
    "mean_deviation",
    "pitch_hertz",
    "tenfold_cost",
]
