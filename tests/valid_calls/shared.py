"""Arguments that mean the same in every room, by name."""

import numpy as np

from valid_calls.kinds import Array, Count, Flag, Number, Seed

_rng = np.random.default_rng(20)

N_ROWS = 12
N_COLUMNS = 3
X = _rng.normal(size=(N_ROWS, N_COLUMNS))
SIGNS = np.where(np.arange(N_ROWS) % 2, 1.0, -1.0)

SHARED = {
    "X": Array(X, "nd"),
    "y": Array(X @ [1.0, -2.0, 0.5] + 0.1 * _rng.normal(size=N_ROWS), "n"),
    "random_state": Seed(0),
    "progress": Flag(False),
    "fit_intercept": Flag(True),
    "tol": Number(1e-3, low=0),
    "max_iter": Count(10, low=1),
    "n_samples": Count(8, low=1),
    "n_features": Count(3, low=1),
    "n_epochs": Count(1, low=1),
    "n_rounds": Count(5, low=1),
    "sigma": Number(1.0, low=0, open_low=True),
    "lam": Number(0.1, low=0),
}
# of ``fit``, where one number weighs all rows alike
SAMPLE_WEIGHT = Array(np.ones(N_ROWS), "n", low=0, bad=(np.zeros(N_ROWS),), but={"one axis fewer"})
