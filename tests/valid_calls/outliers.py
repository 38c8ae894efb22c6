"""Arguments and calls of the room of outliers."""

from mlcompanion.density import KernelDensity
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object
from valid_calls.shared import N_ROWS, X

_positive = {"low": 0, "open_low": True}
_share = Number(0.2, 0, 0.5, open_low=True)
_samples = {"X_num": Array(X[:7] + 0.1, "ad"), "X_den": Array(X, "bd")}

CALLS = {
    "DensityThreshold": Call(density=Object(KernelDensity(0.5)), contamination=_share),
    "InlierScore": [
        Call(
            method=Choice(method),
            sigma=Number(1.0, **_positive),
            contamination=_share,
            methods={"fit": _samples},
        )
        for method in ("kliep", "relative")
    ],
    "LOF": Call(k=Count(3, low=1, high=N_ROWS - 1), contamination=_share),
    "MinimumEnclosingBall": Call(),
    "SVDD": [
        Call(
            C=Number(0.4, 1 / N_ROWS, open_low=True),
            sigma=Number(1.0, **_positive),
            kernel=Choice("rbf"),
            tol=Number(1e-6, **_positive),
            max_iter=Count(1000, low=1),
        ),
        Call(C=Number(0.4, 1 / N_ROWS, open_low=True), kernel=Choice("linear")),
    ],
    "core_set_steps": Call(),
}
