import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnceWhenStale, reloadWhenThere, useHoldReload } from './reload.js';

reloadOnceWhenStale();

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

describe('a chunk that is gone after a deploy', () => {
  const fails = async () => {
    window.dispatchEvent(new Event('vite:preloadError'));
    await new Promise((done) => setTimeout(done));
  };

  it('reloads the page when the server is there', async () => {
    await fails();
    expect(answers.mock.calls).toEqual([['/api/health/ready']]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['does not in a page that was just reloaded', 59_999, 0],
    ['does in a page that was reloaded a minute ago or at the last deploy', 60_000, 1],
  ])('%s', async (_what, ageMs, times) => {
    const navigation = { type: 'reload' } as unknown as PerformanceEntry;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
    pageAgeMs.mockReturnValue(ageMs);
    await fails();
    pageAgeMs.mockReturnValue(5_000);
    expect(reload).toHaveBeenCalledTimes(times);
  });

  it('does not without a network: the browser’s own error would replace the page', async () => {
    answers.mockImplementation(() => new TypeError('Failed to fetch'));
    await fails();
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not while an alarm or a message holds the page', async () => {
    const { unmount } = renderHook(() => useHoldReload(true));
    await fails();
    unmount();
    expect(reload).not.toHaveBeenCalled();
  });
});
