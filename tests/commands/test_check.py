"""`proofnets check`."""

import lzma
import os
from pathlib import Path
from threading import Thread

from tests.commands.running import assert_one_sentence, run


def test_check_accepts_what_is_sound(samples: Path) -> None:
    assert run("check", samples) == (0, "", "3 samples, all of them sound\n")
    assert run("check", "-", stdin=samples.read_bytes()).code == 0


def test_a_pipe_is_read_as_a_whole(samples: Path, tmp_path: Path) -> None:
    wrong = samples.read_text().replace("[2, 3]", "[2, 1]")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    Thread(target=pipe.write_text, args=(wrong,), daemon=True).start()
    assert run("check", pipe).code == 1


def test_check_names_the_line_at_fault(samples: Path) -> None:
    lines = samples.read_text().splitlines()
    lines[1] = lines[1].replace("[[0, 1], [2, 3]]", "[[0, 1], [2, 1]]")
    lines.append("{")
    samples.write_text("\n".join(lines))
    result = run("check", samples)
    assert (result.code, result.err) == (1, "4 samples, 2 faults\n")
    first, second = result.out.splitlines()
    assert first.startswith("line 2: ")
    assert second.startswith("line 4: not JSON")


def test_compressed_samples_are_read_as_others_are(samples: Path, tmp_path: Path) -> None:
    packed = tmp_path / "samples.jsonl.xz"
    packed.write_bytes(lzma.compress(samples.read_bytes()))
    assert run("check", packed) == run("check", "-", stdin=packed.read_bytes()) == run("check", samples)
    assert run("stats", packed) == run("stats", samples)
    packed.write_bytes(packed.read_bytes()[:-9])
    for command in ("check", "stats"):
        assert_one_sentence(run(command, packed), "ends in the middle")
