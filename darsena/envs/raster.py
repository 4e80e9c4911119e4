"""Text as a picture: letters of three by five dots on a sheet that is always of the same size."""

from __future__ import annotations

from functools import cache
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

COLUMNS, ROWS = 80, 48
WIDE, HIGH, SCALE = 4, 6, 3  # a letter with the space beside and below it, in dots; a dot in pixels
PAPER, INK = (13, 43, 51), (246, 236, 210)
BLOCKS = {"█": 8, "▉": 7, "▊": 6, "▋": 5, "▌": 4, "▍": 3, "▎": 2, "▏": 1}  # eighths of a letter's width
UNKNOWN = "57575"

# A letter and its five rows from the top, the dots of a row as an octal digit.
GLYPHS = """
    A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755 N65555
    O25552 P65644 Q25563 R65655 S34216 T72222 U55557 V55552 W55775 X55255 Y55222 Z71247 075557 126227
    271747 371717 455711 574717 674757 771122 875757 975717 .00002 ,00024 :02020 ;02024 -00700 –00700
    +02720 /11244 (12221 )42224 [64446 ]31113 |22222 │22222 ×05250 *05250 '22000 ’22000 ?71202 !22202
    =07070 <12421 >42124 …00005 _00007
"""
DOTS = {word[0]: word[1:] for word in GLYPHS.split()} | {" ": "00000"}


def picture(text: str) -> NDArray[np.uint8]:
    """The text as rows of pixels in red, green and blue; what stands outside the sheet is cut off."""
    dots = np.zeros((ROWS * HIGH, COLUMNS * WIDE), np.uint8)
    for row, line in enumerate(text.splitlines()[:ROWS]):
        for column, letter in enumerate(normalize("NFC", line)[:COLUMNS]):
            dots[row * HIGH : (row + 1) * HIGH, column * WIDE : (column + 1) * WIDE] = _glyph(letter)
    colours = np.array([PAPER, INK], np.uint8)
    return colours[dots.repeat(SCALE, axis=0).repeat(SCALE, axis=1)]


@cache
def _glyph(letter: str) -> NDArray[np.uint8]:
    dots = np.zeros((HIGH, WIDE), np.uint8)
    if letter in BLOCKS:
        dots[:, : (BLOCKS[letter] * WIDE + 7) // 8] = 1
        return dots
    bare = normalize("NFD", letter)[0].upper()  # without its accent
    for row, octal in enumerate(DOTS.get(bare, UNKNOWN)):
        dots[row, :3] = [int(octal) >> 2 & 1, int(octal) >> 1 & 1, int(octal) & 1]
    return dots
