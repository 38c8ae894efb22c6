"""A study loses no case and doubles none: killed, torn, failing, on one worker or two."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mlcompanion.teaching.studies import parse_cell, read_table
from tools import study as tool
from tools import study_scaling as scaling
from tools.study_table import StudyTable, case_key, only_writer, write_cell

ROOT = Path(__file__).resolve().parents[1]

TOY = '''
"""Normal draws, two a case; slow on purpose."""
import os
import time
import numpy as np

SIZES = {"default": {"n": 12, "pause": 0.1}, "paper": {"n": 3, "pause": 0.0}}

def cases(n, pause):
    return [{"k": k, "seed": 100 + k, "pause": pause} for k in range(n)]

def run(case):
    with open(LOG, "a") as file:
        file.write(f"{case['k']}\\n")
    time.sleep(case["pause"])
    if case["k"] == 1 and os.path.exists(LOG + ".bad"):
        raise RuntimeError("case 1\\nis bad")
    draw = np.random.default_rng(case["seed"]).normal(size=2)
    return [{"draw": x, "side": side} for x, side in zip(draw, ["left", "right"])]
'''
TIMES = {"seconds", "cpu", "load", "date", "digest"}  # the toy's code names its folder


def make_toy(folder):
    path = folder / "toy.py"
    path.write_text(TOY.replace("LOG", repr(str(folder / "ran"))))
    return tool.load_study(path)


@pytest.fixture
def toy(tmp_path):
    return make_toy(tmp_path)


@pytest.fixture(scope="module")
def clients(tmp_path_factory):
    """A client of two workers, and the toy's table made while there was one."""
    with tool.connect(workers=1) as client:
        one, _ = run(make_toy(tmp_path_factory.mktemp("one")), client)
        client.cluster.scale(2)
        client.wait_for_workers(2)
        yield client, one


@pytest.fixture
def client(clients):
    return clients[0]


def table_of(study):
    return StudyTable(Path(study.__file__).with_suffix(".csv"))


def run(study, client, size="default", **how):
    table = table_of(study)
    failed = tool.run_study(study, size, table, client, progress=False, **how)
    rows = read_table(table.path)
    assert [{k: v for k, v in row.items() if v} for row in rows] == [
        {k: v for k, v in row.items() if v} for row in table.rows
    ]
    return rows, failed


def results(rows):
    return [{k: v for k, v in row.items() if k not in TIMES} for row in rows]


def runs(study):
    log = Path(study.__file__).parent / "ran"
    return [int(k) for k in log.read_text().split()] if log.exists() else []


def check_complete(study, rows, size="default"):
    """Each case once, in order, with the numbers that ``run`` gives in this process."""
    assert [(json.loads(r["case"]), float(r["draw"]), r["side"]) for r in rows] == [
        (case, row["draw"], row["side"])
        for case in study.cases(**study.SIZES[size])
        for row in study.run(case | {"pause": 0})
    ]


