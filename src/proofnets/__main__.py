"""`python -m proofnets`: the command line."""

from proofnets.commands import main

main()
