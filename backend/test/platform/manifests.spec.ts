import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOfManifests } from '../../../infra/local/check-manifests.mjs';

/** The manifests of infra/kubernetes, as they are and with one change. */

const ROOT = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** @returns the faults of the manifests after a change to one file */
function faultsAfter(path: string, from: string, to: string): string[] {
  expect(read(path)).toContain(from);
  return faultsOfManifests((one) => (one === path ? read(one).replace(from, to) : read(one)));
}

it('the manifests agree with docker-compose.yml, the configuration and the routes of a node', () => {
  expect(faultsOfManifests()).toEqual([]);
});

const NODES = 'infra/kubernetes/nodes.yaml';
const WORKER = 'infra/kubernetes/worker.yaml';
const PROBE = 'infra/kubernetes/probe.yaml';
const NETWORK = 'infra/kubernetes/network.yaml';
const COMPOSE = 'docker-compose.yml';

it.each([
  [NODES, 'readinessProbe:', 'readynessProbe:', 'readynessProbe'],
  [NODES, 'failureThreshold: 2', 'failureTreshold: 2', 'failureTreshold'],
  [NODES, '/api/health/ready', '/api/health/redy', '/api/health/redy, which is no route'],
  [NODES, 'live, port: http', 'ready, port: http', 'not …/live'],
  [NODES, 'ready, port: http', 'ready, port: metrics', 'asks port 9464, and 3000 serves it'],
  [NODES, 'containerPort: 3000', 'containerPort: 3001', 'asks port 3001'],
  [NODES, '- name: REFRESH_KEY', '- name: REFRESHKEY', 'no variable of the configuration'],
  [NODES, 'key: REFRESH_KEY', 'keys: REFRESH_KEY', 'keys'],
  [NODES, 'value: api', 'value: all', 'ROLE is all, and api in docker-compose.yml'],
  [NODES, 'PeriodSeconds: 25', 'PeriodSeconds: 20', 'killed after 20 s, and needs 20 s'],
  [NODES, 'maxUnavailable: 0', 'maxUnavailable: 1', 'before another one is ready'],
  [NODES, 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'readOnlyRoot'],
  [NODES, 'serves: metrics', 'serves: nothing', 'no Service leads to its metrics'],
  [WORKER, '{ name: audit, mountPath', '{ name: ledger, mountPath', 'mounts ledger'],
  [WORKER, '/resq/audit }\n      volumes', '/resq/other }\n      volumes', 'write to /resq/audit'],
  [WORKER, 'serviceName: resq-metrics', 'serviceName: resq-worker', 'no Service resq-worker'],
  [PROBE, 'dist/probe.js', 'dist/prob.js', 'not node,backend/dist/probe'],
  [PROBE, 'tcpSocket: { port: metrics', 'tcpSocket: { port: metric', 'metric, which is not open'],
  [NETWORK, 'service: { name: resq,', 'service: { name: rescue,', 'no Service rescue'],
  [NETWORK, 'targetPort: http', 'targetPort: https', 'no port https'],
  ['infra/kubernetes/kustomization.yaml', '- PUBLIC_URL', '- PUBLIC_UR', 'PUBLIC_UR is no'],
  ['infra/kubernetes/kustomization.yaml', '  - nodes.yaml\n', '', 'resq-api is missing'],
  [COMPOSE, 'ROLE: worker', "ROLE: worker\n      LOG_LEVEL: 'info'", 'LOG_LEVEL of docker'],
  [COMPOSE, 'backend/dist/migrate.js]', 'backend/dist/main.js]', 'not node,backend/dist/main.js'],
  [COMPOSE, 'redis:7-bookworm', 'redis:8-bookworm', 'runs redis:7-bookworm, not redis:8'],
])('in %s, "%s" changed to "%s" is a fault', (path, from, to, fault) => {
  expect(faultsAfter(path, from, to).join('\n')).toContain(fault);
});

it('the operations page lists each secret that a pod needs', () => {
  const [, listed = ''] =
    /<!-- secrets -->\n\n```\n([^`]+)\n```/.exec(read('docs/operations.md')) ?? [];
  const pods = ['nodes', 'worker', 'redis', 'migrate', 'probe'].map((name) =>
    read(`infra/kubernetes/${name}.yaml`),
  );
  const needed = pods.join('\n').matchAll(/secretKeyRef: \{ name: resq, key: (\w+) \}/g);
  const names = new Set([...needed].map(([, name]) => name));
  expect(listed.split(' ').toSorted()).toEqual([...names].toSorted());
});
