import type { CreatedInvitation, InvitationView, Membership } from '../../src/contract/http.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { stopDate } from '../support/step-date.js';

/** The neighbours of a building may share one address, and one of them may try invitations. */

let app: TestApp;
let anna: Person;
let guesser: Person;

beforeEach(async () => {
  app = await startApp();
  anna = await signIn(app, 'anna');
  guesser = await newPerson(app);
  stopDate();
});
afterEach(() => {
  jest.restoreAllMocks();
  return app.close();
});

const create = async (kind: 'personal' | 'poster') => {
  const route = `POST /buildings/${anna.buildingId}/invitations`;
  const { body } = await call<CreatedInvitation>(app, route, {
    token: anna.token,
    body: { kind },
  });
  return { token: new URL(body.url).hash.slice(1), code: body.code ?? '' };
};
const lookUp = (token: string) =>
  call<InvitationView>(app, 'POST /invitations/look-up', { body: { token } });
const accept = ({ token: accessToken }: Person, token: string) =>
  call<Membership>(app, 'POST /invitations/accept', {
    token: accessToken,
    body: { token, name: 'Ny Granne', apartment: '1104' },
  });

/** Makes wrong attempts until they are refused. */
async function spend(attempt: () => Promise<{ status: number }>): Promise<void> {
  const statuses: number[] = [];
  while (statuses.length < 21) statuses.push((await attempt()).status);
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
}

const WRONG_TOKEN = 'x'.repeat(22);
const WRONG_CODE = 'AAAA2222';

it('a right link is looked up and accepted while a neighbour tries links', async () => {
  const { token } = await create('personal');
  const joining = await newPerson(app);
  await spend(() => lookUp(WRONG_TOKEN));
  await spend(() => accept(guesser, WRONG_TOKEN));
  expect((await lookUp(token)).status).toBe(200);
  expect((await accept(guesser, token)).status).toBe(429);
  expect((await accept(joining, token)).status).toBe(201);
});

it('a right link is looked up and accepted while a neighbour tries codes', async () => {
  const { token } = await create('poster');
  await spend(() => lookUp(WRONG_CODE));
  expect((await lookUp(token)).status).toBe(200);
  expect((await accept(await newPerson(app), token)).status).toBe(201);
});

it.each(['looked up', 'accepted'])(
  'a code cannot be tried out: after twenty wrong ones that were %s, a right one is delayed',
  async (how) => {
    const { code } = await create('poster');
    const joining = await newPerson(app);
    await spend(() => (how === 'accepted' ? accept(guesser, WRONG_CODE) : lookUp(WRONG_CODE)));
    expect([(await lookUp(code)).status, (await accept(joining, code)).status]).toEqual([429, 429]);
  },
);
