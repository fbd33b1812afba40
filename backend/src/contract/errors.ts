import { EXERCISE_HOURS, EXERCISES_ANNOUNCED } from './exercises.js';
import { KIOSKS_PER_BUILDING } from './kiosks.js';
import { COUNTS, HOMES_PER_BUILDING, TIMES } from './limits.js';
import { SOCKET_ERRORS } from './socket-errors.js';

/**
 * The catalogue of errors. `status` is the HTTP status; `message` is the text for users, or the
 * English sentence that the specification quotes for that error.
 */
export const ERRORS = {
  ...SOCKET_ERRORS,

  'auth.session_not_found': { status: 404, message: 'Inloggningen finns inte längre.' },
  'auth.invalid_credentials': { status: 401, message: 'Invalid login credentials' },
  'auth.already_registered': { status: 409, message: 'User already registered' },
  'auth.too_many_attempts': {
    status: 429,
    message: 'För många försök. Försök igen om en stund.',
  },
  'auth.wrong_password': { status: 403, message: 'Det nuvarande lösenordet stämmer inte.' },
  'auth.reset_link_invalid': {
    status: 404,
    message: 'Länken gäller inte längre. Be om en ny.',
  },
  'reset_link.too_many': {
    status: 429,
    message: `Högst ${COUNTS.resetRequests} frågor om en lösenordslänk på ett dygn. Försök igen i morgon.`,
  },
  'auth.admin_required': { status: 403, message: 'Du har inte administratörsrättigheter' },
  'auth.second_factor_required': { status: 401, message: 'Ange en kod för att logga in.' },
  'auth.challenge_ended': {
    status: 401,
    message: 'Det tog för lång tid. Logga in från början.',
  },

  'second_factor.wrong_code': {
    status: 403,
    message: 'Koden stämmer inte eller är redan använd.',
  },
  'second_factor.confirmation_required': {
    status: 403,
    message: 'Bekräfta med en kod för att fortsätta.',
  },
  'second_factor.set_up_required': {
    status: 403,
    message: 'Slå på tvåstegsverifiering i profilen för att administrera.',
  },
  'second_factor.already_on': { status: 409, message: 'Tvåstegsverifiering är redan på.' },
  'second_factor.not_on': { status: 409, message: 'Tvåstegsverifiering är inte på.' },

  'account.not_found': { status: 404, message: 'Det finns inget konto med den adressen.' },

  'gate.session_not_found': { status: 404, message: 'Ange inbjudningskoden igen.' },
  'gate.session_required': { status: 403, message: 'Ange inbjudningskoden först.' },

  'code.already_exists': { status: 409, message: 'Koden finns redan.' },
  'code.not_found': { status: 404, message: 'Koden finns inte.' },

  'building.not_found': { status: 404, message: 'Huset finns inte.' },
  'building.alarm_ongoing': {
    status: 409,
    message: 'Ett larm pågår i huset. Stäng huset när larmet är avslutat.',
  },
  'building.too_many': {
    status: 409,
    message: `Du kan vara med i högst ${COUNTS.buildingsPerUser} hus. Ett hus som du har lämnat räknas i ${TIMES.historyMonths} månader.`,
  },
  'building.too_many_waiting': {
    status: 409,
    message: 'Många väntar redan på att bli godkända. Be styrelsen om en personlig länk.',
  },
  'membership.refused': {
    status: 403,
    message: 'Affischen gäller inte för dig. Be styrelsen om en personlig länk.',
  },
  'membership.already_exists': { status: 409, message: 'Du är redan med i huset.' },
  'membership.not_found': { status: 404, message: 'Medlemmen finns inte.' },
  'membership.reset_link_refused': {
    status: 403,
    message: 'Be en administratör om en engångslänk.',
  },
  'membership.reset_link_too_early': {
    status: 403,
    message:
      'Medlemmen är ny i huset. Medlemmen kan be om länken i sin profil, eller du kan be en administratör.',
  },
  'membership.home_frozen': {
    status: 409,
    message: 'Namn och lägenhet kan inte ändras förrän larmet är avslutat.',
  },
  'membership.changed_often': {
    status: 429,
    message: `Namn, lägenhet och medlemskap kan ändras högst ${COUNTS.ownChanges} gånger på ett dygn. Försök igen i morgon.`,
  },
  'membership.managed_often': {
    status: 429,
    message: `En medlem kan ändras högst ${COUNTS.memberChanges} gånger på ett dygn av samma ansvarig. Försök igen i morgon.`,
  },
  'membership.reminded_lately': {
    status: 409,
    message: 'En påminnelse skickades för mindre än ett dygn sedan.',
  },
  'membership.home_missing': {
    status: 409,
    message: 'Den som inte bor i huset kan bara vara med som ansvarig.',
  },
  'membership.home_not_requested': {
    status: 409,
    message: 'Medlemmen har ändrat sig. Ladda om sidan.',
  },
  'membership.not_as_seen': {
    status: 409,
    message: 'Namnet eller lägenheten har ändrats. Titta igen innan du svarar.',
  },
  'membership.has_left': {
    status: 409,
    message: 'Medlemmen har lämnat huset. Skicka en ny inbjudan.',
  },

  'home.not_listed': {
    status: 409,
    message: 'Lägenheten finns inte i husets lista. Stämmer numret?',
  },
  'home.in_use': {
    status: 409,
    message: 'Någon bor i lägenheten eller väntar på att komma med. Ta bort personen först.',
  },
  'home.too_many': {
    status: 409,
    message: `Ett hus kan ha högst ${HOMES_PER_BUILDING.toLocaleString('sv')} lägenheter.`,
  },

  'alarm.real_ongoing': { status: 409, message: 'Ett larm pågår. Öva när det är över.' },
  'exercise.not_found': { status: 404, message: 'Övningen finns inte.' },
  'exercise.begun': { status: 409, message: 'Övningen har redan börjat.' },
  'exercise.already_planned': {
    status: 409,
    message: 'En övning är redan planerad. Ställ in den först.',
  },
  'exercise.held_lately': { status: 409, message: 'En övning per dygn räcker.' },
  'exercise.announced_often': {
    status: 409,
    message: `Alla har redan fått besked om ${EXERCISES_ANNOUNCED} övningar på ett dygn. Välj en senare dag.`,
  },
  'exercise.outside_hours': {
    status: 409,
    message: `Övningar börjar mellan kl. ${EXERCISE_HOURS.from} och ${EXERCISE_HOURS.until}.`,
  },
  'exercise.time_invalid': { status: 409, message: 'Välj en tid inom ett år.' },

  'handover.over': {
    status: 404,
    message: 'Larmet är avslutat. Bladet visas inte längre.',
  },

  'invitation.replaced': {
    status: 404,
    message: 'Affischen är utbytt. Be styrelsen om den nya.',
  },
  'invitation.home_has_enough': {
    status: 409,
    message: `Lägenheten har redan ${COUNTS.invitationsPerHome} öppna inbjudningar. Dra tillbaka en först.`,
  },
  'invitation.other_home': {
    status: 400,
    message: 'Inbjudan gäller en annan lägenhet. Be styrelsen om en ny.',
  },
  'invitation.not_found': {
    status: 404,
    message: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
  },
  'invitation.too_many': {
    status: 409,
    message: `Du har redan ${COUNTS.invitationsPerUser} öppna inbjudningar. Vänta tills någon har använts eller gått ut.`,
  },

  'kiosk.code_not_found': {
    status: 404,
    message: 'Koden stämmer inte eller är för gammal.',
  },
  'kiosk.not_found': { status: 404, message: 'Skärmen finns inte.' },
  'kiosk.not_paired': { status: 404, message: 'Skärmen är inte kopplad till ett hus än.' },
  'kiosk.revoked': { status: 404, message: 'Skärmen är frånkopplad.' },
  'kiosk.too_many': {
    status: 409,
    message: `Ett hus kan ha högst ${KIOSKS_PER_BUILDING} skärmar.`,
  },

  'push.subscription_not_found': {
    status: 404,
    message: 'Aviseringarna är inte påslagna på den här enheten.',
  },
  'push.service_unknown': {
    status: 400,
    message: 'ResQ kan inte skicka aviseringar till den här webbläsaren.',
  },

  'demo.switched_off': { status: 404, message: 'Det finns inget demohus här.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** @param invitedBy the manager who made the invitation, while that person is still one */
export const invitationExpired = (building: string, invitedBy = 'styrelsen'): string =>
  `Inbjudan till ${building} gäller inte längre. Be ${invitedBy} om en ny.`;

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** One sentence per refused field, by the field's name. */
  fields?: Record<string, string>;
  /** When to send the same request again, in milliseconds from now: a press that finds no room. */
  retryInMs?: number;
  requestId: string;
}

export interface ErrorResult {
  error: ErrorBody;
}
