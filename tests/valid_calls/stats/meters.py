"""Arguments of the meters."""

from types import SimpleNamespace

import numpy as np

from valid_calls.kinds import Call, Count, Number, Object

SHARED = {
    "sample": Object(lambda m, rng: rng.normal(size=(m, 4))),
    "parameter": Number(0.0),
    "level": Number(0.05, 0, 1, open_low=True, open_high=True),
    "repeats": Count(20, low=1),
}

_batch = Count(7, low=1)

CALLS = {
    "coverage": Call(interval=Object(lambda x: (x.min(axis=1), x.max(axis=1))), batch=_batch),
    "rejection_rate": Call(
        test=Object(lambda x: SimpleNamespace(pvalue=np.full(len(x), 0.5))), batch=_batch
    ),
}
