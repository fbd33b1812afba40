import type { Alarm } from '@contract/alarm';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteEvent, noteReach, noteSync } from './feed-store.js';
import {
  beginPanel,
  calls,
  click,
  kept,
  pass,
  sendFire,
  serverAnswers,
  showPanel,
} from './testing-panel.js';
import { karl, makeAlarm, makeEvent, makeReach, makeSync } from './testing.js';

beforeEach(beginPanel);

describe('one’s own alarm', () => {
  const ends = () => calls.filter(({ path }) => path.endsWith('/end')).map(({ body }) => body);
  const own = (change: Partial<Alarm> = {}) =>
    act(() => noteEvent(makeEvent(1, { sender: karl, ...change })));

  it('is taken back with one tap during the first ten seconds', async () => {
    serverAnswers((path) =>
      path.endsWith('/alarms') ? Promise.resolve(kept()) : Promise.resolve(Response.json({})),
    );
    await sendFire();
    click('Ångra – falskt larm');
    await pass(0);
    expect(ends()).toEqual([{ outcome: 'false_alarm' }]);
    await pass(11_000);
    expect(screen.queryByRole('button', { name: 'Ångra – falskt larm' })).toBeNull();
  });

  it.each([
    ['Falskt larm', 'Avbryta larmet?', 'Avbryt larmet', 'Behåll larmet', 'false_alarm'],
    ['Faran är över', 'Är faran över?', 'Faran är över', 'Inte än', 'resolved'],
  ])('%s is asked first', async (button, question, yes, no, outcome) => {
    showPanel();
    own();
    click(button);
    const asked = within(screen.getByRole('dialog', { name: question }));
    fireEvent.click(asked.getByRole('button', { name: no }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ends()).toEqual([]);
    click(button);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: yes }));
    await pass(0);
    expect(ends()).toEqual([{ outcome }]);
  });

  it('lists the homes: whoever needs help first, then how far the alarm came, and no further', () => {
    showPanel();
    own();
    act(() =>
      noteReach(
        makeReach([
          { apartment: '1102', names: ['Lisa Ny'], level: 'responded', response: 'coming' },
          { apartment: '1202', names: ['Bo Ek', 'Eva Ek'], level: 'unreached' },
          { apartment: '1203', names: ['Ida'], level: 'received' },
          { apartment: '1204', names: ['Jon'], level: 'sounding' },
          { apartment: '1205', names: ['Kim'], level: 'seen' },
          {
            apartment: '1401',
            names: ['Ali'],
            level: 'responded',
            response: 'need_help',
            place: 'Vinden',
          },
        ]),
      ),
    );
    const lines = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(lines).toEqual([
      'Ali, lägenhet\u00a01401 – vinden',
      'Lisa Ny, lägenhet\u00a01102',
      'Kim, lägenhet\u00a01205',
      'Jon, lägenhet\u00a01204',
      'Ida, lägenhet\u00a01203',
      'Bo Ek och Eva Ek, lägenhet\u00a01202',
    ]);
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Behöver hjälp (1)',
      'Kommer (1)',
      'Har sett larmet (1)',
      'Larmet har ljudit (1)',
      'Larmet har kommit fram (1)',
      'Inte nådda (1)',
    ]);
    const counts = '2\u00a0svarat · 1\u00a0behöver hjälp · 1\u00a0kommer · 4\u00a0inte\u00a0svarat';
    expect(
      screen.getByText(counts, { selector: 'p:not([role])', normalizer: (text) => text }),
    ).toBeTruthy();
  });

  it('is not for a neighbour to end, who sees who needs help', () => {
    showPanel();
    const call = { ...karl, membershipId: 'm-lisa', name: 'Lisa Ny', at: '', place: 'Källaren' };
    act(() =>
      noteSync(
        makeSync({
          reset: true,
          head: 1,
          active: [makeAlarm({ needHelp: [call] })],
          answers: [{ alarmId: 'a', response: 'safe', at: '' }],
        }),
      ),
    );
    expect(screen.queryByRole('button', { name: 'Faran är över' })).toBeNull();
    expect(screen.getByText('Ditt svar: Jag är i säkerhet.')).toBeTruthy();
    const help = 'Lisa Ny i lägenhet\u00a01301 behöver hjälp: källaren.';
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(help);
    expect(calls.filter(({ path }) => path.endsWith('/reach'))).toEqual([]);
  });
});
