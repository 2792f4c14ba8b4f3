"""Neural Proof Nets: Dutch text to proofs of linear logic.

The calculus by itself is `proofnets.logic`; the command line is `proofnets`.
"""

__version__ = "0.1.0"
