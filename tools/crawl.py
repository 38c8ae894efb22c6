"""A folder as its readers find it: served on this machine, every link of every page followed.

``make course`` ends with it: what goes online has no dead link, and no solution in any file.
"""

import functools
import html
import http.client
import http.server
import json
import re
import threading
import zipfile
from contextlib import contextmanager
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import nbformat

from book._ext.editions import without_solutions
from tools.chapters import NOTEBOOKS
from tools.course_data import TO_WRITE, graded_of
from tools.exercises import exercises_of
from tools.publish import packed

__all__ = ["dead_links", "secrets_of", "secrets_told", "served"]

LINKED = re.compile(r"""<[a-z][^>]*?\s(?:href|src)=(?:"([^"]*)"|'([^']*)')""")
PLACES = re.compile(r"""\s(?:id|name)=(?:"([^"]*)"|'([^']*)')""")
SCRIPT = re.compile(r"<script\b.*?</script>", re.S)
TEXT = (".html", ".ipynb", ".js", ".json", ".txt", ".md", ".py", ".yml", ".csv")
THEME = ("reveal", "mathjax", "vendor", "scripts", "styles")  # programs of others
SAID_BY_MANY = ("import ", "from ", "def ")  # lines of code that are no answer
SHORTEST = 36  # letters of a solution's line that nothing else says by chance


@contextmanager
def served(folder):
    """Serve a folder on 127.0.0.1; hand out its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def dead_links(address, start="index.html"):
    """Follow every link from a page, as far as it stays on this server.

    Returns
    -------
    list of str
        What leads nowhere, as *page: address*: a file that is not there, or a place in a page.
    """
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    seen = {}

    def ask(url):
        """The places of a page, an empty set for another file, None if there is none."""
        if url not in seen:
            page = urlsplit(url).path.endswith((".html", "/"))
            connection.request("GET" if page else "HEAD", url.removeprefix(address[:-1]))
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            seen[url] = None if answer.status >= 400 else set()
            if seen[url] is not None and page:
                places = PLACES.findall(text)
                seen[url] |= {html.unescape(one or other) for one, other in places}
                waiting.append((url, SCRIPT.sub(lambda m: m[0].partition(">")[0] + ">", text)))
        return seen[url]

    waiting = []
    dead = [] if ask(urljoin(address, start)) is not None else [f"{start} is not there"]
    while waiting:
        page, text = waiting.pop()
        for one, other in LINKED.findall(text):
            to = html.unescape(one or other)
            url, place = urldefrag(urljoin(page, to))
            if not url.startswith(address):
                continue
            places = ask(url.partition("?")[0])
            on_a_page = places is not None and urlsplit(url).path.endswith(".html")
            if places is None or (place and on_a_page and unquote(place) not in places):
                dead.append(f"{page.removeprefix(address)}: {to}")
    return sorted(set(dead))


def _plain(text):
    """Words without tags, with single blanks."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", text)))


def _pieces(kind, source):
    """What of a solution's cell would be recognised: lines of code, runs of words."""
    if kind == "code":
        return source.splitlines()
    return re.split(r"[$`*_\[\]{}()\\\n|<>]|\.\s", source)


def secrets_of(page):
    """What a chapter's readers must not find: pieces of solutions, answers, hidden checks."""
    cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
    words = "\n".join(cell["source"] for cell in without_solutions(cells))
    told = [_plain(words), re.sub(r"\s+", " ", words)]  # in code < begins no tag
    found = set()
    for exercise in exercises_of(page).values():
        for kind, source in exercise.solution:
            found |= {_plain(piece).strip() for piece in _pieces(kind, source)}
    for graded in graded_of(page).values():
        told += [graded.variant, graded.visible[1] if graded.visible else ""]
        by_hand = (*graded.rubric, *graded.why)
        found |= {_plain(words) for _, words in by_hand if "$" not in words}
        if graded.answer:
            lines = [graded.hidden[1]]
            if graded.exercise.kind == TO_WRITE:  # the library may have single lines of it
                body = graded.answer.split("### BEGIN SOLUTION")[1].split("### END")[0]
                found.add(_plain(body).strip())
            else:
                lines += [graded.wrong, graded.answer]
            found |= {line.strip() for lines in lines for line in lines.splitlines()}
    found = {piece for piece in found if not piece.startswith(SAID_BY_MANY)}
    return {
        piece for piece in found if len(piece) >= SHORTEST and not any(piece in one for one in told)
    }


def _texts(folder):
    """Every file below a folder that can be read as text, and those inside a wheel."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as archive:
                for inner in archive.namelist():
                    if inner.endswith(TEXT):
                        yield f"{name}: {inner}", archive.read(inner).decode("utf-8")
        elif path.suffix in TEXT and not set(name.parts) & set(THEME):
            yield str(name), path.read_text(encoding="utf-8")


def _readable(name, text):
    if name.endswith(".ipynb"):
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    return _plain(text)


def _open_to_all(pages):
    """What is no secret wherever it stands: the chapters without solutions, and the package."""
    texts = [path.read_text(encoding="utf-8") for path in packed().values() if path.suffix in TEXT]
    for page in pages:
        cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
        texts += [cell["source"] for cell in without_solutions(cells)]
    text = "\n".join(texts)
    return _plain(text) + re.sub(r"\s+", " ", text)  # in code < begins no tag


def secrets_told(folder, pages):
    """Where a folder tells a solution of these chapters, as *file: piece*.

    A line of a solution that another chapter or the package has as well is none.
    """
    secrets = {piece for page in pages for piece in secrets_of(page)}
    told = []
    for name, text in _texts(folder):
        shown = _readable(name, text)
        told += [(name, piece) for piece in secrets if piece in shown]
    known = _open_to_all(pages) if told else ""
    return sorted(f"{name}: {piece}" for name, piece in told if piece not in known)
