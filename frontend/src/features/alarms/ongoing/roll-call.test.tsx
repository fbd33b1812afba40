import type { Alarm, NeedsHelp, ReachedHome } from '@contract/alarm';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordEvent, recordReach, recordResponse } from '../feed/feed-store.js';
import { beginPanel, pass, showPanel } from '../testing/panel.js';
import { karl, makeEvent, makeReach, membership } from '../testing/fixtures.js';
import { whole } from '../../../testing/whole-text.js';

const LISA: ReachedHome = {
  apartment: '1102',
  names: ['Lisa Ny'],
  level: 'responded',
  response: 'coming',
};
const ALI: ReachedHome = {
  ...LISA,
  apartment: '1401',
  names: ['Ali'],
  response: 'need_help',
  place: 'Vinden',
};
const HOMES: ReachedHome[] = [
  LISA,
  { apartment: '1202', names: ['Bo Ek', 'Eva Ek'], level: 'unreached' },
  { apartment: '1203', names: ['Ida'], level: 'received' },
  { apartment: '1204', names: ['Jon'], level: 'sounding' },
  { apartment: '1205', names: ['Kim'], level: 'seen' },
  ALI,
];

let seq = 0;
beforeEach(() => {
  beginPanel();
  seq = 0;
});

function showOwn(homes?: ReachedHome[]): void {
  showPanel();
  act(() => recordEvent(makeEvent((seq += 1), { sender: karl })));
  if (homes) reach(homes);
}

const reach = (homes: ReachedHome[]) => act(() => recordReach(makeReach(homes)));
const list = () => within(screen.getByRole('region', { name: 'Grannarna' }));
const lines = () =>
  list()
    .getAllByRole('listitem')
    .map((item) => item.textContent)
    // The drawn building has a list of its own.
    .filter((text) => text.startsWith('Lägenhet'));
const titles = () =>
  list()
    .getAllByRole('heading', { level: 2 })
    .map((one) => one.textContent);
const says = (text: string) => document.body.textContent.includes(text);

describe('the roll call', () => {
  it('lists the calls for help first, then the other responses and the levels', () => {
    showOwn(HOMES);
    expect(lines()).toEqual([
      'Lägenhet\u00a01401, Ali – vinden',
      'Lägenhet\u00a01102, Lisa Ny',
      'Lägenhet\u00a01205, Kim',
      'Lägenhet\u00a01204, Jon',
      'Lägenhet\u00a01203, Ida',
      'Lägenhet\u00a01202, Bo Ek och Eva Ek',
    ]);
    expect(titles()).toEqual([
      'Behöver hjälp (1)',
      'Kan hjälpa till (1)',
      'Har sett larmet (1)',
      'Larmet har ljudit (1)',
      'Larmet har kommit fram (1)',
      'Inte nådd (1)',
    ]);
  });

  it('says what a sent push means', () => {
    showOwn([...HOMES, { apartment: '0901', names: ['Ulf'], level: 'pushed' }]);
    expect(lines().slice(-2)).toEqual([
      'Lägenhet\u00a00901, Ulf',
      'Lägenhet\u00a01202, Bo Ek och Eva Ek',
    ]);
    expect(says('Avisering skickad betyder inte att någon har sett den.')).toBe(true);
  });

  it.each([
    [1, 'Visas på 1\u00a0skärm.'],
    [2, 'Visas på 2\u00a0skärmar.'],
  ])('says that %s display shows the alarm, and counts it as no home', (displays, words) => {
    showOwn(HOMES);
    expect(says('Visas på')).toBe(false);
    act(() => recordReach({ ...makeReach(HOMES), displays }));
    expect(says(words)).toBe(true);
    expect(says('5 av 6\u00a0lägenheter nådda')).toBe(true);
  });

  it('counts homes as reached by reports of a device or a person, and not by a push', () => {
    showOwn([...HOMES, { apartment: '0901', names: ['Ulf'], level: 'pushed' }]);
    expect(says('5 av 7\u00a0lägenheter nådda')).toBe(true);
    const numbers = ['0\u00a0i säkerhet', '1\u00a0behöver hjälp', '1\u00a0kan hjälpa till'];
    expect(numbers.every(says)).toBe(true);
    expect(says('5\u00a0har inte svarat')).toBe(true);
    expect(says('Ingen granne är nådd än.')).toBe(false);
  });

  it('does not move under a pointer until the pointer is still', async () => {
    showOwn([LISA]);
    const move = () => fireEvent.pointerMove(screen.getByRole('region', { name: 'Grannarna' }));
    move();
    reach([ALI, LISA]);
    await pass(900);
    move();
    await pass(900);
    expect(lines()).toEqual(['Lägenhet\u00a01102, Lisa Ny']);
    await pass(100);
    expect(lines()).toEqual(['Lägenhet\u00a01401, Ali – vinden', 'Lägenhet\u00a01102, Lisa Ny']);
  });
});

