#!/bin/sh
# The password is in the environment, not in a file of the project.
set -eu
# Only this process reads the file.
umask 077
printf '"app" "%s"\n' "$POSTGRES_PASSWORD" >/tmp/users.txt
exec pgbouncer /pgbouncer.ini
