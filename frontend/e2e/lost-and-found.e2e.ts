import type { Page } from '@playwright/test';
import { type NetworkLink, reconnect } from './network-link.js';
import { activeAlarms, arm, expect, openWithLink, SOUNDS, test, type Tab } from './story.js';

/** Tests alarms while the network between a browser and the server fails. */

const SENT = /Larmet är skickat kl\.\s\d\d\.\d\d\.\d\d/;
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Brandlarm' });

async function sendFire({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Brand' }).click();
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
}

async function endAlarm({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Faran är över' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Faran är över' }).click();
  await expect(page.getByText('Faran är över.')).toBeVisible();
}

const idsOf = (link: NetworkLink) => new Set(link.presses.map(({ alarmId }) => alarmId));

test('a press is one alarm whatever the network does', async ({ resident, request }) => {
  const [lisa, karl] = [await resident('lisa'), await openWithLink(resident, 'karl')];
  const { link } = karl;
  await test.step('a press whose answer is lost raises one alarm, without a witness', async () => {
    link.loseNextAnswer();
    await sendFire(karl);
    await expect(karl.page.getByText(SENT)).toBeVisible();
    expect(link.presses.map(({ page }) => page)).toContain('socket');
    expect(idsOf(link).size).toBe(1);
    const [alarm, ...others] = await activeAlarms(request);
    expect(others).toEqual([]);
    expect(alarm?.witnessCount).toBe(0);
    await endAlarm(karl);
    await lisa.page.getByRole('button', { name: 'Stäng' }).click();
    await karl.page.goto('/app');
    await expect(karl.page.getByRole('button', { name: 'Brand' })).toBeVisible();
  });
  await test.step('a press without a connection survives a reload and becomes one alarm', async () => {
    link.presses.splice(0);
    await link.cut();
    await sendFire(karl);
    await expect(karl.page.getByText('Larmet är inte skickat.')).toBeVisible();
    await karl.page.reload();
    await expect(karl.page.getByText('Larmet är inte skickat.')).toBeVisible();
    await expect(karl.page.getByText(SENT)).toHaveCount(0);
    await expect(dialog(lisa.page)).toHaveCount(0);
    link.mend();
    await expect(karl.page.getByText(SENT)).toBeVisible();
    await expect(dialog(lisa.page)).toBeVisible();
    expect(idsOf(link).size).toBe(1);
    expect((await activeAlarms(request)).map(({ id }) => id)).toEqual([...idsOf(link)]);
  });
});

