import { expect, test } from '../visitor.js';
import { emailOf, FORMS, send, type Form, type FormName } from './forms.js';

/** Section 5 of the specification: every rule just below, at, and just above its limit. */

// Several pages press a button at once, and Chromium lets only the one in front open a program.
test.use({ expected: /40[019] .*\/api\/auth\/sign-(in|up)|Not allowed to launch 'mailto:/ });

/** An input and the message that it causes; a valid input causes none. */
type Row = [what: string, value: string, message?: string];
type Table = Record<string, Row[]>;

const text = (length: number): string => 'a'.repeat(length);

const RULES: Partial<Record<FormName, Table>> = {
  interest: {
    Namn: [
      ['nothing', '', 'Namnet måste vara minst 2 tecken'],
      ['1 character', 'a', 'Namnet måste vara minst 2 tecken'],
      ['1 character and spaces', '  a  ', 'Namnet måste vara minst 2 tecken'],
      ['2 characters', 'Bo'],
      ['100 characters', text(100)],
      ['100 characters and spaces', ` ${text(100)} `],
      ['101 characters', text(101), 'Namnet får inte vara längre än 100 tecken'],
    ],
    'E-post': [
      ['nothing', '', 'Ogiltig e-postadress'],
      ['no sign', 'anna.resq.example', 'Ogiltig e-postadress'],
      ['no domain', 'anna@', 'Ogiltig e-postadress'],
      ['a space inside', 'anna berg@resq.example', 'Ogiltig e-postadress'],
      ['255 characters', emailOf(255)],
      ['256 characters', emailOf(256), 'E-posten får inte vara längre än 255 tecken'],
    ],
    Telefon: [
      ['nothing', '', 'Ogiltigt telefonnummer'],
      ['a letter', '070-123 45 6x', 'Ogiltigt telefonnummer'],
      ['a dot', '070.1234567', 'Ogiltigt telefonnummer'],
      ['every allowed character', '+46 (0)70-123 45 67'],
      ['20 characters', '0'.repeat(20)],
      ['21 characters', '0'.repeat(21), 'Telefonnumret får inte vara längre än 20 tecken'],
    ],
    Adress: [
      ['4 characters', text(4), 'Adressen måste vara minst 5 tecken'],
      ['5 characters', text(5)],
      ['200 characters', text(200)],
      ['201 characters', text(201), 'Adressen får inte vara längre än 200 tecken'],
    ],
  },
  contact: {
    Namn: [
      ['nothing', '', 'Namn krävs'],
      ['spaces', '   ', 'Namn krävs'],
      ['1 character', 'a'],
      ['100 characters', text(100)],
      ['101 characters', text(101), 'Namnet får max vara 100 tecken'],
    ],
    'E-post': [
      ['nothing', '', 'Ogiltig e-postadress'],
      ['no sign', 'anna.resq.example', 'Ogiltig e-postadress'],
      ['255 characters', emailOf(255)],
      ['256 characters', emailOf(256), 'E-postadressen får max vara 255 tecken'],
    ],
    Ämne: [
      ['nothing', '', 'Ämne krävs'],
      ['1 character', 'a'],
      ['200 characters', text(200)],
      ['201 characters', text(201), 'Ämnet får max vara 200 tecken'],
    ],
    Meddelande: [
      ['9 characters', text(9), 'Meddelandet måste vara minst 10 tecken'],
      ['9 characters and spaces', ` ${text(9)} `, 'Meddelandet måste vara minst 10 tecken'],
      ['10 characters', text(10)],
      ['2000 characters', text(2000)],
      ['2001 characters', text(2001), 'Meddelandet får max vara 2000 tecken'],
    ],
  },
  codes: {
    'Namn (valfritt)': [
      ['nothing', ''],
      ['100 characters', text(100)],
      ['101 characters', text(101), 'Namnet får max vara 100 tecken'],
    ],
    'E-post (valfritt)': [
      ['nothing', ''],
      ['no sign', 'anna.resq.example', 'Ogiltig e-postadress'],
      ['255 characters', emailOf(255)],
      ['256 characters', emailOf(256), 'E-postadressen får max vara 255 tecken'],
    ],
    'Företag (valfritt)': [
      ['nothing', ''],
      ['200 characters', text(200)],
      ['201 characters', text(201), 'Företaget får max vara 200 tecken'],
    ],
  },
  signUp: {
    'E-post': [
      ['nothing', '', 'Ogiltig e-postadress'],
      ['no sign', 'anna.resq.example', 'Ogiltig e-postadress'],
      ['256 characters', emailOf(256), 'Ogiltig e-postadress'],
    ],
    Lösenord: [
      ['5 characters', 'abcde', 'Lösenordet måste vara minst 6 tecken'],
      ['6 characters', 'abcdef'],
      ['6 spaces, as typed', '      '],
      ['100 characters', text(100)],
      ['101 characters', text(101), 'Lösenordet får max vara 100 tecken'],
    ],
  },
  signIn: {
    'E-post': [
      ['no sign', 'anna.resq.example', 'Ogiltig e-postadress'],
      ['256 characters', emailOf(256), 'Ogiltig e-postadress'],
    ],
    Lösenord: [
      ['5 characters', 'abcde', 'Lösenordet måste vara minst 6 tecken'],
      ['101 characters', text(101), 'Lösenordet får max vara 100 tecken'],
    ],
  },
};

for (const [name, table] of Object.entries(RULES) as [FormName, Table][]) {
  const form: Form = FORMS[name];
  for (const [label, rows] of Object.entries(table)) {
    test(
      `§5 ${name} checks ${label}: ${rows.map(([what]) => what).join(' · ')}`,
      { tag: '@long' },
      async ({ visitor }) => {
        const tried = rows.map(async ([what, value, message]) => {
          const { page } = await visitor();
          await form.open(page);
          await send(page, name, { [label]: value });
          if (message === undefined) await expect(form.succeeded(page), what).toBeVisible();
          else {
            await expect(page.getByText(message, { exact: true }).first(), what).toBeVisible();
            const field = page.getByLabel(label, { exact: true });
            await expect(field, `${what}: has the focus`).toBeFocused();
            await expect(field, `${what}: keeps its value`).toHaveValue(value);
            await expect(form.succeeded(page), what).toHaveCount(0);
          }
        });
        await Promise.all(tried);
      },
    );
  }
}
