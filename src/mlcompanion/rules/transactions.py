"""Baskets of items as a sparse table: Hahsler et al. (2011), sections 1 and 2."""

import csv
from functools import cached_property
from pathlib import Path

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_in, check_list

from ._bits import count_sets, pack_columns

__all__ = ["Transactions", "load_transactions"]


def _names(items, n):
    """Names of n items: text, each once; ``i0``, ``i1``, ... if there are none."""
    if items is None:
        return tuple(f"i{j}" for j in range(n))
    names = check_list(items, "items", min_length=0)
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"items must be names, got {name!r}")
    if len(names) != n:
        raise ValueError(f"items must name {n} columns, got {len(names)} names")
    if len(set(names)) < n:
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"items must be different names, got {twice!r} twice")
    return tuple(str(name) for name in names)


def _incidence(X):
    """The ones of a 0/1 matrix, dense or sparse, as a boolean CSC array."""
    if sparse.issparse(X):
        X = sparse.csc_array(X, copy=True)
        X.sum_duplicates()
        X.data = check_array(X.data, "X", ndim=1, among=(0, 1)).astype(bool)
        X.eliminate_zeros()
    else:
        # a table of 0 and 1 may be large: one byte a cell is enough
        X = sparse.csc_array(check_array(X, "X", ndim=2, among=(0, 1), dtype=bool))
    if X.shape[0] == 0 or X.shape[1] == 0:
        raise ValueError(f"X needs at least one basket and one item, got shape {X.shape}")
    X.sort_indices()
    return X


