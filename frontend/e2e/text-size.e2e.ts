import type { Page } from '@playwright/test';
import type { Me } from '@contract/http';
import { Neighbour } from './neighbour.js';
import { keepsBoxes } from './forced-colours.js';
import { activeAlarms, arm, decide, expect, test } from './story.js';
import { checkAt, findFlaws, PHONE, SCOPES } from './text-size.js';

for (const one of SCOPES) {
  const { tag, scope } = one;
  const checkSizes = (page: Page, state: string) => checkAt(one, page, state);

  test(
    `the sender’s screens keep every word at ${scope}`,
    { tag },
    async ({ listener, request }) => {
      const karl = await listener('karl', PHONE);
      const { page } = karl;
      await expect(page.getByText('Ljudet är av i den här fliken.')).toBeVisible();
      await checkSizes(page, 'panel');
      await arm(karl);
      // The bar says for a moment that the sound is on.
      await expect(page.getByText('Ljudet är på i den här fliken.')).toHaveCount(0);
      await checkSizes(page, 'panel, armed');
      await page.getByRole('button', { name: 'Brand', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Skicka brandlarm' })).toBeVisible();
      await checkSizes(page, 'sheet');
      await decide(karl);
      await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
      await expect(page.getByText(/^Larmet är skickat kl/).first()).toBeVisible();
      await checkSizes(page, 'sent');
      const [alarm] = await activeAlarms(request);
      for (const name of ['lisa', 'anna']) {
        await (await Neighbour.of(request, name)).respond(alarm!, 'need_help');
      }
      await expect(page.getByText('Behöver hjälp (2)')).toBeVisible();
      await expect(page.getByText(/^Behöver hjälp: .+ och 1 till/)).toBeVisible();
      await checkSizes(page, 'sent, two calls for help');
    },
  );

  test(
    `a neighbour’s screens keep every word at ${scope}`,
    { tag },
    async ({ resident, request }) => {
      const [{ page }, anna] = [await resident('lisa', PHONE), await Neighbour.of(request, 'anna')];
      for (const [type, more] of [
        ['fire', { note: 'Rök i trapphuset på andra våningen' }],
        ['medical', {}],
        ['other', {}],
        ['fire', { exercise: true }],
      ] as const) {
        const state = `${type}${'exercise' in more ? ' exercise' : ''}`;
        const alarm = await anna.raise(type, more);
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await checkSizes(page, state);
        await anna.end(alarm);
        await expect(page.getByRole('button', { name: 'Stäng' })).toBeVisible();
        await checkSizes(page, `${state}, ended`);
        await page.getByRole('button', { name: 'Stäng' }).click();
      }
      const alarm = await anna.raise('fire');
      await (await Neighbour.of(request, 'karl')).respond(alarm, 'need_help');
      await expect(page.getByText(/^Behöver hjälp: /)).toBeVisible();
      await checkSizes(page, 'a call for help on an incoming alarm');
      await page.getByRole('button', { name: /Jag kan hjälpa till/ }).click();
      await expect(page.getByText('bara du som kan hjälpa till')).toBeVisible();
      await checkSizes(page, 'coming');
    },
  );

  test(`the profile keeps every word at ${scope}`, { tag }, async ({ user }) => {
    const { page } = await user('karl', PHONE);
    for (const path of ['/app/profile', '/app/profile/close']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Laddar …')).toHaveCount(0);
      await checkSizes(page, path);
      await keepsBoxes(page, path);
    }
  });
}

test('a manager’s profile is no wider than a narrow window with wide letters', async ({ user }) => {
  const { page } = await user('anna', { ...PHONE, viewport: { width: 320, height: 568 } });
  await page.goto('/app/profile');
  await expect(page.getByRole('heading', { name: 'Tvåstegsverifiering' })).toBeVisible();
  // WCAG 1.4.12
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em; word-spacing: 0.16em }' });
  const { sideways, cut } = await page.evaluate(findFlaws);
  expect({ sideways, cut }).toEqual({ sideways: [], cut: [] });
});

const LONG_ADDRESSES = ['Sankt Eriksgatan 112 B', 'Å'.repeat(100)];

for (const { tag, addresses, scope } of [
  { tag: [], addresses: LONG_ADDRESSES, scope: 'a long address' },
  {
    tag: ['@long'],
    addresses: ['Storgatan 12', 'Kyrkogårdsgatan 7', ...LONG_ADDRESSES],
    scope: 'every address',
  },
]) {
  test(`the header keeps every word of ${scope} on narrow phones`, { tag }, async ({ user }) => {
    const { page } = await user('lisa', { viewport: { width: 320, height: 740 } });
    let address = '';
    await page.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as Me;
      for (const { building } of me.memberships) building.address = address;
      await route.fulfill({ response: answer, json: me });
    });
    const none = { sideways: [], cut: [], covered: [] };
    for (address of addresses) {
      await page.goto('/app');
      const link = page.getByRole('banner').getByText(address).first();
      await expect(link).toBeVisible();
      for (const width of [320, 348, 360, 390]) {
        await page.setViewportSize({ width, height: 740 });
        const { broken, ...flaws } = await page.evaluate(findFlaws);
        expect.soft(flaws, `${address} at ${width}`).toEqual(none);
        const words = address
          .split(' ')
          .filter((word) => word.length < 30 && broken.includes(word));
        expect.soft(words, `${address} at ${width}`).toEqual([]);
      }
    }
  });
}
