import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { yaml } from '../../../infra/local/manifests/read.mjs';
import { readConfig } from '../../src/platform/config.js';

/** The workflow that makes a release, and the scripts that it runs. */

const ROOT = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  permissions: object;
  jobs: Record<string, { if?: string; needs?: string; permissions?: object; steps: Step[] }>;
}

const source = read('.github/workflows/release.yml');
const { permissions, jobs } = yaml.load(source) as Workflow;
const commands = Object.values(jobs)
  .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  .join('\n');
const OPERATE = 'infra/compose/operate.sh';
const REHEARSE = 'infra/compose/rehearse.sh';

it.each([
  ['the workflow', commands],
  [REHEARSE, read(REHEARSE)],
])('the commands of %s exist', (_name, text) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  const paths = text.match(/(?<![\w/])(?:infra|backend)\/[\w./-]+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(paths.length).toBeGreaterThan(0);
  for (const name of named) expect(scripts).toHaveProperty([name]);
  for (const path of paths) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});

it('a foreign action is named by its commit, which nobody can move', () => {
  const used = source.match(/uses: .+/g) ?? [];
  expect(used.length).toBeGreaterThan(5);
  for (const one of used)
    expect(one).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('only the job that publishes may write, and it needs the rehearsal of a tag', () => {
  expect(permissions).toEqual({ contents: 'read' });
  const writers = Object.entries(jobs).filter(([, job]) => job.permissions);
  expect(writers.map(([name]) => name)).toEqual(['publish']);
  expect(jobs['publish']).toMatchObject({ if: "github.event_name == 'push'", needs: 'rehearse' });
});

it('the generated secrets are those that compose needs, and production accepts them', () => {
  const { stdout } = spawnSync('node', [join(ROOT, 'infra/compose/secrets.mjs')], {
    encoding: 'utf8',
  });
  const env = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const needed = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const byHand = ['OPERATOR_NAME', 'OPERATOR_ADDRESS'];
  expect([...Object.keys(env), ...byHand].toSorted()).toEqual([...new Set(needed)].toSorted());
  const config = readConfig({
    ...env,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://resq_app@localhost/resq',
    PUBLIC_URL: 'http://localhost:8080',
    OPERATOR_NAME: 'Rehearsal',
    OPERATOR_ADDRESS: 'Storgatan 12',
  });
  expect(config.production).toBe(true);
});

/** Writes down each call of a program that is not here, and fails at the one that FAILS names. */
const STAND_IN = `#!/usr/bin/env bash
call="\${RESQ_IMAGE:-} $(basename "$0") $*"
echo "$call" >>"$CALLS"
case "$call" in
  *' docker inspect --format {{range'*) echo 172.20.0.2 ;;
  *' docker inspect'*) echo resq:former ;;
  *' docker compose ps'*) echo abc ;;
esac
[ -z "\${FAILS:-}" ] || [[ "$call" != *"$FAILS"* ]]
`;

function rehearse(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'resq-rehearse-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'infra/compose'), { recursive: true });
  for (const script of [REHEARSE, OPERATE, 'infra/compose/upgrade.sh']) {
    copyFileSync(join(ROOT, script), join(folder, script));
  }
  for (const name of ['docker', 'curl', 'npm', 'sleep']) {
    writeFileSync(join(folder, 'bin', name), STAND_IN, { mode: 0o755 });
  }
  writeFileSync(join(folder, '.env'), 'POSTGRES_PASSWORD=one\nPOSTGRES_APP_PASSWORD=two\n');
  const calls = join(folder, 'calls');
  const { status, stdout } = spawnSync(
    'bash',
    [join(folder, REHEARSE), 'resq:former', 'resq:new'],
    {
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, CALLS: calls, ...env },
      encoding: 'utf8',
    },
  );
  const lines = readFileSync(calls, 'utf8')
    .replaceAll(/\/\S*tmp\.\S+/g, 'DIR')
    .trimEnd()
    .split('\n')
    .filter((line) => !/ (sleep|curl) /.test(line));
  rmSync(folder, { recursive: true });
  return { status, stdout, lines };
}

it('the rehearsal backs up the former release, upgrades it, and restores the backup', () => {
  const { status, stdout, lines } = rehearse();
  expect([status, stdout]).toEqual([0, expect.stringContaining('takes the place of resq:former')]);
  const order = [
    'resq:former docker compose up --detach --no-deps --wait --wait-timeout 180 postgres redis',
    'resq:former docker compose run --rm --no-deps migrate',
    'resq:former docker compose up --detach --no-deps --wait --wait-timeout 180 node-1 node-2 worker',
    'resq:former npm run backup -- --to DIR',
    'resq:new docker compose run --rm --no-deps migrate',
    'resq:new docker compose up --detach --no-deps --wait --wait-timeout 180 worker',
    ' npm run backup:check -- DIR',
    ' docker compose stop node-1 node-2 worker',
    ' npm run restore -- DIR',
    ' docker compose up --detach --no-deps --wait --wait-timeout 180 worker',
    ' docker compose up --detach --no-deps --wait --wait-timeout 180 node-1 node-2',
    ' npm run audit:verify',
  ];
  expect(lines.filter((line) => order.includes(line))).toEqual(order);
});

it.each(['run backup --', 'run migrate', 'run backup:check', 'run restore', 'run audit:verify'])(
  'the rehearsal fails where "%s" fails',
  (failing) => {
    const fails = failing === 'run migrate' ? 'resq:new docker compose run' : `npm ${failing}`;
    const { status, lines } = rehearse({ FAILS: fails });
    expect(status).not.toBe(0);
    expect(lines.at(-1)).toContain('compose logs');
  },
);
