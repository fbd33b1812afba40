import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { PageObserver } from './page-observer.js';

export { expect };

export const PASSWORD = 'demo-storgatan-12';

export interface Tab {
  page: Page;
  context: BrowserContext;
  observer: PageObserver;
}

interface Fixtures {
  /** Console errors that are expected in tests of failures. */
  expected: RegExp | undefined;
  /** Opens a browser context with one tab. Console errors and CSP violations fail the test. */
  visitor: (options?: BrowserContextOptions) => Promise<Tab>;
  /** Opens another tab in such a context. */
  anotherTab: (context: BrowserContext) => Promise<Tab>;
}

/** Console errors that are expected in every test. */
const EXPECTED = [
  // Some tests cut the connection.
  /net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION_REFUSED/,
  // The contract requires 404 for a browser session that has not passed the gate.
  /404 .*\/api\/gate\/sessions\//,
  // A sign-out may end the session of a request that is under way.
  /401 .*\/api\/auth\/me$/,
  // Some tests open an address that does not exist.
  /404 .*\/finns-inte$/,
];

interface Inner {
  complaints: string[];
  contexts: BrowserContext[];
}

export const test = base.extend<Fixtures & Inner>({
  expected: [undefined, { option: true }],

  complaints: async ({ expected }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    const known = expected ? [...EXPECTED, expected] : EXPECTED;
    expect(complaints.filter((error) => !known.some((one) => one.test(error)))).toEqual([]);
  },

  contexts: async ({}, use) => {
    const contexts: BrowserContext[] = [];
    await use(contexts);
    for (const context of contexts) await context.close();
  },

  anotherTab: async ({ complaints }, use) => {
    await use((context) => openTab(context, complaints));
  },

  visitor: async ({ browser, contexts, anotherTab }, use) => {
    await use(async (options = {}) => {
      const context = await openContext(browser, options);
      contexts.push(context);
      return anotherTab(context);
    });
  },
});

/** Signs in through the form. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth');
  await enter(page, email, password);
  await page.waitForURL('/');
}

/** Fills and submits the sign-in form. */
export async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Logga in', exact: true }).click();
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
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, context, observer: await PageObserver.of(page) };
}
