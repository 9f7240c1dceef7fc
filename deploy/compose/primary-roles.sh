#!/bin/bash
# Runs once, when the primary creates its data: a role, its access and a slot for the replica.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
