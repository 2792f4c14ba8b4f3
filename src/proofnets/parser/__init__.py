"""The parser: text to checked proofs, on an exported model and without torch."""
