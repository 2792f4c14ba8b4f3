"""The curves of a run, as a picture."""

from __future__ import annotations

from pathlib import Path

from proofnets.files import replacing
from proofnets.training.runs import read_metrics


def plot(run: Path) -> None:
    """Draw a run's losses and validations to its `curves.svg`."""
    from matplotlib.figure import Figure

    lines = read_metrics(run)
    scored = [line for line in lines if "frames" in line]
    figure = Figure(figsize=(9, 3.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    for name in ("symbol_loss", "link_loss"):
        left.plot([line["total"] for line in lines], [line[name] for line in lines], label=name.replace("_", " "))
    for name in ("symbols", "types", "frames", "links"):
        right.plot([line["epoch"] for line in scored], [line[name] for line in scored], marker=".", label=name)
    left.set(xlabel="steps", ylabel="loss", yscale="log")
    right.set(xlabel="epochs", ylabel="right", ylim=(0, 1))
    left.legend(frameon=False)
    right.legend(frameon=False)
    with replacing(run / "curves.svg") as unfinished:
        figure.savefig(unfinished, format="svg")
