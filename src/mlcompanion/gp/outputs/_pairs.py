"""Pairs of points and what depends on their outputs alone: spread a table, or collect into one.

In the Gaussian family a covariance depends on the two outputs, by a small table, and on squared
differences of the inputs. A layout keeps those differences for the pairs that an approximation
needs (all, with the inducing inputs, blocks, the diagonal). ``spread`` turns a table (D + 1, D + 1)
into an array that broadcasts against them, ``collect`` sums an array back into a table. Index D
stands for the hidden function: an output that is not blurred.
"""

import numpy as np

__all__ = []


def squared(X, X2, isotropic):
    """Squared differences of the columns, (p, n, m), or one array of their sum, (1, n, m)."""
    differences = X.T[:, :, None] - X2.T[:, None, :]
    np.multiply(differences, differences, out=differences)
    return differences.sum(axis=0, keepdims=True) if isotropic else differences


class AllPairs:
    """Every observation with every other, rows stacked output by output."""

    def __init__(self, X, sizes, isotropic):
        self.squares = squared(X, X, isotropic)
        self._sizes = np.asarray(sizes)
        self._starts = np.append(0, np.cumsum(sizes)[:-1])

    def spread(self, table):
        """An entry for each pair."""
        D = len(self._sizes)
        return table[:D, :D].repeat(self._sizes, 0).repeat(self._sizes, 1)

    def collect(self, values, n_outputs):
        """Sums over the pairs of two outputs."""
        table = np.zeros((n_outputs + 1, n_outputs + 1))
        # sums over runs of rows and columns: rows are stacked output by output
        by_column = np.add.reduceat(values, self._starts, axis=1)
        table[:-1, :-1] = np.add.reduceat(by_column, self._starts, axis=0)
        return table


class InducingPairs:
    """Every observation with every inducing input."""

    def __init__(self, X, Z, output, isotropic):
        self.squares = squared(X, Z, isotropic)
        self._output = output

    def spread(self, table):
        """A column of entries, one for each observation."""
        return table[self._output, -1][:, None]

    def collect(self, values, n_outputs):
        """Sums over the observations of an output."""
        table = np.zeros((n_outputs + 1, n_outputs + 1))
        table[:-1, -1] = np.bincount(self._output, values.sum(axis=1), minlength=n_outputs)
        return table


class LatentPairs:
    """Inducing inputs among themselves."""

    def __init__(self, Z, isotropic):
        self.squares = squared(Z, Z, isotropic)

    def spread(self, table):
        """The one entry."""
        return table[-1, -1]

    def collect(self, values, n_outputs):
        """The one sum."""
        table = np.zeros((n_outputs + 1, n_outputs + 1))
        table[-1, -1] = values.sum()
        return table


class Diagonal:
    """Each observation with itself."""

    def __init__(self, output, n_columns):
        self.squares = np.zeros((n_columns, len(output)))
        self._output = output

    def spread(self, table):
        """An entry for each observation."""
        return np.diag(table)[self._output]

    def collect(self, values, n_outputs):
        """Sums over the observations of an output."""
        return np.diag(np.bincount(self._output, values, minlength=n_outputs + 1))


class OutputBlocks:
    """The observations of one output among themselves; the blocks of one size side by side."""

    def __init__(self, X, outputs, isotropic):
        """``X`` is (B, s, p), the inputs of the outputs listed in ``outputs``, (B,)."""
        differences = X[:, :, None, :] - X[:, None, :, :]
        squares = np.moveaxis(differences**2, -1, 0)
        self.squares = squares.sum(axis=0, keepdims=True) if isotropic else squares
        self._outputs = outputs

    def spread(self, table):
        """An entry for each block."""
        return np.diag(table)[self._outputs][:, None, None]

    def collect(self, values, n_outputs):
        """The sum over each block."""
        sums = values.sum(axis=(1, 2))
        return np.diag(np.bincount(self._outputs, sums, minlength=n_outputs + 1))


class AcrossBlocks:
    """All outputs at one place: one block a place, and none of them differs in its inputs."""

    def __init__(self, n_places, n_outputs, n_columns):
        self.squares = np.zeros((n_columns, n_places, n_outputs, n_outputs))

    def spread(self, table):
        """The table of the outputs itself."""
        return table[None, :-1, :-1]

    def collect(self, values, n_outputs):
        """Sums over the places."""
        table = np.zeros((n_outputs + 1, n_outputs + 1))
        table[:-1, :-1] = values.sum(axis=0)
        return table
