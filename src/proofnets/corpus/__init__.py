"""Parses of many sentences: kept in Parquet files, and searched. It needs pyarrow and DuckDB (the extra `corpus`).

Names are imported when they are first asked for.
"""

from typing import TYPE_CHECKING

from proofnets.lazy import lazily

SHARD_CHARACTERS = 300_000
"""Characters of a shard: some fifty thousand words, or two minutes of one core. It stands here, where nothing is
loaded for it, as the command line shows it in its help."""

if TYPE_CHECKING:
    from proofnets.corpus.jobs import Progress, Report, parse_corpus, report
    from proofnets.corpus.matches import Match, Matches, search
    from proofnets.corpus.notation import parse_pattern
    from proofnets.corpus.records import Reading, Record, record_of_sample
    from proofnets.corpus.store import read_records, write_records
else:
    __getattr__, __dir__ = lazily(
        __name__,
        "proofnets.corpus.records",
        "proofnets.corpus.notation",
        "proofnets.corpus.store",
        "proofnets.corpus.matches",
        "proofnets.corpus.jobs",
    )

__all__ = [
    "SHARD_CHARACTERS",
    "Match",
    "Matches",
    "Progress",
    "Reading",
    "Record",
    "Report",
    "parse_corpus",
    "parse_pattern",
    "read_records",
    "record_of_sample",
    "report",
    "search",
    "write_records",
]
