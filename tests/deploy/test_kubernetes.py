"""deploy/kubernetes: valid by the schemas of Kubernetes, and of one piece."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import jsonschema_rs
import kubernetes_validate
import pytest

from service.app import app
from tests.deploy.containerfile import stage
from tests.deploy.manifests import (
    GRACE,
    KUBERNETES,
    VERSION,
    WORKERS,
    YAML,
    check_room,
    manifest,
    manifests,
    read,
    seconds,
    size,
)

OLDEST = "1.30"
"""The first version with all that the manifests use (the sleep of preStop is the newest)."""

VERSIONS = (OLDEST, kubernetes_validate.latest_version())

IMAGE = stage("")
DEPLOYMENT = manifest("Deployment")
POD = DEPLOYMENT["spec"]["template"]
(CONTAINER,) = POD["spec"]["containers"]

SERVICE_MONITOR: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["apiVersion", "kind", "metadata", "spec"],
    "properties": {
        "apiVersion": {"const": "monitoring.coreos.com/v1"},
        "kind": {"const": "ServiceMonitor"},
        "metadata": {"type": "object", "required": ["name"]},
        "spec": {
            "type": "object",
            "additionalProperties": False,
            "required": ["selector", "endpoints"],
            "properties": {
                "selector": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["matchLabels"],
                    "properties": {
                        "matchLabels": {
                            "type": "object",
                            "minProperties": 1,
                            "additionalProperties": {"type": "string"},
                        }
                    },
                },
                "endpoints": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["port"],
                        "properties": {
                            "port": {"type": "string"},
                            "path": {"type": "string", "pattern": "^/"},
                            "interval": {"type": "string", "pattern": "^[0-9]+s$"},
                            "scrapeTimeout": {"type": "string", "pattern": "^[0-9]+s$"},
                        },
                    },
                },
            },
        },
    },
}
"""As much of the Prometheus operator's resource as we use."""


def name_of(one: YAML) -> str:
    return str(one["kind"])


BUILT_IN = [one for one in manifests() if not one["apiVersion"].startswith("monitoring.")]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("one", BUILT_IN, ids=name_of)
def test_kubernetes_would_take_it(one: YAML, version: str) -> None:
    checked = kubernetes_validate.validate(one, version, strict=True)
    assert version.startswith(checked)


