"""Invariants of responses, checked without an engine.

The checks are cheap enough for every response of a load test, and independent of the code that
produced it. Each takes the body and the request, returns what the scenario needs next, and raises
:class:`~loadtests.responses.InvalidResponseError` with a message that says what is wrong.
"""
