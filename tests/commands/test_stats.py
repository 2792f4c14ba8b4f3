"""`proofnets stats`."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from tests.commands.running import assert_one_sentence, run


def test_stats(samples: Path, tmp_path: Path) -> None:
    picture = tmp_path / "figure.svg"
    shown = run("stats", samples, "--svg", picture)
    assert (shown.code, shown.err) == (0, "")
    assert re.search(r"^sentences +3$", shown.out, re.MULTILINE)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    data = json.loads(run("stats", samples, "--json").out)
    assert (data["sentences"], data["words"], len(data["types"])) == (3, 6, 2)
    samples.write_text("{}\n")
    assert_one_sentence(run("stats", samples), "line 1")
