"""Arguments and calls of the kernels."""

from valid_calls.kinds import Array, Call, Number
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}

SHARED = {
    "X": Array(X, "nd", but={"empty"}),  # a kernel machine begins with no support
    "Y": Array(X[:5], "md", but={"empty"}),
    "degree": Number(2.0, **_positive),
    "coef0": Number(1.0, low=0),
}

CALLS = {"gram": Call(sigma=Number(1.0, **_positive))}
