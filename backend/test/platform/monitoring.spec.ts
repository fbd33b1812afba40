import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The alerts of `infra/monitoring`, their pages, and the board. */

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'infra/monitoring');
const TESTS = ['rules.test.yml', 'rules.day.test.yml'].map((file) => join(FOLDER, file));
const rules = readFileSync(join(FOLDER, 'rules.yml'), 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const pages = readdirSync(join(FOLDER, 'runbooks'));

interface Board {
  panels: { title: string; targets?: { expr: string }[] }[];
}

it('each alert has a page, and each page an alert', () => {
  expect(pages.toSorted()).toEqual(alerts.map((name) => `${name}.md`).toSorted());
  const links = [...rules.matchAll(/runbook_url: infra\/monitoring\/runbooks\/(\w+)\.md/g)];
  expect(links.map(([, name]) => name)).toEqual(alerts);
});

it('each alert is tested', () => {
  const tests = TESTS.map((file) => readFileSync(file, 'utf8')).join('\n');
  const fired = [...tests.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name);
  expect([...new Set(fired)].toSorted()).toEqual(alerts.toSorted());
});

it.each(pages)('%s has all parts, and its commands exist', (page) => {
  const text = readFileSync(join(FOLDER, 'runbooks', page), 'utf8');
  const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part);
  expect(parts).toEqual([
    ...['Meaning', 'Look first', 'Causes, the likeliest first', 'Do', 'Never', 'Afterwards'],
  ]);
  const [, block = ''] = /```sh\n([^`]+)\n```/.exec(text) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const commands = block.split('\n');
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) {
    const [, script] = /^npm run (\S+)/.exec(command) ?? [];
    if (script !== undefined) expect(scripts).toHaveProperty([script]);
    else expect(command).toMatch(/^(docker|curl) /);
    const [, named = ''] =
      /^docker compose (?:logs|exec)((?: (?:--since )?[\w-]+)+)/.exec(command) ?? [];
    const services = named
      .split(' ')
      .filter((word) => /^(node-\d|worker|probe|postgres|redis|proxy)$/.test(word));
    for (const service of services) expect(compose).toContain(`\n  ${service}:`);
    if (/compose (logs|exec)/.test(command))
      expect(command).toMatch(/node-1|worker|probe|postgres|redis|prom|proxy/);
  }
});

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
// Skipped with this name on a machine without the package `prometheus`.
const withPromtool = promtool('--version').status === 0 ? it : it.skip;

withPromtool('promtool: each alert fires on its fault, and none in a rolling restart', () => {
  const { status, stdout, stderr } = promtool('test', 'rules', ...TESTS);
  expect([status, stdout, stderr]).toEqual([0, expect.any(String), '']);
});

withPromtool('promtool: the expressions of rules and board are valid', () => {
  const board = JSON.parse(readFileSync(join(FOLDER, 'board.json'), 'utf8')) as Board;
  const found = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const records = found.map((expr, n) => {
    const query = JSON.stringify(expr.replaceAll('$__rate_interval', '5m'));
    return `      - { record: 'board:${n}', expr: ${query} }`;
  });
  const folder = mkdtempSync(join(tmpdir(), 'resq-board-'));
  const file = join(folder, 'board.yml');
  writeFileSync(file, ['groups:', '  - name: board', '    rules:', ...records, ''].join('\n'));
  const { status, stderr } = promtool('check', 'rules', file, join(FOLDER, 'rules.yml'));
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});
