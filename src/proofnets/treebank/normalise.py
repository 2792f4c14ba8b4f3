"""Normalisation: the steps that make a dependency tree fit to be typed. Each is one linguistic decision.

After them, the graph is a tree in which every ghost is bound by something above it: by a fronted head (the gap of a
relative clause or question) or by a conjunction (material that its conjuncts share).
"""

from __future__ import annotations

from itertools import pairwise

from proofnets.errors import ProofNetsError
from proofnets.treebank.graph import (
    ADJUNCTS,
    ATOMS,
    DISCOURSE,
    FRONTED,
    HEADS,
    Phrase,
    ancestors,
    attach,
    detach,
    position,
    replace,
    span,
    vote,
    walk,
    walk_up,
)

CLAUSES = ("smain", "whq", "sv1")
"""Categories in the order in which one is taken for the nucleus of a discourse unit; any other comes after them."""


GROUPS = ("conj", "du", "top")
"""Categories of what has parts rather than a head."""


class ExtractionError(ProofNetsError):
    """A tree that cannot be typed, with the reason, and the index that is at fault if one is."""

    def __init__(self, reason: str, index: int | None = None) -> None:
        super().__init__(reason)
        self.index = index


def normalise(root: Phrase, forgotten: frozenset[int] = frozenset()) -> Phrase:
    """Apply all steps, in order, and return the root of the result. Ghosts of forgotten indices are dropped."""
    marks = drop_punctuation(root)
    join_units(root, marks)
    lift_material(root)
    drop_understood(root, forgotten)
    settle_determiners(root)
    lift_modifiers(root)
    group_conjuncts(root)
    settle_coordinators(root, marks)
    settle_discourse(root)
    root = prune(root)
    share(root)
    return root


def drop_punctuation(root: Phrase) -> list[Phrase]:
    """Punctuation that hangs from the top brings no resource. Returns the marks, in order.

    *Ze slapen .*: the full stop has no type. A mark that is all of the tree leaves nothing to type.
    """
    if root.pt == "let":
        raise ExtractionError("there is nothing but punctuation")
    marks = [node for node in walk(root) if node.pt == "let" and node.rel == "--" and node.is_word]
    for mark in marks:
        detach(mark)
    return sorted(marks, key=position)


def join_units(root: Phrase, marks: list[Phrase]) -> None:
    """A multi-word unit is one word, whatever is inside it; marks between its tokens go with it.

    *Den Haag*, *in zak en as*. What stands elsewhere has a vote too: in *van 3 tot 4 juli*, *3* is an `np`. If other
    words stand between its parts (*wat heb je voor boeken*), the first stretch is the head, and takes each further one
    as a complement `◇mwp`.
    """
    mark_tokens = {mark.tokens[0] for mark in marks}
    material = {node.index: node for node in walk(root) if not node.is_ghost}
    for unit in [node for node in walk_up(root) if node.cat == "mwu"]:
        leaves = sorted((node for node in walk(unit) if node.is_word), key=position)
        ghosts = [node for node in walk(unit) if node.is_ghost]
        unit.children = []
        if not leaves:  # it only repeats other words: a ghost of one of them
            unit.cat = ""
            unit.index = unit.index or (ghosts[0].index if ghosts else None)
            continue
        stretches = _stretches(leaves, mark_tokens)
        mark_tokens -= {token for _, tokens in stretches for token in tokens}
        voters = [*leaves, *(material[ghost.index] for ghost in ghosts)]
        word_class = _unit_class([word.pt for word in voters if word.pt])
        if len(stretches) == 1:
            unit.cat, unit.pt, unit.tokens = "", word_class, stretches[0][1]
            continue
        unit.pt = word_class  # the phrase has the atom that the unit would have had as one word
        for number, (parts, tokens) in enumerate(stretches):
            part = Phrase("mwp" if number else "hd", pt=_unit_class([leaf.pt for leaf in parts]), tokens=tokens)
            part.begin, part.end, part.id = tokens[0], tokens[-1] + 1, parts[0].id
            attach(part, unit)
    marks[:] = [mark for mark in marks if mark.tokens[0] in mark_tokens]


