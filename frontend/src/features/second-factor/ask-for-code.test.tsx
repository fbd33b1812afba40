import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setConfirmationPrompt, request } from '../../lib/net/http.js';
import { nothing, ok, refuse, serve, signInAs } from '../../testing/server.js';
import { askForCode } from './ask-for-code.js';

const ACT = 'POST /admin/reset-links';
const CONFIRM = 'POST /auth/second-factor/confirm';

beforeEach(async () => {
  await signInAs();
  setConfirmationPrompt(askForCode);
  return () => document.body.replaceChildren();
});

/** A server that refuses until a code has confirmed the session. */
function guarded(confirm: () => Response = nothing) {
  let isConfirmed = false;
  return serve({
    [ACT]: () =>
      isConfirmed
        ? ok({ url: 'https://resq.example/reset#x' })
        : refuse(403, 'second_factor.confirmation_required', 'Bekräfta med en kod.'),
    [CONFIRM]: () => {
      const answer = confirm();
      isConfirmed = answer.ok;
      return answer;
    },
  });
}
const post = () => request('POST', '/admin/reset-links', { email: 'karl@resq.example' });
const dialog = () => screen.findByRole('dialog', { name: 'Bekräfta med en kod' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function typeCode(): Promise<void> {
  const field = await screen.findByLabelText('Kod från appen');
  fireEvent.change(field, { target: { value: '123456' } });
  press('Bekräfta');
}

it('asks for a code and repeats the request', async () => {
  const asked = guarded();
  const answer = post();
  await dialog();
  await typeCode();
  expect(await answer).toEqual({ url: 'https://resq.example/reset#x' });
  expect(asked.map(({ path }) => path)).toEqual([
    '/admin/reset-links',
    '/auth/second-factor/confirm',
    '/admin/reset-links',
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks once for requests that come together', async () => {
  guarded();
  const answers = [post(), post()];
  await dialog();
  await typeCode();
  expect(await Promise.all(answers)).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stays open after a wrong code', async () => {
  const message = 'Koden stämmer inte eller är redan använd.';
  guarded(() => refuse(403, 'second_factor.wrong_code', message, { code: message }));
  const refused = expect(post()).rejects.toMatchObject({ status: 403 });
  await dialog();
  await typeCode();
  await screen.findAllByText(message);
  await dialog();
  press('Avbryt');
  await refused;
});

it('lets the request fail with the refusal when it is cancelled, and asks again the next time', async () => {
  const asked = guarded();
  for (let n = 0; n < 2; n += 1) {
    const answer = post();
    const refused = expect(answer).rejects.toMatchObject({
      code: 'second_factor.confirmation_required',
      message: 'Bekräfta med en kod.',
    });
    await dialog();
    press('Avbryt');
    await refused;
  }
  expect(asked).toHaveLength(2);
});

it('lets the request fail when an alarm closes the dialog', async () => {
  guarded();
  const refused = expect(post()).rejects.toMatchObject({ status: 403 });
  const shown = (await dialog()) as HTMLDialogElement;
  act(() => shown.close());
  await refused;
});

it('never covers an alarm', async () => {
  guarded();
  const alarm = document.body.appendChild(document.createElement('dialog'));
  alarm.showModal();
  await expect(post()).rejects.toMatchObject({ status: 403 });
  expect(screen.queryByRole('dialog', { name: 'Bekräfta med en kod' })).toBeNull();
});
