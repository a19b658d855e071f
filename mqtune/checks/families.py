"""The modules that hold rule functions, by family. A new module is one more name here."""

from __future__ import annotations

MODULES = {
    "SYN": ("syn",),
    "CAT": (
        "cat_commands",
        "cat_attributes",
        "cat_levels",
        "cat_forms",
        "cat_values",
        "cat_names",
        "cat_given",
        "cat_custom",
        "cat_display",
        "cat_partners",
        "cat_security",
        "cat_ciphers",
        "cat_ini",
        "cat_ini_values",
        "cat_ini_levels",
        "cat_ini_layout",
        "cat_ccdt_keys",
        "cat_ccdt_types",
        "cat_ccdt_values",
        "cat_ccdt_meaning",
    ),
    "REF": ("ref", "ref_targets", "ref_partners"),
    "RUN": ("run", "run_again"),
    "PUB": ("pub", "pub_cache", "pub_rates", "pub_subscriptions"),
    "CHL": ("chl", "chl_hub"),
    "CLU": ("clu", "clu_order", "clu_repositories", "clu_threads"),
    "UNI": ("uni",),
    "QUE": ("que", "que_buffers", "que_load"),
    "EXP": ("exp",),
    "LOG": ("log",),
    "CLT": ("clt_form", "clt"),
    "SEC": ("sec", "sec_audit", "sec_authority", "sec_records"),
    "OSL": ("osl",),
    "K8S": ("k8s",),
}

# modules whose rules are all of one scope: a run without such rules does not import them
SCOPES = {
    "syn": "problem",
    "cat_ini": "ini",
    "cat_ini_values": "ini",
    "cat_ini_levels": "ini",
    "cat_ini_layout": "ini",
    "cat_ccdt_keys": "ccdt",
    "cat_ccdt_types": "ccdt",
    "cat_ccdt_values": "ccdt",
    "cat_ccdt_meaning": "ccdt",
    "clt_form": "problem",
}

# modules whose rules many runs cannot use, with the codes of these: a run without them does not import them
CODES = {
    "cat_security": ("CAT037", "CAT038", "CAT039", "CAT040", "CAT041"),
    "que_load": ("QUE009", "QUE010", "QUE014", "QUE018", "QUE019"),
    "que_buffers": ("QUE011", "QUE013"),
    "clu_order": ("CLU001",),
    "clu_threads": ("CLU002",),
    "clu_repositories": ("CLU003", "CLU004", "CLU005"),
    "pub_cache": ("PUB002",),
    "pub_rates": ("PUB006", "PUB017", "PUB018"),
    "pub_subscriptions": ("PUB012",),
    "chl_hub": ("CHL015", "CHL016", "CHL017", "CHL018", "CHL021"),
    "sec_authority": ("SEC022", "SEC023", "SEC024", "SEC025"),
    "sec_audit": ("SEC030", "SEC031", "SEC032", "SEC033", "SEC034"),
    "sec_records": ("SEC036",),
}
