/** The public warning is tested on the first Monday of these months at 15.00 (MSB, "Viktigt meddelande"). */
const MONTHS = [3, 6, 9, 12];
const HOUR = 18;
const MONDAY = 1;

/**
 * Proposes an exercise for the next test day of the public warning, a week later where that is the
 * national day.
 * @returns `date` as "2026-12-07" and `time` as "18:00", in Swedish time
 */
export function proposedDay(now: Date): { date: string; time: string } {
  const today = dateIn(now);
  const year = Number(today.slice(0, 4));
  const days = [year, year + 1].flatMap((one) => MONTHS.map((month) => testDay(one, month)));
  const date = days.find((day) => day > today) ?? '';
  return { date, time: `${HOUR}:00` };
}

function testDay(year: number, month: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const toMonday = (MONDAY - first.getUTCDay() + 7) % 7;
  const day = 1 + toMonday;
  const isNationalDay = month === 6 && day === 6;
  return iso(new Date(Date.UTC(year, month - 1, isNationalDay ? day + 7 : day)));
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);

const STOCKHOLM = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** @returns the date in Sweden, as "2026-12-07" */
export const dateIn = (now: Date): string => STOCKHOLM.format(now).slice(0, 10);

/** @returns the moment of a date and a time in Sweden, whatever the browser's time zone; undefined if invalid */
export function momentIn(date: string, time: string): Date | undefined {
  const asUtc = new Date(`${date}T${time}:00Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  const shown = new Date(`${STOCKHOLM.format(asUtc).replace(' ', 'T')}Z`);
  return new Date(2 * asUtc.getTime() - shown.getTime());
}
