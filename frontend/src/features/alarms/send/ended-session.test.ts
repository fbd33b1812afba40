import { beforeEach, expect, it } from 'vitest';
import {
  beginBrowser,
  down,
  karl as user,
  pressed,
  saves,
  serverAnswers,
} from '../testing/tabs.js';

/** The sheet of a press goes with its session, so the sign-in page says what became of the press. */

beforeEach(beginBrowser);

it('a press that is being sent when the session ends is not sent', async () => {
  const tab = await pressed();
  tab.session.end({ ended: true });
  expect(tab.session.useSession.getState().unsent).toBe(true);
});

it('a press that another tab’s sign-out ends is not sent either, until the next sign-in', async () => {
  const tab = await pressed();
  tab.session.end();
  expect(tab.session.useSession.getState().unsent).toBe(true);
  tab.session.begin({
    user,
    accessToken: 't',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
  });
  expect(tab.session.useSession.getState().unsent).toBeFalsy();
});

it.each([
  ['a press that is sent', saves, { ended: true }],
  ['a press of a person who signs out', down, { left: true }],
])('nothing is said about %s', async (_, answer, how) => {
  serverAnswers(answer);
  const tab = await pressed();
  tab.session.end(how);
  expect(tab.session.useSession.getState().unsent).toBeFalsy();
});
