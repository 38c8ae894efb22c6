"""Files of YAML that people write: whatever is wrong in one is said with its line."""

import yaml

from tools.chapters import ROOT
from tools.schemas import faults

__all__ = ["CourseError", "checked", "named"]


class CourseError(ValueError):
    """What is wrong with a course, with the file and the line."""


#: The parser in C, ten times faster, where PyYAML was built with it.
_SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):
    """YAML that knows the line of every mapping and refuses a key given twice."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for count, ((key_node, _), key) in enumerate(zip(node.value, keys)):
            if key in keys[:count]:
                raise CourseError(
                    f"{self.name}:{key_node.start_mark.line + 1}: {key!r} is given twice"
                )
        found = _Lined(super().construct_mapping(node, deep=True))
        found.line = node.start_mark.line + 1
        found.lines = {k: n.start_mark.line + 1 for k, (n, _) in zip(keys, node.value)}
        return found


class _Lined(dict):
    line, lines = 1, {}


_Loader.add_constructor(_Loader.DEFAULT_MAPPING_TAG, _Loader.construct_mapping)


def named(path):
    """A file as messages name it."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def _read(path):
    name = named(path)
    if not path.is_file():
        raise CourseError(f"{name}: there is no such file")
    loader = _Loader(path.read_text(encoding="utf-8"))
    loader.name = name
    try:
        found = loader.get_single_data()
    except yaml.YAMLError as error:
        raise CourseError(f"{name}: {error}") from error
    if not isinstance(found, dict):
        raise CourseError(f"{name}:1: a mapping is expected")
    return found


def _check_form(name, found, form):
    """Say with its line what is not of the form (``tools/schemas``)."""
    for place, words in faults(form, found):
        raise CourseError(f"{name}:{_line_of(found, place)}: {words}")


def checked(path, form):
    """What a file holds, if it is of its form.

    Raises
    ------
    CourseError
        With file and line, if it is not.
    """
    found = _read(path)
    _check_form(named(path), found, form)
    return found


def _line_of(found, place):
    """The line to which keys and numbers lead: that of the last key, or of the mapping there."""
    line = found.line
    for key in place:
        line = found.lines[key] if isinstance(found, _Lined) else line
        found = found[key]
        line = getattr(found, "line", line)
    return line
