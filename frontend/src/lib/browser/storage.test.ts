import { expect, it, vi } from 'vitest';

it('keeps one id of the tab and one of the device where nothing can be saved', async () => {
  const full = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  const store = { getItem: () => null, setItem: full, removeItem: () => undefined };
  vi.stubGlobal('localStorage', store);
  vi.stubGlobal('sessionStorage', store);
  vi.resetModules();
  const { deviceId } = await import('./ids.js');
  const { sessionId } = await import('../session/code-session.js');
  expect([sessionId(), deviceId()]).toEqual([sessionId(), deviceId()]);
});

it('reads what another tab saved or removed, once there is room again', async () => {
  const saved = new Map<string, string>();
  let isFull = true;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('', 'QuotaExceededError');
      saved.set(key, text);
    },
    removeItem: (key: string) => saved.delete(key),
  });
  vi.resetModules();
  const { local, write } = await import('./storage.js');
  write(local, 'resq.house', 'unsaved');
  expect(local.getItem('resq.house')).toBe('unsaved');
  saved.set('resq.house', 'of another tab');
  expect(local.getItem('resq.house')).toBe('of another tab');
  isFull = false;
  write(local, 'resq.house', 'saved');
  saved.clear();
  expect(local.getItem('resq.house')).toBeNull();
});