class Transactions:
    r"""A database of baskets, each a set of items (section 1).

    Parameters
    ----------
    X : array_like or sparse matrix, shape (m, n)
        One row a basket, one column an item; 0 and 1, or False and True.
    items : list of str, optional
        Names of the columns, each once; default ``i0``, ``i1``, ...

    Attributes
    ----------
    X : csc_array of bool, shape (m, n)
        Only the ones are stored (section 2).
    items : tuple of str
    n_baskets, n_items : int

    Raises
    ------
    ValueError
        If there is no basket or no item, an entry is neither 0 nor 1, or a name comes twice.

    Notes
    -----
    Memory: 5 bytes for each one (a row number and the value True), beside 4 for each item. Items
    as packed bits, on which the miners work: n m / 8 bytes.

    Examples
    --------
    >>> baskets = Transactions.from_lists([["bread", "beer"], ["bread"], ["beer", "wine"]])
    >>> baskets.items
    ('beer', 'bread', 'wine')
    >>> baskets.count(["bread", "beer"])
    1
    """

    def __init__(self, X, items=None):
        self.X = _incidence(X)
        self.items = _names(items, self.X.shape[1])
        self.n_baskets = self.X.shape[0]
        self.n_items = self.X.shape[1]
        for array in (self.X.data, self.X.indices, self.X.indptr):
            array.setflags(write=False)

    @classmethod
    def from_lists(cls, baskets, items=None):
        """Make a database of lists of names; a name that a basket repeats counts once.

        Parameters
        ----------
        baskets : list of lists of str
            A basket may be empty.
        items : list of str, optional
            All names, in the order of the columns; default the names that occur, sorted.

        Returns
        -------
        Transactions

        Raises
        ------
        ValueError
            If there is no basket, no item at all, or a name that ``items`` lacks.
        """
        lists = [check_list(b, "baskets", min_length=0) for b in check_list(baskets, "baskets")]
        flat = [name for basket in lists for name in basket]
        for name in flat:
            if not isinstance(name, str):
                raise ValueError(f"baskets must hold names, got {name!r}")
        known = sorted(set(flat)) if items is None else check_list(items, "items")
        places = {name: j for j, name in enumerate(known)}
        for name in flat:
            if name not in places:
                raise ValueError(f"baskets holds {name!r}, which items does not name")
        rows = np.repeat(np.arange(len(lists)), [len(basket) for basket in lists])
        columns = np.array([places[name] for name in flat], dtype=np.intp)
        X = sparse.coo_array((np.ones(len(flat)), (rows, columns)), (len(lists), len(known)))
        X = sparse.csc_array(X)  # sums what a basket repeats
        X.data[:] = 1
        return cls(X, known)

    @classmethod
    def from_table(cls, table):
        """Make one basket of each row of a table: items are called ``column=value``.

        Parameters
        ----------
        table : DataFrame or dict of str to array_like, each of shape (m,)
            Columns of words or of numbers of few values; cut others into ranges first.

        Returns
        -------
        Transactions
        """
        if not hasattr(table, "keys"):
            raise ValueError(f"table must be a DataFrame or a dict of columns, got {table!r}")
        columns = {str(name): np.asarray(table[name]) for name in table}
        sizes = {column.shape for column in columns.values()}
        if len(sizes) != 1 or len(next(iter(sizes))) != 1:
            raise ValueError(f"table must have columns of one length, got shapes {sorted(sizes)}")
        parts = []
        names = []
        for name, column in columns.items():
            if any(value is None or value != value for value in column.tolist()):
                raise ValueError(f"table has a missing value in column {name!r}")
            values, codes = np.unique(column, return_inverse=True)
            parts.append(codes[:, None] == np.arange(len(values)))
            names += [f"{name}={value}" for value in values.tolist()]
        return cls(np.hstack(parts), names)

    def __len__(self):
        return self.n_baskets

    @cached_property
    def _places(self):
        return {name: j for j, name in enumerate(self.items)}

    def index(self, names):
        """Columns of items, in the order of the names.

        Parameters
        ----------
        names : list of str

        Returns
        -------
        ndarray of int

        Raises
        ------
        ValueError
            If a name is no item.
        """
        names = check_list(names, "names", min_length=0)
        return np.array([self._places[check_in(n, "names", self._places)] for n in names], int)

    def item_counts(self):
        """In how many baskets each item stands, shape (n_items,)."""
        return np.diff(self.X.indptr).astype(np.int64)

    def basket_sizes(self):
        """How many items each basket holds, shape (n_baskets,)."""
        return np.bincount(self.X.indices, minlength=self.n_baskets)

    def bits(self, columns=None):
        """Items as packed bits: bit ``r % 64`` of word ``r // 64`` tells of basket r.

        Parameters
        ----------
        columns : array_like of int, optional
            Items to pack; default all.

        Returns
        -------
        ndarray of uint64, shape (n_columns, ceil(m / 64))
        """
        if columns is None:
            return pack_columns(self.X)
        columns = check_array(columns, "columns", ndim=1, dtype=int, low=0, high=self.n_items - 1)
        return pack_columns(self.X[:, columns])

    def count(self, names):
        """In how many baskets all these items stand; all baskets for none.

        Parameters
        ----------
        names : list of str

        Returns
        -------
        int
        """
        columns = self.index(names)
        if columns.size == 0:
            return self.n_baskets
        return int(count_sets(self.bits(columns), np.arange(columns.size)[None])[0])

    def covers(self, names):
        """Which baskets hold all these items.

        Parameters
        ----------
        names : list of str

        Returns
        -------
        ndarray of bool, shape (n_baskets,)
        """
        columns = self.index(names)
        held = np.zeros(self.n_baskets, dtype=np.int64)
        for j in np.unique(columns):
            held[self.X.indices[self.X.indptr[j] : self.X.indptr[j + 1]]] += 1
        return held == np.unique(columns).size

    def take(self, rows):
        """Some of the baskets, over the same items.

        Parameters
        ----------
        rows : array_like of int or of bool

        Returns
        -------
        Transactions
        """
        rows = np.asarray(rows)
        if rows.dtype == bool:
            rows = np.flatnonzero(check_array(rows, "rows", shape=(self.n_baskets,), dtype=bool))
        high = self.n_baskets - 1
        rows = check_array(rows, "rows", ndim=1, min_rows=1, dtype=int, low=0, high=high)
        return Transactions(sparse.csr_array(self.X)[rows], self.items)


def load_transactions(path, sep=","):
    """Read baskets from a text file: one basket a line, its items apart by ``sep``.

    Parameters
    ----------
    path : str or Path
        Of a file in UTF-8; items may stand in double quotes. An empty line is an empty basket.
    sep : str
        One character.

    Returns
    -------
    Transactions

    Raises
    ------
    ValueError
        If ``sep`` is not one character, or the file holds no basket or no item.
    FileNotFoundError
        If there is no such file.

    Notes
    -----
    R's arules writes such a file by ``write(Groceries, "groceries.csv", sep = ",")``.
    """
    if not isinstance(path, (str, Path)):
        raise ValueError(f"path must be the name of a file, got {path!r}")
    if not isinstance(sep, str) or len(sep) != 1:
        raise ValueError(f"sep must be one character, got {sep!r}")
    with open(path, newline="", encoding="utf-8") as lines:
        baskets = [
            [name.strip() for name in row if name.strip()]
            for row in csv.reader(lines, delimiter=sep)
        ]
    if not any(baskets):
        raise ValueError(f"path must lead to a file with baskets of items, got {str(path)!r}")
    return Transactions.from_lists(baskets)
