#!/usr/bin/env bash
# Runs a command of an operator on the database of docker-compose.yml. Only a container has PostgreSQL's address
# and the worker's folder, with the list of what was ended and the end of the audit log; `.env` has the keys.
# Usage: infra/compose/operate.sh npm run backup -- --to /backups
set -euo pipefail
umask 077

: "${1:?Usage: infra/compose/operate.sh npm run backup -- --to /backups}"
cd "$(dirname "$0")/../.."

password() { sed -n "s/^$1=//p" .env; }
# The port of PostgreSQL is not published, but this machine reaches its container.
address=$(docker inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' \
  "$(docker compose ps --quiet postgres)")
export DATABASE_URL="postgres://resq_app:$(password POSTGRES_APP_PASSWORD)@$address:5432/resq"
export DATABASE_OWNER_URL="postgres://resq:$(password POSTGRES_PASSWORD)@$address:5432/resq"
DATA_DIR=$(mktemp -d)
export DATA_DIR
trap 'rm -rf "$DATA_DIR"' EXIT
docker compose cp worker:/resq/audit/. "$DATA_DIR"

end_of_log() { cat "$DATA_DIR/audit-head.json" 2>/dev/null || true; }
before=$(end_of_log)
"$@"
# After a restore the worker would miss the rows that are gone, and report that the log was cut off. The former
# end, which the restore has moved aside, is evidence and belongs to the old database.
if [ "$(end_of_log)" != "$before" ]; then
  for file in "$DATA_DIR"/audit-head.*.json "$DATA_DIR"/audit-head.json; do
    [ -e "$file" ] || continue
    docker compose run --rm --no-deps -T worker sh -c "cat >audit/${file##*/}" <"$file"
  done
fi
