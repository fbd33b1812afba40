import type { APIRequestContext, BrowserContextOptions } from '@playwright/test';
import type { Alarm, Sync } from '@contract/alarm';
import type { Me, SignedIn } from '@contract/http';
import { expect, PASSWORD, signIn, test as base, type Tab } from './visitor.js';

export { expect, signIn, type Tab };

interface Fixtures {
  /** A visitor, signed in as a demo person, in a tab at the alarm panel that nobody has touched. */
  resident: (name: string, options?: BrowserContextOptions) => Promise<Tab>;
}

interface Inner {
  /** Before each story nothing is going on in the house, whatever the one before left behind. */
  calmHouse: void;
}

export const test = base.extend<Fixtures & Inner>({
  calmHouse: [
    async ({ request }, use, { project }) => {
      if (project.name !== 'house') throw new Error('this file belongs to the project `house`');
      const { headers, active } = await lookIn(request);
      for (const { id } of active) {
        await request.post(`/api/alarms/${id}/end`, { headers, data: { outcome: 'resolved' } });
      }
      await use();
    },
    { auto: true },
  ],

  resident: async ({ visitor, anotherTab }, use) => {
    await use(async (name, options) => {
      const { page, context } = await visitor(options);
      await signIn(page, `${name}@resq.example`);
      const tab = await anotherTab(context);
      await page.close();
      await tab.page.goto('/app');
      await expect.poll(() => tab.witness.text).toContain('Ring 112');
      return tab;
    });
  },
});

/** The one click that unlocks a tab's sound: at a spot where nothing is, without asking the page. */
export async function arm({ page, witness }: Tab): Promise<void> {
  await expect.poll(() => witness.text).toContain('Ljudet är av i den här fliken.');
  await page.mouse.click(4, 400);
  await expect.poll(() => witness.text).toContain('Redo');
}

/** What the house holds, whatever the screens say. */
export async function activeAlarms(request: APIRequestContext): Promise<Alarm[]> {
  return (await lookIn(request)).active;
}

/** As its manager. */
async function lookIn(request: APIRequestContext) {
  const data = { email: 'anna@resq.example', password: PASSWORD };
  const signedIn = await request.post('/api/auth/sign-in', { data });
  const { accessToken } = (await signedIn.json()) as SignedIn;
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { memberships } = (await (await request.get('/api/auth/me', { headers })).json()) as Me;
  const stream = `/api/buildings/${memberships[0]?.building.id}/events`;
  const { active } = (await (await request.get(stream, { headers })).json()) as Sync;
  return { headers, active };
}
