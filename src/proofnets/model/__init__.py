"""The network and its training. The one room that imports torch and transformers."""
