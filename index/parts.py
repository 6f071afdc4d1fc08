"""Parts that are made when they are first used, once, whichever thread comes first."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

T = TypeVar("T")

_MAKING = threading.RLock()


class part(Generic[T]):  # noqa: N801 - used as `property` is
    """A property that is made once and kept; `functools.cached_property` may make two (3.12).

    An error while it is made is raised, and the next use tries again.

    Args:
        make: makes it.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | Self:
        if instance is None:
            return self
        # Once made it lies in the instance's own dictionary, where it is found before this.
        with _MAKING:
            made: dict[str, T] = instance.__dict__
            if self._name not in made:
                made[self._name] = self._make(instance)
            return made[self._name]
