"""A run in a process of its own, for the tests that kill it or start several: `worker.py ENCODER DATA RUN [resume]`."""

import sys
import warnings
from pathlib import Path

import torch

from proofnets.network import arithmetic
from proofnets.training import train as training
from proofnets.training.train import Report, train
from tests.network import tiny

OPTIMISATION = {
    "epochs": 3,
    "batch_size": 4,
    "gradient_norm": 1.0,
    "word_dropout_rate": 0.1,
    "symbol_dropout_rate": 0.1,
    "graft_rate": 0.3,
    "punctuation_rate": 0.5,
    "average_steps": 6,
}
AVERAGE_EVERY = 2
NOTHING_DROPPED = {f"{what}dropout_rate": 0.0 for what in ("", "attention_", "word_", "symbol_")}


def main() -> None:
    warnings.simplefilter("error", UserWarning)
    torch.set_num_threads(1)
    encoder, data, run, *options = sys.argv[1:]
    training.REPORT_EVERY, training.AVERAGE_EVERY = 1, AVERAGE_EVERY
    training.SAVE_EVERY = 0.0 if "often" in options else 1e9
    settings: dict[str, object] = {**OPTIMISATION}
    if "once" in options:  # one step with all the data, not rounded: halves that are rounded apart are not the whole
        arithmetic.has_bfloat16 = lambda device: False
        settings |= {"epochs": 1, "batch_size": 20, "graft_rate": 0.0, "punctuation_rate": 0.0} | NOTHING_DROPPED

    def report(report: Report) -> None:
        print(report.epoch, report.step, report.symbol_loss, report.link_loss, flush=True)

    train(tiny.recipe(Path(encoder), optimisation=settings), Path(data), Path(run), "resume" in options, report)


if __name__ == "__main__":
    main()
