r"""A sparse network of zeros and ones, by a bound on a sum over all states.

An Ising model gives spins :math:`s\in\{-1,1\}^d` the probability
:math:`\exp\{\sum_ih_is_i+\sum_{i<j}J_{ij}s_is_j-A(h,J)\}`, where A is the logarithm of a sum over
:math:`2^d` states. Spins with uniform noise on [-1, 1] have the entropy of the spins and d log 2
more, and the covariance :math:`C+\tfrac13I`; a normal law of that covariance has more still:

.. math:: A(h,J)\le B(h,J)=\max_{m,M}\Big\{\sum_ih_im_i+\sum_{i<j}J_{ij}M_{ij}
    +\tfrac12\log\det(M-mm^\top+\tfrac13I)\Big\}+\tfrac d2\log\tfrac{\pi e}2

With B for A the most likely sparse network is a graphical lasso on the spins' covariance plus a
third of the identity (Banerjee, El Ghaoui and d'Aspremont 2008, section 5, after Wainwright and
Jordan 2006). It is the rival of Chen (2013), section 7.5.1.
"""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_array, check_flag, check_instance
from mlcompanion.density.protocol import DensityEstimator

from .graph_regression.gaussian_leaf import GaussianLeafModel
from .graphical_lasso import graphical_lasso
from .partitions import CellSums
from .refit import refit_precision

__all__ = ["NOISE", "IsingLeafModel", "IsingRelaxation", "spins_of"]

#: Variance of the uniform noise on [-1, 1] that is added to a spin.
NOISE = 1 / 3


def spins_of(X):
    """Zeros and ones as spins -1 and 1.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Only 0 and 1.

    Returns
    -------
    ndarray, shape (n, d)

    Examples
    --------
    >>> spins_of([[0, 1]]).tolist()
    [[-1.0, 1.0]]
    """
    return 2 * check_array(X, "X", ndim=2, min_rows=1, among=(0, 1)) - 1


