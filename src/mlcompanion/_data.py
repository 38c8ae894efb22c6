"""The data of an estimator: scikit-learn's check, which says of text that it stands in X."""

from sklearn.utils import validation

__all__ = ["validate_data"]


def validate_data(estimator, /, *data, **options):
    """As scikit-learn's function of this name; text in ``X`` is refused by name.

    Raises
    ------
    ValueError
        If the data are malformed.
    """
    try:
        return validation.validate_data(estimator, *data, **options)
    except ValueError as error:
        if str(error).startswith("could not convert"):
            raise ValueError(f"X must hold numbers: {error}") from error
        raise
