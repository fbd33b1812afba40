import type { APIRequestContext, Page } from '@playwright/test';
import { inviteByHttp, OWN_PASSWORD, signUpByHttp, startBuilding } from '../accounts.js';
import { expect, test } from '../visitor.js';
import { send } from './forms.js';

/** An invitation to a building survives every way through the sign-up and the sign-in. */

// One test opens an invitation that does not exist.
test.use({ expected: /404 .*\/api\/invitations\/look-up/ });

/** Starts a building and invites somebody to it. @returns the link */
async function invite(request: APIRequestContext): Promise<string> {
  const manager = await signUpByHttp(request);
  return inviteByHttp(manager, await startBuilding(manager));
}

const footer = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name }).click();
const logo = (page: Page) => page.getByRole('banner').getByRole('link').first().click();
const toSignUp = (page: Page) =>
  page.getByRole('button', { name: 'Inget konto? Skapa konto' }).click();

/** The ways from the invitation to an account, each ending before the form is sent. */
const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'its own link to sign-up': async (page) => {
    await page.getByRole('link', { name: 'Skapa konto' }).click();
  },
  'sign-up, the sign-in form and a reload': async (page) => {
    await page.getByRole('link', { name: 'Skapa konto' }).click();
    await page.getByRole('button', { name: 'Har du konto? Logga in' }).click();
    await toSignUp(page);
    await page.reload();
    await expect(page.getByText('Skapa konto först. Vi minns inbjudan.')).toBeVisible();
  },
  'the footer’s link and a reload': async (page) => {
    await footer(page, 'Till inloggningen');
    await page.reload();
    await toSignUp(page);
  },
  'the terms, read before signing up': async (page) => {
    await page.getByRole('link', { name: 'Skapa konto' }).click();
    await page.getByRole('link', { name: 'Läs användarvillkoren' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Användarvillkor' })).toBeVisible();
    await footer(page, 'Till inloggningen');
    await toSignUp(page);
  },
  'the gate': async (page) => {
    await logo(page);
    await page.getByRole('main').getByRole('link', { name: 'Till inloggningen' }).click();
    await toSignUp(page);
  },
  'the gate and back': async (page) => {
    await logo(page);
    await page.getByRole('link', { name: 'Till din inbjudan' }).click();
    await page.getByRole('link', { name: 'Skapa konto' }).click();
  },
};

/** `join-page.test.tsx` and `auth-page.test.tsx` test the rules that all ways follow. */
const SAMPLE = ['sign-up, the sign-in form and a reload'];

for (const [way, walk] of Object.entries(WAYS)) {
  const tag = SAMPLE.includes(way) ? [] : '@long';
  test(`an invitation survives ${way}`, { tag }, async ({ visitor, request }) => {
    const url = await invite(request);
    const { page } = await visitor();
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    await page.goto(url);
    await expect(page.getByText('Eva Ek bjuder in dig.')).toBeVisible();
    await walk(page);
    await send(page, 'signUp');
    await expect(page.getByRole('button', { name: 'Gå med' })).toBeVisible();
    await expect(page.getByText('BRF Eken')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Gå med' })).toBeVisible();
    const token = new URL(url).hash.slice(1);
    // A page's address has a fragment, but no request may carry the token in path or query.
    expect(asked.map((one) => one.split('#')[0]).filter((one) => one?.includes(token))).toEqual([]);
  });
}

test('an invitation survives the sign-in to an account, and is forgotten by its new member', async ({
  visitor,
  request,
}) => {
  const [url, { email }] = [await invite(request), await signUpByHttp(request)];
  const { page } = await visitor();
  await page.goto(url);
  await page.getByRole('link', { name: 'Jag har redan konto' }).click();
  await send(page, 'signIn', { 'E-post': email, Lösenord: OWN_PASSWORD });
  await page.getByLabel('Namn').fill('Nils Ny');
  await page.getByLabel('Lägenhetsnummer').fill('1102');
  await page.getByLabel('Jag vet att ResQ inte ersätter 112.').check();
  await page.getByRole('button', { name: 'Gå med' }).click();
  await page.waitForURL('/app/check');
  await page.goto('/app');
  await page.getByRole('button', { name: 'Logga ut' }).click();
  await page.waitForURL('/');
  await page.getByRole('main').getByRole('link', { name: 'Till inloggningen' }).click();
  await send(page, 'signIn', { 'E-post': email, Lösenord: OWN_PASSWORD });
  await page.waitForURL('/');
});
