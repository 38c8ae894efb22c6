from types import SimpleNamespace

import numpy as np
import pytest
import yaml
from IPython.core.formatters import DisplayFormatter

from mlcompanion.teaching import Ledger, _chapters
from mlcompanion.teaching.claims import MIME
from mlcompanion.teaching.ledger_view import words

FIXED = {
    "id": "table-1",
    "kind": "claim",
    "headline": True,
    "statement": "errors fall",
    "place": "Table 1",
    "source": "0.4, 0.2",
    "setup": {"data": "the source's own", "sizes": {"n": [10, 20]}, "repeats": 100},
    "measure": {"err": "mean error for each n", "slope": "slope of the error"},
    "reproduced": "all(abs(e - s) <= 0.1 for e, s in zip(err, [0.4, 0.2])) and slope < 0",
    "partly": "err[0] > err[1]",
    "rule": "a tenth",
    "runs": "page",
}
STUDY = SimpleNamespace(
    provenance={"name": "errors", "size": "default", "date": "2030-01-02", "commit": "abc",
                "machine": "two cores", "cases": 40, "failed": 0}
)  # fmt: skip


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Write a claims file for ``part/01_page`` and return its ledger, as in a test run."""

    def write(*claims):
        path = tmp_path / "part" / "p01_page" / "claims.yml"
        path.parent.mkdir(parents=True, exist_ok=True)
        file = {"chapter": "part/01_page", "claims": list(claims), "changes": []}
        path.write_text(yaml.safe_dump(file, sort_keys=False))
        monkeypatch.setattr(_chapters, "chapters_root", lambda: tmp_path)
        monkeypatch.setenv("MLCOMPANION_OUTPUT", "plain")
        return Ledger("part/01_page")

    return write


@pytest.fixture
def shown(monkeypatch):
    bundles = []
    monkeypatch.setattr("mlcompanion.teaching.ledger.display", lambda b, raw: bundles.append(b))
    return bundles


def shown_by(chapter, words):
    return chapter(FIXED).measure("table-1", err=[0.4, 0.2], slope=-1, shown=words).measured


@pytest.mark.parametrize("words", ["3 steps", lambda m: "3 steps", lambda m: f"{1 + 2} steps"])
def test_a_constant_is_not_shown_as_a_measurement(chapter, words):
    with pytest.raises(ValueError, match="shown must be"):
        shown_by(chapter, words)


@pytest.mark.parametrize(
    "words",
    [str, "{} steps".format, lambda m: f"{m['slope']:.1f}", lambda m: "some" if m else "none",
     lambda m: "falls" if m["slope"] < 0 else "rises"],
)  # fmt: skip
def test_whatever_looks_at_the_measurement_may_show_it(chapter, words):
    assert shown_by(chapter, words)


def test_a_claim_is_words_in_a_notebook_and_hides_on_a_page(chapter, monkeypatch):
    claim = chapter(FIXED).measure("table-1", err=[0.45, 0.2], slope=-1)
    bundle = DisplayFormatter().format(claim)[0]
    assert bundle == {"text/plain": "reproduced: errors fall"}
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "book")
    on_a_page = DisplayFormatter().format(claim)[0]
    assert on_a_page == bundle | {"text/html": '<span class="mlc-said"></span>'}


def test_a_ledger_needs_the_name_of_its_page():
    with pytest.raises(ValueError, match="page"):
        Ledger("page")


def verdict(ledger, err, slope=-1.0, **kwargs):
    return ledger.measure("table-1", {"err": err, "slope": slope}, **kwargs).verdict


def test_the_file_judges_what_the_notebook_measures(chapter):
    assert verdict(chapter(FIXED), [0.45, 0.2]) == "reproduced"
    assert verdict(chapter(FIXED), np.array([0.45, 0.2]), np.float64(-1)) == "reproduced"
    assert verdict(chapter(FIXED), [0.6, 0.2]) == "partly"
    assert verdict(chapter(FIXED), [0.1, 0.2]) == "not reproduced"
    assert verdict(chapter(FIXED | {"kind": "erratum"}), [0.45, 0.2]) == "erratum"
    assert chapter(FIXED).measure("table-1", err=[0.4, 0.2], slope=1).verdict == "partly"


def test_an_experiment_of_ours_holds_or_not(chapter):
    own = FIXED | {"kind": "own"}
    assert verdict(chapter(own), [0.45, 0.2]) == "holds"
    assert verdict(chapter(own), [0.6, 0.2]) == "partly"
    assert verdict(chapter(own), [0.1, 0.2]) == "does not hold"


def test_a_deviation_is_told_and_caps_a_claim_on_both_sides(chapter):
    for flag in ("stand_in", "differs"):
        ours = {flag: True, "setup": "other data"}
        assert verdict(chapter(FIXED), [0.4, 0.2], **ours) == "partly"
        assert verdict(chapter(FIXED), [0.6, 0.2], **ours) == "partly"
        assert verdict(chapter(FIXED), [0.1, 0.2], **ours) == "not on our stand-in"
        assert verdict(chapter(FIXED | {"kind": "own"}), [0.4, 0.2], **ours) == "holds"
        assert verdict(chapter(FIXED | {"kind": "theorem"}), [0.1, 0.2], **ours) == "not reproduced"
        with pytest.raises(ValueError, match="setup"):
            verdict(chapter(FIXED), [0.4, 0.2], **{flag: True})
    assert verdict(chapter(FIXED), [0.4, 0.2], setup="50 repeats") == "reproduced"


@pytest.mark.parametrize(
    ("ours", "short"),
    [
        ({"repeats": 100}, []),
        ({"repeats": 99}, ["repeats 99 of 100"]),
        ({"sizes": {"n": [10, 20, 40]}}, []),
        ({"sizes": {"n": [20, 40]}}, ["n without 10"]),
        ({"sizes": {"n": 10}, "repeats": 5}, ["n without 20", "repeats 5 of 100"]),
        ({"sizes": {}}, []),
    ],
)
def test_sizes_and_repeats_below_the_file_s_cap_a_verdict(chapter, ours, short):
    for kind, best in (("claim", "reproduced"), ("theorem", "reproduced"), ("own", "holds"),
                       ("erratum", "erratum")):  # fmt: skip
        claim = chapter(FIXED | {"kind": kind}).measure("table-1", err=[0.4, 0.2], slope=-1, **ours)
        assert claim.short == short
        assert claim.verdict == ("partly" if short else best)
    assert verdict(chapter(FIXED), [0.1, 0.2], **ours) == "not reproduced"


def test_a_stored_study_is_judged_by_the_same_criterion(chapter, shown):
    ledger = chapter(FIXED)
    claim = ledger.measure("table-1", err=[0.6, 0.2], slope=1, study=STUDY)
    assert (claim.verdict, claim.evidence) == ("partly", "study")
    assert claim.study["cases"] == claim.study["expected"] == 40
    assert claim.study["digests"] == []
    ledger.show()
    assert "partly   study" in shown[0]["text/plain"]
    with pytest.raises(ValueError, match="provenance"):
        verdict(chapter(FIXED), [0.4, 0.2], study=SimpleNamespace(provenance={"name": "x"}))


def test_an_erratum_that_may_be_the_scans_says_so(chapter, shown):
    ledger = chapter(FIXED | {"kind": "erratum", "scan": True})
    claim = ledger.measure("table-1", err=[0.4, 0.2], slope=-1)
    assert (claim.verdict, claim.scan) == ("erratum", True)
    ledger.show()
    assert "erratum, perhaps the scan's" in shown[0]["text/plain"]


@pytest.mark.parametrize(
    ("measurements", "words"),
    [
        ({"err": [0.4, 0.2]}, "must be .*err.*slope"),
        ({"err": [0.4, 0.2], "slope": 1, "more": 1}, "must be"),
        ({"err": [0.4, np.nan], "slope": 1}, "'err' is NaN"),
        ({"err": [0.4, 0.2], "slope": "steep"}, "'slope' must be numbers"),
        ({"err": [0.4, 0.2], "slope": None}, "'slope' must be numbers"),
    ],
)
def test_measurements_are_those_of_the_file(chapter, measurements, words):
    with pytest.raises(ValueError, match=words):
        chapter(FIXED).measure("table-1", measurements)


def test_a_criterion_that_crashes_stops_the_build(chapter):
    with pytest.raises(IndexError):
        verdict(chapter(FIXED | {"partly": "err[5] > 0"}), [0.1])
    with pytest.raises(ValueError, match="true or false"):
        verdict(chapter(FIXED | {"reproduced": "len(err) and slope"}), [0.1])


def test_every_claim_is_measured_once_and_nothing_else(chapter, shown):
    ledger = chapter(FIXED, FIXED | {"id": "table-2"})
    verdict(ledger, [0.4, 0.2])
    with pytest.raises(ValueError, match="'table-2' of the claims file was not measured"):
        ledger.show()
    with pytest.raises(ValueError, match="'table-1' was measured before"):
        verdict(ledger, [0.4, 0.2])
    with pytest.raises(ValueError, match="claim_id must be one of"):
        ledger.measure("table-3", err=[1], slope=1)
    assert not shown


def test_what_is_not_run_is_told_in_the_order_of_the_file(chapter, shown):
    lost = FIXED | {"id": "table-0", "runs": "none", "reason": "the data are lost"}
    long = FIXED | {"id": "table-2", "runs": "study"}
    ledger = chapter(lost, FIXED, long)
    with pytest.raises(ValueError, match="claim_id must be one of"):
        ledger.measure("table-0", err=[0.4, 0.2], slope=-1)
    verdict(ledger, [0.4, 0.2])
    ledger.show()
    lines = shown[0][MIME]["claims"]
    assert [(c["id"], c["verdict"], c["evidence"], c["note"]) for c in lines] == [
        ("table-0", "not testable here", "none", "the data are lost"),
        ("table-1", "reproduced", "page", ""),
        ("table-2", "study pending", "none", ""),
    ]


def test_without_a_claims_file_a_reader_sees_measurements_only(tmp_path, monkeypatch, shown):
    monkeypatch.setattr(_chapters, "chapters_root", lambda: tmp_path)
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "live")
    ledger = Ledger("part/01_page")
    assert verdict(ledger, [0.4, 0.2]) == "not judged"
    ledger.show()
    assert "measurements without verdicts" in shown[0]["text/plain"]
    assert "err [0.4, 0.2]" in shown[0]["text/html"]
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "book")
    with pytest.raises(ValueError, match="no claims file"):
        verdict(Ledger("part/01_page"), [0.4, 0.2])


def test_what_is_shown_is_made_from_the_measurements(chapter, shown, monkeypatch):
    with pytest.raises(ValueError, match="shown must be a function"):
        verdict(chapter(FIXED), [0.4, 0.2], shown="as in the source")
    ledger = chapter(FIXED)
    verdict(ledger, [0.4, 0.2], shown=lambda m: f"{m['err'][0]:.0%}", setup="12 seeds, not 100")
    ledger.show()
    assert shown[0]["text/plain"].endswith("table-1  claim  reproduced  page      40%")
    assert set(shown[0]) == {"text/plain", MIME}
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "book")
    ledger.show()
    html = shown[1]["text/html"]
    said = "mean error for each n, no. 1: 0.4 where the source has 0.4; no. 2: 0.2 where"
    assert said in html
    assert html.count("<circle") == html.count("mlc-strip-in") == 3
    for piece in ('id="claim-table-1"', "What the verdicts mean", "12 seeds, not 100",
                  "the source&#x27;s own",
                  "mean error for each n", "err[0] &gt; err[1]", "a tenth"):  # fmt: skip
        assert piece in html


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.123456, "0.123"),
        (1234, "1234"),
        (True, "yes"),
        (0.0, "0"),
        (3e-14, "< 1e-09"),
        (-3e-8, "> -1e-06"),
        ([1, 2.5], "[1, 2.5]"),
        ([[1, 2], [3]], "[[1, 2], [3]]"),
        ([], "none"),
        ([True] * 19 + [False], "yes in 19 of 20"),
        (list(range(21)), "0 to 20 (median 10 of 21)"),
    ],
)
def test_measurements_in_words(value, expected):
    assert words(value) == expected
