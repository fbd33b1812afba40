import { expect, it } from 'vitest';
import { forEachLimited, type Progress } from './acts.js';

it('acts on all, four at a time, and returns those who failed', async () => {
  let [now, most] = [0, 0];
  const seen: Progress[] = [];
  const failed = await forEachLimited(
    [1, 2, 3, 4, 5, 6, 7],
    async (one) => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now--;
      if (one % 3 === 0) throw new Error('refused');
    },
    (progress) => seen.push(progress),
  );
  expect(failed).toEqual([3, 6]);
  expect(most).toBe(4);
  expect(seen.at(-1)).toEqual({ tried: 7, done: 5 });
});
