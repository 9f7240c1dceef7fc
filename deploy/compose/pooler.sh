#!/bin/sh
# The password is in the environment, not in a file of the project.
set -eu
printf '"app" "%s"\n' "$POSTGRES_PASSWORD" >/tmp/users.txt
exec pgbouncer /pgbouncer.ini
