"""deploy/compose.yaml matches the schema of compose and the rest of deploy/."""

from __future__ import annotations

import re
from copy import deepcopy
from ipaddress import IPv4Network

import jsonschema_rs
import pytest
from check_jsonschema.builtin_schemas import get_builtin_schema

from tests.deploy.containerfile import CHECKOUT, DEPLOY, stage
from tests.deploy.manifests import (
    GRACE,
    THREADS,
    VERSION,
    WORKERS,
    YAML,
    check_room,
    read,
    seconds,
    size,
)

COMPOSE = read(DEPLOY / "compose.yaml")
SERVICES: dict[str, YAML] = COMPOSE["services"]
INSTANCES = ("a", "b")
SCHEMA = get_builtin_schema("vendor.compose-spec")

each = pytest.mark.parametrize("name", SERVICES)


def without_source(name: str) -> YAML:
    """Return a service without the fields about the source of its image."""
    source = {"build", "pull_policy"}
    return {key: value for key, value in SERVICES[name].items() if key not in source}


def test_file_matches_the_compose_schema() -> None:
    jsonschema_rs.validate(SCHEMA, COMPOSE)


def test_schema_check_finds_a_mistake() -> None:
    broken = deepcopy(COMPOSE)
    broken["services"]["a"]["mem_limits"] = "1g"
    with pytest.raises(jsonschema_rs.ValidationError, match="mem_limits"):
        jsonschema_rs.validate(SCHEMA, broken)


def test_two_identical_instances_and_one_proxy() -> None:
    first, second = map(without_source, INSTANCES)
    assert first == second
    assert first["image"] == f"cornerwise:${{TAG:-{VERSION}}}"
    # The first is built, the second uses the same image, which no registry has.
    assert ("build" in SERVICES["a"], "build" in SERVICES["b"]) == (True, False)
    assert SERVICES["b"]["pull_policy"] == "never"
    always = {name for name, service in SERVICES.items() if "profiles" not in service}
    assert always == {*INSTANCES, "proxy"}


def test_image_is_built_once_from_the_checkout() -> None:
    builds = {name: service["build"] for name, service in SERVICES.items() if "build" in service}
    (build,) = builds.values()
    assert (DEPLOY / build["context"]).resolve() == CHECKOUT
    assert (CHECKOUT / build["dockerfile"]) == DEPLOY / "Dockerfile"


@each
def test_every_image_has_an_exact_version(name: str) -> None:
    version = r"v?\d+\.\d+\.\d+(-alpine)?"
    image = SERVICES[name]["image"]
    assert re.fullmatch(rf"[\w/.-]+:({version}|\$\{{TAG:-{version}\}})", image)


def test_nginx_is_new_enough_to_resolve_names_again() -> None:
    found = re.fullmatch(r".*:(\d+)\.(\d+)\.(\d+).*", SERVICES["proxy"]["image"])
    assert found
    assert tuple(map(int, found.groups())) >= (1, 27, 3)  # `resolve` in an upstream


@each
def test_containers_have_no_rights_and_bounded_resources(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    assert "user" not in service
    assert 1 <= service["cpus"] <= 2
    assert size("256m") <= size(service["mem_limit"]) <= size("512m")
    # Threads count as processes: four times those of an instance; Go programs need as many.
    assert 4 * WORKERS * (THREADS + 4) <= service["pids_limit"] <= 1024
    assert service["restart"] == "unless-stopped"
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    for mount in service.get("tmpfs", []):
        (limit,) = re.findall(r"size=(\w+)", mount)
        assert 0 < size(limit) <= size(service["mem_limit"])


def test_instance_has_the_memory_and_cpu_it_needs() -> None:
    for name in INSTANCES:
        service = SERVICES[name]
        (temporary,) = re.findall(r"^/tmp:size=(\w+),", *service["tmpfs"])
        check_room(service["mem_limit"], service["cpus"], temporary)


@each
def test_ports_are_published_on_loopback_only(name: str) -> None:
    for port in SERVICES[name].get("ports", []):
        assert re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port)


