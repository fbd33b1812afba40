import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // A test that forgets to say what the server answers must not wait for a network.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests')));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
