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
  | { mailAbout: string };

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

/** Must change with every change of a policy's text. */
export const UPDATED = { day: '2026-11-22', text: 'Senast uppdaterad 22 november 2026' } as const;

export const LAYOUT = { facts: 'Kort sagt', contents: 'På den här sidan' } as const;
