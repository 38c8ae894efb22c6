"""Write the files of pins.

``requirements.lock`` and ``environment.yml`` hold the versions installed in this venv;
``requirements-lowest.lock`` the lowest ones that ``pyproject.toml`` allows, and the tools to test
them. Usage: install what is wanted into ``.venv``, then ``make lock``.
"""

import re
import tomllib
from importlib.metadata import distributions

from tools.chapters import ROOT

#: The project itself, the installer's own tools, and the peers of the races.
LEFT_OUT = {"mlcompanion", "pip", "setuptools", "wheel"}

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


def pins():
    """``name==version`` of everything installed, in order."""
    found = {re.sub(r"[-_.]+", "-", d.metadata["Name"]).lower(): d.version for d in distributions()}
    return [f"{name}=={found[name]}" for name in sorted(found.keys() - LEFT_OUT)]


def lowest(pinned):
    """The lower bounds of the algorithms' and the notebooks' needs as pins, and the test tools."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = project["dependencies"] + project["optional-dependencies"]["notebooks"]
    bounds = [need.replace(">=", "==") for need in needs]
    return sorted(bounds + [pin for pin in pinned if pin.split("==")[0] in TEST_TOOLS])


def main():
    """Write all three files."""
    lines = pins()
    (ROOT / "requirements.lock").write_text("\n".join(lines) + "\n", encoding="utf-8")
    indented = "\n".join(f"      - {line}" for line in lines)
    text = ENVIRONMENT.format(pins=indented)
    (ROOT / "environment.yml").write_text(text, encoding="utf-8")
    bounds = "\n".join(lowest(lines)) + "\n"
    (ROOT / "requirements-lowest.lock").write_text(bounds, encoding="utf-8")
    print(f"{len(lines)} pins written")


if __name__ == "__main__":
    main()
