import pytest

from mlcompanion.teaching import Choice, Slider, Toggle, grid


def test_integer_slider_has_every_integer():
    assert Slider(1, 4).values == (1, 2, 3, 4)
    assert Slider(0, 10, step=5, value=5).values == (0, 5, 10)


def test_linear_and_logarithmic_sliders_hit_their_ends():
    assert Slider(0.0, 1.0, count=5).values == (0, 0.25, 0.5, 0.75, 1)
    assert Slider(1e-3, 10, count=5, log=True).values == (0.001, 0.01, 0.1, 1, 10)


def test_default_is_snapped_to_a_value_of_the_slider():
    assert Slider(0.0, 1.0, step=0.1, value=0.3).value == 0.3
    assert Slider(1e-3, 10, count=5, log=True, value=0.1).value == 0.1


def test_a_slider_takes_listed_stops_and_what_is_shown_for_them():
    slider = Slider(stops=(0, 1, 3, 10, 30), value=3, play=True)
    assert slider.values == (0, 1, 3, 10, 30)
    assert slider.labels == ("0", "1", "3", "10", "30")
    assert (slider.value, slider.play) == (3, True)
    named = Slider(stops={"none": 0, "1 %": 0.01})
    assert (named.values, named.labels, named.value) == ((0, 0.01), ("none", "1 %"), 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"low": 3, "high": 1}, "low must be less"),
        ({"low": 0, "high": 1, "log": True, "count": 3}, "logarithmic"),
        ({"low": 0.0, "high": 1.0}, "step or a count"),
        ({"low": 0, "high": 10, "step": 3}, "multiple of step"),
        ({"low": 0, "high": 10, "value": 11}, "not on the slider"),
        ({"low": 0, "high": 10, "step": -1}, "step must be positive"),
        ({"low": 0, "high": 10, "count": 1}, "count must be at least 2"),
        ({"low": 3}, "low and high, or stops"),
        ({"stops": [1]}, "two numbers or more"),
        ({"stops": ["a", "b"]}, "two numbers or more"),
        ({"stops": [1, 3, 3]}, "stops must increase"),
        ({"stops": [1, 3], "high": 4}, "stops stand alone"),
        ({"stops": [1, 3], "value": 2}, "not on the slider"),
    ],
)
def test_bad_sliders_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Slider(**arguments)


def test_choice_takes_values_or_a_dict_of_labels():
    assert Choice([0, 0.1], value=0.1).labels == ("0", "0.1")
    choice = Choice({"none": None, "half": 0.5}, value=0.5)
    assert choice.values == (None, 0.5)
    assert choice.labels == ("none", "half")
    with pytest.raises(ValueError, match="at least two"):
        Choice(["only"])
    with pytest.raises(ValueError, match="not among"):
        Choice(["a", "b"], value="c")


def test_labels_are_numbers_as_a_reader_writes_them():
    assert Slider(-4, 4, step=4).labels == ("−4", "0", "4")
    assert Slider(-0.5, 0.5, count=2).labels == ("−0.5", "0.5")
    assert Slider(100, 1e5, count=2, log=True).labels == ("100", "100,000")
    assert Choice([2011, 0.12345]).labels == ("2011", "0.1235")


def test_toggle_and_grid():
    assert Toggle().values == (False, True)
    assert grid(a=[1, 2], b=["x"]) == [{"a": 1, "b": "x"}, {"a": 2, "b": "x"}]
