/** Times are shown in the buildings' time zone, not in the browser's. */
const timeZone = 'Europe/Stockholm';

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone, day: 'numeric', month: 'long' });
const DATE = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'long' });
const YEAR = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric' });
const time = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', hourCycle: 'h23', ...options });
const MINUTES = time({ minute: '2-digit' });
const SECONDS = time({ minute: '2-digit', second: '2-digit' });

/** Returns "3 november", with the year where it is not this one. */
export function shortDay(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return (YEAR.format(date) === YEAR.format(now) ? DAY : DATE).format(date);
}

/** Returns, for example, "21 november 2026". */
export function longDate(iso: string): string {
  return DATE.format(new Date(iso));
}

/** Returns, for example, "kl. 14.05", for running text. */
export const clockTime = (at: string | number): string => dotted(MINUTES, at);

/** Returns, for example, "kl. 14.05.22". */
export const exactTime = (at: string | number): string => dotted(SECONDS, at);

function dotted(format: Intl.DateTimeFormat, at: string | number): string {
  return `kl.\u00a0${format.format(new Date(at)).replaceAll(':', '.')}`;
}

/** Returns, for example, "22 november 2026 kl. 14.05". */
export function longMoment(iso: string): string {
  return `${longDate(iso)} ${clockTime(iso)}`;
}

/** Returns, for example, "3 november 2026 14:05", for lists and tables. */
export const tableMoment = (iso: string): string =>
  `${longDate(iso)} ${MINUTES.format(new Date(iso))}`;

/** Returns, for example, "14:05:22", for lists and tables. */
export const tableTime = (iso: string): string => SECONDS.format(new Date(iso));
