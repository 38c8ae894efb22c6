r"""Latent Dirichlet allocation by collapsed Gibbs sampling (Sugiyama 2016, section 20.2).

A document mixes topics, a topic is a distribution of words:

.. math:: \theta^{(d)}\sim\mathrm{Dir}(\alpha),\quad\phi^{(t)}\sim\mathrm{Dir}(\beta),\quad
    t_{n,d}\sim\theta^{(d)},\quad w_{n,d}\sim\phi^{(t_{n,d})}

Both are integrated out; what is sampled is the topic of each word, and counts are all it needs.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import gammaln
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

from ._lda_loops import (
    Concentrations,
    Corpus,
    TopicCounts,
    count_topics,
    dense_sweep,
    log_gamma_gains,
)
from ._lda_sparse import sparse_sweep

__all__ = ["LDAGibbs", "TopicState", "lda_log_joint", "perplexity", "topic_states"]

SWEEPS = {"dense": dense_sweep, "sparse": sparse_sweep}


class TopicState(NamedTuple):
    """One state of a chain of topics, frozen: later sweeps do not change it.

    Attributes
    ----------
    topics : ndarray of int, shape (N,)
        Of all words, document by document, in a document in the order of the vocabulary.
    of_documents : ndarray of int, shape (D, T)
        How often each topic stands in each document.
    of_words : ndarray of int, shape (W, T)
        How often each topic stands for each word.
    log_joint : float
        Log of the probability of words and topics.
    """

    topics: np.ndarray
    of_documents: np.ndarray
    of_words: np.ndarray
    log_joint: float


def checked_counts(X, name="X"):
    """Counts of words as a sparse matrix: whole, not negative, no document without a word."""
    if not sparse.issparse(X):
        X = check_array(X, name, ndim=2, min_rows=1)
    X = sparse.csr_array(X, dtype=float, copy=True)
    X.sum_duplicates()
    if X.nnz and X.data.min() < 0:
        raise ValueError(f"Negative values in data passed to {name}: it must hold counts")
    if not (np.isfinite(X.data).all() and (X.data == np.round(X.data)).all()):
        raise ValueError(f"{name} must hold whole numbers, counts of words")
    X.eliminate_zeros()
    lengths = X.sum(axis=1)
    if not (lengths > 0).all():
        raise ValueError(f"{name} has a document without words: row {int(np.argmin(lengths))}")
    return X


def corpus_of(X):
    """All words, one after another, of checked counts."""
    # a count of n becomes n words of their own
    repeats = X.data.astype(np.int64)
    words = np.repeat(X.indices.astype(np.int64), repeats)
    lengths = np.add.reduceat(repeats, X.indptr[:-1])  # right, as no document is empty
    return Corpus(words, np.r_[0, np.cumsum(lengths)].astype(np.int64))


def new_counts(n_documents, n_words, n_topics):
    """Counts of no words."""
    shapes = ((n_documents, n_topics), (n_words, n_topics), n_topics)
    return TopicCounts(*(np.zeros(shape, dtype=np.int32) for shape in shapes))


def concentrations(alpha, beta, n_words):
    """Checked concentrations."""
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    beta = check_real(beta, "beta", low=0, open_low=True)
    return Concentrations(alpha, beta, beta * n_words)


def log_joint_of(counts, priors):
    """Log joint probability of words and topics; cost O((D + W) T)."""
    T = len(counts.of_all)
    # Dirichlet-multinomial laws of the documents' topics, and of the topics' words
    all_alpha = T * priors.alpha
    lengths = counts.of_documents.sum(axis=1)
    documents = len(lengths) * math.lgamma(all_alpha) - gammaln(lengths + all_alpha).sum()
    topics = T * math.lgamma(priors.all_beta) - gammaln(counts.of_all + priors.all_beta).sum()
    documents += log_gamma_gains(counts.of_documents, priors.alpha)
    topics += log_gamma_gains(counts.of_words, priors.beta)
    return float(documents + topics)


def lda_log_joint(of_documents, of_words, alpha, beta):
    r"""Log joint probability of words and topics, from their counts.

    .. math:: \prod_d\frac{\Gamma(T\alpha)}{\Gamma(\alpha)^T}
        \frac{\prod_t\Gamma(n_t^{(d)}+\alpha)}{\Gamma(n^{(d)}+T\alpha)}\;
        \prod_t\frac{\Gamma(W\beta)}{\Gamma(\beta)^W}
        \frac{\prod_w\Gamma(n_t^{(w)}+\beta)}{\Gamma(n_t+W\beta)}

    Parameters
    ----------
    of_documents : array_like of int, shape (D, T)
        How often each topic stands in each document.
    of_words : array_like of int, shape (W, T)
        How often each topic stands for each word.
    alpha, beta : float
        Concentrations of topics in documents and of words in topics.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If counts are negative or do not fit together, or a concentration is not positive.

    Notes
    -----
    Cost: O((D + W) T). Source: Sugiyama (2016), section 20.2.2.
    """
    documents = check_array(of_documents, "of_documents", ndim=2, min_rows=1, dtype=int, low=0)
    T = documents.shape[1]
    words = check_array(of_words, "of_words", shape=(None, T), min_rows=1, dtype=int, low=0)
    if (documents.sum(axis=0) != words.sum(axis=0)).any():
        raise ValueError("of_words must have as many words of each topic as of_documents")
    counts = TopicCounts(documents, words, words.sum(axis=0))
    return log_joint_of(counts, concentrations(alpha, beta, len(words)))


def chain(corpus, counts, topics, priors, sweep, rng):
    """Yield (topics, counts) after each sweep, all of them the chain's own arrays."""
    count_topics(corpus, topics, counts)
    while True:
        yield topics, counts
        sweep(corpus, topics, counts, priors, rng.random(len(topics)))


