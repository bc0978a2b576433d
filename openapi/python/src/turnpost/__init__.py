"""A client for Turnpost, a server for turn-based games by email."""
from .client import Client, Forbidden, Move, NotFound, Outdated, Problem, Refused, TryLater, Unauthenticated

__all__ = ["Client", "Forbidden", "Move", "NotFound", "Outdated", "Problem", "Refused", "TryLater", "Unauthenticated"]
