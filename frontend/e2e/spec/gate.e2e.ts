import type { Page } from '@playwright/test';
import { expect, test } from '../visitor.js';

/** Sections 2, 5 and 7 of the specification: the gate's field and its call to the server. */

const open = async (page: Page) => {
  await page.goto('/');
  return {
    code: page.getByLabel('Inbjudningskod'),
    submit: page.getByRole('button', { name: 'Fortsätt' }),
  };
};

test('§2 typed letters become upper case at once, also in the middle', async ({ visitor }) => {
  const { page } = await visitor();
  const { code } = await open(page);
  await code.pressSequentially('dmo-2026');
  await expect(code).toHaveValue('DMO-2026');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('ex');
  await expect(code).toHaveValue('DEXMO-2026');
});

test('§9 at most 20 characters can be typed', async ({ visitor }) => {
  const { page } = await visitor();
  const { code } = await open(page);
  await code.pressSequentially('a'.repeat(21));
  await expect(code).toHaveValue('A'.repeat(20));
});

test('§2 the button is disabled while the field is empty and while a check runs', async ({
  visitor,
}) => {
  const { page } = await visitor();
  const { code, submit } = await open(page);
  await expect(submit).toBeDisabled();
  await code.fill('   ');
  await expect(submit).toBeDisabled();
  await code.fill('A');
  await expect(submit).toBeEnabled();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/gate/validate-code', async (route) => {
    await held;
    await route.continue();
  });
  await code.fill('NOPE-0000');
  await submit.click();
  await expect(page.getByRole('button', { name: 'Validerar...' })).toBeDisabled();
  release();
  await expect(submit).toBeEnabled();
});

test('§7 the call carries only the code in upper case and the id of the browser session', async ({
  visitor,
}) => {
  const { page } = await visitor();
  const { code, submit } = await open(page);
  const call = page.waitForRequest('**/api/gate/validate-code');
  await code.fill(' demo-2026 ');
  await submit.click();
  const request = await call;
  const id = await page.evaluate(() => sessionStorage.getItem('resq.session-id'));
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ code: 'DEMO-2026', sessionId: id });
  await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeVisible();
});

for (const [what, code] of [
  ['8 characters', 'DEMO-202'],
  ['9 without a dash', 'DEMO20266'],
  ['the dash elsewhere', 'DEM-O2026'],
  ['a letter of another alphabet', 'ÅEMO-2026'],
  ['a punctuation mark', 'DEM!-2026'],
  ['10 characters', 'DEMO-20266'],
] as const) {
  test(`§5 a malformed code (${what}) is not sent and shows the message for a wrong code`, async ({
    visitor,
  }) => {
    const { page } = await visitor();
    const gate = await open(page);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await gate.code.fill(code);
    await gate.submit.click();
    await expect(page.getByRole('alert')).toHaveText(
      'Felaktig kod. Försök igen eller kontakta administratören.',
    );
    expect(sent.filter((url) => url.includes('/api'))).toEqual([]);
    // A direct call to the server is refused as well.
    const data = { code, sessionId: crypto.randomUUID() };
    const answer = await page.request.post('/api/gate/validate-code', { data });
    expect([answer.status(), await answer.json()]).toEqual([200, { success: false }]);
  });
}

test('Enter submits the code, and the focus moves to the heading of the next page', async ({
  visitor,
}) => {
  const { page } = await visitor();
  const { code } = await open(page);
  await code.fill('DEMO-2026');
  await code.press('Enter');
  const landing = page.getByRole('heading', { name: 'När sekunder räknas' });
  await expect(landing).toBeVisible();
  // The focused form is gone, so a screen reader must announce the new page.
  await expect(landing).toBeFocused();
});
