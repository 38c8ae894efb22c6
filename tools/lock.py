"""Write the files of pins.

``requirements.lock`` and ``environment.yml`` hold what ``uv pip compile`` resolves from
``pyproject.toml``; ``benchmarks/requirements.lock`` what the races' peers need besides;
``requirements-lowest.lock`` the lowest versions that it allows, and the tools to test them. Usage:
``python -m tools.lock [--upgrade]``; without ``--upgrade`` a pin stays as long as it is allowed.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tools.chapters import ROOT

LOCK = ROOT / "requirements.lock"
BENCH = ROOT / "benchmarks" / "requirements.lock"
PYTHON = "3.11"
#: What sets a venv up brings these itself.
LEFT_OUT = ("pip", "setuptools", "wheel")

TEST_TOOLS = {"hypothesis", "psutil", "pytest", "pytest-xdist"}

ENVIRONMENT = """\
# The same pins as requirements.lock, for conda and Binder; written by `make lock`.
name: mlcompanion
channels: [conda-forge]
dependencies:
  - python=3.11
  - pip
  - pip:
{pins}
      - --editable .
"""


def compile_command(output, words=()):
    """The call of ``uv`` that resolves what the package, the book and the tests need."""
    flags = [f"--no-emit-package={name}" for name in LEFT_OUT]
    return [
        sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--extra", "test",
        "--python-version", PYTHON, "--no-header", "--no-annotate",
        "--no-emit-index-url", "--quiet", "--output-file", str(output), *flags, *words,
    ]  # fmt: skip


def pins(words=()):
    """``name==version`` of everything that is needed, in order."""
    subprocess.run(compile_command(LOCK, words), cwd=ROOT, check=True)
    return pinned_in(LOCK)


def pinned_in(path):
    """The lines of a file of pins."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def bench_pins(pinned, words=()):
    """What the races' peers need besides, beside the pins that stand: one environment for both."""
    taken = {line.split("==")[0] for line in pinned}
    old = [] if "--upgrade" in words else pinned_in(BENCH)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "kept.txt")
        kept.write_text("\n".join(pinned + [x for x in old if x.split("==")[0] not in taken]))
        every = Path(folder, "every.txt")
        peers = ["--extra", "bench", "--constraint", str(kept)]
        subprocess.run(compile_command(every, peers), cwd=ROOT, check=True)
        return [line for line in pinned_in(every) if line not in pinned]


def lowest(pinned):
    """The lower bounds of the algorithms' and the notebooks' needs as pins, and the test tools."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = project["dependencies"] + project["optional-dependencies"]["notebooks"]
    bounds = [need.replace(">=", "==") for need in needs]
    return sorted(bounds + [pin for pin in pinned if pin.split("==")[0] in TEST_TOOLS])


def main():
    """Write all four files."""
    lines = pins(sys.argv[1:])
    peers = bench_pins(lines, sys.argv[1:])
    BENCH.write_text("\n".join(peers) + "\n", encoding="utf-8")
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")
    indented = "\n".join(f"      - {line}" for line in lines)
    text = ENVIRONMENT.format(pins=indented)
    (ROOT / "environment.yml").write_text(text, encoding="utf-8")
    bounds = "\n".join(lowest(lines)) + "\n"
    (ROOT / "requirements-lowest.lock").write_text(bounds, encoding="utf-8")
    print(f"{len(lines)} pins written, and {len(peers)} of peers")


if __name__ == "__main__":
    main()
