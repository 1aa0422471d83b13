"""deploy/kubernetes matches the schemas of Kubernetes and is consistent."""

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
"""The first version with all features of the manifests; the sleep of preStop is the newest."""

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
"""The part of the Prometheus operator's resource that we use."""


def name_of(one: YAML) -> str:
    return str(one["kind"])


BUILT_IN = [one for one in manifests() if not one["apiVersion"].startswith("monitoring.")]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("one", BUILT_IN, ids=name_of)
def test_manifest_matches_the_kubernetes_schema(one: YAML, version: str) -> None:
    checked = kubernetes_validate.validate(one, version, strict=True)
    assert version.startswith(checked)


def test_schema_check_finds_a_mistake() -> None:
    broken = deepcopy(DEPLOYMENT)
    broken["spec"]["template"]["spec"]["containers"][0]["readinesProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError, match="readinesProbe"):
        kubernetes_validate.validate(broken, OLDEST, strict=True)


def test_service_monitor_matches_the_operators_schema() -> None:
    jsonschema_rs.validate(SERVICE_MONITOR, manifest("ServiceMonitor"))


def test_kustomize_lists_every_file_but_the_service_monitor() -> None:
    kustomization = read(KUBERNETES / "kustomization.yaml")
    assert kustomization["apiVersion"] == "kustomize.config.k8s.io/v1beta1"
    assert kustomization["kind"] == "Kustomization"
    files = {file.name for file in KUBERNETES.iterdir()}
    apart = {"kustomization.yaml", "servicemonitor.yaml"}
    assert sorted(kustomization["resources"]) == sorted(files - apart)


def test_all_resources_have_the_same_name_and_label() -> None:
    for one in manifests():
        assert one["metadata"] == {
            "name": "cornerwise",
            "labels": {"app.kubernetes.io/name": "cornerwise"},
        }


def test_selectors_match_the_pods() -> None:
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


def test_service_monitor_selects_the_service_and_its_port() -> None:
    spec = manifest("ServiceMonitor")["spec"]
    service = manifest("Service")
    assert spec["selector"]["matchLabels"] == service["metadata"]["labels"]
    (endpoint,) = spec["endpoints"]
    assert endpoint["port"] in {port["name"] for port in service["spec"]["ports"]}
    assert endpoint["path"] == "/metrics"
    assert endpoint["path"] in paths()
    # Alerts use windows of five minutes.
    assert seconds(endpoint["scrapeTimeout"]) < seconds(endpoint["interval"]) <= 60


def test_ports_match_the_image() -> None:
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


def test_autoscaler_uses_the_requested_cpu() -> None:
    spec = manifest("HorizontalPodAutoscaler")["spec"]
    target = spec["scaleTargetRef"]
    assert target == {
        "apiVersion": DEPLOYMENT["apiVersion"],
        "kind": DEPLOYMENT["kind"],
        "name": DEPLOYMENT["metadata"]["name"],
    }
    # Otherwise both would set the number of pods.
    assert "replicas" not in DEPLOYMENT["spec"]
    (metric,) = spec["metrics"]
    assert metric["containerResource"]["container"] == CONTAINER["name"]
    assert metric["containerResource"]["name"] == "cpu"
    # A percentage of the request, a whole core. A higher target leaves no reserve until the next
    # pod is ready; a much lower one leaves most of the core idle.
    assert metric["containerResource"]["target"]["type"] == "Utilization"
    assert 50 <= metric["containerResource"]["target"]["averageUtilization"] <= 90
    requested, limit = (int(CONTAINER["resources"][one]["cpu"]) for one in ("requests", "limits"))
    assert 1 <= requested <= limit
    assert 2 <= spec["minReplicas"] < spec["maxReplicas"]


def test_node_can_be_drained_while_others_serve() -> None:
    at_once = manifest("PodDisruptionBudget")["spec"]["maxUnavailable"]
    assert 0 < at_once < manifest("HorizontalPodAutoscaler")["spec"]["minReplicas"]


def test_rollout_starts_a_pod_before_it_stops_one() -> None:
    update = DEPLOYMENT["spec"]["strategy"]["rollingUpdate"]
    assert update["maxUnavailable"] == 0
    assert int(str(update["maxSurge"]).removesuffix("%")) > 0
    assert DEPLOYMENT["spec"]["minReadySeconds"] > 0


def paths() -> set[str]:
    """Return all paths with a GET route."""
    return {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}


def test_probes_use_existing_paths() -> None:
    probes = {name: CONTAINER[f"{name}Probe"] for name in ("startup", "readiness", "liveness")}
    for probe in probes.values():
        assert probe["httpGet"]["path"] in paths()
        assert probe["httpGet"]["port"] == CONTAINER["ports"][0]["name"]
    assert probes["readiness"]["httpGet"]["path"] == "/readyz"
    # Liveness depends on the process only: a restart cannot fix anything else.
    assert probes["liveness"]["httpGet"]["path"] == "/healthz"
    # A slow pod is removed from the endpoints long before it is killed.
    wait = {
        one: probe["periodSeconds"] * probe["failureThreshold"] for one, probe in probes.items()
    }
    assert 2 * wait["readiness"] <= wait["liveness"]
    # On a busy node a start takes longer than the usual second or two.
    assert wait["startup"] >= 30


def test_pod_has_time_to_stop() -> None:
    asleep = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    # kube-proxy and ingress controllers are updated after some seconds.
    assert asleep >= 5
    assert asleep + GRACE < POD["spec"]["terminationGracePeriodSeconds"]


def test_container_has_the_settings_of_the_image() -> None:
    assert CONTAINER["env"] == [{"name": "WEB_CONCURRENCY", "value": f"{WORKERS}"}]


def test_image_has_the_current_version() -> None:
    assert CONTAINER["image"] == f"cornerwise:{VERSION}"


def test_container_is_unprivileged() -> None:
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


def test_writable_volumes_are_in_memory() -> None:
    (mount,) = CONTAINER["volumeMounts"]
    assert mount["mountPath"] == "/tmp"  # noqa: S108 (the container's own)
    (volume,) = POD["spec"]["volumes"]
    assert volume["name"] == mount["name"]
    assert volume["emptyDir"]["medium"] == "Memory"


def test_container_has_the_memory_and_cpu_it_needs() -> None:
    limits = CONTAINER["resources"]["limits"]
    (volume,) = POD["spec"]["volumes"]
    check_room(limits["memory"], int(limits["cpu"]), volume["emptyDir"]["sizeLimit"])
    requested = size(CONTAINER["resources"]["requests"]["memory"])
    assert WORKERS * 35 * 1024 * 1024 <= requested <= size(limits["memory"])
