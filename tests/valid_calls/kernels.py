"""Arguments and calls of the kernels."""

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

CALLS = {
    "gram": Call(sigma=Number(1.0, **_positive)),
    "spectrum_kernel": Call(X=_words, Y=_words, length=Count(2, low=1)),
}
