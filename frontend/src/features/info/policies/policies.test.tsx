import { createHash } from 'node:crypto';
import { TEXTS_CHANGED_AT } from '@contract/texts';
import { render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Cookies, Privacy, Terms } from './policies.js';
import { COOKIES } from './cookies.copy.js';
import type { LongCopy } from '../copy.js';
import { PRIVACY } from './privacy.copy.js';
import { TERMS } from './terms.copy.js';

const POLICIES: [string, ComponentType, LongCopy, readonly string[]][] = [
  [
    'privacy',
    Privacy,
    PRIVACY,
    [
      'Larmhistorik sparas i 12 månader.',
      'Kontouppgifter raderas inom 30 dagar efter att kontot har stängts.',
      'Vid ett larm ser grannarna ditt namn och lägenhetsnummer, men inte din e-postadress eller ditt telefonnummer.',
    ],
  ],
  [
    'terms',
    Terms,
    TERMS,
    [
      'Uppsägningstiden är 3 månader. Du kan sluta använda tjänsten och stänga kontot när du vill.',
      'Du ska vara minst 18 år eller ha vårdnadshavares godkännande.',
      'Förbjudet: falska larm, trakasserier, att dela kontot, att kringgå säkerheten, kommersiell användning.',
      'ResQ ersätter inte 112.',
      'ResQ är gratis under betan. Därefter kostar det cirka 29 kr/månad för privatpersoner. Vi meddelar det minst 30 dagar i förväg.',
    ],
  ],
  [
    'cookies',
    Cookies,
    COOKIES,
    [
      'Beständiga cookies sparas i högst 12 månader.',
      'Inloggningscookies sparas tills du loggar ut, dock högst 30 dagar.',
    ],
  ],
];

const open = (Page: ComponentType) =>
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );

describe.each(POLICIES)('%s', (_, Page, copy, promises) => {
  it.each(promises)('contains once, as a paragraph or list item of its own: %s', (sentence) => {
    open(Page);
    const said = screen.getByText((_text, element) => element?.textContent === sentence);
    expect(['LI', 'P']).toContain(said.tagName);
    expect(document.body.textContent.split(sentence)).toHaveLength(2);
  });

  it('links from its contents to every heading, in the order of the page', () => {
    open(Page);
    const contents = within(screen.getByRole('navigation', { name: 'På den här sidan' }));
    const targets = contents
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        document.getElementById(link.getAttribute('href')!.slice(1))?.textContent,
      ]);
    expect(targets).toEqual(copy.sections.map(({ heading }) => [heading, heading]));
  });

  it('shows the date of its last change, and repeats no id', () => {
    open(Page);
    expect(screen.getByText('Senast uppdaterad 29 november 2026').tagName).toBe('TIME');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a caption and row headings in every table', () => {
    open(Page);
    for (const table of document.querySelectorAll('table')) {
      const { caption, rows } = table;
      expect(screen.getByRole('table', { name: caption?.textContent ?? '' })).toBe(table);
      const [head, ...body] = rows;
      for (const row of body) {
        expect(row.cells).toHaveLength(head!.cells.length);
        expect(row.cells[0]!.scope).toBe('row');
      }
    }
  });
});

it('has the sections that other pages link to', () => {
  const known = new Map<string, LongCopy>([
    ['/privacy', PRIVACY],
    ['/terms', TERMS],
    ['/cookies', COOKIES],
  ]);
  for (const [page, id] of [
    ['/privacy', 'hur-lange'],
    ['/privacy', 'rattigheter'],
    ['/terms', 'kan-inte-lova'],
  ] as const) {
    expect(known.get(page)?.sections.map((section) => section.id)).toContain(id);
  }
});

it('tells users of every change of the privacy policy or the terms', () => {
  const texts = JSON.stringify([PRIVACY, TERMS]);
  const digest = createHash('sha256').update(texts).digest('hex').slice(0, 16);
  // Texts that change need a new TEXTS_CHANGED_AT, so both stand here.
  expect([TEXTS_CHANGED_AT, digest]).toEqual(['2026-11-29T00:00:00.000Z', '37cf8d384ee4988f']);
});
