"""How findings name the objects that they speak of."""

from mqtune.text.finding import ObjectName


def test_an_object_without_a_name_is_its_type():
    assert str(ObjectName("QLOCAL", "ORDERS")) == "QLOCAL(ORDERS)"
    assert str(ObjectName("QMGR", "")) == "QMGR"
