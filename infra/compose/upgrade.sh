#!/usr/bin/env bash
# Replaces the services of docker-compose.yml by another image, one after the other, so that an alarm can be
# saved at every moment. The former image as the argument goes back. See docs/upgrading.md.
# Usage: infra/compose/upgrade.sh <image>
set -euo pipefail
umask 077

image=${1:?Usage: infra/compose/upgrade.sh <image>}
cd "$(dirname "$0")/../.."

running=$(docker compose ps --quiet node-1)
if [ -z "$running" ]; then
  echo 'node-1 does not run here. Start ResQ first: docker compose up --detach' >&2
  exit 1
fi
former=$(docker inspect --format '{{.Config.Image}}' "$running")
docker image inspect "$image" >/dev/null 2>&1 || docker pull "$image"

# A database that this image must not run on, or cannot be migrated, stops here: nothing is replaced yet.
RESQ_IMAGE=$image docker compose run --rm --no-deps migrate

for service in node-1 node-2 worker; do
  echo "$service: $former -> $image"
  if ! RESQ_IMAGE=$image docker compose up --detach --no-deps --wait --wait-timeout 180 "$service"; then
    docker compose logs --tail 20 "$service" >&2
    RESQ_IMAGE=$former docker compose up --detach --no-deps "$service"
    echo "$service does not become ready with $image and runs $former again. The others are unchanged," >&2
    echo "or run $image if they are above. To go back: infra/compose/upgrade.sh $former" >&2
    exit 1
  fi
  # The proxy avoids a node that failed for a second, so the last one is in use again before the next stops.
  sleep 2
done

# No alarm waits for the probe, and it runs with the profile `monitoring` alone.
if [ -n "$(docker compose --profile monitoring ps --quiet probe)" ]; then
  RESQ_IMAGE=$image docker compose --profile monitoring up --detach --no-deps probe
fi

# The next `docker compose up` must not go back.
touch .env
grep -v '^RESQ_IMAGE=' .env >.env.new || true
echo "RESQ_IMAGE=$image" >>.env.new
cat .env.new >.env
rm .env.new
echo "All services run $image. To go back: infra/compose/upgrade.sh $former"