class IsingRelaxation(DensityEstimator):
    r"""Sparse Ising model of zeros and ones, by the log-determinant bound on its normaliser.

    Parameters
    ----------
    lam : float
        Weight of the l1 norm of the couplings, positive.
    refit : bool
        Whether the parameters are estimated again without the norm, on the edges that it left.
    tol : float
        Bound on the duality gap a variable.
    max_iter : int
        Largest number of sweeps.

    Attributes
    ----------
    fields_ : ndarray, shape (d,)
        :math:`h`, the pull on each spin.
    couplings_ : ndarray, shape (d, d)
        :math:`J`, symmetric, zero on the diagonal and where there is no edge.
    edges_ : ndarray of int, shape (k, 2)
        The smaller node first.
    log_bound_ : float
        :math:`B(h,J)`, at least the logarithm of the normaliser.
    means_ : ndarray, shape (d,)
        Of the spins.
    precision_ : ndarray, shape (d, d)
        Inverse covariance of the spins with noise; off the diagonal :math:`-J`.
    n_params_ : int
        Variables and edges.
    n_iter_ : int
    converged_ : bool
        Else ``fit`` warns.

    Notes
    -----
    Cost: O(n d²) for the covariance, then O(d³) a sweep.
    ``score_samples`` is the log-probability with B for A, hence never above the model's own.
    Source: Banerjee, El Ghaoui and d'Aspremont (2008), section 5; Chen (2013), section 7.5.1.

    Examples
    --------
    >>> Y = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 5
    >>> IsingRelaxation(lam=0.1).fit(Y).edges_.tolist()
    [[0, 1]]
    """

    def __init__(self, lam=0.1, *, refit=False, tol=1e-8, max_iter=1000):
        self.lam = lam
        self.refit = refit
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y=None):
        """Estimate fields and couplings.

        Parameters
        ----------
        X : array_like of int, shape (n, d)
            Zeros and ones.
        y : ignored

        Returns
        -------
        IsingRelaxation
        """
        spins = spins_of(validate_data(self, X, dtype=float))
        refit = check_flag(self.refit, "refit")
        self.means_ = spins.mean(axis=0)
        centred = spins - self.means_
        noisy = centred.T @ centred / len(spins) + NOISE * np.eye(spins.shape[1])
        run = graphical_lasso(
            noisy, self.lam, penalize_diagonal=False, tol=self.tol, max_iter=self.max_iter
        )
        self.n_iter_ = run.n_iter
        self.converged_ = run.converged
        if not run.converged:
            warn_stopped(self, run.n_iter)
        self.edges_ = np.argwhere(np.triu(run.precision, 1))
        self.precision_ = run.precision
        if refit:
            self.precision_ = refit_precision(noisy, run.precision).precision
        self._set_potentials()
        return self

    def _set_potentials(self):
        """Fields, couplings and bound of a precision that is stationary for its own covariance."""
        d = len(self.means_)
        self.fields_ = self.precision_ @ self.means_
        # spins square to 1: the diagonal couples nothing
        self.couplings_ = -self.precision_ * (1 - np.eye(d))
        C = np.linalg.inv(self.precision_)
        moments = C + np.outer(self.means_, self.means_)  # the noise is on the diagonal alone
        # each pair stands twice in the matrix, hence the half
        inner = self.fields_ @ self.means_ + 0.5 * np.vdot(self.couplings_, moments)
        log_det = np.linalg.slogdet(self.precision_)[1]
        self.log_bound_ = float(inner - 0.5 * log_det + 0.5 * d * np.log(0.5 * np.pi * np.e))
        self.n_params_ = d + len(self.edges_)

    def score_samples(self, X):
        """Logarithm of the probability of each row, with the bound for the normaliser.

        Parameters
        ----------
        X : array_like of int, shape (m, d)
            Zeros and ones.

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        spins = spins_of(validate_data(self, X, reset=False, dtype=float))
        pairs = 0.5 * np.einsum("ni,ij,nj->n", spins, self.couplings_, spins, optimize=True)
        return spins @ self.fields_ + pairs - self.log_bound_


class IsingLeafModel:
    """Fits the network of a cell of spins: a leaf for the searches of ``partitions``.

    It is the cell's graphical lasso with noise on the spins, in training and in held-out rows.

    Parameters
    ----------
    n_lams : int
        Penalties of the path, in equal ratios down from the least without an edge.
    ratio : float
        The last penalty over the first.
    judge : {"refit", "lasso", "both"}
        Which parameters compete: those estimated again on the edges of each penalty, those of the
        lasso, or all.

    Notes
    -----
    Cost: O(d³) a penalty.
    Source: Chen (2013), section 7.5.1, after section 6.3.1.

    Examples
    --------
    >>> from mlcompanion.graphical.partitions import cell_sums
    >>> rows = cell_sums(spins_of([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 5))
    >>> IsingLeafModel()(rows, rows).n_edges
    1
    """

    def __init__(self, n_lams=20, ratio=0.01, *, judge="refit"):
        self.gaussian = GaussianLeafModel(
            n_lams=n_lams, ratio=ratio, judge=judge, penalize_diagonal=False
        )

    def __call__(self, train, held_out):
        """Fit one cell.

        Parameters
        ----------
        train, held_out : CellSums
            Of spins -1 and 1.

        Returns
        -------
        GaussianLeaf
            Its loss is twice minus the log-probability with the bound, less a constant a row.
        """
        check_instance(train, "train", CellSums)
        check_instance(held_out, "held_out", CellSums)
        return self.gaussian(_with_noise(train), _with_noise(held_out))


def _with_noise(sums):
    """Sums of spins as if each had its share of the noise's variance."""
    # independent of the spins: on average it adds to the squares alone
    noise = NOISE * sums.n * np.eye(len(sums.total))
    return CellSums(sums.n, sums.total, sums.products + noise)
