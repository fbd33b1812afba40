import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts, useToasts } from '../../ui/toasts.js';
import { ContactForm } from './contact-form.js';
import { mailAddress } from './contact-mail.js';

const GOOD = {
  Namn: 'Anna Berg',
  'E-post': 'anna@resq.example',
  Ämne: 'Fråga & svar?',
  Meddelande: 'Hur bjuder jag in grannar?\nHälsningar',
};

const opened = vi.fn<(address: string) => void>();

beforeEach(() => {
  opened.mockClear();
  useToasts.setState({ toasts: [] });
  vi.spyOn(window.location, 'assign').mockImplementation((to) => opened(String(to)));
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const open = () =>
  render(
    <>
      <ContactForm />
      <Toasts />
    </>,
  );
const fill = (values: Partial<typeof GOOD> = {}) => {
  for (const [label, value] of Object.entries({ ...GOOD, ...values })) {
    fireEvent.change(field(label), { target: { value } });
  }
};
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Skicka meddelande' }));
    await Promise.resolve();
  });

describe('what is wrong', () => {
  it('is said at every field, and by one toast', async () => {
    open();
    await submit();
    for (const message of [
      'Namn krävs',
      'Ogiltig e-postadress',
      'Ämne krävs',
      'Meddelandet måste vara minst 10 tecken',
    ]) {
      screen.getByText(message);
    }
    expect(screen.getByRole('alert').textContent).toBe(
      'ValideringsfelVänligen kontrollera att alla fält är korrekt ifyllda.',
    );
    expect(document.activeElement).toBe(field('Namn'));
    expect(opened).not.toHaveBeenCalled();
  });

  it.each([
    [{ Namn: 'A'.repeat(101) }, 'Namnet får max vara 100 tecken'],
    [{ 'E-post': `${'a'.repeat(244)}@resq.example` }, 'E-postadressen får max vara 255 tecken'],
    [{ Ämne: 'A'.repeat(201) }, 'Ämnet får max vara 200 tecken'],
    [{ Meddelande: 'A'.repeat(2001) }, 'Meddelandet får max vara 2000 tecken'],
    [{ Meddelande: '  kort    ' }, 'Meddelandet måste vara minst 10 tecken'],
  ])('%#: %s', async (values, message) => {
    open();
    fill(values);
    await submit();
    screen.getByText(message);
  });
});

it('counts the characters of the message', () => {
  open();
  screen.getByText('0/2000');
  fill({ Meddelande: 'tio tecken' });
  screen.getByText('10/2000');
});

it('opens the mail program, clears the form, and confirms for five seconds', async () => {
  vi.useFakeTimers();
  open();
  fill();
  await submit();
  const address = opened.mock.calls[0]?.[0] ?? '';
  expect(address).toMatch(
    /^mailto:kontakt@resq\.example\?subject=Fr%C3%A5ga%20%26%20svar%3F&body=/,
  );
  expect(decodeURIComponent(address)).toContain('Hur bjuder jag in grannar?\r\nHälsningar');
  expect(field('Meddelande').value).toBe('');
  screen.getByText('E-postprogrammet öppnas');
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  screen.getByText('Meddelandet finns i ditt e-postprogram');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByText('Meddelandet finns i ditt e-postprogram')).toBeNull();
});

it('lets nobody slip a second receiver into the address', () => {
  const address = mailAddress('kontakt@resq.example', {
    name: 'x',
    email: 'x@y.se',
    subject: 'a&bcc=evil@y.se',
    message: 'hej',
  });
  expect(new URLSearchParams(address.split('?')[1]).has('bcc')).toBe(false);
});
