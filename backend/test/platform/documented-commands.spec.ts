import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every command that a page tells an operator to type is run by a test, which this list names. */

const ROOT = join(__dirname, '../../..');
const PAGES = ['docs/upgrading.md', 'docs/runbooks.md', 'docs/operations.md#Backups'];

const COMMANDS = 'backend/test/platform/backup-commands.long.ts';
const ARCHIVE = 'backend/test/platform/archive.long.ts';

/** By the beginning of a command: the test that runs it, and the words by which it does. */
const RUN_BY: Record<string, [test: string, words: string]> = {
  'npm run backup -- --to': [COMMANDS, `'backup/backup.mjs', '--to'`],
  'npm run backup:check --': [COMMANDS, `'backup/check.mjs'`],
  'npm run restore -- /archive --until': [ARCHIVE, `RESTORE, archive, '--until'`],
  'npm run restore --': [COMMANDS, `'backup/restore.mjs'`],
  'infra/backup/archive.sh': [ARCHIVE, 'infra/backup/archive.sh'],
  'infra/compose/operate.sh': ['backend/test/platform/upgrading.spec.ts', 'operate.sh'],
  'infra/compose/upgrade.sh': ['backend/test/platform/upgrading.spec.ts', 'compose/upgrade.sh'],
  'npm run audit:verify': [COMMANDS, `'run-tool.mjs', 'audit-verify'`],
  'npm run demo:remove': ['backend/test/platform/demo-remains.e2e-spec.ts', `'demo-remove'`],
  'node backend/dist/migrate.js': ['backend/test/platform/releases.e2e-spec.ts', 'dist/migrate.js'],
  'until node backend/dist/healthy.js': [
    'backend/test/platform/releases.e2e-spec.ts',
    'dist/healthy.js',
  ],
  'psql -c': [COMMANDS, '/^psql .*$/gm'],
};
/**
 * Programs of others. `upgrading.spec.ts` compares the services with docker-compose.yml, and
 * `manifests.spec.ts` what `kubectl` is given.
 */
const NOT_OURS =
  /^(docker compose (--profile monitoring )?(ps|logs|up|stop)|docker (system df|image prune)|kubectl|df -h|npm run check$)/;

/** @returns the lines of the page's shell blocks, and the commands in its sentences */
function commandsOf(page: string): string[] {
  const [file = '', heading] = page.split('#');
  const text = readFileSync(join(ROOT, file), 'utf8');
  const part = heading
    ? text.split(/^### /m).filter((one) => /^(Backups|An archive)/.test(one))
    : [text];
  return part.flatMap((one) => {
    const blocks = [...one.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, lines = '']) =>
      lines.split('\n'),
    );
    const inline = [...one.matchAll(/`((?:npm run |node |infra\/|docker |psql )[^`]*)`/g)].map(
      ([, line = '']) => line,
    );
    return [...blocks, ...inline]
      .map((line) => line.trim().replace(/^([A-Z_]+=\S+ )+/, ''))
      .filter(Boolean);
  });
}

it.each(PAGES)('each command of %s is run by a test', (page) => {
  const commands = commandsOf(page);
  expect(commands.length).toBeGreaterThan(2);
  const known = (command: string) =>
    NOT_OURS.test(command) || Object.keys(RUN_BY).some((start) => command.startsWith(start));
  expect(commands.filter((command) => !known(command))).toEqual([]);
});

it.each(Object.entries(RUN_BY))('%s is run by its test', (_command, [test, words]) => {
  expect(existsSync(join(ROOT, test))).toBe(true);
  expect(readFileSync(join(ROOT, test), 'utf8')).toContain(words);
});

it('each program of the image that a page names exists', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((page) => page.endsWith('.md'))
    .map((page) => readFileSync(join(ROOT, 'docs', page), 'utf8'));
  const tools = readFileSync(join(ROOT, 'backend/src/tools.ts'), 'utf8');
  const named = pages.flatMap((page) => [
    ...page.matchAll(/node backend\/dist\/([\w-]+)\.js(?: ([a-z][a-z-]+))?/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(
    ([, program = '', tool]) =>
      !existsSync(join(ROOT, `backend/src/${program}.ts`)) ||
      (program === 'tools' && tool && !tools.includes(`'${tool}': `)),
  );
  expect(missing.map(([command]) => command)).toEqual([]);
});
