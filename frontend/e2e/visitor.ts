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
  /** Errors that the browser logs in a test that is about failures. */
  expected: RegExp | undefined;
  /** A browser of their own with one tab, whose every console error and CSP report fails the test. */
  visitor: (options?: BrowserContextOptions) => Promise<Tab>;
  /** One more tab in such a browser. */
  anotherTab: (context: BrowserContext) => Promise<Tab>;
}

/** Errors that the browser logs although all is as it should be. */
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

/** Signs in as a person would. */
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
