// @ts-check
import puppeteer from 'puppeteer-core';
import { locate, readText, recordComplaints } from './in-page.mjs';

const PROGRAMS = {
  chromium: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  firefox: '/usr/bin/firefox-esr',
};
const ARGS = {
  chromium: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  firefox: [],
};
const WINDOW = { width: 1024, height: 768 };

// Puppeteer leaves a question to Firefox open, which nobody handles when Firefox closes.
process.on('unhandledRejection', (reason) => {
  if (!(reason instanceof Error && reason.name === 'TargetCloseError')) throw reason;
});

/** Chromium by its own protocol, and Firefox as it is shipped by WebDriver BiDi. */
export class PuppeteerBrowser {
  /**
   * @param {'chromium' | 'firefox'} name
   * @param {NodeJS.ProcessEnv} env
   */
  static async start(name, env) {
    const browser = await puppeteer.launch({
      browser: name === 'chromium' ? 'chrome' : name,
      executablePath: PROGRAMS[name],
      args: ARGS[name],
      headless: true,
      defaultViewport: WINDOW,
      env: { ...process.env, ...env },
      // The sound is what is tested.
      ignoreDefaultArgs: ['--mute-audio'],
    });
    return new PuppeteerBrowser(browser);
  }

  /** @param {import('puppeteer-core').Browser} browser */
  constructor(browser) {
    this.browser = browser;
    /** @type {import('puppeteer-core').BrowserContext | undefined} */
    this.context = undefined;
  }

  /** Forgets everything that was stored, as a private window does. */
  async startAfresh() {
    await this.context?.close();
    this.context = await this.browser.createBrowserContext();
  }

  async openTab() {
    const page = await /** @type {import('puppeteer-core').BrowserContext} */ (
      this.context
    ).newPage();
    return PuppeteerTab.of(page);
  }

  async stop() {
    await this.browser.close();
  }
}

class PuppeteerTab {
  /** @type {string[]} */
  #complaints = [];

  /** @param {import('puppeteer-core').Page} page */
  static async of(page) {
    const tab = new PuppeteerTab(page);
    page.on('console', (message) => {
      if (message.type() === 'error') tab.#complaints.push(message.text());
    });
    page.on('pageerror', (error) => tab.#complaints.push(String(error)));
    await page.evaluateOnNewDocument(recordComplaints);
    return tab;
  }

  /** @param {import('puppeteer-core').Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {string} address */
  async open(address) {
    await this.page.goto(address);
  }

  async reload() {
    await this.page.reload();
  }

  text() {
    return this.page.evaluate(readText);
  }

  /** @param {'button' | 'link' | 'field'} kind @param {string} name */
  locate(kind, name) {
    return this.page.evaluate(locate, kind, name);
  }

  /** @param {{ x: number, y: number }} point */
  async click({ x, y }) {
    await this.page.mouse.click(x, y);
  }

  /** @param {string} text */
  async type(text) {
    await this.page.keyboard.type(text);
  }

  complaints() {
    return Promise.resolve(this.#complaints);
  }
}
