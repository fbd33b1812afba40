import {
  test as base,
  expect,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { SignedIn } from '@contract/http';
import { TIMES } from '@contract/limits';
import { DemoServer } from './demo-server.js';

export { expect };

export const PASSWORD = 'demo-storgatan-12';

export interface Tab {
  page: Page;
  context: BrowserContext;
}

interface Fixtures {
  /** Console errors that are expected in tests of failures. */
  expected: RegExp | undefined;
  /** Opens a browser context with one tab. Console errors and CSP violations fail the test. */
  visitor: (options?: BrowserContextOptions) => Promise<Tab>;
  /** Opens a browser that a demo user, such as `lisa`, has signed in to, with an empty tab. */
  user: (name: string, options?: BrowserContextOptions) => Promise<Tab>;
  /** Opens another tab in such a context. */
  anotherTab: (context: BrowserContext) => Promise<Tab>;
}

/** Console errors that are expected in every test. */
const EXPECTED = [
  // Some tests cut the connection, or step the clock past the time that a page waits for its pings.
  /net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION_REFUSED/,
  /WebSocket is already in CLOSING or CLOSED state/,
  // The contract requires 404 for a browser session that has not passed the gate.
  /404 .*\/api\/gate\/sessions\//,
  // A sign-out may end the session of a request that is under way.
  /401 .*\/api\/auth\/me$/,
  // An answer without a reply within 300 ms is sent by HTTP too (decision 73). The second one may meet the
  // alarm's end.
  /409 .*\/api\/alarms\/[^/]+\/responses$/,
  // A busy machine may refuse for a moment; the page asks again, and the test sees whether it does.
  /with a status of 503 /,
  // Some tests open an address that does not exist.
  /404 .*\/finns-inte$/,
  // Some tests open a file without a page, for which Chromium wants an icon.
  /404 .*\/favicon\.ico$/,
];

const START_MS = 300_000;

interface Inner {
  complaints: string[];
  contexts: BrowserContext[];
}

interface OfWorker {
  server: DemoServer;
  /** `off` for tests of a system that begins empty. */
  demo: 'on' | 'off';
}

export const test = base.extend<Fixtures & Inner, OfWorker>({
  demo: ['on', { option: true, scope: 'worker' }],

  server: [
    async ({ demo }, use) => {
      const server = await DemoServer.start(demo);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  baseURL: async ({ server }, use) => use(server.url),

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

  // Each browser has a sign-in of its own, because a refresh token that two use counts as stolen.
  user: async ({ visitor, playwright, baseURL }, use) => {
    await use(async (name, options = {}) => {
      const origin = options.baseURL ?? baseURL ?? '';
      const api = await playwright.request.newContext({ baseURL: origin });
      const data = { email: `${name}@resq.example`, password: PASSWORD };
      const answer = await post(api, '/auth/sign-in', { data });
      const { user } = (await answer.json()) as SignedIn;
      const { cookies } = await api.storageState();
      await api.dispose();
      const until = new Date(Date.now() + TIMES.refreshTokenMs).toISOString();
      const session = { name: 'resq.session', value: JSON.stringify({ user, until }) };
      const tab = await visitor({ ...options, storageState: { cookies, origins: [] } });
      await storeAtFirstVisit(tab.page, origin, [...savedIn(options), session]);
      return tab;
    });
  },
});

function savedIn({ storageState }: BrowserContextOptions) {
  return typeof storageState === 'object'
    ? storageState.origins.flatMap((one) => one.localStorage)
    : [];
}

/**
 * Stores these entries when the page first visits the origin, and not again. For `storageState`,
 * Playwright would open another window, which takes as much of the processor as a small page.
 */
async function storeAtFirstVisit(
  page: Page,
  origin: string,
  entries: { name: string; value: string }[],
): Promise<void> {
  const store = (wanted: { origin: string; entries: { name: string; value: string }[] }) => {
    if (location.origin !== wanted.origin) return;
    for (const { name, value } of wanted.entries) localStorage.setItem(name, value);
  };
  const script = await page.addInitScript(store, { origin, entries });
  const stop = () => {
    if (new URL(page.url()).origin !== origin) return;
    page.off('domcontentloaded', stop);
    void script.dispose().catch(() => undefined);
  };
  page.on('domcontentloaded', stop);
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  data?: object;
}

export function post(
  request: APIRequestContext,
  path: string,
  options: Asked & { data: object },
): Promise<APIResponse> {
  return ask(request, path, { method: 'POST', ...options });
}

/** Sends it again while a busy server refuses it, as a tab does. */
export async function ask(
  request: APIRequestContext,
  path: string,
  options: Asked = {},
): Promise<APIResponse> {
  const answers: APIResponse[] = [];
  await expect(async () => {
    const answer = await request.fetch(`/api${path}`, options);
    expect([429, 503]).not.toContain(answer.status());
    answers.push(answer);
  }).toPass();
  return answers[0]!;
}

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

/**
 * Holds messages on the page that disappear after three seconds or more, which a busy machine may
 * take to look at them. Takes effect at the next navigation.
 */
export async function holdMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const startShort = (run: TimerHandler, ms = 0) => (ms < 3_000 ? start(run, ms) : 0);
    window.setTimeout = startShort as typeof window.setTimeout;
  });
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
  return { page, context };
}
