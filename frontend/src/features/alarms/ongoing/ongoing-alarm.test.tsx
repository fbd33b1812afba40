import type { Alarm, NeedsHelp, Witness } from '@contract/alarm';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWindow } from '../commands/attention.js';
import { recordEvent, recordReach, recordSync } from '../feed/feed-store.js';
import { DELIVERY } from '../model/alarms.copy.js';
import {
  anna,
  karl,
  makeAlarm,
  makeEvent,
  makeReach,
  makeSync,
  membership,
} from '../testing/fixtures.js';
import {
  beginPanel,
  calls,
  click,
  pass,
  raised,
  saved,
  sendFire,
  serverAnswers,
  showPanel,
} from '../testing/panel.js';

beforeEach(beginPanel);

describe('the sender’s own alarm', () => {
  const ends = () => calls.filter(({ path }) => path.endsWith('/end')).map(({ body }) => body);
  const own = (change: Partial<Alarm> = {}) =>
    act(() => recordEvent(makeEvent(1, { sender: karl, ...change })));

  it('is taken back with one tap during the first ten seconds', async () => {
    serverAnswers((path) =>
      path.endsWith('/alarms') ? Promise.resolve(saved()) : Promise.resolve(Response.json({})),
    );
    await sendFire();
    click('Ångra – falskt larm');
    await pass(0);
    expect(ends()).toEqual([{ outcome: 'false_alarm' }]);
    await pass(11_000);
    expect(screen.queryByRole('button', { name: 'Ångra – falskt larm' })).toBeNull();
  });

  it('is ended by the same button after a question when the ten seconds are over', async () => {
    serverAnswers((path) =>
      path.endsWith('/alarms') ? Promise.resolve(saved()) : Promise.resolve(Response.json({})),
    );
    await sendFire();
    const button = screen.getByRole('button', { name: 'Ångra – falskt larm' });
    await pass(11_000);
    // A sync that sets the page's estimate of the server's time back does not bring the one tap back.
    act(() =>
      recordSync(
        makeSync({
          head: 1,
          active: [makeAlarm({ id: raised().at(-1)?.body?.alarmId as string, sender: karl })],
        }),
      ),
    );
    expect(button.textContent).toBe('Falskt larm');
    // The longer text keeps its space, so that nothing moves.
    expect(button.querySelector('[data-space="Ångra – falskt larm"]')).toBeTruthy();
    fireEvent.click(button);
    expect(screen.getByRole('dialog', { name: 'Var det ett falskt larm?' })).toBeTruthy();
    expect(ends()).toEqual([]);
  });

  it('is ended but not amended while the right to send is paused', () => {
    showPanel([{ ...membership, maySend: false }]);
    own();
    screen.getByText('Din rätt att larma är pausad. Du kan avsluta larmet, men inte ändra det.');
    expect(screen.queryByRole('region', { name: DELIVERY.details.heading })).toBeNull();
    click('Falskt larm');
    screen.getByRole('dialog', { name: 'Var det ett falskt larm?' });
  });

  it('is shown before a more urgent alarm of a neighbour, with its confirmation', async () => {
    const own = () =>
      ({ id: String(raised()[0]?.body?.alarmId), sender: karl, type: 'medical' }) as const;
    serverAnswers(() => Promise.resolve(saved({ alarm: makeAlarm(own()) })));
    showPanel();
    click('Medicinsk nöd');
    await pass(450);
    click('Skicka medicinskt larm');
    await pass(0);
    act(() => recordEvent(makeEvent(1, own())));
    act(() => recordEvent(makeEvent(2, { id: 'fire' })));
    act(() => setWindow('fire', 'minimised'));
    expect(document.body.textContent).toContain('2 larm pågår: ');
    expect(document.body.textContent).toContain('Larmet är skickat');
    click('Nästa');
    expect(document.body.textContent).not.toContain('Larmet är skickat');
  });

  it.each([
    [
      'Falskt larm',
      'Var det ett falskt larm?',
      'Avsluta som falskt larm',
      'Behåll larmet',
      'false_alarm',
    ],
    ['Faran är över', 'Är faran över?', 'Faran är över', 'Inte än', 'resolved'],
  ])('is ended by "%s" only after a question', async (button, question, yes, no, outcome) => {
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

  it('is taken back only after a question when another home than the own has joined', async () => {
    const sendOwn = async (witness: Witness, home = karl.home) => {
      const sender = { sender: { ...karl, home }, witnesses: [witness], witnessCount: 1 };
      serverAnswers((path) =>
        path.endsWith('/alarms')
          ? Promise.resolve(
              saved({ alarm: makeAlarm({ id: String(raised()[0]?.body?.alarmId), ...sender }) }),
            )
          : Promise.resolve(Response.json({})),
      );
      await sendFire();
      click('Ångra – falskt larm');
      await pass(0);
    };
    await sendOwn({ ...anna, at: '' });
    const asked = screen.getByRole('dialog', { name: 'Är faran över?' });
    expect(asked.textContent).toContain('En granne har också larmat.');
    expect(ends()).toEqual([]);

    cleanup();
    beginPanel();
    await sendOwn({ ...karl, membershipId: 'm-kajsa', name: 'Kajsa Ek', at: '' });
    expect(ends()).toEqual([{ outcome: 'false_alarm' }]);

    // Two managers without a home are no household.
    cleanup();
    beginPanel();
    const elsewhere = { apartment: '' };
    await sendOwn({ ...anna, home: elsewhere, at: '' }, elsewhere);
    expect(screen.getByRole('dialog', { name: 'Är faran över?' })).toBeTruthy();
  });

  describe('with an open call for help', () => {
    const call = (name: string): NeedsHelp => ({
      membershipId: name,
      name,
      home: { apartment: '1102' },
      place: 'Källaren',
      at: name,
    });
    const LISA_WAITS = /^Lägenhet.1102 \(Lisa\) behöver hjälp: källaren\.$/;
    /** The name and the home are elements of their own in the line. */
    const isLine = (words: RegExp) => (_: string, element: Element | null) =>
      element?.tagName === 'P' && words.test(element.textContent);
    const asked = () => within(screen.getByRole('dialog'));
    const yes = (name: string) => fireEvent.click(asked().getByRole('button', { name }));

    it.each([
      ['Falskt larm', 'Behåll larmet', 'Avsluta som falskt larm'],
      ['Faran är över', 'Inte än', 'Faran är över'],
    ])(
      'asks before "%s" by naming who waits, and suggests no answer',
      async (button, keep, end) => {
        showPanel();
        own({ needHelp: [call('Lisa')] });
        click(button);
        asked().getByText(isLine(LISA_WAITS));
        const names = asked()
          .getAllByRole('button')
          .map((one) => one.textContent);
        expect(names).toEqual([keep, end]);
        expect(document.activeElement?.textContent).toBe(keep);
        const styles = asked()
          .getAllByRole('button')
          .map((one) => one.className);
        expect(new Set(styles).size, 'no button stands out').toBe(1);
        yes(end);
        await pass(0);
        expect(ends()).toHaveLength(1);
      },
    );

    it('asks again when a call arrived that the question did not name', async () => {
      showPanel();
      own();
      click('Faran är över');
      act(() => recordEvent(makeEvent(2, { sender: karl, needHelp: [call('Lisa')] })));
      expect(asked().queryByText(/behöver hjälp/)).toBeNull();
      yes('Faran är över');
      await pass(0);
      expect(ends()).toEqual([]);
      asked().getByText(isLine(LISA_WAITS));
      expect(document.activeElement?.textContent).toBe('Inte än');
      yes('Faran är över');
      await pass(0);
      expect(ends()).toHaveLength(1);
    });

    it('is not taken back with one tap', async () => {
      serverAnswers((path) =>
        path.endsWith('/alarms') ? Promise.resolve(saved()) : Promise.resolve(Response.json({})),
      );
      await sendFire();
      const id = String(raised()[0]?.body?.alarmId);
      own({ id, needHelp: [call('Lisa')] });
      click('Ångra – falskt larm');
      await pass(0);
      expect(ends()).toEqual([]);
      asked().getByText(isLine(LISA_WAITS));
    });
  });

  it.each<[Partial<Alarm>, string[], string]>([
    [
      { type: 'fire' },
      ['Du har larmat', 'Brinner det hos dig? Gå ut.', 'Rök i trapphuset?'],
      'Ta trappan, aldrig hissen.',
    ],
    [
      { type: 'medical' },
      ['Du har larmat', 'Stanna hos den som är sjuk. Ring 112 med högtalaren på.'],
      'hjärtstartare',
    ],
    [{ type: 'other' }, ['Du har larmat', 'Var försiktig.'], 'hjärtstartare'],
  ])('shows its sender of %o the advice for the sender', (change, parts, notForThem) => {
    showPanel();
    own(change);
    const { textContent } = screen.getByRole('article');
    const places = parts.map((part) => textContent.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(textContent).not.toContain(notForThem);
  });

  it('of an exercise speaks of no danger, and ends with one button', async () => {
    showPanel();
    own({ exercise: true });
    act(() => recordReach(makeReach([{ apartment: '1102', names: [], level: 'sounding' }])));
    const { textContent } = screen.getByRole('article');
    expect(textContent).toContain('Du har startat en övning');
    expect(textContent).toContain('Övningen har ljudit (1)');
    expect(textContent).not.toMatch(/Faran är över|[Ff]alskt|i säkerhet|[Ll]armet/);
    click('Avsluta övningen');
    const asked = within(screen.getByRole('dialog', { name: 'Avsluta övningen?' }));
    expect(document.activeElement?.textContent).toBe('Fortsätt öva');
    fireEvent.click(asked.getByRole('button', { name: 'Avsluta övningen' }));
    await pass(0);
    expect(ends()).toEqual([{ outcome: 'resolved' }]);
  });

  it('shows a neighbour the calls for help, and no button that ends it', () => {
    showPanel();
    const call = { ...karl, membershipId: 'm-lisa', name: 'Lisa Ny', at: '', place: 'Källaren' };
    act(() =>
      recordSync(
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
    const help = 'Lägenhet\u00a01301 (Lisa Ny) behöver hjälp';
    expect(screen.getByRole('listitem').textContent).toBe(`${help}: källaren.`);
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(`${help}.`);
    expect(calls.filter(({ path }) => path.endsWith('/reach'))).toEqual([]);
  });
});
