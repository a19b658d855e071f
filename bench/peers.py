"""What the peers read: ordinary files of their own languages, of any total size.

yamllint gets generated manifests, ruff the modules of Python's standard library.
"""

from __future__ import annotations

import os
import random
import sysconfig
from collections.abc import Iterator

PIECE = 25_000  # bytes of one generated YAML file

MANIFEST = """\
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
  labels:
    app: {name}
    team: "{team}"
spec:
  replicas: {replicas}
  selector:
    matchLabels:
      app: {name}
  template:
    metadata:
      labels:
        app: {name}
    spec:
      # limits as agreed with the platform team
      containers:
        - name: main
          image: images.example.org/{team}/{name}:{tag}
          args: ["--port", "{port}", "--verbose"]
          resources:
            limits: {{cpu: "2", memory: {memory}Mi}}
          env:
            - name: QUEUE
              value: '{queue}'
            - name: RETRIES
              value: "{replicas}"
"""


def yaml_files(total: int, seed: int = 3) -> Iterator[str]:
    """YAML texts of `total` bytes together; one manifest in ten has a fault of layout."""
    source = random.Random(seed)
    written = 0
    while written < total:
        parts: list[str] = []
        size = 0
        while size < min(PIECE, total - written):
            text = MANIFEST.format(
                name=f"service-{source.randrange(10_000)}",
                team=source.choice(("logistics", "finance", "stores")),
                replicas=source.randrange(1, 6),
                tag=f"1.{source.randrange(40)}.{source.randrange(9)}",
                port=source.randrange(8000, 9000),
                memory=source.choice((256, 512, 1024)),
                queue=f"ORDERS.REQUEST.{source.randrange(1000)}",
            )
            if source.random() < 0.1:
                text = text.replace("replicas: ", "replicas:   ", 1)
            parts.append(text)
            size += len(text)
        yield "".join(parts)
        written += size


def python_files(total: int) -> Iterator[str]:
    """Modules of the standard library, in a fixed order and again from the start, up to `total` bytes."""
    folder = sysconfig.get_paths()["stdlib"]
    names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))
    written = 0
    while written < total:
        for name in names:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                text = file.read()
            yield text
            written += len(text)
            if written >= total:
                return
