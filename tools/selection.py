"""Chapters as a lecturer names them: a page, its last part, a number (``S24``) or a whole part."""

from difflib import get_close_matches

from tools.course_data import CourseError, chapter_list

__all__ = ["pages_named"]


def _names():
    """What each name means: ready chapters, in the book's order.

    A name in small letters; a part means its chapters that are ready.
    """
    found = {}
    for page, known in chapter_list().items():
        part, _, slug = page.partition("/")
        for name in (page, slug, known["number"]):
            found.setdefault(name.lower(), []).append(page)
        if known["state"] == "ready":
            found.setdefault(part, []).append(page)
    return found


def _nearest(word, names):
    """Words on what may have been meant."""
    titles = {known["title"].lower(): page for page, known in chapter_list().items()}
    close = get_close_matches(word.lower(), [*names, *titles], n=2, cutoff=0.5)
    known = chapter_list()
    meant = list(dict.fromkeys(titles.get(name) or names[name][0] for name in close))
    if not meant:
        return "name one as S24, sugiyama/24_sparse_regression, or a part as chen"
    return "is it " + " or ".join(f"{page} ({known[page]['number']})" for page in meant) + "?"


def pages_named(words):
    """The chapters that these words name, in their order.

    Parameters
    ----------
    words : list of str
        Each a page, the last part of one, a number such as ``"S24"``, or a part; commas separate
        as blanks do.

    Returns
    -------
    list of str

    Raises
    ------
    CourseError
        If a word names nothing (with what it is nearest to), or more than one chapter.
    """
    names = _names()
    parts = {page.partition("/")[0] for page in chapter_list()}
    found = []
    for word in " ".join(words).replace(",", " ").split():
        meant = names.get(word.lower(), [])
        if not meant:
            raise CourseError(f"CHAPTERS: there is no chapter {word!r}: {_nearest(word, names)}")
        if len(meant) > 1 and word.lower() not in parts:
            raise CourseError(f"CHAPTERS: {word!r} is one of {', '.join(meant)}")
        found += meant
    return found
