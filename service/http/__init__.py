"""HTTP: request bodies, problem documents, middleware, catalogue and page routes."""
