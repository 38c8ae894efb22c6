"""Leave-one-out over generated piano pieces, learned and generative, as in Table 9.2.

Shalev-Shwartz (2007), Section 9.6.2.
"""

import numpy as np

from mlcompanion._validation import check_count
from mlcompanion.datasets import make_piano_pieces
from mlcompanion.online.alignment import AlignmentLearner, MusicFeatures, ScoreHMM

__all__ = ["FRAME", "GAUSSIANS", "leave_one_out", "milliseconds"]

FRAME = 0.02  # seconds
GAUSSIANS = (1, 3, 5, 7)
LONGEST = 50  # frames: what make_piano_pieces leaves between two starts at most
N_PASS = 3
N_STARTS = 15  # of EM


def milliseconds(starts, frames):
    """Mean distance of found frames from the true starts, which lie between frames."""
    return 1000 * float(np.abs(FRAME * np.asarray(frames) - starts).mean())


def leave_one_out(seed, fold, n_pieces=12):
    """Errors on one piece of aligners that learned from the others, ms.

    Parameters
    ----------
    seed : int
        Of the set of pieces.
    fold : int
        The piece left out.
    n_pieces : int

    Returns
    -------
    dict
        ``learned``, ``generative`` (one a number of Gaussians), ``last`` (the last weights in place
        of the average), ``frame`` (the nearest frames), ``weights``.
    """
    fold = check_count(fold, "fold", high=n_pieces - 1)
    pieces = make_piano_pieces(n_pieces, random_state=seed)
    features = MusicFeatures(frame=FRAME, longest=LONGEST)
    tables = [features.tables(piece.sound, piece.events) for piece in pieces]
    starts = [piece.frames(FRAME) for piece in pieces]
    others = [k for k in range(n_pieces) if k != fold]
    own = [tables[k] for k in others]
    true = [starts[k] for k in others]
    model = AlignmentLearner(features, n_pass=N_PASS).fit_tables(own, true)

    def error(frames):
        return milliseconds(pieces[fold].starts, frames)

    generative = []
    for n in GAUSSIANS:
        chain = ScoreHMM(features, n, N_STARTS, random_state=fold).fit_tables(own, true)
        generative.append(error(chain.align_tables(tables[fold])))
    return {
        "learned": error(features.predict(model.coef_, tables[fold])),
        "last": error(features.predict(model.last_, tables[fold])),
        "generative": generative,
        "frame": error(starts[fold]),
        "weights": (model.coef_ / np.linalg.norm(model.coef_)).tolist(),
    }
