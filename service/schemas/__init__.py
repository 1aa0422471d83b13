"""marshmallow schemas of requests, answers and the objects in them."""
