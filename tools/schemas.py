"""The forms of the files that people write: chapters, claims, graded exercises, courses.

A form is a JSON Schema in ``tools/schemas``. A fault is said in our words, with the keys and
numbers that lead to it.
"""

from functools import cache

import jsonschema
import yaml

from tools.chapters import ROOT

__all__ = ["faults"]


@cache
def _validator(form):
    text = (ROOT / "tools" / "schemas" / f"{form}.yml").read_text(encoding="utf-8")
    schema = yaml.safe_load(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults(form, found):
    """What of ``found`` is not of its form, as pairs of a place and words; what is missing first.

    Parameters
    ----------
    form : {"chapters", "claims", "course", "exercises"}
    found : object
        What a file holds.

    Returns
    -------
    list of (tuple, str)
    """
    errors = sorted(_validator(form).iter_errors(found), key=lambda e: e.validator != "required")
    return [pair for error in errors for pair in _told(error)]


def _told(error):
    """Place and words of an error, once for each key that is too many."""
    place = tuple(error.absolute_path)
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return [(place, f"{key!r} is missing") for key in missing[:1]]
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        return [
            ((*place, key), f"unknown key {key!r}") for key in error.instance if key not in known
        ]
    if error.validator == "minimum":
        return [(place, f"{place[-1]} must be positive")]
    if error.validator in ("type", "minLength", "minItems", "minProperties"):
        return [(place, f"{place[-1] if place else 'file'!r} is empty or of a wrong type")]
    return [(place, error.message)]
