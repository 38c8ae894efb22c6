"""The rivals, all of scikit-learn: a plane, a tree, a Gaussian process, a Poisson regression."""

import warnings

from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.linear_model import LinearRegression, PoissonRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeRegressor

__all__ = ["gaussian_process", "plane", "poisson_rival", "tree"]


def plane():
    """Least squares with an intercept."""
    return LinearRegression()


def tree():
    """A tree by squared error; a node of fewer than ten is not split, as in the source's Matlab."""
    return DecisionTreeRegressor(min_samples_split=10, random_state=0)


class QuietProcess(GaussianProcessRegressor):
    """The process without its warnings about bounds that a kernel parameter meets."""

    def fit(self, X, y):
        """Fit by marginal likelihood."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return super().fit(X, y)


def gaussian_process():
    """One width for all inputs and one noise level, by marginal likelihood."""
    kernel = ConstantKernel(1.0, (1e-3, 1e4)) * RBF(1.0, (1e-2, 1e3))
    noise = WhiteKernel(0.1, (1e-5, 1e1))
    return QuietProcess(kernel + noise, normalize_y=True, random_state=0)


def poisson_rival(penalty):
    """Poisson regression on indicators of the categories."""
    coded = OneHotEncoder(handle_unknown="ignore", drop="first")
    return make_pipeline(coded, PoissonRegressor(alpha=penalty, max_iter=2000))
