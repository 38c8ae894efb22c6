"""Gaussian processes fitted tile by tile, each blind to its neighbours (local kriging).

Park, Huang and Ding (2011), section 3, Eq. (6), and section 5.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_in,
    check_rng,
)

from .learning import Hyperparameters, tile_hyperparameters
from .mesh import TileMesh, rectangle_mesh
from .stitching import TileFit

__all__ = ["LocalGP"]

_BLOCK = 2**22  # covariances with test points that are held at once
_LEARN = {"global": False, "local": True}


class LocalGP(RegressorMixin, BaseEstimator):
    r"""One Gaussian process for each tile of a mesh, each blind to the other tiles' data.

    Parameters
    ----------
    mesh : TileMesh, int or list of int, optional
        A mesh, or the number of tiles along each axis. Default about 400 data a tile.
    hyper : {"global", "local", "fixed"}
        Learn one set of hyperparameters for all tiles, one for each, or take what is given.
    covariance : Covariance, or list of them, one a tile, optional
        From where the search starts; with ``hyper="fixed"`` what is used. Default a squared
        exponential with a width for each column.
    noise_variance : float, or list of them, optional
        In squared units of the targets, positive; given with ``covariance`` or not at all.
    n_learn : int
        Data of a tile that hyperparameters are learnt from at most.
    n_steps : int
        Steps of each search for hyperparameters, a budget: the likelihood is flat near its top.
    random_state : int, RandomState or None
        Draws the tiles and data that hyperparameters are learnt from.

    Attributes
    ----------
    mesh_ : TileMesh
        Without empty tiles: these belong to a neighbour.
    tiles_ : list of TileFit
    hyperparameters_ : list of Hyperparameters
        One for each tile.
    mean_ : float
        The targets' mean, which is subtracted first.

    Notes
    -----
    Cost: O(N B^2) time and 8 N B bytes for N data, B a tile, beside learning, O(50 m B^3) at most;
    O(B) a prediction, O(B^2) with its standard deviation. The tile of a point outside the mesh is
    the nearest one. Source: Park, Huang and Ding (2011), section 3, Eq. (6).

    Examples
    --------
    >>> x = np.linspace(0, 6, 60)[:, None]
    >>> model = LocalGP(3).fit(x, np.sin(x[:, 0]))
    >>> bool(abs(model.predict([[1.5]])[0] - np.sin(1.5)) < 0.01)
    True
    """

    def __init__(
        self, mesh=None, hyper="global", covariance=None, noise_variance=None, *, n_learn=400,
        n_steps=50, random_state=None,
    ):  # fmt: skip
        self.mesh = mesh
        self.hyper = hyper
        self.covariance = covariance
        self.noise_variance = noise_variance
        self.n_learn = n_learn
        self.n_steps = n_steps
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the hyperparameters and factor each tile's covariance.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        LocalGP

        Raises
        ------
        ValueError
            If the mesh has another number of axes than ``X`` columns, or hyperparameters are given
            in part, for another number of tiles, or with too little noise.
        """
        check_count(self.n_learn, "n_learn", low=1)
        check_count(self.n_steps, "n_steps", low=1)
        check_rng(self.random_state)
        X, y = validate_data(self, X, y, y_numeric=True, dtype=np.float64)
        mesh = _mesh_for(X, self.mesh)
        counts = np.bincount(mesh.find(X), minlength=mesh.n_tiles)
        self.mesh_ = mesh.merged(counts)
        self.mean_ = float(y.mean())
        y = y - self.mean_
        self.hyperparameters_ = self._hyperparameters(X, y)
        self.tiles_ = [
            TileFit.of(X[rows], y[rows], *theta)
            for rows, theta in zip(self.mesh_.members(X), self.hyperparameters_)
        ]
        return self

    def _hyperparameters(self, X, y):
        given = self._given()
        hyper = check_in(self.hyper, "hyper", ("fixed", *_LEARN))
        if hyper == "fixed":
            if given is None:
                raise ValueError('hyper="fixed" needs a covariance and a noise_variance')
            return given
        if given is not None and len(set(given)) > 1:
            raise ValueError('covariance must be one for all tiles unless hyper is "fixed"')
        return tile_hyperparameters(
            self.mesh_, X, y, None if given is None else given[0], local=_LEARN[hyper],
            n_learn=self.n_learn, n_steps=self.n_steps, random_state=self.random_state,
        )  # fmt: skip

    def _given(self):
        """What was handed over as hyperparameters, one set a tile, or None."""
        if (self.covariance is None) != (self.noise_variance is None):
            raise ValueError("noise_variance and covariance are given together or not at all")
        if self.covariance is None:
            return None
        m = self.mesh_.n_tiles
        covariances = self.covariance
        if not isinstance(covariances, list | tuple):
            covariances = [covariances] * m
        noises = check_array(self.noise_variance, "noise_variance", low=0, open_low=True)
        if noises.ndim:
            noises = check_array(noises, "noise_variance", shape=(m,))
        noises = np.broadcast_to(noises, (m,))
        if len(covariances) != m:
            raise ValueError(f"covariance must be one, or {m} for {m} tiles: {len(covariances)}")
        for covariance in covariances:
            check_has(covariance, "covariance", "gradients", "variances", "with_log_parameters")
        return [Hyperparameters(c, float(v)) for c, v in zip(covariances, noises)]

    def predict(self, X, return_std=False, *, noisy=False):
        """Posterior mean of the function, with its standard deviation.

        Parameters
        ----------
        X : array_like, shape (n, d)
        return_std : bool
            Return the standard deviation beside the mean.
        noisy : bool
            Of new targets, that is with the noise's variance, instead of the function.

        Returns
        -------
        mean : ndarray, shape (n,)
        deviation : ndarray, shape (n,)
            Only if asked for.

        Notes
        -----
        Memory: about 100 MB beside the result.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        deviation = check_flag(return_std, "return_std")
        mean = np.empty(len(X))
        std = np.empty(len(X))
        for tile, rows in enumerate(self.mesh_.members(X)):
            if not len(rows):
                continue
            found = self.predict_from(tile, X[rows], deviation, noisy=noisy)
            if deviation:
                mean[rows], std[rows] = found
            else:
                mean[rows] = found
        return (mean, std) if deviation else mean

    def predict_from(self, tile, X, return_std=False, *, noisy=False):
        """As ``predict``, by the data and corrections of one tile, wherever the points lie.

        Parameters
        ----------
        tile : int
        X : array_like, shape (n, d)
        return_std, noisy : bool

        Returns
        -------
        mean : ndarray, shape (n,)
        deviation : ndarray, shape (n,)
            Only if asked for.

        Raises
        ------
        ValueError
            If there is no such tile.
        """
        check_is_fitted(self)
        tile = check_count(tile, "tile", high=len(self.tiles_) - 1)
        X = check_array(X, "X", shape=(None, self.mesh_.n_axes), min_rows=1)
        deviation = check_flag(return_std, "return_std")
        noise = self.tiles_[tile].noise_variance * check_flag(noisy, "noisy")
        step = max(1, _BLOCK // len(self.tiles_[tile].X))
        parts = [self._answer(tile, X[k : k + step], deviation) for k in range(0, len(X), step)]
        mean = self.mean_ + np.concatenate([part[0] for part in parts])
        if not deviation:
            return mean
        variance = np.concatenate([part[1] for part in parts])
        return mean, np.sqrt(np.maximum(variance, 0.0) + noise)  # rounding may leave less than zero

    def _answer(self, tile, X, deviation):
        """Mean and variance of a block of points; the variance is None if not wanted."""
        fit = self.tiles_[tile]
        across = fit.covariance(fit.X, X)
        move = self._move(tile, X, across)
        mean = across.T @ fit.dual + move
        if not deviation:
            return mean, None
        explained = fit.explained(across)
        variance = fit.covariance.variances(X) - np.einsum("ij,ij->j", explained, explained)
        if fit.energy > 0:
            variance += move**2 / fit.energy  # what the move costs, Eq. (19)
        return mean, variance

    def _move(self, tile, X, across):
        """By how much the stitches move the prediction: not at all."""
        return np.zeros(len(X))


def _mesh_for(X, mesh):
    """The mesh that was asked for, over the data."""
    if isinstance(mesh, TileMesh):
        if mesh.n_axes != X.shape[1]:
            raise ValueError(f"mesh has {mesh.n_axes} axes, but X has {X.shape[1]} columns")
        return mesh
    if mesh is None:
        mesh = max(1, int((len(X) / 400) ** (1 / X.shape[1])))
    elif np.ndim(mesh) == 0:
        mesh = check_count(mesh, "mesh", low=1)
    elif len(mesh) != X.shape[1]:
        raise ValueError(f"mesh must hold {X.shape[1]} numbers, one a column, got {len(mesh)}")
    return rectangle_mesh(X, mesh)
