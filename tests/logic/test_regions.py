"""The regions of partial terms against a walk of one step at a time."""

from hypothesis import given
from hypothesis import strategies as st

from proofnets.logic.regions import OUTSIDE, Regions

PLACES = st.integers(0, 10**6)


@given(st.lists(st.tuples(st.booleans(), PLACES), max_size=80), st.lists(st.tuples(PLACES, PLACES), max_size=30))
def test_what_is_inside_is_what_a_walk_outwards_meets(
    steps: list[tuple[bool, int]], asked: list[tuple[int, int]]
) -> None:
    regions, paths = Regions(), {0: [0]}  # by region, the way out
    regions.add(0, OUTSIDE)
    for region, (deeper, place) in enumerate(steps, 1):
        around = region - 1 if deeper else list(paths)[place % region]
        regions.add(region, around)
        paths[region] = [region, *paths[around]]
    for one, other in asked:
        region, outer = one % len(paths), other % len(paths)
        assert list(regions.outwards(region)) == paths[region]
        assert regions.depth[region] == len(paths[region]) - 1
        assert regions.inside(region, outer) == (outer in paths[region])


def test_a_region_that_was_removed_may_come_back_elsewhere() -> None:
    regions = Regions()
    for region in range(5):
        regions.add(region, region - 1)
    regions.remove(4)
    regions.add(4, 1)
    assert list(regions.outwards(4)) == [4, 1, 0]
    assert not regions.inside(4, 3)
