import type { Page } from '@playwright/test';
import type { SignedIn } from '@contract/http';
import { expect, post, test } from '../visitor.js';
import { FORMS, newEmail, send } from './forms.js';

/** Section 7 of the specification: the session persists, renews itself, and ends everywhere at once. */

/** Without a renewed token, the request for the user's memberships is refused too. */
test.use({ expected: /net::ERR_FAILED|401 .*\/api\/auth\/(refresh|me)/ });

const MINUTE_MS = 60_000;

const renewals = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/auth/refresh')) seen.push(String(answer.status()));
  });
  return seen;
};

const signedIn = (page: Page) => page.getByRole('link', { name: 'Till larmpanelen' });

// `session.test.ts` tests this and the two failures below, `auth.e2e-spec.ts` a lost answer.
test('the access token is renewed before it expires', { tag: '@long' }, async ({ user }) => {
  const { page } = await user('otto');
  await page.clock.install();
  await page.goto('/');
  await expect(signedIn(page)).toBeVisible();
  const seen = renewals(page);
  await page.clock.runFor(7 * MINUTE_MS);
  expect(seen).toEqual([]);
  await page.clock.runFor(MINUTE_MS);
  await expect.poll(() => seen).toEqual(['200']);
});

test('a tab that was asleep when its token expired renews it when it wakes', async ({ user }) => {
  const { page } = await user('otto');
  await page.clock.install();
  await page.goto('/');
  await expect(signedIn(page)).toBeVisible();
  const seen = renewals(page);
  // A sleeping machine fires no timer, however much time passes.
  await page.clock.setFixedTime(Date.now() + 8 * 60 * MINUTE_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => seen).toEqual(['200']);
  await expect(signedIn(page)).toBeVisible();
});

/** Reloads two tabs at the same moment, three times. Every load renews the token. */
async function renewTogether(page: Page, other: Page): Promise<void> {
  await page.goto('/');
  await other.goto('/');
  await expect(signedIn(other)).toBeVisible();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([page.reload(), other.reload()]);
    await expect(signedIn(page)).toBeVisible();
    await expect(signedIn(other)).toBeVisible();
  }
}

test('two tabs stay signed in after a reload, also when both renew at once', async ({
  user,
  anotherTab,
}) => {
  const { page, context } = await user('otto');
  await renewTogether(page, (await anotherTab(context)).page);
});

// `tab-lock.test.ts` tests a browser without locks, `auth.e2e-spec.ts` renewals that meet at the server.
test(
  'two tabs that renew at once both stay signed in without the locks that plain HTTP lacks',
  { tag: '@long' },
  async ({ user, anotherTab }) => {
    const { page, context } = await user('otto');
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'locks', { get: () => undefined }),
    );
    await renewTogether(page, (await anotherTab(context)).page);
  },
);

test(
  'a lost answer to a renewal does not sign the user out',
  { tag: '@long' },
  async ({ user }) => {
    const { page } = await user('otto');
    await page.goto('/');
    await expect(signedIn(page)).toBeVisible();
    let lost = 0;
    await page.route('**/api/auth/refresh', async (route) => {
      lost += 1;
      // The server rotated the token, but the phone went to sleep before the answer arrived.
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await page.reload();
    await expect.poll(() => lost).toBeGreaterThan(0);
    await expect(signedIn(page)).toBeVisible();
    // The alarm needs a token on every page, so another renewal may be on its way.
    await page.unrouteAll({ behavior: 'wait' });
    const seen = renewals(page);
    await page.reload();
    await expect.poll(() => seen).toContain('200');
    expect(seen).not.toContain('401');
    await expect(signedIn(page)).toBeVisible();
  },
);

test('an unreachable server does not sign the user out', { tag: '@long' }, async ({ user }) => {
  const { page } = await user('otto');
  await page.goto('/');
  await expect(signedIn(page)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(signedIn(page)).toBeVisible();
});

test('signing out ends all tabs of the browser, which say so, and the old cookie is refused', async ({
  user,
  anotherTab,
}) => {
  const { page, context } = await user('otto');
  await page.goto('/');
  await expect(signedIn(page)).toBeVisible();
  const open = async (path: string, heading: string) => {
    const tab = (await anotherTab(context)).page;
    await tab.goto(path);
    await expect(tab.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    return tab;
  };
  const panel = await open('/app', 'Larma dina grannar');
  const about = await open('/about', 'Om ResQ');
  const leaving = await open('/app', 'Larma dina grannar');
  const cookie = (await context.cookies()).find(({ name }) => name === 'resq_rt');
  await leaving.getByRole('button', { name: 'Logga ut', exact: true }).click();
  await expect(leaving).toHaveURL('/');
  await expect(leaving.getByText('Larm når inte den här fliken.')).toHaveCount(0);
  await expect(signedIn(page)).toHaveCount(0);
  const ended = 'Du är utloggad. Larm når inte den här fliken.';
  await expect(about.getByText(ended)).toBeInViewport();
  await expect(panel.getByText(ended)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Logga in', exact: true })).toBeVisible();
  await expect(panel).toHaveTitle('○ Utloggad – ResQ');
  await expect(panel.locator('link[rel="icon"]').first()).toHaveAttribute('href', /4a5160/);
  expect(await page.evaluate(() => localStorage.getItem('resq.session'))).toBeNull();
  // The cookie of a known browser signs nobody in, and is needed at the next sign-in.
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toEqual(['resq_known']);
  const answer = await post(page.request, '/auth/refresh', {
    headers: {
      'X-ResQ': '1',
      Origin: new URL(page.url()).origin,
      Cookie: `resq_rt=${cookie?.value}`,
    },
    data: {},
  });
  expect(answer.status()).toBe(401);
});

test('an account is the same in a browser with other spellings of its e-mail and password', async ({
  visitor,
  request,
}) => {
  const { page } = await visitor();
  const email = newEmail().replace('resq.example', 'räksmörgås.se');
  const password = 'ett långt lösenord';
  await FORMS.signUp.open(page);
  await send(page, 'signUp', {
    'E-post': `Anna Åberg <${email}>`.normalize('NFD'),
    Lösenord: password.normalize('NFD'),
  });
  await page.waitForURL('/');
  const answer = await post(request, '/auth/sign-in', { data: { email, password } });
  expect([answer.status(), ((await answer.json()) as SignedIn).user.email]).toEqual([200, email]);
});
