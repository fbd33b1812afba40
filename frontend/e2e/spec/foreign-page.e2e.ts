import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import type { Me, SignedIn } from '@contract/http';
import { ask, expect, PASSWORD, post, test } from '../visitor.js';
import { newEmail } from './forms.js';
import { RecordingProxy } from './recording-proxy.js';

/** Requirements S11 and S12: a foreign page cannot act with the cookie of a signed-in browser. */

/** A form sends this as text that is exact JSON, because `=` stands between its name and value. */
const ATTACKERS_PASSWORD = 'a-phrase=of-the-attacker';

let foreign: Server;

test.beforeAll(async () => {
  foreign = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Erbjudande</title>');
  });
  await new Promise<void>((listening) => foreign.listen(0, '127.0.0.1', listening));
});

test.afterAll(() => foreign.close());

interface Target {
  path: string;
  body: Record<string, unknown>;
}

/** Posts to each target as three kinds of form and by two kinds of `fetch`. */
const postAll = (page: Page, origin: string, targets: Target[]) =>
  page.evaluate(
    async ([to, all]) => {
      const submit = (action: string, enctype: string, fields: [string, string][]) => {
        const form = document.createElement('form');
        const frame = document.createElement('iframe');
        frame.name = form.target = crypto.randomUUID();
        Object.assign(form, { method: 'post', action, enctype });
        for (const [name, value] of fields) {
          form.append(Object.assign(document.createElement('input'), { name, value }));
        }
        document.body.append(frame, form);
        form.submit();
      };
      for (const { path, body } of all) {
        const address = `${to}/api${path}`;
        const fields = Object.entries(body).map(([name, value]) => [name, String(value)]);
        const text = JSON.stringify(body);
        const [name = '', value = ''] = text.split('=');
        submit(address, 'application/x-www-form-urlencoded', fields as [string, string][]);
        submit(address, 'multipart/form-data', fields as [string, string][]);
        submit(address, 'text/plain', [[name, value]]);
        const credentials = 'include';
        const headers = { 'Content-Type': 'application/json', 'X-ResQ': '1' };
        await Promise.allSettled([
          fetch(address, { method: 'POST', mode: 'no-cors', credentials, body: text }),
          fetch(address, { method: 'POST', credentials, headers, body: text }),
        ]);
      }
    },
    [origin, targets] as const,
  );

/** @returns "open" or "refused" */
const connect = (page: Page, origin: string) =>
  page.evaluate(
    (to) =>
      new Promise<string>((settled) => {
        const address = `${to.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
        const socket = new WebSocket(address);
        socket.onopen = () => settled('open');
        socket.onerror = () => settled('refused');
      }),
    origin,
  );

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).toSorted();

/** Reads the victim's account by a sign-in of its own, which a sign-out everywhere would end. */
async function account(request: APIRequestContext, email: string) {
  const answer = await post(request, '/auth/sign-in', { data: { email, password: PASSWORD } });
  const { accessToken } = (await answer.json()) as SignedIn;
  const headers = { Authorization: `Bearer ${accessToken}` };
  const read = async (path: string) => (await ask(request, path, { headers })).json();
  const me = (await read('/auth/me')) as Me;
  const id = me.memberships[0]?.building.id ?? '';
  const state = async () => ({
    me: (await read('/auth/me')) as Me,
    sessions: (await read('/auth/sessions')) as unknown,
    alarms: (await read(`/buildings/${id}/alarms`)) as unknown,
  });
  return { buildingId: id, state };
}

const SITES = [
  { site: 'the same site, which gets the cookie', host: 'localhost', hasCookie: true },
  { site: 'another site', host: '127.0.0.1', hasCookie: false },
];

test('S11 a page of another origin changes nothing, signs nobody out and opens no socket', async ({
  user,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const attacker = { email: newEmail(), password: ATTACKERS_PASSWORD };
  expect((await post(request, '/auth/sign-up', { data: attacker })).status()).toBe(201);
  const { page, context } = await user('otto');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Till larmpanelen' })).toBeVisible();
  const { buildingId, state } = await account(request, 'otto@resq.example');
  const targets: Target[] = [
    { path: '/auth/sign-out', body: { everywhere: true } },
    { path: '/auth/refresh', body: {} },
    { path: '/auth/sign-in', body: attacker },
    { path: '/auth/password', body: { current: PASSWORD, password: ATTACKERS_PASSWORD } },
    { path: '/auth/me/close', body: { password: PASSWORD } },
    { path: `/buildings/${buildingId}/alarms`, body: { alarmId: randomUUID(), type: 'fire' } },
  ];
  const before = [await cookiesOf(context), await state()];

  for (const { site, host, hasCookie } of SITES) {
    // Not by `anotherTab`, whose check would report every refusal as an error.
    const hostile = await context.newPage();
    await hostile.goto(`http://${host}:${(foreign.address() as AddressInfo).port}`);
    const proxy = await RecordingProxy.before(origin);
    await postAll(hostile, proxy.origin, targets);
    const statuses = () => proxy.recorded.map(({ status = 0 }) => status);
    // Each target gets three forms, one post and the preflight of another, which is never sent.
    await expect.poll(() => statuses().filter(Boolean).length).toBe(targets.length * 5);
    const withCookie = proxy.recorded.filter((one) => one.hasCookie).length;
    proxy.close();
    expect(
      statuses().filter((status) => status < 400),
      site,
    ).toEqual([]);
    expect(withCookie, site).toBe(hasCookie ? targets.length * 4 : 0);
    expect(await connect(hostile, origin), site).toBe('refused');
    await hostile.close();
  }

  expect(await connect(page, origin)).toBe('open');
  expect([await cookiesOf(context), await state()]).toEqual(before);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Till larmpanelen' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('resq.session'))).toContain('otto@');
});
