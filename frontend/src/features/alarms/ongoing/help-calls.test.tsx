import type { HelpView, NeedsHelp, Neighbour } from '@contract/alarm';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setInPage } from '../commands/attention.js';
import { recordHelp, recordResponse } from '../feed/feed-store.js';
import { anna, karl, NOW } from '../testing/fixtures.js';
import { dialog, pass, press, receipts, receive, showHost } from '../testing/host.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

const CALLED_AT = new Date(NOW + 1_000).toISOString();
const lisa: Neighbour = { membershipId: 'm-lisa', name: 'Lisa Ny', home: { apartment: '1102' } };
const callOf = (who: Neighbour, at = CALLED_AT): NeedsHelp => ({ ...who, at });
const LISA_NEEDS = 'Lägenhet\u00a01102 (Lisa Ny) behöver hjälp.';

beforeEach(showHost);

const spokenCalls = () =>
  within(dialog())
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

async function answer(label: string): Promise<void> {
  await pass(600);
  press(label);
  await pass(0);
}

let nextVersion = 1;
const helps = (view: Partial<HelpView>) =>
  act(() => recordHelp({ alarmId: 'a', version: nextVersion++, ...view }));

describe('a person who calls for help', () => {
  const nobody = { coming: [], comingCount: 0, seen: [], seenCount: 0 };

  beforeEach(async () => {
    receive({ type: 'medical' });
    await answer('Jag behöver hjälp');
    receive({ type: 'medical', needHelp: [callOf(karl)] });
  });

  it('reads that nobody has seen it, then who has and who comes', () => {
    helps({ calledAt: CALLED_AT, ...nobody });
    expect(dialog().textContent).toContain('Ingen har sett det än. Ring 112.');
    helps({ calledAt: CALLED_AT, ...nobody, seen: [anna], seenCount: 1 });
    expect(dialog().textContent).toContain('Anna Berg i lägenhet\u00a01201 har sett det.');
    expect(dialog().textContent).not.toContain('Ingen har sett det');
    const coming = { coming: [lisa, anna], comingCount: 5 };
    helps({ calledAt: CALLED_AT, ...nobody, ...coming });
    expect(dialog().textContent).toContain(
      'Lisa Ny i lägenhet\u00a01102, Anna Berg i lägenhet\u00a01201 och 3 till kommer.',
    );
  });

  it('reads nothing that is about an earlier call', () => {
    helps({ calledAt: new Date(NOW).toISOString(), ...nobody, seen: [anna], seenCount: 1 });
    expect(dialog().textContent).not.toContain('har sett det');
  });
});

it('a person who comes reads how many do', async () => {
  receive({ type: 'medical' });
  await answer('Jag kommer och hjälper');
  expect(dialog().textContent).not.toContain('Bara du');
  helps({ comingCount: 1 });
  expect(dialog().textContent).toContain('Än så länge är det bara du som kommer.');
  helps({ comingCount: 2 });
  expect(dialog().textContent).toContain('2\u00a0kommer, du medräknad.');
});

it('a person who offers help in a fire is never said to come', async () => {
  receive();
  await answer('Jag kan hjälpa till Gå aldrig in i rök.');
  helps({ comingCount: 1 });
  expect(dialog().textContent).toContain('Än så länge är det bara du som kan hjälpa till.');
  helps({ comingCount: 2 });
  expect(dialog().textContent).toContain('2\u00a0kan hjälpa till, du medräknad.');
  expect(dialog().textContent).not.toContain('kommer');
});

