"""The modules that hold rule functions, by family. A new module is one more name here."""

from __future__ import annotations

MODULES = {
    "SYN": ("syn",),
    "CAT": ("cat",),
    "REF": ("ref",),
    "RUN": ("run",),
    "PUB": ("pub",),
    "CHL": ("chl",),
    "CLU": ("clu",),
    "UNI": ("uni",),
    "QUE": ("que",),
    "EXP": ("exp",),
    "LOG": ("log",),
    "CLT": ("clt",),
    "SEC": ("sec",),
    "OSL": ("osl",),
    "K8S": ("k8s",),
}
