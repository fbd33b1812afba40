import type { APIRequestContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Alarm } from '@contract/alarm';
import { Neighbour } from './neighbour.js';
import { NetworkLink } from './network-link.js';
import { PageObserver } from './page-observer.js';
import { expect, PASSWORD, signIn, test as base, type Tab } from './visitor.js';

export { expect, PASSWORD, signIn, type Tab };

/** A tab that is observed without any gesture, which would unlock its sound. */
export interface Listener extends Tab {
  observer: PageObserver;
}

/**
 * Opens the alarm panel as a demo user.
 * @param prepare runs in the empty tab, for what takes effect at a load
 */
export type OpenPanel<T extends Tab> = (
  name: string,
  options?: BrowserContextOptions,
  prepare?: (tab: T) => Promise<unknown>,
) => Promise<T>;

interface Fixtures {
  /** A tab whose sound matters is a `listener`. */
  resident: OpenPanel<Tab>;
  /** Opens the panel in a tab without any gesture. */
  listener: OpenPanel<Listener>;
}

interface Inner {
  /** Ends every alarm of the building before each test. */
  calmBuilding: void;
}

export const test = base.extend<Fixtures & Inner>({
  calmBuilding: [
    async ({ request }, use) => {
      const anna = await Neighbour.of(request, 'anna');
      for (const alarm of await anna.activeAlarms()) await anna.end(alarm);
      await use();
    },
    { auto: true },
  ],

  resident: async ({ user }, use) => {
    await use(async (name, options, prepare) => {
      const tab = await user(name, options);
      await prepare?.(tab);
      await tab.page.goto('/app');
      const shown = tab.page.getByText('Ring 112').filter({ visible: true });
      await expect(shown.first()).toBeVisible();
      return tab;
    });
  },

  listener: async ({ user }, use) => {
    await use(async (name, options, prepare) => {
      const tab = await observed(await user(name, options));
      await prepare?.(tab);
      await tab.page.goto('/app');
      await expect.poll(() => tab.observer.text).toContain('Ring 112');
      return tab;
    });
  },
});

/** Opens the panel over a network that the test can cut. */
export async function openWithLink<T extends Tab>(
  open: OpenPanel<T>,
  name: string,
  options?: BrowserContextOptions,
  prepare?: (tab: T & { link: NetworkLink }) => unknown,
): Promise<T & { link: NetworkLink }> {
  const links: NetworkLink[] = [];
  const tab = await open(name, options, async (empty) => {
    const link = await NetworkLink.of(empty.context);
    links.push(link);
    await prepare?.({ ...empty, link });
  });
  const link = links[0]!;
  await expect.poll(() => link.received).toContain('sync');
  return { ...tab, link };
}

/** Observes a tab from its next navigation on. */
export async function observed(tab: Tab): Promise<Listener> {
  return { ...tab, observer: await PageObserver.of(tab.page) };
}

/** The readiness of a tab that would sound. Most tests do not confirm a sound test. */
export const SOUNDS = /Redo|Ljudet inte testat/;

/** Unlocks a tab's sound with one click on an empty spot, without evaluating in the page. */
export async function arm({ page, observer }: Listener): Promise<void> {
  await expect.poll(() => observer.text).toContain('Ljudet är av i den här fliken.');
  await page.mouse.click(4, 400);
  await expect.poll(() => observer.text).toMatch(SOUNDS);
}

/** Waits for 400 ms: the sheet ignores an earlier press, because it may be a double tap. */
export async function decide({ page }: Tab): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 400, since);
}

/** Returns the building's active alarms from the server. */
export async function activeAlarms(request: APIRequestContext): Promise<Alarm[]> {
  return (await Neighbour.of(request, 'anna')).activeAlarms();
}

/** Takes the own alarm back. One tap is enough for ten seconds, which a busy machine may need. */
export async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: /falskt larm$/i }).click();
  const confirm = page.getByRole('button', { name: 'Avsluta som falskt larm' });
  await expect(confirm.or(page.getByText('Falskt larm.')).first()).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
}
