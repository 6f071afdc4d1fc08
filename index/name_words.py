"""Words by which the parts of a personal name are told apart."""

from __future__ import annotations

SUFFIXES = {"jr": "Jr.", "jr.": "Jr.", "sr": "Sr.", "sr.": "Sr."}
NUMERALS = frozenset({"II", "III", "IV"})
PARTICLES = frozenset(
    """
    't aan abu af al av ben bin bint da dal de del della den der des di do dos du el ibn im in la
    las le les los op te ten ter uit v. van ver vom von zu zum zur
    """.split()  # noqa: SIM905 - a text of words is read and compared more easily than a list
)
CAPITAL_PARTICLES = PARTICLES - {"'t", "aan", "af", "av", "do", "im", "in", "op", "te", "v."}
"""Particles that begin a family name even with a capital; the others are then given names."""
NEVER_AFTER_PARTICLE = frozenset(
    """
    anh brown chan chen dang dinh duy hoang huynh kim lee liao lim liu luong moon ngo nguyen park
    peng pham phan quang tan thi tien tran trinh truong vinh vo vu wang wong wu xu yang yeo yim
    zhang zhao zhou
    """.split()  # noqa: SIM905
)
"""Family names before which `Van`, `Le`, `Da` or `Bin` is part of the given name."""
CONNECTORS = frozenset({"y", "e", "i"})
ELIDED = ("d'", "d’", "l'", "l’")
BODIES = frozenset(
    """
    agency alliance association center centre collaboration commission committee consortium corp.
    corporation department foundation gmbh group inc inc. initiative institute lab
    laboratory labs llc ltd ltd. ministry network organisation organization project research
    society team university
    """.split()  # noqa: SIM905
)
IN_NO_NAME = frozenset({"and", "for", "of", "the"})
NOBODY = frozenset(
    """
    -1 anon anon. anonymous n/a none null unknown unnamed
    """.split()  # noqa: SIM905
) | {"anonymous author", "anonymous authors", "anonymous author(s)", "anonymous submission"}
OTHERS = frozenset({"others", "et al", "et al.", "and others"})