def test_a_mistake_would_be_found() -> None:
    broken = deepcopy(DEPLOYMENT)
    broken["spec"]["template"]["spec"]["containers"][0]["readinesProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError, match="readinesProbe"):
        kubernetes_validate.validate(broken, OLDEST, strict=True)


def test_the_operator_of_prometheus_would_take_the_service_monitor() -> None:
    jsonschema_rs.validate(SERVICE_MONITOR, manifest("ServiceMonitor"))


def test_kustomize_has_every_file_but_the_operators() -> None:
    kustomization = read(KUBERNETES / "kustomization.yaml")
    assert kustomization["apiVersion"] == "kustomize.config.k8s.io/v1beta1"
    assert kustomization["kind"] == "Kustomization"
    files = {file.name for file in KUBERNETES.iterdir()}
    apart = {"kustomization.yaml", "servicemonitor.yaml"}
    assert sorted(kustomization["resources"]) == sorted(files - apart)


def test_everything_has_the_same_name_and_label() -> None:
    for one in manifests():
        assert one["metadata"] == {
            "name": "cornerwise",
            "labels": {"app.kubernetes.io/name": "cornerwise"},
        }


def test_every_selector_finds_the_pods() -> None:
    labels = POD["metadata"]["labels"]
    assert DEPLOYMENT["spec"]["selector"]["matchLabels"] == labels
    assert manifest("Service")["spec"]["selector"] == labels
    assert manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert manifest("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels
    spread = POD["spec"]["topologySpreadConstraints"]
    assert {one["topologyKey"] for one in spread} == {
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
    }
    assert all(one["labelSelector"]["matchLabels"] == labels for one in spread)


def test_the_service_monitor_finds_the_service_and_its_port() -> None:
    spec = manifest("ServiceMonitor")["spec"]
    service = manifest("Service")
    assert spec["selector"]["matchLabels"] == service["metadata"]["labels"]
    (endpoint,) = spec["endpoints"]
    assert endpoint["port"] in {port["name"] for port in service["spec"]["ports"]}
    assert endpoint["path"] == "/metrics"
    assert endpoint["path"] in paths()
    # Alerts look at five minutes.
    assert seconds(endpoint["scrapeTimeout"]) < seconds(endpoint["interval"]) <= 60


def test_every_port_is_the_images() -> None:
    (port,) = CONTAINER["ports"]
    assert str(port["containerPort"]) == IMAGE.one("EXPOSE").text
    (service,) = manifest("Service")["spec"]["ports"]
    assert service["targetPort"] == port["name"]
    assert manifest("NetworkPolicy")["spec"]["ingress"] == [
        {
            "from": [{"namespaceSelector": {}}],
            "ports": [{"port": port["name"], "protocol": "TCP"}],
        }
    ]


def test_the_autoscaler_scales_the_deployment_by_what_its_container_asks_for() -> None:
    spec = manifest("HorizontalPodAutoscaler")["spec"]
    target = spec["scaleTargetRef"]
    assert target == {
        "apiVersion": DEPLOYMENT["apiVersion"],
        "kind": DEPLOYMENT["kind"],
        "name": DEPLOYMENT["metadata"]["name"],
    }
    # Both would decide on the number.
    assert "replicas" not in DEPLOYMENT["spec"]
    (metric,) = spec["metrics"]
    assert metric["containerResource"]["container"] == CONTAINER["name"]
    assert metric["containerResource"]["name"] == "cpu"
    # Of what is requested, which is what it needs under load: a whole core. Above, there is nothing
    # left for what comes until the next pod serves; far below, most of it idles.
    assert metric["containerResource"]["target"]["type"] == "Utilization"
    assert 50 <= metric["containerResource"]["target"]["averageUtilization"] <= 90
    requested, limit = (int(CONTAINER["resources"][one]["cpu"]) for one in ("requests", "limits"))
    assert 1 <= requested <= limit
    assert 2 <= spec["minReplicas"] < spec["maxReplicas"]


def test_a_node_can_be_emptied_while_others_serve() -> None:
    at_once = manifest("PodDisruptionBudget")["spec"]["maxUnavailable"]
    assert 0 < at_once < manifest("HorizontalPodAutoscaler")["spec"]["minReplicas"]


def test_a_rollout_takes_no_pod_away_before_there_is_another() -> None:
    update = DEPLOYMENT["spec"]["strategy"]["rollingUpdate"]
    assert update["maxUnavailable"] == 0
    assert int(str(update["maxSurge"]).removesuffix("%")) > 0
    assert DEPLOYMENT["spec"]["minReadySeconds"] > 0


def paths() -> set[str]:
    """Return what can be asked for by GET."""
    return {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}


def test_every_probe_asks_for_something_that_is_there() -> None:
    probes = {name: CONTAINER[f"{name}Probe"] for name in ("startup", "readiness", "liveness")}
    for probe in probes.values():
        assert probe["httpGet"]["path"] in paths()
        assert probe["httpGet"]["port"] == CONTAINER["ports"][0]["name"]
    assert probes["readiness"]["httpGet"]["path"] == "/readyz"
    # Looks at nothing but the process itself: a restart mends nothing else.
    assert probes["liveness"]["httpGet"]["path"] == "/healthz"
    # Who is slow goes out of the list long before being killed for it.
    wait = {
        one: probe["periodSeconds"] * probe["failureThreshold"] for one, probe in probes.items()
    }
    assert 2 * wait["readiness"] <= wait["liveness"]
    # On a node that is busy a start takes longer than the second or two it takes elsewhere.
    assert wait["startup"] >= 30


def test_a_pod_that_is_told_to_stop_has_time_to() -> None:
    asleep = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    # kube-proxy and ingress controllers take seconds to hear of it.
    assert asleep >= 5
    assert asleep + GRACE < POD["spec"]["terminationGracePeriodSeconds"]


def test_the_container_is_set_up_as_the_image_is() -> None:
    assert CONTAINER["env"] == [{"name": "WEB_CONCURRENCY", "value": f"{WORKERS}"}]


def test_the_image_is_of_this_version() -> None:
    assert CONTAINER["image"] == f"cornerwise:{VERSION}"


def test_the_container_may_do_nothing_but_serve() -> None:
    user, group = map(int, IMAGE.one("USER").text.split(":"))
    assert POD["spec"]["securityContext"] == {
        "runAsNonRoot": True,
        "runAsUser": user,
        "runAsGroup": group,
        "fsGroup": group,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "privileged": False,
        "capabilities": {"drop": ["ALL"]},
    }
    assert POD["spec"]["automountServiceAccountToken"] is False
    account = manifest("ServiceAccount")
    assert account["automountServiceAccountToken"] is False
    assert POD["spec"]["serviceAccountName"] == account["metadata"]["name"]
    policy = manifest("NetworkPolicy")["spec"]
    assert sorted(policy["policyTypes"]) == ["Egress", "Ingress"]
    assert policy["egress"] == []


def test_what_the_service_writes_it_writes_to_memory() -> None:
    (mount,) = CONTAINER["volumeMounts"]
    assert mount["mountPath"] == "/tmp"  # noqa: S108 (the container's own)
    (volume,) = POD["spec"]["volumes"]
    assert volume["name"] == mount["name"]
    assert volume["emptyDir"]["medium"] == "Memory"


def test_the_container_has_room_for_what_it_does() -> None:
    limits = CONTAINER["resources"]["limits"]
    (volume,) = POD["spec"]["volumes"]
    check_room(limits["memory"], int(limits["cpu"]), volume["emptyDir"]["sizeLimit"])
    requested = size(CONTAINER["resources"]["requests"]["memory"])
    assert WORKERS * 35 * 1024 * 1024 <= requested <= size(limits["memory"])
