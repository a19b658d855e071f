"""CipherSpecs. Generated from `grammars/catalogue/cipherspecs.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CIPHERSPECS: tuple[Any, ...] = (
    ('AES_SHA_US', 'SSL 3.0', 'AES', '', (), False, None, 'ibmi', None, (((8, 0, 0, 2), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('DES_SHA_EXPORT', 'SSL 3.0', 'DES', '', (), False, None, 'all', None, (((7, 5, 0, 6), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('DES_SHA_EXPORT1024', 'SSL 3.0', 'DES', '', (), False, None, 'aix-linux-windows', None, (((7, 5, 0, 6), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('ECDHE_ECDSA_3DES_EDE_CBC_SHA256', 'TLS 1.2', '3DES', 'TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA', ('ECDHE_ECDSA_3DES_EDE_CBC_SHA',), True, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('ECDHE_ECDSA_AES128_CCM8', 'TLS 1.2', 'AES', 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8', ('TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8',), True, False, 'all', (9, 4, 4), (((9, 4, 4), None, 'unknown', 'low'),), 'medium'),
    ('ECDHE_ECDSA_AES_128_CBC_SHA256', 'TLS 1.2', 'AES', 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256', (), True, True, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_ECDSA_AES_128_GCM_SHA256', 'TLS 1.2', 'AES', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', ('ECDHE_ECDSA_AES_128_GCM_AEAD',), True, True, 'multiplatforms', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_ECDSA_AES_256_CBC_SHA384', 'TLS 1.2', 'AES', 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384', (), True, True, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_ECDSA_AES_256_GCM_SHA384', 'TLS 1.2', 'AES', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', ('ECDHE_ECDSA_AES_256_GCM_AEAD',), True, True, 'multiplatforms', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_ECDSA_CHACHA20_POLY1305', 'TLS 1.2', 'ChaCha20', 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256', ('TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',), False, False, 'all', (9, 4, 4), (((9, 4, 4), None, 'unknown', 'low'),), 'medium'),
    ('ECDHE_ECDSA_NULL_SHA256', 'TLS 1.2', 'none', 'TLS_ECDHE_ECDSA_WITH_NULL_SHA', ('ECDHE_ECDSA_NULL_SHA',), False, False, 'aix-linux-windows', None, (((8, 0, 0, 3), None, 'disabled', 'high'),), 'high'),
    ('ECDHE_ECDSA_RC4_128_SHA256', 'TLS 1.2', 'RC4', 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA', ('ECDHE_ECDSA_RC4_128_SHA',), False, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('ECDHE_RSA_3DES_EDE_CBC_SHA256', 'TLS 1.2', '3DES', 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA', ('ECDHE_RSA_3DES_EDE_CBC_SHA',), True, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('ECDHE_RSA_AES_128_CBC_SHA256', 'TLS 1.2', 'AES', 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', (), True, True, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_RSA_AES_128_GCM_SHA256', 'TLS 1.2', 'AES', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', ('ECDHE_RSA_AES_128_GCM_AEAD',), True, True, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_RSA_AES_256_CBC_SHA384', 'TLS 1.2', 'AES', 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', (), True, True, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_RSA_AES_256_GCM_SHA384', 'TLS 1.2', 'AES', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', ('ECDHE_RSA_AES_256_GCM_AEAD',), True, True, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('ECDHE_RSA_CHACHA20_POLY1305', 'TLS 1.2', 'ChaCha20', 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', ('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',), False, False, 'all', (9, 4, 4), (((9, 4, 4), None, 'unknown', 'low'),), 'medium'),
    ('ECDHE_RSA_NULL_SHA256', 'TLS 1.2', 'none', 'TLS_ECDHE_RSA_WITH_NULL_SHA', ('ECDHE_RSA_NULL_SHA',), False, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('ECDHE_RSA_RC4_128_SHA256', 'TLS 1.2', 'RC4', 'TLS_ECDHE_RSA_WITH_RC4_128_SHA', ('ECDHE_RSA_RC4_128_SHA',), False, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('FIPS_WITH_3DES_EDE_CBC_SHA', 'SSL 3.0', '3DES', 'SSL_RSA_FIPS_WITH_3DES_EDE_CBC_SHA', (), False, False, 'aix-linux-windows', None, (((7, 5, 0, 8), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('FIPS_WITH_DES_CBC_SHA', 'SSL 3.0', 'DES', 'SSL_RSA_FIPS_WITH_DES_CBC_SHA', (), False, False, 'aix-linux-windows', None, (((7, 5, 0, 6), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('NULL_MD5', 'SSL 3.0', 'none', 'SSL_RSA_WITH_NULL_MD5', (), False, False, 'all', None, (((7, 5, 0, 6), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('NULL_SHA', 'SSL 3.0', 'none', 'SSL_RSA_WITH_NULL_SHA', (), False, False, 'all', None, (((7, 5, 0, 6), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('RC2_MD5_EXPORT', 'SSL 3.0', 'RC2', '', (), False, None, 'all', None, (((7, 5, 0, 7), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('RC4_56_SHA_EXPORT1024', 'SSL 3.0', 'RC4', '', (), False, None, 'aix-linux-windows', None, (((7, 5, 0, 7), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('RC4_MD5_EXPORT', 'SSL 3.0', 'RC4', 'SSL_RSA_EXPORT_WITH_RC4_40_MD5', (), False, False, 'all', None, (((7, 5, 0, 7), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('RC4_MD5_US', 'SSL 3.0', 'RC4', 'SSL_RSA_WITH_RC4_128_MD5', (), False, False, 'all', None, (((7, 5, 0, 7), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('RC4_SHA_US', 'SSL 3.0', 'RC4', '', (), False, None, 'all', None, (((7, 5, 0, 7), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('TLS_AES_128_CCM_8_SHA256', 'TLS 1.3', 'AES', 'TLS_AES_128_CCM_8_SHA256', (), False, False, 'aix-linux-windows', (9, 1, 4), (((9, 2), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_AES_128_CCM_SHA256', 'TLS 1.3', 'AES', 'TLS_AES_128_CCM_SHA256', (), False, False, 'aix-linux-windows', (9, 1, 4), (((9, 2), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_AES_128_GCM_SHA256', 'TLS 1.3', 'AES', 'TLS_AES_128_GCM_SHA256', (), False, True, 'all', (9, 1, 4), (((9, 2), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_AES_256_GCM_SHA384', 'TLS 1.3', 'AES', 'TLS_AES_256_GCM_SHA384', (), False, True, 'all', (9, 1, 4), (((9, 2), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_CHACHA20_POLY1305_SHA256', 'TLS 1.3', 'ChaCha20', 'TLS_CHACHA20_POLY1305_SHA256', (), False, False, 'all', (9, 1, 4), (((9, 2), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_RSA_EXPORT_WITH_RC2_40_MD5', 'TLS 1.0', 'RC2', '', (), False, None, 'ibmi', None, (((9,), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('TLS_RSA_EXPORT_WITH_RC4_40_MD5', 'TLS 1.0', 'RC4', '', (), False, None, 'ibmi', None, (((9,), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS 1.0', '3DES', 'SSL_RSA_WITH_3DES_EDE_CBC_SHA', (), True, False, 'all', None, (((9, 0, 0, 1), None, 'disabled', 'high'),), 'high'),
    ('TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS 1.0', 'AES', 'TLS_RSA_WITH_AES_128_CBC_SHA', (), True, False, 'all', None, (((7, 5, 0, 6), (9, 0, 4), 'enabled', 'high'), ((9, 0, 5), (9, 1, 5), 'enabled', 'low'), ((9, 2), None, 'disabled', 'high')), 'medium'),
    ('TLS_RSA_WITH_AES_128_CBC_SHA256', 'TLS 1.2', 'AES', 'TLS_RSA_WITH_AES_128_CBC_SHA256', (), True, False, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_RSA_WITH_AES_128_GCM_SHA256', 'TLS 1.2', 'AES', 'TLS_RSA_WITH_AES_128_GCM_SHA256', ('TLS_RSA_WITH_AES_128_GCM_AEAD',), True, False, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_RSA_WITH_AES_256_CBC_SHA', 'TLS 1.0', 'AES', 'TLS_RSA_WITH_AES_256_CBC_SHA', (), True, False, 'all', None, (((7, 5, 0, 6), (9, 0, 4), 'enabled', 'high'), ((9, 0, 5), (9, 1, 5), 'enabled', 'low'), ((9, 2), None, 'disabled', 'high')), 'medium'),
    ('TLS_RSA_WITH_AES_256_CBC_SHA256', 'TLS 1.2', 'AES', 'TLS_RSA_WITH_AES_256_CBC_SHA256', (), True, False, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_RSA_WITH_AES_256_GCM_SHA384', 'TLS 1.2', 'AES', 'TLS_RSA_WITH_AES_256_GCM_SHA384', ('TLS_RSA_WITH_AES_256_GCM_AEAD',), True, False, 'all', None, (((7, 5, 0, 6), (9, 3), 'enabled', 'high'), ((9, 4), None, 'enabled', 'medium')), 'high'),
    ('TLS_RSA_WITH_DES_CBC_SHA', 'TLS 1.0', 'DES', 'SSL_RSA_WITH_DES_CBC_SHA', (), False, False, 'all', None, (((7, 5, 0, 6), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('TLS_RSA_WITH_NULL_MD5', 'TLS 1.0', 'none', '', (), False, None, 'ibmi', None, (((9, 0, 0, 1), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('TLS_RSA_WITH_NULL_SHA', 'TLS 1.0', 'none', '', (), False, None, 'ibmi', None, (((9, 0, 0, 1), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
    ('TLS_RSA_WITH_NULL_SHA256', 'TLS 1.2', 'none', 'TLS_RSA_WITH_NULL_SHA256', (), False, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('TLS_RSA_WITH_RC4_128_MD5', 'TLS 1.0', 'RC4', '', (), False, None, 'ibmi', None, (((9,), None, 'disabled', 'high'),), 'medium'),
    ('TLS_RSA_WITH_RC4_128_SHA256', 'TLS 1.2', 'RC4', 'SSL_RSA_WITH_RC4_128_SHA', ('TLS_RSA_WITH_RC4_128_SHA',), False, False, 'all', None, (((8, 0, 0, 3), None, 'disabled', 'medium'),), 'medium'),
    ('TRIPLE_DES_SHA_US', 'SSL 3.0', '3DES', '', (), False, None, 'all', None, (((7, 5, 0, 8), (9, 4, 3), 'disabled', 'high'), ((9, 4, 4), None, 'disabled', 'low')), 'high'),
)

ALIASES: tuple[Any, ...] = (
    ('ANY', 'any enabled', 'minimum', True, True, (9, 1, 4), 'high'),
    ('ANY_TLS12', 'TLS 1.2', 'fixed', True, True, (9, 1, 1), 'high'),
    ('ANY_TLS12_OR_HIGHER', 'TLS 1.2 or higher', 'minimum', True, True, (9, 1, 4), 'high'),
    ('ANY_TLS13', 'TLS 1.3', 'fixed', False, True, (9, 1, 4), 'high'),
    ('ANY_TLS13_OR_HIGHER', 'TLS 1.3 or higher', 'minimum', False, True, (9, 1, 4), 'high'),
)
