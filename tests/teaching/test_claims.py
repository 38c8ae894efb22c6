import copy

import pytest
import yaml

from mlcompanion.teaching import _chapters
from mlcompanion.teaching.claims import criterion, find_claims, load_claims, plain, shortfalls

CLAIM = {
    "id": "table-1",
    "kind": "claim",
    "statement": "errors fall",
    "place": "Table 1",
    "source": "0.4, 0.2",
    "setup": {"data": "its own"},
    "measure": {"err": "mean error"},
    "reproduced": "err < 0.1",
    "rule": "a tenth",
    "runs": "page",
}
CHANGE = {"id": "table-1", "date": "2030-01-02", "what": "place", "why": "was misquoted"}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("all(abs(e - s) <= 0.1 for e, s in zip(err, [0.4, 0.2]))", True),
        ("sum(len(row) for row in table) == 3 and max(table[0]) == 2", True),
        ("any(x in err for row in table for x in row)", False),
        ("err[-1] == min(err) and not err[:1] == err[1:]", True),
        ("sorted(err) == [e for e in err[::-1]] and sum(i * err[i] for i in range(2)) > 0.1", True),
        ("0.1 < err[0] <= 2 ** -1 or -err[0] // 1 == 3 % 2", True),
    ],
)
def test_criteria_are_ordinary_expressions(expression, expected):
    measured = {"err": [0.45, 0.2], "table": [[1, 2], [3]]}
    assert criterion(expression, measured)(measured) is expected


@pytest.mark.parametrize(
    "expression",
    [
        "().__class__", "open('x')", "print(err)", "(lambda: 1)()", "other > 1", "err.real > 0",
        "err == 'a'", "__import__('os')", "max(err, key=abs) > 1", "(q := 3) > 1", "f'{err}' > 1",
        "[all][0](err)", "err if err else 1", "{1: err}", "max(*err) > 1", "err >", "x = 1",
    ],
)  # fmt: skip
def test_criteria_reach_nothing_else(expression):
    with pytest.raises(ValueError, match="criterion"):
        criterion(expression, ["err"])


def test_measurements_become_plain_values():
    np = pytest.importorskip("numpy")
    value = plain((np.float32(0.5), np.arange(2), np.bool_(True), [np.ones((1, 2))]), "x")
    assert value == [0.5, [0, 1], True, [[[1.0, 1.0]]]]
    assert [type(v) for v in (value[0], value[1][0], value[2])] == [float, int, bool]
    for bad in ("a", None, 1j, {"a": 1}, np.array([1, np.nan]), np.array(["a"])):
        with pytest.raises(ValueError, match="measurement 'x'"):
            plain(bad, "x")


def written(tmp_path, claims, changes=()):
    path = tmp_path / "part" / "p01_page" / "claims.yml"
    path.parent.mkdir(parents=True, exist_ok=True)
    file = {"chapter": "part/01_page", "claims": list(claims), "changes": list(changes)}
    path.write_text(yaml.safe_dump(file))
    return path


def test_a_file_is_found_in_its_chapters_folder_and_read_in_order(tmp_path, monkeypatch):
    path = written(tmp_path, [CLAIM, CLAIM | {"id": "a"}], [CHANGE])
    monkeypatch.setattr(_chapters, "chapters_root", lambda: tmp_path)
    assert find_claims("part/01_page") == path
    assert find_claims("part/02_other") is None
    assert list(load_claims(path)) == ["table-1", "a"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "fact"), ("runs", "later"), ("statement", " "), ("rule", ""), ("place", None),
        ("setup", {}), ("setup", "theirs"), ("measure", {}), ("measure", {"max": "largest"}),
        ("measure", {"a b": "two words"}), ("reproduced", ""), ("reproduced", "other < 1"),
        ("partly", "err."), ("runs", "none"), ("surplus", 1),
    ],
)  # fmt: skip
def test_malformed_claims_are_refused(tmp_path, field, value):
    with pytest.raises(ValueError, match=r"table-1|measurement|criterion"):
        load_claims(written(tmp_path, [CLAIM | {field: value}]))


@pytest.mark.parametrize("text", ["", "- a list", "chapter: p/1\nclaims:\nchanges: []"])
def test_files_of_another_shape_are_refused(tmp_path, text):
    path = tmp_path / "p" / "1.yml"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(ValueError, match=r"fields|chapter|lists"):
        load_claims(path)


def test_malformed_files_are_refused(tmp_path):
    with pytest.raises(ValueError, match="stands twice"):
        load_claims(written(tmp_path, [CLAIM, copy.copy(CLAIM)]))
    for bad in ({**CHANGE, "why": " "}, {"id": "table-1"}):
        with pytest.raises(ValueError, match="change"):
            load_claims(written(tmp_path, [CLAIM], [bad]))
    elsewhere = tmp_path / "part" / "p02_other" / "claims.yml"
    elsewhere.parent.mkdir()
    written(tmp_path, [CLAIM]).rename(elsewhere)
    with pytest.raises(ValueError, match="chapter is 'part/01_page'"):
        load_claims(elsewhere)
    partial = {name: word for name, word in CLAIM.items() if name != "rule"}
    with pytest.raises(ValueError, match="fields are"):
        load_claims(written(tmp_path, [partial]))


@pytest.mark.parametrize(
    ("repeats", "asked"),
    [(20, 20), ("20 data sets; 10 starts each", 20), ("at least 50 chains", 50),
     ("2,000 sweeps", 2000), ("median of 5", None), ("three losses", None), (None, None)],
)  # fmt: skip
def test_repeats_in_words_count_as_the_number_they_begin_with(repeats, asked):
    setup = {"repeats": repeats} if repeats else {}
    assert bool(shortfalls(setup, repeats=1)) == (asked is not None)
    assert shortfalls(setup, repeats=asked or 1) == []
    if asked:
        assert shortfalls(setup, repeats=asked - 1) == [f"repeats {asked - 1:,} of {asked:,}"]


def test_sizes_are_compared_by_name():
    setup = {"sizes": {"n": 100, "p": [0.1, 0.2], "range": "2 to 8", "shapes": [[5, 3], [9, 9]]}}
    whole = {"n": 100, "p": [0.3, 0.2, 0.1], "range": 2, "shapes": [(9, 9), (5, 3)]}
    assert shortfalls(setup, sizes=whole) == []
    assert shortfalls(setup, sizes={"n": 99.5, "p": 0.1}) == ["n 99.5 of 100", "p without 0.2"]
    assert shortfalls(setup, sizes={"shapes": [[5, 3]]}) == ["shapes without [9, 9]"]
    with pytest.raises(ValueError, match=r"sizes \['m'\] are not in the claims file"):
        shortfalls(setup, sizes={"m": 3})
    with pytest.raises(ValueError, match="n must be a number"):
        shortfalls(setup, sizes={"n": [100, 200]})
    with pytest.raises(ValueError, match="'n' must be numbers"):
        shortfalls(setup, sizes={"n": "many"})
