"""Progress: a bar while things come, on a terminal or in a notebook."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

_PAUSE = 0.1
"""The least time between two pictures of the bar, in seconds."""


def track(items: Iterable[T], total: int | None, what: str) -> Generator[T, None, None]:
    """The items, with a bar while they come: on standard error if that is a terminal, or below a notebook's cell."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not (console.is_terminal or console.is_jupyter):
        yield from items
        return
    text = TextColumn("{task.completed:,} {task.fields[of]}" + what + "{task.fields[pace]}")
    progress = Progress(
        BarColumn(), text, TimeRemainingColumn(), console=console, transient=True, redirect_stdout=False
    )
    of, drawn, number = f"of {total:,} " if total else "", monotonic(), 0
    task = progress.add_task("", total=total, of=of, pace="")

    def update() -> None:
        speed = progress.tasks[0].speed
        progress.update(task, completed=number, total=total, of=of, pace=f", {speed:,.0f} a second" if speed else "")

    if console.is_jupyter:
        # rich's own way needs ipywidgets; a display that is replaced needs nothing
        from IPython.display import display

        cell = display(progress, display_id=True)
    else:
        progress.start()
    try:
        for number, item in enumerate(items, 1):
            yield item
            if monotonic() - drawn > _PAUSE:
                if total and number > total:  # files with many trees
                    total, of = None, ""
                update()
                drawn = monotonic()
                if console.is_jupyter:
                    cell.update(progress)
    finally:
        progress.stop()
        if console.is_jupyter:
            update()
            cell.update(progress)
