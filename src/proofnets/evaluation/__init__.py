"""Evaluation: the paper's metrics and tables, and what costs most.

What is named here is public.
"""

from proofnets.evaluation.calibration import calibrate
from proofnets.evaluation.comparison import Comparison, Gold, compare, first_valid, gold_of
from proofnets.evaluation.errors import Error, Errors, Example, errors_of, show_errors
from proofnets.evaluation.measures import Bin, Reliability, reliabilities, reliability, reliability_svg
from proofnets.evaluation.passes import Evaluation, Seconds, evaluate
from proofnets.evaluation.show import evaluation_json, evaluation_latex, show_evaluation
from proofnets.evaluation.tables import Row, Share, Table, frequencies, report

__all__ = [
    "Bin",
    "Comparison",
    "Error",
    "Errors",
    "Evaluation",
    "Example",
    "Gold",
    "Reliability",
    "Row",
    "Seconds",
    "Share",
    "Table",
    "calibrate",
    "compare",
    "errors_of",
    "evaluate",
    "evaluation_json",
    "evaluation_latex",
    "first_valid",
    "frequencies",
    "gold_of",
    "reliabilities",
    "reliability",
    "reliability_svg",
    "report",
    "show_errors",
    "show_evaluation",
]
