import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../visitor.js';
import { FORMS, send } from './forms.js';

/** Sections 2, 8 and 9 of the specification: messages that disappear after a given time. */

/** Stops the page's clock, so that only `runFor` moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function lasts(page: Page, shown: Locator, ms: number): Promise<void> {
  await expect(shown).toBeVisible();
  await page.clock.runFor(ms - 1);
  await expect(shown).toBeVisible();
  await page.clock.runFor(1);
  await expect(shown).toHaveCount(0);
}

test('§8 §9 the message about each wrong code shows for 3 s, and another code can be tried', async ({
  visitor,
}) => {
  const { page } = await visitor();
  await page.clock.install();
  await page.goto('/');
  await stopClock(page);
  const code = page.getByLabel('Inbjudningskod');
  const submit = page.getByRole('button', { name: 'Fortsätt' });
  const wrong = page.getByRole('alert').filter({ hasText: 'Felaktig kod.' });
  await code.fill('NOPE-0000');
  await submit.click();
  await expect(wrong).toBeVisible();
  await page.clock.runFor(2_000);
  const checked = page.waitForResponse('**/api/gate/validate-code');
  await submit.click();
  await checked;
  await expect(submit).toBeEnabled();
  await lasts(page, wrong, 3_000);
  await expect(code).toBeFocused();
  await expect(submit).toBeEnabled();
  // The field must not be marked as invalid any more either.
  await expect(code).not.toHaveAttribute('aria-invalid');
});

// `interest-form.test.tsx` tests this form, and `contact-form.test.tsx` the next one.
test(
  '§2 the thank-you shows for 3 s, whatever is pressed, and the form is empty and set to a private person',
  { tag: '@long' },
  async ({ visitor }) => {
    const { page } = await visitor();
    await page.clock.install();
    await FORMS.interest.open(page);
    await stopClock(page);
    await page.getByLabel('BRF').check();
    const thanks = FORMS.interest.succeeded(page);
    for (const [label, value] of Object.entries(FORMS.interest.valid())) {
      await page
        .getByLabel(label === 'Namn' ? 'Föreningsnamn' : label, { exact: true })
        .fill(value);
    }
    const submit = page.getByRole('button', { name: 'Skicka intresseanmälan' });
    await submit.click({ clickCount: 3 });
    await expect(thanks).toBeVisible();
    await page.getByLabel('Namn', { exact: true }).press('Enter');
    await page.clock.runFor(2_000);
    await submit.click();
    await page.clock.runFor(999);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await lasts(page, thanks, 1);
    await expect(page.getByLabel('Privatperson')).toBeChecked();
    for (const label of Object.keys(FORMS.interest.valid())) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
    }
  },
);

test(
  '§2 the contact form is confirmed for 5 s and emptied',
  { tag: '@long' },
  async ({ visitor }) => {
    const { page } = await visitor();
    await page.clock.install();
    await FORMS.contact.open(page);
    await stopClock(page);
    await send(page, 'contact');
    await lasts(page, FORMS.contact.succeeded(page), 5_000);
    for (const label of Object.keys(FORMS.contact.valid())) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
    }
    await expect(page.getByText('0/2000', { exact: true })).toBeVisible();
  },
);
