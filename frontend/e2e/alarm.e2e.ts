import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { arm, expect, test, type Listener, type Tab } from './story.js';

/** Follows an alarm from the press to the sound in a neighbour's tab, in separate browsers. */

const TONES_HZ = [520, 650];
const TOLERANCE_HZ = 25;

async function sendFire({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Brand' }).click();
  // The page ignores a press within 400 ms of the first, because it may be a double tap.
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
}

const dialog = (page: Page, name = 'Brandlarm') => page.getByRole('alertdialog', { name });

async function expectSound({ observer }: Listener): Promise<void> {
  await expect.poll(() => observer.loud, { message: 'the alarm sounds' }).toBeGreaterThan(5);
}

async function expectSilence({ observer }: Listener): Promise<void> {
  await expect
    .poll(() => observer.lastRms, { message: 'the sound has stopped' })
    .toBeLessThan(0.01);
  observer.forget();
  await expect.poll(() => observer.sampleCount).toBeGreaterThan(10);
  expect(observer.loudest).toBeLessThan(0.01);
}

async function endAlarm({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Faran är över' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Faran är över' }).click();
}

test('a neighbour hears and sees an alarm, and the sender sees the response', async ({
  resident,
  listener,
  request,
}) => {
  const lisa = await listener('lisa');
  const otto = await listener('otto');
  await arm(lisa);
  await arm(otto);

  // The server's answer is held back. Until it arrives, the page must not say "sent".
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const karl = await resident('karl', {}, async ({ page }) => {
    await page.route('**/api/buildings/*/alarms', async (route) => {
      await held;
      await route.continue();
    });
    await page.routeWebSocket('**/socket.io/**', (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!String(message).includes('alarm:raise')) return server.send(message);
        return void held.then(() => server.send(message));
      });
    });
  });
  lisa.observer.forget();
  otto.observer.forget();
  await sendFire(karl);
  await expect(karl.page.getByText('Skickar …')).toBeVisible();
  await expect(karl.page.getByText(/Larmet är skickat/)).toHaveCount(0);
  await expect(dialog(lisa.page)).toHaveCount(0);
  release();
  await expect(karl.page.getByText(/Larmet är skickat kl\.\s\d\d\.\d\d\.\d\d/)).toBeVisible();

  const alarm = dialog(lisa.page);
  await expect(alarm).toBeVisible();
  await expect(alarm.getByRole('heading', { name: 'Brandlarm' })).toBeFocused();
  await expect(alarm.getByText('Lägenhet 1301, plan 3, Karl Ek')).toBeVisible();
  await expect(alarm.getByRole('link', { name: /Ring 112/ })).toHaveAttribute('href', 'tel:112');
  await expectSound(lisa);
  await expect.poll(() => lisa.observer.tones.length).toBeGreaterThan(1);
  for (const tone of lisa.observer.tones) {
    expect(Math.min(...TONES_HZ.map((hz) => Math.abs(hz - tone)))).toBeLessThan(TOLERANCE_HZ);
  }

  await alarm.getByRole('button', { name: 'Jag är i säkerhet' }).click();
  await expectSilence(lisa);
  await expect(lisa.page.getByText('Ditt svar: Jag är i säkerhet.')).toBeVisible();
  const homes = karl.page.getByRole('region', { name: 'Grannarna' });
  await expect(homes.getByRole('heading', { name: 'I säkerhet (1)' })).toBeVisible();
  await expect(homes.getByText('Lägenhet 1102, Lisa Ny')).toBeVisible();

  await endAlarm(karl);
  await expect(lisa.page.getByText('Faran är över.')).toBeVisible();
  // An alarm of Otto's building arrives in his tab, and is the first that does.
  const ottoByHttp = await Neighbour.of(request, 'otto');
  const own = await ottoByHttp.raise('medical');
  await expect(otto.page.getByText('Du har larmat')).toBeVisible();
  await expect(dialog(otto.page)).toHaveCount(0);
  expect(otto.observer.loudest).toBe(0);
  await ottoByHttp.end(own);
});

test('a tab that was never clicked shows the alarm without sound, and sounds at a click', async ({
  listener,
  request,
}) => {
  const [lisa, karl] = [await listener('lisa'), await Neighbour.of(request, 'karl')];
  const sounds = async () => {
    await expect.poll(() => lisa.observer.text).toContain('Rök i trapphuset?');
    await expect.poll(() => lisa.observer.text).toContain('Ljudet är av i den här fliken.');
    expect(lisa.observer.loudest).toBe(0);
    await lisa.page.mouse.click(4, 400);
    await expectSound(lisa);
  };
  await expect.poll(() => lisa.observer.text).toContain('Ljudet är av i den här fliken.');
  const fire = await karl.raise('fire');
  await sounds();

  const opened = 'a tab opened during an alarm sounds it, and shows it no more after its end';
  await test.step(opened, async () => {
    await expect.poll(() => lisa.observer.text).not.toContain('Ljudet är av');
    await lisa.page.reload();
    lisa.observer.forget();
    await expect.poll(() => lisa.observer.text).toContain('Ljudet är av');
    await sounds();
    await karl.end(fire);
    await expect(lisa.page.getByText('Faran är över.')).toBeVisible();
    await lisa.page.reload();
    await expect(lisa.page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
    await expect(dialog(lisa.page)).toHaveCount(0);
  });
});

test('a neighbour who raises the same type of alarm joins as a witness', async ({ resident }) => {
  const [karl, lisa] = [await resident('karl'), await resident('lisa')];
  // Lisa has made her first tap when Karl's alarm goes out.
  await lisa.page.getByRole('button', { name: 'Brand' }).click();
  await lisa.context.setOffline(true);
  await sendFire(karl);
  await expect(karl.page.getByText(/Larmet är skickat/)).toBeVisible();
  await lisa.page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  await expect(lisa.page.getByText('Larmet är inte skickat.')).toBeVisible();
  await lisa.context.setOffline(false);
  await expect(lisa.page.getByText(/hade redan larmat/)).toBeVisible();
  await expect(karl.page.getByText('En granne till har larmat.')).toBeVisible();
  await endAlarm(karl);
});
