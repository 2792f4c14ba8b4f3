"""`proofnets serve`: the web page and the HTTP service."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from proofnets.commands.console import require
from proofnets.commands.options import ModelName

EXAMPLES = """
proofnets serve
proofnets serve --host 0.0.0.0 --port 80 --model runs/model
proofnets serve --spindle
curl -s http://127.0.0.1:8000/api/parse -H 'Content-Type: application/json' -d '{"text": "Ze slapen."}'
"""


def serve(
    host: Annotated[str, typer.Option(help="The address to serve at; 0.0.0.0 is open to the network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is any that is free.")] = 8000,
    model: ModelName = "nl",
    spindle: Annotated[
        bool, typer.Option("--spindle", help="Answer as the spindle server does, too: POST / and GET /status/.")
    ] = False,
) -> None:
    """Serve the web page and the HTTP service, until Ctrl-C."""
    require("serve")
    from proofnets.server import serve as serve_model

    def ready(address: str) -> None:
        print(f"proofnets: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)

    serve_model(model, host, port, ready, spindle=spindle)