describe('a call for help of a neighbour', () => {
  it('is shown on an alarm without a response', async () => {
    receive();
    receive({ needHelp: [callOf(lisa)] });
    await pass(0);
    expect(dialog().textContent).toContain('Behöver hjälp: lägenhet\u00a01102 (Lisa Ny).');
    expect(within(dialog()).getByRole('alert').textContent).toBe(LISA_NEEDS);
    receive({ needHelp: [callOf(lisa), callOf(anna)] });
    expect(dialog().textContent).toContain('Behöver hjälp: lägenhet\u00a01201 och 1 till.');
  });

  it('is not read out again when the alarm is answered, but the next one is', async () => {
    receive({ needHelp: [callOf(lisa)] });
    expect(spokenCalls()).toBe(LISA_NEEDS);
    await answer('Jag är i säkerhet');
    expect(dialog().textContent).toContain('Behöver hjälp: lägenhet\u00a01102');
    expect(spokenCalls()).toBe('');
    receive({ needHelp: [callOf(lisa), callOf(anna)] });
    expect(spokenCalls()).toBe('Lägenhet\u00a01201 (Anna Berg) behöver hjälp.');
  });

  it('opens a minimised alarm once, and again only for the next call', async () => {
    receive();
    await answer('Minimera');
    receive({ needHelp: [callOf(lisa)] });
    expect(dialog().textContent).toContain(LISA_NEEDS);
    await answer('Minimera');
    receive({ needHelp: [{ ...callOf(lisa), place: 'Källaren' }] });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    receive({ needHelp: [callOf(lisa), callOf(anna)] });
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('that was withdrawn is read out and opens the alarm when it is made again', async () => {
    receive({ needHelp: [callOf(lisa)] });
    await answer('Jag är i säkerhet');
    await answer('Minimera');
    const again = callOf(lisa, new Date(NOW + 9_000).toISOString());
    receive({ needHelp: [again] });
    expect(spokenCalls()).toBe(LISA_NEEDS);
    await answer('Minimera');
    receive({ needHelp: [{ ...again, place: 'Källaren' }] });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is read out once more for a second call, while the alarm stays open', async () => {
    receive({ needHelp: [callOf(lisa)] });
    await answer('Jag är i säkerhet');
    expect(spokenCalls()).toBe('');
    receive({ needHelp: [] });
    receive({ needHelp: [callOf(lisa, new Date(NOW + 9_000).toISOString())] });
    expect(spokenCalls()).toBe(LISA_NEEDS);
  });

  it('does not cover the page that shows the sender the alarm, but any other page', () => {
    receive({ sender: karl });
    act(() => setInPage('a'));
    receive({ sender: karl, needHelp: [callOf(lisa)] });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => setInPage(undefined));
    receive({ sender: karl, needHelp: [callOf(lisa), callOf(anna)] });
    expect(dialog().textContent).toContain(LISA_NEEDS);
  });

  it.each([
    ['open', () => undefined],
    [
      'minimised by another device',
      () => act(() => recordResponse({ alarmId: 'a', response: 'safe', at: '' })),
    ],
  ])('does not make an alarm that was %s count as seen', async (_was, answer) => {
    receive();
    answer();
    receive({ needHelp: [callOf(lisa)] });
    expect(dialog().textContent).toContain(LISA_NEEDS);
    await pass(5_000);
    expect(receipts).not.toContain('a seen');
    press('Minimera');
    await pass(0);
    expect(receipts).toContain('a seen');
  });

  it('is reported as seen only after a press that began a second after it was shown', async () => {
    const reports = () => receipts.filter((one) => one.includes(CALLED_AT));
    receive();
    receive({ needHelp: [callOf(lisa)] });
    await pass(900);
    fireEvent.pointerDown(within(dialog()).getByRole('heading', { level: 1 }));
    await pass(5_000);
    expect(reports()).toEqual([]);
    fireEvent.pointerDown(within(dialog()).getByRole('heading', { level: 1 }));
    await pass(0);
    fireEvent.keyDown(dialog(), { key: 'Tab' });
    await pass(5_000);
    expect(reports()).toEqual([`a seen ${CALLED_AT}`]);
  });
});

describe('the advice of the type', () => {
  it.each(['Jag är i säkerhet', 'Jag behöver hjälp', /^Jag kan hjälpa till/])(
    'stays on the screen after the response "%s"',
    async (name) => {
      receive();
      await pass(600);
      fireEvent.click(within(dialog()).getByRole('button', { name }), { detail: 1 });
      await pass(0);
      expect(dialog().textContent).toContain('Ditt svar');
      expect(dialog().textContent).toContain('Rök i trapphuset? Stanna i lägenheten.');
      expect(dialog().textContent).toContain('Fri väg ut? Ta trappan, aldrig hissen.');
    },
  );
});
