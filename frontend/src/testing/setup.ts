import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchPage } from './shared-page.js';

// The files of one worker share a page. Each loads modules with a state of their own, and leaves
// no listener and no property behind.
vi.resetModules();
afterAll(watchPage());

// A busy machine may need more than the default of one second until an element appears.
configure({ asyncUtilTimeout: 60_000 });

// React runs effects in a later turn than the rendering that `findBy` and `waitFor` notice. On a busy
// machine a test went on between the two. The library outlives the files, so it is changed once.
const library = getConfig();
const nextTurn = setImmediate;
if (library.asyncWrapper.name !== 'withEffects') {
  configure({
    asyncWrapper: function withEffects<T>(wait: (...args: unknown[]) => Promise<T>): Promise<T> {
      return library.asyncWrapper(async () => {
        const found = await wait();
        await new Promise((resolve) => nextTurn(resolve));
        return found;
      }) as Promise<T>;
    },
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // A test that defines no server must not wait for a network.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests')));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
