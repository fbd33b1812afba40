import type { Alarm } from '@contract/alarm';

/** The words of the panel on the alarms of the last day. They are loaded after the panel. */
export const LATEST = {
  last: (line: string) => `Senaste larm: ${line}`,
  none: 'Inga larm det senaste dygnet.',
  failed: 'Kunde inte läsa senaste larm.',
  yesterday: (time: string) => `i går ${time}`,
};

const OUTCOMES = {
  active: 'pågår',
  resolved: 'faran är över',
  cancelled: 'falskt larm',
  expired: 'löpte ut',
};

/** An exercise has words of its own: there was no danger that could be over. */
export const latestOutcome = ({ status, exercise }: Alarm): string =>
  exercise && status !== 'active' ? 'övningen är över' : OUTCOMES[status];
