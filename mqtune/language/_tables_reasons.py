"""Reason codes. Generated from `grammars/catalogue/reason-codes.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REASONS: dict[Any, Any] = {
    2001: ('MQRC_ALIAS_BASE_Q_TYPE_ERROR', 'the target of the alias is not a local queue, a remote queue definition or a topic'),
    2003: ('MQRC_BACKED_OUT', 'the unit of work was backed out'),
    2009: ('MQRC_CONNECTION_BROKEN', 'the connection to the queue manager was lost'),
    2016: ('MQRC_GET_INHIBITED', 'gets are disabled for the queue'),
    2030: ('MQRC_MSG_TOO_BIG_FOR_Q', 'the message is longer than MAXMSGL of the queue'),
    2031: ('MQRC_MSG_TOO_BIG_FOR_Q_MGR', 'the message is longer than MAXMSGL of the queue manager'),
    2035: ('MQRC_NOT_AUTHORIZED', 'the user is not authorized'),
    2045: ('MQRC_OPTION_NOT_VALID_FOR_TYPE', 'an option of the call is not valid for this type of object or queue'),
    2048: ('MQRC_PERSISTENT_NOT_ALLOWED', 'the queue does not accept persistent messages'),
    2051: ('MQRC_PUT_INHIBITED', 'puts are disabled for the queue, or publications for the topic'),
    2053: ('MQRC_Q_FULL', 'the queue has as many messages as MAXDEPTH allows'),
    2057: ('MQRC_Q_TYPE_ERROR', 'the queue is of a type that the call does not support'),
    2058: ('MQRC_Q_MGR_NAME_ERROR', 'the queue manager name is not valid or not known'),
    2059: ('MQRC_Q_MGR_NOT_AVAILABLE', 'the queue manager is not available'),
    2063: ('MQRC_SECURITY_ERROR', 'a security error occurred'),
    2082: ('MQRC_UNKNOWN_ALIAS_BASE_Q', 'the target of the alias is not defined'),
    2085: ('MQRC_UNKNOWN_OBJECT_NAME', 'the queue is not defined'),
    2086: ('MQRC_UNKNOWN_OBJECT_Q_MGR', 'the queue manager name in the object descriptor is not valid'),
    2087: ('MQRC_UNKNOWN_REMOTE_Q_MGR', 'the name of the remote queue manager cannot be resolved'),
    2091: ('MQRC_XMIT_Q_TYPE_ERROR', 'the transmission queue is not a local queue'),
    2092: ('MQRC_XMIT_Q_USAGE_ERROR', 'the transmission queue does not have USAGE(XMITQ)'),
    2184: ('MQRC_REMOTE_Q_NAME_ERROR', 'the remote queue definition has no RNAME'),
    2189: ('MQRC_CLUSTER_RESOLUTION_ERROR', 'the name could not be resolved in the cluster'),
    2196: ('MQRC_UNKNOWN_XMIT_Q', 'the transmission queue is not defined'),
    2197: ('MQRC_UNKNOWN_DEF_XMIT_Q', 'the default transmission queue is not defined'),
    2198: ('MQRC_DEF_XMIT_Q_TYPE_ERROR', 'the default transmission queue is not a local queue'),
    2199: ('MQRC_DEF_XMIT_Q_USAGE_ERROR', 'the default transmission queue does not have USAGE(XMITQ)'),
    2218: ('MQRC_MSG_TOO_BIG_FOR_CHANNEL', 'the message is longer than MAXMSGL of the channel'),
    2268: ('MQRC_CLUSTER_PUT_INHIBITED', 'puts are disabled for every instance of the cluster queue'),
    2270: ('MQRC_NO_DESTINATIONS_AVAILABLE', 'no instance of the cluster queue is available'),
    2393: ('MQRC_SSL_INITIALIZATION_ERROR', 'the TLS connection could not be started'),
    2397: ('MQRC_JSSE_ERROR', 'a Java client could not start the TLS connection'),
    2425: ('MQRC_TOPIC_STRING_ERROR', 'the topic string is not valid'),
    2502: ('MQRC_PUBLICATION_FAILURE', 'the publication could not be delivered to any of the subscribers'),
    2531: ('MQRC_PUBSUB_INHIBITED', 'publish/subscribe is switched off by PSMODE of the queue manager'),
    2537: ('MQRC_CHANNEL_NOT_AVAILABLE', 'the channel is stopped, an exit ended it, or a limit of instances is reached'),
    2538: ('MQRC_HOST_NOT_AVAILABLE', 'nothing listens at the address'),
    2539: ('MQRC_CHANNEL_CONFIG_ERROR', 'the two ends of the channel do not agree, or an ini file has an error'),
    2540: ('MQRC_UNKNOWN_CHANNEL_NAME', 'the server does not have the channel'),
}
