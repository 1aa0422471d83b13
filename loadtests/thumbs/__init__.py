"""Rules of thumb: what must be true of an answer, told without an engine.

They are cheap enough for every answer of a load test, and independent of the code that made the
answer. Each takes the body and what was asked, returns what the story goes on with, and raises
:class:`~loadtests.answers.WrongAnswerError` with a message that says what does not fit.
"""
