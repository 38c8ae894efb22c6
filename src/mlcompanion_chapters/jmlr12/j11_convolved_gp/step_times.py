"""What one step of training costs: likelihood and gradient, by method and number of outputs."""

import time

import numpy as np

from mlcompanion.gp.outputs import ConvolvedGaussianKernel, outputs_log_likelihood

from .toy import KERNEL, NOISE, toy_data

__all__ = ["seconds_a_step"]


def seconds_a_step(method, D, N, K, repeats):
    """Median processor seconds of one evaluation of likelihood and gradient.

    Parameters
    ----------
    method : {"full", "dtc", "fitc", "pitc"}
    D, N, K : int
        Outputs, observations of each, inducing inputs; four outputs of 200 are the toy.
    repeats : int

    Returns
    -------
    float
    """
    if (D, N) == (4, 200):
        data = toy_data(0)
        X, y, kernel, noise = data["X"], data["y"], KERNEL, NOISE
    else:
        rng = np.random.default_rng(0)
        X = [np.sort(rng.uniform(-1, 1, N)) for _ in range(D)]
        kernel = ConvolvedGaussianKernel(
            rng.uniform(0.5, 2, D), rng.uniform(50, 300, D), 100.0, normalize=True
        )
        y = [rng.normal(size=N) for _ in range(D)]
        noise = np.full(D, 0.1)
    Z = np.linspace(-1, 1, K)
    taken = []
    outputs_log_likelihood(kernel, X, y, noise=noise, approx=method, Z=Z)
    for _ in range(repeats):
        begin = time.process_time()
        outputs_log_likelihood(kernel, X, y, noise=noise, approx=method, Z=Z)
        taken.append(time.process_time() - begin)
    return float(np.median(taken))
