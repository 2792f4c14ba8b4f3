"""Bridges: nets and analyses in other people's packages. Each module needs the package that it is named after.

`networkx` has graphs of nets and dependencies, `spacy` a component for pipelines, `discopy` string diagrams and their
meaning in vectors (docs/bridges.md). Agda and LangPro read text, so their bridges are formats (`proofnets.render`).
"""
