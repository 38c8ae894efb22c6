"""A study's stored table: append at once, repair after an interruption, put in order at the end.

A finished table of more than a megabyte is kept packed (``.csv.gz``); a run unpacks it first.
"""

import csv
import fcntl
import gzip
import io
import json
import os
from contextlib import contextmanager

from mlcompanion.teaching.studies import DESCRIPTION, packed, parse_cell, read_table

LARGE = 1_000_000  # bytes of a table that is kept packed


def case_key(case):
    """A case as canonical JSON, by which it is known in the table."""
    return json.dumps(case, sort_keys=True, separators=(",", ":"))


def write_cell(value):
    """A value as the text of a cell; ``parse_cell`` reads it back."""
    if hasattr(value, "tolist"):  # NumPy's scalars and arrays
        value = value.tolist()
    if value is None:
        return ""
    if isinstance(value, str) and value == parse_cell(value) and value.isprintable():
        return value
    return json.dumps(value)


def table_rows(path):
    """The rows of a table, packed or not; none if there is no table."""
    return next((read_table(file) for file in (path, packed(path)) if file.is_file()), [])


class StudyTable:
    """The rows stored in a CSV file, kept in step with it.

    Opening it repairs the file: a torn last line and the rows of half-stored cases go.
    """

    def __init__(self, path):
        self.path = path
        self.rows = table_rows(path)
        self.header = list(DESCRIPTION)
        self._extend_header(self.rows)
        if self.rows or path.is_file():
            self._rewrite()
            packed(path).unlink(missing_ok=True)

    def stored(self, size, status=None):
        """Keys of the cases stored at a size, of one status if told."""
        return {row["case"] for row in self.rows
                if row["size"] == size and status in (None, row["status"])}  # fmt: skip

    def stale(self, size, digest):
        """Keys of the cases of a size that another code computed, or nobody knows which."""
        first = (row for row in self.rows if row["size"] == size and row["row"] == "0")
        return {row["case"] for row in first if row.get("digest") != digest}

    def drop(self, size, keys):
        """Forget cases of a size."""
        self.rows = [r for r in self.rows if r["size"] != size or r["case"] not in keys]
        self._rewrite()

    def share(self, size, keys):
        """Take over cases that stand under another size, as they are: a case is one computation."""
        known = self.stored(size)
        wanted = keys - known
        first = {}
        for row in self.rows:
            if row["case"] in wanted and row["size"] != size and row["status"] == "ok":
                first.setdefault(row["case"], row["size"])
        taken = [
            row | {"size": size}
            for row in self.rows
            if row["case"] in first and row["size"] == first[row["case"]]
        ]
        for row in taken:
            if row.get("cases"):
                row["cases"] = str(len(keys))
        if taken:
            self.rows += taken
            self._rewrite()

    def append(self, description, results):
        """Store one case: one row for each result, safe on the disk when this returns.

        Parameters
        ----------
        description : dict
            Values of the columns ``DESCRIPTION`` but for ``row`` and ``rows``.
        results : list of dict
            The result's columns, one dictionary a row; one empty dictionary for a failed case.
            What describes the case stands in its first row only.
        """
        every = {name: description[name] for name in ("size", "status")}
        rows = [
            {k: write_cell(v) for k, v in ((every if number else description) | result).items()}
            | {"case": description["case"], "row": str(number), "rows": str(len(results))}
            for number, result in enumerate(results)
        ]
        self.rows += rows
        if self._extend_header(rows) or not self.path.is_file():
            self._rewrite()
            return
        with self.path.open("a", encoding="utf-8", newline="") as file:
            file.write(self._lines(rows))
            file.flush()
            os.fsync(file.fileno())

    def finish(self, size, keys):
        """Put a size's rows in the order of its cases, the columns in the order of the rows.

        Each row is told how many cases the size has now: it may have lost some since. A large table
        is packed.
        """
        order = {key: rank for rank, key in enumerate(keys)}
        others = [row for row in self.rows if row["size"] != size]
        mine = [row for row in self.rows if row["size"] == size]
        mine.sort(key=lambda row: (order[row["case"]], int(row["row"])))
        for row in mine:
            if row["row"] == "0":
                row["cases"] = str(len(keys))
        self.rows = sorted(others + mine, key=lambda row: row["size"])
        self.header = list(DESCRIPTION)
        self._extend_header(self.rows)
        self._rewrite()
        if self.path.stat().st_size > LARGE:
            self._pack()

    def _pack(self):
        """Keep the table packed, with no name or date in it: the same rows are the same bytes."""
        fresh = self.path.with_suffix(".part")
        fresh.write_bytes(gzip.compress(self.path.read_bytes(), mtime=0))
        fresh.replace(packed(self.path))
        self.path.unlink()

    def _extend_header(self, rows):
        new = dict.fromkeys(k for row in rows for k in row if k not in self.header)
        self.header += new
        return bool(new)

    def _lines(self, rows):
        text = io.StringIO()
        writer = csv.DictWriter(text, self.header, restval="", lineterminator="\n")
        writer.writerows(rows)
        return text.getvalue()

    def _rewrite(self):
        """Replace the file in one step: a reader sees the old table or the new one."""
        text = ",".join(self.header) + "\n" + self._lines(self.rows)
        if self.path.is_file() and self.path.read_text(encoding="utf-8") == text:
            return
        fresh = self.path.with_suffix(".part")
        with fresh.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)


@contextmanager
def only_writer(path):
    """Hold a table alone; a second run of the same study is refused."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"{path.stem}: another run is writing {path}") from None
        yield
