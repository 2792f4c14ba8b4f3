"""Training: samples to batches, losses, the optimiser, validation, run folders."""
