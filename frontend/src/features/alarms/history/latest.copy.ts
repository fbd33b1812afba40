/** The words of the panel on the alarms of the last day. They are loaded after the panel. */
export const LATEST = {
  last: (line: string) => `Senaste larm: ${line}`,
  none: 'Inga larm det senaste dygnet.',
  failed: 'Kunde inte läsa senaste larm.',
  yesterday: (time: string) => `i går ${time}`,
};