def _stretches(leaves: list[Phrase], marks: set[int]) -> list[tuple[list[Phrase], tuple[int, ...]]]:
    """The parts of a unit that stand together but for marks, each with all of its tokens."""
    groups = [[leaves[0]]]
    for before, leaf in pairwise(leaves):
        if all(token in marks for token in range(before.tokens[-1] + 1, leaf.tokens[0])):
            groups[-1].append(leaf)
        else:
            groups.append([leaf])
    return [(group, tuple(range(group[0].tokens[0], group[-1].tokens[-1] + 1))) for group in groups]


def _unit_class(classes: list[str]) -> str:
    """The atom of a multi-word unit, by the word classes of its parts.

    >>> _unit_class(["vz", "n", "vg", "n"]), _unit_class(["lid", "adj"]), _unit_class(["spec", "vnw"])
    ('np', 'adj', 'spec')
    """
    return vote([ATOMS.get(name, name) for name in classes])


def lift_material(root: Phrase) -> None:
    """What stands for the same thing in several places is spelled out at the highest of them.

    A ghost that is a sister of a phrase with its material inside swaps places with it.
    """
    for material in [node for node in walk(root) if node.index is not None and not node.is_ghost]:
        above = list(ancestors(material))
        higher = [g for g in walk(root) if g.is_ghost and g.index == material.index and g.parent in above[1:]]
        if higher:
            ghost = max(higher, key=lambda g: above.index(g.parent))  # type: ignore[arg-type]  # they have one
            stand_in = Phrase(
                material.rel, index=material.index, begin=material.begin, end=material.end, id=material.id
            )
            replace(material, stand_in)
            material.rel = ghost.rel
            replace(ghost, material)


def drop_understood(root: Phrase, forgotten: frozenset[int]) -> None:
    """What a phrase only understands is no resource of it.

    *Ze wil slapen*: the subject of *slapen* is that of *wil*. *Ze wordt gezien*: the object of *gezien* is the subject
    of *wordt*. *van een half tot een procent*: the first *een* has no noun. A ghost stays only if it is a gap, or
    shared by conjuncts.
    """
    for ghost in [node for node in walk(root) if node.is_ghost]:
        if ghost.index in forgotten or _is_understood(ghost):
            detach(ghost)


def _is_understood(ghost: Phrase) -> bool:
    """Whether the nearest node above it that also has a daughter with its index, or its material, is headed."""
    branch = ghost
    for above in ancestors(ghost):
        sisters = [sister for sister in above.children if sister is not branch]
        same = [sister for sister in sisters if sister.index == ghost.index]
        if same:
            return above.cat != "conj" and not any(sister.rel in FRONTED for sister in same)
        if any(node.index == ghost.index and not node.is_ghost for sister in sisters for node in walk(sister)):
            return above.cat != "conj"
        branch = above
    return True


def settle_determiners(root: Phrase) -> None:
    """A phrase has one determiner; further ones are modifiers.

    *de drie mensen*: phrases give way, else numerals and *beide*, then what comes later. A determiner without a noun
    is the head: *deze*.
    """
    for phrase in walk(root):
        determiners = [child for child in phrase.children if child.rel == "det"]
        if len(determiners) > 1:
            weak = [d for d in determiners if d.cat] or [d for d in determiners if d.pt == "tw" or d.lemma == "beide"]
            strong = [d for d in determiners if d not in weak][:1]
            for determiner in determiners:
                determiner.rel = "det" if determiner in strong else "mod"
            determiners = strong
        if determiners and not any(child.rel in HEADS for child in phrase.children):
            determiners[0].rel = "hd"


