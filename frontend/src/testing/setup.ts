import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchPage } from './shared-page.js';

// The files of one worker share a page. Each loads modules with a state of their own, and leaves
// no listener and no property behind.
vi.resetModules();
afterAll(watchPage());

// A busy machine may need more than the default of one second until an element appears.
configure({ asyncUtilTimeout: 5_000 });

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
