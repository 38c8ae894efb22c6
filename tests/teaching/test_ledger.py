import pytest

from mlcompanion.teaching import Ledger
from mlcompanion.teaching.ledger import MIME, TIMINGS


def file_claim(measured, **kwargs):
    ledger = Ledger("part/01_page")
    words = {"place": "Table 1", "source": "3"}
    claim = ledger.claim("a is three", **words, measured=measured, **kwargs)
    return ledger, claim


def test_verdict_follows_the_measurement():
    predicates = {"reproduced": lambda m: m == 3, "partly": lambda m: m > 2}
    assert file_claim(3, **predicates)[1].verdict == "reproduced"
    assert file_claim(4, **predicates)[1].verdict == "partly"
    assert file_claim(1, **predicates)[1].verdict == "not reproduced"


def test_a_check_that_raises_is_not_testable_and_says_why():
    _, claim = file_claim({"x": 1}, reproduced=lambda m: m["y"] > 0, note="as planned")
    assert claim.verdict == "not testable here"
    assert "KeyError" in claim.note
    assert claim.note.startswith("as planned")
    _, claim = file_claim(lambda: 1 / 0, reproduced=lambda m: True)
    assert claim.verdict == "not testable here"
    assert "ZeroDivisionError" in claim.note


def test_an_erratum_needs_a_check_that_holds():
    ledger = Ledger("part/01_page")
    words = {"place": "Eq. 5", "source": "KL"}
    good = ledger.erratum("sign", **words, measured=2.0, shows=lambda m: m > 1)
    bad = ledger.erratum("sign", **words, measured=0.0, shows=lambda m: m > 1)
    assert (good.verdict, bad.verdict) == ("erratum", "not reproduced")
    assert good.kind == "erratum"


def test_measurements_are_put_in_words():
    assert file_claim(3.14159, reproduced=bool)[1].measured == "3.14"
    assert file_claim({"a": 1, "b": 0.5}, reproduced=bool)[1].measured == "a 1, b 0.5"
    assert file_claim([1, 2], reproduced=bool)[1].measured == "1, 2"
    assert file_claim(2, reproduced=bool, shown=lambda m: f"{m} steps")[1].measured == "2 steps"


def test_shown_ledger_is_text_json_and_html(monkeypatch):
    shown = []
    monkeypatch.setattr("mlcompanion.teaching.ledger.display", lambda b, raw: shown.append(b))
    ledger, _ = file_claim(3, reproduced=lambda m: m == 3, note="$x^2 < 3$")
    ledger.not_testable("b", place="Table 2", source="4", reason="the data are lost")
    ledger.show()
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "plain")
    ledger.show()
    rich, plain = shown
    assert plain[MIME]["page"] == "part/01_page"
    assert [c["verdict"] for c in plain[MIME]["claims"]] == ["reproduced", "not testable here"]
    assert "text/html" not in plain
    assert 'id="claim-2"' in rich["text/html"]
    assert r"\(x^2 &lt; 3\)" in rich["text/html"]


def test_timings_stay_on_the_page_and_out_of_what_is_compared(monkeypatch):
    shown = []
    monkeypatch.setattr("mlcompanion.teaching.ledger.display", lambda b, raw: shown.append(b))
    ledger, claim = file_claim(0.123, reproduced=lambda m: m < 1, timing=True)
    assert repr(claim) == "(timing): a is three"
    for mode in ("plain", "book"):
        monkeypatch.setenv("MLCOMPANION_OUTPUT", mode)
        ledger.show()
    plain, book = shown
    assert {key: book[key] for key in plain} == plain
    stored = plain[MIME]["claims"][0]
    assert (stored["verdict"], stored["note"]) == ("(timing)", "")
    assert "0.123" not in str(plain)
    assert "0.123" in book["text/html"]
    assert book[TIMINGS]["1"]["verdict"] == "reproduced"


def test_a_claim_needs_words():
    with pytest.raises(ValueError, match="page"):
        Ledger("page")
    with pytest.raises(ValueError, match="place"):
        Ledger("a/b").claim("x", place=" ", source="1", measured=1, reproduced=bool)
