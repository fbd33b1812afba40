import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginPanel, click, pass, raised, showPanel } from '../testing/panel.js';

/** Presses that a person did not mean: the second of a double click, a held key, a late Escape. */

beforeEach(beginPanel);

it('sends nothing on a double click', async () => {
  showPanel();
  click('Brand');
  click('Skicka brandlarm');
  await pass(390);
  click('Skicka brandlarm');
  await pass(5_000);
  expect(raised()).toEqual([]);
});

it('does not ring 112 on a double click, whose second press lands on the link', async () => {
  const followed: boolean[] = [];
  // The page of the tests would be left for the telephone.
  const listen = (event: Event) => followed.push(!event.defaultPrevented) && event.preventDefault();
  document.addEventListener('click', listen);
  showPanel();
  click('Brand');
  fireEvent.click(screen.getByRole('link', { name: 'Ring 112' }));
  await pass(400);
  fireEvent.click(screen.getByRole('link', { name: 'Ring 112' }));
  document.removeEventListener('click', listen);
  expect(followed.slice(-2)).toEqual([false, true]);
});

it('sends nothing while Enter is held', () => {
  showPanel();
  click('Brand');
  const button = screen.getByRole('button', { name: 'Skicka brandlarm' });
  expect(document.activeElement).toBe(button);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
});

it('opens again for a press right after Escape', () => {
  showPanel();
  click('Brand');
  const before = screen.getByRole('dialog');
  fireEvent(before, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  click('Brand');
  fireEvent(before, new Event('close'));
  expect(screen.getByRole('dialog', { name: 'Skicka brandlarm?' })).toBeTruthy();
  expect(raised()).toEqual([]);
});
