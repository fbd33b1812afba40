import { ERRORS } from '@contract/errors';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWindow } from '../commands/attention.js';
import { feedOf, recordEvent } from '../feed/feed-store.js';
import { karl, makeAlarm, makeEvent, membership, NOW } from '../testing/fixtures.js';
import { beginPanel, calls, click, pass, serverAnswers, showPanel } from '../testing/panel.js';

const amendments = () =>
  calls.filter(({ path }) => path === '/api/alarms/a').map(({ body }) => body);
const isPatch = (path: string) => path === '/api/alarms/a';
const never = () => new Promise<Response>(() => undefined);
const keeps = (change: object) => () =>
  Promise.resolve(Response.json({ alarm: makeAlarm({ sender: karl, ...change }) }));
const field = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Vad har hänt? (valfritt)' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const chip = (name: string) => screen.getByRole('button', { name });
const says = (text: string) => document.body.textContent.includes(text);

beforeEach(() => {
  beginPanel();
  showPanel();
  act(() => recordEvent(makeEvent(1, { sender: karl })));
});

describe('the place', () => {
  it('is sent with one press, and shown as saved', async () => {
    let answer: (response: Response) => void = () => undefined;
    serverAnswers((path) =>
      isPatch(path) ? new Promise((resolve) => (answer = resolve)) : never(),
    );
    click('Källaren');
    await pass(0);
    expect(amendments()).toEqual([{ place: 'Källaren' }]);
    expect(chip('Källaren').getAttribute('aria-pressed')).toBe('true');
    expect(says('Sparar …')).toBe(true);
    expect(says('Sparat.')).toBe(false);
    answer(await keeps({ place: 'Källaren' })());
    await pass(0);
    expect(says('Sparat.')).toBe(true);
    // The event of the change has not arrived yet.
    expect(chip('Källaren').getAttribute('aria-pressed')).toBe('true');
  });

  it('brings no older end of the alarm: a manager may have extended it meanwhile', async () => {
    let answer: (response: Response) => void = () => undefined;
    serverAnswers((path) =>
      isPatch(path) ? new Promise((resolve) => (answer = resolve)) : never(),
    );
    click('Källaren');
    await pass(0);
    const expiresAt = new Date(NOW + 2 * 3_600_000).toISOString();
    act(() => recordEvent(makeEvent(2, { sender: karl, expiresAt })));
    answer(await keeps({ place: 'Källaren' })());
    await pass(0);
    const { active } = feedOf(makeAlarm().buildingId);
    expect(active['a']).toMatchObject({ place: 'Källaren', expiresAt });
  });

  it('of the own flat is sent as its number, and removed by a second press', async () => {
    serverAnswers((path) => (isPatch(path) ? keeps({ place: 'Lägenhet\u00a01301' })() : never()));
    click('Min lägenhet');
    await pass(0);
    click('Min lägenhet');
    await pass(0);
    expect(amendments()).toEqual([{ place: 'Lägenhet\u00a01301' }, { place: '' }]);
  });

  it('is shown as not sent, and sent again until it is saved', async () => {
    serverAnswers((path) => (isPatch(path) ? Promise.reject(new TypeError('offline')) : never()));
    click('Vinden');
    await pass(0);
    expect(says('Inte skickat än. Vi försöker igen.')).toBe(true);
    // One request is sent at a time: of two under way, the older could arrive last.
    click('Gården');
    await pass(0);
    serverAnswers((path) => (isPatch(path) ? keeps({ place: 'Gården' })() : never()));
    await pass(2_000);
    expect(amendments()).toEqual([{ place: 'Vinden' }, { place: 'Gården' }]);
    expect(says('Sparat.')).toBe(true);
  });

  it('is not sent again after a refusal, whose message is shown', async () => {
    const { status, message } = ERRORS['alarm.over'];
    const error = { code: 'alarm.over', message, requestId: 'r' };
    serverAnswers((path) =>
      isPatch(path) ? Promise.resolve(Response.json({ error }, { status })) : never(),
    );
    click('Vinden');
    await pass(10_000);
    expect(says(message)).toBe(true);
    expect(amendments()).toHaveLength(1);
    expect(chip('Vinden').getAttribute('aria-pressed')).toBe('false');
  });
});

