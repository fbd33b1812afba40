import type { Browser, CDPSession, Cookie } from '@playwright/test';
import type { Tab } from './visitor.js';

interface Answer {
  id?: number;
  result?: { result?: { value?: unknown } };
  error?: { message: string };
}

/**
 * A tab that another one hides, and that the browser then freezes: timers and messages wait until it
 * is resumed. Playwright keeps all its tabs visible, so this one is driven by the DevTools protocol
 * alone, in a browser context of its own.
 */
export class FreezableTab {
  private lastId = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly cdp: CDPSession,
    private readonly browserContextId: string,
    private readonly targetId: string,
    private readonly sessionId: string,
  ) {
    cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      if (answer.id !== undefined) this.waiting.get(answer.id)?.(answer);
    });
  }

  /**
   * Opens the tab's address with its cookies, storage and permission to notify, and closes its page.
   * @param script runs in the new page before its own
   */
  static async insteadOf(
    { page, context }: Tab,
    browser: Browser,
    script: string,
  ): Promise<FreezableTab> {
    const url = page.url();
    const { cookies, origins } = await context.storageState();
    await page.goto('about:blank');
    const cdp = await browser.newBrowserCDPSession();
    const { browserContextId } = await cdp.send('Target.createBrowserContext');
    await cdp.send('Storage.setCookies', { browserContextId, cookies: cookies.map(unexpired) });
    const permissions = ['notifications' as const];
    await cdp.send('Browser.grantPermissions', { browserContextId, permissions });
    const blank = { url: 'about:blank', browserContextId };
    const { targetId } = await cdp.send('Target.createTarget', blank);
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId });
    const tab = new FreezableTab(cdp, browserContextId, targetId, sessionId);
    const entries = origins.flatMap(({ localStorage }) => localStorage);
    await tab.send('Page.enable');
    await tab.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `${script};
        for (const { name, value } of ${JSON.stringify(entries)}) localStorage[name] = value;
        for (const type of ['freeze', 'resume']) {
          document.addEventListener(type, () => (globalThis.lastLifecycleEvent = type));
        }`,
    });
    await tab.send('Page.navigate', { url });
    return tab;
  }

  async freeze(): Promise<void> {
    const { cdp, browserContextId } = this;
    const other = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId });
    await cdp.send('Target.activateTarget', { targetId: other.targetId });
    await this.send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async resume(): Promise<void> {
    await this.send('Page.setWebLifecycleState', { state: 'active' });
    await this.cdp.send('Target.activateTarget', { targetId: this.targetId });
  }

  /** @returns the text of the page; of the alarm dialog, while one is open */
  text(): Promise<string> {
    return this.evaluate(
      `(document.querySelector('[role=alertdialog]') ?? document.body).innerText`,
    );
  }

  /** @returns `freeze` or `resume`, the last that the browser has told the page */
  lastLifecycleEvent(): Promise<string> {
    return this.evaluate('lastLifecycleEvent');
  }

  async close(): Promise<void> {
    const { cdp, browserContextId } = this;
    await cdp.send('Target.disposeBrowserContext', { browserContextId });
    await cdp.detach();
  }

  /** Evaluates without a gesture, in a frozen page too. */
  private async evaluate(expression: string): Promise<string> {
    const { result } = await this.send('Runtime.evaluate', { expression });
    return String(result?.result?.value);
  }

  private async send(method: string, params: object = {}): Promise<Answer> {
    this.lastId += 1;
    const id = this.lastId;
    const answered = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.cdp.send('Target.sendMessageToTarget', { sessionId: this.sessionId, message });
    const answer = await answered;
    this.waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer;
  }
}

/** The protocol takes a cookie's end for a time, and -1 is a time in the past. */
function unexpired({ name, value, domain, path, expires, httpOnly, secure, sameSite }: Cookie) {
  const cookie = { name, value, domain, path, httpOnly, secure, sameSite };
  return expires === -1 ? cookie : { ...cookie, expires };
}
