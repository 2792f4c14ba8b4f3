"""The network: sentence encoder, supertagger and axiom linker, and the recipe that decides their shape."""
