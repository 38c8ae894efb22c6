"""What is shown as the making of a result gives the law that is drawn beside it."""

import math

import numpy as np
import pytest

from mlcompanion.probability import kolmogorov_distance
from mlcompanion_chapters.sugiyama.s04_continuous_distributions.bakery_stories import STORIES, play


@pytest.mark.parametrize("k", [1, 3, 5])
@pytest.mark.parametrize("name", STORIES)
def test_results_have_the_law_of_the_story(name, k):
    ingredients, results = play(name, k, 10_000, 5)
    assert kolmogorov_distance(results, STORIES[name].law(k)) < 2.2 / math.sqrt(10_000)
    if STORIES[name].ratio:
        np.testing.assert_allclose(ingredients[1], results * ingredients[0])
    else:
        assert len(ingredients) == len(results)


def test_bad_numbers_are_named():
    with pytest.raises(ValueError, match="k must be"):
        play("customer k of 7", 8, 10, 0)
