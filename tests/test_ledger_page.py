"""The book's ledger: every chapter on one page, kinds counted apart, badges in text."""

import json
from dataclasses import asdict
from types import SimpleNamespace

import pytest

from book._ext import ledger_page
from mlcompanion.teaching import Claim
from mlcompanion.teaching.claims import MIME, SCHEMA

WORDS = {"statement": "$x < y$", "place": "Table 1", "source": "3", "measured": "4"}
STUDY = {"size": "default", "date": "2030-01-02", "commit": "abc", "machine": "two cores",
         "cases": 40, "failed": 0, "expected": 40}  # fmt: skip
DIGESTS = {"long": "ab", "short": "cd"}
SHORT = [
    Claim("claim", **WORDS, verdict="partly", id="one"),
    Claim("claim", **WORDS, verdict="reproduced", id="two"),
]
NEW = [
    Claim("claim", **WORDS, verdict="reproduced", id="table-1"),
    Claim("theorem", **WORDS, verdict="reproduced", id="lemma-2"),
    Claim("claim", **WORDS, verdict="not reproduced", evidence="study", id="long",
          study=STUDY | {"name": "long", "digests": ["ab"]}),
    Claim("erratum", **WORDS, verdict="erratum", id="sign"),
    Claim("erratum", **WORDS, verdict="erratum", id="index", scan=True),
]  # fmt: skip


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A book of two executed chapters; returns what the page is made from."""
    for slug, lines in {"01_old": SHORT, "02_new": NEW}.items():
        page = f"part/{slug}"
        claims = [asdict(claim) for claim in lines]
        data = {MIME: {"schema": SCHEMA, "page": page, "claims": claims}}
        path = tmp_path / "_build" / "executed" / "part" / f"{slug}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"cells": [{"outputs": [{"data": data}]}]}))
    part = {"part": "part", "title": "A part"}
    chapters = [(part, {"slug": s, "title": s[3:]}) for s in ("01_old", "02_new")]
    monkeypatch.setattr(ledger_page.catalogue, "chapters", lambda state: chapters)
    monkeypatch.setattr(ledger_page.studies_kit, "_digest", DIGESTS.get)
    return list(ledger_page.claims(tmp_path))


def test_all_chapters_are_one_list(book):
    data = ledger_page._data(book)
    lines = [(c["href"].split("/")[-1], c["verdict"]) for c in data["claims"]]
    assert data["schema"] == SCHEMA
    assert lines == [
        ("01_old.html#claim-one", "partly"),
        ("01_old.html#claim-two", "reproduced"),
        ("02_new.html#claim-table-1", "reproduced"),
        ("02_new.html#claim-lemma-2", "reproduced"),
        ("02_new.html#claim-long", "not reproduced"),
        ("02_new.html#claim-sign", "erratum"),
        ("02_new.html#claim-index", "erratum"),
    ]
    assert [line["code"] for line in data["claims"]] == [None] * 4 + ["current", None, None]
    assert all(set(line) == set(data["claims"][0]) for line in data["claims"])


def test_kinds_are_counted_apart(book):
    html = ledger_page.page_html(book)
    row = html.split("claims</th>")[1].split("</tr>")[0]
    assert row == "<td>2</td><td>1</td><td>1</td><td>0</td><td>4</td>"
    assert html.split("theorems</th>")[1].startswith("<td>1</td>")
    for name in ("errata", "errata, perhaps the scan&#39;s"):
        assert html.split(f"{name}</th>")[1].startswith("<td>0</td><td>0</td><td>0</td><td>1</td>")
    assert "6 lines are measured on their page; 1 by a stored study" in html
    assert "0 of them at the source&#39;s own size (their code: 1 current)" in html
    assert len(ledger_page._counts(NEW)) == 3


def test_a_group_opens_on_what_failed(book):
    order = [claim.id for claim in sorted(NEW, key=ledger_page._urgency)]
    assert order == ["long", "sign", "index", "table-1", "lemma-2"]
    html = ledger_page.page_html(book)
    assert html.count('<details class="mlc-group"') == 2
    assert "<details open" not in html
    assert html.count('data-first="true"') == 3
    assert html.index("claim-sign") < html.index("claim-table-1")


@pytest.mark.parametrize(
    ("name", "digests", "state"),
    [
        ("long", ["ab"], "current"),
        ("long", ["ab", "cd"], "changed"),
        ("short", ["ab"], "changed"),
        ("long", ["", "ab"], "unknown"),
        ("long", [], "unknown"),
    ],
)
def test_a_study_says_whether_its_code_changed(monkeypatch, name, digests, state):
    monkeypatch.setattr(ledger_page.studies_kit, "_digest", DIGESTS.get)
    study = STUDY | {"name": name, "digests": digests}
    context = {"body": ledger_page.evidence_html(Claim(
        "claim", **WORDS, verdict="partly", evidence="study", study=study
    ))}  # fmt: skip
    ledger_page.mark_pages(None, "", "", context, None)
    assert f'mlc-code-{state}">{ledger_page.CODES[state]}</span>' in context["body"]
    assert "data-digests" not in context["body"]


def role(srcdir, claim_id):
    errors = []
    made = ledger_page.VerdictRole()
    made.text = claim_id
    made.lineno = 1
    env = SimpleNamespace(docname="notebooks/part/02_new", app=SimpleNamespace(srcdir=srcdir))
    made.inliner = SimpleNamespace(
        document=SimpleNamespace(settings=SimpleNamespace(env=env)),
        reporter=SimpleNamespace(error=lambda message, line: errors.append(message)),
    )
    return made.run()[0], errors


def test_a_badge_links_to_its_line(book, tmp_path):
    (badge,), errors = role(tmp_path, "long")
    assert errors == []
    assert 'href="#claim-long"' in badge.astext()
    assert "mlc-not-reproduced" in badge.astext()
    assert ">not reproduced<" in badge.astext()
    assert 'title="x &lt; y"' in badge.astext()
    found, errors = role(tmp_path, "other")
    assert found == []
    assert "no claim 'other'" in errors[0]


def test_a_hint_has_no_dollars():
    assert ledger_page.plain_words("it is $a^2$, not $b$") == "it is a^2, not b"


def test_meanings_stand_in_the_order_of_the_claims_file():
    claim = Claim("own", **WORDS, verdict="holds", id="a", measure={"all": "second", "no": "first"})
    fixed = {"a": {"measure": {"no": "first", "all": "second"}}}
    assert list(ledger_page.in_order(claim, fixed).measure) == ["no", "all"]
    assert ledger_page.in_order(claim, {}) == claim
