import type { Page } from '@playwright/test';
import { test } from './push-browser.js';
import { arm, expect } from './story.js';

/** Each answer that a browser gives about notifications. */

// A page subscribes in vain until it has the tests' push service.
test.use({ serviceWorkers: 'allow', expected: /Push API in incognito mode/ });

type Answer = 'granted' | 'denied' | 'default' | 'unsupported' | 'iPhone';

const TURN_ON = 'Slå på aviseringar';
const CASES: { answer: Answer; state: string; help: string; hasSwitch: boolean }[] = [
  { answer: 'granted', state: 'Klart', help: 'Aviseringar är på.', hasSwitch: false },
  {
    answer: 'denied',
    state: 'Fungerar inte',
    help: 'Aviseringar är blockerade.',
    hasSwitch: false,
  },
  { answer: 'default', state: 'Kvar', help: 'Då når larm dig när fliken är', hasSwitch: true },
  {
    answer: 'unsupported',
    state: 'Fungerar inte',
    help: 'Webbläsaren kan inte ta emot aviseringar. Ha fliken öppen.',
    hasSwitch: false,
  },
  {
    answer: 'iPhone',
    state: 'Fungerar inte',
    help: 'Tryck på Dela. Välj Lägg till på hemskärmen. Öppna ResQ därifrån.',
    hasSwitch: false,
  },
];

/** Runs in the page, before its own code. */
function answerWith(answer: Answer): void {
  Notification.requestPermission = () => {
    (window as { asked?: boolean }).asked = true;
    return Promise.resolve(Notification.permission);
  };
  if (answer === 'denied' || answer === 'default') {
    Object.defineProperty(Notification, 'permission', { get: () => answer });
  }
  if (answer === 'unsupported' || answer === 'iPhone') {
    Reflect.deleteProperty(window, 'PushManager');
  }
  if (answer === 'iPhone') Object.defineProperty(navigator, 'standalone', { value: false });
}

const isAsked = (page: Page) => page.evaluate(() => (window as { asked?: boolean }).asked ?? false);

for (const { answer, state, help, hasSwitch } of CASES) {
  // `push-steps.test.tsx` tests them without a browser, and `check.e2e.ts` "granted" with one.
  const tag = '@long';
  const title = `the check and the chip tell the truth, and nobody is asked: ${answer}`;
  test(title, { tag }, async ({ listener, subscriber }) => {
    const tab =
      answer === 'granted'
        ? (await subscriber('lisa', { permissions: ['notifications'] })).tab
        : await listener('lisa');
    const { page } = tab;
    await page.addInitScript(answerWith, answer);
    await page.goto('/app/check');
    const step = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Aviseringar' }) });
    const chip = page.getByRole('link', { name: /\. Testa ljud och aviseringar$/ });
    const result = page.getByRole('status').filter({ has: page.locator('strong') });
    // Chromium may count a look at the page as a gesture, which would turn the sound on. The browser
    // with the permission was looked at when it subscribed.
    if (answer === 'granted') await page.mouse.click(4, 400);
    else {
      await expect.poll(() => tab.observer.text).toContain('Ljud av');
      await expect.poll(() => tab.observer.text).toContain('Inte redo.');
      await arm(tab);
    }
    await expect(step).toContainText(state);
    await step.getByRole('heading').getByRole('button').click();
    await expect(step).toContainText(help);
    await expect(page.getByRole('button', { name: TURN_ON })).toHaveCount(hasSwitch ? 1 : 0);
    await expect(chip).toHaveText(/Ljudet inte testat/);
    await expect(result).toHaveText(/^Inte redo\. Ljudet är inte testat\./);
    expect(await isAsked(page)).toBe(false);
  });
}
