import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import Landing from './landing.js';

it.each(['Kom igång nu', 'Logga in', 'Anmäl intresse'])(
  '%s exists once, and leads to the interest form on the same page',
  (name) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    render(<Landing />);
    const before = window.location.href;
    expect(screen.getAllByText(name)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name }));
    const signup = screen.getByRole('region', { name: 'Intresseanmälan' });
    expect(document.activeElement).toBe(signup);
    expect(scrolled.mock.contexts).toEqual([signup]);
    expect(window.location.href).toBe(before);
  },
);

it('has nothing that looks like a button and is none: the phones show pictures', () => {
  const { container } = render(<Landing />);
  const named = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(named).toEqual(expect.arrayContaining(['Kom igång nu', 'Logga in', 'Anmäl intresse']));
  expect(named.filter((name) => /Brand|Medicinsk|Annan fara/.test(name))).toEqual([]);
  const drawn = [...container.querySelectorAll('.bg-fire, .bg-medical, .bg-other')];
  expect(drawn).toEqual([]);
});

it('jumps to the form without animation for users who prefer reduced motion', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  render(<Landing />);
  fireEvent.click(screen.getByRole('button', { name: 'Kom igång nu' }));
  expect(scrolled).toHaveBeenCalledWith({ behavior: 'auto' });
});

it('has four cards and three steps, and hides its pictures from screen readers', () => {
  const { container } = render(<Landing />);
  const named = (level: number) =>
    screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);
  expect(named(1)).toEqual(['När sekunder räknas']);
  expect(named(3).slice(0, 7)).toEqual([
    'Snabba larm',
    'Ljudvarningar',
    'Säkert',
    'Hela huset',
    'Skapa konto',
    'Välj larmtyp',
    'Skicka larm',
  ]);
  const pictures = [...container.querySelectorAll('img')];
  // The building and three screens, each in two themes.
  expect(pictures.map(({ alt }) => alt)).toEqual(Array<string>(8).fill(''));
  const icons = [...container.querySelectorAll('svg')];
  expect(icons.every((icon) => icon.getAttribute('aria-hidden') === 'true')).toBe(true);
});
