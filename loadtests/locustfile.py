"""Load on a running service; see README.md beside this file."""

from __future__ import annotations

from locust import FastHttpUser, constant, task


class HealthUser(FastHttpUser):
    """A client that asks without a pause, on one kept-alive connection, if the service is up."""

    wait_time = constant(0)

    @task
    def healthz(self) -> None:
        """Ask, and count an answer with any other body as a failure."""
        with self.client.get("/healthz", catch_response=True) as response:
            if response.status_code != 200:
                response.failure(f"status {response.status_code}")
            elif response.json() != {"status": "ok"}:
                response.failure(f"unexpected body {response.text!r}")
