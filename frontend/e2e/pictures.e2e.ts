import { randomUUID } from 'node:crypto';
import type { AlarmType, Outcome } from '@contract/alarm';
import type { Page as Listed, PastAlarm, SignedIn } from '@contract/http';
import { Neighbour } from './neighbour.js';
import {
  composition,
  dark,
  incoming,
  LARGE_PHONE,
  makeReady,
  newNeighbour,
  openReady,
  PHONE,
  sendFire,
  take,
  takeForManifest,
  twentySeconds,
  WIDE,
} from './pictures.js';
import { passGate } from './spec/forms.js';
import { test } from './push-browser.js';
import { activeAlarms, expect } from './story.js';
import { PASSWORD } from './visitor.js';

/**
 * Takes the pictures of README.md and docs/screens.md; CONTRIBUTING.md has the command. Times and
 * ids in them are those of the run, and the font is the system's: Inter in the published ones.
 */

// The later pictures show what the earlier tests left.
test.describe.configure({ mode: 'serial' });
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // A page subscribes in vain until it has the tests' push service.
  // The service worker answers with the offline page as 503.
  expected: /Push API in incognito mode|503 .*\/app$/,
});

test('the pages for visitors', { tag: '@pictures' }, async ({ visitor, baseURL }) => {
  const wide = await visitor(WIDE);
  await passGate(wide.page);
  await take(wide.page, 'screens/landing');
  await wide.page.goto('/privacy');
  await expect(wide.page.getByRole('heading', { level: 1 })).toBeVisible();
  await take(wide.page, 'screens/privacy');

  const gate = await visitor({ ...WIDE, ...dark(baseURL) });
  await gate.page.goto('/');
  await expect(gate.page.getByLabel('Inbjudningskod')).toBeVisible();
  await take(gate.page, 'screens/gate-dark');

  const phone = await visitor({ ...PHONE, ...dark(baseURL) });
  await passGate(phone.page);
  await take(phone.page, 'screens/landing-dark-360');

  const form = await visitor(PHONE);
  await form.page.goto('/contact');
  await form.page.getByLabel('E-post').fill('anna.berg');
  await form.page.getByRole('button', { name: 'Skicka meddelande' }).click();
  await expect(form.page.getByText('Valideringsfel')).toBeVisible();
  await take(form.page, 'screens/contact-360');
});

test(
  'an alarm, at its sender and at a neighbour',
  { tag: '@pictures' },
  async ({ resident, visitor }) => {
    const [karl, lisa, anna] = [
      await resident('karl', LARGE_PHONE),
      await resident('lisa', LARGE_PHONE),
      await resident('anna', LARGE_PHONE),
    ];
    for (const tab of [lisa, anna, karl]) await makeReady(tab);
    await expect(karl.page.getByText('2 av 2 grannar är redo att ta emot larm.')).toBeVisible();
    const panel = await karl.page.screenshot();

    await sendFire(karl);
    await expect(incoming(lisa.page)).toBeVisible();
    await anna.page.getByRole('button', { name: 'Jag är i säkerhet' }).click();
    await expect(karl.page.getByText('2 av 2 lägenheter nådda').first()).toBeVisible();
    await expect(karl.page.getByText('1 i säkerhet')).toBeVisible();
    await twentySeconds(karl.page);
    const [sender, neighbour] = await Promise.all([karl.page.screenshot(), lisa.page.screenshot()]);

    const { page } = await visitor({
      viewport: { width: 1326, height: 945 },
      deviceScaleFactor: LARGE_PHONE.deviceScaleFactor,
    });
    await page.setContent(
      composition([
        ['The panel', panel],
        ['Karl sent it: who is reached, who answers', sender],
        ['Lisa, at the same moment', neighbour],
      ]),
    );
    await take(page, 'alarm');
  },
);

test('the roll call, and a call for help', { tag: '@pictures' }, async ({ resident, request }) => {
  const karl = await resident('karl', WIDE);
  const lisa = await resident('lisa', { ...PHONE, viewport: { width: 360, height: 928 } });
  await resident('anna');
  const safe = await newNeighbour(request, 'Mira Dahl', '1101');
  const coming = await newNeighbour(request, 'Ove Strand', '1202');
  await newNeighbour(request, 'Sara Holm', '1302');
  await makeReady(karl);
  await makeReady(lisa);
  await sendFire(karl);
  await incoming(lisa.page).getByRole('button', { name: 'Jag behöver hjälp' }).click();
  await lisa.page.getByRole('button', { name: 'Min lägenhet' }).click();
  const [alarm] = await activeAlarms(request);
  await safe.respond(alarm!, 'safe');
  await coming.respond(alarm!, 'coming');
  await expect(karl.page.getByText(/^4 av 5\slägenheter nådda$/)).toBeVisible();
  await twentySeconds(karl.page);
  await take(karl.page, 'screens/roll-call', true);
  await take(lisa.page, 'screens/need-help-360');
});

