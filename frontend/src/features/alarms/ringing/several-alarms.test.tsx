import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dialog, pass, press, receive, ringing, showHost } from '../testing/host.js';
import { karl } from '../testing/fixtures.js';

beforeEach(showHost);

describe('several alarms', () => {
  it('show a neighbour’s before an open one of the sender, who reaches both', async () => {
    receive({ id: 'own', sender: karl });
    fireEvent.click(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' }));
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    receive({ id: 'm', type: 'medical' });
    expect(screen.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeTruthy();
    expect(ringing()).toBe('medical full');
    await pass(600);
    press('Nästa');
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    await pass(600);
    press('Nästa');
    expect(screen.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeTruthy();
  });

  it('show the most urgent first and the others on demand', async () => {
    receive({ id: 'm', type: 'medical' });
    receive({ id: 'f', type: 'fire' });
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    expect(dialog().textContent).toContain('2 larm pågår: Brandlarm, Medicinsk nöd');
    expect(ringing()).toBe('fire full');
    await pass(600);
    press('Nästa');
    expect(screen.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeTruthy();
    receive({ id: 'o', type: 'other' });
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    await pass(600);
    press('Jag är i säkerhet');
    expect(screen.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeTruthy();
    expect(ringing()).toBe('medical full');
  });
});
