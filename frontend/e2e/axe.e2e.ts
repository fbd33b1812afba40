import type { Page } from '@playwright/test';
import { PAGES } from '@contract/paths';
import { nothingFound } from './axe.js';
import { haveEdges, keepsBoxes, standsOut } from './forced-colours.js';
import { reconnect } from './network-link.js';
import { handoverLink, Neighbour } from './neighbour.js';
import { expect, openWithLink, test } from './story.js';

/** Checks all pages and all states of an alarm with axe, in both themes, on a small screen. */

const PUBLIC = [
  '/about',
  '/contact',
  '/careers',
  '/privacy',
  '/terms',
  '/cookies',
  '/auth',
  '/join',
  '/reset',
  '/reset#Yk3s9vLQ2kq0sZp1xq7m2A',
  '/finns-inte',
];

for (const theme of ['light', 'dark']) {
  const optionsOf = (origin = '') => ({
    viewport: { width: 320, height: 640 },
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'resq.theme', value: theme }] }],
    },
  });
  /** A resident's tab has the storage of this server, whatever its origin here. */
  const options = optionsOf();

  // The themes differ in colours alone, whose contrast `tokens.test.ts` checks in each run.
  const tag = theme === 'dark' ? '@long' : [];
  test(`public pages pass axe, ${theme}`, { tag: '@long' }, async ({ visitor, baseURL }) => {
    const { page } = await visitor(optionsOf(baseURL));
    for (const path of PUBLIC) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await nothingFound(page, path);
    }
    await page.goto('/');
    await expect(page.getByLabel('Inbjudningskod')).toBeVisible();
    await nothingFound(page, 'gate');
    await page.getByLabel('Inbjudningskod').fill('DEMO-2026');
    await page.getByRole('button', { name: 'Fortsätt' }).click();
    await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeVisible();
    await nothingFound(page, 'landing');
  });

  test(
    `pages for members, managers and administrators pass axe, ${theme}`,
    { tag },
    async ({ user, request, baseURL }) => {
      const { page } = await user('anna', optionsOf(baseURL));
      // In the light theme `board-sizes.e2e.ts` checks these pages.
      const paths = theme === 'dark' ? Object.values(PAGES) : [];
      for (const path of paths.filter((one) => one.startsWith('/building/'))) {
        await page.goto(path);
        await expect(page.getByRole('navigation', { name: 'Husets sidor' })).toBeVisible();
        await nothingFound(page, path);
      }
      await page.goto('/building');
      await expect(page.getByText('Karl Ek').first()).toBeVisible();
      await nothingFound(page, 'building');
      await page.locator('summary', { hasText: 'Karl Ek' }).click();
      await page.getByRole('button', { name: 'Ny lösenordslänk till Karl Ek' }).click();
      await nothingFound(page, 'question about a password link');
      await page.getByRole('button', { name: 'Skapa länken' }).click();
      await expect(page.getByLabel('Engångslänk till Karl Ek')).toBeVisible();
      await nothingFound(page, 'password link');
      const admin = (await user('admin', optionsOf(baseURL))).page;
      await admin.goto('/app');
      await expect(admin.getByRole('heading', { name: /inte med i något hus/ })).toBeVisible();
      await nothingFound(admin, 'ways in');
      if (theme === 'dark') {
        await admin.goto('/admin/codes');
        await expect(admin.getByText('DEMO-2026')).toBeVisible();
        await nothingFound(admin, 'codes');
      }
      await admin.goto('/admin/passwords');
      await admin.getByLabel('E-post').fill('lisa@resq.example');
      await admin.getByRole('button', { name: 'Skapa engångslänk' }).click();
      await expect(admin.getByLabel('Engångslänk till lisa@resq.example')).toBeVisible();
      await nothingFound(admin, 'password link of an administrator');
      await admin.goto('/admin/status');
      await expect(admin.getByRole('heading', { name: 'Databas' })).toBeVisible();
      await nothingFound(admin, 'status');
      await admin.goto('/admin/buildings');
      await admin.getByRole('button', { name: /^Stäng huset: .*12/ }).click();
      await expect(admin.getByLabel('Skriv husets namn')).toBeVisible();
      await nothingFound(admin, 'buildings, and the question before one is closed');
      for (const name of ['karl', 'lisa']) {
        await (await Neighbour.of(request, name)).deleteResetLink();
      }
    },
  );

  // In the light theme `handover.e2e.ts` checks it.
  if (theme === 'dark')
    test(
      `the sheet for the rescue service passes axe, ${theme}`,
      { tag },
      async ({ user, visitor, request, baseURL }) => {
        const { page } = await visitor(optionsOf(baseURL));
        await page.goto(await handoverLink((await user('anna')).page, request));
        await expect(page.getByRole('heading', { name: 'Behöver hjälp' })).toBeVisible();
        await page.getByRole('button', { name: 'Visa QR' }).click();
        await expect(page.getByRole('img', { name: 'QR-kod som öppnar bladet' })).toBeVisible();
        await nothingFound(page, 'sheet');
      },
    );

  test(`the sound check passes axe, ${theme}`, { tag: '@long' }, async ({ resident }) => {
    const { page } = await resident('lisa', options);
    await page.clock.install();
    await page.goto('/app/check');
    // Chromium counts a step of the clock as a gesture, so the sound may be on already.
    await expect(page.getByText('Inte redo.')).toBeVisible();
    await nothingFound(page, 'not tested');
    const play = async (name: string) => {
      await page.getByRole('button', { name }).click();
      // The page asks once the sound has really moved, which no clock of a test can hurry.
      const asked = page.getByText('Hörde du ljudet?');
      await expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return asked.isVisible();
        })
        .toBe(true);
    };
    await play('Spela testljud');
    await nothingFound(page, 'asked');
    await page.getByRole('button', { name: 'Nej' }).click();
    await expect(page.getByText('Du hörde inte testljudet.')).toBeVisible();
    await nothingFound(page, 'sound test failed');
    await play('Spela igen');
    await page.getByRole('button', { name: 'Ja' }).click();
    await expect(page.getByText('Nästan redo.')).toBeVisible();
    await nothingFound(page, 'sound tested');
    await page.context().setOffline(true);
    await expect(page.getByText('Du är offline.')).toBeVisible();
    await nothingFound(page, 'offline');
  });

  test(
    `an alarm passes axe and forced colours from the panel to its end, ${theme}`,
    { tag },
    async ({ resident }) => {
      const karl = (await resident('karl', options)).page;
      const lisa = (await resident('lisa', options)).page;
      const check = async (page: Page, state: string) => {
        await nothingFound(page, state);
        await keepsBoxes(page, state);
      };
      expect(await karl.evaluate(() => document.documentElement.dataset['theme'] ?? 'light')).toBe(
        theme,
      );
      await check(karl, 'panel');
      await haveEdges(karl.locator('main').getByRole('button'), 3);
      await standsOut(karl, 'nav [aria-current]', 'nav a:not([aria-current])');
      await karl.getByRole('button', { name: 'Annan fara' }).click();
      await check(karl, 'sheet');
      await haveEdges(karl.getByRole('dialog').getByRole('button'), 2);
      await karl.getByRole('button', { name: 'Skicka larm om fara' }).click({ delay: 450 });
      await expect(karl.getByText(/Larmet är skickat/)).toBeVisible();
      await check(karl, 'sent');
      await expect(lisa.getByRole('alertdialog', { name: 'Annan fara' })).toBeVisible();
      await check(lisa, 'incoming');
      await lisa.getByRole('button', { name: 'Jag behöver hjälp' }).click();
      await expect(lisa.getByText('Var är du?')).toBeVisible();
      await lisa.getByRole('button', { name: 'Trapphuset' }).click();
      await check(lisa, 'answered');
      await standsOut(lisa, '[aria-pressed=true]', '[aria-pressed=false]');
      await expect(karl.getByRole('heading', { name: 'Behöver hjälp (1)' })).toBeVisible();
      // An answer that is still on its way when the alarm ends is refused, which is an error in the console.
      await expect(karl.getByText(/– trapphuset$/)).toBeVisible();
      await check(karl, 'a neighbour needs help');
      await karl.getByRole('button', { name: 'Faran är över' }).click();
      await check(karl, 'question');
      await karl.getByRole('dialog').getByRole('button', { name: 'Faran är över' }).click();
      await expect(lisa.getByText('Faran är över.')).toBeVisible();
      await check(lisa, 'over');
    },
  );

  test(
    `a muted alarm, an exercise, a missed and an expired alarm pass axe, ${theme}`,
    { tag: '@long' },
    async ({ resident, request }) => {
      const anna = await Neighbour.of(request, 'anna');
      const { page, link } = await openWithLink(resident, 'lisa', options, (tab) =>
        tab.page.clock.install(),
      );
      await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
      const alert = page.getByRole('alertdialog');

      const fire = await anna.raise('fire');
      await expect(alert).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(alert.getByText('Ljudet är tystat på dina enheter.')).toBeVisible();
      await nothingFound(page, 'muted');
      await page.clock.runFor(1_000);
      await alert.getByRole('button', { name: 'Minimera' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Brandlarm' })).toBeVisible();
      await nothingFound(page, 'minimised');
      await anna.end(fire, 'false_alarm');
      await expect(page.getByText('Falskt larm.')).toBeVisible();
      await nothingFound(page, 'a false alarm');
      await page.getByRole('button', { name: 'Stäng' }).click();

      const exercise = await anna.raise('medical', { exercise: true });
      await expect(alert).toBeVisible();
      await nothingFound(page, 'exercise');
      await anna.end(exercise);
      await page.getByRole('button', { name: 'Stäng' }).click();

      await link.cut();
      await page.clock.runFor(31_000);
      await expect(page.getByText('Ingen anslutning sedan')).toBeVisible();
      await nothingFound(page, 'no connection');
      const missed = await anna.raise('other');
      await anna.end(missed);
      link.mend();
      await page.getByRole('button', { name: 'Försök igen' }).click();
      await expect(page.getByText(/Du missade ett larm/)).toBeVisible();
      await nothingFound(page, 'missed');

      const { epoch, seq, ...medical } = await anna.raise('medical');
      await expect(alert).toBeVisible();
      const [{ buildingId }, at] = [medical, new Date().toISOString()];
      const alarm = { ...medical, status: 'expired', endedAt: at, expiresAt: at };
      const kind = 'expired';
      link.send('alarm:event', { buildingId, epoch, seq: seq + 1, kind, alarm, at, serverNow: at });
      await expect(page.getByText(/Larmet avslutades automatiskt/)).toBeVisible();
      await nothingFound(page, 'expired');
    },
  );

  test(
    `a failed press and an alarm about to expire pass axe, ${theme}`,
    { tag: '@long' },
    async ({ resident, request }) => {
      const { page, link } = await openWithLink(resident, 'karl', options, (tab) =>
        tab.page.clock.install(),
      );
      await page.getByRole('button', { name: 'Brand' }).click();
      await link.cut();
      await page.clock.runFor(500);
      await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
      await expect(page.getByText(/Ingen anslutning\. Larmet är/)).toBeVisible();
      await nothingFound(page, 'no connection');
      await page.clock.runFor(61_000);
      await expect(page.getByText('Larmet skickades inte.')).toBeVisible();
      await nothingFound(page, 'not sent');
      link.mend();
      link.received.length = 0;
      await reconnect(page);
      await expect.poll(() => link.received).toContain('sync');
      await page
        .getByRole('button', { name: 'Stäng' })
        .or(page.getByRole('button', { name: 'Avbryt' }))
        .first()
        .click();

      const karl = await Neighbour.of(request, 'karl');
      const { epoch, seq, ...alarm } = await karl.raise('medical');
      await expect(page.getByRole('heading', { name: 'Medicinsk nöd' })).toBeVisible();
      const at = new Date().toISOString();
      const expiresAt = new Date(Date.parse(at) + 4 * 60_000).toISOString();
      link.send('alarm:event', {
        buildingId: alarm.buildingId,
        epoch,
        seq: seq + 1,
        kind: 'updated',
        alarm: { ...alarm, expiresAt },
        at,
        serverNow: at,
      });
      await expect(page.getByRole('button', { name: 'Fortsätt larma' })).toBeVisible();
      await nothingFound(page, 'about to expire');
    },
  );
}
