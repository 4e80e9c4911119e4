"""The sentences that stand in the code, and the catalogues that translate them.

`python -m tests.messages` (or `make messages`) adds what is missing to the catalogues and drops what is gone.
"""

import ast
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

import darsena
from darsena.core.language import LANGUAGES

HOME = Path(darsena.__file__).parent
FOLDERS = sorted(path.parent for path in HOME.rglob("locale"))
TRANSLATED = [language for language in LANGUAGES if language != "en"]
MARKERS = {"say": slice(0, 2), "tell": slice(2, 4)}  # which arguments are sentences
TEMPLATE_MARKERS = {"_": 1, "ngettext": 2}  # how many of the first arguments are

HEAD = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""


class NotLiteral(Exception):
    """A sentence that no catalogue can know, because it is not written out where it is said."""


def folder_of(path):
    """A sentence belongs to the nearest folder that has a catalogue."""
    return max((folder for folder in FOLDERS if path.is_relative_to(folder)), key=lambda folder: len(folder.parts))


def sentences(folder):
    """All messages of a folder: a text, or a pair of singular and plural."""
    for path in sorted(folder.rglob("*.py")):
        if folder_of(path) == folder and not path.name.startswith("test_") and path.name != "game.py":
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call):
                    yield from _said(path, node)
    for path in sorted(folder.rglob("*.html")):
        if folder_of(path) == folder:
            yield from _written(path)


def _said(path, node):
    name = getattr(node.func, "id", None)
    if name not in MARKERS:
        return
    args = node.args[MARKERS[name]]
    if not args or not all(isinstance(arg, ast.Constant) for arg in args):
        raise NotLiteral(f"{path}:{node.lineno}")
    texts = [arg.value for arg in args]
    yield from [tuple(texts)] if name == "say" and len(texts) == 2 else texts


def _written(path):
    """The sentences of a template."""
    found = extract_from_ast(Environment().parse(path.read_text()), TEMPLATE_MARKERS)
    for line, name, arguments in found:
        texts = (arguments if isinstance(arguments, tuple) else (arguments,))[: TEMPLATE_MARKERS[name]]
        if len(texts) < TEMPLATE_MARKERS[name] or None in texts:
            raise NotLiteral(f"{path}:{line}")
        yield texts if name == "ngettext" else texts[0]


def catalogue_file(folder, language):
    return folder / "locale" / language / "LC_MESSAGES" / f"{folder.name}.po"


def catalogue(folder, language):
    path = catalogue_file(folder, language)
    return read_po(path.open("rb"), locale=language) if path.exists() else Catalog(language)


def update(folder, language):
    old, new = catalogue(folder, language), Catalog(language, fuzzy=False)
    for text in dict.fromkeys(sentences(folder)):
        known = old.get(text[0] if isinstance(text, tuple) else text)
        new.add(text, known.string if known else None)
    path = catalogue_file(folder, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    head = HEAD.format(language=language, plural=new.plural_forms)
    with path.open("wb") as file:
        file.write(head.encode())
        write_po(file, new, width=120, omit_header=True)


if __name__ == "__main__":
    for each in FOLDERS:
        for code in TRANSLATED:
            update(each, code)
