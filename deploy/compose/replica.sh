#!/bin/bash
# Copies the primary when there is no data yet, then follows it.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD=$REPLICATION_PASSWORD
  pg_basebackup --host "${PRIMARY_HOST:-primary}" --port "${PRIMARY_PORT:-5432}" --username replicator --pgdata "$PGDATA" --slot replica \
    --wal-method stream --checkpoint fast --write-recovery-conf
fi
exec postgres -c hot_standby_feedback=on "$@"
