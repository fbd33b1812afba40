import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { serve } from '../../testing/server.js';
import { InterestForm } from './interest-form.js';

const GOOD = {
  Namn: 'Anna Berg',
  'E-post': 'anna@resq.example',
  Telefon: '070-123 45 67',
  Adress: 'Storgatan 12, Umeå',
};
type Label = keyof typeof GOOD;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (values: Partial<Record<Label, string>>) => {
  for (const [label, value] of Object.entries({ ...GOOD, ...values })) {
    fireEvent.change(field(label), { target: { value } });
  }
};
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Skicka intresseanmälan' }));
    await Promise.resolve();
  });

describe('the first failing message', () => {
  it.each<[Partial<Record<Label, string>>, string, Label]>([
    [{ Namn: ' A ' }, 'Namnet måste vara minst 2 tecken', 'Namn'],
    [{ Namn: 'A'.repeat(101) }, 'Namnet får inte vara längre än 100 tecken', 'Namn'],
    [{ 'E-post': '' }, 'Ogiltig e-postadress', 'E-post'],
    [{ 'E-post': 'anna@resq' }, 'Ogiltig e-postadress', 'E-post'],
    [
      { 'E-post': `${'a'.repeat(244)}@resq.example` },
      'E-posten får inte vara längre än 255 tecken',
      'E-post',
    ],
    [{ Telefon: '' }, 'Ogiltigt telefonnummer', 'Telefon'],
    [{ Telefon: '070 x' }, 'Ogiltigt telefonnummer', 'Telefon'],
    [{ Telefon: 'x'.repeat(21) }, 'Ogiltigt telefonnummer', 'Telefon'],
    [{ Telefon: '0'.repeat(21) }, 'Telefonnumret får inte vara längre än 20 tecken', 'Telefon'],
    [{ Adress: '  Väg ' }, 'Adressen måste vara minst 5 tecken', 'Adress'],
    [{ Adress: 'A'.repeat(201) }, 'Adressen får inte vara längre än 200 tecken', 'Adress'],
    [{ Namn: '', 'E-post': '', Telefon: '' }, 'Namnet måste vara minst 2 tecken', 'Namn'],
    [{ 'E-post': 'x', Adress: '' }, 'Ogiltig e-postadress', 'E-post'],
    [{ Telefon: 'x', Adress: '' }, 'Ogiltigt telefonnummer', 'Telefon'],
  ])('for %j is %j', async (values, message, label) => {
    render(<InterestForm />);
    fill(values);
    await submit();
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([message]);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
    expect(document.activeElement).toBe(field(label));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('disappears when its field is edited', async () => {
    render(<InterestForm />);
    fill({ Namn: '' });
    await submit();
    fireEvent.change(field('Namn'), { target: { value: 'A' } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelector('[aria-invalid]')).toBeNull();
  });
});

describe('a valid form', () => {
  it('shows thanks for three seconds, empties itself, and sends nothing', async () => {
    vi.useFakeTimers();
    const asked = serve({});
    render(<InterestForm />);
    fireEvent.click(screen.getByLabelText('BRF'));
    expect(screen.queryByLabelText('Namn')).toBeNull();
    for (const [label, value] of Object.entries({ ...GOOD, Namn: undefined })) {
      if (value) fireEvent.change(field(label), { target: { value } });
    }
    fireEvent.change(field('Föreningsnamn'), { target: { value: 'BRF Storgatan 12' } });
    await submit();
    expect(screen.getByRole('status').textContent).toBe('Tack! Vi kontaktar dig inom 24 timmar');
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    expect(screen.getByRole('status').textContent).not.toBe('');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('status').textContent).toBe('');
    for (const label of Object.keys(GOOD)) expect(field(label).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Privatperson').checked).toBe(true);
    expect(asked).toHaveLength(0);
  });

  it('checks what is typed while it shows the thanks', async () => {
    vi.useFakeTimers();
    render(<InterestForm />);
    fill({});
    await submit();
    fill({ Namn: 'A' });
    await submit();
    expect(screen.getByRole('alert').textContent).toBe('Namnet måste vara minst 2 tecken');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('ignores further clicks while it shows the thanks', async () => {
    vi.useFakeTimers();
    render(<InterestForm />);
    fill({});
    await submit();
    await submit();
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    await submit();
    expect(screen.getByRole('status').textContent).toBe('Tack! Vi kontaktar dig inom 24 timmar');
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(100));
    await submit();
    expect(screen.getByRole('alert').textContent).toBe('Namnet måste vara minst 2 tecken');
  });
});
