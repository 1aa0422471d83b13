"""HTTP: request bodies, problem documents, middleware, the fast path, catalogue and page routes."""
