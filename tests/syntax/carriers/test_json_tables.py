"""Which JSON is taken for a client channel table, whatever is wrong with it."""

from __future__ import annotations

import pytest

from mqtune.syntax.carriers.kubernetes import holds_channels

CHANNEL = '{"name": "A", "type": "clientConnection", "clientConnection": {"queueManager": "Q"}}'


@pytest.mark.parametrize(
    "text",
    [
        f'{{"channel": [{CHANNEL}]}}',
        f'{{"Channel": [{CHANNEL}]}}',
        f'{{"channels": [{CHANNEL}], "version": 1}}',
        f"[{CHANNEL}]",
        '{"channel": []}',
        f'# CCDT\n{{"channel": [{CHANNEL}]}}',
        f'{{"channel": [{CHANNEL}',
        f"{{channel: [{CHANNEL}]}}",
    ],
)
def test_a_table_with_errors_is_recognised(text):
    assert holds_channels(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"channel": ["news", "sport"]}',
        '{"channels": [{"name": "general", "compression": "gzip"}]}',
        '{"channel": [], "title": "feed"}',
        '[{"name": "A"}]',
        '{"rss": {"channel": [1]}}',
    ],
)
def test_other_json_with_channels_is_left_alone(text):
    assert not holds_channels(text)


@pytest.mark.parametrize("text", ["{}", '{"channel": {}}', '{"channel": "x"}', '{"Channel": null, "a": 1}'])
def test_a_named_file_is_a_table_whatever_its_channels_are(text):
    assert holds_channels(text, named=True)
    assert not holds_channels(text)


def test_one_channel_without_its_array_is_recognised():
    assert holds_channels(f'{{"channel": {CHANNEL}}}')


def test_a_named_file_is_a_table_by_its_array_alone():
    assert holds_channels('{"channel": [], "title": "x"}', named=True)
