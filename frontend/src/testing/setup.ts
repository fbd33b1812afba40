import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

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
