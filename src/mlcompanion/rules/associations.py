"""Patterns that were found, as tables: itemsets and rules (Hahsler et al. 2011, section 2)."""

from dataclasses import dataclass, fields, replace
from itertools import pairwise

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_count, check_in, check_list

__all__ = ["Associations", "Itemsets", "Rules"]


@dataclass(frozen=True, eq=False)
class Associations:
    """Patterns and what is known of each: can be sorted, cut and searched.

    Parameters
    ----------
    items : tuple of str
        Names of all items.
    n_baskets : int
        Baskets of the database that was mined.
    quality : dict of str to ndarray, each of shape (number of patterns,)
        Measures by name; ``count`` is always among them.
    """

    items: tuple
    n_baskets: int
    quality: dict

    def __len__(self):
        return len(self.quality["count"])

    def _tables(self):
        """Names of the fields that have one row a pattern."""
        known = {field.name for field in fields(Associations)}
        return [field.name for field in fields(self) if field.name not in known]

    def lengths(self):
        """Items in each pattern, shape (number of patterns,)."""
        return sum(np.diff(getattr(self, name).indptr) for name in self._tables())

    def take(self, rows):
        """Some of the patterns, in the order of ``rows``.

        Parameters
        ----------
        rows : array_like of int or of bool

        Returns
        -------
        Associations
            Of the same kind.
        """
        rows = np.asarray(rows)
        if rows.size == 0:
            rows = rows.astype(int)
        if rows.dtype == bool:
            rows = np.flatnonzero(check_array(rows, "rows", shape=(len(self),), dtype=bool))
        rows = check_array(rows, "rows", ndim=1, dtype=int, low=0, high=max(len(self) - 1, 0))
        tables = {name: getattr(self, name)[rows] for name in self._tables()}
        quality = {name: values[rows] for name, values in self.quality.items()}
        return replace(self, quality=quality, **tables)

    def sort(self, by="count"):
        """Order by a measure, largest first.

        Parameters
        ----------
        by : str or array_like, shape (number of patterns,)
            A measure's name, or its values.

        Returns
        -------
        Associations
            Of equal patterns the one with the larger count comes first, then the shorter one,
            then the one that came first.
        """
        if isinstance(by, str):
            values = self.quality[check_in(by, "by", self.quality)]
        else:
            values = check_array(by, "by", shape=(len(self),), finite=False)
        keys = (np.arange(len(self)), self.lengths(), -self.quality["count"], -values)
        return self.take(np.lexsort(keys))

    def head(self, n=6):
        """The first n patterns, or all if there are fewer.

        Parameters
        ----------
        n : int

        Returns
        -------
        Associations
        """
        return self.take(np.arange(min(check_count(n, "n"), len(self))))

    def _holding(self, table, names, what):
        """Which rows of a table hold all these items."""
        names = check_list(names, what, min_length=0)
        columns = [self.items.index(check_in(name, what, self.items)) for name in names]
        held = table[:, columns].sum(axis=1)
        return np.asarray(held).ravel() == len(columns)

    def _words(self, table):
        """The names in each row of a table."""
        ends = table.indptr
        return [tuple(self.items[j] for j in table.indices[a:b]) for a, b in pairwise(ends)]


@dataclass(frozen=True, eq=False)
class Itemsets(Associations):
    """Frequent itemsets with their counts.

    Parameters
    ----------
    items : tuple of str
        Names of all items.
    n_baskets : int
        Baskets of the database that was mined.
    quality : dict of str to ndarray, each of shape (s,)
        ``count`` and ``support``.
    members : csr_array of bool, shape (s, n)
        Items of each set; as mined, sets are ordered by length, then by their items' columns.
    n_counted : int
        Itemsets whose baskets were counted to find these.
    """

    members: sparse.csr_array
    n_counted: int

    def _tables(self):
        return ["members"]

    def names(self):
        """The items of each set: a list of tuples of str."""
        return self._words(self.members)

    def counts(self):
        """Counts by set: a dict of frozensets of str to int."""
        return dict(zip(map(frozenset, self.names()), self.quality["count"].tolist()))

    def containing(self, names):
        """The sets that hold all these items.

        Parameters
        ----------
        names : list of str

        Returns
        -------
        Itemsets
        """
        return self.take(self._holding(self.members, names, "names"))


@dataclass(frozen=True, eq=False)
class Rules(Associations):
    """Association rules X => Y with their measures.

    Parameters
    ----------
    items : tuple of str
        Names of all items.
    n_baskets : int
        Baskets of the database that was mined.
    quality : dict of str to ndarray, each of shape (r,)
        ``count``, ``lhs_count`` and ``rhs_count`` (baskets with X and Y, with X, with Y),
        ``support``, ``confidence`` and ``lift``.
    lhs, rhs : csr_array of bool, shape (r, n)
        Items of X and of Y.
    """

    lhs: sparse.csr_array
    rhs: sparse.csr_array

    def pairs(self):
        """The two sides of each rule: a list of pairs of tuples of str."""
        return list(zip(self._words(self.lhs), self._words(self.rhs)))

    def subset(self, lhs=(), rhs=()):
        """The rules with all these items on these sides.

        Parameters
        ----------
        lhs, rhs : list of str

        Returns
        -------
        Rules
        """
        left = self._holding(self.lhs, lhs, "lhs")
        return self.take(left & self._holding(self.rhs, rhs, "rhs"))

    def inspect(self, n=None):
        """Lines of text, one a rule: its sides, count, support, confidence and lift.

        Parameters
        ----------
        n : int, optional
            How many; default all.

        Returns
        -------
        str
        """
        shown = self if n is None else self.head(n)
        numbers = [shown.quality[name] for name in ("count", "support", "confidence", "lift")]
        return "\n".join(
            f"{{{', '.join(x)}}} => {{{', '.join(y)}}}  {c} baskets, "
            f"supp {s:.9f}, conf {f:.7f}, lift {g:.6f}"
            for (x, y), c, s, f, g in zip(shown.pairs(), *numbers)
        )


def rule_measures(count, lhs_count, rhs_count, n_baskets):
    r"""Support, confidence and lift from whole counts (section 1).

    .. math::
        \mathrm{supp}=c_{XY}/m,\qquad\mathrm{conf}=c_{XY}/c_X,\qquad
        \mathrm{lift}=m\,c_{XY}/(c_Xc_Y)

    Parameters
    ----------
    count, lhs_count, rhs_count : ndarray of int, shape (r,)
        Baskets with X and Y, with X, with Y.
    n_baskets : int

    Returns
    -------
    dict of str to ndarray, shape (r,)
    """
    confidence = count / lhs_count
    return {
        "count": count,
        "lhs_count": lhs_count,
        "rhs_count": rhs_count,
        "support": count / n_baskets,
        "confidence": confidence,
        "lift": confidence / (rhs_count / n_baskets),
    }
