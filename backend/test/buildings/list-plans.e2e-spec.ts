import pg from 'pg';
import { call, signIn, type Person } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { crowdOf } from '../support/crowd.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** The lists of a board cost what its own building costs, however many others there are. */

const OTHERS = 5_000;
/** One has a row for each running process; the jobs of the node read the other meanwhile. */
const IGNORED = ['nodes', 'outbox'];

let app: TestApp;
let anna: Person;
let admin: Person;

beforeAll(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
  admin = await signIn(app, 'admin');
  await asOwner(app.databaseUrl, async (owner) => {
    for (const sql of crowdOf(anna.buildingId, OTHERS)) await owner.query(sql);
    await owner.query('analyze');
  });
});
afterAll(() => app.close());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const scannedIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
];

/** Asks for a list, and explains all statements that the node ran meanwhile, with their values. */
async function scans(person: Person, path: string): Promise<string[]> {
  // The spy passes it the client that it was called on.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { query } = pg.Client.prototype;
  const ran = new Map<string, unknown[]>();
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [sql, values] = args;
    if (typeof sql === 'string' && /^\s*(select|with)\b/i.test(sql)) {
      ran.set(sql, Array.isArray(values) ? values : []);
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args) as never;
  });
  const { status } = await call(app, `GET ${path}`, { token: person.token });
  spy.mockRestore();
  expect(status).toBe(200);
  expect(
    [...ran.keys()].some((sql) => sql.includes('buildings') || sql.includes('building_id')),
  ).toBe(true);
  return asOwner(app.databaseUrl, async (owner) => {
    const scanned: string[] = [];
    for (const [sql, values] of ran) {
      const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${sql}`,
        values,
      );
      scanned.push(...scannedIn(rows[0]!['QUERY PLAN'][0].Plan));
    }
    return scanned.filter((table) => !IGNORED.includes(table));
  });
}

it.each(['members', 'homes', 'to-do', 'invitations', 'exercises', 'kiosks', 'log'])(
  'reads the %s of one building of five thousand by an index',
  async (list) => {
    expect(await scans(anna, `/buildings/${anna.buildingId}/${list}`)).toEqual([]);
  },
);

it('reads the page of all buildings by an index', async () => {
  const all = await scans(admin, '/admin/buildings');
  // Whether a home of fifty buildings is ready is asked of all connections and subscriptions at once.
  const ofDevices = ['presences', 'push_subscriptions', 'auth_sessions'];
  expect(all.filter((table) => !ofDevices.includes(table))).toEqual([]);
});
