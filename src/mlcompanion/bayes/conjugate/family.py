"""What every conjugate family answers: posterior, evidence, predictive, one observation in or out.

Conjugate means that the posterior is of the prior's own family (Sugiyama 2016, section 17.2). So
one class is both, and all it has to know is how an observation moves its parameters and what
normalizes its density.
"""

from abc import ABC, abstractmethod

__all__ = ["ConjugateFamily"]


class ConjugateFamily(ABC):
    """A law of a model's parameters that stays in its family when observations come in.

    An object is a value: no method changes it, ``posterior``, ``add`` and ``remove`` return another
    one. A member writes ``posterior``, ``add``, ``remove``, ``predictive_logpdf``,
    ``log_normalizer`` and ``_log_base``.
    """

    @property
    @abstractmethod
    def log_normalizer(self):
        """Logarithm of the integral of the density without its constant factor."""

    @abstractmethod
    def _log_base(self, n):
        """The part of the log-likelihood of n observations that holds no parameter."""

    def log_evidence(self, *data):
        """Logarithm of the marginal likelihood: the likelihood averaged over this law.

        Parameters
        ----------
        *data : array_like
            As ``posterior`` takes them.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the data are not as ``posterior`` takes them.

        Notes
        -----
        The normalizer after the data less the normalizer before them. From states that are at
        hand, ``after.log_evidence_since(before, n)`` says the same without the data.
        """
        return self.posterior(*data).log_evidence_since(self, len(data[0]))

    def log_evidence_since(self, before, n):
        """Log evidence of the n observations that led from another state to this one; O(1).

        Parameters
        ----------
        before : ConjugateFamily
            The state before them, of the same family.
        n : int
            Their number.

        Returns
        -------
        float
        """
        return float(self.log_normalizer - before.log_normalizer + self._log_base(n))