def command(study, *words):
    return subprocess.Popen(
        [sys.executable, "-m", "tools.study", study.__file__, "--force", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def wait_for(condition, seconds=30):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "waited too long"
        time.sleep(0.01)


# A command with a cluster of its own is started and killed, another goes on: some seconds.
def test_a_killed_run_goes_on_where_it_stopped(toy, client):
    path = Path(toy.__file__).with_suffix(".csv")
    process = command(toy, "--workers", "1")
    try:
        wait_for(lambda: path.is_file() and len(read_table(path)) >= 6)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    with path.open("a") as file:  # as if killed while writing
        file.write('default,"{""k"":')
    before = read_table(path)
    assert len(before) < 24
    rows, failed = run(toy, client)
    assert not failed
    assert results(before) == [r for r in results(rows) if r in results(before)]
    stored = {json.loads(row["case"])["k"] for row in before}
    assert all(runs(toy).count(k) == 1 for k in stored), "a stored case is not run again"
    check_complete(toy, rows)


def test_one_worker_or_two_give_one_table(toy, clients):
    client, one = clients
    two, _ = run(toy, client)
    assert results(one) == results(two)
    assert len({row["case"] for row in one}) == 12


def test_cases_of_a_killed_worker_are_run_elsewhere(toy, client):
    pids = client.run(os.getpid)

    def kill():
        wait_for(lambda: len(runs(toy)) >= 3)
        os.kill(next(iter(pids.values())), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    rows, failed = run(toy, client)
    killer.join()
    assert not failed
    check_complete(toy, rows)


def test_a_case_that_raises_is_stored_and_run_again_only_if_told(toy, tmp_path, client):
    bad = tmp_path / "ran.bad"
    bad.touch()
    rows, failed = run(toy, client, "paper")
    assert [json.loads(key)["k"] for key in failed] == [1]
    assert [row["status"] for row in rows] == ["ok", "ok", "error", "ok", "ok"]
    assert rows[2]["error"].startswith("RuntimeError in run, line ")
    assert "case 1 is bad" in rows[2]["error"]
    bad.unlink()
    assert run(toy, client, "paper") == (rows, failed)
    rows, failed = run(toy, client, "paper", retry=True)
    assert not failed
    assert sorted(runs(toy)) == [0, 1, 1, 2]
    check_complete(toy, rows, "paper")


def test_cases_that_the_study_has_no_more_go_and_other_sizes_stay(toy, client):
    run(toy, client, "paper")
    toy.SIZES["default"] = {"n": 4, "pause": 0}
    run(toy, client)
    toy.SIZES["default"] = {"n": 2, "pause": 0}
    rows, _ = run(toy, client)
    assert [row["size"] for row in rows] == ["default"] * 4 + ["paper"] * 6
    check_complete(toy, rows[:4])


def test_a_result_may_not_take_the_place_of_a_field(toy, client):
    toy.run = lambda case: {"seed": 1, "k": 2}
    _, failed = run(toy, client, "paper")
    assert len(failed) == 3
    assert "['k', 'seed']" in table_of(toy).rows[0]["error"]


def test_a_second_writer_is_refused(tmp_path):
    with only_writer(tmp_path / "t.csv"), pytest.raises(SystemExit, match="another run"):  # noqa: SIM117
        with only_writer(tmp_path / "t.csv"):
            pass
    with only_writer(tmp_path / "t.csv"):
        pass


def describe(case):
    return {"size": "default", "case": case_key(case), "cases": 3, "status": "ok",
            "seconds": 1.0, "cpu": 1.0, "load": 0.5, "date": "2026-01-01T00:00:00"}  # fmt: skip


def test_every_tear_leaves_whole_cases(tmp_path):
    path = tmp_path / "t.csv"
    table = StudyTable(path)
    for k in range(3):
        table.append(describe({"k": k}), [{"x": k}, {"x": 10 * k}])
    whole = path.read_bytes()
    ends = [0, *(i + 1 for i, byte in enumerate(whole) if byte == ord("\n"))]
    for cut in range(ends[2], len(whole) + 1, 3):
        path.write_bytes(whole[:cut])
        lines = sum(end <= cut for end in ends) - 2  # complete lines after the header
        assert len(StudyTable(path).rows) == 2 * (max(lines, 0) // 2)
        again = StudyTable(path)
        again.append(describe({"k": 7}), [{"x": 0}])
        assert read_table(path)[-1]["case"] == '{"k":7}'


@pytest.mark.parametrize(
    "value", [3, 0.1, 1e-300, True, None, "a,b", "1", "true", "", "NaN", "a\nb", '"', [1, 2.5], "é"]
)
def test_a_cell_gives_back_what_was_written(value):
    back = parse_cell(write_cell(value))
    assert back == value
    assert type(back) is type(value)
    assert "\n" not in write_cell(value)


def test_a_second_worker_is_timed_on_the_same_cases(toy, client):
    cases = toy.cases(**toy.SIZES["default"])
    found = scaling.seconds_on(client, toy, cases)
    assert found["workers"] == 2
    assert found["longest"] <= found["sum"]
    assert found["seconds"] < found["sum"]  # the pauses of twelve cases pass side by side
    assert not Path(toy.__file__).with_suffix(".csv").exists()


def test_a_failing_case_is_not_timed(toy, client):
    Path(toy.__file__).with_name("ran.bad").touch()
    with pytest.raises(RuntimeError, match=r"1 cases failed.*is bad"):
        scaling.seconds_on(client, toy, toy.cases(**toy.SIZES["default"]))


def test_efficiency_is_the_share_of_the_workers_time_that_was_of_use():
    one = {"workers": 1, "seconds": 60.0}
    assert scaling.efficiency(one, one) == 1
    assert scaling.efficiency(one, {"workers": 2, "seconds": 40.0}) == 0.75
