"""The service answers that it is up."""

from __future__ import annotations

from service.app import app, create_app


def test_healthz_answers_ok_as_json() -> None:
    response = create_app().test_client().get("/healthz")
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert response.get_json() == {"status": "ok"}


def test_healthz_refuses_other_methods_and_says_which_it_takes() -> None:
    response = create_app().test_client().post("/healthz")
    assert response.status_code == 405
    assert response.allow.as_set() == {"get", "head", "options"}


def test_the_factory_makes_a_new_application_each_time() -> None:
    assert create_app() is not create_app()
    assert create_app() is not app
