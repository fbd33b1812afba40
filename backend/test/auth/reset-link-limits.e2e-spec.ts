import { useBuilding } from '../support/building.js';
import { call, signIn, type Person } from '../support/client.js';
import { resetLinkCalls } from '../support/reset-link-calls.js';

/** How many reset links a user makes and asks for in a day. */

const building = useBuilding();
const { adminLink, linkFor } = resetLinkCalls(building);
const request = ({ token }: Person) => call(building.app, 'POST /auth/reset-request', { token });

const TOO_MANY = [
  429,
  'reset_link.too_many',
  'Högst 20 lösenordslänkar på ett dygn. Försök igen i morgon.',
];

it.each<[string, () => Promise<() => ReturnType<typeof call>>, number]>([
  ['a manager makes', () => Promise.resolve(() => linkFor(building.karl)), 201],
  [
    'an administrator makes',
    async () => {
      const admin = await signIn(building.app, 'admin');
      return () => adminLink('otto@resq.example', admin);
    },
    201,
  ],
  ['a member asks for', () => Promise.resolve(() => request(building.karl)), 204],
])('%s twenty links in a day', async (_who, prepare, done) => {
  const ask = await prepare();
  for (let n = 1; n <= 20; n += 1) expect((await ask()).status).toBe(done);
  const { status, body } = await ask();
  expect([status, body.error.code, body.error.message]).toEqual(TOO_MANY);
  expect((await request(building.lisa)).status).toBe(204);
});

it('counts what one manager makes for several members, and asks for, together', async () => {
  const { anna, karl, lisa } = building;
  for (let n = 1; n <= 10; n += 1) {
    expect((await linkFor(n % 2 ? karl : lisa)).status).toBe(201);
    expect((await request(anna)).status).toBe(204);
  }
  expect((await linkFor(lisa)).status).toBe(429);
});
