"""The command: a process that serves, and ends as it should."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from proofnets.modelfolder import checksum, sealed
from proofnets.parser.parser import find_model
from proofnets.server.limits import Limits
from proofnets.server.serving import Serving, _config, _listen
from tests.server.serving import COMMAND, post, served


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_end_finishes_what_was_taken_and_nothing_is_logged(how: signal.Signals) -> None:
    with served() as (process, address), ThreadPoolExecutor() as clients:
        text = "Geheime mensen slapen. " * 40
        answer = clients.submit(post, f"{address}/api/parse", {"text": text})
        while not json.load(urllib.request.urlopen(f"{address}/api/health"))["waiting"]:
            pass
        process.send_signal(how)
        parses = answer.result(60)
        assert isinstance(parses, list)
        assert len(parses) == 40
        assert process.stderr
        assert process.stderr.read() == ""
        assert process.wait(30) in (-signal.SIGTERM, 130)


def test_several_processes_serve_are_counted_together_and_end(tmp_path: Path) -> None:
    with served("--workers", "2", "--log-format", "json", "--access-log") as (process, address):
        parses = post(f"{address}/api/parse", {"text": "Geheim is dit."})
        assert isinstance(parses, list)
        while True:
            with urllib.request.urlopen(f"{address}/metrics") as answer:
                figures = answer.read().decode()
            if "\nproofnets_processes 2\n" in figures:
                break
        assert "\nproofnets_sentences_total 1\n" in figures
        process.send_signal(signal.SIGTERM)
        assert process.stderr
        lines = [json.loads(line) for line in process.stderr]
        assert process.wait(60) == 0
        first = lines[0]
        assert first.keys() == {
            "time",
            "level",
            "logger",
            "request",
            *("client", "method", "path", "status", "bytes", "seconds"),
        }
        assert (first["method"], first["path"], first["status"]) == ("POST", "/api/parse", 200)
        assert "eheim" not in json.dumps(lines)


def test_options_can_stand_in_the_environment_and_the_open_network_is_warned_of() -> None:
    environment = os.environ | {"PROOFNETS_HOST": "0.0.0.0", "PROOFNETS_BODY_BYTES": "20"}
    with subprocess.Popen(COMMAND, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr
            ready, warning = process.stderr.readline(), process.stderr.readline()
            assert "warning: --host 0.0.0.0 lets everybody" in warning
            port = re.search(r":(\d+) ", ready)
            assert port
            with pytest.raises(urllib.error.HTTPError) as refused:
                post(f"http://127.0.0.1:{port[1]}/api/parse", {"text": "Dit is te lang."})
            assert refused.value.code == 413
            refused.value.close()
        finally:
            process.kill()


def test_answers_are_sent_at_once() -> None:
    """asyncio sets TCP_NODELAY on sockets that say that they are TCP, and on no others."""
    with _listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_process_has_time_to_say_that_it_is_there() -> None:
    config = _config(Serving(limits=Limits(seconds=0.1)), None)
    assert config.timeout_worker_healthcheck >= 1
    assert config.timeout_graceful_shutdown == 2


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = subprocess.run((*COMMAND[:-1], port), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert re.fullmatch(r"proofnets: 127\.0\.0\.1:\d+ cannot be served at .*choose another --port.*\n", done.stderr)


def test_a_model_that_cannot_be_loaded_is_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(find_model("nl"), folder)
    (folder / "step.onnx").write_bytes(b"of another version")
    metadata = json.loads((folder / "model.json").read_text())
    metadata["files"]["step.onnx"] = checksum(folder / "step.onnx")
    (folder / "model.json").write_text(json.dumps(sealed(metadata)))
    done = subprocess.run((*COMMAND, "--model", str(folder)), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert re.fullmatch(r"proofnets: .*step\.onnx cannot be loaded.*\n", done.stderr)


def test_without_fastapi_it_says_what_to_install() -> None:
    code = "import sys; from proofnets.commands import main\n"
    code += "sys.modules['uvicorn'] = None; sys.argv[1:] = ['serve']; main()"
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "pip install 'proofnets[serve]'" in done.stderr
