"""The examples for operators: as far as the machine has what reads them."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from proofnets.commands.serve import serve
from proofnets.server.limits import Limits
from tests.server.serving import served_app

DEPLOY = Path(__file__).parents[2] / "deploy"
ROOT = DEPLOY.parent


def needed(name: str) -> str:
    """A program; the test is skipped without it."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def test_settings_of_the_examples_are_options() -> None:
    app = typer.Typer()
    app.command()(serve)
    known = {str(option.envvar) for option in get_command(app).params if getattr(option, "envvar", None)}
    named = set(re.findall(r"PROOFNETS_[A-Z_]+", (DEPLOY / "proofnets.service").read_text()))
    assert {"PROOFNETS_WORKERS", "PROOFNETS_TOKENS"} <= named <= known
    documented = set(re.findall(r"PROOFNETS_[A-Z_]+", (ROOT / "docs" / "service.md").read_text(encoding="utf-8")))
    assert documented <= known


def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    analyze = needed("systemd-analyze")
    text = (DEPLOY / "proofnets.service").read_text().replace("/opt/proofnets/bin/proofnets", sys.executable)
    (tmp_path / "proofnets.service").write_text(text)
    command = (analyze, "verify", "--man=no", str(tmp_path / "proofnets.service"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if "Failed to" in done.stderr and "proofnets.service" not in done.stderr:
        pytest.skip(f"systemd cannot check units here: {done.stderr.strip()[:200]}")
    assert [line for line in done.stderr.splitlines() if "proofnets.service" in line] == []
    assert done.returncode == 0


@contextmanager
def inside() -> Iterator[int]:
    """The port of an application that tells what it sees of a request."""

    async def tell(scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        body = json.dumps({"client": scope["client"][0], "headers": headers}).encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    with served_app(tell, Limits()) as port:
        yield port


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_nginx_passes_requests_on(tmp_path: Path) -> None:
    nginx, port = needed("nginx"), free_port()
    with inside() as behind:
        site = (DEPLOY / "nginx.conf").read_text()
        site = site.replace("listen 80", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
        (tmp_path / "site.conf").write_text(site)
        folders = "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy"))
        log = f"access_log off; error_log {tmp_path}/error.log;"
        whole = f"pid {tmp_path}/pid; daemon off; {log[16:]} events {{}} http {{ {log} {folders} include site.conf; }}"
        (tmp_path / "nginx.conf").write_text(whole)
        command = (nginx, "-p", str(tmp_path), "-c", "nginx.conf")
        checked = subprocess.run((*command, "-t"), capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0, checked.stderr
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                while True:
                    try:
                        socket.create_connection(("127.0.0.1", port)).close()
                        break
                    except ConnectionRefusedError:
                        assert process.poll() is None
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/model", timeout=30) as answer:
                    seen = json.load(answer)
                assert seen["client"] == "127.0.0.1"
                assert re.fullmatch(r"[0-9a-f]{32}", seen["headers"]["x-request-id"])
                assert seen["headers"]["host"] == "127.0.0.1"
                with pytest.raises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30)
                assert refused.value.code == 403
                refused.value.close()
            finally:
                process.terminate()
