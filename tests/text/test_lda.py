"""Latent Dirichlet allocation against lists of all assignments; its two sweeps."""

from itertools import islice, product

import numpy as np
import pytest
from scipy import sparse

from mlcompanion.bayes.diagnostics import geweke_joint_test
from mlcompanion.datasets import make_topic_bars
from mlcompanion.text import LDAGibbs, lda_log_joint, perplexity, topic_states
from mlcompanion.text import _lda_loops as loops
from mlcompanion.text import _lda_sparse as buckets_of
from mlcompanion.text.lda import checked_counts, concentrations, corpus_of, new_counts

X = np.array([[2, 1, 0], [0, 1, 2]])
WORDS = np.array([0, 0, 1, 1, 2, 2])
DOCUMENTS = np.array([0, 0, 0, 1, 1, 1])


def counts_of(topics, T=2, W=3):
    of_documents = np.zeros((2, T), dtype=int)
    of_words = np.zeros((W, T), dtype=int)
    np.add.at(of_documents, (DOCUMENTS, topics), 1)
    np.add.at(of_words, (WORDS, topics), 1)
    return of_documents, of_words


def exact():
    logs = {z: lda_log_joint(*counts_of(np.array(z)), 0.5, 0.6) for z in product((0, 1), repeat=6)}
    total = np.logaddexp.reduce(list(logs.values()))
    return {z: np.exp(log - total) for z, log in logs.items()}


@pytest.mark.parametrize("method", ["dense", "sparse"])
def test_the_chain_has_the_posterior_of_all_assignments(method):
    wanted = exact()
    states = topic_states(X, [0] * 6, 2, alpha=0.5, beta=0.6, method=method, random_state=0)
    n = 20_000
    found = dict.fromkeys(wanted, 0)
    for state in islice(states, n):
        found[tuple(state.topics.tolist())] += 1
    assert 0.5 * sum(abs(found[z] / n - wanted[z]) for z in wanted) < 0.03
    of_documents, of_words = counts_of(state.topics)
    np.testing.assert_array_equal(state.of_documents, of_documents)
    np.testing.assert_array_equal(state.of_words, of_words)
    assert state.log_joint == pytest.approx(lda_log_joint(of_documents, of_words, 0.5, 0.6))


def test_buckets_hold_the_same_weights_as_the_dense_formula():
    bars = make_topic_bars(20, 30, random_state=0)
    corpus = corpus_of(checked_counts(bars.data))
    counts = new_counts(20, 25, 7)
    topics = np.random.default_rng(0).integers(7, size=600)
    loops.count_topics(corpus, topics, counts)
    priors = concentrations(0.3, 0.2, 25)
    w = corpus.words[133]
    of_all, of_word, of_document = (
        part.astype(float) for part in (counts.of_all, counts.of_words[w], counts.of_documents[4])
    )
    for left in (of_all, of_word, of_document):
        left[topics[133]] -= 1
    weights = (of_document + 0.3) * (of_word + 0.2) / (of_all + 25 * 0.2)
    drawn = []
    for uniform in (np.arange(5000) + 0.5) / 5000:
        held = loops.TopicCounts(*(part.copy() for part in counts))
        lists = buckets_of.new_lists(corpus.words, held.of_words)
        buckets = buckets_of.new_buckets(held, priors)
        topic = topics[133:134].copy()
        here = held.of_documents[4]
        buckets_of.sweep_document(
            corpus.words[133:134], topic, np.array([uniform]), here, lists, buckets, priors
        )
        drawn.append(topic[0])
        np.testing.assert_array_equal(here.sum(), 30)
    shares = np.bincount(drawn, minlength=7) / 5000
    np.testing.assert_allclose(shares, weights / weights.sum(), atol=1e-3)


