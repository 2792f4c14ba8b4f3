"""Trees that are odd, and must not break anything."""

from tests.treebank.trees import Case

ODDITIES = [
    Case(
        "headless phrase",
        "Eva niet",
        "smain(su:n/Eva mod:bw/niet)",
        """
        Eva   s_main
        niet  □mod(s_main ⊸ s_main)
        """,
        "s_main",
        "niet_mod Eva",
    ),
    Case(
        "two heads",
        "Hij loopt rent weg",
        "smain(su:vnw/Hij hd:ww/loopt hd:ww/rent svp:bw/weg)",
        """
        Hij    pron
        loopt  ◇hd ww ⊸ ◇svp bw ⊸ ◇su pron ⊸ s_main
        rent   ww
        weg    bw
        """,
        "s_main",
        "loopt rentʰᵈ wegˢᵛᵖ Hijˢᵘ",
    ),
    Case(
        "a word that its own sister repeats",
        "Zij wast",
        "smain(su:#1=vnw/Zij hd:ww/wast obj1:#1)",
        """
        Zij   pron
        wast  ◇su pron ⊸ s_main
        """,
        "s_main",
        "wast Zijˢᵘ",
    ),
    Case(
        "determiner without a noun",
        "Zij neemt deze",
        "smain(su:vnw/Zij hd:ww/neemt obj1:np(det:vnw/deze))",
        """
        Zij    pron
        neemt  ◇obj pron ⊸ ◇su pron ⊸ s_main
        deze   pron
        """,
        "s_main",
        "neemt dezeᵒᵇʲ Zijˢᵘ",
    ),
]