describe('after ten seconds', () => {
  it.each([
    [
      'nobody is reached',
      [{ ...LISA, level: 'unreached', response: undefined }],
      'Ingen granne är nådd än.',
    ],
    [
      'only a push was sent',
      [{ ...LISA, level: 'pushed', response: undefined }],
      'Ingen granne är nådd än.',
    ],
    ['nobody else is there', [], 'Ingen annan lägenhet är med än.'],
    ['nothing is known', undefined, 'Vi vet inte än vilka som är nådda.'],
  ] as const)(
    'a warning to ring 112 and to knock is shown when %s',
    async (_case, homes, words) => {
      showOwn(homes && [...homes]);
      const warning = `${words} Ring 112. Knacka på.`;
      expect(says(warning)).toBe(false);
      // The alarm is five seconds old when it is received.
      await pass(5_000);
      expect(says(warning)).toBe(true);
    },
  );
});

describe('a screen reader', () => {
  it('reads the summary when it has changed, at most every five seconds', async () => {
    const spoken = () =>
      screen.getAllByRole('status').find((one) => one.textContent.includes('nådda'))?.textContent;
    showOwn([{ ...LISA, level: 'unreached', response: undefined }]);
    await pass(6_000);
    expect(spoken()).toBe('0 av 1\u00a0lägenhet nådda');
    reach([{ ...LISA, level: 'received', response: undefined }]);
    await pass(100);
    expect(spoken()).toBe('1 av 1\u00a0lägenhet nådda');
    reach([LISA]);
    await pass(4_800);
    // The region is empty while its text would differ from the text on the screen.
    expect(spoken()).toBeUndefined();
    await pass(200);
    expect(spoken()).toBe('1 av 1\u00a0lägenhet nådda, 1\u00a0kan hjälpa till');
  });

  it('never reads a number of homes where there is none', async () => {
    showOwn([]);
    await pass(6_000);
    expect(says('0 av 0')).toBe(false);
    expect(says('Ingen annan lägenhet är med än.')).toBe(true);
  });

  it('reads each call for help once, at once', () => {
    const help = (name: string, place?: string): NeedsHelp => ({
      membershipId: name,
      name,
      home: { apartment: '1301' },
      at: '',
      ...(place && { place }),
    });
    const calls = (needHelp: NeedsHelp[]) =>
      act(() => recordEvent(makeEvent((seq += 1), { sender: karl, needHelp })));
    const said = () =>
      screen.getAllByText(whole(/^Lägenhet 1301 \((Lisa|Bo)\) behöver hjälp\.$/), {
        selector: 'p',
      });
    showPanel();
    calls([help('Lisa')]);
    const [first, ...others] = said();
    expect(others).toEqual([]);
    expect(first?.closest('[role=alert]')?.getAttribute('aria-atomic')).toBe('false');
    calls([help('Lisa', 'Vinden'), help('Bo')]);
    // A screen reader reads added elements, so the first call must still be the same element.
    expect(said()[0]).toBe(first);
    expect(said()).toHaveLength(2);
    expect(says('Lägenhet\u00a01301 (Lisa) behöver hjälp: vinden.')).toBe(true);
  });
});

describe('an alarm that is repeated', () => {
  const SILENT: ReachedHome = { apartment: '1202', names: ['Bo Ek'], level: 'sounding' };
  const repeat = (escalation: Alarm['escalation'], change: Partial<Alarm> = {}) =>
    act(() => recordEvent(makeEvent((seq += 1), { sender: karl, escalation, ...change })));
  const status = () => document.querySelector('[role=status].sr-only + [role=status]');
  const line = () => status()?.textContent;

  it('says so to the sender, politely and in a region that is there from the beginning', () => {
    showOwn([SILENT]);
    const region = status();
    expect(line()).toBe('');
    for (const escalation of [1, 2, 3] as const) {
      repeat(escalation);
      expect(line()).toBe('Larmar igen …');
    }
    expect(status()).toBe(region);
  });

  it('says that all have responded instead', () => {
    showOwn([LISA, ALI]);
    repeat(3);
    expect(line()).toBe('Alla som är med har svarat.');
  });

  it('tells a manager who is not the sender, and no other member', () => {
    const responded = { alarmId: 'a', response: 'coming', at: '' } as const;
    const show = (role: 'manager' | 'resident') => {
      showPanel([{ ...membership, role }]);
      act(() => recordEvent(makeEvent((seq += 1), { escalation: 3 })));
      act(() => recordResponse(responded));
      reach([SILENT, LISA]);
    };
    show('manager');
    expect(says('har inte svarat')).toBe(true);
    cleanup();
    show('resident');
    expect(says('har inte svarat')).toBe(false);
  });
});
