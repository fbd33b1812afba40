import { expect, test } from './story.js';

/** Tests a page whose script does not run, for whatever reason. */

test.use({ expected: /net::ERR_|SyntaxError|Unexpected end/ });

const SCRIPT = /\/assets\/index-[^/]*\.js$/;

/** Ends the seconds for which the page waits for its script. */
const passPatience = () => {
  const waiting = document.getAnimations();
  const longestMs = Math.max(...waiting.map(({ effect }) => Number(effect?.getTiming().duration)));
  waiting.forEach((animation) => animation.finish());
  return longestMs;
};

for (const [name, reducedMotion] of [
  ['blocked', 'no-preference'],
  ['cut off', 'reduce'],
  ['silent', 'no-preference'],
] as const) {
  const tag = name === 'blocked' ? '@long' : [];
  const title = `a page whose script is ${name} shows 112 and can be loaded again`;
  test(title, { tag }, async ({ user }) => {
    const { page } = await user('lisa', { reducedMotion });
    let isBroken = true;
    await page.route(SCRIPT, async (route) => {
      if (!isBroken) return route.continue();
      if (name === 'blocked') return route.abort();
      if (name === 'silent') return new Promise(() => undefined);
      const response = await route.fetch();
      const half = (await response.text()).slice(0, 50_000);
      return route.fulfill({ contentType: 'text/javascript', body: half });
    });
    await page.goto('/app', { waitUntil: 'commit' });
    const ring = page.getByRole('link', { name: 'Ring 112' });
    await expect(page.locator('.not-started')).toBeAttached();
    await expect(ring).toHaveCount(0);
    expect(await page.evaluate(passPatience)).toBeLessThanOrEqual(8_000);
    await expect(ring).toBeVisible();
    await expect(ring).toHaveAttribute('href', 'tel:112');
    isBroken = false;
    await page.getByRole('link', { name: 'Ladda om sidan' }).click();
    await expect(page.getByRole('button', { name: 'Brand' })).toBeVisible();
    await expect(page.locator('.not-started')).toHaveCount(0);
  });
}
