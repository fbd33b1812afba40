import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import { ContactForm, mailAddress } from './contact.js';

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

describe('invalid input', () => {
  it('shows a message at every field, and one toast', async () => {
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
  ])('case %# shows the message of the failing rule', async (values, message) => {
    open();
    fill(values);
    await submit();
    screen.getByText(message);
  });
});

it('shows one failure at a time, and none beside a success', async () => {
  open();
  await submit();
  await submit();
  expect(screen.getAllByText('Valideringsfel')).toHaveLength(1);
  fill();
  await submit();
  expect(screen.queryByText('Valideringsfel')).toBeNull();
  screen.getByText('E-postprogrammet öppnas');
});

describe('the counter', () => {
  const counter = () => {
    const ids = field('Meddelande').getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(ids[0] ?? '')?.textContent;
  };
  const announced = () => document.querySelector('[aria-live="polite"]')?.textContent;

  it('describes the message, and counts the trimmed text that is checked', () => {
    open();
    expect(counter()).toBe('0/2000');
    fill({ Meddelande: '  tio tecken\n' });
    expect(counter()).toBe('10/2000');
    screen.getByText('10/2000');
  });

  it('shows by how much the text is too long, and announces it once', () => {
    open();
    fill({ Meddelande: `${'A'.repeat(2000)}   ` });
    expect(announced()).toBe('');
    fill({ Meddelande: 'A'.repeat(2001) });
    screen.getByText('1 tecken för mycket');
    const first = announced();
    expect(first).toBe('Texten är längre än 2000 tecken.');
    fill({ Meddelande: 'A'.repeat(2002) });
    screen.getByText('2 tecken för mycket');
    expect(announced()).toBe(first);
  });

  it('still describes the message beside an error', async () => {
    open();
    await submit();
    const ids = field('Meddelande').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
      '0/2000',
      'Meddelandet måste vara minst 10 tecken',
    ]);
  });
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
  for (const label of Object.keys(GOOD)) expect(field(label).value).toBe('');
  screen.getByText('0/2000');
  screen.getByText('E-postprogrammet öppnas');
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  screen.getByText('Meddelandet finns i ditt e-postprogram');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByText('Meddelandet finns i ditt e-postprogram')).toBeNull();
});

it('ignores a second click on the form that the first one emptied, and no other', async () => {
  open();
  fill();
  await submit();
  await submit();
  expect(screen.queryByText('Valideringsfel')).toBeNull();
  expect(screen.queryByText('Namn krävs')).toBeNull();
  screen.getByText('E-postprogrammet öppnas');
  expect(opened).toHaveBeenCalledTimes(1);
  fireEvent.change(field('Namn'), { target: { value: 'Anna Berg' } });
  await submit();
  screen.getByText('Valideringsfel');
  fill();
  await submit();
  expect(opened).toHaveBeenCalledTimes(2);
});

it('offers the sent text for copying when no mail program opened', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  open();
  expect(screen.queryByText('Öppnades inget e-postprogram?')).toBeNull();
  fill();
  await submit();
  fireEvent.click(screen.getByText('Öppnades inget e-postprogram?'));
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Kopiera texten', hidden: true }));
    await Promise.resolve();
  });
  expect(copied.mock.calls[0]?.[0]).toBe(
    'Fråga & svar?\n\nHur bjuder jag in grannar?\nHälsningar\n\nAnna Berg\nanna@resq.example',
  );
  screen.getByText('Kopierat');
});

it('still offers it after the browser has left the page for a program that is not there', async () => {
  const { unmount } = render(<ContactForm />);
  fill();
  await submit();
  unmount();
  open();
  fireEvent.click(screen.getByText('Öppnades inget e-postprogram?'));
  expect(screen.getByRole('button', { name: 'Kopiera texten', hidden: true })).toBeTruthy();
  expect(document.body.textContent).toContain('Hur bjuder jag in grannar?');
});

it('shows no failure to copy beside the copied text', async () => {
  const writeText = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('denied'));
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  open();
  fill();
  await submit();
  const copy = screen.getByRole('button', { name: 'Kopiera texten', hidden: true });
  for (const title of ['Kunde inte kopiera', 'Kopierat']) {
    await act(() => Promise.resolve(fireEvent.click(copy)));
    await screen.findByText(title);
  }
  expect(screen.queryByText('Kunde inte kopiera')).toBeNull();
});

it('encodes half an emoji instead of throwing', () => {
  const message = { name: 'x', email: 'x@y.se', subject: 'Hej \ud83d', message: 'hej' };
  expect(mailAddress('kontakt@resq.example', message)).toContain('subject=Hej%20%EF%BF%BD&');
});

it('encodes the subject, so that it cannot add a second receiver', () => {
  const address = mailAddress('kontakt@resq.example', {
    name: 'x',
    email: 'x@y.se',
    subject: 'a&bcc=evil@y.se',
    message: 'hej',
  });
  expect(new URLSearchParams(address.split('?')[1]).has('bcc')).toBe(false);
});
