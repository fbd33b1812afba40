import { arm, expect, test as base, type Listener, type Tab } from '../story.js';
import { freePort } from '../../../infra/local/ports.mjs';
import { RunningCluster } from './running-cluster.js';

/** Two neighbours are connected to different nodes of `npm run cluster`, through its proxy. */

const NODES = ['node 1', 'node 2'];
const STORY_MS = 240_000;
/** A press beside a node that ends is shown within 3 s; two browsers share the processors. */
const ACTION_MS = 15_000;

const test = base.extend<object, { cluster: RunningCluster }>({
  cluster: [
    async ({}, use) => {
      const cluster = await RunningCluster.start(await freePort());
      await use(cluster);
      expect(await cluster.stop(), 'its exit code').toBe(0);
    },
    { scope: 'worker', auto: true, timeout: STORY_MS },
  ],
  baseURL: async ({ cluster }, use) => use(cluster.url),
});

/** The browser reports the connection to a node that has ended. */
test.use({ actionTimeout: ACTION_MS, expected: /WebSocket connection to .* failed/ });

/** Karl raises an alarm, Lisa receives and answers it, Karl sees the answer and ends it. */
async function exchangeAlarm(karl: Tab, lisa: Listener): Promise<void> {
  lisa.observer.forget();
  await karl.page.getByRole('button', { name: 'Brand' }).click();
  // The page ignores a press within 400 ms of the first, because it may be a double tap.
  await karl.page.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(karl.page.getByText(/Larmet är skickat/)).toBeVisible();
  const alarm = lisa.page.getByRole('alertdialog', { name: 'Brandlarm' });
  await expect(alarm.getByText('Lägenhet 1301, plan 3, Karl Ek')).toBeVisible();
  await expect.poll(() => lisa.observer.loud, { message: 'the alarm sounds' }).toBeGreaterThan(5);
  await alarm.getByRole('button', { name: 'Jag är i säkerhet' }).click();
  const homes = karl.page.getByRole('region', { name: 'Grannarna' });
  await expect(homes.getByRole('heading', { name: 'I säkerhet (1)' })).toBeVisible();
  await expect(homes.getByText('Lägenhet 1102, Lisa Ny')).toBeVisible();
  await karl.page.getByRole('button', { name: 'Faran är över' }).click();
  await karl.page.getByRole('dialog').getByRole('button', { name: 'Faran är över' }).click();
  for (const { page } of [karl, lisa]) {
    const end = page.getByRole('alertdialog', { name: 'Faran är över.' });
    await end.getByRole('button', { name: 'Stäng' }).click();
  }
}

test('a neighbour on another node hears, sees and answers an alarm', async ({
  cluster,
  resident,
  listener,
}) => {
  const [karl, lisa] = [await resident('karl'), await listener('lisa')];
  await arm(lisa);
  expect(await cluster.nodeOf('karl')).not.toBe(await cluster.nodeOf('lisa'));
  await exchangeAlarm(karl, lisa);
});

test('every alarm arrives while the nodes are restarted one after the other', async ({
  cluster,
  resident,
  listener,
}) => {
  test.setTimeout(STORY_MS);
  const [karl, lisa] = [await resident('karl'), await listener('lisa')];
  await arm(lisa);
  for (const node of NODES) {
    let restarting = true;
    const restarted = cluster.restart(node).finally(() => (restarting = false));
    while (restarting) await exchangeAlarm(karl, lisa);
    await restarted;
  }
  await exchangeAlarm(karl, lisa);
});