def test_only_proxy_and_monitoring_publish_ports() -> None:
    reached = {name for name, service in SERVICES.items() if "ports" in service}
    assert reached == {"proxy", "prometheus", "grafana"}
    assert SERVICES["proxy"]["ports"] == ["127.0.0.1:8000:8080"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name, service in SERVICES.items():
        assert "inside" in service["networks"]
        assert ("outside" in service["networks"]) == (name in reached)


@each
def test_mounted_files_exist_and_are_read_only(name: str) -> None:
    for mount in SERVICES[name].get("volumes", []):
        source, target, *mode = mount.split(":")
        assert target.startswith("/")
        if source.startswith("./"):
            assert (DEPLOY / source).exists(), source
            assert mode == ["ro"]
        else:
            assert source in COMPOSE["volumes"]


def test_proxy_has_its_three_files_and_a_writable_folder() -> None:
    proxy = SERVICES["proxy"]
    targets = [mount.split(":")[1] for mount in proxy["volumes"]]
    assert targets == [f"/etc/nginx/{name}.conf" for name in ("nginx", "upstream", "listen")]
    assert proxy["command"][1:3] == ["-p", "/tmp"]  # noqa: S108 (the container's own)
    assert any(mount.startswith("/tmp:") for mount in proxy["tmpfs"])  # noqa: S108 (likewise)
    main = (DEPLOY / "nginx" / "nginx.conf").read_text("utf-8")
    # nginx reads files beside its configuration, and writes below its prefix.
    assert {"upstream.conf", "listen.conf"} <= set(re.findall(r"include ([\w.]+);", main))
    assert not re.search(r"^\s*(pid|\w+_temp_path|proxy_cache_path)\s+/", main, re.MULTILINE)
    assert not re.search(r"^\s*daemon\b", main, re.MULTILINE)


def test_proxy_forwards_to_both_instances_and_listens_on_the_published_port() -> None:
    folder = DEPLOY / "nginx" / "compose"
    upstream = (folder / "upstream.conf").read_text("utf-8")
    port = stage("").one("EXPOSE").text
    servers = re.findall(r"^\s*server (.+);", upstream, re.MULTILINE)
    # A failed instance is retried at once, as there is only one other. An instance that restarts
    # with another address is found through Docker's DNS server.
    assert servers == [f"{name}:{port} resolve max_fails=0" for name in INSTANCES]
    assert re.findall(r"^resolver (\S+) valid=\d+s;", upstream, re.MULTILINE) == ["127.0.0.11"]
    inner = SERVICES["proxy"]["ports"][0].split(":")[-1]
    listen = re.findall(r"listen (\d+)", (folder / "listen.conf").read_text("utf-8"))
    assert inner in listen


def test_forwarded_addresses_are_trusted_from_private_networks_only() -> None:
    listen = (DEPLOY / "nginx" / "compose" / "listen.conf").read_text("utf-8")
    trusted = re.findall(r"^\s*set_real_ip_from (\S+);", listen, re.MULTILINE)
    assert len(trusted) == listen.count("set_real_ip_from") > 0
    private = [IPv4Network(one) for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
    for one in map(IPv4Network, trusted):
        assert any(one.subnet_of(network) for network in private), one
    assert re.findall(r"^real_ip_header (\S+);", listen, re.MULTILINE) == ["X-Forwarded-For"]


def test_proxy_starts_after_both_instances_are_healthy() -> None:
    waits = SERVICES["proxy"]["depends_on"]
    assert waits == {name: {"condition": "service_healthy"} for name in INSTANCES}


@each
def test_every_service_has_a_healthcheck(name: str) -> None:
    if name in INSTANCES:
        assert "healthcheck" not in SERVICES[name]
        assert stage("").one("HEALTHCHECK").command
    else:
        check = SERVICES[name]["healthcheck"]
        assert check["test"][0] == "CMD"
        port = SERVICES[name]["ports"][0].split(":")[-1]
        # A forwarded path: the proxy is useful only with an instance behind it.
        path = {"proxy": "healthz", "prometheus": "-/ready", "grafana": "api/health"}[name]
        assert check["test"][-1] == f"http://127.0.0.1:{port}/{path}"
        assert seconds(check["timeout"]) < seconds(check["interval"])


def test_stop_grace_periods_cover_running_requests() -> None:
    for name in INSTANCES:
        assert seconds(SERVICES[name]["stop_grace_period"]) > GRACE
    # Requests through the proxy take as long as those of the instances.
    assert seconds(SERVICES["proxy"]["stop_grace_period"]) > GRACE
    assert SERVICES["proxy"]["stop_signal"] == "SIGQUIT"


def test_instance_has_the_settings_of_the_image() -> None:
    for name in INSTANCES:
        assert SERVICES[name]["environment"] == {"WEB_CONCURRENCY": f"{WORKERS}"}


def test_prometheus_scrapes_each_instance_and_loads_the_alerts() -> None:
    configuration = read(DEPLOY / "prometheus" / "prometheus.yml")
    assert configuration["rule_files"] == ["alerts.yaml"]
    assert "./prometheus:/etc/prometheus:ro" in SERVICES["prometheus"]["volumes"]
    every = {name: seconds(value) for name, value in configuration["global"].items()}
    # The alerts use windows of five minutes, and the shortest waits for one.
    assert set(every) == {"scrape_interval", "evaluation_interval"}
    assert max(every.values()) <= 60
    job, proxy = configuration["scrape_configs"]
    assert (job["job_name"], proxy["job_name"]) == ("cornerwise", "cornerwise-proxy")
    assert job.get("metrics_path", "/metrics") == "/metrics"
    for one in (job, proxy):
        assert seconds(one["scrape_timeout"]) < every["scrape_interval"]
    assert proxy["static_configs"] == [{"targets": ["proxy:8080"]}]
    nginx = (DEPLOY / "nginx" / "nginx.conf").read_text("utf-8")
    assert f"location = {proxy['metrics_path']} " in nginx
    (group,) = job["static_configs"]
    port = stage("").one("EXPOSE").text
    assert group["targets"] == [f"{name}:{port}" for name in INSTANCES]


def test_grafana_finds_prometheus_and_the_dashboard() -> None:
    provisioning = DEPLOY / "grafana" / "provisioning"
    (source,) = read(provisioning / "datasources" / "prometheus.yaml")["datasources"]
    port = SERVICES["prometheus"]["ports"][0].split(":")[-1]
    assert source["url"] == f"http://prometheus:{port}"
    (provider,) = read(provisioning / "dashboards" / "cornerwise.yaml")["providers"]
    (dashboard,) = (
        mount.split(":")[1] for mount in SERVICES["grafana"]["volumes"] if "dashboard.json" in mount
    )
    assert dashboard.startswith(provider["options"]["path"] + "/")
    home = SERVICES["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home == dashboard


def test_grafana_is_read_only_for_anonymous_users() -> None:
    environment = SERVICES["grafana"]["environment"]
    rights = {name: value for name, value in environment.items() if "_AUTH_" in name}
    assert rights == {
        "GF_AUTH_ANONYMOUS_ENABLED": "true",
        "GF_AUTH_ANONYMOUS_ORG_ROLE": "Viewer",
        "GF_AUTH_DISABLE_LOGIN_FORM": "true",
    }
    assert environment["GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION"] == "true"
