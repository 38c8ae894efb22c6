"""The Perceptron and the passive-aggressive learners in the space of a kernel.

Shalev-Shwartz (2007), section 2.3; the passive-aggressive steps as Zhao, Hoi and Jin (2011) use
them, sections 3.1 and 4.1.
"""

from sklearn.base import BaseEstimator

from mlcompanion._validation import check_in, check_real
from mlcompanion.online.learners.mixins import BinaryStreamMixin

from .margins import PA_1, PA_2, PERCEPTRON, single_block
from .mixins import KernelStreamMixin, ManyClassesKernelMixin

__all__ = ["KernelPA", "KernelPerceptron"]


class KernelPerceptron(KernelStreamMixin, BinaryStreamMixin, BaseEstimator):
    """Perceptron with scores ``sum_{i in M} y_i k(x_i, x)``.

    Parameters
    ----------
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    support_vectors_ : ndarray, shape (n_mistakes_, n_features)
        The instances of the rounds with a mistake.
    dual_coef_ : ndarray, shape (n_mistakes_,)
        Their labels, -1 or 1.
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, evaluations of the kernel and rounds since the start.
    run_ : KernelRun
        The rounds of the last call.

    Notes
    -----
    O(n_mistakes_) kernel values a round, and up to 128 with the rows that follow in the same call;
    O(n_mistakes_) memory.
    """

    def __init__(self, kernel="rbf", kernel_params=None, n_epochs=1):
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def play_block(self, K, relevant):
        """Play the rounds of a block."""
        store = self.store_
        found = single_block(K, store.rows, store.coef, store.size, relevant, PERCEPTRON, 1.0)
        store.size = int(found[1][-1])
        return found


class KernelPA(ManyClassesKernelMixin, BaseEstimator):
    r"""Passive-aggressive learner with a kernel: the least change that mends a margin.

    Parameters
    ----------
    C : float
        Largest weight (PA-I), or half the inverse of what is added to the kernel value (PA-II).
    loss : {"hinge", "squared_hinge"}
        PA-I, weight :math:`\min(C,\ell/k)`, or PA-II, weight :math:`\ell/(k+\frac1{2C})`.
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    support_vectors_ : ndarray, shape (n_support, n_features)
    dual_coef_ : ndarray, shape (n_support,) or (n_support, n_classes)
        Signed weights. With several classes a support vector has its weight at the right class and
        its negative at the rival that scored highest.
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, kernel values and rounds since the start.
    run_ : KernelRun
        The rounds of the last call.

    Notes
    -----
    O(n_support) kernel values and O(n_support n_classes) operations a round, O(n_support) memory.
    With several classes k stands for twice the kernel value. A row whose kernel with itself is 0 is
    passed over.
    """

    def __init__(self, C=1.0, loss="hinge", kernel="rbf", kernel_params=None, n_epochs=1):
        self.C = C
        self.loss = loss
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def start_rule(self):
        """Check the parameters of the step."""
        check_real(self.C, "C", low=0, open_low=True)
        check_in(self.loss, "loss", ("hinge", "squared_hinge"))

    def play_block(self, K, relevant):
        """Play the rounds of a block."""
        store = self.store_
        rule = PA_1 if self.loss == "hinge" else PA_2
        found = single_block(K, store.rows, store.coef, store.size, relevant, rule, float(self.C))
        store.size = int(found[1][-1])
        return found
