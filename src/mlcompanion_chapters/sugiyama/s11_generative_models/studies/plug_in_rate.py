"""Sugiyama (2016), section 11.4: how fast a plug-in classifier comes near to the best one.

Settles of chapter sugiyama/11_generative_models: plug-in-rate.

Two normal classes in the plane with priors 0.3 and 0.7 and different covariances. A case draws
training samples, fits a Gaussian density to each class by maximum likelihood, and computes the
exact risk of the plug-in rule by quadrature on a grid of 401 x 401 points. A row is one sample:
``excess``, the risk above the Bayes risk, and ``share``, the estimated prior of the first class.
"""

from ..trained_boundaries import excess_risks

N_SAMPLES = (20, 50, 100, 200, 500, 1000, 2000, 5000)
BLOCK = 50
SIZES = {"default": {"repeats": 300}, "paper": {"repeats": 300}}


def cases(repeats):
    """One case for each sample size and block of samples."""
    return [
        {"n": n, "samples": min(BLOCK, repeats - start), "seed": 1000 * k + start}
        for k, n in enumerate(N_SAMPLES)
        for start in range(0, repeats, BLOCK)
    ]


def run(case):
    """The rows of a case, one a sample."""
    excess, share = excess_risks(case["n"], case["samples"], case["seed"])
    return [
        {"draw": i, "excess": e, "share": s}
        for i, (e, s) in enumerate(zip(excess.tolist(), share.tolist()))
    ]
