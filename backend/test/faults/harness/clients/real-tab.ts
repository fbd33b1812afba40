import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SAID = 'resq-shown ';
const EVENTS = /\/events(\?|$)/;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((path) => existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A real tab at the alarm panel, which reports the text of its alarm dialog by the console. */
export class RealTab {
  /** The time at which the tab first showed each place, by this machine's clock. */
  readonly shownAtMs = new Map<string, number>();
  /** The number of reports with more than one alarm dialog at once. */
  doubled = 0;
  /** Every line that its status bars have shown. */
  readonly bars = new Set<string>();
  /** The events that its socket received, with their times. */
  readonly received: { name: string; atMs: number }[] = [];
  /** The time at which each epoch first arrived, by the socket or by HTTP. */
  readonly epochs = new Map<string, number>();
  /** The number of requests for events that nothing answered. */
  unanswered = 0;

  private constructor(
    readonly name: string,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      const text = message.text();
      if (!text.startsWith(SAID)) return;
      const { dialogs, read, bars } = JSON.parse(text.slice(SAID.length)) as Report;
      if (dialogs > 1) this.doubled += 1;
      for (const bar of bars.split('\n')) this.bars.add(bar);
      const [place] = /P\d+/.exec(read) ?? [];
      if (place && !this.shownAtMs.has(place)) this.shownAtMs.set(place, Date.now());
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const [, name] = /^42\["([^"]+)"/.exec(String(payload)) ?? [];
        if (name) this.received.push({ name, atMs: Date.now() });
        if (name === 'sync') this.recordEpoch(String(payload));
      });
    });
    page.on('response', (response) => {
      if (!EVENTS.test(response.url()) || !response.ok()) return;
      response.text().then(
        (text) => this.recordEpoch(text),
        () => undefined,
      );
    });
    page.on('requestfailed', (request) => {
      if (EVENTS.test(request.url())) this.unanswered += 1;
    });
  }

  private recordEpoch(text: string): void {
    const [, epoch] = /"epoch":"([^"]+)"/.exec(text) ?? [];
    if (epoch && !this.epochs.has(epoch)) this.epochs.set(epoch, Date.now());
  }

  /** @returns for each `server:bye` the milliseconds until the next sync, Infinity without one */
  awayMs(): number[] {
    return this.received.flatMap(({ name, atMs }, n) => {
      if (name !== 'server:bye') return [];
      const back = this.received.slice(n).find((one) => one.name === 'sync');
      return [(back?.atMs ?? Infinity) - atMs];
    });
  }

  static async open(browser: Browser, base: string, name: string): Promise<RealTab> {
    const context = await browser.newContext({ locale: 'sv-SE' });
    const page = await context.newPage();
    const tab = new RealTab(name, page);
    await page.addInitScript({ path: join(__dirname, 'tab-observer.js') });
    await page.goto(`${base}/auth`);
    await page.getByLabel('E-post').fill(`${name}@resq.example`);
    await page.getByLabel('Lösenord', { exact: true }).fill('demo-storgatan-12');
    await page.getByRole('button', { name: 'Logga in', exact: true }).click();
    await page.waitForURL(`${base}/`);
    await page.goto(`${base}/app`);
    await page
      .getByText(/^(Redo|Ljudet inte testat)$|Ljudet är av/)
      .first()
      .waitFor();
    return tab;
  }
}

interface Report {
  dialogs: number;
  read: string;
  bars: string;
}
