import { longDate } from './dates.js';

/** These times are for lists and tables; running text has "kl. 14.05". */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', hourCycle: 'h23', ...options });
const MINUTES = format({ hour: '2-digit', minute: '2-digit' });
const SECONDS = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MONTH = format({ month: 'long', year: 'numeric' });

/** Returns, for example, "3 november 2026 14:05". */
export const tableMoment = (iso: string): string =>
  `${longDate(iso)} ${MINUTES.format(new Date(iso))}`;

/** Returns, for example, "14:05:22". */
export const tableTime = (iso: string): string => SECONDS.format(new Date(iso));

/** Returns, for example, "November 2026". */
export function monthTitle(iso: string): string {
  const month = MONTH.format(new Date(iso));
  return month.charAt(0).toUpperCase() + month.slice(1);
}
