import type { RespondRequest } from '@contract/events';
import type { Alarm, RaiseRequest } from '@contract/alarm';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  dialog,
  pass,
  press,
  receive,
  acceptAll,
  ringing,
  sent,
  serverAnswers,
  showHost,
  speaker,
} from '../testing/host.js';
import { anna, karl, makeAlarm } from '../testing/fixtures.js';

beforeEach(showHost);

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

describe('a response', () => {
  it('is sent before a person who needs help is asked for their place', async () => {
    receive();
    await pass(600);
    press('Jag behöver hjälp');
    await pass(0);
    const path = '/api/alarms/a/responses';
    expect(sent).toEqual([{ path, body: { response: 'need_help', turn: expect.any(Number) } }]);
    expect(dialog().textContent).toContain('Var är du?');
    press('Källaren');
    await pass(0);
    // The counter rises also within a millisecond: either request may be the last to arrive.
    const [first, second] = sent.map(({ body }) => body as RespondRequest);
    expect(second).toMatchObject({ response: 'need_help', place: 'Källaren' });
    expect(second?.turn).toBeGreaterThan(first?.turn ?? Infinity);
    const pressed = within(dialog()).getByRole('button', { pressed: true });
    expect(pressed.textContent).toBe('Källaren');
  });

  it('is shown as not sent, and sent again until it is saved', async () => {
    serverAnswers(() => Promise.reject(new TypeError('offline')));
    receive();
    await pass(600);
    press('Jag är i säkerhet');
    await pass(0);
    expect(ringing()).toBe('');
    expect(dialog().textContent).toContain('Svaret är inte skickat än.');
    // The success of a network that has no answer of the server.
    serverAnswers(() => Promise.resolve(new Response(null, { status: 204 })));
    await pass(2_100);
    expect(dialog().textContent).toContain('Svaret är inte skickat än.');
    serverAnswers(acceptAll);
    await pass(2_100);
    expect(dialog().textContent).not.toContain('Svaret är inte skickat än.');
    expect(sent).toHaveLength(3);
    await pass(10_000);
    expect(sent).toHaveLength(3);
  });

  it('can be changed', async () => {
    receive();
    await pass(600);
    press('Jag är i säkerhet');
    await pass(600);
    press('Ändra svar');
    // The focus follows, but to no button: the same key may still be pressed.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Svar' }));
    press('Jag behöver hjälp');
    expect(document.activeElement?.textContent).toBe('Ditt svar: Jag behöver hjälp.');
    await pass(0);
    expect(sent.at(-1)?.body).toMatchObject({ response: 'need_help' });
  });
});

it('an alarm is described by its home, and then by the own response', async () => {
  receive();
  const about = () => document.activeElement?.getAttribute('aria-describedby') ?? '';
  expect(dialog().getAttribute('aria-describedby')).toBe(about());
  expect(document.getElementById(about())?.textContent).toContain('Lägenhet\u00a01201');
  await pass(600);
  press('Jag behöver hjälp');
  const own = document.getElementById(about());
  expect(own?.textContent).toBe('Ditt svar: Jag behöver hjälp.');
});

