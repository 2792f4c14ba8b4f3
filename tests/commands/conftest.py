"""Trees and samples to give to commands."""

import zipfile
from pathlib import Path

import pytest

from tests.commands.running import run


def tree(subject: str = "Ze") -> str:
    """A tree of two words and a full stop."""
    return f"""<alpino_ds version="1.3"><node begin="0" cat="top" end="3" id="0" rel="top">
<node begin="0" cat="smain" end="2" id="1" rel="--"><node begin="0" end="1" id="2" pt="vnw" rel="su" word="{subject}"/>
<node begin="1" end="2" id="3" pt="ww" rel="hd" word="slapen"/></node>
<node begin="2" end="3" id="4" pt="let" rel="--" word="."/></node></alpino_ds>"""


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><alpino_ds>&b;</alpino_ds>'


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    """Good trees in a folder and in a zip file, and three bad files among them."""
    folder = tmp_path / "treebank"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.xml").write_text(tree(f"Ze{number}"))
    (folder / "broken.xml").write_text(tree()[:-20])
    (folder / "bomb.xml").write_text(BOMB)
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        for number in range(200):
            archive.writestr(f"{number:03}.xml", tree(f"Zij{number}"))
    zipfile.ZipFile(folder / "empty.zip", "w").close()
    return folder


@pytest.fixture
def samples(treebank: Path, tmp_path: Path) -> Path:
    file = tmp_path / "samples.jsonl"
    run("extract", treebank / "0.xml", treebank / "1.xml", treebank / "2.xml", "-o", file)
    return file
