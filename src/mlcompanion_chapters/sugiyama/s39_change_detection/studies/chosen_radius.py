"""Section 39.2.2, second pair of matrices: the source's radius and one chosen by cross-validation.

Settles of chapter sugiyama/39_change_detection: radius-by-likelihood. A row is a draw, with the
radius chosen and whether the pattern of the change is right at either radius.
"""

from ..networks import radius_patterns

SIZES = {"default": {"repeats": 200}, "paper": {"repeats": 200}}


def cases(repeats):
    """Draws by fifties."""
    return [{"seed": seed, "repeats": 50} for seed in range(repeats // 50)]


def run(case):
    """Fifty draws."""
    return radius_patterns(case["repeats"], case["seed"])
