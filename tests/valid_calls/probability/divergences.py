"""Arguments of the entropies and divergences."""

from mlcompanion.probability import Normal
from valid_calls.kinds import Array, Call, Number, Object

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
    "kl_divergence": Call(p=_law, q=_law),
    "gaussian_kl": Call(mu=_mean, covariance=_matrix, mu_hat=_mean, covariance_hat=_matrix),
}
