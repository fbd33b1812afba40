import type { Socket } from 'node:net';
import { prepared } from '../../src/platform/database/prepared.js';
import { TimeoutClient } from '../../src/platform/database/connections/timeout-client.js';
import { createDatabase, ownerUrlOf } from '../support/create-database.js';

let client: TimeoutClient;

const stream = () => (client as unknown as { connection: { stream: Socket } }).connection.stream;

beforeEach(async () => {
  client = new TimeoutClient({ connectionString: ownerUrlOf(await createDatabase()) });
  client.on('error', () => undefined);
  await client.connect();
});

afterEach(() => client.end().catch(() => undefined));

it('closes a connection that is silent during a query, however often it was idle before', async () => {
  stream().emit('timeout');
  stream().emit('timeout');
  await client.query('select 1');
  const slow = client.query('select pg_sleep(30)');
  stream().emit('timeout');
  await expect(slow).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

it('keeps a connection that is idle', async () => {
  stream().emit('timeout');
  await expect(client.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

it('prepares a named statement once, and no other one', async () => {
  const doubled = prepared('test_doubled', 'select 2 * $1::int as value');
  for (const n of [1, 2]) {
    const { rows } = await client.query(doubled, [n]);
    expect(rows).toEqual([{ value: 2 * n }]);
  }
  const { rows } = await client.query('select name, statement from pg_prepared_statements');
  expect(rows).toEqual([{ name: 'test_doubled', statement: doubled }]);
});
