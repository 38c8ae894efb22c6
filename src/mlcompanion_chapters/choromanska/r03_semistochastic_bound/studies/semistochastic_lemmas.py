"""Choromanska (2014), Lemmas 1 to 4 of chapter 3, by enumeration and by search.

Settles of chapter choromanska/03_semistochastic_bound: sampling-lemmas, erratum-lemma3.

*sampling*: expectations over all batches of a size, and residuals of singular systems. *lipschitz*:
norms of gradients far out, and Lipschitz quotients; ``closed_form`` is by how much the formula of
the gradient differs from differences of the objective.
"""

from ..lemma_checks import lipschitz_checks, sampling_lemmas

SIZES = {
    "default": {"models": 200, "pairs": 10_000},
    "paper": {"models": 200, "pairs": 10_000},
}


def cases(models, pairs):
    """One case each."""
    return [
        {"experiment": "sampling", "models": models},
        {"experiment": "lipschitz", "pairs": pairs},
    ]


def run(case):
    """The measures of a claim."""
    if case["experiment"] == "sampling":
        found = sampling_lemmas(case["models"])
        return {name: value for name, value in found.items() if name != "models"}
    found, closed_form = lipschitz_checks(pairs=case["pairs"])
    return found | {"closed_form": closed_form}
