"""Results of studies: experiments too long for a page, run beforehand and stored as tables.

``tools/study.py`` writes the table beside the study, ``studies/<name>.csv`` in the chapter's
folder, one finished case after another; a chapter reads it with :func:`stored_study` and hands it
to its ledger. A cell holds JSON, or plain text where that cannot be mistaken for JSON; an empty
cell means that the row has no such column.
"""

import csv
import gzip
import json
from pathlib import Path

import numpy as np

from . import _chapters

__all__ = ["StoredStudy", "packed", "parse_cell", "read_table", "stored_study"]

#: Columns that describe how a row came about, in the table's order; the result's follow them.
#: ``row`` and ``rows`` number the rows of one case, ``cases`` counts the cases of the size; most
#: are filled in the first row of a case only.
DESCRIPTION = (
    "size", "case", "row", "rows", "cases", "seed", "status", "error",
    "seconds", "cpu", "load", "versions", "commit", "digest", "machine", "date",
)  # fmt: skip


def parse_cell(text):
    """Return what a cell of a stored table holds: a number, list, truth value, text or ``None``.

    Parameters
    ----------
    text : str
        JSON (with ``NaN`` and ``Infinity``), or any other text, which stands for itself.
    """
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text


def packed(path):
    """Where a table is kept compressed: ``name.csv.gz`` beside ``name.csv``."""
    return path.with_name(f"{path.name}.gz")


def _table_text(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        return file.read()


def read_table(path):
    """Return the complete lines of a stored table as dictionaries of text.

    A last line torn by an interruption, and the rows of a case of which some are missing, are left
    out: that case has not been stored.
    """
    text = _table_text(Path(path))
    lines = list(csv.reader(text[: max(text.rfind("\n"), 0)].split("\n")))
    if not text.startswith("size,"):
        return []
    header = lines[0]
    rows = [dict(zip(header, line)) for line in lines[1:] if len(line) == len(header)]
    stored = {}
    for row in rows:
        stored.setdefault((row["size"], row["case"]), []).append(row)
    whole = [group for group in stored.values() if len(group) == int(group[0]["rows"])]
    return [row for group in whole for row in group]


class StoredStudy:
    """The stored results of one study at one size.

    Attributes
    ----------
    rows : list of dict
        One dictionary for each row of results: the fields of its case, the result's columns (by
        their types), ``seconds`` (wall) and ``cpu`` (processor) of the whole case, and ``load``,
        that of the machine as it ended.
    failed : list of dict
        One dictionary for each case that raised: its fields and the ``error``.
    provenance : dict
        ``name``, ``size``, ``date`` (of the latest case), ``commit``, ``machine``, ``versions``
        (several values are joined by commas), ``cases`` (finished), ``failed`` and ``expected``,
        the number of cases that the size has; ``digests``, those of the code that computed the
        cases, with an empty one for a case that does not know.
    """

    def __init__(self, name, size, table):
        self.rows = []
        self.failed = []
        times = {}
        for line in table:
            case = json.loads(line["case"])
            if line["status"] == "ok":
                cells = {k: parse_cell(v) for k, v in line.items() if k not in DESCRIPTION and v}
                if line["row"] == "0":
                    times = {k: float(line[k]) for k in ("seconds", "cpu", "load")}
                self.rows.append(case | cells | times)
            else:
                self.failed.append(case | {"error": line["error"]})

        def joined(column):
            return ", ".join(sorted({line[column] for line in table if line[column]}))

        finished = {line["case"] for line in table if line["status"] == "ok"}
        self.provenance = {
            "name": name,
            "size": size,
            "date": max(line["date"] for line in table)[:10],
            "commit": joined("commit"),
            "machine": joined("machine"),
            "versions": joined("versions"),
            "cases": len(finished),
            "failed": len(self.failed),
            "digests": sorted({line.get("digest", "") for line in table if line["row"] == "0"}),
            "expected": max(int(line["cases"]) for line in table if line["cases"]),
        }

    def column(self, name, **where):
        """Return one column of the rows whose fields equal those of ``where``, in stored order.

        Parameters
        ----------
        name : str
            A field of the cases or a column of the results.
        **where
            Values that other fields must have: ``study.column("error", p=10, network="sparse")``.

        Returns
        -------
        ndarray
            One entry for each chosen row that has the column.

        Raises
        ------
        ValueError
            If no row has the column, or none fits ``where``.
        """
        having = [row for row in self.rows if name in row]
        if not having:
            known = sorted({key for row in self.rows for key in row})
            raise ValueError(f"name={name!r} is no column of this study; it has {known}")
        chosen = [row[name] for row in having
                  if all(row.get(key) == value for key, value in where.items())]  # fmt: skip
        if not chosen:
            raise ValueError(f"where={where} fits no row of the study {self.provenance['name']!r}")
        return np.array(chosen)

    def __repr__(self):
        p = self.provenance
        return (
            f"study {p['name']}, size {p['size']}: {p['cases']} of {p['expected']} cases, "
            f"{p['failed']} failed; {p['date']}"
        )


def stored_study(name, size=None):
    """Read the stored results of a study.

    Parameters
    ----------
    name : str
        Name of the study: ``studies/<name>.csv`` in the folder of some chapter.
    size : str, optional
        Which of the study's sizes; by default ``"paper"`` if all its cases are stored, otherwise
        ``"default"``.

    Returns
    -------
    StoredStudy

    Raises
    ------
    FileNotFoundError
        If there is no such table.
    ValueError
        If the table does not hold the size.
    """
    root = _chapters.chapters_root()
    path = next(root.glob(f"*/*/studies/{name}.csv"), None)
    path = path or next(root.glob(f"*/*/studies/{packed(Path(name + '.csv'))}"), None)
    if path is None:
        raise FileNotFoundError(f"no stored study {name!r}: run `make study NAME={name}`")
    table = read_table(path)
    by_size = {}
    for line in table:
        by_size.setdefault(line["size"], []).append(line)
    studies = {key: StoredStudy(name, key, lines) for key, lines in by_size.items()}
    if size is None:
        paper = studies.get("paper")
        whole = paper and paper.provenance["cases"] == paper.provenance["expected"]
        size = "paper" if whole or "default" not in studies else "default"
    if size not in studies:
        raise ValueError(f"size={size!r} is not stored in {path.name}; it holds {sorted(studies)}")
    return studies[size]