def topic_states(X, topics, n_topics, *, alpha=0.1, beta=0.01, method="sparse", random_state=None):
    r"""Run collapsed Gibbs sampling of the topics of all words, a sweep at a time.

    .. math:: p(t_{n,d}=t\mid\cdot)\propto(\tilde n_t^{(d)}+\alpha)\,
        \frac{\tilde n_t^{(w)}+\beta}{\sum_{w'}\tilde n_t^{(w')}+W\beta}

    Parameters
    ----------
    X : array_like or sparse matrix of int, shape (D, W)
        Counts of words.
    topics : array_like of int, shape (N,)
        To start from, one a word; the first state.
    n_topics : int
    alpha, beta : float
        Concentrations of topics in documents and of words in topics.
    method : {"sparse", "dense"}
        Whether the cost of a word is the number of topics that its document and its word have, or
        the number of all topics. The law is the same.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    iterator of TopicState
        Without end.

    Raises
    ------
    ValueError
        If counts are negative or not whole, a document has no word, ``topics`` are not as many or
        not among ``n_topics``, or a concentration is not positive.

    Notes
    -----
    Source: Sugiyama (2016), section 20.2.3.

    Examples
    --------
    >>> X = [[4, 4, 0, 0], [0, 0, 4, 4]]
    >>> states = topic_states(X, [0, 1] * 8, 2, random_state=0)
    >>> for _ in range(10):
    ...     state = next(states)
    >>> state.of_documents.sum(axis=1)
    array([8, 8])
    """
    X = checked_counts(X)
    corpus = corpus_of(X)
    T = check_count(n_topics, "n_topics", low=1)
    size = len(corpus.words)
    topics = check_array(topics, "topics", shape=(size,), dtype=int, low=0, high=T - 1)
    priors = concentrations(alpha, beta, X.shape[1])
    sweep = SWEEPS[check_in(method, "method", SWEEPS)]
    rng = check_rng(random_state)
    counts = new_counts(*X.shape, T)
    return _states(chain(corpus, counts, topics.astype(np.int64), priors, sweep, rng), priors)


def _states(inner, priors):
    for topics, counts in inner:
        copies = (counts.of_documents.copy(), counts.of_words.copy())
        yield TopicState(topics.copy(), *copies, log_joint_of(counts, priors))


