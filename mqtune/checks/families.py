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
    "PUB": ("pub",),
    "CHL": ("chl",),
    "CLU": ("clu",),
    "UNI": ("uni",),
    "QUE": ("que",),
    "EXP": ("exp",),
    "LOG": ("log",),
    "CLT": ("clt_form", "clt"),
    "SEC": ("sec",),
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
