"""`python -m proofnets`: the command line."""

from proofnets.cli import main

main()
