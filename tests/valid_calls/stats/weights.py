"""Arguments of what looks at weights."""

import numpy as np

from valid_calls.kinds import Array, Call

CALLS = {
    "effective_sample_size": Call(weights=Array(np.ones(6), "n", low=0, bad=(np.zeros(6),))),
}
