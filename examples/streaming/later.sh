#!/bin/sh
# Gives the sixth queue its copies, ten minutes of them
set -e
runmqsc ORDERS.QM <<EOF
DEFINE QLOCAL(COPY.6) MAXDEPTH(2000000) DEFPSIST(YES) REPLACE
DEFINE QLOCAL(ORDERS.6) DEFPSIST(YES) STREAMQ(COPY.6) REPLACE
alter ql(COPY.6) custom('CAPEXPY(6000)')
EOF
