import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { About, Careers } from './about.js';

it('has four sections and one button, which leads to the start page', () => {
  render(
    <MemoryRouter initialEntries={['/about']}>
      <Routes>
        <Route path="/" element={<p>Startsidan</p>} />
        <Route path="/about" element={<About />} />
      </Routes>
    </MemoryRouter>,
  );
  for (const name of ['Fördelar', 'Vision', 'Teamet', 'Det ResQ inte är']) {
    screen.getByRole('heading', { level: 2, name });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Kom igång nu' }));
  screen.getByText('Startsidan');
});

it('the careers page links to a mail for applicants, one for partners, and the address', () => {
  render(
    <MemoryRouter>
      <Careers />
    </MemoryRouter>,
  );
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to('Skicka en ansökan')).toBe(
    'mailto:kontakt@resq.example?subject=Ans%C3%B6kan%20till%20ResQ',
  );
  expect(to('Föreslå ett samarbete')).toBe(
    'mailto:kontakt@resq.example?subject=Samarbete%20med%20ResQ',
  );
  expect(to('kontakt@resq.example')).toBe('mailto:kontakt@resq.example');
});
