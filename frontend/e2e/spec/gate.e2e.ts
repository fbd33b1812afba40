import { expect, holdMessages, test } from '../visitor.js';

/**
 * Sections 2, 5 and 7 of the specification: the gate's field and its call to the server.
 * `home.test.tsx` tests malformed codes and the button while a check runs.
 */

test('§2 §5 §9 a typed code becomes upper case at once, a pasted one stands alone, and it opens', async ({
  visitor,
}) => {
  const { page, context } = await visitor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const code = page.getByLabel('Inbjudningskod');
  await code.pressSequentially('dmo-2026');
  await expect(code).toHaveValue('DMO-2026');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('ex');
  await expect(code).toHaveValue('DEXMO-2026');
  await page.keyboard.press('End');
  await page.keyboard.type('a'.repeat(11));
  await expect(code).toHaveValue(`DEXMO-2026${'A'.repeat(10)}`);

  const mail = 'Hej! Inbjudningskoden till ResQ är <demo\u20112026\u200b>. Välkommen!';
  await page.evaluate((text) => navigator.clipboard.writeText(text), mail);
  await code.fill('');
  await code.press('ControlOrMeta+V');
  await expect(code).toHaveValue('DEMO-2026');
  await code.press('Enter');
  await expect(page.getByRole('heading', { name: 'När sekunder räknas' })).toBeVisible();
});

test('§7 Enter sends only the code and the id of the browser session, and the landing page gets the focus', async ({
  visitor,
}) => {
  const { page } = await visitor();
  await holdMessages(page);
  await page.goto('/');
  const code = page.getByLabel('Inbjudningskod');
  const submit = page.getByRole('button', { name: 'Fortsätt' });
  await expect(submit).toBeDisabled();
  await code.fill('   ');
  await expect(submit).toBeDisabled();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await code.fill('DEMO-202');
  await code.press('Enter');
  const wrong = 'Felaktig kod. Försök igen eller kontakta administratören.';
  await expect(page.getByRole('alert')).toHaveText(wrong);

  const call = page.waitForRequest('**/api/gate/validate-code');
  await code.fill(' demo-2026 ');
  await code.press('Enter');
  const request = await call;
  const id = await page.evaluate(() => sessionStorage.getItem('resq.session-id'));
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ code: 'DEMO-2026', sessionId: id });
  const landing = page.getByRole('heading', { name: 'När sekunder räknas' });
  await expect(landing).toBeVisible();
  // The focused form is gone, so a screen reader must announce the new page.
  await expect(landing).toBeFocused();
  const calls = sent.filter((url) => url.includes('/api/gate/validate-code'));
  expect(calls, 'the malformed code was not sent').toHaveLength(1);
});
