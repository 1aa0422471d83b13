"""The OpenAPI description, generated from the operations and their schemas."""
