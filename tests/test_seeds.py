"""A verdict that turns with the seed is found."""

import nbformat
import numpy as np
import pytest

from mlcompanion import teaching
from tools import seeds


def test_what_turns_is_listed():
    runs = [{"a": "reproduced", "b": "holds"}, {"a": "partly", "b": "holds"}]
    assert seeds.turning(runs) == {"a": ["reproduced", "partly"]}
    assert seeds.turning(runs[:1]) == {}


def test_a_copy_shifts_every_seed_and_the_first_none(tmp_path, monkeypatch):
    monkeypatch.setattr(seeds, "BUILD", tmp_path)
    path = tmp_path / "part" / "01_page.ipynb"
    path.parent.mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")]), path)
    assert len(nbformat.read(seeds.shifted_copy(path, 0), 4).cells) == 1
    assert nbformat.read(seeds.shifted_copy(path, 2), 4).cells[1].source == "1"


@pytest.mark.parametrize("seed", [7, np.int64(7), [7, 8], (7, 8)])
def test_equal_seeds_stay_equal_and_become_others(monkeypatch, seed):
    plain = np.random.default_rng
    monkeypatch.setattr(np.random, "default_rng", plain)
    monkeypatch.setattr(teaching, "holds", teaching.holds)
    exec(seeds.SHIFT.format(shift=3, mark=seeds.MARK), {})
    one, same = (np.random.default_rng(seed).random() for _ in range(2))
    assert one == same != plain(seed).random()
    generator = plain(1)
    assert np.random.default_rng(generator) is generator


def test_a_sentence_about_one_draw_stops_nothing(monkeypatch, capsys):
    monkeypatch.setattr(np.random, "default_rng", np.random.default_rng)
    monkeypatch.setattr(teaching, "holds", teaching.holds)
    exec(seeds.SHIFT.format(shift=1, mark=seeds.MARK), {})
    teaching.holds("seven of ten", False)
    teaching.holds("a half in the long run", True)
    assert capsys.readouterr().out == f"{seeds.MARK}seven of ten\n"