class LDAGibbs(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Topics of documents: latent Dirichlet allocation by collapsed Gibbs sampling.

    Parameters
    ----------
    n_components : int
        Number T of topics.
    alpha : float
        Concentration of topics in a document. The source has no value.
    beta : float
        Concentration of words in a topic. The source has no value.
    n_sweeps : int
    method : {"sparse", "dense"}
        Whether the cost of a word is the number of topics that its document and its word have, or
        T. The law is the same.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    theta_ : ndarray, shape (D, T)
        Shares of the topics in the documents, by the last sweep.
    phi_ : ndarray, shape (T, W)
        Probabilities of the words in the topics, by the last sweep.
    topics_ : ndarray of int, shape (N,)
        Of all words after the last sweep.
    log_joint_path_ : ndarray, shape (n_sweeps + 1,)
        Log of the probability of words and topics, at the start and after each sweep.
    n_iter_ : int

    Notes
    -----
    Cost of a sweep over N words: O(N T), or sparse the sum over words of the topics that document
    and word have, and O((D + W) T) for lists and the log joint. Memory: O(N + (D + W) T). Source:
    Sugiyama (2016), section 20.2; the sparse sweep: Yao, Mimno and McCallum (2009).

    Examples
    --------
    >>> X = [[4, 4, 0, 0], [3, 5, 0, 0], [0, 0, 4, 4], [0, 0, 2, 6]]
    >>> LDAGibbs(2, random_state=0).fit(X).phi_.max(axis=0).round(1)
    array([0.4, 0.6, 0.4, 0.6])
    """

    def __init__(
        self,
        n_components=10,
        *,
        alpha=0.1,
        beta=0.01,
        n_sweeps=200,
        method="sparse",
        progress=False,
        random_state=None,
    ):
        self.n_components = n_components
        self.alpha = alpha
        self.beta = beta
        self.n_sweeps = n_sweeps
        self.method = method
        self.progress = progress
        self.random_state = random_state

    def fit(self, X, y=None):
        """Sample the topics of all words.

        Parameters
        ----------
        X : array_like or sparse matrix of int, shape (D, W)
            Counts of words.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If counts are negative or not whole, a document has no word, or a parameter is out of
            range.
        """
        X = checked_counts(validate_data(self, X, accept_sparse="csr", dtype=np.float64))
        T = check_count(self.n_components, "n_components", low=1)
        n_sweeps = check_count(self.n_sweeps, "n_sweeps", low=1)
        sweep = SWEEPS[check_in(self.method, "method", SWEEPS)]
        priors = concentrations(self.alpha, self.beta, X.shape[1])
        rng = check_rng(self.random_state)
        corpus = corpus_of(X)
        topics = rng.integers(T, size=len(corpus.words))
        states = chain(corpus, new_counts(*X.shape, T), topics, priors, sweep, rng)
        path = []
        for _ in progress_bar(range(n_sweeps + 1), self.progress):
            topics, counts = next(states)
            path.append(log_joint_of(counts, priors))
        self.log_joint_path_ = np.array(path)
        self.topics_ = topics
        self.n_iter_ = n_sweeps
        self.theta_ = _shares(counts.of_documents, priors.alpha)
        self.phi_ = _shares(counts.of_words.T, priors.beta)
        self._n_features_out = T
        return self

    def transform(self, X, n_rounds=100):
        """Shares of the topics in documents, the words of the topics held as they are.

        Each word is shared out among the topics, and the shares of a document are its mean share
        and alpha, until that changes nothing: a fixed point, no sample.

        Parameters
        ----------
        X : array_like or sparse matrix of int, shape (D, W)
            Counts of words.
        n_rounds : int

        Returns
        -------
        ndarray, shape (D, T)
            Rows sum to 1.

        Raises
        ------
        ValueError
            If counts are negative or not whole, or a document has no word.
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        X = checked_counts(X)
        n_rounds = check_count(n_rounds, "n_rounds", low=1)
        T = len(self.phi_)
        theta = np.full((X.shape[0], T), 1 / T)
        rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        # a row for each entry of X: weights of its word in all topics
        of_words = self.phi_.T[X.indices]
        lengths = X.sum(axis=1)[:, None]
        # a product with it sums the shares of a document's words
        pick = sparse.csr_array((X.data, np.arange(X.nnz), X.indptr), shape=(X.shape[0], X.nnz))
        for _ in range(n_rounds):
            weights = theta[rows] * of_words
            weights /= weights.sum(axis=1, keepdims=True)
            theta = (pick @ weights + self.alpha) / (lengths + T * self.alpha)
        return theta

    def __sklearn_tags__(self):
        """Tags: counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags


def _shares(counts, prior):
    """Rows of counts, and the prior's, as shares."""
    weights = counts + prior
    return weights / weights.sum(axis=1, keepdims=True)


def perplexity(X, theta, phi):
    r"""Perplexity of documents: how many equally likely words each word is as uncertain as.

    .. math:: \exp\Bigl(-\frac1N\sum_{d,w}n_{dw}\log\sum_t\theta_t^{(d)}\phi_w^{(t)}\Bigr)

    Parameters
    ----------
    X : array_like or sparse matrix of int, shape (D, W)
        Counts of words: for a fair number not those from which ``theta`` and ``phi`` were made.
    theta : array_like, shape (D, T)
        Shares of the topics in the documents.
    phi : array_like, shape (T, W)
        Probabilities of the words in the topics.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If shapes do not match or a share is negative.

    Notes
    -----
    Cost: O(nonzero counts times T).

    Examples
    --------
    >>> round(perplexity([[5, 5]], [[1.0]], [[0.5, 0.5]]), 6)
    2.0
    """
    X = checked_counts(X)
    theta = check_array(theta, "theta", shape=(X.shape[0], None), low=0)
    phi = check_array(phi, "phi", shape=(theta.shape[1], X.shape[1]), low=0)
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    probabilities = np.einsum("it,it->i", theta[rows], phi.T[X.indices])
    with np.errstate(divide="ignore"):  # a word that no topic has: infinite
        return float(np.exp(-(X.data @ np.log(probabilities)) / X.data.sum()))
