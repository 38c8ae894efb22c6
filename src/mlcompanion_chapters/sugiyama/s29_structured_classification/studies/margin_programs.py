"""The structured machine as quadratic programs: over all strings, and in marginals.

Settles svm-dual, factored-dual, marginal-sum and one-sided-consistency of
sugiyama/29_structured_classification, and the last measure of factored-loss.
"""

from mlcompanion_chapters.sugiyama.s29_structured_classification.dual_checks import (
    factored_case,
    string_case,
)

SIZES = {
    "default": {"strings": 20, "penalties": (0.1, 1.0, 10.0), "marginals": 5, "lengths": (3, 4, 5)},
    "paper": {"strings": 20, "penalties": (0.1, 1.0, 10.0), "marginals": 5, "lengths": (3, 4, 5)},
}


def cases(strings, penalties, marginals, lengths):
    """Problems over all strings at each penalty; then some in marginals at each length."""
    whole = [
        {"kind": "strings", "seed": seed, "C": C} for seed in range(strings) for C in penalties
    ]
    parts = [
        {"kind": "marginals", "seed": seed, "m": m} for m in lengths for seed in range(marginals)
    ]
    return whole + parts


def run(case):
    """Optima and solutions, as relative differences."""
    if case["kind"] == "strings":
        return string_case(case["seed"], case["C"])
    return factored_case(case["seed"], case["m"])