def lift_modifiers(root: Phrase) -> None:
    """What modifies several conjuncts modifies the whole, also if some conjuncts are without it.

    *verse melk en boter*: *verse* is an adjunct of the conjunction. Not what is fronted in each conjunct.
    """
    places: dict[int, list[Phrase]] = {}
    for node in walk(root):
        if node.index is not None:
            places.setdefault(node.index, []).append(node)
    for nodes in places.values():
        bound = [node for node in nodes if node.rel not in FRONTED]
        if len(bound) < 2 or any(node.rel not in ADJUNCTS for node in bound):
            continue
        above = [list(ancestors(node)) for node in bound]
        lowest = next(node for node in above[0] if all(node in others for others in above))
        if any(lowest in ancestors(node) for node in nodes if node.rel in FRONTED):
            continue
        kept = next((node for node in bound if not node.is_ghost), bound[0])
        for node in bound:
            detach(node)
        attach(kept, lowest)


def group_conjuncts(root: Phrase) -> None:
    """Conjuncts that share something which the others do not have are a conjunction by themselves.

    *Jan kwam, zag en overwon, maar Piet bleef*: what *Jan* is the subject of, against the rest.
    """
    for conjunction in [node for node in walk_up(root) if node.cat == "conj"]:
        while _group_once(conjunction):
            pass


def _group_once(conjunction: Phrase) -> bool:
    """Make one group, if there is one to make."""
    conjuncts = sorted((child for child in conjunction.children if child.rel == "cnj"), key=span)
    indices = [{node.index for node in walk(c) if node.index is not None} for c in conjuncts]
    for index in sorted(set().union(*indices)):
        holders = [number for number, group in enumerate(indices) if index in group]
        first, last = holders[0], holders[-1]
        if 1 < len(holders) < len(conjuncts) and last - first + 1 == len(holders):
            _group(conjunction, conjuncts[first], conjuncts[last])
            return True
    return False


def _group(conjunction: Phrase, first: Phrase, last: Phrase) -> None:
    """Make a conjunction of the conjuncts from one to another, and of the coordinators between them."""
    inner = Phrase("cnj", "conj", begin=first.begin, end=last.end, id=first.id)
    for child in list(conjunction.children):
        if child.rel in ("cnj", "crd") and span(first) <= span(child) <= span(last):
            detach(child)
            attach(child, inner)
    attach(inner, conjunction)


def settle_coordinators(root: Phrase, marks: list[Phrase]) -> None:
    """A conjunction has one coordinator.

    *zowel Jan als Piet*: the first is the coordinator, and takes the others as complements `◇cor`.
    *Jan, Piet*: without one, the last mark between the last two conjuncts takes its place.
    """
    free = {mark.tokens[0]: mark for mark in marks}
    for conjunction in [node for node in walk_up(root) if node.cat == "conj"]:
        coordinators = [child for child in conjunction.children if child.rel == "crd"]
        for further in coordinators[1:]:
            further.rel = "cor"
        conjuncts = [child for child in conjunction.children if child.rel == "cnj"]
        if coordinators or len(conjuncts) < 2:
            continue
        (start, end), (begin, stop) = sorted(span(conjunct) for conjunct in conjuncts)[-2:]
        between = [token for token in free if start < token < stop]
        between = [token for token in between if end <= token < begin] or between
        if between:
            mark = free.pop(max(between))
            mark.rel = "crd"
            attach(mark, conjunction)


def settle_discourse(root: Phrase) -> None:
    """A sentence of several parts has a nucleus; the other parts are its adjuncts, each with the label of its relation.

    *Kom, zei hij*: *zei hij* is a `□tag(s_v1 ⊸ s_v1)`. *Ja, dat klopt*: *ja* is a `□dp(s_main ⊸ s_main)`. The nucleus
    is what the tree calls so, else the first part that is a clause, else the longest part.
    """
    for unit in list(walk_up(root)):
        if unit.cat != "top" and any(child.rel in HEADS and child.rel != "nucl" for child in unit.children):
            for child in unit.children:
                child.rel = "dp" if child.rel == "--" else child.rel
            continue
        parts = [child for child in unit.children if child.rel in (*DISCOURSE, "nucl")]
        if parts and len(parts) == len(unit.children):
            unit.cat = "du"
            nucleus = min(parts, key=_nucleus_rank)
            for part in parts:
                part.rel = "nucl" if part is nucleus else "dp" if part.rel in ("nucl", "--") else part.rel


