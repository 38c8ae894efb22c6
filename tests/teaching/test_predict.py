import pytest

from mlcompanion.teaching import Predict


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((" ", ["a", "b"], "a", "why"), "question"),
        (("?", ["a", "b"], "a", ""), "because"),
        (("?", ["a"], "a", "why"), "options must be two"),
        (("?", ["a", "a"], "a", "why"), "options must be two"),
        (("?", list("abcde"), "a", "why"), "options must be two"),
        (("?", "ab", "a", "why"), "options must be two"),
        (("?", ["$x$", "b"], "b", "why"), "without mathematics"),
        (("?", ["a", "b"], "c", "why"), "not among"),
    ],
)
def test_bad_questions_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Predict(*arguments)


def test_a_reason_is_marked_up_around_its_formulas_and_code():
    told = Predict("?", ["a", "b"], "a", "So $a*b*c < 1$ and `x*y*z`, *not* **ever** <b>.")
    assert told.explanation() == (
        "<p><strong>a.</strong></p>"
        r'<p>So <span class="math notranslate nohighlight">\(a*b*c &lt; 1\)</span> and '
        "<code>x*y*z</code>, <em>not</em> <strong>ever</strong> &lt;b&gt;.</p>"
    )


def test_options_may_be_numbers_and_answers_end_as_sentences():
    told = Predict("How many?", (3, 4), "4", "Count.")
    assert told.options == ("3", "4")
    assert told.explanation().startswith("<p><strong>4.</strong></p>")
