"""marshmallow schemas of requests, answers and the objects in them.

A request's envelope is validated by its schema. Long values (a state, actions, events) pass through
as :class:`~.fields.EngineValidated` and are validated by the engine; their schemas exist for the
OpenAPI description, and tests compare the two.
"""
