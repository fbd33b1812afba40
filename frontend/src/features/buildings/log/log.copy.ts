import type { AuditAction } from '@contract/audit';
import type { LogItem } from '@contract/http';
import { isolated } from '@contract/written-text';
import { memberHomeText } from '../buildings.copy.js';

export const LOG = {
  title: 'Händelser',
  lead: 'Alla ansvariga ser listan. Den sparas i 12 månader.',
  failed: 'Kunde inte ladda sidan.',
  empty: 'Inga händelser än.',
  more: 'Visa fler',
  administrator: 'En administratör',
  former: 'Någon som har lämnat huset',
} as const;

const ACTS: Partial<Record<AuditAction, string>> = {
  'building.changed': 'ändrade husets uppgifter',
  'building.created': 'startade huset',
  'exercise.called_off': 'ställde in en övning',
  'exercise.planned': 'planerade en övning',
  'homes.changed': 'ändrade listan med lägenheter',
  'kiosk.paired': 'kopplade en skärm',
  'kiosk.renamed': 'bytte plats för en skärm',
  'kiosk.revoked': 'kopplade från en skärm',
  'invitation.accepted': 'tackade ja till en inbjudan',
  'invitation.withdrawn': 'drog tillbaka en inbjudan',
  'membership.left': 'lämnade huset',
  'membership.reminded': 'bad om ett test av larmet',
  'reset_link.created': 'skapade en lösenordslänk',
};

function madeOf({ kind, count, role }: LogItem['details']): string {
  if (kind === 'letter') return `skapade ${count} brev`;
  if (kind === 'poster') return 'skapade en affisch';
  return role === 'manager' ? 'skapade en inbjudan till en ansvarig' : 'skapade en inbjudan';
}

/** A membership changes in many ways, which the details tell. */
function changeOf(details: LogItem['details'], isOwn: boolean): string {
  if (details['homeConfirmed'] === true) return 'godkände en ny lägenhet';
  if (details['homeConfirmed'] === false) return 'nekade en ny lägenhet';
  if (details['status'] === 'active') return isOwn ? 'gick med' : 'godkände';
  if (details['refused']) return 'nekade';
  if (details['status'] === 'pending') return 'bad om att få komma med';
  if (details['status'] === 'revoked') return 'tog bort';
  if (details['role'] === 'manager') return isOwn ? 'blev ansvarig' : 'gjorde till ansvarig';
  if (details['role'] === 'resident') return 'tog bort som ansvarig';
  if (details['maySend'] === false) return 'pausade rätten att larma';
  if (details['maySend'] === true) return 'lät larma igen';
  return 'ändrade namn eller lägenhet';
}

/** Returns, for example, "Anna Berg tog bort: Karl Ek, lägenhet 1301". */
export function logText(item: LogItem): string {
  const { action, by, byAdministrator, about, own: isOwn = false, details } = item;
  const who = by ? isolated(by) : byAdministrator ? LOG.administrator : LOG.former;
  const did =
    action === 'membership.changed'
      ? changeOf(details, isOwn)
      : action === 'invitation.created'
        ? madeOf(details)
        : (ACTS[action] ?? action);
  const whom = about && !isOwn ? `: ${isolated(about.name)}, ${memberHomeText(about)}` : '';
  return `${who} ${did}${whom}`;
}
