import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { Sync } from '@contract/alarm';
import type { Me, SignedIn } from '@contract/http';
import { Witness } from './witness.js';

export { expect };

export const PASSWORD = 'demo-storgatan-12';

export interface Tab {
  page: Page;
  context: BrowserContext;
  witness: Witness;
}

interface Fixtures {
  /** A browser of their own with one tab, whose every console error and CSP report fails the test. */
  visitor: (options?: BrowserContextOptions) => Promise<Tab>;
  /** The same, signed in as a demo person, in a tab at the alarm panel that nobody has touched. */
  resident: (name: string, options?: BrowserContextOptions) => Promise<Tab>;
}

/** What the browser itself complains of although all is as it should be. */
const EXPECTED = [
  // A lost connection is what some stories are about.
  /net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION_REFUSED/,
  // The contract's answer for a browser session that has not passed the gate.
  /404 .*\/api\/gate\/sessions\//,
  // An address that does not exist is answered as such.
  /404 .*\/finns-inte$/,
];

interface Inner {
  complaints: string[];
  contexts: BrowserContext[];
  /** Before each story nothing is going on in the house, whatever the one before left behind. */
  calmHouse: void;
}

export const test = base.extend<Fixtures & Inner>({
  calmHouse: [
    async ({ request }, use) => {
      const data = { email: 'anna@resq.example', password: PASSWORD };
      const signedIn = await request.post('/api/auth/sign-in', { data });
      const { accessToken } = (await signedIn.json()) as SignedIn;
      const headers = { Authorization: `Bearer ${accessToken}` };
      const { memberships } = (await (await request.get('/api/auth/me', { headers })).json()) as Me;
      const stream = `/api/buildings/${memberships[0]?.building.id}/events`;
      const { active } = (await (await request.get(stream, { headers })).json()) as Sync;
      for (const { id } of active) {
        await request.post(`/api/alarms/${id}/end`, { headers, data: { outcome: 'resolved' } });
      }
      await use();
    },
    { auto: true },
  ],

  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },

  contexts: async ({}, use) => {
    const contexts: BrowserContext[] = [];
    await use(contexts);
    for (const context of contexts) await context.close();
  },

  visitor: async ({ browser, complaints, contexts }, use) => {
    await use(async (options = {}) => {
      const context = await openContext(browser, options);
      contexts.push(context);
      return openTab(context, complaints);
    });
  },

  resident: async ({ visitor, complaints }, use) => {
    await use(async (name, options) => {
      const { page, context } = await visitor(options);
      await signIn(page, `${name}@resq.example`);
      const tab = await openTab(context, complaints);
      await page.close();
      await tab.page.goto('/app');
      await expect.poll(() => tab.witness.text).toContain('Ring 112');
      return tab;
    });
  },
});

/** Signs in as a person would. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Logga in', exact: true }).click();
  await page.waitForURL('/');
}

/** The one click that unlocks a tab's sound: at a spot where nothing is, without asking the page. */
export async function arm({ page, witness }: Tab): Promise<void> {
  await expect.poll(() => witness.text).toContain('Ljudet är av i den här fliken.');
  await page.mouse.click(4, 400);
  await expect.poll(() => witness.text).toContain('Redo');
}

async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP ${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
  return context;
}

async function openTab(context: BrowserContext, complaints: string[]): Promise<Tab> {
  const page = await context.newPage();
  page.on('console', (message) => {
    const said = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !EXPECTED.some((known) => known.test(said))) {
      complaints.push(said);
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, context, witness: await Witness.of(page) };
}
