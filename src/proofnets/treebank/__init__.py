"""Treebanks: Alpino XML, Æthel's XML and dump, samples, splits, merged data and statistics.

What is named here is public. Samples can be read without loading what makes them from trees.
"""

from typing import TYPE_CHECKING

from proofnets.lazy import lazily
from proofnets.treebank.merging import Merged, merge, show_merged
from proofnets.treebank.samples import (
    Sample,
    SampleError,
    check_samples,
    count_samples,
    from_json,
    read_samples,
    split_file,
    to_json,
    write_samples,
)
from proofnets.treebank.splits import Split, split_of

if TYPE_CHECKING:
    from proofnets.treebank.aethel import DumpError, read_dump
    from proofnets.treebank.alpino import Node, Rejected, Tree, read_trees
    from proofnets.treebank.deductions import read_deduction
    from proofnets.treebank.report import Outcome, Report, extract_all, outcomes, report_json, show_report
    from proofnets.treebank.statistics import SYMBOL_LIMIT, Statistics, figure, gather, show, symbols
else:
    __getattr__, __dir__ = lazily(
        __name__,
        "proofnets.treebank.statistics",
        "proofnets.treebank.alpino",
        "proofnets.treebank.deductions",
        "proofnets.treebank.aethel",
        "proofnets.treebank.report",
    )

__all__ = [
    "SYMBOL_LIMIT",
    "DumpError",
    "Merged",
    "Node",
    "Outcome",
    "Rejected",
    "Report",
    "Sample",
    "SampleError",
    "Split",
    "Statistics",
    "Tree",
    "check_samples",
    "count_samples",
    "extract_all",
    "figure",
    "from_json",
    "gather",
    "merge",
    "outcomes",
    "read_deduction",
    "read_dump",
    "read_samples",
    "read_trees",
    "report_json",
    "show",
    "show_merged",
    "show_report",
    "split_file",
    "split_of",
    "symbols",
    "to_json",
    "write_samples",
]
