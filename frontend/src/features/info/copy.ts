import { TEXTS_CHANGED_AT } from '@contract/texts';
import { longDate } from '../../lib/time/dates.js';

/** The building blocks of the information pages' texts. */

export interface TableCopy {
  caption: string;
  columns: readonly string[];
  /** A row's first cell is its heading. */
  rows: readonly (readonly string[])[];
  /** True when the first column holds technical names, as the browser shows them. */
  names?: boolean;
}

/** A plain string is a paragraph. */
export type Block =
  | string
  | { list: readonly string[] }
  | { table: TableCopy }
  | { link: { to: string; text: string } }
  /** The contact address, as a link to a mail with this subject. */
  | { mailAbout: string }
  /** The name of whoever operates the installation; the text where nobody does. */
  | { operator: string };

export interface PolicySection {
  /** The fragment of the section's address. Users bookmark it, so a published id never changes. */
  id: string;
  heading: string;
  blocks: readonly Block[];
}

export interface LongCopy {
  title: string;
  lead: string;
  /** The key sentences of the page, each complete in itself. */
  facts: readonly string[];
  sections: readonly PolicySection[];
}

export const UPDATED = {
  day: TEXTS_CHANGED_AT.slice(0, 10),
  text: `Senast uppdaterad ${longDate(TEXTS_CHANGED_AT)}`,
} as const;

export const LAYOUT = { facts: 'Kort sagt', contents: 'På den här sidan' } as const;
