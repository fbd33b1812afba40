import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Me, SignedIn } from '@contract/http';
import { nothingFound } from './axe.js';
import { expect, signIn, test } from './story.js';
import { ask, PASSWORD, post } from './visitor.js';

/** Tests a member's own pages: profile, past alarms, and closing the account. */

const NARROW = { viewport: { width: 320, height: 640 } };
const OWN_PASSWORD = 'en lång fras som går';

/** A browser whose sign-in was ended elsewhere logs refusals. */
test.use({ expected: /(401|403) .*\/api\/(auth\/|memberships|buildings\/)/ });

async function call<T>(
  request: APIRequestContext,
  path: string,
  { token, data }: { token?: string; data?: object } = {},
): Promise<T> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const method = data ? 'POST' : 'GET';
  const answer = await ask(request, path, { method, headers, data });
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as T;
}

const tokenOf = async (request: APIRequestContext, email: string) =>
  (await call<SignedIn>(request, '/auth/sign-in', { data: { email, password: PASSWORD } }))
    .accessToken;

async function inBothThemes(page: Page, what: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    await nothingFound(page, `${what}, ${theme}`);
  }
}

test(
  'a member exports their data, signs out everywhere and closes the account',
  { tag: '@long' },
  async ({ visitor, request }) => {
    const email = `${randomUUID()}@resq.example`;
    const data = { email, password: OWN_PASSWORD };
    const { accessToken: token } = await call<SignedIn>(request, '/auth/sign-up', { data });
    const home = { name: 'Siv Sjögren', apartment: '1408' };
    await call(request, '/demo/join', { token, data: home });

    const { page } = await visitor(NARROW);
    const elsewhere = (await visitor()).page;
    await signIn(page, email, OWN_PASSWORD);
    await signIn(elsewhere, email, OWN_PASSWORD);
    await elsewhere.goto('/app');
    await page.goto('/app');
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText('Den här webbläsaren')).toHaveCount(2);
    await inBothThemes(page, 'profile');

    await page.getByLabel('Namn', { exact: true }).fill('Siv Ny');
    await page.getByRole('button', { name: 'Spara' }).click();
    await expect(page.getByText('Uppgifterna är sparade')).toBeVisible();
    await page.getByLabel('Ditt lösenord').fill(OWN_PASSWORD);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Ladda ner', exact: true }).click(),
    ]);
    const exported = readFileSync(await download.path(), 'utf8');
    expect(JSON.parse(exported)).toMatchObject({ users: { email } });
    expect(exported).toContain('Siv Ny');
    expect(download.suggestedFilename()).toMatch(/^resq-mina-uppgifter-[\d-]+\.json$/);

    await page.getByRole('button', { name: 'Logga ut överallt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logga ut överallt' }).click();
    await page.waitForURL('/');
    await expect(
      elsewhere.getByText('Du är utloggad. Larm når inte den här fliken.').first(),
    ).toBeVisible();

    await signIn(page, email, OWN_PASSWORD);
    await page.goto('/app/profile');
    await page.getByRole('link', { name: 'Ta bort konto' }).click();
    await expect(page.getByText('Uppgifterna raderas inom 30 dagar.')).toBeVisible();
    await inBothThemes(page, 'closing the account');
    await page.getByLabel('Lösenord', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Ta bort kontot' }).click();
    await expect(page.getByRole('heading', { name: 'Kontot är stängt.' })).toBeVisible();
    const last = new Date(Date.now() + 30 * 24 * 60 * 60_000);
    const day = last.toLocaleDateString('sv-SE', {
      dateStyle: 'long',
      timeZone: 'Europe/Stockholm',
    });
    await expect(page.getByText(`Uppgifterna raderas senast ${day}.`)).toBeVisible();
    await inBothThemes(page, 'account closed');
    const again = await post(request, '/auth/sign-in', { data });
    expect(again.status()).toBe(401);
  },
);

test('an ended exercise appears in the history with its note and its timeline', async ({
  user,
  request,
}) => {
  const token = await tokenOf(request, 'anna@resq.example');
  const { memberships } = await call<Me>(request, '/auth/me', { token });
  const alarms = `/buildings/${memberships[0]?.building.id}/alarms`;
  const alarmId = randomUUID();
  const note = 'Vi övar';
  const data = { alarmId, type: 'other', exercise: true, note };
  await call(request, alarms, { token, data });
  await call(request, `/alarms/${alarmId}/end`, { token, data: { outcome: 'resolved' } });

  const { page } = await user('anna', NARROW);
  await page.goto('/app');
  await page.getByRole('link', { name: 'Historik' }).click();
  await page.getByLabel('Typ').selectOption('Övning');
  const row = page.locator(`a[href="/app/history/${alarmId}"]`);
  await expect(row).toContainText(
    /Övning.*Lägenhet.1201, Anna Berg.*Övningen slut.*av \d+.lägenheter nådda/,
  );
  await nothingFound(page, 'history');
  await page.getByLabel('Typ').selectOption('Annan');
  await expect(row).toHaveCount(0);
  await page.getByLabel('Typ').selectOption('Övning');
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Övning' })).toBeFocused();
  await expect(page.getByText(note)).toBeVisible();
  const story = page.getByRole('region', { name: 'Tidslinje' });
  await expect(story.getByRole('listitem')).toHaveText([
    /^\d\d:\d\d:\d\dLägenhet.1201, Anna Berg, startade övningen$/,
    /^\d\d:\d\d:\d\dLägenhet.1201, Anna Berg, avslutade övningen$/,
  ]);
  await expect(page.getByRole('region', { name: 'Nådda lägenheter' })).toContainText('Karl Ek');
  await nothingFound(page, 'past exercise');
});

test('an administrator sees recent sign-ins and refused requests', async ({ user, request }) => {
  const token = await tokenOf(request, 'karl@resq.example');
  const headers = { Authorization: `Bearer ${token}` };
  expect((await ask(request, '/admin/audit', { headers })).status()).toBe(403);

  const { page } = await user('admin', NARROW);
  await page.goto('/app');
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('link', { name: 'Händelser' }).click();
  await expect(page.getByRole('row', { name: 'Loggade in' }).nth(0)).toContainText(
    'admin@resq.example',
  );
  await page.getByLabel('Händelser', { exact: true }).selectOption('Administration');
  const newest = page.getByRole('row').nth(1);
  await expect(newest).toContainText('Nekades administration');
  await expect(newest).toContainText('karl@resq.example');
  await expect(newest).toContainText('GET /api/admin/audit');
  await nothingFound(page, 'audit');
});
