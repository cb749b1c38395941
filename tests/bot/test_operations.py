"""The pages for operators and the dashboard speak of what is there."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.storage.transfer import tables
from bot.words.operations import _DIAGNOSES, format_deaf, format_silence, format_unconnected

DOCS = Path(__file__).parents[2] / "docs"
RULES = DOCS / "alerts.yml"
NAME = re.compile(r"\b(?:maxine|process)_\w+")
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("", "_bucket", "_count", "_sum")}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What a query may name."""
    monkeypatch.setattr(metrics, "_meters", None)
    metrics.begin_counting()
    text = metrics.format_metrics(matches_running=1, searches_waiting=0, free_bytes=None, gateway={}).decode()
    families = text_string_to_metric_families(text)
    return {
        family.name.removesuffix("_total") + suffix for family in families for suffix in SUFFIXES[family.type]
    }


def alerts() -> Iterator[dict[str, Any]]:
    """Return the alert rules."""
    (group,) = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    yield from group["rules"]


def queries() -> Iterator[str]:
    """Return every query of the dashboard and of the alert rules but `up`, which Prometheus makes."""
    yield from (rule["expr"] for rule in alerts() if not rule["expr"].startswith("up{"))
    dashboard: dict[str, Any] = json.loads((DOCS / "dashboard.json").read_text(encoding="utf-8"))
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def test_queries_name_known_metrics(names: set[str]) -> None:
    for query in queries():
        assert NAME.findall(query)
        assert {*NAME.findall(query)} <= names, query


def test_queries_name_known_labels(names: set[str]) -> None:  # noqa: ARG001 - they are made by it
    meters = [each for each in vars(metrics._meters).values() if hasattr(each, "_labelnames")]
    labels = {"le", "instance", "job"}.union(*(each._labelnames for each in meters))
    for query in queries():
        grouped = " ".join(re.findall(r"by \(([^)]*)\)", query))
        named = {*re.findall(r"\w+", grouped), *re.findall(r'(\w+)[!=]~?"', query)}
        assert named <= labels, query


def test_alerts_say_what_to_do() -> None:
    rules = list(alerts())
    assert len({rule["alert"] for rule in rules}) == len(rules) > 10
    assert all(rule["annotations"].keys() == {"summary", "description"} for rule in rules)
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    named = re.findall('"([^"]+)" under Troubleshooting', RULES.read_text(encoding="utf-8"))
    assert len(named) == 2
    assert all(re.search(f"(?m)^### .*{name}", page) for name in named)


@pytest.mark.skipif(shutil.which("promtool") is None, reason="Prometheus is not installed")
def test_prometheus_takes_the_alerts() -> None:
    subprocess.run(["promtool", "check", "rules", str(RULES)], check=True)  # noqa: S603, S607


def test_page_names_every_metric(names: set[str]) -> None:
    named = {*NAME.findall((DOCS / "operations.md").read_text(encoding="utf-8"))}
    assert named <= names
    own = {name for name in names if name.startswith("maxine_")}
    assert {re.sub("_(bucket|count|sum)$", "", name) for name in own} <= named


def test_page_speaks_of_every_sentence() -> None:
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    assert format_unconnected(0) in page
    assert format_deaf(0, 55).split(", not")[0] in page
    assert "within 2 s" in page
    assert format_silence(2).endswith("within 2 s.")


def test_every_diagnosis_is_a_whole_sentence() -> None:
    cut = re.compile(r" (is|are|has|that|where|which|a|the|and|or|by|of|to)\.?$")
    assert [said for said in _DIAGNOSES.values() if cut.search(said)] == []


def test_security_names_every_table() -> None:
    page = (DOCS.parent / "SECURITY.md").read_text(encoding="utf-8")
    named = [
        name
        for row in re.findall(r"^- (`\w+`(?:, `\w+`)*): ", page, re.MULTILINE)
        for name in re.findall(r"\w+", row)
    ]
    assert sorted(named) == sorted([*tables(), "leases"])
