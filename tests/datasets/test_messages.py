import pytest

from mlcompanion.datasets import MESSAGE_LANGUAGES, load_messages


@pytest.mark.parametrize("language", MESSAGE_LANGUAGES)
def test_messages_are_enough_text_and_name_their_origin(language):
    found = load_messages(language)
    text = " ".join(found.data)
    assert len(text) > 15_000
    assert 80 < len(set(text)) < 540
    assert "Origin: the catalogues of messages of Sphinx" in found.DESCR
    assert "Copyright (c) 2007-2024 by the Sphinx team" in found.DESCR
    assert MESSAGE_LANGUAGES[language] in found.DESCR
