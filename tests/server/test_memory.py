"""The allocator does as it is told: what was freed goes back."""

import platform
import subprocess
import sys

import pytest

# Arrays of 24 MB, then as many of 8 MB: by itself glibc keeps those of 8 MB, as they are smaller than what was freed.
CODE = """
import sys
import numpy as np
from proofnets.server.memory import give_memory_back
from proofnets.server.metrics import resident_bytes

if sys.argv[1] == "told":
    assert give_memory_back()
np.ones(3_000_000)
before = resident_bytes()
kept = [np.ones(1_000_000) for _ in range(20)]
last = bytearray(100_000)
del kept
print(resident_bytes() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be told")
def test_what_was_freed_is_given_back() -> None:
    grown = [
        int(subprocess.run((sys.executable, "-c", CODE, how), capture_output=True, check=True, timeout=60).stdout)
        for how in ("untold", "told")
    ]
    assert grown[1] < 4_000_000 < grown[0]
