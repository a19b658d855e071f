"""The modules that hold rule functions, by family. A new module is one more name here."""

from __future__ import annotations

MODULES = {
    "SYN": ("syn.diagnostics",),
    "CAT": (
        "cat.commands",
        "cat.attributes",
        "cat.levels",
        "cat.parameter_forms",
        "cat.values",
        "cat.names",
        "cat.combinations",
        "cat.custom",
        "cat.display",
        "cat.nested_values",
        "cat.security",
        "cat.ciphers",
        "cat.ini_names",
        "cat.ini_values",
        "cat.ini_levels",
        "cat.ini_layout",
        "cat.ccdt_keys",
        "cat.ccdt_types",
        "cat.ccdt_values",
        "cat.ccdt_meaning",
    ),
    "REF": ("ref.undefined", "ref.targets", "ref.partners"),
    "RUN": ("run.replay", "run.repeated"),
    "PUB": ("pub.listing", "pub.cache", "pub.rates", "pub.subscriptions"),
    "CHL": ("chl.listing", "chl.hub"),
    "CLU": ("clu.listing", "clu.order", "clu.repositories", "clu.threads"),
    "UNI": ("uni.listing",),
    "QUE": ("que.listing", "que.buffers", "que.load"),
    "EXP": ("exp.listing",),
    "LOG": ("log.listing",),
    "CLT": ("clt.form", "clt.listing"),
    "SEC": ("sec.listing", "sec.audit", "sec.authority", "sec.records"),
    "OSL": ("osl.environment",),
    "K8S": ("k8s.listing",),
}

# modules whose rules are all of one scope: a run without such rules does not import them
SCOPES = {
    "syn.diagnostics": "problem",
    "cat.ini_names": "ini",
    "cat.ini_values": "ini",
    "cat.ini_levels": "ini",
    "cat.ini_layout": "ini",
    "cat.ccdt_keys": "ccdt",
    "cat.ccdt_types": "ccdt",
    "cat.ccdt_values": "ccdt",
    "cat.ccdt_meaning": "ccdt",
    "clt.form": "problem",
}

# modules whose rules many runs cannot use, with the codes of these: a run without them does not import them
CODES = {
    "cat.security": ("CAT037", "CAT038", "CAT039", "CAT040", "CAT041"),
    "que.load": ("QUE009", "QUE010", "QUE014", "QUE018", "QUE019"),
    "que.buffers": ("QUE011", "QUE013"),
    "clu.order": ("CLU001",),
    "clu.threads": ("CLU002",),
    "clu.repositories": ("CLU003", "CLU004", "CLU005"),
    "pub.cache": ("PUB002",),
    "pub.rates": ("PUB006", "PUB017", "PUB018"),
    "pub.subscriptions": ("PUB012",),
    "chl.hub": ("CHL015", "CHL016", "CHL017", "CHL018", "CHL021"),
    "sec.authority": ("SEC022", "SEC023", "SEC024", "SEC025"),
    "sec.audit": ("SEC030", "SEC031", "SEC032", "SEC033", "SEC034"),
    "sec.records": ("SEC036",),
}
