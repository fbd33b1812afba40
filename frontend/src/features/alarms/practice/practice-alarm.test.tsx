import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { KINDS } from '../model/kinds.copy.js';
import { karl, membership } from '../testing/fixtures.js';
import {
  dialog,
  pass,
  press,
  pressKey,
  receipts,
  receive,
  ringing,
  sent,
  showHost,
} from '../testing/host.js';
import { PracticeAlarm } from './practice-alarm.js';

/** The requests of any kind since the practice began. */
let requests: ReturnType<typeof vi.spyOn>;

function start(): void {
  render(<PracticeAlarm />);
  requests = vi.spyOn(globalThis, 'fetch');
  fireEvent.click(screen.getByRole('button', { name: 'Så här låter och ser ett larm ut' }));
}
const isOver = () => expect(screen.queryByRole('alertdialog')).toBeNull();

beforeEach(() => {
  useMe.setState({ status: 'ready', me: { memberships: [membership] } as never });
  showHost();
});

describe('a practice alarm', () => {
  it('is marked as practice before all else, and looks like a fire alarm', () => {
    start();
    expect(document.activeElement?.textContent).toBe('Övning, bara för dig.');
    screen.getByRole('alertdialog', { name: 'Övning, bara för dig.' });
    within(dialog()).getByRole('heading', { name: 'Brandlarm' });
    expect(dialog().textContent).toContain('Storgatan 12 · nyss');
    expect(dialog().textContent).toContain('Rök i trapphuset? Stanna i lägenheten.');
    expect(dialog().querySelector('.alarm-surface')?.className).toContain(KINDS.fire.surface);
  });

  it('sends nothing, whatever is pressed', async () => {
    start();
    await pass(1_000);
    for (const name of [
      'Jag är i säkerhet',
      'Jag behöver hjälp',
      'Jag kan hjälpa till Gå aldrig in i rök.',
    ]) {
      press(name);
      expect(within(dialog()).getAllByRole('status')[0]?.textContent).toMatch(
        /^Ditt svar: .+\. Det skickas inte, för det här är en övning\.$/,
      );
    }
    press('Slå på ljudet');
    await pass(5_000);
    press('Minimera');
    isOver();
    await pass(60_000);
    expect(requests).not.toHaveBeenCalled();
    expect([sent, receipts]).toEqual([[], []]);
  });

  it('dials nobody, and says where 112 is', () => {
    start();
    const isFollowed = fireEvent.click(within(dialog()).getByRole('link', { name: 'Ring 112' }), {
      detail: 1,
    });
    expect(isFollowed).toBe(false);
    within(dialog()).getByText('I övningen rings inget samtal. Stäng den om du behöver 112.');
  });

  it.each(['Escape', 'Stäng övningen'])('ends by %s', async (way) => {
    start();
    await pass(1_000);
    if (way === 'Escape') pressKey(way);
    else press(way);
    isOver();
    expect(ringing()).toBe('');
  });

  it('gives way at once to a real alarm, which sounds', async () => {
    start();
    await pass(1_000);
    receive({ id: 'real', sender: karl, type: 'medical' });
    receive({ id: 'real-2' });
    screen.getByRole('alertdialog', { name: 'Brandlarm' });
    expect(screen.queryByText('Stäng övningen')).toBeNull();
    expect(ringing()).toBe('fire full');
    expect(document.activeElement?.textContent).toContain('Brandlarm');
  });

  it('does not open over a real alarm', () => {
    receive();
    press('Minimera');
    start();
    isOver();
  });
});
