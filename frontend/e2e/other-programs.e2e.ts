import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { activeAlarms, arm, decide, expect, observed, test } from './story.js';

/** Tests the page beside programs that change it: translation, extensions, the browser's Back. */

const failed = (page: Page) => page.getByText('Något gick fel på sidan');
const dialog = (page: Page) => page.getByRole('alertdialog');

/** Writes the texts in capitals, into elements of its own, from 1.5 s after the load on. */
function translate(): void {
  const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = isText(root) ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const around = text.parentElement;
      if (!/\S/.test(text.data) || !around || around.closest('[translate=no],font,script,title'))
        continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data.toLocaleUpperCase('sv');
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const begin = () => {
    translateIn(document.body);
    const watcher = new MutationObserver((changes) =>
      changes.forEach(({ type, target, addedNodes }) => {
        if (type === 'characterData') translateIn(target);
        else addedNodes.forEach(translateIn);
      }),
    );
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  window.addEventListener('load', () => setTimeout(begin, 1_500));
}

test('a neighbour arms, hears and answers an alarm in a translated page', async ({
  user,
  request,
}) => {
  const anna = await Neighbour.of(request, 'anna');
  const lisa = await observed(await user('lisa'));
  await lisa.page.addInitScript(translate);
  await lisa.page.goto('/app');
  await expect.poll(() => lisa.observer.text).toContain('LARMA DINA GRANNAR');
  await lisa.page.mouse.click(4, 400);
  await expect.poll(() => lisa.observer.text).toMatch(/REDO|LJUDET INTE TESTAT/);

  const { page } = lisa;
  const fire = await anna.raise('fire', { note: 'Rök på vinden.' });
  await expect(dialog(page).getByText('BRANDLARM')).toBeVisible();
  await expect(dialog(page).getByText('Anna Berg', { exact: true })).toBeVisible();
  await expect(dialog(page).getByText('Ring 112', { exact: true })).toBeVisible();
  await anna.raise('medical');
  await expect(dialog(page).getByText('2 LARM PÅGÅR')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Tysta ljudet' }).click();
  await expect(dialog(page).getByText('LJUDET ÄR TYSTAT PÅ DINA ENHETER.')).toBeVisible();
  await decide(lisa);
  await dialog(page).getByRole('button', { name: 'Jag behöver hjälp' }).click();
  // The alarm that has no answer yet comes to the front.
  await expect(dialog(page).getByRole('heading', { name: 'MEDICINSK NÖD' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Minimera' }).click();
  // An alarm that has ended takes no response, and this one may still be on its way.
  await expect.poll(async () => (await anna.reach(fire)).counts.need_help).toBe(1);
  await anna.end(fire);
  await expect(page.getByText('FARAN ÄR ÖVER.')).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
});

test('a sender follows the answers and the time in a translated page', async ({
  resident,
  user,
  request,
}) => {
  const lisa = await Neighbour.of(request, 'lisa');
  await resident('lisa');
  const karl = await user('karl');
  const { page } = karl;
  await page.addInitScript(translate);
  await page.goto('/app');
  await expect(page.getByText('LARMA DINA GRANNAR')).toBeVisible();
  await page.getByRole('button', { name: 'Brand' }).click();
  await decide(karl);
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  const timer = page.getByRole('timer');
  await expect(timer).toBeVisible();
  const [alarm] = await activeAlarms(request);
  const before = await timer.innerText();
  await lisa.respond(alarm!, 'coming');
  await expect(page.getByText(/1\s+KAN HJÄLPA TILL/).first()).toBeVisible();
  await lisa.respond(alarm!, 'need_help');
  await expect(page.getByText(/BEHÖVER HJÄLP/).first()).toBeVisible();
  await expect.poll(() => timer.innerText()).not.toBe(before);
  await page.getByRole('button', { name: 'Faran är över' }).first().click();
  await expect(page.getByText('Lisa Ny', { exact: true }).first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Faran är över' }).click();
  await expect(page.getByText(/FARAN ÄR ÖVER\./)).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
});

// `tab-signs.test.ts` tests it without an alarm.
test(
  'a program that numbers the title has the last word, and the tab goes on',
  { tag: '@long' },
  async ({ user, request }) => {
    const anna = await Neighbour.of(request, 'anna');
    const { page } = await user('lisa');
    await page.addInitScript(() => {
      const number = () => {
        if (!document.title.startsWith('1. ')) document.title = `1. ${document.title}`;
      };
      const changes = { childList: true, subtree: true, characterData: true };
      new MutationObserver(number).observe(document, changes);
    });
    await page.goto('/app');
    const fire = await anna.raise('fire');
    await expect(dialog(page)).toBeVisible();
    await expect(page).toHaveTitle('1. ● Brandlarm – \u2068Storgatan 12\u2069');
    // The sound of the tab is off, which its title says later.
    await anna.end(fire);
    await expect(page).toHaveTitle(/^1\. (◐ Ljud av – )?Larmpanel – ResQ$/);
  },
);

test('Back does what Escape does, during an alarm and before it', async ({ listener, request }) => {
  const anna = await Neighbour.of(request, 'anna');
  const lisa = await listener('lisa');
  await arm(lisa);
  const { page } = lisa;
  await page.getByRole('button', { name: 'Annan fara' }).click();
  const sheet = page.getByRole('dialog', { name: 'Skicka larm om fara?' });
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);

  await anna.raise('fire');
  await expect(dialog(page)).toBeVisible();
  for (let i = 0; i < 3; i += 1) {
    await page.goBack();
    // A person is slower than the page, which takes a turn to hold its place.
    await page.waitForFunction(() => 'isHeld' in ((history.state ?? {}) as object));
  }
  await expect(dialog(page).getByText('Ljudet är tystat på dina enheter.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/app');
});

test.describe('an alarm area that breaks', () => {
  test.use({ expected: /broken/ });

  // `alarm-boundary.test.tsx` tests each of these.
  test(
    'says so, does not count as ready, and comes back by itself',
    { tag: '@long' },
    async ({ user, request }) => {
      const anna = await Neighbour.of(request, 'anna');
      const { page } = await user('lisa');
      const connections: { isClosed(): boolean }[] = [];
      page.on('websocket', (socket) => connections.push(socket));
      await page.goto('/app');
      await expect(page.getByRole('button', { name: 'Brand' })).toBeVisible();
      await page.evaluate(() => {
        // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
        const { showModal } = HTMLDialogElement.prototype;
        HTMLDialogElement.prototype.showModal = () => {
          throw new Error('broken');
        };
        Object.assign(window, {
          mend: () => (HTMLDialogElement.prototype.showModal = showModal),
        });
      });
      const reported = page.waitForRequest('**/api/devices/page-errors');
      await anna.raise('fire');
      await expect(page.getByText('Larm når inte den här fliken just nu.')).toBeVisible();
      expect((await reported).postDataJSON()).toMatchObject({
        name: 'Error',
        at: expect.stringMatching(/^alarm-/) as unknown,
      });
      await expect(page).toHaveTitle('● Brandlarm – \u2068Storgatan 12\u2069');
      await expect.poll(() => connections.some((one) => one.isClosed())).toBe(true);
      await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
      await expect(dialog(page)).toBeVisible();
      await expect(page.getByText('Larm når inte den här fliken just nu.')).toHaveCount(0);
    },
  );
});
