import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenThere, useHoldReload } from './reload.js';

const CHUNK = 'https://resq.example/assets/signed-in-shell-1a.js';
const FAILED = new TypeError(`Failed to fetch dynamically imported module: ${CHUNK}`);

const reload = vi.fn();
const pageAgeMs = vi.fn(() => 5_000);
const answers = vi.fn((_url: string): Response | Error => new Response());

beforeEach(() => {
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers(url);
    if (answer instanceof Error) throw answer;
    return Promise.resolve(answer);
  });
  vi.spyOn(performance, 'now').mockImplementation(() => pageAgeMs());
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    reload.mockClear();
    answers.mockReset();
  };
});

it('reloads the page when the chunk and the server are there', async () => {
  await reloadWhenThere(FAILED);
  expect(answers.mock.calls.flat().sort()).toEqual(['/api/health/ready', CHUNK]);
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each([
  ['the network is away', () => new TypeError('Failed to fetch')],
  ['the chunk is gone', (url: string) => new Response('', { status: url === CHUNK ? 404 : 200 })],
  [
    'a worker has the chunk and no server is there',
    (url: string) => new Response('', { status: url === CHUNK ? 200 : 503 }),
  ],
])('does not while %s', async (_what, answer) => {
  answers.mockImplementation(answer);
  await reloadWhenThere(FAILED);
  expect(reload).not.toHaveBeenCalled();
});

it('does not in a page that is younger than five seconds', async () => {
  pageAgeMs.mockReturnValueOnce(4_999);
  await reloadWhenThere(FAILED);
  expect(answers).not.toHaveBeenCalled();
});

it('does not while an alarm or a message holds the page', async () => {
  const { unmount } = renderHook(() => useHoldReload(true));
  await reloadWhenThere(FAILED);
  unmount();
  expect(reload).not.toHaveBeenCalled();
});

it('does not for an error that names no chunk', async () => {
  await reloadWhenThere(new TypeError('Importing a module script failed.'));
  expect(answers).not.toHaveBeenCalled();
});
