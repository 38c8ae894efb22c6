"""Sugiyama (2016), section 35.5: matrices with holes, filled in three ways.

Settles fig35.22-imputation and impute-fewer-steps of sugiyama/35_linear_dimensionality_reduction.

*holes*: a draw of Fig. 35.21: errors on the missing entries, as shares of their size, by the
listing's steps (``trace``), by zeros and the leading three singular values (``svd``) and by two
factors of rank three (``factors``), with the listing's ``rank`` and ``steps``.

*steps*: a draw, from a start of zeros: steps until the objective is within a millionth of its least
value, in the listing's length (``listing``) and accelerated in length 1 (``fast``).
"""

from ..experiments import factor_errors, imputation_errors, imputation_steps

SIZES = {"default": {"repeats": 50, "short": 20}, "paper": {"repeats": 50, "short": 20}}


def cases(repeats, short):
    """A case for each draw."""
    return [
        *({"experiment": "holes", "seed": seed} for seed in range(repeats)),
        *({"experiment": "steps", "seed": seed} for seed in range(short)),
    ]


def run(case):
    """The row of a case."""
    draws = [case["seed"]]
    if case["experiment"] == "steps":
        found = imputation_steps(draws)
    else:
        found = imputation_errors(draws) | {"factors": factor_errors(draws)}
    return {key: values[0] for key, values in found.items()}
