import type { PartState, SystemPart, SystemPartName } from '@contract/status';

export const STATUS = {
  title: 'Driftläge',
  loading: 'Hämtar driftläget …',
  received: 'Ett larm går fram: det senaste på prov hördes.',
  noFault: 'Inget fel syns. Inget larm på prov visar att ett larm hörs.',
  parts: {
    database: 'Databas',
    probe: 'Provlarm',
    nodes: 'Servrar',
    worker: 'Bakgrundsjobb',
    push: 'Pushtjänster',
    redis: 'Redis',
  },
  states: {
    works: 'Fungerar',
    disturbed: 'Stört',
    down: 'Nere',
    unused: 'Används inte',
    unknown: 'Går inte att se',
  },
} as const;

const HIDDEN = 'Syns igen när databasen fungerar.';

/** Each sentence says what the state means for an alarm. */
const MEANINGS: Record<Exclude<SystemPartName, 'nodes'>, Record<PartState, string>> = {
  database: {
    works: 'Larm sparas och skickas.',
    disturbed: 'Larm kan ta längre tid.',
    down: 'Inga larm kan skickas. Den som trycker uppmanas att ringa 112.',
    unused: '',
    unknown: '',
  },
  probe: {
    works: 'Ett larm på prov trycks var 30:e sekund och hörs av en granne på prov.',
    disturbed: 'Larm på prov hörs inte varje gång.',
    down: 'Inget larm på prov hörs. Riktiga larm når kanske inte fram, eller så har provlarmet stannat.',
    unused: 'Inget provlarm körs, så ingen prövar ett larm hela vägen.',
    unknown: HIDDEN,
  },
  worker: {
    works: 'Aviseringar skickas, och gamla uppgifter tas bort.',
    disturbed: 'Larm går fram till öppna sidor. Aviseringar kan komma sent.',
    down: 'Larm går fram till öppna sidor. Inga aviseringar skickas.',
    unused: '',
    unknown: HIDDEN,
  },
  push: {
    works: 'Den senaste pushnotisen togs emot.',
    disturbed:
      'En pushtjänst tar inte emot. En del av dem som inte har ResQ öppet får ingen notis.',
    down: 'Larm går fram till öppna sidor. Den som inte har ResQ öppet får ingen notis.',
    unused: 'Ingen pushnotis har skickats sedan starten.',
    unknown: HIDDEN,
  },
  redis: {
    works: 'Svar och vem som nåtts visas direkt på alla servrar.',
    disturbed: 'Larm går fram. På en del servrar visas svar och vem som nåtts senare.',
    down: 'Larm går fram. Svar och vem som nåtts kan visas senare.',
    unused: 'Behövs bara med flera servrar.',
    unknown: HIDDEN,
  },
};

export function meaningOf({ part, state, count }: SystemPart): string {
  if (part !== 'nodes') return MEANINGS[part][state];
  if (count === undefined) return HIDDEN;
  return count === 1
    ? 'En server tar emot larm. Ingen annan tar över om den stannar.'
    : `${count} servrar tar emot larm. Om en stannar tar de andra över.`;
}

/** Returns, for example, " sedan 3 november kl. 14.05". */
export function sinceText(part: SystemPartName, state: PartState, moment: string): string {
  if (part === 'probe')
    return state === 'works' ? `, hördes ${moment}` : `, hördes senast ${moment}`;
  return ` sedan ${moment}`;
}

/** @returns what the parts together mean for an alarm, in a sentence that is read out when it changes */
export function summaryOf(parts: SystemPart[]): string {
  const [failed, ...others] = parts.filter(
    ({ state }) => state === 'down' || state === 'disturbed',
  );
  if (!failed) {
    const isReceived = parts.some(({ part, state }) => part === 'probe' && state === 'works');
    return isReceived ? STATUS.received : STATUS.noFault;
  }
  const more = others.length > 0 ? ` ${others.length + 1} delar fungerar inte.` : '';
  return `${STATUS.parts[failed.part]}: ${meaningOf(failed)}${more}`;
}
