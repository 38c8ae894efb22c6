"""What the tools know of studies, for the pages of the book that show them."""

import sys
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))

from digests import code_digest, study_file

__all__ = ["code_state"]


@cache
def _digest(name):
    return code_digest(study_file(name))


def code_state(study):
    """Whether the code of a stored study is *current*, has *changed* since, or is *unknown*.

    Parameters
    ----------
    study : dict
        Provenance with ``name`` and the ``digests`` of its cases; a case without one is unknown.
    """
    digests = study.get("digests") or [""]
    if "" in digests:
        return "unknown"
    return "current" if digests == [_digest(study["name"])] else "changed"
