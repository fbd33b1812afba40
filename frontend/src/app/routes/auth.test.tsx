import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { useSession } from '../../lib/session/session.js';
import {
  type ReceivedRequest,
  refuse,
  serve,
  signedIn,
  unreachable,
} from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import AuthRoute from './auth.js';

beforeEach(() => {
  useSession.setState({ status: 'signed_out', user: undefined });
  useToasts.setState({ toasts: [] });
  useDeviceAck.setState({ build: 'a' }, true);
});

function Elsewhere() {
  return <p>Nu på {useLocation().pathname}</p>;
}

const wrong = () => {
  const message = 'Koden stämmer inte eller är redan använd.';
  return refuse(403, 'second_factor.wrong_code', message, { code: message });
};
const PASSWORD = 'POST /auth/sign-in';
const CODE = 'POST /auth/sign-in/code';

const sent = (asked: ReceivedRequest[]) => asked.find(({ path }) => path === '/auth/sign-in/code');

/** Opens the sign-in page and types the right password. */
function sendPassword(answers: Parameters<typeof serve>[0], state?: object) {
  const asked = serve(answers);
  render(
    <MemoryRouter initialEntries={[{ pathname: '/auth', state }]}>
      <Routes>
        <Route path="/auth" element={<AuthRoute />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText('E-post'), { target: { value: 'anna@resq.example' } });
  fireEvent.change(screen.getByLabelText('Lösenord'), { target: { value: 'hemligt' } });
  press('Logga in');
  return asked;
}

async function toSecondStep(answers: Parameters<typeof serve>[0], state?: object) {
  const required = () =>
    refuse(401, 'auth.second_factor_required', 'Ange en kod för att logga in.');
  const asked = sendPassword({ [PASSWORD]: required, ...answers }, state);
  await screen.findByRole('heading', { level: 1, name: 'Skriv koden' });
  return asked;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('asks for the code of the app, and the field has the focus', async () => {
  const asked = await toSecondStep({ [CODE]: () => signedIn() });
  expect(useToasts.getState().toasts).toEqual([]);
  const field = screen.getByLabelText<HTMLInputElement>('Kod från appen');
  expect(document.activeElement).toBe(field);
  expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
  type('Kod från appen', 'Din kod är 123\u00a0456.');
  press('Logga in');
  await screen.findByText('Nu på /');
  expect(sent(asked)).toMatchObject({ path: '/auth/sign-in/code', body: { code: '123456' } });
  expect(sent(asked)?.headers.get('x-resq')).toBe('1');
  expect((await screen.findByRole('status')).textContent).toBe(
    'Välkommen tillbaka!Du är nu inloggad',
  );
});

it('shows a wrong code at the field, announces it and stays', async () => {
  await toSecondStep({ [CODE]: wrong });
  const field = screen.getByLabelText('Kod från appen');
  type('Kod från appen', '000000');
  press('Logga in');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field);
  const described = field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
  expect(document.getElementById(described)?.textContent).toBe(
    'Koden stämmer inte eller är redan använd.',
  );
  expect(screen.getByRole('alert').textContent).toBe('Koden stämmer inte eller är redan använd.');
});

it('sends nothing without a code', async () => {
  const asked = await toSecondStep({});
  press('Logga in');
  await screen.findAllByText('Ange koden');
  expect(asked).toHaveLength(1);
});

it('takes a recovery code instead', async () => {
  const asked = await toSecondStep({ [CODE]: () => signedIn() });
  press('Använd en återställningskod');
  const field = screen.getByLabelText<HTMLInputElement>('Återställningskod');
  expect(document.activeElement).toBe(field);
  expect([field.inputMode, field.autocomplete]).toEqual(['text', 'off']);
  screen.getByRole('button', { name: 'Använd appen i stället' });
  type('Återställningskod', 'abcd-efgh-ijkl-mnop');
  press('Logga in');
  await screen.findByText('Nu på /');
  expect(sent(asked)?.body).toEqual({ code: 'ABCDEFGHIJKLMNOP' });
});

const typed = () =>
  ['E-post', 'Lösenord'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

it('leads back to the password, which is empty beside the typed address', async () => {
  await toSecondStep({});
  press('Tillbaka till lösenordet');
  expect(typed()).toEqual(['anna@resq.example', '']);
  screen.getByRole('heading', { level: 1, name: 'Logga in i ResQ' });
});

it('begins again with the password when the five minutes are over', async () => {
  const message = 'Det tog för lång tid. Logga in från början.';
  await toSecondStep({ [CODE]: () => refuse(401, 'auth.challenge_ended', message) });
  type('Kod från appen', '123456');
  press('Logga in');
  await screen.findByText(message);
  expect(typed()).toEqual(['anna@resq.example', '']);
});

it.each([
  ['a lost network', unreachable, 'Försök igen senare'],
  [
    'too many attempts',
    () => refuse(429, 'auth.too_many_attempts', 'För många försök. Försök igen om en stund.'),
    'För många försök. Försök igen om en stund.',
  ],
])('shows the text for %s, and the code can be sent again', async (_case, answer, text) => {
  await toSecondStep({ [CODE]: answer });
  type('Kod från appen', '123456');
  press('Logga in');
  await screen.findByText(text);
  serve({ [CODE]: () => signedIn() });
  press('Logga in');
  await screen.findByText('Nu på /');
});

it('still says that no alarms arrive when the session ended under an open page', async () => {
  await toSecondStep({}, { ended: true });
  screen.getByText('Du är utloggad. Larm når inte den här fliken.');
});

it('says that the browser refuses cookies, and signs nobody in', async () => {
  const over = () => refuse(401, 'auth.session_ended', 'Du är utloggad. Logga in igen.');
  sendPassword({ [PASSWORD]: () => signedIn(), 'POST /auth/refresh': over });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Webbläsaren tar inte emot kakor');
  screen.getByLabelText('E-post');
  expect(useSession.getState().status).toBe('signed_out');
});
