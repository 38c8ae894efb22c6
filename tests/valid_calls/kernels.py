"""Arguments and calls of the kernels."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Free, Number
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}

SHARED = {
    "X": Array(X, "nd", but={"empty"}),  # a kernel machine begins with no support
    "Y": Array(X[:5], "md", but={"empty"}),
    "degree": Number(2.0, **_positive),
    "coef0": Number(1.0, low=0),
}

_words = Free(["banana", "ananas", "nab"], bad=["banana", 3.5, [], [1, 2], [[[1]]]])

_K = X @ X.T
_square = Array(_K, "nn", but={"empty"})

CALLS = {
    "alignment": Call(K=_square, L=Array(_K, "nn", but={"empty", "one axis fewer"})),
    "center_gram": Call(K=Array(_K[:5], "mn", but={"empty"}), K_train=_square),
    "rbf_on_grid": Call(
        centers=Array(X[:, :2], "np"),
        coef=Array(X[:, 0], "n", but={"one axis more"}),
        x=Array(np.arange(3.0), "q"),
        y=Array(np.arange(4.0), "r"),
        sigma=Number(1.0, **_positive),
    ),
    "unit_diagonal": Call(
        K=Array(_K[:5], "mn", but={"empty"}),
        rows=Array(np.ones(5), "m", **_positive),
        columns=Array(np.ones(len(X)), "n", **_positive),
    ),
    "gram": Call(sigma=Number(1.0, **_positive)),
    "spectrum_kernel": Call(X=_words, Y=_words, length=Count(2, low=1)),
}
