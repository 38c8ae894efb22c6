"""Write ``requirements.lock`` and ``environment.yml`` from the versions installed in this venv.

Usage: install what is wanted into ``.venv``, then ``make lock``.
"""

import re
from importlib.metadata import distributions

from chapters import ROOT

#: The project itself, the installer's own tools, and the peers of the races.
LEFT_OUT = {"mlcompanion", "pip", "setuptools", "wheel"}

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


def main():
    """Write both files."""
    lines = pins()
    (ROOT / "requirements.lock").write_text("\n".join(lines) + "\n", encoding="utf-8")
    indented = "\n".join(f"      - {line}" for line in lines)
    text = ENVIRONMENT.format(pins=indented)
    (ROOT / "environment.yml").write_text(text, encoding="utf-8")
    print(f"{len(lines)} pins written")


if __name__ == "__main__":
    main()
