"""Every sentence exists in every language, with the same parameters."""

import re

import pytest

from .messages import FOLDERS, TRANSLATED, catalogue, sentences

every_catalogue = pytest.mark.parametrize(
    ("folder", "language"),
    [(folder, language) for folder in FOLDERS for language in TRANSLATED],
    ids=lambda value: getattr(value, "name", value),
)


def forms(value):
    return value if isinstance(value, tuple | list) else (value,)


def parameters(text):
    return set(re.findall(r"\{(\w+)\}", text))


@every_catalogue
def test_every_sentence_is_translated(folder, language):
    known = catalogue(folder, language)
    for text in sentences(folder):
        found = known.get(forms(text)[0])
        assert found is not None, text
        assert all(forms(found.string)), text
        assert not found.fuzzy, text
        assert isinstance(found.id, tuple) == isinstance(text, tuple), text


@every_catalogue
def test_translations_have_the_parameters_of_the_sentence(folder, language):
    for message in catalogue(folder, language):
        if message.id:
            expected = set().union(*map(parameters, forms(message.id)))
            assert all(parameters(form) == expected for form in forms(message.string)), message.id


@every_catalogue
def test_no_translation_outlives_its_sentence(folder, language):
    said = {forms(text)[0] for text in sentences(folder)}
    assert {forms(message.id)[0] for message in catalogue(folder, language) if message.id} <= said


@every_catalogue
def test_apostrophes_are_those_of_print(folder, language):
    for message in catalogue(folder, language):
        assert not any(re.search(r"\w'[\w{«“]", form) for form in forms(message.string)), message.string