@pytest.mark.parametrize("n_topics", [1, 3, 50])
def test_counts_stay_those_of_the_topics(n_topics):
    # most words have fewer places than there are topics, some have more
    table = np.random.default_rng(0).poisson(np.geomspace(0.05, 5, 30), size=(12, 30))
    table[:, -1] += 1
    corpus = corpus_of(checked_counts(table))
    topics = np.random.default_rng(1).integers(n_topics, size=len(corpus.words))
    wanted = new_counts(12, 30, n_topics)
    for state in islice(topic_states(table, topics, n_topics, random_state=2), 6):
        loops.count_topics(corpus, state.topics, wanted)
        np.testing.assert_array_equal(state.of_words, wanted.of_words)
        np.testing.assert_array_equal(state.of_documents, wanted.of_documents)


@pytest.mark.parametrize("method", ["dense", "sparse"])
def test_geweke(method):
    T = 2
    W = 3
    lengths = np.array([3, 3])

    def draw_prior(rng):
        theta = rng.dirichlet(np.full(T, 0.7), size=2)
        topics = np.array([rng.choice(T, p=theta[d]) for d in np.repeat([0, 1], lengths)])
        return topics, np.zeros(6, dtype=int)

    def draw_data(state, rng):
        topics, words = state
        phi = rng.dirichlet(np.full(W, 0.8), size=T)
        words[:] = [rng.choice(W, p=phi[t]) for t in topics]
        return words.copy()

    def update(state, words, rng):
        table = np.zeros((2, W), dtype=int)
        np.add.at(table, (np.repeat([0, 1], lengths), words), 1)
        order = np.r_[
            np.argsort(words[:3], kind="stable"), 3 + np.argsort(words[3:], kind="stable")
        ]
        states = topic_states(table, state[0][order], T, alpha=0.7, beta=0.8, method=method,
                              random_state=rng)  # fmt: skip
        return next(islice(states, 1, None)).topics, np.sort(words.reshape(2, 3), axis=1).ravel()

    def statistics(state, words):
        topics = state[0]
        first = topics[:3].sum()
        second = topics[3:].sum()
        same = (topics[:, None] == topics) * (words[:, None] == words)
        return [first, first**2, first * second, same.sum()]

    found = geweke_joint_test(
        draw_prior, draw_data, update, statistics, n_chains=50, n_steps=20, n_direct=3000,
        random_state=0,
    )  # fmt: skip
    assert found.pvalue > 0.01


def test_bars_are_found():
    bars = make_topic_bars(150, 60, random_state=0)
    model = LDAGibbs(10, alpha=1.0, n_sweeps=150, random_state=0).fit(sparse.csr_array(bars.data))
    assert model.log_joint_path_[-1] > model.log_joint_path_[0]
    np.testing.assert_allclose(model.theta_.sum(axis=1), 1)
    norms = np.linalg.norm(model.phi_, axis=1)[:, None] * np.linalg.norm(bars.phi, axis=1)
    assert np.mean((model.phi_ @ bars.phi.T / norms).max(axis=0)) > 0.85
    new = make_topic_bars(20, 60, random_state=1).data
    theta = model.transform(new)
    np.testing.assert_allclose(theta.sum(axis=1), 1)
    unigram = (bars.data.sum(axis=0) / bars.data.sum())[None]
    assert perplexity(new, theta, model.phi_) < perplexity(new, np.ones((20, 1)), unigram)


@pytest.mark.parametrize(
    ("counts", "words"),
    [([[1, -1]], "Negative"), ([[0.5, 1]], "whole"), ([[1, 0], [0, 0]], "without words")],
)
def test_counts_that_are_none(counts, words):
    with pytest.raises(ValueError, match=words):
        LDAGibbs(2).fit(counts)


def test_topics_are_columns_with_names():
    model = LDAGibbs(2, n_sweeps=5, random_state=0).fit([[4, 4, 0], [0, 1, 4]])
    assert model.get_feature_names_out().tolist() == ["ldagibbs0", "ldagibbs1"]
