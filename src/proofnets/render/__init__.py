"""Rendering: parses to what people look at and what other programs read. A format is a row of `FORMATS`.

To add one, write a function from parses to pieces of text in a module of its own, and give it a row in `formats.py`:
the command line, the service and its page then have it.
"""

from proofnets.render.formats import FORMATS, Format, find_format

__all__ = ["FORMATS", "Format", "find_format"]
