"""Van der Vaart and van Zanten (2011), Theorem 10 for r < 2, by sixty digits.

Settles of chapter jmlr12/30_gp_information_rates: erratum-thm10-slow, part (iii). The truth is
1 / (1 + 25 (x - 1/2)^2) on equally spaced points of [0, 1]; the growing size is played by a smaller
noise variance. No eigenvalue is computed, none is cut off.
"""

from decimal import Decimal

from mlcompanion.gp.rates import PreciseGram

SIZES = {
    "default": {"points": 200, "digits": 60},
    "paper": {"points": 200, "digits": 60},
    "short": {"points": 60, "digits": 60},
}


def cases(points, digits):
    """A power of ten each."""
    return [{"power": power, "points": points, "digits": digits} for power in range(12, 3, -1)]


def _kernel(x, y):
    return (-((x - y) ** 2)).exp()


def _bump(x):
    return 1 / (1 + 25 * (x - Decimal("0.5")) ** 2)


def run(case):
    """Three parts of the risk at one noise variance."""
    points = case["points"]
    gram = PreciseGram(
        _kernel, [Decimal(i) / (points - 1) for i in range(points)], digits=case["digits"]
    )
    risk = gram.risk(_bump, Decimal(points) / 10 ** case["power"])
    return {"bias": risk.bias, "variance": risk.variance, "spread": risk.spread}
