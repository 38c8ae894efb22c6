"""What the tools know of studies, for the pages of the book that show them."""

from concurrent.futures import ProcessPoolExecutor

from tools.chapters import study_files
from tools.digests import code_digest
from tools.study import load_study, table_path
from tools.study_costs import cost_of
from tools.study_table import table_rows

__all__ = ["code_state", "look_up", "studies"]

_digests = {}  # by the study's name


def _read_digest(name):
    return code_digest(*study_files(name))


def _digest(name):
    if name not in _digests:
        _digests[name] = _read_digest(name)
    return _digests[name]


def look_up(jobs):
    """Read the code of all studies by several processes, and keep the digests."""
    names = [path.stem for path in study_files() if path.stem not in _digests]
    share = -(-len(names) // jobs) or 1  # neighbours share most of their code
    with ProcessPoolExecutor(jobs) as pool:
        _digests.update(zip(names, pool.map(_read_digest, names, chunksize=share)))


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


def studies():
    """Every study: its name, its stored sizes, and the cost of the paper's size.

    A stored size is ``(size, finished cases, all cases, core hours, state of the code)``.
    """
    for path in study_files():
        name, study = path.stem, load_study(path)
        rows = table_rows(table_path(study))
        first = [row for row in rows if row["row"] == "0" and row["status"] == "ok"]
        sizes = [_stored(name, size, first) for size in sorted({row["size"] for row in first})]
        yield name, sizes, cost_of(study, "paper", rows)


def _stored(name, size, rows):
    mine = [row for row in rows if row["size"] == size]
    hours = sum(float(row["cpu"]) for row in mine) / 3600
    digests = sorted({row.get("digest", "") for row in mine})
    code = code_state({"name": name, "digests": digests})
    return size, len(mine), max(int(row["cases"]) for row in mine), hours, code
