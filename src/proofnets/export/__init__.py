"""Export: runs to a model folder that needs no torch, and back; encoders cut to a language."""
