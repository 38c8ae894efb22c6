"""What goes online beside a course's page: the student edition of its chapters, and a wheel.

The edition is that of ``make book EDITION=student``, of these chapters and the prose pages. A link
to what is not there becomes plain words. The wheel lacks ``exercises.yml``, which has the answers.
"""

import base64
import hashlib
import re
import shutil
import tomllib
import zipfile
from functools import partial
from html import unescape
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.book import build, fill_cache
from tools.chapters import NOTEBOOKS, ROOT

__all__ = ["mend_links", "packed", "write_book", "write_wheel"]

LINK = re.compile(r"<a\b(?P<words>[^>]*)>(?P<inner>.*?)</a>", re.S)
HEAD_LINK = re.compile(r"<link\b[^>]*>")
ADDRESS = re.compile(r'\bhref="(?P<to>[^"]*)"')
PLACES = re.compile(r'\b(?:id|name)="([^"]*)"')
PICTURE = re.compile(r'\bsrc="(?P<to>[^"]*)"')
FRAMES = Path("_static", "frames")
LISTINGS = "_source"  # a page for each module, to which the code of a chapter links
HAS_ANSWERS = "exercises.yml"


def _target(page, address):
    """The file and the place in it to which an address leads; None if it leaves the folder."""
    parts = urlsplit(unescape(address))
    if parts.scheme or parts.netloc:
        return None
    file = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
    return (file / "index.html" if file.is_dir() else file), unquote(parts.fragment)


class _Mender:
    """Finds and mends dead links, page by page; ``count`` tells how many there were."""

    def __init__(self):
        self.known = {}
        self.count = 0

    def places(self, file):
        """The places in a page to which a link can lead."""
        if file not in self.known:
            text = file.read_text(encoding="utf-8")
            self.known[file] = set(map(unescape, PLACES.findall(text)))
        return self.known[file]

    def leads_somewhere(self, page, address):
        """Whether an address leads out of the folder, or to something in it."""
        target = _target(page, address)
        if target is None:
            return True
        file, place = target
        if not file.is_file():
            return False
        return not place or file.suffix != ".html" or place in self.places(file)

    def mended(self, page, match):
        """A link as it stands, or its words."""
        found = ADDRESS.search(match[0].partition(">")[0])
        if not found or self.leads_somewhere(page, found["to"]):
            return match[0]
        self.count += 1
        if match[0].startswith("<link"):
            return ""
        return f"<span{ADDRESS.sub('', match['words'])}>{match['inner']}</span>"

    def mend(self, page):
        """Mend a page's file."""
        text = page.read_text(encoding="utf-8")
        new = LINK.sub(partial(self.mended, page), HEAD_LINK.sub(partial(self.mended, page), text))
        if new != text:
            page.write_text(new, encoding="utf-8")


def mend_links(folder):
    """Make plain words of every link in the pages below a folder that leads nowhere in it.

    Returns
    -------
    int
        How many there were.
    """
    mender = _Mender()
    for page in sorted(folder.resolve().rglob("*.html")):
        mender.mend(page)
    return mender.count


def _listings_of(html, pages):
    """The modules' listings to which these pages link."""
    found = set()
    for page in pages:
        for match in ADDRESS.finditer(page.read_text(encoding="utf-8")):
            target = _target(page.resolve(), match["to"])
            if target and target[0].is_file() and target[0].is_relative_to(html / LISTINGS):
                found.add(target[0])
    return found


def _frames_on(html, pages):
    """The frames of widgets that these pages show as plain pictures."""
    found = set()
    for page in pages:
        for match in PICTURE.finditer(page.read_text(encoding="utf-8")):
            target = _target(page.resolve(), match["to"])
            if target and target[0].is_file() and target[0].is_relative_to(html / FRAMES):
                found.add(target[0])
    return found


def copy_book(html, pages, folder):
    """Copy the built pages of some chapters with what they show, and mend their links.

    Returns
    -------
    int
        How many links led to what is not copied.
    """
    html = html.resolve()

    def copy(path):
        target = folder / path.relative_to(html)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)

    for path in sorted(html.iterdir()):
        if path.is_file():
            copy(path)
    for name in ("book", "_images"):
        shutil.copytree(html / name, folder / name)
    ignored = shutil.ignore_patterns("frames")
    shutil.copytree(html / "_static", folder / "_static", ignore=ignored)
    own = [html / "notebooks" / f"{page}.html" for page in pages]
    notebooks = [html / "_sources" / "notebooks" / f"{page}.ipynb" for page in pages]
    prose = sorted((html / "book").rglob("*.html"))
    for path in (*own, *notebooks, *_listings_of(html, own), *_frames_on(html, prose)):
        copy(path)
    for page in pages:
        if (html / FRAMES / page).is_dir():
            shutil.copytree(html / FRAMES / page, folder / FRAMES / page, dirs_exist_ok=True)
    return mend_links(folder)


def write_book(pages, folder, jobs=1):
    """Build the student edition of executed chapters, and copy it.

    Raises
    ------
    RuntimeError
        If Jupyter Book fails.
    """
    paths = [NOTEBOOKS / f"{page}.ipynb" for page in pages]
    fill_cache(paths)
    code, html = build(paths, pages, jobs, "student")
    if code:
        raise RuntimeError("the student edition of the chapters could not be built")
    copy_book(html, pages, folder)


def packed():
    """The files that a wheel holds, by their names in it."""
    source = ROOT / "src"
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = told["tool"]["setuptools"]["package-data"]
    found = {}
    for package, kinds in patterns.items():
        paths = [*(source / package).rglob("*.py")]
        paths += [path for kind in kinds for path in (source / package).glob(kind)]
        found |= {path.relative_to(source).as_posix(): path for path in sorted(paths)}
    return {name: path for name, path in found.items() if Path(name).name != HAS_ANSWERS}


def write_wheel(folder):
    """Pack the package without what grades its exercises; return the wheel's path.

    It is packed here and not by a build, which would ask a package index for its tools.
    """
    here = distribution("mlcompanion")
    info = f"mlcompanion-{here.version}.dist-info"
    files = {name: path.read_bytes() for name, path in packed().items()}
    files[f"{info}/METADATA"] = here.read_text("METADATA").encode()
    kind = "Wheel-Version: 1.0\nGenerator: make course\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/WHEEL"] = kind.encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    rows = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = f"{''.join(rows)}{info}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"mlcompanion-{here.version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, 8)
    return wheel
