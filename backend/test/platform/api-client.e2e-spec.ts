import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { paths } from '../../dist/openapi.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { openTab, signIn } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** A client that any developer makes of the document, with openapi-typescript and openapi-fetch. */

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

it('presses an alarm that a neighbour hears, without a type of its own', async () => {
  const anna = await openTab(app, await signIn(app, 'anna'));
  const client = createClient<paths>({ baseUrl: app.url });

  const credentials = { email: 'karl@resq.example', password: DEMO_PASSWORD };
  const signedIn = await client.POST('/api/auth/sign-in', { body: credentials });
  const headers = { authorization: `Bearer ${signedIn.data?.accessToken}` };
  const { data: me } = await client.GET('/api/auth/me', { headers });
  const id = me?.memberships[0]?.building.id ?? '';

  const press = { alarmId: randomUUID(), type: 'medical' as const };
  const raise = { headers, params: { path: { id } }, body: press };
  const { data, response } = await client.POST('/api/buildings/{id}/alarms', raise);
  expect([response.status, data?.alarm.id]).toEqual([201, press.alarmId]);
  expect(await anna.until('alarm:event')).toMatchObject({ alarm: { id: press.alarmId } });

  const foreign = { headers, params: { path: { id: randomUUID() } }, body: press };
  const { error } = await client.POST('/api/buildings/{id}/alarms', foreign);
  const code: 'building.not_a_member' | undefined =
    error?.error.code === 'building.not_a_member' ? error.error.code : undefined;
  expect(code).toBe('building.not_a_member');
  anna.close();
});
