"""Parts that are made once."""

from __future__ import annotations

import threading
import time

import pytest

from index.parts import part


class Whole:
    """Counts how often its part is made."""

    made = 0

    @part
    def one(self) -> object:
        """The part."""
        self.made += 1
        time.sleep(0.05)
        return object()

    @part
    def broken(self) -> object:
        """Fails once."""
        self.made += 1
        if self.made == 1:
            raise ValueError("not yet")
        return self.made


def test_a_part_is_made_once_whichever_thread_comes_first() -> None:
    whole = Whole()
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(whole.one)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert whole.made == 1
    assert len({id(item) for item in found}) == 1
    assert Whole.one.__doc__ == "The part."


def test_what_failed_is_tried_again() -> None:
    whole = Whole()
    with pytest.raises(ValueError, match="not yet"):
        _ = whole.broken
    assert whole.broken == whole.broken == 2
