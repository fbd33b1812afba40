// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Capabilities } from 'selenium-webdriver';
import { freePort } from '../local/ports.mjs';
import { locate, readComplaints, readText, recordComplaints } from './in-page.mjs';

const LIBRARIES = '/usr/lib';

/** WebKitGTK's own small browser, by its own driver, on a screen in memory. */
export class WebKitBrowser {
  /** @param {NodeJS.ProcessEnv} env */
  constructor(env) {
    this.env = env;
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.service = undefined;
    /** @type {import('selenium-webdriver').WebDriver | undefined} */
    this.driver = undefined;
  }

  /**
   * Forgets everything that was stored, as a private window does. It starts another driver too: one that
   * has ended a browser does not always start the next one.
   */
  async startAfresh() {
    await this.stop();
    const address = await this.#serve();
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    });
    this.driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    this.isFirstTab = true;
  }

  /** @returns the address of a new driver */
  async #serve() {
    const port = await freePort();
    const service = spawn(
      'xvfb-run',
      ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'],
      { env: { ...process.env, ...this.env }, stdio: 'ignore', detached: true },
    );
    this.service = service;
    const address = `http://127.0.0.1:${port}`;
    for (;;) {
      const answer = await fetch(`${address}/status`).catch(() => undefined);
      if (answer?.ok) return address;
      if (service.exitCode !== null) throw new Error('WebKitWebDriver did not start.');
      await pause(200);
    }
  }

  async openTab() {
    const driver = /** @type {import('selenium-webdriver').WebDriver} */ (this.driver);
    if (!this.isFirstTab) await driver.switchTo().newWindow('tab');
    this.isFirstTab = false;
    return new WebKitTab(driver, await driver.getWindowHandle());
  }

  /** Asks no driver: in the middle of a story it would not answer. */
  async stop() {
    // The browser, its driver and its screen are in the group of `xvfb-run`.
    const { service } = this;
    if (!service?.pid || service.exitCode !== null) return;
    const ended = once(service, 'exit');
    process.kill(-service.pid, 'SIGTERM');
    await ended;
  }
}

class WebKitTab {
  /** @type {string[]} */
  #earlier = [];

  /** @param {import('selenium-webdriver').WebDriver} driver @param {string} handle */
  constructor(driver, handle) {
    this.driver = driver;
    this.handle = handle;
  }

  /** @param {string} address */
  async open(address) {
    await this.#front();
    await this.driver.get(address);
    await this.driver.executeScript(recordComplaints);
  }

  async reload() {
    this.#earlier.push(...(await this.complaints()));
    await this.driver.navigate().refresh();
    await this.driver.executeScript(recordComplaints);
  }

  /** @returns {Promise<string>} */
  async text() {
    await this.#front();
    return this.driver.executeScript(readText);
  }

  /**
   * @param {'button' | 'link' | 'field'} kind @param {string} name
   * @returns {Promise<{ x: number, y: number } | null>}
   */
  async locate(kind, name) {
    await this.#front();
    return this.driver.executeScript(locate, kind, name);
  }

  /** @param {{ x: number, y: number }} point */
  async click({ x, y }) {
    await this.#front();
    await this.driver.actions({ async: true }).move({ x, y, duration: 0 }).click().perform();
  }

  /** @param {string} text */
  async type(text) {
    await this.driver.actions({ async: true }).sendKeys(text).perform();
  }

  /** @returns {Promise<string[]>} */
  async complaints() {
    await this.#front();
    return [
      ...this.#earlier,
      .../** @type {string[]} */ (await this.driver.executeScript(readComplaints)),
    ];
  }

  async #front() {
    await this.driver.switchTo().window(this.handle);
  }
}

function miniBrowser() {
  const folders = readdirSync(LIBRARIES).flatMap((machine) =>
    ['4.1', '6.0', '4.0'].map((version) => `${LIBRARIES}/${machine}/webkit2gtk-${version}`),
  );
  const found = folders.map((folder) => `${folder}/MiniBrowser`).find((path) => existsSync(path));
  if (!found) throw new Error('Install first: sudo apt-get install webkit2gtk-driver');
  return found;
}
