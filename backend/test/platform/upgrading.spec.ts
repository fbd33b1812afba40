import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The scripts of an operator with a stand-in for Docker, which writes down each call with its image. */

const ROOT = join(__dirname, '../../..');
const SCRIPTS = ['upgrade.sh', 'operate.sh'];
const DOCKER = `#!/usr/bin/env bash
echo "\${RESQ_IMAGE:-} $*" >>"$CALLS"
case "$*" in
  'compose ps'* | *'ps --quiet probe') echo "\${RUNNING-abc}" ;;
  'inspect --format {{range'*) echo 172.20.0.2 ;;
  'compose cp'*) echo old >"\${!#}/audit-head.json" ;;
  'compose run'*'-T worker'*) cd "$CALLS.worker"; eval "\${!#}" ;;
  'inspect'*) echo resq:1 ;;
  'image inspect'*) [ -z "\${PULLED:-}" ] || exit 1 ;;
esac
[ -z "\${FAILS:-}" ] || [[ "\${RESQ_IMAGE:-} $* " != *"$FAILS "* ]]
`;
const SLEEP = '#!/usr/bin/env bash\necho "sleep $*" >>"$CALLS"\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resq-upgrade-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'infra/compose'), { recursive: true });
  for (const name of SCRIPTS) {
    copyFileSync(join(ROOT, 'infra/compose', name), join(folder, 'infra/compose', name));
  }
  for (const [name, text] of Object.entries({ docker: DOCKER, sleep: SLEEP })) {
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 });
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

function script(name: string, args: string[], env: Record<string, string> = {}) {
  const calls = join(folder, 'calls');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    [join(folder, 'infra/compose', name), ...args],
    {
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, CALLS: calls, ...env },
      encoding: 'utf8',
    },
  );
  const lines = () => readFileSync(calls, 'utf8').trimEnd().split('\n');
  return { status, said: stdout + stderr, lines };
}

const upgrade = (image: string, env?: Record<string, string>) =>
  script('upgrade.sh', image ? [image] : [], env);

const up = (service: string) =>
  `resq:2 compose up --detach --no-deps --wait --wait-timeout 180 ${service}`;

it('migrates, replaces one service after the other, and keeps the image in .env', () => {
  writeFileSync(join(folder, '.env'), 'RESQ_IMAGE=resq:1\nPUBLIC_URL=https://resq.example\n');
  const { status, lines, said } = upgrade('resq:2');
  expect(status).toBe(0);
  expect(lines()).toEqual([
    ' compose ps --quiet node-1',
    ' inspect --format {{.Config.Image}} abc',
    ' image inspect resq:2',
    'resq:2 compose run --rm --no-deps migrate',
    ...['node-1', 'node-2', 'worker'].flatMap((service) => [up(service), 'sleep 2']),
    ' compose --profile monitoring ps --quiet probe',
    'resq:2 compose --profile monitoring up --detach --no-deps probe',
  ]);
  const env = readFileSync(join(folder, '.env'), 'utf8');
  expect(env).toBe('PUBLIC_URL=https://resq.example\nRESQ_IMAGE=resq:2\n');
  expect(said).toContain('To go back: infra/compose/upgrade.sh resq:1');
});

it('replaces nothing when the database cannot be migrated', () => {
  const { status, lines } = upgrade('resq:2', { FAILS: 'migrate' });
  expect(status).not.toBe(0);
  expect(lines().filter((line) => line.includes(' up '))).toEqual([]);
});

it('stops at the first node that does not become ready, and brings the former one back', () => {
  const { status, lines, said } = upgrade('resq:2', { FAILS: '180 node-2' });
  expect(status).toBe(1);
  expect(lines().slice(-3)).toEqual([
    up('node-2'),
    ' compose logs --tail 20 node-2',
    'resq:1 compose up --detach --no-deps node-2',
  ]);
  expect(said).toContain('node-2 does not become ready');
  expect(() => readFileSync(join(folder, '.env'))).toThrow();
});

it('pulls an image that is not here, and says when nothing runs', () => {
  expect(upgrade('resq:2', { PULLED: 'no' }).lines()).toContain(' pull resq:2');
  const { status, said } = upgrade('resq:2', { RUNNING: '' });
  expect([status, said]).toEqual([1, expect.stringContaining('docker compose up --detach')]);
  expect(upgrade('').status).toBe(1);
});

it('runs a command with the addresses, and gives the worker both ends of the log after a restore', () => {
  writeFileSync(join(folder, '.env'), 'POSTGRES_PASSWORD=one\nPOSTGRES_APP_PASSWORD=two\n');
  const audit = join(folder, 'calls.worker/audit');
  mkdirSync(audit, { recursive: true });
  const operate = (command: string) =>
    script('operate.sh', ['bash', '-c', `cd $DATA_DIR; ${command}`]);
  expect(operate('exit 3').status).toBe(3);
  expect(operate('true').status).toBe(0);
  expect(readdirSync(audit)).toEqual([]);

  const shown = 'echo $DATABASE_URL $DATABASE_OWNER_URL; cat audit-head.json';
  const restore = 'mv audit-head.json audit-head.then.json; echo new >audit-head.json';
  const [app, owner] = ['resq_app:two', 'resq:one'].map(
    (role) => `postgres://${role}@172.20.0.2:5432/resq`,
  );
  const restored = operate(`${shown}; ${restore}`);
  expect(restored).toMatchObject({ status: 0, said: `${app} ${owner}\nold\n` });
  const saved = readdirSync(audit).map((name) => [name, readFileSync(join(audit, name), 'utf8')]);
  expect(Object.fromEntries(saved)).toEqual({
    'audit-head.json': 'new\n',
    'audit-head.then.json': 'old\n',
  });
  expect(script('operate.sh', []).status).toBe(1);
});

it('tells no service but the migration the address of the owner, and checks the health of each', () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const services = compose.split(/^services:$/m)[1]?.split(/^ {2}(?=[\w-]+:)/m) ?? [];
  const named = (pattern: RegExp) =>
    services.filter((text) => pattern.test(text)).map((text) => text.split(':')[0]);
  expect(named(/DATABASE_OWNER_URL/)).toEqual(['migrate']);
  expect(compose.split(/^services:$/m)[0]).not.toContain('DATABASE_OWNER_URL');
  expect(named(/healthy\.js/)).toEqual(['node-1', 'worker']);
  expect(named(/<<: \*api/)).toEqual(['node-2']);
});

it.each(['upgrading', 'runbooks'])('the commands of docs/%s.md exist', (page) => {
  const text = readFileSync(join(ROOT, `docs/${page}.md`), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const commands = named(/npm run ([\w:]+)/g);
  const services = named(/docker compose (?:logs|ps)(.*)$/gm).flatMap(
    (words) => words.match(/(?<![\w-])[a-z][\w-]*/g) ?? [],
  );
  const programs = named(/node backend\/dist\/(\w+)\.js/g);
  expect([...commands, ...services, ...programs].length).toBeGreaterThan(2);
  for (const command of commands) expect(scripts).toHaveProperty([command]);
  for (const service of services) expect(compose).toContain(`\n  ${service}:`);
  for (const program of programs) {
    expect(existsSync(join(ROOT, `backend/src/${program}.ts`))).toBe(true);
  }
});
