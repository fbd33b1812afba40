import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// On a busy machine what is waited for takes its time; what never comes fails a little later.
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
