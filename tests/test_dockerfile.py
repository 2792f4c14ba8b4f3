"""The Dockerfile: what it copies is there, and what it runs works, also where there is no engine to build it with."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
STEPS = [(step[1], step[2]) for step in re.finditer(r"^([A-Z]+) (.*)$", re.sub(r"\\\n\s*", "", TEXT), re.MULTILINE)]
SOURCES = [name for kind, rest in STEPS if kind == "COPY" and "--from" not in rest for name in rest.split()[:-1]]
PREFIX = "/opt/proofnets"
BODY = json.dumps({"text": "Ze slapen."}).encode()


def arguments(kind: str) -> str:
    """What stands behind the one instruction of a kind."""
    (found,) = (rest for step, rest in STEPS if step == kind)
    return found


def test_what_it_copies_is_there_and_reaches_the_engine() -> None:
    assert {"pyproject.toml", "constraints.txt", "src"} <= set(SOURCES)
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split() if line[0] == "!"}
    assert let_through == set(SOURCES)
    assert all((ROOT / name).exists() for name in SOURCES)


def test_the_images_are_pinned_and_the_user_has_no_rights() -> None:
    images = {rest.split()[0] for kind, rest in STEPS if kind == "FROM"}
    assert len(images) == 1
    assert all(re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+(@sha256:\w{64})?", image) for image in images)
    user, _, group = arguments("USER").partition(":")
    assert int(user) > 0 < int(group)


@contextmanager
def started(command: list[str], environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A process that has said that it is ready."""
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            line = process.stderr.readline()
            assert "http://0.0.0.0" in line, line + process.stderr.read()
            yield process
        finally:
            process.terminate()


def parsed(port: int) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/parse", BODY, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer)[0]["analyses"][0]["term"])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as other:
        return int(other.getsockname()[1])


@pytest.mark.container
def test_its_steps_make_a_service_that_is_well(tmp_path: Path) -> None:
    """The steps of the Dockerfile by hand, in a folder: copy, run, start as another program would, ask for health."""
    source, home, port = tmp_path / "source", str(tmp_path / "proofnets"), free_port()
    source.mkdir()
    for name in SOURCES:
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile)(ROOT / name, source / name)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = arguments("RUN").replace(PREFIX, home)
    subprocess.run(["sh", "-c", run], cwd=source, env=os.environ | {"PATH": path}, check=True)
    shutil.rmtree(source)
    inside = {"PATH": f"{home}/bin", "HOME": str(tmp_path / "nobody")}
    entry = [*json.loads(arguments("ENTRYPOINT")), "--port", str(port)]
    entry[0] = f"{home}/bin/{entry[0]}"
    with started(entry, inside):
        check = json.loads(arguments("HEALTHCHECK").partition("CMD ")[2].replace(":8000/", f":{port}/"))
        assert subprocess.run([f"{home}/bin/{check[0]}", *check[1:]], env=inside, check=False).returncode == 0
        assert parsed(port) == "slapen Zeˢᵘ"
    assert subprocess.run([f"{home}/bin/{check[0]}", *check[1:]], env=inside, capture_output=True).returncode != 0


def engine() -> bool:
    """Whether there is a docker that answers."""
    return bool(shutil.which("docker")) and subprocess.run(["docker", "info"], capture_output=True).returncode == 0


@pytest.mark.container
def test_the_image_serves() -> None:
    if not engine():
        pytest.skip("there is no Docker engine here")
    subprocess.run(["docker", "build", "--quiet", "--tag", "proofnets:test", str(ROOT)], check=True)
    port = free_port()
    options = ["--rm", "--read-only", "--cap-drop", "ALL", "--publish", f"127.0.0.1:{port}:8000"]
    with started(["docker", "run", *options, "proofnets:test"]):
        assert parsed(port) == "slapen Zeˢᵘ"
