"""What changes the library at random places, to see whether a test notices."""

import ast

import pytest

from tools import mutate

SOURCE = '''
def answer(a, b):
    """Not changed."""
    if a <= b and not b == 1 or a > 2:
        return -a + b * 0.5
    return a - b / 3 if a < b else a >= b
'''

PARTS = (
    "+a + b", "-a - b * 0.5", "b / 0.5", "* 1.5", "b * 3", "b / 4", "a < b and", "b != 1", "b == 2",
    "a <= b or", "and a > 2", "a >= 2", "a > 3", "a + b / 3", "a <= b else", "else a > b",
)  # fmt: skip


def mutants(source):
    for index, _ in enumerate(mutate.places(ast.parse(source))):
        tree = ast.parse(source)
        mutate.change(mutate.places(tree)[index])
        yield ast.unparse(tree)


def test_each_place_gives_another_programme():
    found = list(mutants(SOURCE))
    assert len(set(found)) == len(found) == 16
    assert ast.unparse(ast.parse(SOURCE)) not in found
    assert all("Not changed." in text for text in found)
    for part in PARTS:
        assert any(part in text for text in found), part


def test_no_compiled_module_is_changed():
    chosen = list(mutate.modules())
    assert len(chosen) > 100
    assert not [path for path in chosen if "njit" in path.read_text()]
    assert {mutate.room_of(path) for path in mutate.modules("stats")} == {"stats"}
    assert [path.name for path in mutate.modules("_linear")] == ["_linear.py"]


def test_the_tests_that_name_a_module_come_first():
    path = mutate.LIBRARY / "stats" / "tests" / "rank_tests.py"
    files = mutate.tests_of(path)
    assert files[0].name == "test_rank_tests.py"
    assert {file.name for file in files} >= {"test_bootstrap.py", *mutate.TABLES}
    files = mutate.tests_of(mutate.LIBRARY / "_linear.py")
    assert {file.name for file in files} == {"test_linear.py", *mutate.TABLES}


@pytest.mark.parametrize(("passes", "noticed"), [(True, False), (False, True), (None, True)])
def test_a_mutant_is_noticed_where_tests_fail_or_hang(monkeypatch, passes, noticed):
    monkeypatch.setattr(mutate, "usual_time", lambda room: 1.0)
    monkeypatch.setattr(mutate, "run_tests", lambda path, source, seconds: passes)
    assert mutate.is_noticed(mutate.LIBRARY / "stats" / "tests" / "rank_tests.py", "") == noticed


def test_tests_that_fail_unchanged_stop_the_count(monkeypatch):
    monkeypatch.setattr(mutate, "run_tests", lambda path, source: False)
    with pytest.raises(RuntimeError, match="stats fail where nothing is changed"):
        mutate.usual_time("stats")


@pytest.mark.parametrize(
    ("options", "survivors", "code"),
    [
        (["20"], 1, 0),
        (["20"], 2, 1),
        (["20", "--least", "90"], 2, 0),
        (["20", "--room", "_linear"], 1, 1),
        (["20", "--room", "_linear"], 0, 0),
    ],
)
def test_too_many_survivors_are_an_error(monkeypatch, capsys, options, survivors, code):
    seen = iter([False] * survivors + [True] * 20)
    monkeypatch.setattr(mutate, "is_noticed", lambda path, source: next(seen))
    monkeypatch.setattr("sys.argv", ["mutate", *options])
    assert mutate.main() == code
    assert capsys.readouterr().out.count("survives:") == survivors
