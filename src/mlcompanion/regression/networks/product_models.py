r"""Basis functions of several inputs from functions of one: Sugiyama (2016), Section 21.1.

Given :math:`b'` functions :math:`\phi_1,\dots,\phi_{b'}` of one number, the multiplicative model
takes all products :math:`\phi_{j_1}(x^{(1)})\cdots\phi_{j_d}(x^{(d)})` of one function for each
input, the additive model takes the functions themselves, :math:`\phi_j(x^{(k)})`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_instance

__all__ = ["Additive", "Multiplicative"]

LARGEST = 10**8  # entries of a design matrix: 0.8 GB


@dataclass(frozen=True)
class _ProductModel:
    """A model of d inputs from a basis of one; subclasses count and build its columns."""

    basis: Callable

    def __post_init__(self):
        check_instance(self.basis, "basis", callable, "function")

    def _functions(self, x):
        """The functions at the entries of a vector, shape (n, b')."""
        return check_array(self.basis(x), "basis", shape=(len(x), None))

    @property
    def n_functions(self):
        """Number b' of functions of one input, read off their values at 0."""
        return self._functions(np.zeros(1)).shape[1]

    def _check_inputs(self, X):
        X = check_array(X, "X", ndim=2, min_rows=1)
        count = self.n_params(X.shape[1])
        if len(X) * count > LARGEST:
            raise ValueError(
                f"X has {X.shape[1]} columns: a design matrix of {len(X)} rows and {count} columns "
                "does not fit in memory"
            )
        return X


@dataclass(frozen=True)
class Multiplicative(_ProductModel):
    """All products of one function for each input: :math:`(b')^d` columns.

    Parameters
    ----------
    basis : callable
        From a vector (n,) to the values (n, b') of the functions, such as
        :func:`~mlcompanion.regression.poly_basis`; finite at 0.

    Notes
    -----
    Source: Sugiyama (2016), Section 21.1, "multiplicative model".

    Examples
    --------
    >>> from mlcompanion.regression import poly_basis
    >>> Multiplicative(poly_basis).n_params(100) == 4**100
    True
    """

    def n_params(self, n_inputs):
        """Number of parameters for ``n_inputs`` inputs: an exact integer, however large."""
        return self.n_functions ** check_count(n_inputs, "n_inputs", low=1)

    def design(self, X):
        """Design matrix for the rows of ``X``, shape (n, d).

        Returns
        -------
        ndarray, shape (n, b' ** d)
            The function of the last input changes fastest from column to column.

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix, or the design has more than 10^8 entries.

        Notes
        -----
        Cost: O(n b'^d), the size of the result.
        """
        X = self._check_inputs(X)
        Phi = np.ones((1, len(X)))  # transposed: long rows multiply fast
        for x in X.T:  # multiply every column so far by every function of the next input
            functions = np.ascontiguousarray(self._functions(x).T)
            Phi = (Phi[:, None] * functions).reshape(-1, len(X))
        return Phi.T


@dataclass(frozen=True)
class Additive(_ProductModel):
    """The functions of each input side by side: columns in proportion to the inputs.

    Parameters
    ----------
    basis : callable
        From a vector (n,) to the values (n, b') of the functions; finite at 0.
    drop_constants : bool
        The functions begin with a constant: keep it once. The source's sum has it once for every
        input, ``b' d`` columns of which ``d - 1`` are of no use.

    Notes
    -----
    Source: Sugiyama (2016), Section 21.1, "additive model".

    Examples
    --------
    >>> from mlcompanion.regression import poly_basis
    >>> Additive(poly_basis).n_params(100), Additive(poly_basis, False).n_params(100)
    (301, 400)
    """

    drop_constants: bool = True

    def __post_init__(self):
        super().__post_init__()
        check_flag(self.drop_constants, "drop_constants")

    def n_params(self, n_inputs):
        """Number of parameters for ``n_inputs`` inputs."""
        n_inputs = check_count(n_inputs, "n_inputs", low=1)
        shared = n_inputs - 1 if self.drop_constants else 0  # one constant serves all inputs
        return self.n_functions * n_inputs - shared

    def design(self, X):
        """Design matrix for the rows of ``X``, shape (n, d): one block an input.

        Returns
        -------
        ndarray, shape (n, ``n_params(d)``)

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix, the design has more than 10^8 entries, or
            ``drop_constants`` meets a basis whose first function is not constant.

        Notes
        -----
        Cost: O(n b' d), the size of the result.
        """
        X = self._check_inputs(X)
        blocks = [self._functions(x) for x in X.T]
        if self.drop_constants:
            if not all((block[:, 0] == blocks[0][0, 0]).all() for block in blocks):
                raise ValueError("basis must begin with a constant, or drop_constants be False")
            blocks[1:] = [block[:, 1:] for block in blocks[1:]]
        return np.hstack(blocks)
