import bz2
import gzip
import lzma
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from proofnets import packed
from proofnets.packed import PackedError, open_packed

COMPRESS: list[Callable[[bytes], bytes]] = [lzma.compress, partial(gzip.compress, mtime=0), bz2.compress]
"""Without the time, so that tests have the same names in every process."""
TEXT = b"".join(b"line %d\n" % number for number in range(50_000))


def lines(path: Path) -> list[bytes]:
    with open_packed(path) as file:
        return list(file)


@pytest.mark.parametrize(
    "content",
    [
        TEXT,
        lzma.compress(TEXT),
        lzma.compress(TEXT, preset=9),
        *(compress(TEXT) for compress in COMPRESS[1:]),
        *(compress(TEXT[:9]) + compress(TEXT[9:]) for compress in COMPRESS),
        lzma.compress(TEXT[:9]) + bytes(8) + lzma.compress(TEXT[9:]) + bytes(packed._CHUNK * 2),
    ],
)
def test_plain_and_compressed_files_are_read_alike(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert b"".join(lines(tmp_path / "file")) == TEXT


@pytest.mark.parametrize("content", [b"", *(compress(b"") for compress in COMPRESS)])
def test_empty_files(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert lines(tmp_path / "file") == []


@pytest.mark.parametrize("compress", COMPRESS)
@pytest.mark.parametrize("cut", [6, 20, 1000, -1])
def test_files_that_are_cut_off(tmp_path: Path, cut: int, compress: Callable[[bytes], bytes]) -> None:
    (tmp_path / "file").write_bytes(compress(TEXT)[:cut])
    with pytest.raises(PackedError, match="in the middle"):
        lines(tmp_path / "file")


@pytest.mark.parametrize("compress", COMPRESS)
def test_damaged_files(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    content = bytearray(compress(TEXT))
    content[len(content) // 2] ^= 1
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(PackedError, match="damaged"):
        lines(tmp_path / "file")
    (tmp_path / "file").write_bytes(compress(TEXT) + b"more of it, but not compressed")
    with pytest.raises(PackedError, match="damaged"):
        lines(tmp_path / "file")


def test_files_that_ask_for_too_much_memory(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 2 * packed.MEMORY}]
    (tmp_path / "file").write_bytes(lzma.compress(TEXT[:100], filters=filters))
    with pytest.raises(PackedError, match="Memory usage limit"):
        lines(tmp_path / "file")


def test_files_that_hold_far_too_much(tmp_path: Path) -> None:
    for content in (lzma.compress(bytes(60_000_000), preset=1), bz2.compress(bytes(60_000_000))):
        assert len(content) < 20_000
        (tmp_path / "file").write_bytes(content)
        with open_packed(tmp_path / "file") as file, pytest.raises(PackedError, match="1,000 times its own size"):
            file.read(50_000_000)
    (tmp_path / "file").write_bytes(lzma.compress(bytes(5_000_000)))
    with open_packed(tmp_path / "file") as file:
        assert len(file.read()) == 5_000_000
