"""Arguments of the entropies and divergences."""

from valid_calls.kinds import Call, Number

_share = Number(0.3, 0, 1)

CALLS = {
    "binary_entropy": Call(p=_share),
    "binary_kl": Call(p=_share, q=_share),
}
