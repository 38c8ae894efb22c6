"""Probes that warm up by a first-order equation: windows with a past and no future (section 7)."""

import numpy as np

from mlcompanion.gp.outputs import OutputsKernel
from mlcompanion.kernels import rbf_kernel

__all__ = ["WarmingProbes"]


class WarmingProbes(OutputsKernel):
    """Outputs of df/dt = u - delta f: the window is exp(-delta t) for t > 0, by sums over a grid.

    Parameters
    ----------
    rates : sequence of float
        Decay rates delta, one a probe.
    sigma : float
        Length of the hidden function.
    """

    n_latent = 1

    def __init__(self, rates, sigma=0.2):
        self.rates, self.sigma = rates, sigma
        self.n_outputs = len(rates)
        self._t = np.linspace(-3, 2, 501)[:, None]
        self._K = rbf_kernel(self._t, sigma=sigma)

    def _window(self, d, X):
        late = X - self._t.T
        weights = np.exp(-self.rates[d] * np.maximum(late, 0.0))
        return np.where(late >= 0, weights, 0.0) * (self._t[1] - self._t[0])

    def _pair(self, d, e, X, X2):
        return self._window(d, X) @ self._K @ self._window(e, X2).T

    def _variances(self, d, X):
        return np.diag(self._pair(d, d, X, X))

    def _latent_pair(self, d, X, q, Z):
        return self._window(d, X) @ rbf_kernel(self._t, Z, sigma=self.sigma)

    def _latent(self, q, Z):
        return rbf_kernel(Z, sigma=self.sigma)
