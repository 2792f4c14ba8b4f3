"""Names of atoms and labels that treebanks have otherwise than we: ours are the paper's.

Those here are common to Alpino's trees, the Æthel of 2020 as it was published, and Æthel 1.0. What only one of them has
stands with its reader.
"""

ATOMS = {"vnw": "pron", "smain": "s_main", "ssub": "s_sub", "sv1": "s_v1"}
"""Our atoms, by the treebanks' names; Æthel 1.0 has these in capitals."""
LABELS = {"obj1": "obj", "pobj1": "pobj"}
"""Our labels, by the treebanks' names."""