describe('the end of an alarm', () => {
  const endedAt = '2026-11-21T13:07:30.000Z';

  it.each<[Partial<Alarm>, string, string]>([
    [
      { status: 'cancelled', endedBy: anna },
      'Falskt larm.',
      'Anna Berg avslutade larmet kl.\u00a014.07.Det pågick i 2\u00a0minuter.',
    ],
    [
      { status: 'resolved', endedBy: anna },
      'Faran är över.',
      'Anna Berg avslutade larmet kl.\u00a014.07.',
    ],
    [{ status: 'expired' }, 'Larmet är avslutat.', 'Larmet avslutades automatiskt kl.\u00a014.07.'],
    [{ status: 'cancelled', endedBy: karl }, 'Falskt larm.', 'Du avslutade larmet kl.\u00a014.07.'],
  ])('%o is shown in words and stops the siren', (change, name, text) => {
    receive();
    receive({ ...change, endedAt });
    expect(screen.getByRole('alertdialog', { name })).toBeTruthy();
    expect(dialog().textContent).toContain(text);
    expect(ringing()).toBe('');
    expect(document.title).toBe('Huset – ResQ');
    press('Stäng');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Huset');
  });

  it.each<[Partial<Alarm>, string]>([
    [
      { status: 'resolved', endedBy: anna, endedAt },
      'Övningen är över. Anna Berg avslutade övningen kl. 14.07. Det pågick i 2 minuter.',
    ],
    [
      { status: 'expired' },
      'Övningen är över. Övningen avslutades automatiskt kl. 14.07. Det pågick i 2 minuter.',
    ],
  ])('of an exercise speaks of no alarm: %o', (change, words) => {
    receive({ exercise: true });
    receive({ exercise: true, expiresAt: endedAt, ...change });
    const texts = [...dialog().querySelectorAll('h1, p')].map(({ textContent }) => textContent);
    expect(plain(texts.join(' '))).toContain(words);
    expect(texts.join(' ')).not.toMatch(/[Ll]armet|[Ff]alskt|Faran/);
  });

  it('says how many called for help, and leads to what happened', () => {
    receive();
    const call = { ...karl, membershipId: 'm-lisa', at: endedAt };
    receive({ status: 'resolved', endedBy: anna, endedAt, needHelp: [call] });
    expect(plain(dialog().textContent)).toContain('Det pågick i 2 minuter. 1 bad om hjälp.');
    fireEvent.click(within(dialog()).getByRole('link', { name: 'Se vad som hände' }), {
      detail: 1,
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    screen.getByText('/app/history/a');
  });

  it('plays its own tone once, after the siren stopped', () => {
    receive();
    receive({ status: 'resolved', endedBy: anna, endedAt });
    expect(speaker.clips).toEqual(['fire full', 'end']);
    press('Stäng');
    expect(speaker.clips).toEqual(['fire full', 'end']);
  });

  it('is silent for the person who ended it or muted it', () => {
    receive();
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    receive({ status: 'resolved', endedBy: anna, endedAt });
    receive({ id: 'b', sender: karl });
    receive({ id: 'b', sender: karl, status: 'cancelled', endedBy: karl, endedAt });
    expect(speaker.clips).not.toContain('end');
  });

  describe('for a person who called for help', () => {
    const callForHelp = async () => {
      receive();
      await pass(600);
      press('Jag behöver hjälp');
      await pass(0);
      receive({ status: 'resolved', endedBy: anna, endedAt });
    };

    it('shows a question, and yes opens the sheet of a medical alarm', async () => {
      await callForHelp();
      within(dialog()).getByRole('heading', { name: 'Behöver du fortfarande hjälp?' });
      expect(within(dialog()).getByRole('link').getAttribute('href')).toBe('tel:112');
      fireEvent.keyDown(dialog(), { key: 'Escape' });
      press('Ja');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      const sheet = screen.getByRole('dialog', { name: 'Skicka medicinskt larm?' });
      expect(within(sheet).getByRole('link').getAttribute('href')).toBe('tel:112');
      fireEvent.click(within(sheet).getByRole('button', { name: 'Avbryt' }));
    });

    it('confirms the medical alarm on a page that does not show it', async () => {
      await callForHelp();
      press('Ja');
      await pass(450);
      serverAnswers((_path, body) => {
        const { alarmId: id } = body as RaiseRequest;
        const alarm = makeAlarm({ id, type: 'medical', sender: karl });
        return Promise.resolve(Response.json({ alarm, epoch: 'e', seq: 9, merged: false }));
      });
      fireEvent.click(screen.getByRole('button', { name: 'Skicka medicinskt larm' }));
      await pass(0);
      const sentences = within(dialog()).getAllByRole('alert');
      expect(sentences.map(({ textContent }) => textContent)).toContain(
        'Larmet är skickat kl.\u00a014.05.17',
      );
      press('Minimera');
      await pass(2_000);
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });

    it('shows a question also after a call that was never saved, and no closes it', async () => {
      serverAnswers(() => Promise.reject(new TypeError('offline')));
      await callForHelp();
      await pass(5_000);
      within(dialog()).getByRole('heading', { name: 'Behöver du fortfarande hjälp?' });
      press('Nej');
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
  });
});
