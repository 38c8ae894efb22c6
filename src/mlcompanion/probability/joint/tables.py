"""Joint laws of two discrete variables as tables (Sugiyama 2016, sections 5.1-5.3, 5.5, 5.6)."""

from dataclasses import dataclass, field

import numpy as np
from scipy.special import rel_entr

from mlcompanion._validation import check_array, check_in, check_rng

from .._checks import check_masses, check_size, own

__all__ = ["JointTable"]

_AXES = {"x": 0, "y": 1}


@dataclass(frozen=True, eq=False)
class JointTable:
    """The joint law of two discrete variables: ``P[i, j]`` = Pr(x = xs[i], y = ys[j]).

    Parameters
    ----------
    P : array_like, shape (K, L)
        Masses, not negative, that sum to 1.
    xs : array_like, shape (K,), optional
        Values of x, by default 0, ..., K - 1.
    ys : array_like, shape (L,), optional
        Values of y, by default 0, ..., L - 1.

    Raises
    ------
    ValueError
        If masses are negative or do not sum to 1, or lengths differ.

    Notes
    -----
    Every question costs O(KL). What depends on one variable is asked for by its letter.
    """

    P: np.ndarray
    xs: np.ndarray = field(default=None)
    ys: np.ndarray = field(default=None)

    def __post_init__(self):
        P = check_masses(self.P, "P", (None, None))
        object.__setattr__(self, "P", own(P))
        for name, length in zip(("xs", "ys"), P.shape):
            given = getattr(self, name)
            values = np.arange(length) if given is None else given
            object.__setattr__(self, name, own(check_array(values, name, shape=(length,))))

    @classmethod
    def from_counts(cls, counts, xs=None, ys=None):
        """The table of shares of a contingency table (section 5.3).

        Parameters
        ----------
        counts : array_like, shape (K, L)
            How often each pair was seen, at least one in all.
        xs, ys : array_like, optional
            Values of the rows and of the columns.

        Returns
        -------
        JointTable
        """
        counts = check_array(counts, "counts", ndim=2, min_rows=1, low=0)
        if counts.sum() == 0:
            raise ValueError("counts must not all be 0")
        return cls(counts / counts.sum(), xs, ys)

    @classmethod
    def from_pairs(cls, x, y):
        """The table of shares of two columns of data.

        Parameters
        ----------
        x, y : array_like, shape (n,)
            Paired numbers; every value that occurs becomes a row or a column.

        Returns
        -------
        JointTable
        """
        x = check_array(x, "x", ndim=1, min_rows=1)
        y = check_array(y, "y", shape=x.shape)
        (xs, row), (ys, column) = (np.unique(v, return_inverse=True) for v in (x, y))
        counts = np.zeros((len(xs), len(ys)))
        np.add.at(counts, (row, column), 1)  # a plain += counts repeated pairs once
        return cls.from_counts(counts, xs, ys)

    @classmethod
    def from_marginals(cls, g, h, xs=None, ys=None):
        """The table of two independent variables: the products of their masses (section 5.6).

        Parameters
        ----------
        g : array_like, shape (K,)
            Masses of x.
        h : array_like, shape (L,)
            Masses of y.
        xs, ys : array_like, optional
            Values.

        Returns
        -------
        JointTable
        """
        g = check_masses(g, "g")
        h = check_masses(h, "h")
        return cls(np.outer(g, h), xs, ys)

    def marginal(self, of):
        """Masses of one variable: the other is summed out (section 5.1).

        Parameters
        ----------
        of : {"x", "y"}

        Returns
        -------
        ndarray, shape (K,) or (L,)
        """
        return self.P.sum(axis=1 - _AXES[check_in(of, "of", _AXES)])

    def conditional(self, given):
        """Masses of one variable for every value of the other (Eq. 5.2).

        Parameters
        ----------
        given : {"x", "y"}
            The variable that is known. With ``"y"`` each *column* of the result is a law of x;
            with ``"x"`` each *row* is a law of y.

        Returns
        -------
        ndarray, shape (K, L)
            Nan where the known variable has a value of probability 0: nothing follows from it.
        """
        known = self.marginal(check_in(given, "given", _AXES))
        known = np.where(known > 0, known, np.nan)  # given the impossible nothing is known
        return self.P / (known if given == "y" else known[:, None])

    def cond_mean(self, given):
        """Mean of one variable for every value of the other (section 5.2).

        Parameters
        ----------
        given : {"x", "y"}
            The variable that is known.

        Returns
        -------
        ndarray
            Of length L for E[x | y], of length K for E[y | x]; nan as in :meth:`conditional`.
        """
        law = self.conditional(given)
        return self.xs @ law if given == "y" else law @ self.ys

    def cond_var(self, given):
        """Variance of one variable for every value of the other (section 5.2).

        Parameters
        ----------
        given : {"x", "y"}
            The variable that is known.

        Returns
        -------
        ndarray
            Of length L for V[x | y], of length K for V[y | x]; nan as in :meth:`conditional`.
        """
        law = self.conditional(given)
        mean = self.cond_mean(given)
        if given == "y":
            return np.sum((self.xs[:, None] - mean) ** 2 * law, axis=0)
        return np.sum((self.ys - mean[:, None]) ** 2 * law, axis=1)

    def mean(self, of):
        """Mean of one variable.

        Parameters
        ----------
        of : {"x", "y"}

        Returns
        -------
        float
        """
        masses = self.marginal(of)
        values = self.xs if of == "x" else self.ys
        some = values[
            masses.argmax()
        ]  # so that a constant has no spread, and far values keep digits
        return float(some + masses @ (values - some))

    def var(self, of):
        """Variance of one variable.

        Parameters
        ----------
        of : {"x", "y"}

        Returns
        -------
        float
        """
        values = self.xs if check_in(of, "of", _AXES) == "x" else self.ys
        return float(self.marginal(of) @ (values - self.mean(of)) ** 2)

    def cov(self):
        """E[(x - E[x]) (y - E[y])] (section 5.5)."""
        return float((self.xs - self.mean("x")) @ self.P @ (self.ys - self.mean("y")))

    def corr(self):
        """The covariance over both standard deviations (section 5.5); nan if one of them is 0."""
        spread = np.sqrt(self.var("x") * self.var("y"))
        return self.cov() / spread if spread > 0 else float("nan")

    def covariance_matrix(self):
        """Variances on the diagonal, the covariance beside it (section 5.5); shape (2, 2)."""
        return np.array([[self.var("x"), self.cov()], [self.cov(), self.var("y")]])

    def dependence(self):
        """Half the sum of |f(x, y) - g(x) h(y)|: 0 if independent, and below 1 always.

        It is the total variation between the table and that of independent variables with the
        same marginals.
        """
        return float(0.5 * np.abs(self.P - np.outer(self.marginal("x"), self.marginal("y"))).sum())

    def mutual_information(self):
        """Sum of f log(f / (g h)), in nats: 0 exactly if the variables are independent."""
        return float(rel_entr(self.P, np.outer(self.marginal("x"), self.marginal("y"))).sum())

    def sum_law(self):
        """The law of x + y, collected value by value.

        Returns
        -------
        values, masses : ndarray, shape (m,)
        """
        sums = np.add.outer(self.xs, self.ys)
        values, place = np.unique(sums, return_inverse=True)
        return values, np.bincount(place.ravel(), weights=self.P.ravel())

    def rvs(self, size=1, random_state=None):
        """Independent pairs.

        Parameters
        ----------
        size : int or tuple of int
        random_state : int, Generator or None

        Returns
        -------
        ndarray, shape (size, 2)
        """
        shape = check_size(size)
        rng = check_rng(random_state)
        cell = rng.choice(self.P.size, size=shape, p=self.P.ravel() / self.P.sum())
        row, column = np.unravel_index(cell, self.P.shape)
        return np.stack([self.xs[row], self.ys[column]], axis=-1)
