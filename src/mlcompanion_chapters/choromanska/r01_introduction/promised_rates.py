"""Which solver is run for its rate on which problem, and what its theory promises there.

A promise is a power of the steps, the logarithm of a factor a step, or an order.
"""

from typing import NamedTuple

from mlcompanion.optimize import fista, gradient_descent, ista
from mlcompanion.optimize.finite_sums import (
    asgd,
    bfgs,
    lbfgs,
    miso,
    nonlinear_cg,
    sag,
    sdca,
    sgd,
    steepest_descent,
)
from mlcompanion.optimize.stochastic import ac_rda, rda, sage, stochastic_fobos

from .rate_draws import by_examples, by_features
from .rate_runs import (
    by_callbacks,
    by_dual_steps,
    by_excessive_gap,
    by_gradients,
    by_owlqn,
    by_proximal_steps,
    by_smoothing,
    by_sparsa,
    by_split,
    by_subgradients,
)
from .rate_streams import by_accelerated, by_averages, by_horizons, by_orda, by_restarts
from .rate_sums import (
    by_bounds,
    by_falling_steps,
    by_growing_batches,
    by_newton,
    by_samples,
    by_searches,
    by_semistochastic_bounds,
    by_softmax_bounds,
    by_stages,
    miso_promise,
    sag_promise,
    sdca_promise,
    whole,
)

__all__ = ["PROBLEMS", "RATES", "Rate"]


class Rate(NamedTuple):
    """One line of the page: what is run, and how its gap should fall.

    ``kind`` is "power" (gap ~ steps to the ``promised``) or "factor" (log gap falls by
    ``promised`` a step); ``run(seed)`` gives a :class:`Trace`.
    """

    solver: str
    problem: str
    unit: str
    kind: str
    source: str
    run: object


#: The problems in words.
PROBLEMS = {
    "flat quadratic": "200 curvatures from 1 down to 1e-9",
    "noisy flat bowl": "50 curvatures from 1 down to 1e-9, gradients with noise of length 1",
    "noisy round bowl": "50 curvatures from 1 down to 0.1, gradients with noise of length 1",
    "flat bowl": "50 curvatures from 1 down to 1e-9, gradients without noise",
    "round bowl": "50 curvatures from 1 down to 0.1, gradients without noise",
    "flat lasso": "the flat quadratic with absolute values at weight 1e-5",
    "lasso": "100 rows, 200 normal columns, a tenth of the largest weight",
    "groups": "20 groups of ten, neighbours share one, in a ball",
    "regression with groups": "100 rows, 181 normal columns in such groups of weight 10, absolute "
    "values at 1",
    "sparse signs": "200 rows, 100 columns in [-1, 1], logistic loss, absolute values at 0.01",
    "softmax": "300 rows, ten normal columns, three classes, ridge 0.1",
    "logistic": "500 rows, 20 columns of scales 1 to 0.1, ridge 0.01",
}

CHEN = "Chen (2013), section 2.5"
STREAM = "Chen (2013), Corollaries 5.1 and 5.2, Table 5.1"
LIST = "Choromanska (2014), section 1.1.3"

RATES = (
    Rate("gradient_descent", "flat quadratic", "step", "power", CHEN,
         by_gradients(gradient_descent, -1.0)),
    Rate("rda", "noisy flat bowl", "step", "power", STREAM, by_averages(rda)),
    Rate("stochastic_fobos", "noisy flat bowl", "step", "power", STREAM,
         by_averages(stochastic_fobos)),
    Rate("orda", "noisy flat bowl", "step", "power", STREAM, by_orda(-0.5, 1e-9, 1.0)),
    Rate("ac_rda", "noisy flat bowl", "step", "power", STREAM, by_accelerated(ac_rda)),
    Rate("ac_sa", "noisy flat bowl", "step", "power", STREAM, by_horizons),
    Rate("sage", "noisy flat bowl", "step", "power", STREAM, by_accelerated(sage)),
    Rate("orda, strongly convex", "noisy round bowl", "step", "power", STREAM,
         by_orda(-1.0, 0.1, 1.0)),
    Rate("orda, no noise", "flat bowl", "step", "power", STREAM, by_orda(-2.0, 1e-9, 0.0)),
    Rate("multistage_orda", "round bowl", "step", "factor", "Chen (2013), Theorem 5.4",
         by_restarts),
    Rate("ista", "flat lasso", "step", "power", CHEN, by_proximal_steps(ista, -1.0)),
    Rate("fista", "flat lasso", "step", "power", CHEN, by_proximal_steps(fista, -2.0)),
    Rate("subgradient_descent", "flat lasso", "step", "power", CHEN, by_subgradients),
    Rate("owlqn", "lasso", "step", "factor", "no promise", by_callbacks(by_owlqn)),
    Rate("sparsa", "lasso", "step", "factor", "no promise", by_callbacks(by_sparsa)),
    Rate("dal", "lasso", "outer step", "order", "Tomioka et al. (2011), Theorem 2", by_dual_steps),
    Rate("admm", "lasso", "step", "power", CHEN, by_split),
    Rate("excessive_gap", "groups", "step", "power", "Chen (2013), Theorem 4.1", by_excessive_gap),
    Rate("spg", "regression with groups", "step", "power", "Chen (2013), Theorem 3.2",
         by_smoothing),
    Rate("scd", "sparse signs", "pass", "power",
         "Shalev-Shwartz and Tewari (2011), Theorem 1", by_features),
    Rate("smidas", "sparse signs", "step", "power",
         "Shalev-Shwartz and Tewari (2011), Theorem 3", by_examples),
    Rate("majorize, softmax bound", "softmax", "step", "factor",
         "Choromanska (2014), Theorem 2", by_softmax_bounds),
    Rate("steepest_descent", "logistic", "step", "factor", LIST,
         whole(steepest_descent, step="lipschitz", max_iter=3000)),
    Rate("newton", "logistic", "step", "order", LIST, by_newton),
    Rate("bfgs", "logistic", "step", "factor", "no promise", by_searches(bfgs)),
    Rate("lbfgs", "logistic", "step", "factor", "no promise", by_searches(lbfgs)),
    Rate("nonlinear_cg", "logistic", "step", "factor", "no promise", by_searches(nonlinear_cg)),
    Rate("majorize, Böhning's bound", "logistic", "step", "factor", LIST, by_bounds),
    Rate("sgd, steps 1/t", "logistic", "pass", "power", LIST, by_falling_steps(sgd)),
    Rate("asgd, steps 1/t", "logistic", "pass", "power", LIST, by_falling_steps(asgd)),
    Rate("sag", "logistic", "pass", "factor", LIST, by_samples(sag, sag_promise)),
    Rate("sdca", "logistic", "pass", "factor", LIST, by_samples(sdca, sdca_promise)),
    Rate("miso, lower bounds", "logistic", "pass", "factor", LIST,
         by_samples(miso, miso_promise, bound="lower")),
    Rate("svrg", "logistic", "pass", "factor", LIST, by_stages),
    Rate("semistochastic_steps", "logistic", "pass", "factor", "no promise",
         by_semistochastic_bounds),
    Rate("growing_batch", "logistic", "step", "factor", LIST, by_growing_batches),
)  # fmt: skip