test('two tabs of a member show the same press, and one sends it when the other is closed', async ({
  resident,
  anotherTab,
  request,
}) => {
  const karl = await openWithLink(resident, 'karl');
  const { link } = karl;
  const other = await anotherTab(karl.context);
  await other.page.goto('/app');
  await expect(other.page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
  await link.cut();
  await sendFire(karl);
  for (const { page } of [karl, other]) {
    await expect(page.getByText('Larmet är inte skickat.')).toBeVisible();
  }
  await karl.page.close();
  link.mend();
  await expect(other.page.getByText(SENT)).toBeVisible();
  expect(idsOf(link).size).toBe(1);
  expect(await activeAlarms(request)).toHaveLength(1);
});

test('after a minute the page says that the alarm was not sent, and sends only on request', async ({
  resident,
  request,
}) => {
  const karl = await openWithLink(resident, 'karl', {}, ({ page }) => page.clock.install());
  const { link } = karl;
  await link.cut();
  await sendFire(karl);
  await expect(karl.page.getByText('Larmet är inte skickat.')).toBeVisible();
  await expect.poll(() => link.presses.length).toBeGreaterThan(0);
  await karl.page.clock.fastForward('01:01');
  const failed = karl.page.getByText('Larmet skickades inte. Ring 112. Knacka på hos grannarna.');
  await expect(failed).toBeVisible();
  const sent = link.presses.length;
  link.mend();
  await karl.page.clock.runFor(30_000);
  await expect.poll(() => link.connections).toBeGreaterThan(1);
  await karl.page.reload();
  await expect(failed).toBeVisible();
  expect(link.presses).toHaveLength(sent);
  expect(await activeAlarms(request)).toEqual([]);

  await karl.page.getByRole('button', { name: 'Försök igen' }).click();
  await expect(karl.page.getByText(SENT)).toBeVisible();
  expect(idsOf(link).size).toBe(2);
  expect(await activeAlarms(request)).toHaveLength(1);
});

// `send-loop.test.ts` and `send-transport.test.ts` test it without a server.
test('a press that fails offline stays unsent', { tag: '@long' }, async ({ listener, request }) => {
  const karl = await listener('karl', {}, (tab) => tab.page.clock.install());
  const { page, context, observer } = karl;
  await arm(karl);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Brand' }).click();
  await page.clock.runFor(500);
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  await expect(page.getByText('Larmet är inte skickat.')).toBeVisible();
  await page.clock.fastForward('01:01');
  await expect(page.getByText('Larmet skickades inte.')).toBeVisible();
  await context.setOffline(false);
  await page.clock.runFor(15_000);
  await expect.poll(() => observer.text).toMatch(SOUNDS);
  await expect(page.getByText('Larmet skickades inte.')).toBeVisible();
  expect(await activeAlarms(request)).toEqual([]);
});

test('offline, the sheet has one headline, and closing it ends the press for good', async ({
  resident,
  request,
}) => {
  const { page, link } = await openWithLink(resident, 'karl');
  await link.cut();
  await page.getByRole('button', { name: 'Brand' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Vi vet inte hur många grannar som nås.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(sheet.getByRole('heading')).toHaveText(['Larmet är inte skickat.']);
  await expect(sheet.getByRole('heading')).toBeFocused();
  await expect(sheet.getByText('Skickar …')).toHaveCount(0);
  await expect(sheet.getByText('Brandlarm i Storgatan 12')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Ring 112' })).toBeInViewport();
  // Escape may be pressed in haste, so it does not stop an alarm that is being sent.
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Stäng' }).click();
  await expect(sheet).toHaveCount(0);
  const sent = link.presses.length;
  link.mend();
  await reconnect(page);
  await expect.poll(() => link.connections).toBeGreaterThan(1);
  await page.reload();
  await expect(page.getByText(/grannar är redo|Ingen granne är redo/)).toBeVisible();
  await expect(sheet).toHaveCount(0);
  expect(link.presses).toHaveLength(sent);
  expect(await activeAlarms(request)).toEqual([]);
});

for (const { tag = [], ...size } of [
  { width: 360, height: 740 },
  { width: 320, height: 568, tag: '@long' },
  { width: 740, height: 360, tag: '@long' },
  { width: 1440, height: 900, tag: '@long' },
]) {
  test.describe(`a refused press, ${size.width} × ${size.height}`, { tag }, () => {
    test.use({ expected: /status of 429/ });

    test('says first that nothing was sent, and does not close under a double click', async ({
      resident,
    }) => {
      const { page, link } = await openWithLink(resident, 'karl', { viewport: size });
      await link.blockSockets();
      const error = {
        code: 'alarm.rate_limited',
        message: 'Du har skickat många larm på kort tid. Ring 112.',
        requestId: 'r',
      };
      await page.route('**/api/buildings/*/alarms', (route) =>
        route.fulfill({ status: 429, json: { error } }),
      );
      await page.getByRole('button', { name: 'Brand' }).click();
      const sheet = page.getByRole('dialog');
      const send = sheet.getByRole('button', { name: 'Skicka brandlarm' });
      const box = await send.boundingBox();
      await send.click({ delay: 450 });
      await expect(sheet.getByRole('alert')).toHaveText(`Larmet är inte skickat. ${error.message}`);
      await expect(sheet.getByRole('heading')).toHaveText(['Larmet är inte skickat.']);
      await expect(sheet.getByRole('heading')).toBeFocused();
      await expect(sheet.getByText(/nås|varnas|Skickar/)).toHaveCount(0);
      await expect(sheet.getByRole('link', { name: 'Ring 112' })).toBeInViewport({ ratio: 1 });
      const close = sheet.getByRole('button', { name: 'Stäng' });
      await expect(close).toBeInViewport({ ratio: 1 });
      const closeBox = await close.boundingBox();
      if (!box || !closeBox) throw new Error('a button has no box');
      const isApart = closeBox.y >= box.y + box.height || closeBox.y + closeBox.height <= box.y;
      expect(isApart, 'a second press to send does not meet "Stäng"').toBe(true);
      await close.click();
      await expect(sheet).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Brand' })).toBeFocused();
    });
  });
}

test(
  'a neighbour whose network blocks WebSockets is warned by polling',
  { tag: '@long' },
  async ({ resident, listener }) => {
    const [lisa, karl] = [await openWithLink(listener, 'lisa'), await resident('karl')];
    const { link } = lisa;
    await arm(lisa);
    await link.blockSockets();
    await sendFire(karl);
    await expect.poll(() => lisa.observer.loud, { timeout: 8_000 }).toBeGreaterThan(5);
    await expect(dialog(lisa.page)).toBeVisible();
    await endAlarm(karl);
    await expect(lisa.page.getByText('Faran är över.')).toBeVisible();
    await expect.poll(() => lisa.observer.text).not.toContain('Larm når inte den här fliken');
  },
);

test(
  'a neighbour whose connection is half open is warned when the missing pings are noticed',
  { tag: '@long' },
  async ({ resident, listener }) => {
    const [lisa, karl] = [await openWithLink(listener, 'lisa'), await resident('karl')];
    const { link } = lisa;
    await arm(lisa);
    link.swallow();
    await sendFire(karl);
    await expect(karl.page.getByText(SENT)).toBeVisible();
    // A ping comes every 10 s and counts as missing 5 s later; then the tab polls at once.
    await expect.poll(() => lisa.observer.loud, { timeout: 17_000 }).toBeGreaterThan(5);
    await expect.poll(() => link.connections).toBe(2);
  },
);

test('a neighbour whose connection fails hears each alarm that is on, and no other', async ({
  resident,
  listener,
}) => {
  const [lisa, karl] = [await openWithLink(listener, 'lisa'), await resident('karl')];
  const { link } = lisa;
  await arm(lisa);
  await test.step('no siren sounds for an alarm that began and ended while she was offline', async () => {
    await link.cut();
    await sendFire(karl);
    await expect(karl.page.getByText(SENT)).toBeVisible();
    await endAlarm(karl);
    lisa.observer.forget();
    link.received.length = 0;
    link.mend();
    await reconnect(lisa.page);
    await expect.poll(() => link.received).toContain('sync');
    await expect.poll(() => lisa.observer.sampleCount).toBeGreaterThan(10);
    expect(lisa.observer.loudest).toBeLessThan(0.01);
    await expect(lisa.page.getByRole('alertdialog')).toHaveCount(0);
  });
  await test.step('while her node shuts down she misses no alarm and sees no lost connection', async () => {
    await karl.page.goto('/app');
    const read: string[] = [];
    lisa.page.on('console', (message) => read.push(message.text()));
    const { connections } = link;
    link.send('server:bye', { retryInMs: 1_500 });
    await sendFire(karl);
    await expect.poll(() => lisa.observer.loud).toBeGreaterThan(5);
    await expect.poll(() => link.connections).toBe(connections + 1);
    expect(read.filter((text) => text.includes('Frånkopplad'))).toEqual([]);
  });
});

test('a device whose clock is a day ahead sounds the alarm and shows its true age', async ({
  resident,
  listener,
}) => {
  const inOneDay = Date.now() + 86_400_000;
  const lisa = await listener('lisa', {}, ({ page }) => page.clock.install({ time: inOneDay }));
  const karl = await resident('karl');
  await arm(lisa);
  await sendFire(karl);
  await expect.poll(() => lisa.observer.loud).toBeGreaterThan(5);
  await expect(dialog(lisa.page).getByText('nyss')).toBeVisible();
});
