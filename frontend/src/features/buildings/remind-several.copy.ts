import type { Home } from '@contract/alarm';
import { isolated } from '@contract/written-text';

/** Returns, for example, "Karl Ek (B 1301)". */
const memberText = ({ name, home: { entrance, apartment } }: RemindedMember): string =>
  `${isolated(name)} (${isolated(entrance ? `${entrance} ${apartment}` : apartment)})`;

const namesText = (members: RemindedMember[]): string => members.map(memberText).join(', ');

export interface RemindedMember {
  id: string;
  name: string;
  home: Home;
}

export const REMIND = {
  doing: (tried: number, all: number) => `Påminner ${tried} av ${all} …`,
  done: (done: number, all: number) => `${done} av ${all} är ${all === 1 ? 'påmind' : 'påminda'}.`,
  again: 'Försök igen',
  /** By the outcome, for those whom the reminder does not reach at once. */
  notReached: {
    later: (members: RemindedMember[]) =>
      `Ser påminnelsen först i ResQ: ${namesText(members)}. Säg till på annat sätt också.`,
    lately: (members: RemindedMember[]) =>
      `Redan påmind det senaste dygnet: ${namesText(members)}. Säg till på annat sätt, eller vänta till i morgon.`,
    failed: (members: RemindedMember[]) =>
      `Inte påmind: ${namesText(members)}. Servern svarade inte, eller så är personen inte längre med.`,
  },
} as const;
