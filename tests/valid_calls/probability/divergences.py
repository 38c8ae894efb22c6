"""Arguments of the entropies and divergences."""

from mlcompanion.probability import Normal
from valid_calls.kinds import Array, Call, Number, Object

_any_shape = {"empty", "one axis more", "one axis fewer"}
_share = Number(0.3, 0, 1)
_law = Object(Normal(0.0, 1.0))
_mean = Array([0.5, 1.0], "d", but={"one axis more"})
_matrix = Array(
    [[2.0, 0.5], [0.5, 1.0]], "dd", but={"one axis more"},
    bad=([[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.5], [0.0, 1.0]]),
)  # fmt: skip

CALLS = {
    "binary_entropy": Call(p=_share),
    "binary_kl": Call(p=_share, q=_share),
    "kl_inverse": Call(
        q=Array([0.0, 0.3, 1.0], "n", low=0, high=1, but=_any_shape),
        u=Array([0.5, 2.0, 80.0], "n", low=0, but=_any_shape),
    ),
    "kl_divergence": Call(p=_law, q=_law),
    "gaussian_kl": Call(mu=_mean, covariance=_matrix, mu_hat=_mean, covariance_hat=_matrix),
}
