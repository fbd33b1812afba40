import type { Membership } from '@contract/http';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

const memberships = ['1', '2'].map((id) => ({ building: { id } }) as Membership);

async function openPage() {
  const { selectBuilding, useSelectedBuilding } = await import('./selected-building.js');
  const { result } = renderHook(() => useSelectedBuilding(memberships)?.building.id);
  return { selectBuilding, result };
}

beforeEach(() => {
  vi.resetModules();
});

it('reads the selection of an earlier release', async () => {
  localStorage.setItem('resq.house', '2');
  const { result } = await openPage();
  expect(result.current).toBe('2');
});

it('saves a selection for the next visit', async () => {
  const { selectBuilding, result } = await openPage();
  expect(result.current).toBe('1');
  act(() => selectBuilding('2'));
  expect(result.current).toBe('2');
  expect(localStorage.getItem('resq.house')).toBe('2');
});

it('falls back to the first building when the member has left the selected one', async () => {
  localStorage.setItem('resq.house', 'left');
  const { result } = await openPage();
  expect(result.current).toBe('1');
});