describe('the note', () => {
  beforeEach(() => serverAnswers((path) => (isPatch(path) ? keeps({ note: 'Rök' })() : never())));

  it('is sent once when the typing pauses, and stays as it was typed', async () => {
    type('Rö');
    await pass(1_400);
    type('Rök ');
    await pass(1_400);
    expect(amendments()).toEqual([]);
    await pass(100);
    expect(amendments()).toEqual([{ note: 'Rök' }]);
    expect(field().value).toBe('Rök ');
    await pass(10_000);
    fireEvent.blur(field());
    await pass(0);
    expect(amendments()).toHaveLength(1);
  });

  it.each([
    ['at a press', () => click('Spara')],
    ['when the field is left', () => fireEvent.blur(field())],
  ])('is sent at once %s', async (_when, act) => {
    type('Rök');
    act();
    await pass(0);
    expect(amendments()).toEqual([{ note: 'Rök' }]);
  });

  it('shows its length, and is not sent when it is too long', async () => {
    type('x'.repeat(141));
    fireEvent.blur(field());
    await pass(2_000);
    expect(says('141/140')).toBe(true);
    expect(says('Texten får max vara 140 tecken')).toBe(true);
    expect(amendments()).toEqual([]);
  });
});

describe('the end of the hour', () => {
  const soon = (minutes: number) =>
    act(() =>
      recordEvent(
        makeEvent(2, { sender: karl, expiresAt: new Date(NOW + minutes * 60_000).toISOString() }),
      ),
    );

  it('is announced five minutes before, and can be postponed', async () => {
    const expiresAt = new Date(NOW + 3_660_000).toISOString();
    serverAnswers((path) => (path.endsWith('/extend') ? keeps({ expiresAt })() : never()));
    soon(6);
    expect(says('Larmet avslutas')).toBe(false);
    await pass(60_000);
    expect(says('Larmet avslutas om 5\u00a0minuter.')).toBe(true);
    click('Fortsätt larma');
    await pass(0);
    expect(says('Larmet fortsätter till kl.\u00a015.06.')).toBe(true);
    expect(says('Larmet avslutas')).toBe(false);
    expect(document.activeElement?.textContent).toContain('Larmet fortsätter');
  });

  it('is announced once, and a failure to postpone it is shown', async () => {
    serverAnswers((path) =>
      path.endsWith('/extend') ? Promise.reject(new TypeError('offline')) : never(),
    );
    soon(2);
    const said = () =>
      screen
        .getAllByRole('alert')
        .map((one) => one.textContent)
        .filter(Boolean);
    expect(said()).toEqual(['Larmet avslutas om 2\u00a0minuter.']);
    await pass(61_000);
    expect(said()).toEqual(['Larmet avslutas om 2\u00a0minuter.']);
    expect(says('Larmet avslutas om 1\u00a0minut.')).toBe(true);
    click('Fortsätt larma');
    await pass(0);
    expect(said()).toContain('Larmet är inte förlängt. Försök igen.');
  });

  const ofNeighbour = () =>
    act(() => recordEvent(makeEvent(2, { expiresAt: new Date(NOW + 60_000).toISOString() })));

  it('is not announced to other residents', () => {
    ofNeighbour();
    expect(says('Larmet avslutas')).toBe(false);
  });

  it('can be postponed by a manager, also where the sender may not', async () => {
    cleanup();
    showPanel([{ ...membership, role: 'manager' }]);
    serverAnswers((path) => (path.endsWith('/extend') ? keeps({})() : never()));
    ofNeighbour();
    act(() => setWindow('a', 'minimised'));
    expect(says('Larmet avslutas om 1\u00a0minut.')).toBe(true);
    click('Fortsätt larma');
    await pass(0);
    expect(calls.some(({ path }) => path.endsWith('/extend'))).toBe(true);
  });
});
