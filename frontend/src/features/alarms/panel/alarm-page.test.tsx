import { ERRORS } from '@contract/errors';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useAttention } from '../commands/attention.js';
import { responses } from '../commands/outbox.js';
import { recordEvent, recordSync } from '../feed/feed-store.js';
import { karl, makeAlarm, makeEvent, makeSync, membership, NOW } from '../testing/fixtures.js';
import { beginPanel, calls, pass, serverAnswers } from '../testing/panel.js';
import { AlarmPage } from './alarm-page.js';

const never = () => new Promise<Response>(() => undefined);
const alarmIs = (change: object) =>
  serverAnswers((path) =>
    path === '/api/alarms/a'
      ? Promise.resolve(Response.json({ alarm: makeAlarm(change), timeline: [] }))
      : never(),
  );
const ENDED = { status: 'cancelled', endedAt: new Date(NOW).toISOString(), endedBy: karl } as const;

/** As a notification opens it: the socket has sent nothing yet. */
async function openBeforeSync(memberships = [membership]): Promise<void> {
  render(
    <MemoryRouter>
      <AlarmPage alarmId="a" memberships={memberships} />
    </MemoryRouter>,
  );
  await pass(0);
}

async function open(memberships = [membership]): Promise<void> {
  await openBeforeSync(memberships);
  act(() => recordSync(makeSync({ reset: true })));
  await pass(0);
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const says = (text: string) => document.body.textContent.includes(text);

beforeEach(beginPanel);

it('shows the person’s own alarm while it goes on, without a bar', async () => {
  alarmIs({ sender: karl });
  await open();
  act(() => recordEvent(makeEvent(1, { sender: karl })));
  expect(heading()).toBe('Brandlarm');
  expect(screen.getByRole('button', { name: 'Faran är över' })).toBeTruthy();
  expect(useAttention.getState().inPage).toBe('a');
});

it('shows how it ended, also when it ends while the page is open', async () => {
  alarmIs({ sender: karl });
  await open();
  act(() => recordEvent(makeEvent(1, { sender: karl })));
  alarmIs({ sender: karl, ...ENDED });
  act(() => recordEvent(makeEvent(2, { sender: karl, ...ENDED })));
  await pass(0);
  expect(heading()).toBe('Falskt larm.');
  expect(says('Du avslutade larmet kl.\u00a014.05.')).toBe(true);
  expect(screen.getByRole('link', { name: 'Till larmpanelen' })).toBeTruthy();
});

it('shows how it ended, also when the server cannot be reached after the end', async () => {
  alarmIs({ sender: karl });
  await open();
  act(() => recordEvent(makeEvent(1, { sender: karl })));
  await pass(0);
  serverAnswers(never);
  act(() => recordEvent(makeEvent(2, { sender: karl, ...ENDED })));
  await pass(0);
  expect(heading()).toBe('Falskt larm.');
  serverAnswers(() => Promise.reject(new TypeError('offline')));
  await pass(60_000);
  expect(heading()).toBe('Falskt larm.');
});

it('does not show an alarm as ongoing that is gone from the feed while it cannot be read', async () => {
  alarmIs({ sender: karl });
  await open();
  act(() => recordEvent(makeEvent(1, { sender: karl })));
  await pass(0);
  serverAnswers(never);
  act(() => recordSync(makeSync({ epoch: 'restored', reset: true })));
  await pass(0);
  expect(says('Laddar')).toBe(true);
  expect(screen.queryByRole('heading')).toBeNull();
  await pass(10_000);
  expect(heading()).toBe('Kunde inte läsa larmet');
  screen.getByRole('button', { name: 'Försök igen' });
});

it('does not fetch for a neighbour which homes were reached', async () => {
  alarmIs(ENDED);
  await open();
  expect(heading()).toBe('Falskt larm.');
  expect(calls.some(({ path }) => path.endsWith('/reach'))).toBe(false);
});

it('shows that an alarm does not exist, with a link to the panel', async () => {
  const { status, message } = ERRORS['alarm.not_found'];
  const error = { code: 'alarm.not_found', message, requestId: 'r' };
  serverAnswers(() => Promise.resolve(Response.json({ error }, { status })));
  await open();
  expect(heading()).toBe('Larmet finns inte');
  expect(screen.getByRole('link', { name: 'Till larmpanelen' })).toBeTruthy();
});

it('can be loaded again when the server could not be reached', async () => {
  serverAnswers(() => Promise.reject(new TypeError('offline')));
  await open();
  expect(heading()).toBe('Kunde inte läsa larmet');
  expect(screen.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
  alarmIs(ENDED);
  fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  await pass(0);
  expect(heading()).toBe('Falskt larm.');
});

it('shows how an alarm ended that was over before the first sync', async () => {
  alarmIs({});
  await openBeforeSync();
  expect(heading()).toBe('Brandlarm');
  alarmIs({ ...ENDED });
  act(() => recordSync(makeSync({ reset: true })));
  await pass(0);
  expect(heading()).toBe('Falskt larm.');
});

it('sends a call for help again that failed before the first sync', async () => {
  alarmIs({});
  await openBeforeSync();
  fireEvent.click(screen.getByRole('button', { name: 'Jag behöver hjälp' }));
  await pass(0);
  const sent = () => calls.filter(({ path }) => path === '/api/alarms/a/responses').length;
  expect(sent()).toBe(1);
  serverAnswers(() => Promise.reject(new TypeError('offline')));
  await pass(5_000);
  expect(says('Svaret är inte skickat än.')).toBe(true);
  await pass(20_000);
  expect(sent()).toBeGreaterThan(2);
});

it('shows after two seconds that a response without an answer is not sent yet', async () => {
  alarmIs({});
  await openBeforeSync();
  fireEvent.click(screen.getByRole('button', { name: 'Jag är i säkerhet' }));
  await pass(1_900);
  expect(says('Svaret är inte skickat än.')).toBe(false);
  await pass(100);
  expect(says('Svaret är inte skickat än.')).toBe(true);
});

it('keeps showing a response that was saved before the first sync', async () => {
  alarmIs({});
  await openBeforeSync();
  const answer = { alarmId: 'a', response: 'safe', at: new Date(NOW).toISOString() };
  serverAnswers((path) =>
    path.endsWith('/responses') ? Promise.resolve(Response.json(answer)) : never(),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Jag är i säkerhet' }));
  await pass(1_000);
  expect(responses.useUnsaved.getState()).toEqual({});
  expect(says('Ditt svar: Jag är i säkerhet.')).toBe(true);
});
