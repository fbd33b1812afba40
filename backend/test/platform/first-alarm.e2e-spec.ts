import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

const REPOSITORY = join(__dirname, '../../..');
const run = promisify(execFile);

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'resq-first-alarm-'));
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('the commands of docs/first-alarm.md lead to an alarm that is heard', async () => {
  const page = readFileSync(join(REPOSITORY, 'docs/first-alarm.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(sh|text)\n(.*?)^```$/gms)];
  const of = (kind: string) =>
    blocks.filter((block) => block[1] === kind).map(([, , text = '']) => text);
  const env = { ...process.env, RESQ: app.url, ORIGIN, TMPDIR: folder };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', of('sh').join('')], {
    cwd: REPOSITORY,
    env,
  });
  // Lisa's program in the background may print before the command that raises the alarm does.
  const promised = of('text').slice(0, 2).join('').trim().split('\n');
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(promised));
  const types = readFileSync(join(folder, 'resq.d.ts'), 'utf8');
  expect(types).toContain(readFileSync(join(REPOSITORY, 'backend/dist/openapi.d.ts'), 'utf8'));
});
