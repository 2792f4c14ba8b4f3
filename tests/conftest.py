"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("default", deadline=None)  # machines are noisy, and a slow run is no failure
settings.load_profile("default")
