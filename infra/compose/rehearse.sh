#!/usr/bin/env bash
# Goes with docker-compose.yml the way of an operator, on a machine without data: starts the former release,
# backs up, upgrades, checks the backup, restores it, and starts again. `.env` has the passwords.
# It needs the PostgreSQL client of the server's version, and publishes nothing but the ports of the proxy.
# Usage: infra/compose/rehearse.sh <former image> <image>
set -euo pipefail

former=${1:?Usage: infra/compose/rehearse.sh <former image> <image>}
image=${2:?Usage: infra/compose/rehearse.sh <former image> <image>}
cd "$(dirname "$0")/../.."
backups=$(mktemp -d)
trap 'docker compose logs --tail 50; rm -rf "$backups"' ERR

start() {
  docker compose up --detach --no-deps --wait --wait-timeout 180 "$@"
}
answers() {
  curl --fail --silent --show-error --retry 30 --retry-all-errors --retry-delay 1 \
    http://localhost:8080/api/health/ready
}

export RESQ_IMAGE=$former
start postgres redis
docker compose run --rm --no-deps migrate
start node-1 node-2 worker
docker compose up --detach --no-deps proxy
answers

infra/compose/operate.sh npm run backup -- --to "$backups"

unset RESQ_IMAGE
infra/compose/upgrade.sh "$image"
answers

infra/compose/operate.sh npm run backup:check -- "$backups"
docker compose stop node-1 node-2 worker
infra/compose/operate.sh npm run restore -- "$backups"
start worker
start node-1 node-2
answers
infra/compose/operate.sh npm run audit:verify
rm -rf "$backups"
echo "$image starts, and takes the place of $former with its data and its backup."
