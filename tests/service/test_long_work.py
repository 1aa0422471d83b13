"""Sharing long work between clients."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import pytest

from service.http.client_address import client_address
from service.openapi.examples import example_context
from service.operations.errors import OperationError
from service.operations.long_work import LongWork, Ticket
from service.operations.operation import Request, in_slot

TIMEOUT = 30


class Job:
    """A request in a thread, which runs until it is stopped."""

    def __init__(
        self, pool: ThreadPoolExecutor, work: LongWork, client: str, *, is_large: bool = False
    ) -> None:
        self.begun, self.end = threading.Event(), threading.Event()
        self.done: Future[str] = pool.submit(self._run, work, client, is_large)

    def _run(self, work: LongWork, client: str, is_large: bool) -> str:  # noqa: FBT001 (of a thread)
        try:
            with work.admit(Ticket(client, is_large=is_large)):
                self.begun.set()
                assert self.end.wait(TIMEOUT)
        except OperationError as error:
            return "refused" if (error.code, error.retry_after) == ("busy", 1) else repr(error)
        return "done"

    def finish(self) -> None:
        """End the work, and wait until its slot is free."""
        self.end.set()
        assert self.done.result(TIMEOUT) == "done"

    @property
    def is_refused(self) -> bool:
        """Whether it is refused in the end."""
        return self.done.result(TIMEOUT) == "refused"


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """Return a pool with a thread for each job."""
    with ThreadPoolExecutor(16) as made:
        yield made


def start(pool: ThreadPoolExecutor, work: LongWork, client: str, *, is_large: bool = False) -> Job:
    """Start a job that finds a slot."""
    job = Job(pool, work, client, is_large=is_large)
    assert job.begun.wait(TIMEOUT)
    return job


def start_waiting(
    pool: ThreadPoolExecutor, work: LongWork, client: str, *, is_large: bool = False
) -> Job:
    """Start a job that has to wait."""
    job = Job(pool, work, client, is_large=is_large)
    while not any(ticket.client == client for ticket in work.waiting):
        assert not job.done.done()
    return job


def test_a_client_has_one_slot_and_others_have_the_rest(pool: ThreadPoolExecutor) -> None:
    work = LongWork(2, wait_seconds=0)
    first = start(pool, work, "a")
    assert Job(pool, work, "a").is_refused
    second = start(pool, work, "b")
    assert Job(pool, work, "c").is_refused
    first.finish()
    start(pool, work, "c").finish()
    second.finish()
    assert not work.running


def test_a_request_waits_for_a_slot(pool: ThreadPoolExecutor) -> None:
    work = LongWork(1, TIMEOUT)
    first = start(pool, work, "a")
    second = start_waiting(pool, work, "b")
    assert not second.begun.is_set()
    first.finish()
    assert second.begun.wait(TIMEOUT)
    second.finish()


def test_a_client_waits_for_its_own_work(pool: ThreadPoolExecutor) -> None:
    work = LongWork(2, TIMEOUT)
    first = start(pool, work, "a")
    second = start_waiting(pool, work, "a")
    start(pool, work, "b").finish()  # passes by: there is a slot for it
    assert not second.begun.is_set()
    first.finish()
    assert second.begun.wait(TIMEOUT)
    second.finish()


def test_a_waiting_client_with_running_work_makes_room_for_one_without(
    pool: ThreadPoolExecutor,
) -> None:
    work = LongWork(1, TIMEOUT)
    first = start(pool, work, "a")
    second = start_waiting(pool, work, "a")
    third = start_waiting(pool, work, "b")
    assert second.is_refused
    assert Job(pool, work, "c").is_refused  # the first that waits keeps its turn
    assert Job(pool, work, "a").is_refused
    first.finish()
    assert third.begun.wait(TIMEOUT)
    third.finish()


def test_a_waiting_client_that_hangs_up_makes_room(pool: ThreadPoolExecutor) -> None:
    work, cancelled = LongWork(1, TIMEOUT), threading.Event()
    context = replace(example_context(), long_work=work)
    callbacks: list[Callable[[], None]] = []

    def on_disconnect(callback: Callable[[], None]) -> AbstractContextManager[None]:
        callbacks.append(callback)
        return nullcontext()

    def search(request: Request) -> None:
        with in_slot(context, request, cancelled.set):
            pass

    first = start(pool, work, "a")
    second = pool.submit(search, {"client": "b", "on_disconnect": on_disconnect})
    while not work.waiting:
        assert not second.done()
    assert not cancelled.is_set()
    callbacks[0]()
    assert isinstance(second.exception(TIMEOUT / 2), OperationError)
    assert cancelled.is_set()
    third = start_waiting(pool, work, "c")
    first.finish()
    assert third.begun.wait(TIMEOUT)
    third.finish()


def test_one_large_search_runs_at_a_time(pool: ThreadPoolExecutor) -> None:
    work = LongWork(3, TIMEOUT)
    first = start(pool, work, "a", is_large=True)
    second = start_waiting(pool, work, "b", is_large=True)
    start(pool, work, "c").finish()  # a small one passes by
    assert not second.begun.is_set()
    first.finish()
    assert second.begun.wait(TIMEOUT)
    second.finish()
    assert not work.running


def test_refusals_say_why() -> None:
    work = LongWork(2, 0)

    def refusal(client: str) -> str:
        ticket = Ticket(client, is_large=True)
        with pytest.raises(OperationError) as caught, work.admit(ticket):
            pass
        return caught.value.detail

    with work.admit(Ticket("a", is_large=True)):
        assert refusal("a") == "Another search of this client is running."
        assert "only one may run at a time" in refusal("b")
        with work.admit(Ticket("b")):
            assert refusal("c") == "2 searches are running, which is the maximum."


def test_memory_is_that_of_one_large_search_and_small_ones() -> None:
    assert [LongWork(slots).memory_mib for slots in (1, 2, 3)] == [64, 80, 96]


def test_a_slot_is_free_again_after_a_failure() -> None:
    work = LongWork(1, 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), work.admit(Ticket("a")):
            raise ZeroDivisionError
    assert not work.running
    assert not work.waiting


@pytest.mark.parametrize(
    ("remote", "forwarded", "address"),
    [
        ("203.0.113.7", None, "203.0.113.7"),
        ("8.8.8.8", "1.1.1.1", "8.8.8.8"),  # a client that invents addresses
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "1.1.1.1", "1.1.1.1"),
        ("10.0.0.3", "9.9.9.9, 1.1.1.1", "1.1.1.1"),
        ("10.0.0.3", "nonsense", "10.0.0.3"),
        ("10.0.0.3", "x" * 100_000, "10.0.0.3"),
        ("", "1.1.1.1", "1.1.1.1"),
        ("", None, ""),
        ("2a00:1450:4001:81b::200e", None, "2a00:1450:4001:81b::/64"),
        ("::1", "2a00:1450:4001:81b:1::1", "2a00:1450:4001:81b::/64"),
    ],
)
def test_the_address_of_a_client(remote: str, forwarded: str | None, address: str) -> None:
    environ = {"REMOTE_ADDR": remote}
    if forwarded is not None:
        environ["HTTP_X_FORWARDED_FOR"] = forwarded
    assert client_address(environ) == address
