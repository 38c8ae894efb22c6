"""Checks that the room shares."""

from mlcompanion._validation import check_array

__all__ = ["check_priors"]


def check_priors(priors, n_classes, **limits):
    """Return class-prior probabilities, or say what is wrong with them."""
    priors = check_array(priors, "priors", shape=(n_classes,), low=0, **limits)
    if abs(priors.sum() - 1) > 1e-8:
        raise ValueError(f"priors must sum to 1, got {priors.sum():.9g}")
    return priors