def _nucleus_rank(part: Phrase) -> tuple[bool, bool, int, int, tuple[int, int, int]]:
    clause = CLAUSES.index(part.cat) if part.cat in CLAUSES else len(CLAUSES)
    length = sum(len(node.tokens) for node in walk(part))
    return part.rel != "nucl", part.rel == "dlink", clause, -length, position(part)


def prune(root: Phrase) -> Phrase:
    """A phrase of which nothing is left goes, and a phrase of one daughter is that daughter.

    *Ze wordt gezien*: *gezien* is a `ww`, as the understood object is gone. What stands in several places stays a
    phrase, and so does a whole sentence and each part of its discourse.
    """
    ghosts = {node.index for node in walk(root) if node.is_ghost}
    for phrase in list(walk_up(root)):
        if phrase.cat and not phrase.children and phrase.parent is not None:
            detach(phrase)
        elif len(phrase.children) == 1 and phrase.index not in ghosts:
            (only,) = phrase.children
            if phrase.parent is not None and (phrase.cat in GROUPS or phrase.rel not in (*DISCOURSE, "nucl")):
                only.rel = phrase.rel
                replace(phrase, only)
            elif phrase.parent is None and phrase.cat in GROUPS:
                only.rel = phrase.rel
                only.parent = None
                root = only
    if root.cat and not root.children:
        raise ExtractionError("there is nothing but punctuation")
    return root


def share(root: Phrase) -> None:
    """What all conjuncts have in common stands beside them, once, and each conjunct has a ghost of it.

    *Jan slaapt en snurkt*: the subject. *Jan drinkt bier en Piet wijn*: the verb. *de voor- en nadelen*: the article.
    """
    for conjunction in [node for node in walk_up(root) if node.cat == "conj"]:
        conjuncts = [child for child in conjunction.children if child.rel == "cnj"]
        if len(conjuncts) < 2:
            continue
        places: dict[int, list[list[Phrase]]] = {}
        for number, conjunct in enumerate(conjuncts):
            for node in walk(conjunct):
                if node.index is not None:
                    places.setdefault(node.index, [[] for _ in conjuncts])[number].append(node)
        for index, holders in sorted(places.items()):
            if all(holders):
                _factor(conjunction, index, [_highest(nodes) for nodes in holders])


def _highest(nodes: list[Phrase]) -> Phrase:
    """The place that counts where a conjunct has several; the others are only understood."""
    best = min(nodes, key=lambda node: (node.is_ghost, len(list(ancestors(node))), position(node)))
    for node in nodes:
        bound = best.rel in FRONTED  # a gap, which is not understood
        if node is not best and node.is_ghost and node.parent is not None and node.rel not in HEADS and not bound:
            detach(node)
    return best


def _factor(conjunction: Phrase, index: int, places: list[Phrase]) -> None:
    """Move what stands in all these places to the conjunction."""
    material = next((node for node in places if not node.is_ghost), None)
    label = places[0].rel
    if any(node.rel in ADJUNCTS for node in places):  # what modifies every conjunct modifies the whole
        for node in places:
            detach(node)
        common = material or places[0]
        common.rel = next(node.rel for node in places if node.rel in ADJUNCTS)
        attach(common, conjunction)
        return
    for node in places:
        if node is material:
            stand_in = Phrase(node.rel, index=index, begin=node.begin, end=node.end, id=node.id)
            replace(node, stand_in)
    first = places[0]
    common = material or Phrase(label, index=index, begin=first.begin, end=first.end, id=first.id)
    common.rel = label
    attach(common, conjunction)
    conjunction.shared.append(common)
