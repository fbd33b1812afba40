import { randomUUID } from 'node:crypto';
import { call } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { timed } from '../support/wait-until.js';

/** The answer's time must not tell whether an account exists (requirement S5). */
const PAIRS = 80;
const RATIO_MAX = 1.2;

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
}, 60_000);

afterAll(() => app.close());

const tryToSignIn = (email: string): Promise<number> =>
  timed(() => call(app, 'POST /auth/sign-in', { body: { email, password: 'fel-lösenord' } }));

const median = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

it('a wrong password takes as long for an unknown account as for a known one', async () => {
  // The demo's residents have cheaper hashes in tests.
  const email = `${randomUUID()}@resq.example`;
  await call(app, 'POST /auth/sign-up', { body: { email, password: 'hemligt-nog' } });
  const [known, unknown]: [number[], number[]] = [[], []];
  // In turns, so that other load on the machine meets both alike.
  for (let n = 0; n < PAIRS; n += 1) {
    known.push(await tryToSignIn(email));
    unknown.push(await tryToSignIn(`${randomUUID()}@resq.example`));
  }
  const ratio = median(known) / median(unknown);
  process.stdout.write(`known to unknown: ${ratio.toFixed(3)}\n`);
  expect(ratio).toBeLessThan(RATIO_MAX);
  expect(1 / ratio).toBeLessThan(RATIO_MAX);
}, 120_000);
