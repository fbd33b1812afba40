/** The building blocks of the information pages' texts. */

export interface TableCopy {
  caption: string;
  columns: readonly string[];
  /** A row's first cell is its heading. */
  rows: readonly (readonly string[])[];
  /** The first column holds names as they stand in the browser. */
  names?: boolean;
}

/** A text is a paragraph of its own. */
export type Block =
  | string
  | { list: readonly string[] }
  | { table: TableCopy }
  | { link: { to: string; text: string } }
  /** The address itself, as a link that begins a mail. */
  | { mailAbout: string };

export interface Section {
  /** Part of addresses that may be bookmarked: never changed, once published. */
  id: string;
  heading: string;
  blocks: readonly Block[];
}

export interface LongCopy {
  title: string;
  lead: string;
  /** The few sentences to remember, each of them whole. */
  facts: readonly string[];
  sections: readonly Section[];
}

/** Changes with every change of a policy's text. */
export const UPDATED = { day: '2026-11-21', text: 'Senast uppdaterad 21 november 2026' } as const;

export const LAYOUT = { facts: 'Kort sagt', contents: 'På den här sidan' } as const;
