"""Corpora, machines and curves of the studies, on a small scale."""

import numpy as np
from scipy import sparse

from mlcompanion.teaching.studies import StoredStudy
from mlcompanion_chapters.chen.l09_sparse_lsa import (
    accuracy,
    corpora,
    costs,
    curves,
    fits,
    meanings,
)


def test_corpora_are_unit_rows():
    for corpus, shape in ((corpora.stories(), (395, 4258)), (corpora.titles(), (1451, 508))):
        assert corpus.X.shape == corpus.counts.shape == shape
        lengths = np.sqrt(corpus.X.multiply(corpus.X).sum(axis=1))
        np.testing.assert_allclose(lengths, 1)
        assert len(corpus.words) == shape[1]
    assert len(np.unique(corpora.titles().y)) == 5
    assert corpora.mails().X.shape[1] == 54
    assert corpora.zipf_rows(0, 30, 100).shape == (30, 100)


def test_machines_tell_two_blocks_apart():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 30)
    Z = rng.normal(size=(60, 2)) + 6 * y[:, None]
    for machine in (accuracy.Kernelised, accuracy.Primal):
        assert min(accuracy.accuracies([machine(Z)], y, 2)) > 90
    noise = rng.normal(size=(60, 2))
    both = accuracy.accuracies([accuracy.Kernelised(noise), accuracy.Kernelised(Z)], y, 2)
    assert min(both) > 90  # the better choice is found in training


def test_every_method_projects_every_document():
    rows = slice(0, 60)
    whole = corpora.titles()
    few = corpora.Corpus(whole.X[rows], whole.counts[rows], whole.y[rows], whole.words)
    for method in accuracy.METHODS:
        choices, nonzero = accuracy.projections(few, method, 3)
        assert {Z.shape for Z in choices} == {(60, 3)}
        assert 0 < nonzero <= 3 * 508


def test_bytes():
    assert costs.storage_bytes(np.zeros((10, 20))) == 1600
    assert costs.storage_bytes(sparse.csr_array(np.eye(10, 20))) == 16 * 10 + 8 * 21


def test_orders_are_permutations():
    X = corpora.stories().X
    moved = fits.ordered_rows("stories", 1)
    assert fits.ordered_rows("stories", 0) is X
    assert moved.sum() == np.float64(moved.sum())
    np.testing.assert_allclose(np.sort(moved.sum(axis=1)), np.sort(X.sum(axis=1)))


def test_shared_words_and_groups():
    assert meanings.shared_words([list("abc"), list("bcd"), list("xyz")]) == 2 / 3
    A = np.array([[1.0, 1, 0, 0, 0], [0, 0, 1, 0, 2]])
    touched, split, together = meanings.groups_touched(A, np.array([0, 0, 1, 1, 2]))
    assert touched.tolist() == [1, 2]
    assert (split, together) == (1, 3)


def test_curves_are_linear_in_the_logarithm():
    about = {"experiment": "effective", "corpus": "titles", "method": "sparse"}
    found = [(0.1, 1.0, 50.0), (0.01, 100.0, 70.0), (0.5, 0.0, 10.0)]
    rows = [
        about | {"lam": lam, "effective": size, "accuracy": score} for lam, size, score in found
    ]

    class Table:
        def column(self, name, **where):
            kept = [r for r in rows if all(r[k] == v for k, v in where.items())]
            return np.array([r[name] for r in kept])

    assert StoredStudy.column  # whose questions the stand-in answers
    np.testing.assert_allclose(curves.at_effective(Table(), "sparse", (1, 10, 100)), [[50, 60, 70]])