test('the panel, for the manifest', { tag: '@pictures' }, async ({ resident }) => {
  const lisa = await resident('lisa');
  await makeReady(lisa);
  for (const [name, size] of [
    ['panel-phone', PHONE],
    ['panel-wide', WIDE],
  ] as const) {
    const karl = await resident('karl', size);
    await makeReady(karl);
    await expect(
      karl.page.getByText(/^1 av \d+ grannar är redo att ta emot larm\.$/),
    ).toBeVisible();
    await takeForManifest(karl.page, name);
  }
});

test(
  'the check of a phone, and the page without a network',
  { tag: '@pictures' },
  async ({ subscriber }) => {
    const karl = await subscriber('karl', {
      ...PHONE,
      viewport: { width: 360, height: 1120 },
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    });
    const { page, context } = karl.tab;
    await page.goto('/app/check');
    const yes = page.getByRole('button', { name: 'Ja', exact: true });
    await page.getByRole('button', { name: 'Spela testljud' }).click();
    await yes.click();
    await page.getByRole('button', { name: 'Skicka testavisering' }).click();
    await karl.receive();
    await yes.click();
    await expect(page.getByText('Den här enheten är redo.')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await take(page, 'screens/check-360');

    await page.setViewportSize(PHONE.viewport);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.evaluate(() => localStorage.setItem('resq.theme', 'dark'));
    await context.setOffline(true);
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: 'Ingen anslutning' })).toBeVisible();
    await take(page, 'screens/offline-dark-360');
  },
);

const PAST: [string, AlarmType, Outcome, exercise?: boolean][] = [
  ['anna', 'medical', 'resolved'],
  ['lisa', 'other', 'false_alarm'],
  ['anna', 'fire', 'resolved', true],
  ['karl', 'fire', 'resolved'],
  ['karl', 'medical', 'resolved'],
];
const LAST_ALARM = Date.UTC(2026, 10, 18, 17, 42);
const APART_MS = 8.9 * 24 * 60 * 60_000;

test('the history', { tag: '@pictures' }, async ({ resident, request, baseURL }) => {
  for (const [name, type, outcome, exercise] of PAST) {
    const sender = await Neighbour.of(request, name);
    const alarm = await sender.raise(type, { exercise: exercise ?? false });
    for (const each of ['anna', 'karl', 'lisa', 'mira-dahl', 'ove-strand']) {
      if (each !== name) await (await Neighbour.of(request, each)).respond(alarm, 'safe');
    }
    await sender.end(alarm, outcome);
  }
  const tab = await resident('anna', { ...WIDE, ...dark(baseURL) });
  // All of them were raised just now; the picture shows them some days apart.
  await tab.page.route('**/api/buildings/*/alarms', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as Listed<PastAlarm>;
    const items = list.items.map((alarm, index) => {
      const raisedAt = new Date(LAST_ALARM - index * APART_MS).toISOString();
      return { ...alarm, raisedAt };
    });
    await route.fulfill({ response, json: { ...list, items } });
  });
  await openReady(tab, '/app/history');
  await take(tab.page, 'screens/history-dark');
});

const CODES: [code: string, uses: number, name: string, email: string, company: string][] = [
  ['DYJ1-NXZB', 1, 'Johan Åkesson', 'johan.akesson@example.com', 'BRF Rosen'],
  ['2998-00OI', 1, '', '', 'Riksbyggen Umeå'],
  ['VYLM-IZ1H', 3, 'Sara Nyberg', 'sara.nyberg@example.com', ''],
  ['QMVZ-16UE', 0, 'Erik Holm', 'erik.holm@example.com', 'BRF Tallen'],
];

test('the pages of an administrator', { tag: '@pictures' }, async ({ resident, request }) => {
  const { page } = await resident('admin', WIDE);
  await page.goto('/admin/audit');
  await expect(page.getByRole('table').getByText('Storgatan 12').first()).toBeVisible();
  await take(page, 'screens/audit');

  const data = { email: 'admin@resq.example', password: PASSWORD };
  const signedIn = (await (await request.post('/api/auth/sign-in', { data })).json()) as SignedIn;
  const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
  for (const [code, uses, name, email, company] of CODES) {
    const given = Object.entries({ code, name, email, company }).filter(([, value]) => value);
    await request.post('/api/admin/codes', { headers, data: Object.fromEntries(given) });
    for (let use = 0; use < uses; use += 1) {
      const visit = { code, sessionId: randomUUID() };
      await request.post('/api/gate/validate-code', { data: visit });
    }
  }
  await page.goto('/admin/codes');
  await expect(page.getByText(CODES[0]?.[0] ?? '', { exact: true })).toBeVisible();
  await take(page, 'screens/codes');
});
