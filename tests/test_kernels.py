import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from mlcompanion.kernels import spectrum_kernel

WORDS = ["banana", "ananas", "nab", "a", "bandana", "BANANA"]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_spectrum_kernel_counts_common_runs_as_the_peer_does(length):
    peer = CountVectorizer(analyzer="char", ngram_range=(length, length), lowercase=False)
    counts = peer.fit_transform(WORDS).toarray()
    found = spectrum_kernel(WORDS, length=length, normalize=False)
    np.testing.assert_allclose(found, counts @ counts.T)
    np.testing.assert_allclose(
        spectrum_kernel(WORDS[:2], WORDS, length=length, normalize=False), found[:2]
    )


def test_normalized_kernel_is_a_cosine_and_short_sequences_have_none():
    K = spectrum_kernel(WORDS)
    raw = spectrum_kernel(WORDS, normalize=False)
    size = np.sqrt(np.diag(raw))
    np.testing.assert_allclose(K * np.outer(size, size), raw)
    np.testing.assert_allclose(np.diag(K), [1, 1, 1, 0, 1, 1])
    assert np.linalg.eigvalsh(K)[0] > -1e-12


def test_any_symbols_will_do():
    tuples = [tuple(map(ord, word)) for word in WORDS]
    np.testing.assert_array_equal(spectrum_kernel(tuples), spectrum_kernel(WORDS))


def test_what_is_no_list_of_sequences_is_refused():
    for bad in ("banana", 3, [1, 2], [[[1], [2]]]):
        with pytest.raises(TypeError, match="X"):
            spectrum_kernel(bad)
    with pytest.raises(ValueError, match="Y"):
        spectrum_kernel(WORDS, [])
